import { printReference, type Reference, sameReference } from '../image.ts';
import type { Notice } from '../model.ts';
import { type Build, buildOf, type Entry, entriesOf, type Place } from './history.ts';
import { isOlder } from './order.ts';
import type { PromotionTrailer, RecordedSource } from './trailer.ts';

/** A reference that automation leaves alone. */
export type Hold = {
  readonly reference: Reference;
  /** `rollback`: whatever is older than the build is held, too. `removal`: somebody took out by hand what we had set. */
  readonly because: 'rollback' | 'removal';
  readonly build?: Build | undefined;
  /** The commit whose trailer tells of it. */
  readonly commit: string;
};

/** What the trailers say of an item. */
export type ItemRecord = {
  /** What set the reference that the file holds. Undefined at first use and after an edit by hand. */
  readonly set?:
    | {
        readonly commit: string;
        /** When that commit was made, RFC 3339. */
        readonly at?: string | undefined;
        readonly build?: Build | undefined;
        /** What a rollback took back when it set the reference. */
        readonly replaced?: Build | undefined;
      }
    | undefined;
  readonly holds: readonly Hold[];
  readonly notice?: Notice | undefined;
};

/** Reads the record of an item off the history of the file that lists it. A trailer is found by its reference and not by its
 * place, so an order of commits by date does no harm where lines of development were merged. */
export function recordOf(place: Place): ItemRecord {
  const entries = entriesOf(place);
  const index = entries.findIndex(({ trailer }) => sameReference(trailer.reference, place.current));
  const entry = entries[index];
  return {
    // A rollback brings a build back: the build is that of the promotion before.
    set: entry && {
      commit: entry.commit.id,
      at: entry.commit.committedAt,
      build: buildOf(place.current, entries.slice(index)),
      ...(entry.trailer.kind === 'rollback' ? { replaced: buildOf(entry.trailer.instead, entries.slice(index)) } : {}),
    },
    holds: [...rollbackHolds(entries, place.current), ...removalHolds(entries, place.current)],
    notice: unreadable(place, entry) ?? (entry === undefined && !place.history.complete ? unread(place) : undefined),
  };
}

/** The source that travels along when what one environment runs is promoted to another. */
export function travellingSource(record: ItemRecord): RecordedSource | undefined {
  return record.set?.build?.source;
}

/** What has been rolled back and is still held. An edit by hand lifts none of these, except that it brings back. */
const rollbackHolds = (entries: readonly Entry[], current: Reference): Hold[] => {
  const holds = new Map<string, Hold>();
  const since: PromotionTrailer[] = [];
  for (const { trailer, commit } of entries) {
    if (trailer.kind === 'promotion') {
      since.push(trailer);
      continue;
    }
    const { instead: reference } = trailer;
    const hold = { reference, because: 'rollback', build: buildOf(reference, entries), commit: commit.id } as const;
    if (sameReference(reference, current) || since.some((promotion) => ends(promotion, hold))) continue;
    holds.set(printReference(reference), hold);
  }
  return [...holds.values()];
};

/** A newer build ends a hold, and so does a person: whatever has no source, brings the held image back or is older than it, which
 * nobody else may set. What cannot be compared, such as a tag among branches, got past the hold and says nothing about it. */
const ends = ({ reference, source }: PromotionTrailer, hold: Hold): boolean => {
  if (Object.keys(source).length === 0 || sameReference(reference, hold.reference)) return true;
  const [set, held] = [{ source }, hold.build];
  return held !== undefined && (isEarlier(held, set) || isEarlier(set, held));
};

/** By what is recorded of them; no date of a record is in the future any more. */
const isEarlier = ({ source }: Build, build: Build): boolean => isOlder({ source, build, start: LATEST });

const LATEST = '9999-12-31T23:59:59Z';

const removalHolds = (entries: readonly Entry[], current: Reference): Hold[] => {
  const last = entries.filter(({ position }) => position === entries[0]?.position);
  if (last.some(({ trailer }) => sameReference(trailer.reference, current))) return [];
  return last.map(({ trailer, commit }) => ({
    reference: trailer.reference,
    because: 'removal',
    commit: commit.id,
  }));
};

/** Of what is older than the entry that decides nothing matters. */
const unreadable = ({ environment, image, path, history }: Place, entry: Entry | undefined): Notice | undefined => {
  const commit = history.commits.slice(0, entry?.position).find((each) => each.unreadable);
  return (
    commit && {
      message: `The pull request behind commit ${commit.id.slice(0, 7)} cannot be read, so it is not known whether it set ${image} in ${environment}; the request passes as if it had not.`,
      hint: 'Give the token Pull requests: read (for the workflow\'s own token "permissions: pull-requests: read").',
      path,
    }
  );
};

const unread = ({ environment, image, path, history }: Place): Notice => ({
  message: `The last ${history.commits.length} commits of the manifest do not tell what set ${image} in ${environment}; older ones are not read, and the request passes.`,
  path,
});
