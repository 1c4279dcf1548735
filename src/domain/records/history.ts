/** The history of a manifest, and the trailers in it that concern one image in one environment. */

import { canonicalReference, canonicalRepository, type Reference } from '../image.ts';
import { type BuildCommit, isStateTrailer, parseTrailers, type RecordedSource, type StateTrailer } from './trailer.ts';

/** A commit that touched the file. */
export type HistoryCommit = {
  readonly id: string;
  readonly message: string;
  /** RFC 3339. */
  readonly committedAt: string;
  /** Of the pull request from `promotion/…` that the commit came in by. */
  readonly description?: string | undefined;
  /** The trailers that count instead of those in the message: none for a commit that another pull request has brought. */
  readonly lines?: string | undefined;
  /** Its pull request, whose description may hold its trailers, cannot be read. */
  readonly unreadable?: true | undefined;
};

/** Commits that touched one file, newest first. `complete`: these are all. */
export type History = { readonly commits: readonly HistoryCommit[]; readonly complete: boolean };

/** One image in one environment, in one file of the snapshot. */
export type ImagePlace = {
  readonly environment: string;
  /** The repository that runs after the change. */
  readonly image: string;
  readonly path: string;
  readonly current: Reference;
  readonly history: History;
  /** The references of the image in earlier states of the file, newest first, as far as these were read: edits by hand have no trailers. */
  readonly states?: readonly Reference[] | undefined;
};

/** A trailer that concerns the image, with the commit that carries it. */
export type TrailerEntry = {
  readonly trailer: StateTrailer;
  readonly commit: HistoryCommit;
  /** The position of the commit in the history. */
  readonly position: number;
};

/** Where a build comes from, and when its record was made. */
export type Build = {
  readonly source: RecordedSource;
  /** The commit in the image, where its build provenance was verified; the source is who asked. */
  readonly built?: BuildCommit | undefined;
  /** RFC 3339. */
  readonly recordedAt?: string | undefined;
};

/** The state trailers of a commit; where its message has none, those of the description of its pull request. */
export function stateTrailers(commit: HistoryCommit): readonly StateTrailer[] {
  const known = parsed.get(commit) ?? parse(commit);
  parsed.set(commit, known);
  return known;
}

/** A history is gone through once for each image. */
const parsed = new WeakMap<HistoryCommit, readonly StateTrailer[]>();

const parse = ({ message, description, lines }: HistoryCommit): readonly StateTrailer[] => {
  if (lines !== undefined) return parseTrailers(lines).filter(isStateTrailer);
  const own = parseTrailers(message).filter(isStateTrailer);
  return own.length > 0 ? own : parseTrailers(description ?? '').filter(isStateTrailer);
};

/** The trailers that concern an image in its environment, newest first. Where an image changes its repository, the one that
 * runs now counts as well as the one that is asked for. */
export function entriesOf({ environment, image, current, history }: ImagePlace): TrailerEntry[] {
  const repositories = [...new Set([image, current.repository].map(canonicalRepository))];
  // A squash lists the messages that it gathers from the oldest to the newest.
  return history.commits.flatMap((commit, position) => {
    const about = trailersByItem(commit);
    const found = new Set(repositories.flatMap((repository) => about.get(`${environment} ${repository}`) ?? []));
    return [...found]
      .sort((a, b) => a.index - b.index)
      .map(({ trailer }) => ({ trailer, commit, position }))
      .reverse();
  });
}

type Indexed = { readonly index: number; readonly trailer: StateTrailer };

/** The state trailers of a commit by environment and repository: a commit can have tens of thousands, and each image asks. */
const trailersByItem = (commit: HistoryCommit): ReadonlyMap<string, readonly Indexed[]> => {
  const known = byItem.get(commit);
  if (known !== undefined) return known;
  const found = new Map<string, Indexed[]>();
  for (const [index, trailer] of stateTrailers(commit).entries()) {
    const repositories = [trailer.reference, ...(trailer.kind === 'rollback' ? [trailer.instead] : [])];
    for (const key of new Set(repositories.map(({ repository }) => canonicalRepository(repository)))) {
      const item = `${trailer.environment} ${key}`;
      const others = found.get(item);
      if (others === undefined) found.set(item, [{ index, trailer }]);
      else others.push({ index, trailer });
    }
  }
  byItem.set(commit, found);
  return found;
};

const byItem = new WeakMap<HistoryCommit, ReadonlyMap<string, readonly Indexed[]>>();

/** The build that a reference came from when it was last promoted, as far as the entries tell; `from` leaves newer entries out. */
export type BuildsOf = (reference: Reference, from?: number) => Build | undefined;

export function buildsIn(entries: readonly TrailerEntry[]): BuildsOf {
  const promotions = new Map<string, { readonly index: number; readonly build: Build }[]>();
  for (const [index, { trailer, commit }] of entries.entries()) {
    if (trailer.kind !== 'promotion') continue;
    const { source, built } = trailer;
    const build = { source, ...(built === undefined ? {} : { built }), recordedAt: commit.committedAt };
    const key = canonicalReference(trailer.reference);
    const others = promotions.get(key);
    if (others === undefined) promotions.set(key, [{ index, build }]);
    else others.push({ index, build });
  }
  return (reference, from = 0) => {
    const all = promotions.get(canonicalReference(reference)) ?? [];
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle]?.index ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return all[low]?.build;
  };
}
