/** The history of the checked-out branch, read with git alone. */
import { createHash } from 'node:crypto';
import {
  type GraphCommit,
  landingCommits,
  lineOf,
  type PlainStep,
  promotersOf,
  stepsByMessage,
} from '../../domain/history/steps.ts';
import { LARGEST_MANIFEST, LONGEST_HISTORY } from '../../domain/limits.ts';
import type { Notice } from '../../domain/model.ts';
import type { BranchHistory, PastStates, SnapshotEntry, StateQuestion } from '../../ports.ts';
import { type Git, headOfCheckout, historiesIn, outputOf } from './git.ts';

export function checkoutHistory(git: Git): BranchHistory {
  return {
    steps: async ({ paths, since, onProgress }) => {
      const { sha, isShallow } = await headOfCheckout(git);
      if (sha === undefined) {
        return { histories: paths.map(() => ({ steps: [], complete: false })), problems: [withoutCommits] };
      }
      const facts = await factsOf(git);
      const read = historiesIn(git, { most: ALL });
      const histories = await Promise.all(paths.map(read));
      onProgress(paths.length, paths.length);
      const all = histories.map(({ commits }) =>
        commits.map(
          ({ id, message, committedAt }): PlainStep => ({
            id,
            message,
            committedAt,
            author: facts.authors.get(id) ?? '',
            merge: facts.merges.get(id),
          }),
        ),
      );
      const promoters = promotersOf(all.flat());
      return {
        histories: all.map((steps) => ({
          steps: stepsByMessage(steps, promoters).filter(({ at }) => Date.parse(at) >= Date.parse(since)),
          complete: !isShallow,
        })),
        problems: isShallow ? [shallow] : [],
      };
    },
    states: (questions) => readStates(git, questions),
  };
}

const withoutCommits: Notice = { message: 'The checkout has no commit, so it has no history.' };

const shallow: Notice = {
  message: 'The checkout has only a part of the history: its oldest commit seems to have made all files.',
  hint: 'Run git fetch --unshallow, or check out with fetch-depth: 0.',
};

type Merge = NonNullable<PlainStep['merge']>;

/** More commits than any manifest has. */
const ALL = 1_000_000;

type Facts = { readonly authors: ReadonlyMap<string, string>; readonly merges: ReadonlyMap<string, Merge> };

/** The author of every commit and, for each commit off the first-parent line, the merge that brought it. */
const factsOf = async (git: Git): Promise<Facts> => {
  const commits = await graphOf(git);
  const landings = landingCommits(commits, lineOf(commits, earlier));
  return {
    authors: new Map([...commits].map(([id, { author }]) => [id, author])),
    merges: new Map([...landings].filter(([id, landing]) => landing.id !== id)),
  };
};

type AuthoredCommit = GraphCommit & Merge & { readonly author: string };

const graphOf = async (git: Git): Promise<Map<string, AuthoredCommit>> => {
  const output = await outputOf(git, ['log', '-z', '--format=%H%n%P%n%cI%n%an%n%s', 'HEAD']);
  return new Map(
    output.split('\0').flatMap((text) => {
      const [id = '', parents = '', committedAt = '', author = '', message = ''] = text.split('\n');
      const commit = { id, parents: parents.split(' ').filter(Boolean), committedAt, author, message };
      return id === '' ? [] : [[id, commit] as const];
    }),
  );
};

/** The head of the branch before this commit: the first parent, except at a merge by `git pull`, whose second parent is the branch of
 * the server. */
const earlier = ({ parents: [first, second], message }: AuthoredCommit): string | undefined =>
  second !== undefined && isPull(message) ? second : first;

/** Git leaves out the name of the branch in the message if it is main or master. */
const isPull = (message: string): boolean =>
  /^Merge (?:remote-tracking )?branch '(?:[^'/]+\/)?(?:main|master)'(?: of \S+)?$/.test(message);

/** The head of the branch at that time; undefined before its first commit. */
export async function headAt(git: Git, moment: string): Promise<string | undefined> {
  const line = lineOf(await graphOf(git), earlier);
  return line.find(({ committedAt }) => Date.parse(committedAt) <= Date.parse(moment))?.id;
}

/** The entries at the path after each commit that changed it, along the first parents: a state that was only on a merged branch never
 * ran. */
export async function statesOnLine(git: Git, path: string, from: string): Promise<PastStates> {
  const line = ['rev-list', '--first-parent', `--max-count=${LONGEST_HISTORY + 1}`, from, '--', path];
  const commits = (await outputOf(git, line)).split('\n').filter(Boolean);
  const some = commits.slice(0, LONGEST_HISTORY).map((revision) => ({ revision, path }));
  return { entries: await readStates(git, some), complete: some.length === commits.length };
}

/** One process answers many questions: git gives each answer with its length in bytes. */
const readStates = async (git: Git, questions: readonly StateQuestion[]): Promise<readonly SnapshotEntry[]> => {
  const entries: SnapshotEntry[] = [];
  for (let at = 0; at < questions.length; at += TOGETHER) {
    const some = questions.slice(at, at + TOGETHER);
    const names = some.map(({ revision, path }) => `${revision}:./${path}\n`).join('');
    const output = Buffer.from(await outputOf(git, ['cat-file', '--batch'], names), 'utf8');
    const whole = entriesIn(output, some.length);
    entries.push(...(whole ?? (await Promise.all(some.map((question) => readAlone(git, question))))));
  }
  return entries;
};

const TOGETHER = 200;

/** Undefined if some text is not UTF-8: then the given lengths do not match. */
const entriesIn = (output: Buffer, count: number): SnapshotEntry[] | undefined => {
  const entries: SnapshotEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    const end = output.indexOf('\n', at);
    if (end < 0) return undefined;
    const header = output.subarray(at, end).toString('utf8');
    const [, id = '', type = '', size = ''] = /^([0-9a-f]{40}|[0-9a-f]{64}) (\w+) (\d+)$/.exec(header) ?? [];
    at = end + 1;
    if (id === '') {
      if (!header.endsWith(' missing')) return undefined;
      entries.push({ kind: 'absent' });
      continue;
    }
    const bytes = output.subarray(at, at + Number(size));
    if (output[at + Number(size)] !== 0x0a) return undefined;
    at += Number(size) + 1;
    const entry = entryOf({ id, type, bytes });
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  return entries;
};

type BatchObject = { readonly id: string; readonly type: string; readonly bytes: Buffer };

const entryOf = ({ id, type, bytes }: BatchObject): SnapshotEntry | undefined => {
  if (type !== 'blob') return { kind: 'directory', entries: [] };
  if (bytes.length > LARGEST_MANIFEST) return { kind: 'too-large', size: bytes.length };
  const hash = createHash(id.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes);
  if (hash.digest('hex') !== id) return undefined;
  const text = bytes.toString('utf8');
  return text.includes('\0') ? { kind: 'binary' } : { kind: 'file', text, executable: false };
};

const readAlone = async (git: Git, { revision, path }: StateQuestion): Promise<SnapshotEntry> => {
  const answer = await git(['cat-file', '--batch'], `${revision}:./${path}\n`);
  return entriesIn(Buffer.from(answer.output, 'utf8'), 1)?.[0] ?? { kind: 'binary' };
};
