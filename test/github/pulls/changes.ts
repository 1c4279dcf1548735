/** Opening, editing and closing pull requests. */
import { demand, roleOf } from '../access.ts';
import {
  actionsMayNot,
  invalid,
  noCommitsBetween,
  noHead,
  notCollaborators,
  notReopened,
  pullRequestExists,
  reviewByAuthor,
} from '../errors.ts';
import { isAncestor, readRef } from '../repository.ts';
import { nameOf, type PullRequest, type Repository } from '../world.ts';
import type { By } from '../writes.ts';
import { mergeWhatIsReady } from './effects.ts';

export type NewPullRequest = {
  readonly title: string;
  readonly body: string;
  /** `branch` or `owner:branch`. */
  readonly head: string;
  readonly base: string;
  readonly draft: boolean;
};

export async function openPullRequest(by: By, opened: NewPullRequest): Promise<PullRequest> {
  const { world, viewer, repository } = by;
  demand(viewer, repository, 'write', 'pull_requests');
  if (viewer.token?.kind === 'actions' && !repository.settings.actionsMayCreatePullRequests) throw actionsMayNot();
  const head = opened.head.replace(`${repository.owner}:`, '').replace(/^refs\/heads\//, '');
  const base = opened.base.replace(/^refs\/heads\//, '');
  if (!opened.title) throw invalid([{ resource: 'PullRequest', code: 'missing_field', field: 'title' }]);
  const headOid = await readRef(repository, `refs/heads/${head}`);
  const baseOid = await readRef(repository, `refs/heads/${base}`);
  if (!baseOid) throw invalid([{ resource: 'PullRequest', field: 'base', code: 'invalid' }]);
  if (!headOid) throw noHead();
  if (repository.pullRequests.some((other) => other.state === 'OPEN' && other.head === head && other.base === base)) {
    throw pullRequestExists(`${repository.owner}:${head}`);
  }
  if (await isAncestor(repository, headOid, baseOid)) throw noCommitsBetween(base, head);
  const at = world.now();
  const pullRequest: PullRequest = {
    number: repository.pullRequests.length + 1,
    title: opened.title,
    body: opened.body,
    state: 'OPEN',
    draft: opened.draft,
    author: viewer.token?.login ?? '',
    head,
    base,
    headOid,
    labels: [],
    assignees: [],
    reviewers: [],
    reviews: [],
    comments: [],
    edits: [],
    unknownReads: repository.settings.unknownMergeable,
    createdAt: at,
    updatedAt: at,
  };
  remember(repository);
  repository.pullRequests.push(pullRequest);
  return pullRequest;
}

/** Keeps the old state for stale reads. */
export const remember = (repository: Repository): void => {
  repository.past = { ...repository.past, pullRequests: structuredClone(repository.pullRequests) };
};

export type Edits = {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly base?: string | undefined;
  readonly state?: 'open' | 'closed' | undefined;
  readonly draft?: boolean | undefined;
};

export async function editPullRequest(by: By, pullRequest: PullRequest, edits: Edits): Promise<void> {
  const { world, repository } = by;
  demand(by.viewer, repository, 'write', 'pull_requests');
  remember(repository);
  if (edits.title !== undefined) pullRequest.title = edits.title;
  if (edits.body !== undefined && edits.body !== pullRequest.body) editBody(by, pullRequest, edits.body);
  if (edits.base !== undefined) pullRequest.base = edits.base;
  if (edits.draft !== undefined) pullRequest.draft = edits.draft;
  pullRequest.updatedAt = world.now();
  if (edits.state === 'closed' && pullRequest.state === 'OPEN') closePullRequest(by, pullRequest);
  if (edits.state === 'open' && pullRequest.state !== 'OPEN') await reopen(by, pullRequest);
  await mergeWhatIsReady(world, repository);
}

/** The first edit keeps the version that it replaces as well. */
const editBody = ({ world, viewer }: By, pullRequest: PullRequest, body: string): void => {
  const login = viewer.token?.login ?? '';
  if (pullRequest.edits.length === 0) {
    pullRequest.edits.push({ login: pullRequest.author, body: pullRequest.body, at: pullRequest.createdAt });
  }
  pullRequest.edits.push({ login, body, at: world.now() });
  Object.assign(pullRequest, { body, editor: login });
};

/** Also GitHub's own action when a branch is deleted or has no changes. */
export function closePullRequest({ world }: Pick<By, 'world'>, pullRequest: PullRequest): void {
  pullRequest.state = 'CLOSED';
  pullRequest.closedAt = world.now();
  pullRequest.updatedAt = world.now();
  pullRequest.autoMerge = undefined;
  pullRequest.queued = undefined;
}

const reopen = async ({ repository }: By, pullRequest: PullRequest): Promise<void> => {
  const head = await readRef(repository, `refs/heads/${pullRequest.head}`);
  // GitHub reopens a pull request only if the branch continues its head.
  if (pullRequest.state === 'MERGED' || !head || !(await isAncestor(repository, pullRequest.headOid, head)))
    throw notReopened();
  pullRequest.state = 'OPEN';
  pullRequest.headOid = head;
  pullRequest.closedAt = undefined;
};

/** Logins, and teams as `team:slug`: all of them or none. */
export function requestReviews(by: By, pullRequest: PullRequest, reviewers: readonly string[]): void {
  const { world, repository } = by;
  demand(by.viewer, repository, 'write', 'pull_requests');
  for (const reviewer of reviewers) {
    if (reviewer === pullRequest.author) throw reviewByAuthor();
    const known = reviewer.startsWith('team:')
      ? world.teams.has(`${repository.owner}/${reviewer.slice(5)}`)
      : roleOf(world, repository, reviewer) !== undefined;
    if (!known) throw notCollaborators(nameOf(repository));
  }
  remember(repository);
  pullRequest.reviewers = [...new Set([...pullRequest.reviewers, ...reviewers])];
  pullRequest.updatedAt = world.now();
}

const LONGEST_LABEL = 50;

/** Labels that the repository does not have are made. */
export function addLabels(by: By, pullRequest: PullRequest, labels: readonly string[]): void {
  const isNew = labels.some((label) => !by.repository.labels.has(label));
  if (isNew) demand(by.viewer, by.repository, 'write', 'issues');
  demand(by.viewer, by.repository, 'write', 'issues', 'pull_requests');
  if (labels.some((label) => label.length > LONGEST_LABEL))
    throw invalid([
      { resource: 'Label', code: 'custom', field: 'name', message: 'name is too long (maximum is 50 characters)' },
    ]);
  remember(by.repository);
  for (const label of labels) if (!by.repository.labels.has(label)) by.repository.labels.set(label, 'ededed');
  pullRequest.labels = [...new Set([...pullRequest.labels, ...labels])];
}

/** Those who cannot be assigned are left out without a word. */
export function assign(by: By, pullRequest: PullRequest, logins: readonly string[]): void {
  demand(by.viewer, by.repository, 'write', 'issues', 'pull_requests');
  const assignable = logins.filter((login) => roleOf(by.world, by.repository, login));
  remember(by.repository);
  pullRequest.assignees = [...new Set([...pullRequest.assignees, ...assignable])];
}

export function comment(by: By, pullRequest: PullRequest, body: string) {
  demand(by.viewer, by.repository, 'write', 'issues', 'pull_requests');
  const added = { login: by.viewer.token?.login ?? '', body, at: by.world.now() };
  pullRequest.comments.push(added);
  return added;
}

export function removeComment(by: By, pullRequest: PullRequest, index: number): void {
  demand(by.viewer, by.repository, 'write', 'issues', 'pull_requests');
  pullRequest.comments.splice(index, 1);
}
