import { printReference, sameReference } from '../image.ts';
import type { ListedAt } from '../plan/listed.ts';
import { entriesOf, type History, type HistoryCommit, type Place, stateTrailers } from '../records/history.ts';
import { recordOf } from '../records/record.ts';
import type { StateTrailer } from '../records/trailer.ts';
import type { Running } from './model.ts';

/** What stands in a manifest, with what its history says of it. */
export function standingOf(environment: string, image: ListedAt, history: History): Running {
  const { image: reference, path, line } = image;
  const place: Place = { environment, image: reference.repository, path, current: reference, history };
  const entries = entriesOf(place);
  const entry = entries.find(({ trailer }) => sameReference(trailer.reference, reference));
  const { set, holds } = recordOf(place);
  return {
    environment,
    reference,
    path,
    line,
    record:
      entry !== undefined ? 'recorded' : entries.length > 0 ? 'edited' : history.complete ? 'unrecorded' : 'unread',
    set: entry && {
      by: entry.trailer.kind,
      commit: entry.commit.id,
      at: entry.commit.committedAt,
      source: set?.build?.source ?? {},
    },
    held: [...new Set(holds.map((hold) => printReference(hold.reference)))],
  };
}

/** Whether the history tells what set the image; then older commits can say no more of it. */
export function isKnown(environment: string, { image }: ListedAt, historyOf: HistoryOf): boolean {
  const trailers = historyOf(environment, image.repository).commits.flatMap(stateTrailers);
  return trailers.some((trailer) => trailer.environment === environment && sameReference(trailer.reference, image));
}

/** The part of a history that speaks of one image in one environment. */
export type HistoryOf = (environment: string, repository: string) => History;

/** Takes a long history apart once, for many images. */
export function indexed(history: History): HistoryOf {
  const index = new Map<string, HistoryCommit[]>();
  for (const commit of history.commits) {
    const keys = new Set(stateTrailers(commit).flatMap(keysOf));
    for (const key of keys) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [commit]);
      else known.push(commit);
    }
  }
  return (environment, repository) => ({
    commits: index.get(`${environment} ${repository}`) ?? [],
    complete: history.complete,
  });
}

/** Of how many images, each in its environment, the history tells. */
export function countImages({ commits }: History): number {
  return new Set(commits.flatMap(stateTrailers).flatMap(keysOf)).size;
}

const keysOf = (trailer: StateTrailer): string[] => [
  `${trailer.environment} ${trailer.reference.repository}`,
  ...(trailer.kind === 'rollback' ? [`${trailer.environment} ${trailer.instead.repository}`] : []),
];
