import { demand, may } from '../access.ts';
import { noSuchPullRequest, notAccessible } from '../errors.ts';
import { commitsBetween } from '../history.ts';
import { isAncestor, listRefs, readRef } from '../repository.ts';
import { protectionsOf } from '../rules.ts';
import { nameOf, type PullRequest, type Repository } from '../world.ts';
import { actor, nodeId, repositoryId } from './identities.ts';
import { gitObject } from './objects.ts';
import { refSource, repositorySource } from './query.ts';
import { type Asked, connect, connectForbidden, type Resolvers, type Source } from './types.ts';

const url = ({ source, context }: Asked): string => `${context.world.serverUrl}/${nameOf(source.repository)}`;
const setting =
  (name: string) =>
  ({ source }: Asked) =>
    source.repository.settings[name];

/** The contents need Contents: read, which the visibility of a private repository does not include. */
const demandContents = ({ source, context }: Asked): void =>
  demand(context.viewer, source.repository, 'read', 'contents');

/** The ref by its full or its short name, branches before tags. */
const refOf = async (asked: Asked): Promise<Source | null> => {
  demandContents(asked);
  const { qualifiedName } = asked.args;
  const names = qualifiedName.startsWith('refs/')
    ? [qualifiedName]
    : [`refs/heads/${qualifiedName}`, `refs/tags/${qualifiedName}`, `refs/${qualifiedName}`];
  for (const name of names) {
    const found = await refSource(asked, asked.source.repository, name);
    if (found) return found;
  }
  return null;
};

const objectOf = async (asked: Asked): Promise<Source | null> => {
  demandContents(asked);
  const { source, args, context } = asked;
  const { repository } = source;
  if (args.oid) return gitObject(repository, args.oid);
  const [whole, revision, rest] = /^([^:^~@]+)(.*)$/s.exec(args.expression ?? '') ?? [];
  if (!whole || !revision || !context.viewer.stale) return gitObject(repository, args.expression ?? '');
  const past = await readRef(
    repository,
    revision.startsWith('refs/') ? revision : `refs/heads/${revision}`,
    context.viewer,
  );
  return gitObject(repository, `${past ?? revision}${rest}`);
};

export const pullRequestsSeen = ({ context }: Asked, repository: Repository): readonly PullRequest[] =>
  (context.viewer.stale ? repository.past.pullRequests : undefined) ?? repository.pullRequests;

const pullRequests = (asked: Asked) => {
  const { source, args } = asked;
  const { repository } = source;
  const { viewer } = asked.context;
  const mayRead = may(viewer, repository, 'pull_requests', 'read');
  if (!mayRead && source.head === undefined) throw notAccessible(viewer.token?.kind ?? 'user');
  const found = pullRequestsSeen(asked, repository).filter(
    (pullRequest) =>
      (!args.states || args.states.includes(pullRequest.state)) &&
      (!args.headRefName || args.headRefName === pullRequest.head) &&
      (!args.baseRefName || args.baseRefName === pullRequest.base) &&
      (!args.labels || args.labels.some((label: string) => pullRequest.labels.includes(label))) &&
      (!source.head || source.head === pullRequest.head),
  );
  const field = args.orderBy?.field === 'UPDATED_AT' ? 'updatedAt' : 'number';
  const sorted = found.sort((a, b) => Number(a[field]) - Number(b[field]));
  if (args.orderBy?.direction === 'DESC') sorted.reverse();
  if (!mayRead) return connectForbidden(asked, sorted);
  return connect(
    asked,
    sorted.map((pullRequest) => ({ __typename: 'PullRequest', repository, pullRequest })),
  );
};

