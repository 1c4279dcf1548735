import { describe, expect, it } from 'vitest';
import { type Client, clientOf } from './client.ts';
import { ZERO } from './git.ts';
import type { RepositoryOptions } from './repository.ts';
import { type FakeGitHub, fakeGitHub } from './server.ts';
import type { Assumptions, Protection, Token } from './world.ts';

const NAME = 'acme/manifests';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const start = (
  options: RepositoryOptions = {},
  more: { tokens?: Record<string, Token>; assumptions?: Partial<Assumptions> } = {},
) =>
  fakeGitHub({
    repositories: {
      [NAME]: {
        files: { 'a/b.yaml': 'x: 1\n', 'run.sh': { text: 'a', mode: '100755' }, '.github/workflows/w.yml': '' },
        ...options,
      },
    },
    now: () => new Date('2026-11-30T12:00:00Z'),
    ...more,
  });

const MUTATION = `mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) {
  clientMutationId commit { oid url signature { isValid wasSignedByGitHub } } ref { name target { oid } } } }`;

const inputOf = async (github: FakeGitHub, more: Record<string, unknown> = {}) => ({
  input: {
    branch: { repositoryNameWithOwner: NAME, branchName: 'main' },
    expectedHeadOid: await github.repository(NAME).head(),
    message: { headline: 'Promote shop to dev', body: 'Promotion-Id: 1' },
    fileChanges: { additions: [{ path: 'a/b.yaml', contents: base64('x: 2\n') }] },
    ...more,
  },
});

const refused = async (
  github: FakeGitHub,
  more: Record<string, unknown>,
  client: Client = clientOf(github),
): Promise<string> => {
  const before = await github.repository(NAME).refs();
  const message = await client.refusal(MUTATION, await inputOf(github, more));
  expect(await github.repository(NAME).refs()).toEqual(before);
  return message;
};

