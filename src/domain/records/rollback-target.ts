/** The target of a rollback, by the history of a manifest. */

import { fail } from '../errors.ts';
import { checkTag, printReference, type Reference, sameReference } from '../image.ts';
import { listed, quote } from '../text.ts';
import { entriesOf, type HistoryCommit, type ImagePlace, stateTrailers, type TrailerEntry } from './history.ts';
import { isStateTrailer, type PromotionTrailer, parseTrailers, type RollbackTrailer, type Trailer } from './trailer.ts';

/** The target of a rollback: a reference, or the reference of the file at a revision, which has to be read. */
export type RollbackTarget =
  | { readonly kind: 'reference'; readonly reference: Reference }
  /** In git's spelling: a commit id, or `id^` for the commit before it. */
  | { readonly kind: 'revision'; readonly revision: string };

/** The value of the input `to`: an image tag, or a commit of the manifest repository. */
export type RollbackTo =
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'commit'; readonly id: string };

/** @throws PromotionError for a text that is neither a tag nor `commit:<id>`. */
export function parseTo(text: string): RollbackTo {
  const [, id] = /^commit:(.*)$/s.exec(text) ?? [];
  if (id === undefined) return { kind: 'tag', tag: checkTag(text) };
  if (/^[0-9a-f]{7,64}$/i.test(id)) return { kind: 'commit', id: id.toLowerCase() };
  return fail(
    'input-invalid',
    `The input \`to\` names ${quote(id)}, which is no commit id.`,
    'Give commit: and 7 to 64 hexadecimal digits of a commit of the manifest repository.',
  );
}

/** The target of a rollback: by default the value before the promotion that set the present one, rollbacks skipped.
 * @throws PromotionError `rollback-impossible` where the history has no target. */
export function rollbackTarget(place: ImagePlace, to?: RollbackTo): RollbackTarget {
  const entries = entriesOf(place);
  if (to?.kind === 'commit') return { kind: 'revision', revision: to.id };
  if (to?.kind === 'tag') return { kind: 'reference', reference: tagged(place, to.tag) };
  const index = indexOfPromotion(place, entries);
  const entry = entries[index];
  if (entry === undefined) return refuseRollback(place, 'no promotion is known to have set it');
  return isInOrder(place, entries) ? valueBefore(place, entries.slice(index)) : before(entry);
}

/** The identity of a rollback: the `Promotion-Id` of the process and, for a re-run, the run's address. */
type Returner = { readonly id: string; readonly repeats?: string | undefined };

/** The commit in which the same process, or an earlier attempt of its run, has taken the image back already: where the answer
 * or the runner was lost, only the history shows it. Without this check, a second attempt would go back one step more. */
export function commitGoneBack(place: ImagePlace, { id, repeats }: Returner): string | undefined {
  return entriesOf(place).find(({ trailer, commit }) =>
    processTrailers(commit).some(
      (one) =>
        (one.kind === 'id' && one.id === id) ||
        (one.kind === 'run' && one.address === repeats && trailer.kind === 'rollback'),
    ),
  )?.commit.id;
}

/** The trailers of a commit that are of no image. Each image asks for them. */
const processTrailers = (commit: HistoryCommit): readonly Trailer[] => {
  const { message, description = '', lines } = commit;
  const known =
    parsedOf.get(commit) ?? parseTrailers(lines ?? `${message}\n${description}`).filter((one) => !isStateTrailer(one));
  parsedOf.set(commit, known);
  return known;
};

const parsedOf = new WeakMap<HistoryCommit, readonly Trailer[]>();

/** The promotion that set the present reference, rollbacks skipped: a rollback takes it back. */
export function presentPromotion(
  place: ImagePlace,
): (TrailerEntry & { readonly trailer: PromotionTrailer }) | undefined {
  const entries = entriesOf(place);
  const entry = entries[indexOfPromotion(place, entries)];
  return entry?.trailer.kind === 'promotion' ? { ...entry, trailer: entry.trailer } : undefined;
}

const indexOfPromotion = ({ current }: ImagePlace, entries: readonly TrailerEntry[]): number =>
  entries.findIndex(({ trailer }) => trailer.kind === 'promotion' && sameReference(trailer.reference, current));

