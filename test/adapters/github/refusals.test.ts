import { describe, expect, it } from 'vitest';
import {
  type Fault,
  before as meanwhile,
  primaryLimit,
  revoked,
  secondaryLimit,
  serverError,
} from '../../github/faults.ts';
import type { Protection, Token } from '../../github/world.ts';
import { testClock } from './clock.ts';
import { change, github, hostOf, REPOSITORY, requestOf, violationsOf } from './github.ts';

const files = { 'a.yaml': 'v1\n', 'run.sh': { text: 'v1\n', mode: '100755' as const } };
const ours = requestOf(change('a.yaml', 'v2\n'));
const executable = requestOf(change('run.sh', 'v2\n', { executable: true }));
const token = (kind: Token['kind'], permissions: Token['permissions']): Token => ({
  login: 'somebody',
  kind,
  permissions,
});
const tokens = {
  ghs_reader: token('actions', { '*': { contents: 'read' } }),
  github_pat_reader: token('user', { '*': { contents: 'read' } }),
  ghp_stranger: token('user', {}),
  ghs_writer: token('actions', { '*': { contents: 'write' } }),
};
const says = (errors: readonly object[]): Fault => ({
  kind: 'answer',
  when: 'before',
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ data: { createCommitOnBranch: null }, errors }),
});

describe('the refusal of a read', () => {
  it('names a token that GitHub does not know', async () => {
    await using fake = await github({ files });
    expect(await violationsOf(hostOf(fake, { token: 'wrong' }).snapshot({ paths: [], histories: [] }))).toEqual([
      {
        code: 'token-invalid',
        message: 'GitHub does not accept the token: "Bad credentials".',
        hint: 'Check the input `token`: it is mistyped, expired or revoked, or belongs to another server; an App token lasts an hour.',
      },
    ]);
  });

  it.each([
    { what: 'does not exist', reach: { repository: 'acme/nowhere', token: 'ghs_reader' } },
    { what: 'is out of reach of the token', reach: { token: 'ghp_stranger' } },
  ])('names a repository that $what', async ({ reach }) => {
    await using fake = await github({ files }, { tokens });
    const [violation, ...others] = await violationsOf(
      hostOf(fake, reach).snapshot({ paths: ['a.yaml'], histories: [] }),
    );
    expect(others).toEqual([]);
    expect(violation).toMatchObject({
      code: 'repository-missing',
      message: `GitHub shows this token no repository "${reach.repository ?? REPOSITORY}".`,
      hint: expect.stringMatching(
        /^Check the spelling of the input `repository`\. If the repository exists, the token has no access to it: /,
      ),
    });
  });

  it('names a branch that does not exist', async () => {
    await using fake = await github({ files });
    expect(await violationsOf(hostOf(fake, { branch: 'nope' }).snapshot({ paths: ['a.yaml'], histories: [] }))).toEqual(
      [
        {
          code: 'branch-missing',
          message: 'The repository "acme/manifests" has no branch "nope".',
          hint: 'Check the input `branch`; without it, the default branch "main" is used.',
        },
      ],
    );
  });

  it('names a repository without a commit', async () => {
    await using fake = await github({});
    expect(await violationsOf(hostOf(fake).snapshot({ paths: ['a.yaml'], histories: [] }))).toEqual([
      {
        code: 'branch-missing',
        message: 'The repository "acme/manifests" has no commit yet.',
        hint: 'Commit the manifests to it first.',
      },
    ]);
  });

  it.each([
    {
      what: 'the primary limit',
      fault: primaryLimit({ status: 200, reset: Date.parse('2026-11-30T12:40:00Z') / 1000 }),
      until: '12:40:01',
    },
    { what: 'a secondary limit', fault: secondaryLimit({ status: 403, retryAfter: 1200 }), until: '12:20:00' },
  ])('names $what that is longer than the allowed wait', async ({ fault, until }) => {
    await using fake = await github({ files });
    fake.faults.always({ kind: 'query' }, fault);
    expect(await violationsOf(hostOf(fake).snapshot({ paths: ['a.yaml'], histories: [] }))).toMatchObject([
      { code: 'rate-limited', message: `GitHub limits the requests of this token until 2026-11-30T${until}Z.` },
    ]);
    expect(fake.requests).toHaveLength(1);
  });
});

