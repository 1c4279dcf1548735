/** Chooses the images of a rollback and their targets, and checks that nothing newer came since. */

import { fail, PromotionError, type Violation } from '../errors.ts';
import {
  canonicalRepository,
  type ImageRequest,
  printReference,
  type Reference,
  sameReference,
  sameRepository,
} from '../image.ts';
import type { SnapshotEntry } from '../manifests/find-manifests.ts';
import type { Notice } from '../model.ts';
import type { ImagePlace } from '../records/history.ts';
import { hasRun, presentPromotion, type RollbackTo, refuseRollback } from '../records/rollback-target.ts';
import { listed as enumerated, quote } from '../text.ts';
import { isReference, type ListedAt, listedIn } from './carry.ts';
import type { ManifestFile } from './plan-promotion.ts';

/** An image that may go back, with its history. */
export type RollbackCandidate = {
  readonly product: string;
  readonly listed: ListedAt;
  readonly place: ImagePlace;
  /** The commit that has taken it back for this very request. */
  readonly goneBack?: string | undefined;
};

/** An image and its target. */
export type ChosenRollback = { readonly candidate: RollbackCandidate; readonly reference: Reference };

/** Which images of one product in one environment go back where the request names none. By default these are the ones that the last
 * promotion set: those of the commit that is the newest, and those of the same source commit, since one release may arrive in
 * several pieces. To a tag, those that have run it; to a commit, all. */
export function chooseCandidates(
  candidates: readonly RollbackCandidate[],
  to: RollbackTo | undefined,
): { readonly chosen: readonly RollbackCandidate[]; readonly notices: readonly Notice[] } {
  if (to?.kind === 'commit') return { chosen: candidates, notices: [] };
  const back = candidates.filter(({ goneBack }) => goneBack !== undefined);
  if (back.length > 0) return { chosen: back, notices: [] };
  const known = to === undefined ? [] : candidates.filter(({ place }) => hasRun(place, to.tag));
  if (known.length > 0) return { chosen: known, notices: [] };
  const promoted = candidates.flatMap((candidate) => {
    const promotion = presentPromotion(candidate.place);
    return promotion === undefined ? [] : [{ candidate, promotion }];
  });
  const [last] = promoted
    .map(({ promotion }) => promotion)
    .sort((a, b) => Date.parse(b.commit.committedAt) - Date.parse(a.commit.committedAt) || a.position - b.position);
  if (last === undefined) return { chosen: candidates, notices: [] };
  const isLast = ({ promotion }: (typeof promoted)[number]): boolean =>
    promotion.commit.id === last.commit.id || isSameSource(promotion.trailer.source, last.trailer.source);
  return {
    chosen: promoted.filter(isLast).map(({ candidate }) => candidate),
    notices: promoted
      .filter((one) => !isLast(one))
      .map(({ candidate, promotion }) => stays(candidate, promotion.commit.id)),
  };
}

type RollbackSource = { readonly repository?: string | undefined; readonly sha?: string | undefined };

const isSameSource = (a: RollbackSource, b: RollbackSource): boolean =>
  a.sha !== undefined && a.sha === b.sha && a.repository === b.repository;

const stays = ({ listed, place }: RollbackCandidate, commit: string): Notice => ({
  message: `${place.image} stays as it is in ${place.environment}: an earlier promotion set it, in commit ${commit.slice(0, 7)}.`,
  hint: 'Name it in the input `images` to take it back as well.',
  path: listed.path,
  line: listed.line,
});

/** The references of an image in earlier states of its manifest; states that cannot be read are left out. */
export function referencesIn(candidate: RollbackCandidate, states: readonly SnapshotEntry[]): Reference[] {
  return states.flatMap((entry) => {
    try {
      return [referenceAt(candidate, '', entry)];
    } catch (error) {
      if (error instanceof PromotionError) return [];
      throw error;
    }
  });
}

