/** The histories of many paths for the price of few processes: git walks the history once for all paths that are asked for together. */
import { LONGEST_HISTORY } from '../../domain/limits.ts';
import type { History, HistoryCommit } from '../../ports.ts';
import type { Git } from './git.ts';

/** Answers each path once; what is asked for in one turn of the event loop is read together. */
export function historiesIn(git: Git): (path: string) => Promise<History> {
  const known = new Map<string, Promise<History>>();
  let batch: { readonly paths: string[]; readonly answers: Promise<readonly History[]> } | undefined;
  let shallow: Promise<boolean> | undefined;
  const read = async (paths: readonly string[]): Promise<readonly History[]> => {
    // All that ask in this turn have asked before it ends.
    await new Promise<void>((resolve) => setImmediate(resolve));
    batch = undefined;
    shallow ??= isShallow(git);
    const commits = await readAll(git, paths).catch(() => undefined);
    const isCut = await shallow.catch(() => false);
    return (commits ?? paths.map(() => [])).map((all) => ({
      commits: all.slice(0, LONGEST_HISTORY),
      complete: commits === undefined || (all.length <= LONGEST_HISTORY && !isCut),
    }));
  };
  const ask = async (path: string): Promise<History> => {
    if (batch === undefined) {
      const paths: string[] = [];
      batch = { paths, answers: read(paths) };
    }
    const { paths, answers } = batch;
    const index = paths.push(path) - 1;
    return (await answers)[index] ?? { commits: [], complete: true };
  };
  return (path) => {
    const answer = known.get(path) ?? ask(path);
    known.set(path, answer);
    return answer;
  };
}

/** A clone of limited depth ends in a commit that seems to have made all files. */
const isShallow = async (git: Git): Promise<boolean> =>
  (await git(['rev-parse', '--is-shallow-repository'])).output.trim() === 'true';

const FORMAT = '--format=%H%n%cI%n%B';
const MOST = LONGEST_HISTORY + 1;

/** So many paths fit on a command line. */
const TOGETHER = 4_000;

const readAll = async (git: Git, paths: readonly string[]): Promise<HistoryCommit[][] | undefined> => {
  const all: HistoryCommit[][] = [];
  for (let at = 0; at < paths.length; at += TOGETHER) {
    const some = paths.slice(at, at + TOGETHER);
    const read = await (some.length === 1 ? readOne(git, some[0] ?? '') : readTogether(git, some));
    if (read === undefined) return undefined;
    all.push(...read);
  }
  return all;
};

const readOne = async (git: Git, path: string): Promise<HistoryCommit[][] | undefined> => {
  const answer = await git(['log', '-z', `--max-count=${MOST}`, FORMAT, 'HEAD', '--', path || '.']);
  return answer.code === 0 ? [parseCommits(answer.output)] : undefined;
};

const parseCommits = (output: string): HistoryCommit[] =>
  output.split('\0').flatMap((text) => {
    const [id = '', committedAt = '', ...message] = text.split('\n');
    return text === '' ? [] : [{ id, committedAt, message: message.join('\n') }];
  });

/** A commit with its parents, as far as they touch the paths, and what it changes against each of them. */
type Step = {
  readonly id: string;
  readonly parents: readonly string[];
  readonly changed: readonly ReadonlySet<string>[];
};

const readTogether = async (git: Git, paths: readonly string[]): Promise<HistoryCommit[][] | undefined> => {
  const places = paths.map((path) => path || '.');
  const walked = await git(['rev-list', '--full-history', '--parents', '--date-order', 'HEAD', '--', ...places]);
  if (walked.code !== 0) return undefined;
  const graph = walked.output.split('\n').flatMap((line) => {
    const [id, ...parents] = line.split(' ').filter((word) => word !== '');
    return id === undefined ? [] : [{ id, parents }];
  });
  const pairs = graph.flatMap(({ id, parents }) =>
    parents.length === 0 ? [id] : parents.map((parent) => `${id} ${parent}`),
  );
  const changes = await changesOf(git, pairs, { paths, places });
  if (changes === undefined) return undefined;
  const steps = new Map<string, Step>();
  let at = 0;
  for (const { id, parents } of graph) {
    const count = Math.max(1, parents.length);
    steps.set(id, { id, parents, changed: changes.slice(at, at + count) });
    at += count;
  }
  const touching = paths.map((path) => touchingCommits(path, graph[0]?.id, steps));
  const messages = await messagesOf(git, [...new Set(touching.flat())]);
  return messages && touching.map((ids) => ids.flatMap((id) => messages.get(id) ?? []));
};

type Places = { readonly paths: readonly string[]; readonly places: readonly string[] };

/** Which of the paths differ between the two commits of each line, or in a commit without parents. */
const changesOf = async (
  git: Git,
  pairs: readonly string[],
  { paths, places }: Places,
): Promise<ReadonlySet<string>[] | undefined> => {
  const question = [
    'diff-tree',
    '--stdin',
    '--always',
    '--root',
    '-r',
    '-z',
    '--name-only',
    '--no-renames',
    '--relative',
  ];
  const answer = await git([...question, '--', ...places], pairs.map((pair) => `${pair}\n`).join(''));
  if (answer.code !== 0) return undefined;
  const wanted = new Set(paths);
  const changes: Set<string>[] = [];
  const words = answer.output.split('\0');
  for (const word of words) {
    const next = pairs[changes.length]?.split(' ', 1)[0];
    if (word === next) changes.push(new Set());
    else for (const path of pathsAbove(word)) if (wanted.has(path)) changes.at(-1)?.add(path);
  }
  return changes.length === pairs.length ? changes : undefined;
};

/** The path itself, the directories above it, and the root. */
const pathsAbove = (path: string): string[] => {
  if (path === '') return [];
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index).join('/')).concat(path);
};

/** As git simplifies the history of one path: a merge that took it over from one side leads on to that side alone. */
const touchingCommits = (path: string, head: string | undefined, steps: ReadonlyMap<string, Step>): string[] => {
  const reached = new Set(head === undefined ? [] : [head]);
  const found: string[] = [];
  for (const { id, parents, changed } of steps.values()) {
    if (!reached.has(id)) continue;
    const same = parents.findIndex((_, index) => changed[index]?.has(path) === false);
    if (same >= 0) reached.add(parents[same] as string);
    else {
      for (const parent of parents) reached.add(parent);
      if (parents.length > 0 || changed[0]?.has(path) === true) found.push(id);
    }
    if (found.length === MOST) break;
  }
  return found;
};

const messagesOf = async (git: Git, ids: readonly string[]): Promise<Map<string, HistoryCommit> | undefined> => {
  if (ids.length === 0) return new Map();
  const answer = await git(['log', '-z', '--no-walk=unsorted', '--stdin', FORMAT], ids.map((id) => `${id}\n`).join(''));
  if (answer.code !== 0) return undefined;
  return new Map(parseCommits(answer.output).map((commit) => [commit.id, commit]));
};
