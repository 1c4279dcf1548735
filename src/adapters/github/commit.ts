/** Commits onto a branch: in one mutation where GitHub takes that, else by a commit that is made first and then moved to. */

import type { FileChange } from '../../domain/model.ts';
import type { BranchMoved, CommitRequest, Committed } from '../../ports.ts';
import {
  answered,
  type GitHubAnswer,
  type GitHubProblem,
  type LostAnswer,
  limitedIn,
  unavailable,
  unseen,
} from './answers.ts';
import { type BaseCommit, type RestCall, waitBeforeRetry } from './client.ts';
import { isFinal, type Refused, reactionTo, readingOf, refuse } from './refusals.ts';

/** How often the write is tried; each time against the same base, so that only one can ever land. */
const ATTEMPTS = 3;

type Writing = {
  readonly base: BaseCommit;
  readonly request: CommitRequest;
  readonly attempted: Refused;
  readonly write: CommitWrite;
};

/** Commits onto the branch if it still is at the base. After a lost answer, looks for the commit before anything is written
 * again.
 * @throws PromotionError for what GitHub refuses, with its message, and if the result cannot be determined. */
export async function commitFiles(base: BaseCommit, request: CommitRequest): Promise<Committed | BranchMoved> {
  const paths = request.files.map(({ path }) => path);
  const attempted: Refused = { ...readingOf(base.place), doing: 'commit', branch: base.branch, paths };
  if (fitsMutation(request)) return write({ base, request, attempted, write: mutationOf(base, request) });
  const made = await makeCommit(base, request, attempted);
  return made.kind === 'branch-moved' ? made : write({ base, request, attempted, write: moveOf(base, made) });
}

const write = async (writing: Writing): Promise<Committed | BranchMoved> => {
  const outcome = await attempt(writing, { ages: true });
  if (outcome.kind === 'lost') return settle(writing, outcome.reason, 1);
  if (outcome.kind === 'refused') return judge(writing, outcome.problem);
  return outcome;
};

/** `tries` counts the writes whose answers were lost: any of them may have landed, or may land yet. */
const settle = async (writing: Writing, reason: string, tries: number): Promise<Committed | BranchMoved> => {
  const { base, request, attempted } = writing;
  const fate = await findLanded(base, request.id);
  if (fate.kind === 'committed') return fate;
  if (fate.kind === 'moved') return { kind: 'branch-moved' };
  if (fate.kind === 'unknown' || tries === ATTEMPTS) {
    return unavailable('the commit is made, and whether it was made is not known', reason);
  }
  const outcome = await attempt(writing);
  if (outcome.kind === 'lost') return settle(writing, outcome.reason, tries + 1);
  if (outcome.kind === 'committed') return outcome;
  const late = await findLanded(base, request.id);
  if (late.kind === 'committed') return late;
  if (late.kind === 'moved' || outcome.kind === 'branch-moved') return { kind: 'branch-moved' };
  return refuse(outcome.problem, attempted);
};

type Outcome = Committed | BranchMoved | LostAnswer | { readonly kind: 'refused'; readonly problem: GitHubProblem };

/** Only a first write may be dropped for its age: after a lost answer, another base would let two of them land. */
const attempt = async ({ write: send }: Writing, sending?: { readonly ages: true }): Promise<Outcome> => {
  const answer = await send(sending);
  if (answer.kind === 'lost') return answer;
  const { data, problems } = answer;
  if (data !== undefined) return { kind: 'committed', ...data };
  const limited = limitedIn(problems);
  if (limited !== undefined) return limited;
  const problem = problems[0] ?? { message: 'an empty answer' };
  return reactionTo(problem, 'commit') === 'start-over' ? { kind: 'branch-moved' } : { kind: 'refused', problem };
};

/** The wording of a lost race is not documented, so an unknown refusal is checked against the branch. */
const judge = async (
  { base, request, attempted }: Writing,
  problem: GitHubProblem,
): Promise<Committed | BranchMoved> => {
  if (isFinal(problem, attempted)) return refuse(problem, attempted);
  const fate = await look(base, request.id);
  if (fate.kind === 'committed') return fate;
  return fate.kind === 'moved' || fate.kind === 'away' ? { kind: 'branch-moved' } : refuse(problem, attempted);
};

const LOOKS = 4;

/** Pages of 100 commits that others may have put on top in the meantime. */
const PAGES = 5;

/** Where the branch is after a write whose fate is unknown: `moved` on from the base without our commit, `unmoved`, or `away`,
 * where the base is not below its head: thrown back, or seen as it was before the base. `unknown`: it could not be read. */
type WriteFate =
  | Committed
  | { readonly kind: 'moved' }
  | { readonly kind: 'unmoved' }
  | { readonly kind: 'away' }
  | { readonly kind: 'unknown'; readonly reason: string };

type LandedCommit = {
  readonly oid: string;
  readonly message: string;
  readonly url: string;
  readonly parents: { readonly nodes: readonly ({ readonly oid: string } | null)[] | null };
};

