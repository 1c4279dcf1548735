/** Each kind of token, with exactly the rights that GitHub's documentation asks for, can do its task; the refusal of a token
 * without one of them names it. `check` and `retag` ask GitHub nothing. */
import { describe, expect, it } from 'vitest';
import { argocdServer } from '../../src/adapters/argocd/argocd.ts';
import { githubDispatches } from '../../src/adapters/github/dispatch.ts';
import { githubCommits } from '../../src/adapters/github/runs.ts';
import { awaitPromotion } from '../../src/commands/await.ts';
import { dispatch } from '../../src/commands/dispatch.ts';
import { history } from '../../src/commands/history.ts';
import { status } from '../../src/commands/status.ts';
import { validate } from '../../src/commands/validate.ts';
import { readAwaited } from '../../src/domain/await/awaited.ts';
import { PromotionError } from '../../src/domain/errors.ts';
import type { Delivery } from '../../src/domain/model.ts';
import { testClock } from '../adapters/github/clock.ts';
import { clientOf, hostOf, REPOSITORY } from '../adapters/github/github.ts';
import { application, fakeArgoCD } from '../argocd/server.ts';
import { before } from '../github/faults.ts';
import { appToken, classicToken, fineGrainedToken, githubToken } from '../github/tokens.ts';
import type { Permissions, Scope, Settings, Token } from '../github/world.ts';
import { oneOf } from '../sample.ts';
import { BRANCH, type Order, type RepositoryOnGitHub, repositoryOnGitHub, web } from './repository-on-github.ts';
import { NAME, promotionOf, silent } from './test-repository.ts';

type Kind = {
  /** With these rights and no other; a classic token has its scopes. */
  readonly token: (rights: Permissions) => Token;
  /** Its beginning tells the kind. */
  readonly prefix: string;
  readonly public?: true;
  /** A classic token that lacks the scope, and the name of the scope. */
  readonly lesser?: { readonly token: Token; readonly scope: string };
};

const kinds: Readonly<Record<string, Kind>> = {
  GITHUB_TOKEN: { prefix: 'ghs_', token: githubToken },
  'the token of a GitHub App': { prefix: 'ghs_', token: appToken },
  'a fine-grained token': { prefix: 'github_pat_', token: fineGrainedToken },
  'a classic token with repo': {
    prefix: 'ghp_',
    token: () => classicToken('repo'),
    lesser: { token: classicToken('public_repo'), scope: 'repo' },
  },
  'a classic token with public_repo': {
    prefix: 'ghp_',
    token: () => classicToken('public_repo'),
    public: true,
    lesser: { token: classicToken('repo:status'), scope: 'public_repo' },
  },
};

/** The result of a command, and all its output. */
type Told = { readonly outcome: string; readonly text: string };

type Task = {
  readonly rights: Permissions;
  readonly settings?: Partial<Settings>;
  /** By the same owner of the token, with all rights. */
  readonly first?: (place: RepositoryOnGitHub, token: string) => Promise<Told>;
  readonly act: (place: RepositoryOnGitHub, token: string) => Promise<Told>;
  readonly outcome: string;
  /** Outcome for a token that lacks the right, where the command goes on without it. */
  readonly without?: Partial<Record<Scope, string>>;
};

const textOf = (said: readonly { readonly message: string; readonly hint?: string | undefined }[]): string =>
  said.map(({ message, hint }) => `${message} ${hint}`).join('\n');

const promoting =
  (order: Order) =>
  async (place: RepositoryOnGitHub, token: string): Promise<Told> => {
    const { environments, violations, notices } = await place.ask({ images: [web('v2')], ...order, token });
    return { outcome: environments.map(({ outcome }) => outcome).join(), text: textOf([...violations, ...notices]) };
  };

const rollingBack = async (place: RepositoryOnGitHub, token: string): Promise<Told> => {
  const { environments, violations } = await place.back({ token, images: [NAME] });
  return { outcome: environments.map(({ outcome }) => outcome).join(), text: textOf(violations) };
};

const dispatching =
  (asked: { readonly workflow?: string; readonly wait?: number }) =>
  async ({ fake, repository }: RepositoryOnGitHub, token: string): Promise<Told> => {
    const clock = testClock();
    const ends = before(() => {
      for (const run of repository.runs.values()) Object.assign(run, { status: 'completed', conclusion: 'success' });
    });
    fake.faults.always({ path: /\/actions\/runs\/\d+$/ }, ends);
    const dispatches = githubDispatches(clientOf(fake, { token, clock }), clock, REPOSITORY);
    const promotion = promotionOf({ images: [web('v2')] });
    const means = { dispatches, clock, log: silent, server: fake.serverUrl };
    const sent = await dispatch({ promotion, repository: REPOSITORY, dryRun: false, ...asked, ...means });
    return { outcome: sent.outcome, text: textOf([...sent.violations, ...sent.notices]) };
  };