export const repositories: Resolvers = {
  Repository: {
    id: ({ source }) => repositoryId(source.repository),
    databaseId: ({ source }) => source.repository.id,
    name: ({ source }) => source.repository.name,
    nameWithOwner: ({ source }) => nameOf(source.repository),
    owner: ({ source }) => ({
      ...actor(source.repository.owner),
      __typename: 'Organization',
      id: nodeId('ORG', source.repository.owner),
    }),
    description: () => null,
    url,
    resourcePath: ({ source }) => `/${nameOf(source.repository)}`,
    isPrivate: setting('private'),
    visibility: ({ source }) => (source.repository.settings.private ? 'PRIVATE' : 'PUBLIC'),
    isArchived: setting('archived'),
    isFork: () => false,
    isInOrganization: () => true,
    isEmpty: async ({ source }) => (await listRefs(source.repository, 'refs/heads/')).length === 0,
    parent: () => null,
    hasIssuesEnabled: () => true,
    hasWikiEnabled: () => false,
    hasProjectsEnabled: () => false,
    autoMergeAllowed: setting('autoMergeAllowed'),
    mergeCommitAllowed: setting('mergeCommitAllowed'),
    squashMergeAllowed: setting('squashMergeAllowed'),
    rebaseMergeAllowed: setting('rebaseMergeAllowed'),
    deleteBranchOnMerge: setting('deleteBranchOnMerge'),
    viewerDefaultMergeMethod: () => 'MERGE',
    viewerPermission: ({ source, context }) =>
      may(context.viewer, source.repository, 'contents', 'write') ? 'WRITE' : 'READ',
    viewerCanAdminister: () => false,
    defaultBranchRef: (asked) => {
      demandContents(asked);
      return refSource(asked, asked.source.repository, `refs/heads/${asked.source.repository.defaultBranch}`);
    },
    ref: refOf,
    refs: async (asked) => {
      demandContents(asked);
      const { repository } = asked.source;
      const found = await listRefs(repository, asked.args.refPrefix);
      return connect(
        asked,
        found.map(({ name, oid }) => ({ __typename: 'Ref', repository, ref: name, oid })),
      );
    },
    object: objectOf,
    pullRequest: (asked) => {
      const { repository } = asked.source;
      const pullRequest = pullRequestsSeen(asked, repository).find(({ number }) => number === asked.args.number);
      if (!pullRequest) throw noSuchPullRequest(asked.args.number);
      return { __typename: 'PullRequest', repository, pullRequest };
    },
    pullRequests,
    pullRequestTemplates: () => [],
    label: ({ source, args }) =>
      source.repository.labels.has(args.name)
        ? { __typename: 'Label', repository: source.repository, name: args.name }
        : null,
    labels: (asked) =>
      connect(
        asked,
        [...asked.source.repository.labels.keys()].map((name) => ({
          __typename: 'Label',
          repository: asked.source.repository,
          name,
        })),
      ),
    assignableUsers: (asked) => connect(asked, [...asked.source.repository.collaborators.keys()].map(actor)),
    milestones: (asked) => connect(asked, []),
    projects: (asked) => connect(asked, []),
    mergeQueue: ({ source, args }) => {
      const { repository } = source;
      const branch = args.branch ?? repository.defaultBranch;
      return protectionsOf(repository, branch).some(({ mergeQueue }) => mergeQueue)
        ? { __typename: 'MergeQueue', id: nodeId('R', nameOf(repository), branch, 'queue'), repository, branch }
        : null;
    },
  },
  MergeQueue: {
    entries: (asked) => {
      const { repository, branch } = asked.source;
      const waiting = repository.pullRequests.filter(
        (pullRequest: PullRequest) => pullRequest.queued && pullRequest.base === branch,
      );
      return connect(
        asked,
        waiting.map((pullRequest: PullRequest, index: number) => ({
          __typename: 'MergeQueueEntry',
          repository,
          pullRequest,
          position: index + 1,
        })),
      );
    },
    repository: ({ source }) => repositorySource(source.repository),
  },
  Label: {
    id: ({ source }) => nodeId('LA', nameOf(source.repository), source.name),
    color: ({ source }) => source.repository.labels.get(source.name) ?? 'ededed',
    description: () => null,
  },
  Ref: {
    id: ({ source }) => nodeId('REF', nameOf(source.repository), source.ref),
    name: ({ source }) => source.ref.replace(/^refs\/(heads|tags)\//, ''),
    prefix: ({ source }) => /^refs\/(?:heads|tags)\//.exec(source.ref)?.[0] ?? 'refs/',
    target: ({ source }) => gitObject(source.repository, source.oid),
    repository: ({ source }) => repositorySource(source.repository),
    associatedPullRequests: (asked) =>
      pullRequests({ ...asked, source: { ...asked.source, head: asked.source.ref.replace(/^refs\/heads\//, '') } }),
    branchProtectionRule: ({ source }) => {
      const [rule] = protectionsOf(source.repository, source.ref.replace(/^refs\/heads\//, '')).filter(
        ({ kind }) => kind === 'classic',
      );
      return rule
        ? {
            __typename: 'BranchProtectionRule',
            pattern: rule.pattern,
            requiresApprovingReviews: (rule.requiredApprovals ?? 0) > 0,
            requiresStatusChecks: (rule.requiredChecks ?? []).length > 0,
            requiresStrictStatusChecks: rule.strict ?? false,
          }
        : null;
    },
    rules: (asked) => {
      const { repository, ref } = asked.source;
      const sets = protectionsOf(repository, ref.replace(/^refs\/heads\//, '')).filter(
        ({ kind }) => kind === 'ruleset',
      );
      return connect(
        asked,
        sets.map(({ mergeMethods, requiredApprovals }) => ({
          __typename: 'RepositoryRule',
          type: 'PULL_REQUEST',
          parameters: {
            __typename: 'PullRequestParameters',
            allowedMergeMethods: mergeMethods ?? ['merge', 'squash', 'rebase'],
            requiredApprovingReviewCount: requiredApprovals ?? 0,
          },
        })),
      );
    },
    compare: async ({ source, args }) => {
      const head = (await source.repository.git.resolve(args.headRef))?.oid;
      if (!head) return null;
      const { git } = source.repository;
      const behind = (await commitsBetween(git, head, source.oid)).length;
      const ahead = (await commitsBetween(git, source.oid, head)).length;
      const same = ahead === 0 && (await isAncestor(source.repository, head, source.oid));
      return {
        __typename: 'Comparison',
        aheadBy: ahead,
        behindBy: behind,
        status: same ? (behind > 0 ? 'BEHIND' : 'IDENTICAL') : behind > 0 ? 'DIVERGED' : 'AHEAD',
      };
    },
  },
};
