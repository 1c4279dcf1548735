/** The fields of a pull request. */
import { notAccessible } from '../errors.ts';
import { commitsOf } from '../pulls/commits.ts';
import { queueOf } from '../pulls/merge.ts';
import { baseOid, mergeableOf, mergeStateOf, opinions, reviewDecision } from '../pulls/standing.ts';
import { type MergeMethod, nameOf, type PullRequest, type Review } from '../world.ts';
import { commitSource, rollupOf } from './commits.ts';
import { actor, actorOrNull, nodeId, pullRequestId } from './identities.ts';
import { refSource, repositorySource } from './query.ts';
import { type Asked, connect, type Resolver, type Resolvers, type Source } from './types.ts';

const field =
  (name: keyof PullRequest): Resolver =>
  ({ source }) =>
    source.pullRequest[name] ?? null;

const actors = (asked: Asked, logins: readonly string[]) => connect(asked, logins.map(actor));
const methods: Record<MergeMethod, string> = { merge: 'MERGE', squash: 'SQUASH', rebase: 'REBASE' };

const diff = async ({ source }: Asked): Promise<{ path: string; additions: number; deletions: number }[]> => {
  const { repository, pullRequest } = source;
  const base = await baseOid(repository, pullRequest);
  const text = await repository.git.output([
    'diff',
    '--numstat',
    '-z',
    '--no-renames',
    `${base}...${pullRequest.headOid}`,
  ]);
  return text
    .split('\0')
    .filter(Boolean)
    .map((line: string) => {
      const [additions, deletions, path = ''] = line.split('\t');
      return { path, additions: Number(additions) || 0, deletions: Number(deletions) || 0 };
    });
};

const total =
  (name: 'additions' | 'deletions'): Resolver =>
  async (asked) =>
    (await diff(asked)).reduce((sum, file) => sum + file[name], 0);

const reviewSource = (asked: Asked, review: Review, index: number): Source => ({
  __typename: 'PullRequestReview',
  id: nodeId('PR', nameOf(asked.source.repository), asked.source.pullRequest.number, index),
  author: actor(review.login),
  authorAssociation: 'COLLABORATOR',
  body: review.body,
  state: review.state,
  submittedAt: asked.source.pullRequest.updatedAt,
});

const requested = (asked: Asked) => {
  const { pullRequest, repository } = asked.source as { pullRequest: PullRequest; repository: { owner: string } };
  const nodes = pullRequest.reviewers.map((reviewer) => {
    const slug = /^team:(.+)$/.exec(reviewer)?.[1];
    const who = slug
      ? {
          __typename: 'Team',
          id: nodeId('TEAM', repository.owner, slug),
          slug,
          name: slug,
          organization: actor(repository.owner),
        }
      : actor(reviewer);
    // `GITHUB_TOKEN` may not see any field of a team; the rest of the answer holds.
    const isHidden = slug !== undefined && asked.context.viewer.token?.kind === 'actions';
    return { __typename: 'ReviewRequest', requestedReviewer: isHidden ? notAccessible('actions') : who };
  });
  return connect(asked, nodes);
};

const entry = ({ source }: Asked): Source | null =>
  source.pullRequest.queued
    ? {
        __typename: 'MergeQueueEntry',
        repository: source.repository,
        pullRequest: source.pullRequest,
        position: 1,
        state: 'QUEUED',
        enqueuedAt: source.pullRequest.queued.at,
      }
    : null;

const autoMergeRequest = ({ source }: Asked): Source | null => {
  const { autoMerge } = source.pullRequest as PullRequest;
  return autoMerge
    ? {
        __typename: 'AutoMergeRequest',
        enabledAt: autoMerge.at,
        enabledBy: actor(autoMerge.login),
        mergeMethod: methods[autoMerge.method],
        commitHeadline: autoMerge.headline ?? null,
        commitBody: autoMerge.body ?? null,
        authorEmail: null,
        pullRequest: source,
      }
    : null;
};