describe('createCommitOnBranch', () => {
  it('makes one signed commit that git accepts', async () => {
    await using github = await start();
    const repository = github.repository(NAME);
    const { body } = await clientOf(github).graphql(
      MUTATION,
      await inputOf(github, {
        clientMutationId: 'mine',
        fileChanges: {
          additions: [{ path: 'new/deep/file', contents: base64('new') }],
          deletions: [{ path: 'a/b.yaml' }],
        },
      }),
    );
    const head = await repository.head();
    expect(body.data.createCommitOnBranch).toMatchObject({
      clientMutationId: 'mine',
      commit: { oid: head, signature: { isValid: true, wasSignedByGitHub: true } },
      ref: { name: 'main', target: { oid: head } },
    });
    const [commit, first] = await repository.log();
    expect(commit).toMatchObject({
      verified: true,
      message: 'Promote shop to dev\n\nPromotion-Id: 1',
      author: { name: 'promoter[bot]', date: new Date('2026-11-30T12:00:00Z') },
      committer: { name: 'GitHub', email: 'noreply@github.com' },
      parents: [first?.oid],
    });
    expect(await repository.files()).toEqual({ 'new/deep/file': 'new', 'run.sh': 'a', '.github/workflows/w.yml': '' });
    expect(await repository.fsck()).toBe('');
  });

  it('makes an empty commit if no files are named', async () => {
    await using github = await start();
    await clientOf(github).graphql(MUTATION, await inputOf(github, { fileChanges: undefined }));
    const [second, first] = await github.repository(NAME).log();
    expect(second?.tree).toBe(first?.tree);
  });

  it.each([
    ['lost', '100644'],
    ['kept', '100755'],
  ] as const)('the executable bit of an existing file, assumed to be %s', async (executableBit, mode) => {
    await using github = await start({}, { assumptions: { executableBit } });
    await clientOf(github).graphql(
      MUTATION,
      await inputOf(github, { fileChanges: { additions: [{ path: 'run.sh', contents: base64('b') }] } }),
    );
    expect(await github.repository(NAME).mode('run.sh')).toBe(mode);
  });

  it('refuses a head that moved, with two spaces', async () => {
    await using github = await start();
    const old = await github.repository(NAME).head();
    await github.repository(NAME).commit('main', { other: '' });
    expect(await refused(github, { expectedHeadOid: old })).toBe(
      `STALE_DATA: Expected branch to point to "${old}" but it did not.  Pull and try again.`,
    );
  });

  const twice = { additions: [{ path: 'a/b.yaml', contents: '' }], deletions: [{ path: 'a/b.yaml' }] };
  it.each([
    [
      'an unknown head',
      { expectedHeadOid: '1'.repeat(40) },
      `NOT_FOUND: No commit exists with specified expectedHeadOid '${'1'.repeat(40)}'.`,
    ],
    [
      'a missing branch',
      { branch: { repositoryNameWithOwner: NAME, branchName: 'nope' } },
      'NOT_FOUND: Branch not found',
    ],
    [
      'a missing repository',
      { branch: { repositoryNameWithOwner: 'acme/nope', branchName: 'main' } },
      "NOT_FOUND: Could not resolve to a Repository with the name 'acme/nope'.",
    ],
    [
      'the deletion of a missing ref',
      { fileChanges: { deletions: [{ path: 'nope' }] } },
      /^UNPROCESSABLE: A path was requested for deletion which does not exist as of commit oid `[0-9a-f]{40}`$/,
    ],
    ['a path twice', { fileChanges: twice }, /^UNPROCESSABLE: .*more than once/],
    ['a leading slash', { fileChanges: { additions: [{ path: '/a', contents: '' }] } }, /^UNPROCESSABLE: .*malformed/],
    [
      'contents that are no base64',
      { fileChanges: { additions: [{ path: 'a', contents: '***' }] } },
      'Variable $input of type CreateCommitOnBranchInput! was provided invalid value for fileChanges.additions.0.contents (Could not coerce value "***" to Base64String)',
    ],
    [
      'a field of its own',
      { author: 'me' },
      'Variable $input of type CreateCommitOnBranchInput! was provided invalid value for author (Field is not defined on CreateCommitOnBranchInput)',
    ],
    [
      'a message of nothing',
      { message: null },
      'Variable $input of type CreateCommitOnBranchInput! was provided invalid value for message (Expected value to not be null)',
    ],
  ])('refuses %s', async (_, more, message) => {
    await using github = await start();
    expect(await refused(github, more)).toMatch(message);
  });

  it.each([
    [
      { kind: 'classic', pattern: 'main', requiresPullRequest: true },
      'BRANCH_PROTECTION_RULE_VIOLATION: Changes must be made through a pull request.',
    ],
    [
      { kind: 'ruleset', pattern: 'm*', requiresPullRequest: true },
      'UNPROCESSABLE: Repository rule violations found\n\nChanges must be made through a pull request.\n\n',
    ],
    [
      { kind: 'ruleset', pattern: '**', mergeQueue: 'squash' },
      'UNPROCESSABLE: Repository rule violations found\n\nChanges must be made through the merge queue\n\n',
    ],
    [{ kind: 'classic', pattern: 'other', requiresPullRequest: true }, ''],
    [{ kind: 'ruleset', pattern: 'main', requiresPullRequest: true, bypass: ['promoter[bot]'] }, ''],
  ] as [Protection, string][])('enforces %o', async (protection, message) => {
    await using github = await start({ settings: { protections: [protection] } });
    expect(await clientOf(github).refusal(MUTATION, await inputOf(github))).toBe(message);
  });

  it.each([
    ['app', 'FORBIDDEN: Resource not accessible by integration'],
    ['user', 'FORBIDDEN: Resource not accessible by personal access token'],
  ] as const)('requires contents: write of an %s', async (kind, message) => {
    await using github = await start(
      {},
      { tokens: { t: { login: 'x', kind, permissions: { [NAME]: { contents: 'read' } } } } },
    );
    expect(await refused(github, {}, clientOf(github, 't'))).toBe(message);
  });

  it('requires the workflows permission for workflows', async () => {
    await using github = await start(
      {},
      { tokens: { t: { login: 'x[bot]', kind: 'app', permissions: { [NAME]: { contents: 'write' } } } } },
    );
    const additions = [{ path: '.github/workflows/w.yml', contents: '' }];
    expect(await refused(github, { fileChanges: { additions } }, clientOf(github, 't'))).toMatch(
      /without `workflows` permission$/,
    );
  });

  it('accepts one of many concurrent writers at a time', async () => {
    await using github = await start();
    const inputs = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        inputOf(github, { fileChanges: { additions: [{ path: `f${n}`, contents: '' }] } }),
      ),
    );
    const answers = await Promise.all(inputs.map((input) => clientOf(github).refusal(MUTATION, input)));
    expect(answers.filter((answer) => answer === '')).toHaveLength(1);
    expect(answers.filter((answer) => answer.startsWith('STALE_DATA'))).toHaveLength(19);
    expect(await github.repository(NAME).log()).toHaveLength(2);
  });
});

