import { canonicalRepository, type Reference, sameReference } from '../image.ts';
import { parseTrailers, type RecordedSource, type StateTrailer } from './trailer.ts';

/** A commit that touched the file. */
export type HistoryCommit = {
  readonly id: string;
  readonly message: string;
  /** RFC 3339. */
  readonly committedAt: string;
  /** Of the pull request from `promotion/…` that the commit came in by. */
  readonly description?: string | undefined;
  /** What counts of it, where that is not what the commit itself says: nothing, for one that another pull request has brought. */
  readonly lines?: string | undefined;
  /** Its pull request, whose description may tell what it set, cannot be read. */
  readonly unreadable?: true | undefined;
};

/** Commits that touched one file, newest first. `complete` tells whether these are all. */
export type History = { readonly commits: readonly HistoryCommit[]; readonly complete: boolean };

/** One image in one environment, as it stands in one file at the snapshot. */
export type Place = {
  readonly environment: string;
  /** The repository that runs after the change. */
  readonly image: string;
  readonly path: string;
  readonly current: Reference;
  readonly history: History;
  /** What the image was at in earlier states of the file, newest first, as far as these were read: edits by hand have no trailers. */
  readonly states?: readonly Reference[] | undefined;
};

/** A trailer that concerns the image, with the commit that carries it. */
export type Entry = {
  readonly trailer: StateTrailer;
  readonly commit: HistoryCommit;
  /** The position of the commit in the history. */
  readonly position: number;
};

/** Where a build comes from, and when its record was made. */
export type Build = {
  readonly source: RecordedSource;
  /** RFC 3339. */
  readonly recordedAt?: string | undefined;
};

/** The trailers of a commit that say what was set; where its message has none, those of its pull request's description. */
export function stateTrailers(commit: HistoryCommit): readonly StateTrailer[] {
  const known = parsed.get(commit) ?? parse(commit);
  parsed.set(commit, known);
  return known;
}

/** A history is gone through once for each image. */
const parsed = new WeakMap<HistoryCommit, readonly StateTrailer[]>();

const parse = ({ message, description, lines }: HistoryCommit): readonly StateTrailer[] => {
  if (lines !== undefined) return parseTrailers(lines).filter(isState);
  const own = parseTrailers(message).filter(isState);
  return own.length > 0 ? own : parseTrailers(description ?? '').filter(isState);
};

const isState = (trailer: { readonly kind: string }): trailer is StateTrailer =>
  trailer.kind === 'promotion' || trailer.kind === 'rollback';

/** What the history says of an image in its environment, newest first. Where an image changes its repository, the one that
 * runs now counts as well as the one that is asked for. */
export function entriesOf({ environment, image, current, history }: Place): Entry[] {
  const repositories = new Set([image, current.repository].map(canonicalRepository));
  const concerns = (trailer: StateTrailer): boolean =>
    trailer.environment === environment &&
    (repositories.has(canonicalRepository(trailer.reference.repository)) ||
      (trailer.kind === 'rollback' && repositories.has(canonicalRepository(trailer.instead.repository))));
  // A squash lists the messages that it gathers from the oldest to the newest.
  return history.commits.flatMap((commit, position) =>
    stateTrailers(commit)
      .filter(concerns)
      .map((trailer) => ({ trailer, commit, position }))
      .reverse(),
  );
}

/** The build that a reference came from when it was last promoted, as far as the entries tell. */
export function buildOf(reference: Reference, entries: readonly Entry[]): Build | undefined {
  for (const { trailer, commit } of entries) {
    if (trailer.kind === 'promotion' && sameReference(trailer.reference, reference)) {
      return { source: trailer.source, recordedAt: commit.committedAt };
    }
  }
  return undefined;
}