const reading =
  (
    read: (
      world: ReturnType<typeof worldOf>,
    ) => Promise<readonly { readonly message: string; readonly hint?: string | undefined }[]>,
  ) =>
  async ({ fake }: RepositoryOnGitHub, token: string): Promise<Told> => ({
    outcome: 'reported',
    text: textOf(await read(worldOf(fake, token))),
  });

const worldOf = (fake: RepositoryOnGitHub['fake'], token: string) => {
  const clock = testClock('2026-11-20T12:00:00Z');
  return { host: hostOf(fake, { token, clock }), clock, log: silent, server: fake.serverUrl };
};

/** Argo CD runs a later commit than the awaited one, so that GitHub is asked how the two relate. */
const awaiting = async ({ fake, repository }: RepositoryOnGitHub, token: string): Promise<Told> => {
  const [later, { oid: commit } = { oid: '' }] = await repository.log();
  const live = application({ revision: later?.oid ?? '', images: [web('v1')], reconciledAt: '2026-12-24T12:00:00Z' });
  await using argo = await fakeArgoCD({ applications: { 'shop-prod': () => live } });
  const environment = {
    ...{ name: 'prod', product: 'shop', delivery: 'commit', outcome: 'promoted', superseded: [] },
    changes: [{ path: 'applications/shop/overlays/prod/kustomization.yaml', line: 3, image: NAME, to: web('v1') }],
    applications: [{ name: 'shop-prod', file: 'argocd/app.yaml', sync: 'automatic' }],
  };
  const report = { command: 'promote', repository: REPOSITORY, branch: 'main', commit, environments: [environment] };
  const { host, clock } = worldOf(fake, token);
  const commits = githubCommits(clientOf(fake, { token, clock }), REPOSITORY);
  const argocd = argocdServer({ server: argo.url, token: 'argocd-secret' });
  const request = { awaited: readAwaited(JSON.stringify(report), undefined), timeout: 60 };
  const ended = await awaitPromotion(request, { host, argocd, commits, clock, log: silent });
  return { outcome: ended.outcome, text: textOf([...ended.violations, ...ended.notices]) };
};

const delivery = (name: Delivery, more: Order['settings'] = {}): Order => ({ settings: { delivery: name, ...more } });

const proposals: Permissions = { contents: 'write', pull_requests: 'write' };

const tasks: Readonly<Record<string, Task>> = {
  'promote by commit': { rights: { contents: 'write' }, act: promoting({}), outcome: 'promoted' },
  'promote what another environment runs': {
    rights: { contents: 'write' },
    first: promoting({ environments: ['dev'] }),
    act: promoting({ trigger: 'by-hand', images: [], from: 'dev' }),
    outcome: 'promoted',
  },
  'roll back': { rights: { contents: 'write' }, first: promoting({}), act: rollingBack, outcome: 'promoted' },
  'open a pull request': { rights: proposals, act: promoting(delivery('pull-request')), outcome: 'proposed' },
  'update a pull request': {
    rights: proposals,
    first: promoting(delivery('pull-request')),
    act: promoting({ images: [web('v3')], ...delivery('pull-request') }),
    outcome: 'proposed',
  },
  'open a pull request as a draft with reviewers, assignees and labels': {
    rights: proposals,
    act: promoting(
      delivery('pull-request', {
        draft: true,
        reviewers: ['alice', 'team:sre'],
        assignees: ['alice'],
        labels: ['bug'],
      }),
    ),
    outcome: 'proposed',
  },
  'open a pull request with a label that is new': {
    rights: { ...proposals, issues: 'write' },
    act: promoting(delivery('pull-request', { labels: ['new'] })),
    outcome: 'proposed',
    without: { issues: 'proposed' },
  },
  'arm a pull request': {
    rights: proposals,
    settings: { protections: [{ kind: 'ruleset', pattern: 'main', requiredChecks: ['test'] }] },
    act: promoting(delivery('auto-merge')),
    outcome: 'armed',
  },
  'merge a pull request': { rights: proposals, act: promoting(delivery('merge')), outcome: 'promoted' },
  'merge the pull request that is there': {
    rights: proposals,
    first: promoting(delivery('pull-request')),
    act: promoting(delivery('merge')),
    outcome: 'promoted',
    without: { contents: 'proposed' },
  },
  'send a repository_dispatch': { rights: { contents: 'write' }, act: dispatching({}), outcome: 'dispatched' },
  'start a workflow and wait for its end': {
    rights: { actions: 'write' },
    act: dispatching({ workflow: 'promote.yml', wait: 60 }),
    outcome: 'success',
  },
  status: {
    rights: { contents: 'read' },
    act: reading(async (world) => (await status({}, world)).status.problems),
    outcome: 'reported',
  },
  history: {
    rights: { contents: 'read', pull_requests: 'read' },
    act: reading(async (world) => (await history({}, world)).history.problems),
    outcome: 'reported',
    without: { pull_requests: 'reported' },
  },
  validate: {
    rights: { contents: 'read' },
    act: reading(async (world) => (await validate({}, world)).violations),
    outcome: 'reported',
  },
  await: { rights: { contents: 'read' }, act: awaiting, outcome: 'running' },
};