describe('updateRefs', () => {
  const UPDATE = 'mutation($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }';
  const update = async (github: FakeGitHub, refUpdates: unknown[]): Promise<string> => {
    const { body } = await clientOf(github).graphql('{ repository(owner: "acme", name: "manifests") { id } }');
    return clientOf(github).refusal(UPDATE, { input: { repositoryId: body.data.repository.id, refUpdates } });
  };

  it('creates, moves and deletes, all or nothing', async () => {
    await using github = await start();
    const repository = github.repository(NAME);
    const first = await repository.head();
    const second = await repository.commit('side', { c: '' });
    const moves = [
      { name: 'refs/heads/main', beforeOid: first, afterOid: second },
      { name: 'refs/heads/new/one', beforeOid: ZERO, afterOid: first },
      { name: 'refs/heads/side', beforeOid: second, afterOid: ZERO },
    ];
    expect(await update(github, [...moves, { name: 'refs/heads/gone', beforeOid: second, afterOid: first }])).toBe(
      `UNPROCESSABLE: refs/heads/gone is at ${ZERO} but expected ${second}`,
    );
    expect(await repository.refs()).toEqual({ 'refs/heads/main': first, 'refs/heads/side': second });
    expect(await update(github, moves)).toBe('');
    expect(await repository.refs()).toEqual({ 'refs/heads/main': second, 'refs/heads/new/one': first });
  });

  it('goes backwards only with force', async () => {
    await using github = await start();
    const first = await github.repository(NAME).head();
    const second = await github.repository(NAME).commit('main', { c: '' });
    const back = { name: 'refs/heads/main', beforeOid: second, afterOid: first };
    expect(await update(github, [back])).toBe('UNPROCESSABLE: Update is not a fast forward');
    expect(await update(github, [{ ...back, force: true }])).toBe('');
  });

  it.each([
    [
      'a name below the name of another ref',
      { name: 'refs/heads/main/sub', beforeOid: ZERO },
      'UNPROCESSABLE: Ref cannot be created.',
    ],
    [
      'a ref that exists already',
      { name: 'refs/heads/main', beforeOid: ZERO },
      'UNPROCESSABLE: Reference already exists',
    ],
    ['an invalid name', { name: 'refs/heads/a..b' }, /^UNPROCESSABLE: .*not a valid ref name/],
    [
      'an object that is not there',
      { name: 'refs/heads/x', afterOid: '1'.repeat(40) },
      'UNPROCESSABLE: Object does not exist',
    ],
    [
      'the end of the default branch',
      { name: 'refs/heads/main', afterOid: ZERO },
      'UNPROCESSABLE: Cannot delete the default branch',
    ],
  ])('refuses %s', async (_, change, message) => {
    await using github = await start();
    const head = await github.repository(NAME).head();
    expect(await update(github, [{ afterOid: head, ...change }])).toMatch(message);
  });
});

