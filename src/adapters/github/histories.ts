/** Reads the histories of paths, and decides which trailers of their messages count. */

import { hasOwnForm } from '../../domain/message.ts';
import { isOneOf } from '../../domain/proposal/branch-claim.ts';
import { stateTrailers } from '../../domain/records/history.ts';
import { parseTrailers } from '../../domain/records/trailer.ts';
import type { History, HistoryCommit } from '../../ports.ts';
import { unavailable } from './answers.ts';
import { type GitHubPlace, waitBeforeRetry } from './client.ts';
import { actorLogin, editorLogin, type RawActor, type RawEdited, vouchedAuthor } from './people.ts';
import {
  ask,
  commitQuery,
  originQuery,
  PAGE,
  pageQuery,
  type QueryDocument,
  type RawBehind,
  type RawCommit,
  type RawHistory,
  type RawNewest,
  type RawOrigin,
  type RawParts,
} from './queries.ts';

/** Histories in one query: each may cost GitHub a walk over the whole repository. */
export const HISTORIES_TOGETHER = 20;

const MOST = 500;

/** From a hundred commits down to one. */
const HISTORY_ATTEMPTS = 8;

interface Histories {
  /** Stores the additional results of a query: `h0` is the first of the paths. */
  keep(parts: RawParts, paths: readonly string[]): void;
  /** The paths without any known history, as many as one query takes. */
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

type Past = {
  readonly place: GitHubPlace;
  readonly branch: string;
  readonly commit: string;
  /** Name of the server, and how commits name the owner of the token. */
  readonly host: string;
  readonly logins: readonly string[];
};

/** The histories of paths up to one commit; those that are `wanted` are read together, the first page of each. */
export function historiesOf({ place, branch, commit, host, logins }: Past, wanted: readonly string[]): Histories {
  const known = new Map<string, Known>();
  let ours = logins;
  const origins = originsOf(place, { branch, host, ours: () => ours });

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
      origins.keep(parts[`n${at}`]?.nodes ?? []);
    });
  };

  const request = async (document: QueryDocument): Promise<RawParts | string> => {
    const answer = await ask(place, document);
    if (answer.kind === 'lost') return answer.reason;
    return answer.data?.object ?? 'the commit is not there';
  };

  /** Asks for a smaller page where GitHub could not walk that far in its time. */
  const turn = async (path: string, after: string | null): Promise<Known> => {
    for (let attempt = 1, size = known.get(path)?.size ?? PAGE; ; attempt++, size = Math.ceil(size / 2)) {
      const parts = await request(pageQuery(commit, { path, size, after }));
      if (typeof parts !== 'string' && parts.h0) return add(path, parts.h0, size);
      if (attempt === HISTORY_ATTEMPTS)
        unavailable('the history is read', typeof parts === 'string' ? parts : 'no history');
      await waitBeforeRetry(place.clock, attempt);
    }
  };

  const first = async (path: string): Promise<Known> => {
    const pending = wanted.filter((other) => other !== path && !known.has(other));
    if (pending.length > 0 && wanted.includes(path)) {
      const together = [path, ...pending.slice(0, HISTORIES_TOGETHER - 1)];
      const parts = await request(commitQuery(commit, { paths: [], histories: together }));
      if (typeof parts !== 'string') keep(parts, together);
    }
    return known.get(path) ?? turn(path, null);
  };

  /** Newest first, up to the first commit of unknown origin. */
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

  /** Undefined until enough of it is read. */
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
    unread: (paths) => [...new Set(paths)].filter((path) => !known.has(path)).slice(0, HISTORIES_TOGETHER),
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

/** Commits whose pull requests one query asks for. GitHub looks for each of them in the whole repository, and gives up on a hundred. */
const COMMITS_TOGETHER = 50;

/** Down to one, for large repositories. */
const ORIGIN_ATTEMPTS = 7;

/** The pull requests that brought the commits. */
interface Origins {
  /** Stores the additional results of a query. Several paths may ask about one commit: any answer does. */
  keep(newest: NonNullable<RawNewest['nodes']>): void;
  /** Undefined until it is read. */
  of(commit: RawCommit): HistoryCommit | undefined;
  /** Asks for the first of them that have to be asked for, as many as one query takes. */
  read(commits: readonly RawCommit[]): Promise<void>;
}