/** The reference of an image in its manifest at another revision. An undefined entry means that there is no such commit.
 * @throws PromotionError `rollback-impossible` where the manifest has no such reference. */
export function referenceAt(
  { listed, place }: RollbackCandidate,
  revision: string,
  entry: SnapshotEntry | undefined,
): Reference {
  const when = printRevision(revision);
  if (entry === undefined) return refuseRollback(place, `there is no commit ${quote(revision)} in the repository`);
  if (entry.kind === 'absent') return refuseRollback(place, `the file was not there ${when}`);
  if (entry.kind !== 'file') return refuseRollback(place, `no manifest stood there ${when}`);
  const there = imagesThere(entry, listed);
  if (there === undefined) return refuseRollback(place, `the manifest could not be read ${when}`);
  const [name] = listed.names;
  const exact = name === undefined ? [] : (there.byFirstName.get(name) ?? []);
  const alike = exact.length > 0 ? exact : alikeIn(there, listed);
  const [first] = alike;
  if (first === undefined) return refuseRollback(place, `the manifest did not list it ${when}`);
  if (!agree(alike)) return refuseRollback(place, `the manifest listed it at several references ${when}`);
  return isReference(first.image) ? first.image : refuseRollback(place, `it had no tag or digest ${when}`);
}

const printRevision = (revision: string): string =>
  revision.endsWith('^') ? `before commit ${revision.slice(0, 7)}` : `at commit ${revision.slice(0, 7)}`;

/** The images of one state of a manifest. */
type ListedThere = {
  readonly byFirstName: ReadonlyMap<string, readonly ListedAt[]>;
  /** By all names and by the repository that runs. */
  readonly byKey: ReadonlyMap<string, readonly ListedAt[]>;
};

/** Each image of a manifest asks for the same state: it is parsed once. */
const imagesThere = (entry: FileEntry, { path, view }: ListedAt): ListedThere | undefined => {
  const known = readStates.get(entry)?.find((one) => one.path === path && one.view === view);
  if (known !== undefined) return known.there;
  const there = parseState({ path, text: entry.text, executable: false, view });
  readStates.set(entry, [...(readStates.get(entry) ?? []), { path, view, there }]);
  return there;
};

type FileEntry = Extract<SnapshotEntry, { readonly kind: 'file' }>;
type ReadState = Pick<ManifestFile, 'path' | 'view'> & { readonly there: ListedThere | undefined };

const readStates = new WeakMap<FileEntry, readonly ReadState[]>();

const parseState = (file: ManifestFile): ListedThere | undefined => {
  try {
    const images = listedIn([file]);
    return {
      byFirstName: groupsOf(images, ({ names: [first] }) => (first === undefined ? [] : [first])),
      byKey: groupsOf(images, keysOf),
    };
  } catch (error) {
    if (error instanceof PromotionError) return undefined;
    throw error;
  }
};

const groupsOf = (images: readonly ListedAt[], keysIn: (image: ListedAt) => readonly string[]) => {
  const groups = new Map<string, ListedAt[]>();
  for (const image of images) {
    for (const key of new Set(keysIn(image))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [image]);
      else group.push(image);
    }
  }
  return groups;
};

const keysOf = ({ names, image }: ListedAt): string[] => [
  ...names.map((name) => `name ${name}`),
  `runs ${canonicalRepository(image.repository)}`,
];

/** Whether all run the same reference. */
const agree = (images: readonly ListedAt[]): boolean => {
  const [first] = images;
  const known =
    agreeing.get(images) ?? images.every(({ image }) => first !== undefined && sameReference(image, first.image));
  agreeing.set(images, known);
  return known;
};

const agreeing = new WeakMap<readonly ListedAt[], boolean>();

const alikeIn = ({ byKey }: ListedThere, listed: ListedAt): ListedAt[] => [
  ...new Set(keysOf(listed).flatMap((key) => byKey.get(key) ?? [])),
];