describe('git data over REST', () => {
  const at = `/repos/${NAME}/git`;

  it('makes a tree with modes, a commit and a branch', async () => {
    await using github = await start();
    const client = clientOf(github);
    const repository = github.repository(NAME);
    const head = await repository.head();
    const tree = await client.rest(`POST ${at}/trees`, {
      base_tree: head,
      tree: [
        { path: 'run.sh', mode: '100755', type: 'blob', content: 'b' },
        { path: 'a/b.yaml', mode: '100644', type: 'blob', sha: null },
      ],
    });
    expect(tree.status).toBe(201);
    const commit = await client.rest(`POST ${at}/commits`, { message: 'M', tree: tree.body.sha, parents: [head] });
    expect(commit.body).toMatchObject({
      message: 'M',
      verification: { verified: true },
      committer: { name: 'GitHub' },
    });
    const made = await client.rest(`POST ${at}/refs`, { ref: 'refs/heads/promotion/shop', sha: commit.body.sha });
    expect([made.status, made.body.object.sha]).toEqual([201, commit.body.sha]);
    expect(await repository.files('promotion/shop')).toEqual({ 'run.sh': 'b', '.github/workflows/w.yml': '' });
    expect(await repository.mode('run.sh', 'promotion/shop')).toBe('100755');
    const listed = await client.rest(`GET ${at}/trees/promotion/shop?recursive=1`);
    expect(listed.body.tree.map(({ path, mode }: { path: string; mode: string }) => `${mode} ${path}`)).toEqual([
      '040000 .github',
      '040000 .github/workflows',
      '100644 .github/workflows/w.yml',
      '100755 run.sh',
    ]);
    expect(await repository.fsck()).toBe('');
  });

  it('signs no commit of a user or with a named author', async () => {
    await using github = await start(
      {},
      { tokens: { token: { login: 'me', kind: 'user', permissions: { '*': { contents: 'write' } } } } },
    );
    const repository = github.repository(NAME);
    const [first] = await repository.log();
    const { body } = await clientOf(github).rest(`POST ${at}/commits`, {
      message: 'M',
      tree: first?.tree,
      parents: [first?.oid],
    });
    expect(body.verification).toMatchObject({ verified: false, reason: 'unsigned' });
  });

  it('refuses with GitHub’s messages', async () => {
    await using github = await start();
    const client = clientOf(github);
    const repository = github.repository(NAME);
    const first = await repository.head();
    const second = await repository.commit('main', { c: '' });
    const says = async (route: string, body?: unknown): Promise<string> => {
      const reply = await client.rest(route, body);
      return `${reply.status} ${reply.body.message}`;
    };
    expect(
      await says(`POST ${at}/trees`, { base_tree: first, tree: [{ path: 'nope', mode: '100644', sha: null }] }),
    ).toBe('422 GitRPC::BadObjectState');
    expect(await says(`POST ${at}/refs`, { ref: 'refs/heads/main', sha: first })).toBe('422 Reference already exists');
    expect(await says(`POST ${at}/refs`, { ref: 'refs/heads/main/dev', sha: first })).toBe(
      '422 Reference update failed',
    );
    expect(await says(`PATCH ${at}/refs/heads/main`, { sha: first })).toBe('422 Update is not a fast forward');
    expect(await says(`PATCH ${at}/refs/heads/nope`, { sha: first })).toBe('422 Reference does not exist');
    expect(await says(`DELETE ${at}/refs/heads/nope`)).toBe('422 Reference does not exist');
    expect(await says(`GET ${at}/ref/heads/nope`)).toBe('404 Not Found');
    expect((await client.rest(`PATCH ${at}/refs/heads/main`, { sha: first, force: true })).status).toBe(200);
    repository.settings.protections.push({ kind: 'ruleset', pattern: 'main', requiresPullRequest: true });
    expect(await says(`PATCH ${at}/refs/heads/main`, { sha: second })).toBe(
      '422 Repository rule violations found\n\nChanges must be made through a pull request.\n\n',
    );
  });
});

it('a large repository has packs that git accepts', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, n) => [`d${n % 10}/f${n}`, `${n}\n`.repeat(n % 300)]),
  );
  await using github = await fakeGitHub({ repositories: { [NAME]: { files: { ...files, big: 'x'.repeat(70_000) } } } });
  expect(await github.repository(NAME).files()).toEqual({ ...files, big: 'x'.repeat(70_000) });
  expect(await github.repository(NAME).fsck()).toBe('');
});