const refusedOr = (told: Promise<Told>): Promise<Told> =>
  told.catch((error: unknown) => {
    if (!(error instanceof PromotionError)) throw error;
    return { outcome: 'refused', text: textOf(error.violations) };
  });

const open = (kind: Kind, task: Task, token: Token): Promise<RepositoryOnGitHub> =>
  repositoryOnGitHub({
    tokens: {
      [`${kind.prefix}tested`]: token,
      [`${kind.prefix}whole`]: kind.token({ ...proposals, issues: 'write', actions: 'write' }),
    },
    settings: {
      private: kind.public === undefined,
      actionsMayCreatePullRequests: true,
      autoMergeAllowed: true,
      ...task.settings,
    },
    collaborators: { alice: 'write' },
    teams: { 'acme/sre': ['alice'] },
  });

/** The result of the task, and whether the token has written anything. */
const play = async (kind: Kind, task: Task, token: Token): Promise<Told & { readonly wrote: boolean }> => {
  await using place = await open(kind, task, token);
  await place.repository.commit('main', { '.github/workflows/promote.yml': 'on: workflow_dispatch\n' });
  await task.first?.(place, `${kind.prefix}whole`);
  const standing = async () => [await place.repository.refs(), place.open().map(({ title }) => title)];
  const start = JSON.stringify(await standing());
  const told = await refusedOr(task.act(place, `${kind.prefix}tested`));
  return { ...told, wrote: JSON.stringify(await standing()) !== start };
};

const lowered = (rights: Permissions, scope: Scope): Permissions => {
  const { [scope]: level, ...rest } = rights;
  return level === 'write' ? { ...rest, [scope]: 'read' } : rest;
};

const nameOf = (scope: string, level: string | undefined): RegExp =>
  new RegExp(`${scope.replace('_', '[ -]')}: ${level}`, 'i');

const pairs = Object.entries(tasks).flatMap(([what, task]) =>
  Object.entries(kinds).map(([who, kind]) => ({ what, task, who, kind })),
);

describe('a token with exactly the required rights', () => {
  it.each(oneOf(4, pairs))('$who can $what', async ({ task, kind }) => {
    const { outcome, text } = await play(kind, task, kind.token(task.rights));
    expect({ outcome, text }).toEqual({ outcome: task.outcome, text: expect.not.stringMatching(/could not be added/) });
  });
});

describe('a token that lacks a right', () => {
  const lacking = pairs.flatMap(({ task, kind, ...names }) =>
    kind.lesser ? [] : (Object.keys(task.rights) as Scope[]).map((scope) => ({ ...names, task, kind, scope })),
  );

  it.each(oneOf(6, lacking))(
    '$who without $scope cannot $what, and the message names the right',
    async ({ task, kind, scope }) => {
      const { outcome, text, wrote } = await play(kind, task, kind.token(lowered(task.rights, scope)));
      expect({ outcome, text }).toEqual({
        outcome: task.without?.[scope] ?? expect.stringMatching(/^(?:refused|failed)$/),
        text: expect.stringMatching(nameOf(scope, task.rights[scope])),
      });
      // A right that the token has is not asked for.
      for (const [other, level] of Object.entries(task.rights)) {
        if (other !== scope) expect(text).not.toMatch(nameOf(other, level));
      }
      if (outcome === 'refused' && scope === 'contents') expect(wrote).toBe(false);
    },
  );

  const scoped = pairs.flatMap(({ kind, ...names }) => (kind.lesser ? [{ ...names, kind, lesser: kind.lesser }] : []));

  it.each(oneOf(5, scoped))('$who with $lesser.token.scopes instead cannot $what', async ({ task, kind, lesser }) => {
    const { outcome, text, wrote } = await play(kind, task, lesser.token);
    // Everybody may read a public repository.
    if (kind.public && Object.values(task.rights).every((level) => level === 'read')) {
      expect(outcome).toBe(task.outcome);
      return;
    }
    expect({ outcome, text, wrote }).toEqual({
      outcome: expect.stringMatching(/^(?:refused|failed)$/),
      text: expect.stringMatching(new RegExp(`scope.*\\b${lesser.scope}\\b`, 's')),
      wrote: false,
    });
  });
});

it('the token of the workflow with contents: write alone opens no pull request, moves no branch, and the message names the right', async () => {
  await using place = await repositoryOnGitHub({
    tokens: { ghs_1: githubToken({ contents: 'write' }), token: appToken(proposals) },
  });
  await place.ask({ images: [web('v2')], ...delivery('pull-request') });
  const head = await place.repository.head(BRANCH);
  const told = await refusedOr(promoting({ images: [web('v3')], ...delivery('pull-request') })(place, 'ghs_1'));
  expect(told).toEqual({ outcome: 'refused', text: expect.stringMatching(/pull-requests: write/) });
  expect(await place.repository.head(BRANCH)).toBe(head);
});