/** The requests for one manifest that bring its images back. The repository goes back as well, where it was another one.
 * @throws PromotionError `image-ambiguous` where images of one name return to different references. */
export function requestsOf(returns: readonly ChosenRollback[]): ImageRequest[] {
  const requests = new Map<string, ImageRequest>();
  for (const { candidate, reference } of returns) {
    const { listed, place } = candidate;
    const name = listed.names[0] ?? listed.image.repository;
    const request = { name, newName: newNameOf(place, reference), tag: reference.tag, digest: reference.digest };
    const other = requests.get(name);
    if (other !== undefined && !isSameRequest(other, request)) refuseDifferent(candidate);
    requests.set(name, request);
  }
  return [...requests.values()];
}

const newNameOf = ({ current }: ImagePlace, { repository }: Reference): string | undefined =>
  sameRepository(repository, current.repository) ? undefined : repository;

const isSameRequest = (a: ImageRequest, b: ImageRequest): boolean =>
  a.newName === b.newName && a.tag === b.tag && a.digest === b.digest;

const refuseDifferent = ({ listed, place }: RollbackCandidate): never =>
  fail(
    'image-ambiguous',
    `${place.environment} runs ${quote(place.image)} at several references, which would return to different ones.`,
    'Name the target with the input `to`.',
    { path: listed.path, line: listed.line },
  );

/** The result of one read: the images that may go back, and those of them that do. */
export type RollbackChoice = {
  readonly all: readonly RollbackCandidate[];
  readonly chosen: readonly RollbackCandidate[];
};

/** A rollback that starts over must still see the images that ran when it was requested: from a newer promotion it would go back
 * one step, to the image that was to be replaced. Images that this run has taken back itself are left out of this check.
 * @throws PromotionError `rollback-overtaken` for each image of either choice that runs something else now. */
export function refuseOvertaken(began: RollbackChoice, now: RollbackChoice): void {
  const before = byPlace(began.all);
  const after = byPlace(now.all);
  const concerned = byPlace([...began.chosen, ...now.chosen]);
  const violations = [...concerned].flatMap(([key, [candidate]]): Violation[] => {
    const then = before.get(key) ?? [];
    const present = after.get(key) ?? [];
    if (candidate === undefined || present.some(({ goneBack }) => goneBack !== undefined)) return [];
    const [was, is] = [referencesOf(then), referencesOf(present)];
    if (was.join() === is.join()) return [];
    return [overtaken(present[0] ?? candidate, was, is)];
  });
  if (violations.length > 0) throw new PromotionError(violations);
}

/** Lines move when somebody else edits the file, and so may the repository; the name by which it is asked for does not. */
const byPlace = (candidates: readonly RollbackCandidate[]): ReadonlyMap<string, readonly RollbackCandidate[]> => {
  const found = new Map<string, RollbackCandidate[]>();
  for (const candidate of candidates) {
    const { product, listed, place } = candidate;
    const key = JSON.stringify([product, place.environment, listed.path, listed.names[0] ?? place.image]);
    const others = found.get(key);
    if (others === undefined) found.set(key, [candidate]);
    else others.push(candidate);
  }
  return found;
};

const referencesOf = (candidates: readonly RollbackCandidate[]): string[] => [
  ...new Set(candidates.map(({ place }) => quote(printReference(place.current)))),
];

const overtaken = ({ listed, place }: RollbackCandidate, was: readonly string[], is: readonly string[]): Violation => ({
  code: 'rollback-overtaken',
  message: `${place.environment} ran ${printReferences(was, place.image)} when the rollback began and runs ${printReferences(is, place.image)} now.`,
  hint: 'Look at what came in meanwhile and run the rollback again, or name the version to go back to with the input `to`.',
  path: listed.path,
  line: is.length > 0 ? listed.line : undefined,
});

const printReferences = (references: readonly string[], image: string): string =>
  references.length > 0 ? enumerated(references) : `no ${quote(image)}`;