export const pulls: Resolvers = {
  PullRequest: {
    id: ({ source }) => pullRequestId(source.repository, source.pullRequest),
    fullDatabaseId: ({ source }) => 5000 + source.pullRequest.number,
    databaseId: ({ source }) => 5000 + source.pullRequest.number,
    number: field('number'),
    title: field('title'),
    body: field('body'),
    bodyText: field('body'),
    state: field('state'),
    isDraft: field('draft'),
    createdAt: field('createdAt'),
    updatedAt: field('updatedAt'),
    closedAt: field('closedAt'),
    mergedAt: field('mergedAt'),
    closed: ({ source }) => source.pullRequest.state !== 'OPEN',
    merged: ({ source }) => source.pullRequest.state === 'MERGED',
    locked: () => false,
    isCrossRepository: () => false,
    maintainerCanModify: () => false,
    milestone: () => null,
    author: ({ source }) => actor(source.pullRequest.author),
    editor: ({ source }) => actorOrNull(source.pullRequest.editor),
    lastEditedAt: ({ source }) => source.pullRequest.edits.at(-1)?.at ?? null,
    /** Newest first; `diff` is the whole text of the version, as others have found. */
    userContentEdits: (asked) =>
      connect(
        asked,
        [...asked.source.pullRequest.edits].reverse().map(({ login, body, at }: PullRequest['edits'][number]) => ({
          __typename: 'UserContentEdit',
          editor: actorOrNull(login),
          editedAt: at,
          createdAt: at,
          updatedAt: at,
          deletedAt: null,
          diff: body,
        })),
      ),
    mergedBy: ({ source }) => (source.pullRequest.mergedBy ? actor(source.pullRequest.mergedBy) : null),
    url: ({ source, context }) =>
      `${context.world.serverUrl}/${nameOf(source.repository)}/pull/${source.pullRequest.number}`,
    permalink: ({ source, context }) =>
      `${context.world.serverUrl}/${nameOf(source.repository)}/pull/${source.pullRequest.number}`,
    resourcePath: ({ source }) => `/${nameOf(source.repository)}/pull/${source.pullRequest.number}`,
    repository: ({ source }) => repositorySource(source.repository),
    baseRepository: ({ source }) => repositorySource(source.repository),
    headRepository: ({ source }) => repositorySource(source.repository),
    headRepositoryOwner: ({ source }) => ({ ...actor(source.repository.owner), __typename: 'Organization' }),
    headRefName: field('head'),
    headRefOid: field('headOid'),
    headRef: (asked) => refSource(asked, asked.source.repository, `refs/heads/${asked.source.pullRequest.head}`),
    baseRefName: field('base'),
    baseRefOid: ({ source }) => baseOid(source.repository, source.pullRequest),
    baseRef: (asked) => refSource(asked, asked.source.repository, `refs/heads/${asked.source.pullRequest.base}`),
    mergeable: ({ source }) => mergeableOf(source.repository, source.pullRequest),
    mergeStateStatus: ({ source }) => mergeStateOf(source.repository, source.pullRequest),
    mergeCommit: ({ source }) =>
      source.pullRequest.mergeCommit ? commitSource(source.repository, source.pullRequest.mergeCommit) : null,
    potentialMergeCommit: () => null,
    autoMergeRequest,
    isInMergeQueue: ({ source }) => source.pullRequest.queued !== undefined,
    isMergeQueueEnabled: ({ source }) => queueOf(source.repository, source.pullRequest) !== undefined,
    mergeQueueEntry: entry,
    viewerCanEnableAutoMerge: ({ source }) =>
      source.repository.settings.autoMergeAllowed && !source.pullRequest.autoMerge,
    viewerCanDisableAutoMerge: ({ source }) => source.pullRequest.autoMerge !== undefined,
    viewerCanUpdate: () => true,
    viewerDidAuthor: ({ source, context }) => source.pullRequest.author === context.viewer.token?.login,
    labels: (asked) => {
      const { repository, pullRequest } = asked.source;
      return connect(
        asked,
        pullRequest.labels.map((name: string) => ({ __typename: 'Label', repository, name })),
      );
    },
    assignees: (asked) => actors(asked, asked.source.pullRequest.assignees),
    participants: (asked) => actors(asked, [asked.source.pullRequest.author]),
    projectItems: (asked) => connect(asked, []),
    projectCards: (asked) => connect(asked, []),
    reactionGroups: () => [],
    closingIssuesReferences: (asked) => connect(asked, []),
    reviewRequests: requested,
    reviews: (asked) =>
      connect(
        asked,
        asked.source.pullRequest.reviews.map((review: Review, index: number) => reviewSource(asked, review, index)),
      ),
    latestReviews: (asked) =>
      connect(
        asked,
        opinions(asked.source.pullRequest).map((review, index) => reviewSource(asked, review, index)),
      ),
    latestOpinionatedReviews: (asked) =>
      connect(
        asked,
        opinions(asked.source.pullRequest).map((review, index) => reviewSource(asked, review, index)),
      ),
    reviewDecision: ({ source }) => reviewDecision(source.repository, source.pullRequest),
    comments: (asked) =>
      connect(
        asked,
        asked.source.pullRequest.comments.map(
          ({ login, body, at }: PullRequest['comments'][number], index: number) => ({
            __typename: 'IssueComment',
            id: nodeId('PR', nameOf(asked.source.repository), asked.source.pullRequest.number, 'comment', index),
            author: actor(login),
            authorAssociation: 'COLLABORATOR',
            body,
            createdAt: at,
            includesCreatedEdit: false,
            isMinimized: false,
            minimizedReason: null,
            reactionGroups: [],
            url: `${asked.context.world.serverUrl}/${nameOf(asked.source.repository)}/pull/${asked.source.pullRequest.number}#issuecomment-${index + 1}`,
            viewerDidAuthor: login === asked.context.viewer.token?.login,
          }),
        ),
      ),
    commits: async (asked) => {
      const { repository, pullRequest } = asked.source;
      const base = (await baseOid(repository, pullRequest)) ?? pullRequest.headOid;
      const ids = await commitsOf(repository, base, pullRequest.headOid);
      return connect(
        asked,
        ids.map((oid) => ({
          __typename: 'PullRequestCommit',
          id: nodeId('C', oid),
          commit: commitSource(repository, oid),
          pullRequest: asked.source,
        })),
      );
    },
    files: async (asked) =>
      connect(
        asked,
        (await diff(asked)).map((file) => ({ __typename: 'PullRequestChangedFile', ...file, changeType: 'MODIFIED' })),
      ),
    changedFiles: async (asked) => (await diff(asked)).length,
    additions: total('additions'),
    deletions: total('deletions'),
    statusCheckRollup: ({ source }) => rollupOf(source.repository, source.pullRequest.headOid),
  },
  MergeQueueEntry: {
    pullRequest: ({ source }) => ({
      __typename: 'PullRequest',
      repository: source.repository,
      pullRequest: source.pullRequest,
    }),
    state: () => 'QUEUED',
  },
};
