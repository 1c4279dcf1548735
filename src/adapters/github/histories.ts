import type { History, HistoryCommit } from '../../ports.ts';
import { unavailable } from './answer.ts';
import { originsOf } from './origins.ts';
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
/** From a hundred commits down to one. */
const ATTEMPTS = 8;

export interface Histories {
  /** Takes in what a query brought along: `h0` is the first of the paths. */
  keep(parts: RawParts, paths: readonly string[]): void;
  /** Those of the paths of which nothing is known yet, as many as one query takes. */
  unread(paths: readonly string[]): readonly string[];
  /** Logins whose commits and pull requests are ours as well. */
  trust(writers: readonly string[]): void;
  read(path: string, enough?: Enough): Promise<History>;
}

type Enough = (commits: readonly HistoryCommit[]) => boolean;

type Known = {
  readonly commits: RawCommit[];
  next: string | null;
  /** Commits of a page that GitHub can walk to in its time. */
  size: number;
};

export type Past = {
  readonly place: Place;
  readonly commit: string;
  /** Name of the server, and how commits name the owner of the token. */
  readonly host: string;
  readonly logins: readonly string[];
};

/** The histories of paths up to one commit; those that are `wanted` are read together, the first page of each. */
export function historiesOf({ place, commit, host, logins }: Past, wanted: readonly string[]): Histories {
  const known = new Map<string, Known>();
  let ours = logins;
  const origins = originsOf(place, { host, ours: () => ours });

  const add = (path: string, page: RawHistory, size = PAGE): Known => {
    const history = known.get(path) ?? { commits: [], next: null, size };
    history.size = size;
    history.commits.push(...commitsIn(page));
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
    for (let attempt = 1, size = known.get(path)?.size ?? PAGE; ; attempt++, size = Math.ceil(size / 2)) {
      const parts = await request(pageQuery(commit, { path, size, after }));
      if (typeof parts !== 'string' && parts.h0) return add(path, parts.h0, size);
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

  /** Newest first, as far as it is known where each commit came from. */
  const settled = ({ commits }: Known): HistoryCommit[] => {
    const found: HistoryCommit[] = [];
    for (const commit of commits.slice(0, MOST)) {
      const known = origins.of(commit);
      if (known === undefined) break;
      found.push(known);
    }
    return found;
  };

  /** Where one commit has to be looked into, the next ones of all histories go along. */
  const lookInto = (path: string): Promise<void> => {
    const others = [...known].filter(([other]) => other !== path).map(([, { commits }]) => commits);
    return origins.read([known.get(path)?.commits ?? [], ...others].flat());
  };

  /** Undefined as long as it takes more of it. */
  const answerFrom = (history: Known, enough: Enough): History | undefined => {
    const commits = settled(history);
    if (commits.length === history.commits.length && history.next === null) return { commits, complete: true };
    const suffices = commits.length === MOST || (commits.length > 0 && enough(commits));
    return suffices ? { commits, complete: false } : undefined;
  };

  const read: Histories['read'] = async (path, enough = () => false) => {
    let history = known.get(path) ?? (await first(path));
    for (;;) {
      const answer = answerFrom(history, enough);
      if (answer !== undefined) return answer;
      if (history.commits.some((commit) => origins.of(commit) === undefined)) await lookInto(path);
      else history = await turn(path, history.next);
    }
  };

  /** One after the other, since one question can answer for several paths. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    keep,
    trust: (writers) => {
      ours = [...logins, ...writers];
    },
    unread: (paths) => [...new Set(paths)].filter((path) => !known.has(path)).slice(0, TOGETHER),
    read: (path, enough) => {
      const reading = last.then(() => read(path, enough));
      last = reading.catch(() => undefined);
      return reading;
    },
  };
}

/** A null would be a commit that may not be read. */
const commitsIn = ({ nodes }: RawHistory): RawCommit[] =>
  (nodes ?? []).map((node) => node ?? unavailable('the history is read', 'a commit is missing in its answer'));