type Origin =
  /** The trailers of its message count. */
  | { readonly kind: 'own' }
  /** Other trailers count: those of a description, or none. */
  | { readonly kind: 'other'; readonly lines: string }
  /** Our last version of the description of a pull request that somebody else has edited. */
  | { readonly kind: 'edited'; readonly number: number }
  | { readonly kind: 'unreadable' };

const OWN: Origin = { kind: 'own' };

type Trust = {
  /** That the commits are on. */
  readonly branch: string;
  /** Name of the server. */
  readonly host: string;
  /** Logins whose commits and pull requests are ours. */
  readonly ours: () => readonly string[];
};

/** Lines in a message count when the commit was pushed as such, or came by a pull request of ours; those that another pull request
 * has brought are text. Most commits are ours by their signature: the pull request behind one is asked for only where that can
 * matter. */
export function originsOf(place: GitHubPlace, { branch, host, ours }: Trust): Origins {
  const settled = new Map<string, HistoryCommit>();
  const known = new Map<string, RawOrigin>();

  const keep: Origins['keep'] = (newest) => {
    for (const commit of newest)
      if (commit && (commit.associatedPullRequests || !known.has(commit.oid))) known.set(commit.oid, commit);
  };

  const settle = (commit: RawCommit, origin: Origin): HistoryCommit => {
    const known = commitFrom(commit, origin);
    settled.set(commit.oid, known);
    return known;
  };

  const of: Origins['of'] = (commit) => {
    const before = settled.get(commit.oid);
    if (before !== undefined) return before;
    if (!isDoubtful(commit, { host, ours })) return plainOf(commit);
    const raw = known.get(commit.oid);
    const origin = raw && originIn(commit, raw, { branch, ours: ours() });
    return origin === undefined || origin.kind === 'edited' ? undefined : settle(commit, origin);
  };

  const read: Origins['read'] = async (commits) => {
    const open = new Map(commits.filter((commit) => of(commit) === undefined).map((commit) => [commit.oid, commit]));
    const batch = [...open.values()].slice(0, COMMITS_TOGETHER);
    for (let attempt = 1, size = batch.length; ; attempt++, size = Math.ceil(size / 2)) {
      const asked = batch.slice(0, size);
      const answer = await ask(place, originQuery(asked));
      if (answer.kind === 'answered' && answer.data) {
        const { data } = answer;
        const origins = asked.map((commit, at) => originIn(commit, data[`c${at}`], { branch, ours: ours() }));
        const whole = await withVersions(place, origins, ours());
        asked.forEach((commit, at) => void settle(commit, whole[at] ?? OWN));
        return;
      }
      const reason = answer.kind === 'lost' ? answer.reason : 'an empty answer';
      if (attempt === ORIGIN_ATTEMPTS) unavailable('the pull requests behind commits are read', reason);
      await waitBeforeRetry(place.clock, attempt);
    }
  };

  return { keep, of, read };
}

/** The same for each question, so that its trailers are parsed once. */
const plainOf = (commit: RawCommit): HistoryCommit => {
  const { oid, message, committedDate } = commit;
  const plain = plainCommits.get(commit) ?? { id: oid, message, committedAt: committedDate };
  plainCommits.set(commit, plain);
  return plain;
};

const plainCommits = new WeakMap<RawCommit, HistoryCommit>();

const tells = (commit: RawCommit): boolean => stateTrailers(plainOf(commit)).length > 0;

/** GitHub names the opener of a pull request as the author of its squash, and others write the message: they may have edited the
 * description that it takes over. Such a message has the number of the pull request at the end of its first line, or another
 * form than ours. Without any lines, a commit of ours may be one that somebody has squashed in words of their own. */
