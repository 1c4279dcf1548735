import { PromotionError } from '../../../domain/errors.ts';
import type { BranchMoved, Committed, Draft } from '../../../ports.ts';
import { limitedIn, type Problem } from '../answer.ts';
import { commitFiles, saysMoved } from '../commit.ts';
import { fitsMutation } from '../mutation.ts';
import type { Base } from '../place.ts';
import { type Scene, sceneOf } from '../refusal.ts';
import { makeCommit } from '../tree.ts';
import { readBranch } from './head.ts';
import type { Losses } from './lost.ts';
import { type Attempted, refuse } from './refusal.ts';

const CREATE = 'mutation Create($input: CreateRefInput!) { createRef(input: $input) { clientMutationId } }';

/** Brings the branch to the commit. A new one begins at the base and gets a commit that GitHub signs for any token; one that is
 * there moves once, from where it was seen to the finished commit: if it were at the base for a moment, GitHub would close its
 * pull request.
 * @throws PromotionError when GitHub refuses. */
export async function writeBranch(base: Base, draft: Draft, losses: Losses): Promise<Committed | BranchMoved> {
  const attempted: Attempted = { place: base.place, doing: 'branch', branch: draft.branch, base: base.branch };
  if (draft.standing === undefined && fitsMutation(draft.commit)) return create({ base, draft, attempted, losses });
  return move({ base, draft, attempted, losses });
}

type Writing = {
  readonly base: Base;
  readonly draft: Draft;
  readonly attempted: Attempted;
  readonly losses: Losses;
};

const create = async ({ base, draft, attempted, losses }: Writing): Promise<Committed | BranchMoved> => {
  const input = { repositoryId: base.repository, name: nameOf(draft), oid: base.commit };
  const answer = await base.place.client.graphql<{ createRef: object | null }>({
    document: CREATE,
    variables: { input },
    ages: true,
  });
  if (answer.kind === 'lost') return losses('a branch is made', answer);
  if (!answer.data?.createRef)
    return limitedIn(answer.problems) ?? judge({ base, draft, attempted, losses }, answer.problems[0]);
  return commitFiles({ ...base, branch: draft.branch }, draft.commit).catch(goneIsMoved);
};

/** Who deletes the branch as soon as it is made is somebody else who moves it. */
const goneIsMoved = (error: unknown): BranchMoved => {
  if (error instanceof PromotionError && error.violations.every(({ code }) => code === 'branch-missing'))
    return { kind: 'branch-moved' };
  throw error;
};

/** Disarmed before it changes, in one request. */
const MOVE = `mutation Move($input: UpdateRefsInput!) {
  updateRefs(input: $input) { clientMutationId }
}`;
const DISARM_AND_MOVE = `mutation Move($input: UpdateRefsInput!, $armed: DisablePullRequestAutoMergeInput!) {
  disablePullRequestAutoMerge(input: $armed) { clientMutationId }
  updateRefs(input: $input) { clientMutationId }
}`;
const DEQUEUE_AND_MOVE = `mutation Move($input: UpdateRefsInput!, $armed: DequeuePullRequestInput!) {
  dequeuePullRequest(input: $armed) { clientMutationId }
  updateRefs(input: $input) { clientMutationId }
}`;

const move = async (writing: Writing): Promise<Committed | BranchMoved> => {
  const { base, draft, losses } = writing;
  const scene: Scene = { ...sceneOf(base.place), access: 'write', branch: draft.branch };
  const made = await makeCommit(base, draft.commit, scene);
  if (made.kind === 'branch-moved') return made;
  const beforeOid = draft.standing?.head.id ?? '0'.repeat(base.commit.length);
  const update = { name: nameOf(draft), beforeOid, afterOid: made.commit, force: true };
  const answer = await base.place.client.graphql<{ updateRefs: object | null }>({
    document: documentFor(draft),
    variables: { input: { repositoryId: base.repository, refUpdates: [update] }, ...armedOf(draft) },
    ages: true,
  });
  if (answer.kind === 'lost') return losses('a branch is moved', answer);
  if (answer.data?.updateRefs) return { ...made, kind: 'committed' };
  const limited = limitedIn(answer.problems);
  if (limited !== undefined) return limited;
  const problem = answer.problems.find(({ path }) => path?.[0] === 'updateRefs') ?? answer.problems[0];
  return judge(writing, problem);
};

const documentFor = ({ standing }: Draft): string => {
  const waits = standing?.pullRequest?.waits ?? 'idle';
  return { idle: MOVE, armed: DISARM_AND_MOVE, queued: DEQUEUE_AND_MOVE }[waits];
};

const armedOf = ({ standing }: Draft): Record<string, object> => {
  const { waits, key } = standing?.pullRequest ?? { waits: 'idle', key: '' };
  if (waits === 'idle') return {};
  return { armed: waits === 'armed' ? { pullRequestId: key } : { id: key } };
};

/** The branch tells whether somebody else has moved it. */
const judge = async (
  { base, draft, attempted }: Writing,
  problem: Problem = { message: 'an empty answer' },
): Promise<BranchMoved> => {
  const at = await readBranch(base.place, draft.branch);
  return at === draft.standing?.head.id && !saysMoved(problem) ? refuse(problem, attempted) : { kind: 'branch-moved' };
};

const nameOf = ({ branch }: Draft): string => `refs/heads/${branch}`;
