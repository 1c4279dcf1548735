import { describe, expect, it } from 'vitest';
import { clientOf } from './client.ts';
import {
  before,
  drop,
  exhausted,
  hang,
  primaryLimit,
  refused,
  refusedGraphql,
  revoked,
  secondaryLimit,
  serverError,
  stale,
} from './faults.ts';
import { transcript } from './requests.ts';
import { type FakeGitHub, fakeGitHub } from './server.ts';

const NAME = 'acme/manifests';
const start = () => fakeGitHub({ repositories: { [NAME]: { files: { a: '1' } } } });

const commit = async (github: FakeGitHub): Promise<string> => {
  const input = {
    branch: { repositoryNameWithOwner: NAME, branchName: 'main' },
    expectedHeadOid: await github.repository(NAME).head(),
    message: { headline: 'H' },
  };
  return clientOf(github).refusal(
    'mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }',
    { input },
  );
};
const head =
  '{ repository(owner: "acme", name: "manifests") { ref(qualifiedName: "refs/heads/main") { target { oid } } } }';

describe('faults', () => {
  it.each([500, 502, 503, 504] as const)('answer %d once to a matching request', async (status) => {
    await using github = await start();
    github.faults.next({ kind: 'query' }, serverError(status));
    expect((await clientOf(github).rest('GET /rate_limit')).status).toBe(200);
    expect((await clientOf(github).graphql(head)).status).toBe(status);
    expect((await clientOf(github).graphql(head)).status).toBe(200);
  });

  it('drop the connection before the write, or after it took effect', async () => {
    await using github = await start();
    github.faults.next({ field: 'createCommitOnBranch' }, drop('before'));
    await expect(commit(github)).rejects.toThrow();
    expect(await github.repository(NAME).log()).toHaveLength(1);
    github.faults.next({ field: 'createCommitOnBranch' }, drop('after'));
    await expect(commit(github)).rejects.toThrow();
    expect(await github.repository(NAME).log()).toHaveLength(2);
    expect(transcript(github.requests)).toEqual(
      Array(2).fill('POST /graphql mutation createCommitOnBranch → no answer'),
    );
  });

  it('answer an error although the write took effect', async () => {
    await using github = await start();
    github.faults.next({ kind: 'mutation' }, serverError(502, 'after'));
    expect(await commit(github)).toBe('502');
    expect(await github.repository(NAME).log()).toHaveLength(2);
  });

  it('hang until the client gives up', async () => {
    await using github = await start();
    github.faults.next({ path: '/graphql' }, hang());
    const signal = AbortSignal.timeout(50);
    await expect(fetch(github.graphqlUrl, { method: 'POST', body: '{}', signal })).rejects.toThrow();
  });

  it('give part of the data, with errors', async () => {
    await using github = await start();
    github.faults.next(
      { kind: 'query' },
      exhausted((path) => path.at(-1) === 'two'),
    );
    const { body } = await clientOf(github).graphql(
      '{ repository(owner: "acme", name: "manifests") { one: object(expression: "main:a") { oid } two: object(expression: "main:a") { oid } } }',
    );
    expect(body.data.repository).toMatchObject({ one: { oid: expect.any(String) }, two: null });
    expect(body.errors).toMatchObject([{ type: 'RESOURCE_LIMITS_EXCEEDED', path: ['repository', 'two'] }]);
  });

  it('limit the rate, in every form of GitHub', async () => {
    await using github = await start();
    github.faults.next({}, primaryLimit({ status: 200 }));
    github.faults.next({}, primaryLimit({ status: 403, reset: 1 }));
    github.faults.next({}, secondaryLimit({ status: 429, retryAfter: 7 }));
    const primary = await clientOf(github).graphql(head);
    expect(primary.body.errors[0].type).toBe('RATE_LIMITED');
    expect(primary.headers.get('x-ratelimit-remaining')).toBe('0');
    const rest = await clientOf(github).rest('GET /rate_limit');
    expect([rest.status, rest.headers.get('x-ratelimit-reset')]).toEqual([403, '1']);
    const secondary = await clientOf(github).rest('GET /rate_limit');
    expect([secondary.status, secondary.headers.get('retry-after')]).toEqual([429, '7']);
    expect(secondary.body.message).toMatch(/^You have exceeded a secondary rate limit/);
  });

  it('refuse with any text', async () => {
    await using github = await start();
    github.faults.next({ method: 'GET' }, refused(405, 'Base branch was modified. Review and try the merge again.'));
    github.faults.next({ kind: 'mutation' }, refusedGraphql('NOT_FOUND', 'Branch not found'));
    const { status, body } = await clientOf(github).rest('GET /rate_limit');
    expect([status, body.message]).toEqual([405, 'Base branch was modified. Review and try the merge again.']);
    expect(await commit(github)).toBe('NOT_FOUND: Branch not found');
  });

  it('read the state before the last change', async () => {
    await using github = await start();
    const old = await github.repository(NAME).head();
    await github.repository(NAME).commit('main', { a: '2' });
    github.faults.next({ kind: 'query' }, stale());
    expect((await clientOf(github).graphql(head)).body.data.repository.ref.target.oid).toBe(old);
    expect((await clientOf(github).graphql(head)).body.data.repository.ref.target.oid).not.toBe(old);
  });

  it('revoke a token between two requests', async () => {
    await using github = await start();
    github.faults.next({ kind: 'mutation' }, revoked());
    expect((await clientOf(github).graphql(head)).status).toBe(200);
    await commit(github);
    expect((await clientOf(github).graphql(head)).body.message).toBe('Bad credentials');
  });

  it('run another change between a read and a write', async () => {
    await using github = await start();
    github.faults.next(
      { kind: 'mutation' },
      before(() => github.repository(NAME).commit('main', { b: '' })),
    );
    expect(await commit(github)).toMatch(/^STALE_DATA: /);
    expect(await github.repository(NAME).files()).toEqual({ a: '1', b: '' });
  });
});

describe('limits', () => {
  it('allow 80 content-creating requests in a minute of its clock', async () => {
    let now = Date.UTC(2026, 10, 30);
    await using github = await fakeGitHub({
      repositories: { [NAME]: { files: { a: '' } } },
      limits: { contentPerMinute: 80 },
      now: () => new Date(now),
    });
    const client = clientOf(github);
    const dispatch = () => client.rest(`POST /repos/${NAME}/dispatches`, { event_type: 'x' });
    for (let n = 0; n < 80; n++) expect((await dispatch()).status).toBe(204);
    const over = await dispatch();
    expect([over.status, over.headers.get('retry-after')]).toEqual([403, '60']);
    expect((await client.rest(`GET /repos/${NAME}`)).status).toBe(200);
    now += 60_000;
    expect((await dispatch()).status).toBe(204);
  });

  it('refuse requests over the allowed number at once', async () => {
    await using github = await fakeGitHub({
      repositories: { [NAME]: { files: { a: '' } } },
      limits: { concurrent: 5 },
    });
    const client = clientOf(github);
    let arrived = 0;
    let release = (): void => {};
    const gathered = new Promise<void>((resolve) => {
      release = resolve;
    });
    const wait = before(() => (++arrived === 20 ? release() : gathered));
    github.faults.always({}, wait);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await client.rest(`GET /repos/${NAME}/commits`)).status),
    );
    expect(statuses).toContain(403);
    expect(statuses).toContain(200);
  });
});
