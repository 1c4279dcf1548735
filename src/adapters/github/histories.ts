import { stateTrailers } from '../../domain/records/history.ts';
import type { History, HistoryCommit } from '../../ports.ts';
import { unavailable } from './answer.ts';
import { type Place, pause } from './place.ts';
import {
  commitQuery,
  type Document,
  PAGE,
  pageQuery,
  type RawCommit,
  type RawHistory,
  type RawParts,
} from './queries.ts';
import { ask } from './reading.ts';

/** Histories in one query: each may cost GitHub a walk over the whole repository. */
export const TOGETHER = 20;
const MOST = 500;
const ATTEMPTS = 5;

export interface Histories {
  /** Takes in what a query brought along: `h0` is the first of the paths. */
  keep(parts: RawParts, paths: readonly string[]): void;
  /** Those of the paths of which nothing is known yet, as many as one query takes. */
  unread(paths: readonly string[]): readonly string[];
  read(path: string, enough?: (commits: readonly HistoryCommit[]) => boolean): Promise<History>;
}

type Known = { readonly commits: HistoryCommit[]; next: string | null };

/** The histories of paths up to one commit; those that are `wanted` are read together, the first page of each. */
export function historiesOf(place: Place, commit: string, wanted: readonly string[]): Histories {
  const known = new Map<string, Known>();

  const add = (path: string, page: RawHistory): Known => {
    const history = known.get(path) ?? { commits: [], next: null };
    history.commits.push(...(page.nodes ?? []).flatMap((node) => (node === null ? [] : [commitOf(node)])));
    history.next = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    known.set(path, history);
    return history;
  };

  const keep = (parts: RawParts, paths: readonly string[]): void => {
    paths.forEach((path, at) => {
      const page = parts[`h${at}`];
      if (page) add(path, page);
    });
  };

  const request = async (document: Document): Promise<RawParts | string> => {
    const answer = await ask(place, document);
    if (answer.kind === 'lost') return answer.reason;
    return answer.data?.object ?? 'the commit is not there';
  };

  /** Asks for a smaller page where GitHub could not walk that far in its time. */
  const turn = async (path: string, after: string | null): Promise<Known> => {
    for (let attempt = 1, size = PAGE; ; attempt++, size = Math.ceil(size / 2)) {
      const parts = await request(pageQuery(commit, { path, size, after }));
      if (typeof parts !== 'string' && parts.h0) return add(path, parts.h0);
      if (attempt === ATTEMPTS) unavailable('the history is read', typeof parts === 'string' ? parts : 'no history');
      await pause(place.clock, attempt);
    }
  };

  const first = async (path: string): Promise<Known> => {
    const pending = wanted.filter((other) => other !== path && !known.has(other));
    if (pending.length > 0 && wanted.includes(path)) {
      const together = [path, ...pending.slice(0, TOGETHER - 1)];
      const parts = await request(commitQuery(commit, { paths: [], histories: together }));
      if (typeof parts !== 'string') keep(parts, together);
    }
    return known.get(path) ?? turn(path, null);
  };

  const read: Histories['read'] = async (path, enough = () => false) => {
    let history = known.get(path) ?? (await first(path));
    while (history.next !== null && history.commits.length < MOST && !enough(history.commits)) {
      history = await turn(path, history.next);
    }
    return { commits: history.commits.slice(0, MOST), complete: history.next === null };
  };

  /** One after the other, since one question can answer for several paths. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    keep,
    unread: (paths) => [...new Set(paths)].filter((path) => !known.has(path)).slice(0, TOGETHER),
    read: (path, enough) => {
      const reading = last.then(() => read(path, enough));
      last = reading.catch(() => undefined);
      return reading;
    },
  };
}

const commitOf = ({ oid, message, committedDate, associatedPullRequests }: RawCommit): HistoryCommit => {
  const plain = { id: oid, message, committedAt: committedDate };
  if (stateTrailers(plain).length > 0) return plain;
  const [pullRequest] = associatedPullRequests?.nodes ?? [];
  if (!pullRequest?.headRefName.startsWith('promotion/') || pullRequest.isCrossRepository) return plain;
  return { ...plain, description: pullRequest.body };
};