/** The trailer of a rollback, which holds the replaced reference. */
export function rollbackTrailer(environment: string, reference: Reference, instead: Reference): RollbackTrailer {
  return { kind: 'rollback', environment, reference, instead };
}

/** Refuses a rollback without a target, and lists the recorded references. */
export function refuseRollback(place: ImagePlace, reason: string): never {
  const { environment, image, path, current } = place;
  const others = haveRun(place).filter((other) => !sameReference(other, current));
  const known = others.slice(0, 5).map(printReference);
  const recorded = known.length === 0 ? '' : ` Recorded are ${listed(known)}.`;
  return fail(
    'rollback-impossible',
    `There is nothing to go back to from ${quote(printReference(current))} of ${image} in ${environment}: ${reason}${extentOf(place)}.`,
    `Name the target with the input \`to\`: a tag, or commit:<id> of the manifest repository.${recorded}`,
    { path },
  );
}

const extentOf = ({ history }: ImagePlace): string =>
  history.complete ? '' : ` within the last ${history.commits.length} commits of the file`;

/** A rollback only goes to references that have run; a typing error must not become a promotion. */
export function refuseNeverRun(place: ImagePlace, wanted: string): never {
  const { environment, image, path, history } = place;
  const known = haveRun(place).map(printReference);
  const shown =
    known.length > MOST_SHOWN ? [...known.slice(0, MOST_SHOWN), `${known.length - MOST_SHOWN} more`] : known;
  const older = history.complete ? '' : ' Older states are not read.';
  return fail(
    'rollback-impossible',
    `${image} has not run at ${wanted} in ${environment}${extentOf(place)}.`,
    `There ran ${listed(shown)}: go back to one of them.${older} Anything else is a promotion by hand.`,
    { path },
  );
}

const MOST_SHOWN = 20;

/** The entries begin with the promotion in question. Only where a commit without trailers is between it and the entry before
 * may the file have held something else, and is to be read. */
const valueBefore = (place: ImagePlace, entries: readonly TrailerEntry[]): RollbackTarget => {
  const { commits, complete } = place.history;
  let first = entries[0];
  for (const entry of entries) {
    if (first === undefined || isEditedBetween(place, first, entry)) break;
    const { reference } = entry.trailer;
    if (!sameReference(reference, place.current)) return { kind: 'reference', reference };
    // A merge and the commit that it brings carry the same trailer.
    first = entry;
  }
  if (first === undefined || (complete && first.position === commits.length - 1)) {
    return refuseRollback(place, 'the promotion that set it made the file');
  }
  return before(first);
};

const before = ({ commit }: TrailerEntry): RollbackTarget => ({ kind: 'revision', revision: `${commit.id}^` });

/** The newest trailer names the present reference, unless a commit without trailers came after it. Otherwise the order by date is not
 * the order in which things happened: a clock was wrong, or lines of development were merged. */
const isInOrder = (place: ImagePlace, entries: readonly TrailerEntry[]): boolean => {
  const [newest] = entries;
  if (newest === undefined || sameReference(newest.trailer.reference, place.current)) return true;
  return place.history.commits.slice(0, newest.position).some((commit) => stateTrailers(commit).length === 0);
};

const isEditedBetween = ({ history }: ImagePlace, newer: TrailerEntry, older: TrailerEntry): boolean =>
  history.commits.slice(newer.position + 1, older.position).some((commit) => stateTrailers(commit).length === 0);

/** A tag comes back with the digest and the repository that it had. */
const tagged = (place: ImagePlace, tag: string): Reference =>
  haveRun(place).find((reference) => reference.tag === tag) ?? refuseNeverRun(place, `the tag ${quote(tag)}`);

/** Every reference that the image has run at, as far as the records and the states of the file tell, the present one included. */
export function haveRun(place: ImagePlace): readonly Reference[] {
  const recorded = entriesOf(place).flatMap(({ trailer }) =>
    trailer.kind === 'rollback' ? [trailer.reference, trailer.instead] : [trailer.reference],
  );
  const all = [...recorded, ...(place.states ?? []), place.current];
  return [...new Map(all.map((reference) => [printReference(reference), reference])).values()];
}

/** Whether a tag that is wanted is known to have run, so that nothing more has to be read. */
export function hasRun(place: ImagePlace, tag: string): boolean {
  return haveRun(place).some((reference) => reference.tag === tag);
}
