import { fail, PromotionError } from '../errors.ts';
import type { Entry } from '../files.ts';
import { type ImageRequest, type Reference, sameReference, sameRepository } from '../image.ts';
import type { Notice } from '../model.ts';
import type { Place } from '../records/history.ts';
import { hasRun, presentPromotion, type RollbackTo, refuseRollback } from '../records/rollback.ts';
import { quote } from '../text.ts';
import { isReference, type ListedAt, listedIn } from './listed.ts';
import type { ManifestFile } from './plan.ts';

/** An image that may go back, with what is known of it. */
export type Candidate = {
  readonly product: string;
  readonly listed: ListedAt;
  readonly place: Place;
  /** The commit that has taken it back for this very request. */
  readonly goneBack?: string | undefined;
};

/** An image and where it goes. */
export type Return = { readonly candidate: Candidate; readonly reference: Reference };

/** Which images of one product in one environment go back where nobody named any. By default these are the ones that the last
 * promotion set: those of the commit that is the newest, and those of the same source commit, since one release may arrive in
 * several pieces. To a tag, those that have run it; to a commit, all. */
export function chooseBack(
  candidates: readonly Candidate[],
  to: RollbackTo | undefined,
): { readonly chosen: readonly Candidate[]; readonly notices: readonly Notice[] } {
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

type Source = { readonly repository?: string | undefined; readonly sha?: string | undefined };

const isSameSource = (a: Source, b: Source): boolean =>
  a.sha !== undefined && a.sha === b.sha && a.repository === b.repository;

const stays = ({ listed, place }: Candidate, commit: string): Notice => ({
  message: `${place.image} stays as it is in ${place.environment}: an earlier promotion set it, in commit ${commit.slice(0, 7)}.`,
  hint: 'Name it in `images` to take it back as well.',
  path: listed.path,
  line: listed.line,
});

/** What an image was at in the states of its manifest; what cannot be told of a state is left out. */
export function referencesIn(candidate: Candidate, states: readonly Entry[]): Reference[] {
  return states.flatMap((entry) => {
    try {
      return [referenceAt(candidate, '', entry)];
    } catch (error) {
      if (error instanceof PromotionError) return [];
      throw error;
    }
  });
}

/** What an image ran at another revision, by what stood in its manifest there. An entry that is undefined: no such commit.
 * @throws PromotionError `rollback-impossible` where that does not tell. */
export function referenceAt({ listed, place }: Candidate, revision: string, entry: Entry | undefined): Reference {
  const when = shown(revision);
  if (entry === undefined) return refuseRollback(place, `there is no commit ${quote(revision)} in the repository`);
  if (entry.kind === 'absent') return refuseRollback(place, `the file was not there ${when}`);
  if (entry.kind !== 'file') return refuseRollback(place, `no manifest stood there ${when}`);
  const all = imagesThere({ path: listed.path, text: entry.text, executable: false, view: listed.view });
  if (all === undefined) return refuseRollback(place, `the manifest could not be read ${when}`);
  const [name] = listed.names;
  const exact = all.filter((other) => name !== undefined && other.names[0] === name);
  const alike = exact.length > 0 ? exact : all.filter((other) => isAlike(listed, other));
  const [first, ...others] = alike.map(({ image }) => image);
  if (first === undefined) return refuseRollback(place, `the manifest did not list it ${when}`);
  if (others.some((other) => !sameReference(other, first))) {
    return refuseRollback(place, `the manifest listed it at several references ${when}`);
  }
  return isReference(first) ? first : refuseRollback(place, `it had no tag or digest ${when}`);
}

const shown = (revision: string): string =>
  revision.endsWith('^') ? `before commit ${revision.slice(0, 7)}` : `at commit ${revision.slice(0, 7)}`;

const imagesThere = (file: ManifestFile): ListedAt[] | undefined => {
  try {
    return listedIn([file]);
  } catch (error) {
    if (error instanceof PromotionError) return undefined;
    throw error;
  }
};

const isAlike = (image: ListedAt, other: ListedAt): boolean =>
  sameRepository(image.image.repository, other.image.repository) ||
  image.names.some((name) => other.names.includes(name));

/** What is asked of one manifest so that its images return. The repository goes back as well, where it was another one.
 * @throws PromotionError `image-ambiguous` where images of one name return to different references. */
export function requestsOf(returns: readonly Return[]): ImageRequest[] {
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

const newNameOf = ({ current }: Place, { repository }: Reference): string | undefined =>
  sameRepository(repository, current.repository) ? undefined : repository;

const isSameRequest = (a: ImageRequest, b: ImageRequest): boolean =>
  a.newName === b.newName && a.tag === b.tag && a.digest === b.digest;

const refuseDifferent = ({ listed, place }: Candidate): never =>
  fail(
    'image-ambiguous',
    `${place.environment} runs ${quote(place.image)} at several references, which would return to different ones.`,
    'Name the target with `to`.',
    { path: listed.path, line: listed.line },
  );