describe('the refusal of a commit', () => {
  const attempt = async (options: {
    protections?: Protection[];
    token?: string;
    request?: typeof ours;
    archived?: boolean;
  }) => {
    const { protections = [], archived = false, token = 'ghs_writer', request = ours } = options;
    const fake = await github({ files, settings: { protections, archived } }, { tokens });
    try {
      const host = hostOf(fake, { token });
      const snapshot = await host.snapshot({ paths: ['a.yaml'], histories: [] });
      const violations = await violationsOf(host.commit(snapshot, request));
      expect(await fake.repository(REPOSITORY).head()).toBe(snapshot.commit);
      return { violations, requests: fake.requests.length };
    } finally {
      await fake.close();
    }
  };
  const bypass =
    'Let a GitHub App commit that is on the bypass list of this rule (Settings, Rules), or set `delivery: pull-request`.';

  it.each([
    { kind: 'classic' as const, request: ours },
    { kind: 'ruleset' as const, request: ours },
    { kind: 'classic' as const, request: executable },
    { kind: 'ruleset' as const, request: executable },
  ])('names a $kind rule that requires a pull request', async ({ kind, request }) => {
    const { violations } = await attempt({
      protections: [{ kind, pattern: 'main', requiresPullRequest: true }],
      request,
    });
    expect(violations).toEqual([
      {
        code: 'branch-protected',
        message:
          'The rules of branch "main" in "acme/manifests" refuse the commit: "Changes must be made through a pull request".',
        hint: bypass,
      },
    ]);
  });

  it.each([
    {
      token: 'ghs_reader',
      text: 'Resource not accessible by integration',
      hint: `The workflow's own token needs "permissions: contents: write" in the workflow and reaches its own repository only; a GitHub App needs Contents: write, accepted by the installation, which must include "acme/manifests".`,
    },
    {
      token: 'github_pat_reader',
      text: 'Resource not accessible by personal access token',
      hint: 'A fine-grained personal access token needs Contents: write for "acme/manifests".',
    },
  ])('says that $token may only read', async ({ token, text, hint }) => {
    for (const request of [ours, executable]) {
      const { violations } = await attempt({ token, request });
      expect(violations).toEqual([
        {
          code: 'permission-missing',
          message: `The token may not write the contents of "acme/manifests": "${text}".`,
          hint,
        },
      ]);
    }
  });

  it('names a workflow file', async () => {
    const { violations } = await attempt({ request: requestOf(change('.github/workflows/x.yml', 'on: push\n')) });
    expect(violations).toMatchObject([
      {
        code: 'permission-missing',
        message: expect.stringMatching(
          /^The token may not change workflow files of "acme\/manifests": "refusing to allow/,
        ),
        hint: expect.stringContaining('Workflows: write'),
      },
    ]);
  });

  it('names an archived repository', async () => {
    const { violations } = await attempt({ archived: true });
    expect(violations).toEqual([
      {
        code: 'permission-missing',
        message: 'The repository "acme/manifests" is read-only: "Repository was archived so is read-only".',
        hint: 'Unarchive the repository in its settings, or name another one in the input `repository`.',
      },
    ]);
  });

  it('takes no further request if it is final', async () => {
    const { requests } = await attempt({ token: 'ghs_reader' });
    expect(requests).toBe(2);
  });

  it('names a token that was revoked during the run', async () => {
    await using fake = await github({ files });
    const host = hostOf(fake);
    const snapshot = await host.snapshot({ paths: [], histories: [] });
    fake.faults.next({ kind: 'mutation' }, revoked());
    expect(await violationsOf(host.commit(snapshot, ours))).toMatchObject([{ code: 'token-invalid' }]);
  });

  it('names a branch that was deleted during the run', async () => {
    await using fake = await github({ files });
    await fake.repository(REPOSITORY).commit('live', { 'b.yaml': 'b\n' });
    const host = hostOf(fake, { branch: 'live' });
    const snapshot = await host.snapshot({ paths: [], histories: [] });
    await fake.repository(REPOSITORY).setRef('refs/heads/live', undefined);
    expect(await violationsOf(host.commit(snapshot, ours))).toEqual([
      {
        code: 'branch-missing',
        message: 'The repository "acme/manifests" has no branch "live".',
        hint: 'Check the input `branch`; a promotion never creates the branch that it commits to.',
      },
    ]);
  });

  it('by a rate limit gives the wait before starting over, and nothing is written', async () => {
    await using fake = await github({ files });
    const host = hostOf(fake);
    const snapshot = await host.snapshot({ paths: [], histories: [] });
    fake.faults.next({ kind: 'mutation' }, secondaryLimit({ status: 200, retryAfter: 3 }));
    expect(await host.commit(snapshot, ours)).toEqual({ kind: 'branch-moved', wait: 3000 });
    expect(await fake.repository(REPOSITORY).log()).toHaveLength(1);
  });

  it('by a rate limit after a lost answer is waited for, since another base would let two commits land', async () => {
    await using fake = await github({ files });
    const host = hostOf(fake);
    const snapshot = await host.snapshot({ paths: [], histories: [] });
    fake.faults.next({ kind: 'mutation' }, serverError(502));
    fake.faults.next({ kind: 'mutation' }, secondaryLimit({ status: 200, retryAfter: 3 }));
    expect(await host.commit(snapshot, ours)).toMatchObject({ kind: 'committed' });
    expect(await fake.repository(REPOSITORY).log()).toHaveLength(2);
  });
});