type LandedHead = {
  readonly oid: string;
  readonly history: {
    readonly nodes: readonly (LandedCommit | null)[] | null;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
};

type LandedBody = { readonly repository: { readonly ref: { readonly target: LandedHead | null } | null } | null };

const LANDED_QUERY = `query Landed($owner: String!, $name: String!, $branch: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $branch) {
      target {
        ... on Commit {
          oid
          history(first: 100, after: $after) {
            nodes { oid message url parents(first: 1) { nodes { oid } } }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
}`;

/** Looks for the commit on the base that carries this `Promotion-Id`. A read just after a write can still show the state before
 * it, so unless the branch has plainly moved on it is looked at again. */
export async function findLanded(base: BaseCommit, id: string): Promise<WriteFate> {
  let fate: WriteFate = { kind: 'unknown', reason: '' };
  for (let attempt = 1; attempt <= LOOKS; attempt++) {
    if (attempt > 1) await waitBeforeRetry(base.place.clock, attempt - 1);
    const seen = await look(base, id);
    if (seen.kind === 'committed' || seen.kind === 'moved') return seen;
    if (seen.kind !== 'unknown' || fate.kind === 'unknown') fate = seen;
  }
  return fate;
}

/** Looks once: one request, unless more than a hundred commits came since the base. */
async function look(base: BaseCommit, id: string): Promise<WriteFate> {
  let after: string | null = null;
  for (let page = 1; page <= PAGES; page++) {
    const target = await targetOf(base, after);
    if (typeof target === 'string') return { kind: 'unknown', reason: target };
    if (target?.oid === base.commit) return { kind: 'unmoved' };
    const commits = (target?.history.nodes ?? []).flatMap((node) => node ?? []);
    const ours = commits.find((commit) => standsOn(commit, base) && carries(commit.message, id));
    if (ours !== undefined) return { kind: 'committed', commit: ours.oid, url: ours.url };
    if (commits.some(({ oid }) => oid === base.commit)) return { kind: 'moved' };
    after = target?.history.pageInfo.endCursor ?? null;
    if (!target?.history.pageInfo.hasNextPage) break;
  }
  return { kind: 'away' };
}

/** Undefined for a deleted branch; the reason for an unreadable one. */
const targetOf = async (
  { place, branch }: BaseCommit,
  after: string | null,
): Promise<LandedHead | string | undefined> => {
  const { client, owner, name } = place;
  const answer = await client.graphql<LandedBody>({
    document: LANDED_QUERY,
    variables: { owner, name, branch: `refs/heads/${branch}`, after },
    repeat: true,
  });
  if (answer.kind === 'lost') return answer.reason;
  const [problem] = answer.problems;
  return problem?.message ?? answer.data?.repository?.ref?.target ?? undefined;
};

const standsOn = ({ parents }: LandedCommit, { commit }: BaseCommit): boolean => parents.nodes?.[0]?.oid === commit;

const carries = (message: string, id: string): boolean =>
  message.split('\n').some((line) => line.trimEnd() === `Promotion-Id: ${id}`);

export type WrittenCommit = { readonly commit: string; readonly url?: string | undefined };

/** Moves the branch from the base to the new commit, or does nothing; may be asked again, since it names the base. With `ages`
 * a limit is not waited for, and its problem tells the seconds. */
export type CommitWrite = (sending?: { readonly ages: true }) => Promise<GitHubAnswer<WrittenCommit>>;

export type CommitBody = {
  readonly createCommitOnBranch: { readonly commit: { readonly oid: string; readonly url: string } | null } | null;
};

const COMMIT_MUTATION = `mutation Commit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid url } }
}`;

/** A mutation that was not made is null as a whole. Where only its commit is null, the commit was made and may not be seen. */
export function commitIn(
  made: CommitBody['createCommitOnBranch'] | undefined,
  problems: readonly GitHubProblem[],
): GitHubAnswer<WrittenCommit> {
  if (!made) return answered<WrittenCommit>(undefined, problems);
  const { commit } = made;
  if (commit === null) return unseen(problems);
  return answered({ commit: commit.oid, url: commit.url }, problems);
}

const MOST_FILES = 200;

/** GitHub takes some forty million bytes in a request; a fraction of it is plenty. */
const MOST_BYTES = 5_000_000;

/** createCommitOnBranch writes every file as a plain one, so an executable would lose its bit. */
export function fitsMutation({ files }: CommitRequest): boolean {
  const bytes = files.reduce((sum, { after }) => sum + Buffer.byteLength(after), 0);
  return files.length <= MOST_FILES && bytes <= MOST_BYTES && files.every(({ executable }) => !executable);
}

/** The input of `createCommitOnBranch`. */
export function commitInput(base: BaseCommit, { message, files }: CommitRequest): object {
  return {
    branch: { repositoryNameWithOwner: base.nameWithOwner, branchName: base.branch },
    expectedHeadOid: base.commit,
    message: { headline: message.headline, body: message.body },
    fileChanges: {
      additions: files.map(({ path, after }) => ({ path, contents: Buffer.from(after).toString('base64') })),
    },
  };
}

/** One request: GitHub makes the commit, signs it and moves the branch. */
function mutationOf(base: BaseCommit, request: CommitRequest): CommitWrite {
  const input = commitInput(base, request);
  return async (sending) => {
    const answer = await base.place.client.graphql<CommitBody>({
      document: COMMIT_MUTATION,
      variables: { input },
      ...sending,
    });
    if (answer.kind === 'lost') return answer;
    return commitIn(answer.data?.createCommitOnBranch, answer.problems);
  };
}

/** The bytes that one request of POST git/trees may carry; GitHub gives up on some 2.5 million bytes. */
const CHUNK = 2_000_000;
const CHUNK_FILES = 200;

const MOVE_MUTATION = 'mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }';

export type PreparedCommit = WrittenCommit & { readonly kind: 'made' };

/** Makes the commit on no branch, for commits that createCommitOnBranch does not support: modes, many files, many bytes, another
 * branch's commit. No author is sent, so that GitHub signs the commit of an App.
 * @returns `branch-moved` where a limit stops it: until that is over, others have moved on.
 * @throws PromotionError for what GitHub refuses; nothing is visible on any branch then. */
export async function makeCommit(
  base: BaseCommit,
  { message, files }: CommitRequest,
  attempted: Refused,
): Promise<PreparedCommit | BranchMoved> {
  const { owner, name } = base.place;
  const repository = { owner, repo: name };
  let tree = base.tree;
  for (const chunk of chunks(files)) {
    const entries: TreeEntry[] = [];
    for (const entry of await Promise.all(chunk.map((file) => entryOf(base, file, attempted)))) {
      if (entry.kind === 'branch-moved') return entry;
      entries.push(entry);
    }
    const body = { ...repository, base_tree: tree, tree: entries.map(({ kind: _, ...entry }) => entry) };
    const made = await make<{ sha: string }>(
      base,
      ({ rest }, options) => rest.git.createTree({ ...body, ...options }),
      attempted,
    );
    if (made.kind === 'branch-moved') return made;
    tree = made.data.sha;
  }
  const text = message.body === '' ? message.headline : `${message.headline}\n\n${message.body}`;
  const body = { ...repository, message: text, tree, parents: [base.commit] };
  const commit = await make<{ sha: string; html_url?: string }>(
    base,
    ({ rest }, options) => rest.git.createCommit({ ...body, ...options }),
    attempted,
  );
  if (commit.kind === 'branch-moved') return commit;
  return { kind: 'made', commit: commit.data.sha, url: commit.data.html_url };
}

/** Moves the branch to a commit that was made. */
export function moveOf(
  { place, branch, commit, repository }: BaseCommit,
  { commit: made, url }: PreparedCommit,
): CommitWrite {
  const update = { name: `refs/heads/${branch}`, beforeOid: commit, afterOid: made };
  const input = { repositoryId: repository, refUpdates: [update] };
  return async (sending) => {
    const answer = await place.client.graphql<{ updateRefs: object | null }>({
      document: MOVE_MUTATION,
      variables: { input },
      ...sending,
    });
    if (answer.kind === 'lost') return answer;
    return answered(answer.data?.updateRefs ? { commit: made, url } : undefined, answer.problems);
  };
}

type TreeEntry = { readonly kind: 'entry'; readonly path: string } & Readonly<Record<string, string>>;

/** Text is in the tree itself, which then makes the blob as well; a byte-order mark or much of it goes as bytes. */
const entryOf = async (
  base: BaseCommit,
  { path, executable, after }: FileChange,
  attempted: Refused,
): Promise<TreeEntry | BranchMoved> => {
  const entry = { kind: 'entry', path, mode: executable ? '100755' : '100644', type: 'blob' } as const;
  if (!after.startsWith('\uFEFF') && Buffer.byteLength(after) <= CHUNK) return { ...entry, content: after };
  const { owner, name } = base.place;
  const body = { owner, repo: name, content: Buffer.from(after).toString('base64'), encoding: 'base64' };
  const made = await make<{ sha: string }>(
    base,
    ({ rest }, options) => rest.git.createBlob({ ...body, ...options }),
    attempted,
  );
  return made.kind === 'branch-moved' ? made : { ...entry, sha: made.data.sha };
};

/** Objects are named by their content and seen by nobody yet, so that making them again does no harm. */
const make = async <T>(
  { place }: BaseCommit,
  ask: RestCall['ask'],
  attempted: Refused,
): Promise<{ readonly kind: 'object'; readonly data: T } | BranchMoved> => {
  const answer = await place.client.rest<T>({ ask, repeat: true, ages: true });
  if (answer.kind === 'lost') return unavailable('the commit is prepared', answer.reason);
  if (answer.data) return { kind: 'object', data: answer.data };
  return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: 'an empty answer' }, attempted);
};

const chunks = (files: readonly FileChange[]): FileChange[][] => {
  const found: FileChange[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const size = Buffer.byteLength(file.after);
    const last = found.at(-1);
    if (last === undefined || bytes + size > CHUNK || last.length >= CHUNK_FILES) {
      found.push([file]);
      bytes = size;
    } else {
      last.push(file);
      bytes += size;
    }
  }
  return found;
};
