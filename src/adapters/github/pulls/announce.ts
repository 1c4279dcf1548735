import type { Notice } from '../../../domain/model.ts';
import type { Announced, Announcement, BranchMoved, PullRequest } from '../../../ports.ts';
import { limitedIn, type Problem } from '../answer.ts';
import type { Base } from '../place.ts';
import { type Refused, readingOf, refuse } from '../refusals.ts';
import { ANNOUNCED, PULL_REQUEST, type RawPullRequest } from './fields.ts';
import type { Losses } from './lost.ts';
import { pullRequestOf } from './read.ts';

const OPEN = `mutation Open($input: CreatePullRequestInput!) {
  createPullRequest(input: $input) { ${ANNOUNCED} }
}
${PULL_REQUEST}`;
const EDIT = `mutation Edit($input: UpdatePullRequestInput!) {
  updatePullRequest(input: $input) { ${ANNOUNCED} }
}
${PULL_REQUEST}`;
const EDIT_AND_SAY = `mutation Edit($input: UpdatePullRequestInput!, $comment: AddCommentInput!) {
  updatePullRequest(input: $input) { ${ANNOUNCED} }
  addComment(input: $comment) { clientMutationId }
}
${PULL_REQUEST}`;

type Answered = { readonly pullRequest: RawPullRequest | null } | null;
type Body = { readonly createPullRequest?: Answered; readonly updatePullRequest?: Answered };

/** Opens the pull request, or brings its texts up to date.
 * @throws PromotionError when GitHub refuses. */
export async function announcePullRequest(
  base: Base,
  announcement: Announcement,
  losses: Losses,
): Promise<Announced | BranchMoved> {
  const { branch, standing } = announcement;
  const doing = standing === undefined ? 'open' : 'update';
  const attempted: Refused = {
    ...readingOf(base.place),
    doing,
    branch,
    base: base.branch,
    number: standing?.pullRequest.number,
  };
  return standing === undefined
    ? open({ base, announcement, attempted, losses })
    : edit({ base, announcement, attempted, losses }, standing);
}

type Announcing = {
  readonly base: Base;
  readonly announcement: Announcement;
  readonly attempted: Refused;
  readonly losses: Losses;
};

const open = async (announcing: Announcing): Promise<Announced | BranchMoved> => {
  const { base, announcement, attempted, losses } = announcing;
  const { branch, title, description, draft } = announcement;
  const input = {
    repositoryId: base.repository,
    headRefName: branch,
    baseRefName: base.branch,
    title,
    body: description,
    draft,
  };
  const answer = await base.place.client.graphql<Body>({ document: OPEN, variables: { input }, ages: true });
  if (answer.kind === 'lost') return losses('a pull request is opened', answer);
  const pullRequest = answer.data?.createPullRequest?.pullRequest;
  // Whatever somebody has put on the branch before it was opened is for a fresh read to judge.
  if (pullRequest && pullRequest.headRefOid !== announcement.commit) return { kind: 'branch-moved' };
  if (pullRequest) return { kind: 'announced', pullRequest: pullRequestOf(pullRequest), notices: [] };
  const limited = limitedIn(answer.problems);
  if (limited !== undefined) return limited;
  const problem = answer.problems[0] ?? { message: 'an empty answer' };
  if (draft && /draft/i.test(problem.message)) {
    const opened = await open({ ...announcing, announcement: { ...announcement, draft: false } });
    return opened.kind === 'announced' ? { ...opened, notices: [...opened.notices, notADraft(problem)] } : opened;
  }
  return hasChanged(problem) ? { kind: 'branch-moved' } : refuse(problem, attempted);
};

/** Somebody else was faster: with the same pull request, with merging, or with deleting the branch. */
const hasChanged = ({ message }: Problem): boolean =>
  /already exists for|no commits between|head sha can't be blank|head ref must be a branch/i.test(message);

const notADraft = ({ message }: Problem): Notice => ({
  message: `The pull request is no draft: GitHub says ${JSON.stringify(message)}.`,
  hint: 'Private repositories have drafts in some plans only; remove `draft`.',
});

const edit = async (
  { base, announcement, attempted, losses }: Announcing,
  { pullRequest: former, head }: NonNullable<Announcement['standing']>,
): Promise<Announced | BranchMoved> => {
  const { title, description, comment, commit } = announcement;
  const { key } = former;
  const answer = await base.place.client.graphql<Body>({
    document: comment === undefined ? EDIT : EDIT_AND_SAY,
    variables: {
      input: { pullRequestId: key, title, body: description },
      ...(comment === undefined ? {} : { comment: { subjectId: key, body: comment } }),
    },
    ages: true,
  });
  if (answer.kind === 'lost') return losses('a pull request is updated', answer);
  const pullRequest = answer.data?.updatePullRequest?.pullRequest;
  if (!pullRequest)
    return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: 'an empty answer' }, attempted);
  const at = pullRequest.headRef?.target?.oid;
  // Texts can be changed whatever has become of the pull request and of its branch; right after a move both may still be seen where
  // they were.
  const isOurs = pullRequest.state === 'OPEN' && (at === undefined || at === commit || at === head);
  if (isOurs) return { kind: 'announced', pullRequest: pullRequestOf(pullRequest), notices: [] };
  if (pullRequest.state !== 'OPEN' && pullRequest.headRefOid !== commit) await restore(base, former);
  return { kind: 'branch-moved' };
};

/** What was merged before the branch moved is told by its description, which records may be read from for good. */
const restore = async ({ place }: Base, { key, title, description }: PullRequest): Promise<void> => {
  const input = { pullRequestId: key, title, body: description };
  await place.client.graphql<Body>({ document: EDIT, variables: { input } });
};