describe('a refusal with a message that only real GitHub gives', () => {
  const attempt = async (error: object, { moved = false }: { moved?: boolean } = {}) => {
    const fake = await github({ files });
    try {
      const clock = testClock();
      const host = hostOf(fake, { clock });
      const snapshot = await host.snapshot({ paths: [], histories: [] });
      const move = () => (moved ? fake.repository(REPOSITORY).commit('main', { 'b.yaml': 'b\n' }) : undefined);
      fake.faults.next({ kind: 'mutation' }, meanwhile(move));
      fake.faults.next({ kind: 'mutation' }, says([error]));
      return await host.commit(snapshot, ours);
    } finally {
      await fake.close();
    }
  };
  const oid = '0123456789012345678901234567890123456789';

  it.each([
    { type: 'STALE_DATA', message: `Expected branch to point to "${oid}" but it did not.  Pull and try again.` },
    { type: 'UNPROCESSABLE', message: `Expected branch to point to "${oid}" but it did not.  Pull and try again.` },
    { type: 'UNPROCESSABLE', message: `refs/heads/main is at ${oid} but expected ${oid}` },
    { type: 'NOT_FOUND', message: `No commit exists with specified expectedHeadOid '${oid}'.` },
  ])('$type $message: the branch moved', async (error) => {
    expect(await attempt(error)).toEqual({ kind: 'branch-moved' });
  });

  it('is a moved branch if its text is unknown and the branch moved', async () => {
    expect(await attempt({ type: 'UNPROCESSABLE', message: 'Somebody was faster.' }, { moved: true })).toEqual({
      kind: 'branch-moved',
    });
  });

  it('is shown if its text is unknown and the branch did not move', async () => {
    const work = attempt({ type: 'UNPROCESSABLE', message: 'Something is odd.\n::error::injected' });
    expect(await violationsOf(work)).toEqual([
      {
        code: 'host-unexpected',
        message:
          'GitHub refuses to change "acme/manifests": "Something is odd" and "::error::injected" (UNPROCESSABLE).',
        hint: 'Run it again; if it stays so, report this message.',
      },
    ]);
  });

  it.each([
    {
      message:
        'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
      type: 'FORBIDDEN',
      hint: 'single sign-on',
    },
    {
      message:
        'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
      type: 'FORBIDDEN',
      hint: 'IP allow list',
    },
    {
      message:
        "The 'acme' organization forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 366 days. Please adjust your token's lifetime at the following URL: https://github.com/settings/personal-access-tokens/1",
      type: 'FORBIDDEN',
      hint: 'Shorten the lifetime',
    },
    {
      message:
        '`acme` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions.',
      type: 'FORBIDDEN',
      hint: 'GitHub App, or to a personal access token of the kind',
    },
    {
      message:
        "Your token has not been granted the required scopes to execute this query. The 'slug' field requires one of the following scopes: ['read:org', 'read:discussion']",
      type: 'INSUFFICIENT_SCOPES',
      hint: 'the scope that GitHub names',
    },
    // An unknown refusal is shown without a hint.
    { message: 'Something of tomorrow', type: 'FORBIDDEN', hint: 'These are the words of GitHub' },
  ])('$message', async ({ hint, ...error }) => {
    expect(await violationsOf(attempt(error))).toMatchObject([
      { code: 'permission-missing', hint: expect.stringContaining(hint) },
    ]);
  });

  it.each([
    ['Commit message must match a given regex pattern: ^JIRA-', 'Set `commit-message`'],
    ['Commits must have verified signatures.', 'bypass list of this rule'],
    ['Changes must be made through a pull request.', 'bypass list of this rule'],
  ])('names the rule %j', async (rule, hint) => {
    const message = `Repository rule violations found\n\n${rule}\n\n`;
    expect(await violationsOf(attempt({ type: 'UNPROCESSABLE', message }))).toMatchObject([
      { code: 'branch-protected', hint: expect.stringContaining(hint) },
    ]);
  });

  it('is shown whole, up to a thousand characters', async () => {
    const message = `${'x'.repeat(900)} the remedy`;
    const [violation] = await violationsOf(attempt({ type: 'UNPROCESSABLE', message }));
    expect(violation?.message).toContain(message);
    const [long] = await violationsOf(attempt({ type: 'UNPROCESSABLE', message: 'y'.repeat(2000) }));
    expect(long?.message).toContain(`${'y'.repeat(1000)}…`);
  });

  it('names all rules of a ruleset', async () => {
    const message =
      'Repository rule violations found\n\nCommits must have verified signatures.\n\nChanges must be made through the merge queue\n\n';
    expect(await violationsOf(attempt({ type: 'UNPROCESSABLE', message }))).toMatchObject([
      {
        code: 'branch-protected',
        message:
          'The rules of branch "main" in "acme/manifests" refuse the commit: "Commits must have verified signatures" and "Changes must be made through the merge queue".',
      },
    ]);
  });
});
