import { may } from '../access.ts';
import { historyOf } from '../history.ts';
import { isAncestor } from '../repository.ts';
import { type CommitData, type Person, readCommit } from '../tree.ts';
import { nameOf, type PullRequest, type Repository, type World } from '../world.ts';
import { actor } from './identities.ts';
import { fileOf, gitObject } from './objects.ts';
import {
  type Asked,
  asksFor,
  connect,
  connectForbidden,
  page,
  type Resolvers,
  type Source,
  windowOf,
} from './types.ts';

export const commitSource = (repository: Repository, oid: string): Source => ({
  __typename: 'Commit',
  repository,
  oid,
});

const data = ({ source }: Asked): Promise<CommitData> => readCommit(source.repository.git, source.oid);

/** How GitHub cuts a message for lists. */
const headline = (message: string): string => {
  const [first = ''] = message.split('\n');
  return first.length > 72 ? `${first.slice(0, 69)}...` : first;
};
const bodyOf = (message: string): string => {
  const [first = '', ...rest] = message.split('\n');
  const body = rest.join('\n').trim();
  return first.length > 72 ? `...${first.slice(69)}\n\n${body}`.trim() : body;
};

const gitActor = (world: World, { name, email, date }: Person): Source => {
  const login = /^\d+\+(.+)@users\.noreply\.github\.com$/.exec(email)?.[1];
  const known = login && [...world.tokens.values()].some((token) => token.login === login);
  return { __typename: 'GitActor', name, email, date, user: known && !login.endsWith('[bot]') ? actor(login) : null };
};

/** The output of `git rev-list` under conditions that only git can decide. */
const listed = async ({ source, args }: Asked): Promise<string[]> => {
  const conditions = [
    ...(args.since ? [`--since=${args.since}`] : []),
    ...(args.until ? [`--until=${args.until}`] : []),
    ...(args.author?.emails ?? []).map((email: string) => `--author=<${email}>`),
  ];
  const text = await source.repository.git.output([
    'rev-list',
    ...conditions,
    source.oid,
    '--',
    ...(args.path ? [`:(literal)${args.path}`] : []),
  ]);
  return text === '' ? [] : text.split('\n');
};

const history = async (asked: Asked) => {
  const { source, args } = asked;
  const { repository } = source;
  const { first, after, path, since, until, author } = args;
  const simple = !since && !until && !author;
  // One more than is shown tells whether there are more.
  const enough =
    first && !asksFor(asked.info, 'totalCount')
      ? Number(
          String(after ?? '-1')
            .split(' ')
            .at(-1),
        ) +
        first +
        2
      : Number.POSITIVE_INFINITY;
  const limit = Math.max(0, enough);
  const all = simple
    ? await historyOf(repository.git, source.oid, { path: (path ?? '').replace(/\/+$/, ''), limit })
    : await listed(asked);
  const window = windowOf(asked, all.length);
  const shown = all.slice(window.offset, window.offset + window.count).map((oid) => commitSource(repository, oid));
  const result = page(shown, window, all.length);
  // GitHub's cursors of a history name the commit where it began.
  const cursor = (index: number): string => `${source.oid} ${window.offset + index}`;
  return {
    ...result,
    edges: result.edges.map((edge, index) => ({ ...edge, cursor: cursor(index) })),
    pageInfo: {
      ...result.pageInfo,
      startCursor: shown.length > 0 ? cursor(0) : null,
      endCursor: shown.length > 0 ? cursor(shown.length - 1) : null,
    },
  };
};

/** Merged pull requests that brought the commit, and open ones that carry it. */
export const pullRequestsOf = async (repository: Repository, oid: string): Promise<PullRequest[]> => {
  const found: PullRequest[] = [];
  for (const pullRequest of repository.pullRequests) {
    if (pullRequest.mergeCommit === oid || (await carries(repository, pullRequest, oid))) found.push(pullRequest);
  }
  return found;
};

const carries = async (repository: Repository, pullRequest: PullRequest, oid: string): Promise<boolean> => {
  if (pullRequest.state === 'CLOSED' || !(await isAncestor(repository, oid, pullRequest.headOid))) return false;
  const base = pullRequest.baseOid ?? (await repository.git.resolve(`refs/heads/${pullRequest.base}`))?.oid;
  return base !== undefined && !(await isAncestor(repository, oid, base));
};

export const rollupOf = (repository: Repository, oid: string): Source | null => {
  const checks = repository.checks.get(oid);
  if (!checks || checks.size === 0) return null;
  const states = [...checks.values()];
  const state = states.includes('FAILURE') ? 'FAILURE' : states.includes('PENDING') ? 'PENDING' : 'SUCCESS';
  return { __typename: 'StatusCheckRollup', state, checks };
};

export const commits: Resolvers = {
  Commit: {
    message: async (asked) => (await data(asked)).message,
    messageHeadline: async (asked) => headline((await data(asked)).message),
    messageBody: async (asked) => bodyOf((await data(asked)).message),
    committedDate: async (asked) => (await data(asked)).committer.date,
    authoredDate: async (asked) => (await data(asked)).author.date,
    author: async (asked) => gitActor(asked.context.world, (await data(asked)).author),
    committer: async (asked) => gitActor(asked.context.world, (await data(asked)).committer),
    authors: async (asked) => connect(asked, [gitActor(asked.context.world, (await data(asked)).author)]),
    committedViaWeb: async (asked) => (await data(asked)).committer.email === 'noreply@github.com',
    parents: async (asked) =>
      connect(
        asked,
        (await data(asked)).parents.map((oid) => commitSource(asked.source.repository, oid)),
      ),
    tree: async (asked) => gitObject(asked.source.repository, (await data(asked)).tree),
    file: async (asked) => fileOf(asked.source.repository, (await data(asked)).tree, asked.args.path),
    history,
    url: ({ source, context }) => `${context.world.serverUrl}/${nameOf(source.repository)}/commit/${source.oid}`,
    resourcePath: ({ source }) => `/${nameOf(source.repository)}/commit/${source.oid}`,
    associatedPullRequests: async (asked) => {
      const { repository, oid } = asked.source;
      const found = await pullRequestsOf(repository, oid);
      if (!may(asked.context.viewer, repository, 'pull_requests', 'read')) return connectForbidden(asked, found);
      return connect(
        asked,
        found.map((pullRequest) => ({ __typename: 'PullRequest', repository, pullRequest })),
      );
    },
    signature: ({ source }) =>
      source.repository.verified.has(source.oid)
        ? {
            __typename: 'GpgSignature',
            isValid: true,
            wasSignedByGitHub: true,
            state: 'VALID',
            email: 'noreply@github.com',
            signer: null,
          }
        : null,
    statusCheckRollup: ({ source }) => rollupOf(source.repository, source.oid),
  },
  StatusCheckRollup: {
    contexts: (asked) =>
      connect(
        asked,
        [...asked.source.checks].map(([context, state]) => ({
          __typename: 'StatusContext',
          context,
          state,
          description: null,
          targetUrl: null,
        })),
      ),
  },
};