const isDoubtful = (commit: RawCommit, { host, ours }: Omit<Trust, 'branch'>): boolean => {
  const { author, message } = commit;
  const isOurs = isOneOf(vouchedAuthor(commit, host), ours());
  if (tells(commit)) return !isOurs || /\(#\d+\)$/.test(message.split('\n', 1).join()) || !hasOwnForm(message);
  const name = author?.user?.login ?? author?.name ?? '';
  return isOurs || isOneOf(name, ours()) || isOneOf(`${name}[bot]`, ours());
};

const commitFrom = (commit: RawCommit, origin: Origin): HistoryCommit => {
  const plain = plainOf(commit);
  if (origin.kind === 'own') return plain;
  return origin.kind === 'other' ? { ...plain, lines: origin.lines } : { ...plain, lines: '', unreadable: true };
};

const originIn = (
  commit: RawCommit,
  raw: RawOrigin | null | undefined,
  { branch, ours }: { readonly branch: string; readonly ours: readonly string[] },
): Origin => {
  const { nodes, totalCount = 0 } = raw?.associatedPullRequests ?? {};
  if (!nodes || nodes.includes(null)) return { kind: 'unreadable' };
  // What was merged from this branch into another one was here before.
  const isFromHere = (node: RawBehind): boolean => node.headRefName === branch && !node.isCrossRepository;
  const merged = nodes.filter((node) => node?.state === 'MERGED' && !isFromHere(node));
  // Anybody may open pull requests that carry the commit: enough of them push the one that brought it out of the answer.
  if (merged.length === 0) return totalCount > nodes.length ? { kind: 'unreadable' } : OWN;
  // Who merges ours into another branch chooses the message and brings it on by a pull request of their own.
  const own = merged.find(
    (node) =>
      node?.headRefName.startsWith('promotion/') &&
      !node.isCrossRepository &&
      node.baseRefName === branch &&
      isOneOf(actorLogin(node.author), ours),
  );
  if (!own) return { kind: 'other', lines: '' };
  if (tells(commit) && !describes(own, commit.oid, ours)) return OWN;
  return isEdited(own, ours) ? { kind: 'edited', number: own.number } : { kind: 'other', lines: own.body };
};

/** Whether somebody else has edited the description last. */
export function isEdited(pull: RawEdited, ours: readonly string[]): boolean {
  const editor = editorLogin(pull);
  return editor !== undefined && !isOneOf(editor, ours);
}

type RawDescription = Pick<RawBehind, 'body' | 'mergeCommit'> & RawEdited;

/** Whether the lines of its description count for a commit that has lines of its own: the person who merges a pull request of ours
 * chooses the message of that commit. */
export function describes(pull: RawDescription, commit: string, ours: readonly string[]): boolean {
  const { mergeCommit, body } = pull;
  const isMerge = mergeCommit === null || mergeCommit.oid === commit;
  return isMerge && (isEdited(pull, ours) || isWhole(body));
}

type RawEdits = {
  readonly userContentEdits: {
    readonly nodes: readonly ({ readonly editor: RawActor; readonly diff: string | null } | null)[] | null;
  } | null;
} | null;

/** Each edit comes with the whole text after it; a cut text has no trailers. */
const withVersions = async (
  place: GitHubPlace,
  origins: readonly Origin[],
  ours: readonly string[],
): Promise<readonly Origin[]> => {
  const numbers = [...new Set(origins.flatMap((origin) => (origin.kind === 'edited' ? [origin.number] : [])))];
  if (numbers.length === 0) return origins;
  const parts = numbers.map((_, at) => `p${at}: pullRequest(number: $p${at}) { ...Edits }`);
  const document = [
    `query Edits($owner: String!, $name: String!${numbers.map((_, at) => `, $p${at}: Int!`).join('')}) {`,
    `  repository(owner: $owner, name: $name) { ${parts.join(' ')} }`,
    '}',
    'fragment Edits on PullRequest { userContentEdits(first: 50) { nodes { editor { __typename login } diff } } }',
  ].join('\n');
  const variables = Object.fromEntries(numbers.map((number, at) => [`p${at}`, number]));
  const { client, owner, name } = place;
  const answer = await client.graphql<{ readonly repository: Record<string, RawEdits> | null }>({
    document,
    variables: { owner, name, ...variables },
    repeat: true,
  });
  const data = answer.kind === 'answered' ? answer.data?.repository : undefined;
  return origins.map((origin): Origin => {
    if (origin.kind !== 'edited') return origin;
    const edits = data?.[`p${numbers.indexOf(origin.number)}`]?.userContentEdits?.nodes ?? [];
    const version = edits.find((edit) => isOneOf(actorLogin(edit?.editor), ours) && isWhole(edit?.diff ?? ''));
    return version?.diff ? { kind: 'other', lines: version.diff } : { kind: 'unreadable' };
  });
};

const isWhole = (text: string): boolean => parseTrailers(text).some(({ kind }) => kind === 'id');
