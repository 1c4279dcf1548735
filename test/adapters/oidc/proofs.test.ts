import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { proofAudience } from '../../../src/adapters/oidc/id-token.ts';
import { createProofs } from '../../../src/adapters/oidc/verify-proof.ts';
import type { Source } from '../../../src/domain/model.ts';
import type { Creation } from '../../../src/ports.ts';
import { testClock } from '../github/clock.ts';
import { type Claims, forge, type Key, newKey, type Pages, sign, startIssuer } from './issuer.ts';

const REPOSITORY = 'acme/manifests';
const source: Source = { repository: 'acme/shop', ref: 'refs/tags/v1.4.0', runNumber: 42, workflow: 'release.yml' };
const payload = {
  product: 'shop',
  environments: ['stg', 'prod'],
  images: ['registry.example.com/shop/web:v1.4.0'],
  source: { repository: 'acme/shop', ref: 'refs/tags/v1.4.0', run_number: 42, workflow: 'release.yml' },
};

const seconds = (moment: string) => Date.parse(moment) / 1000;
const MADE = '2026-11-30T09:00:00Z';

/** GitHub's claims for the release of the shop; a token is valid for five minutes. */
const claimsFor = (iss: string, more: Claims = {}): Claims => ({
  iss,
  aud: proofAudience(REPOSITORY, payload),
  sub: 'repo:acme@1/shop@2:ref:refs/tags/v1.4.0',
  repository: 'acme/shop',
  ref: 'refs/tags/v1.4.0',
  run_number: '42',
  workflow_ref: 'acme/shop/.github/workflows/release.yml@refs/tags/v1.4.0',
  event_name: 'push',
  nbf: seconds(MADE) - 600,
  iat: seconds(MADE),
  exp: seconds(MADE) + 300,
  ...more,
});

let key: Key;
let stranger: Key;
let curve: Key;
beforeAll(async () => {
  [key, stranger, curve] = await Promise.all([newKey('one'), newKey('two'), newKey('one', 'ES256')]);
});

type Case = {
  readonly token: (issuer: string) => Promise<string> | string;
  readonly pages?: Pages;
  readonly sent?: unknown;
  readonly from?: Source;
  readonly now?: string;
  readonly created?: Creation;
  readonly configured?: string;
};

/** The verdict on a proof: `accepted`, or its problems; with the requests that it took. */
const verify = async ({ token, pages, sent = payload, from = source, now = MADE, created, configured }: Case) => {
  await using issuer = await startIssuer(pages ?? { '/.well-known/jwks': { keys: [key.jwk] } });
  const asked: string[] = [];
  const creation = async (): Promise<Creation> => {
    asked.push('run');
    return created ?? { kind: 'unknown', reason: 'nobody should ask' };
  };
  const proofs = createProofs({ repository: REPOSITORY, issuer: issuer.url, creation, clock: testClock(now) });
  const question = { token: await token(issuer.url), payload: sent, source: from, issuer: configured };
  const verdict = await proofs.verify(question);
  const said = verdict.kind === 'accepted' ? ['accepted'] : verdict.rejections.map(({ message }) => message);
  const secrets = question.token.split('.').filter((part) => part.length > 8);
  for (const secret of secrets) expect(JSON.stringify(verdict)).not.toContain(secret);
  return { said: said.map((message) => message.replaceAll(issuer.url, 'ISSUER')), asked, seen: issuer.seen, verdict };
};

const signed = (more: Claims = {}) => ({ token: (issuer: string) => sign(claimsFor(issuer, more), key) });

describe('a proof', () => {
  it('is accepted if all claims are correct, with one request to the issuer', async () => {
    const { said, asked, seen } = await verify(signed());
    expect(said).toEqual(['accepted']);
    expect(seen).toEqual(['/.well-known/jwks']);
    expect(asked).toEqual([]);
  });

  it('is accepted for a payload as GitHub delivers it, proof included and keys in any order', async () => {
    const sent = { proof: 'a.b.c', ...Object.fromEntries(Object.entries(payload).toReversed()) };
    expect((await verify({ ...signed(), sent })).said).toEqual(['accepted']);
  });

  it('of a pull request is rejected by its ref, for any event', async () => {
    const ref = 'refs/pull/7/merge';
    const workflow_ref = `acme/shop/.github/workflows/release.yml@${ref}`;
    const sent = { ...payload, source: { ...payload.source, ref } };
    const aud = proofAudience(REPOSITORY, sent);
    const { said } = await verify({ ...signed({ ref, workflow_ref, aud }), sent, from: { ...source, ref } });
    expect(said).toEqual(['The proof of the request comes from a pull request, at "refs/pull/7/merge".']);
  });

  it('has the number of the repository, which a repository of the same name cannot have', async () => {
    expect((await verify(signed({ repository_id: '74' }))).verdict).toEqual({ kind: 'accepted', repositoryId: '74' });
    expect((await verify(signed({ repository_id: 74 }))).verdict).toEqual({ kind: 'accepted', repositoryId: '74' });
  });

  it('is accepted for a repository in another case', async () => {
    expect((await verify(signed({ repository: 'Acme/Shop' }))).said).toEqual(['accepted']);
  });

  it.each<[string, Claims, string]>([
    [
      'another repository',
      { repository: 'evil/shop' },
      'is of the repository "evil/shop", the request says "acme/shop".',
    ],
    ['another ref', { ref: 'refs/heads/x' }, 'is of the ref "refs/heads/x", the request says "refs/tags/v1.4.0".'],
    ['another run', { run_number: '41' }, 'is of the run_number "41", the request says "42".'],
    [
      'another workflow',
      { workflow_ref: 'acme/shop/.github/workflows/lint.yml@refs/tags/v1.4.0' },
      'is of the workflow "lint.yml", the request says "release.yml".',
    ],
    ['a pull request', { event_name: 'pull_request' }, 'comes from a run whose event is "pull_request".'],
    [
      'a pull request of a fork',
      { event_name: 'pull_request_target' },
      'comes from a run whose event is "pull_request_target".',
    ],
    [
      'a review of a pull request',
      { event_name: 'pull_request_review' },
      'comes from a run whose event is "pull_request_review".',
    ],
    [
      'a comment on a review',
      { event_name: 'pull_request_review_comment' },
      'comes from a run whose event is "pull_request_review_comment".',
    ],
    ['an empty event', { event_name: '' }, 'comes from a run whose event is "".'],
    [
      'a workflow of another repository',
      { workflow_ref: 'evil/shop/.github/workflows/release.yml@refs/tags/v1.4.0' },
      'comes from the repository "acme/shop" with a workflow of "evil/shop".',
    ],
    [
      'a file that is no workflow',
      { workflow_ref: 'acme/shop/evil/release.yml@refs/tags/v1.4.0' },
      'has the workflow_ref "acme/shop/evil/release.yml@refs/tags/v1.4.0", which is no file in .github/workflows.',
    ],
    [
      'a file below the workflows',
      { workflow_ref: 'acme/shop/.github/workflows/evil/release.yml@refs/tags/v1.4.0' },
      'has the workflow_ref "acme/shop/.github/workflows/evil/release.yml@refs/tags/v1.4.0", which is no file in .github/workflows.',
    ],
    ['no event', { event_name: undefined }, 'comes from a run whose event is none that can be read.'],
    [
      'another issuer',
      { iss: 'https://evil.example.com' },
      'has the issuer "https://evil.example.com" instead of "ISSUER".',
    ],
    ['another audience', { aud: 'sts.amazonaws.com' }, 'has the audience "sts.amazonaws.com".'],
    ['no audience', { aud: undefined }, 'has the audience none that can be read.'],
    [
      'several audiences, ours among them',
      { aud: [proofAudience(REPOSITORY, payload), 'sts.amazonaws.com'] },
      'has several audiences.',
    ],
    [
      'another manifest repository',
      { aud: proofAudience('acme/other', payload) },
      'belongs to another request or to another manifest repository.',
    ],
    ['no times', { exp: undefined }, 'says nothing of its times.'],
  ])('of %s is rejected', async (_, claims, reason) => {
    expect((await verify(signed(claims))).said).toEqual([`The proof of the request ${reason}`]);
  });

  it('is rejected with all its problems at once', async () => {
    const { said } = await verify(signed({ repository: 'evil/shop', event_name: 'pull_request', aud: 'x' }));
    expect(said).toHaveLength(3);
  });

  it('is rejected when it is replayed with another payload', async () => {
    const sent = { ...payload, images: ['registry.example.com/shop/web:evil'] };
    expect((await verify({ ...signed(), sent })).said).toEqual([
      'The proof of the request belongs to another request or to another manifest repository.',
    ]);
  });

  it.each(['repository', 'ref', 'runNumber', 'workflow'] as const)(
    'is rejected for a source without its %s',
    async (name) => {
      const { said } = await verify({ ...signed(), from: { ...source, [name]: undefined } });
      expect(said).toEqual([
        expect.stringMatching(/^The proof of the request cannot be compared: the source of the request has no /),
      ]);
    },
  );
});

describe('a signature', () => {
  const unsigned = 'The proof of the request is not signed with RS256.';
  const tampered = 'The proof of the request has been tampered with: its signature does not fit.';

  it('does not match after a claim was changed', async () => {
    const token = async (issuer: string) => {
      const [header, , signature] = (await sign(claimsFor(issuer), key)).split('.');
      const [, changed] = forge({}, claimsFor(issuer, { repository: 'evil/shop' })).split('.');
      return `${header}.${changed}.${signature}`;
    };
    expect((await verify({ token })).said).toEqual([tampered]);
  });

  it('does not match if another key signed under this name', async () => {
    const token = (issuer: string) => sign(claimsFor(issuer), { ...stranger, id: 'one' });
    expect((await verify({ token })).said).toEqual([tampered]);
  });

  it.each<[string, Case['token']]>([
    ['none', (issuer) => forge({ alg: 'none' }, claimsFor(issuer))],
    ['none, with a key', (issuer) => forge({ alg: 'none', kid: 'one' }, claimsFor(issuer))],
    ['another of the same key', (issuer) => sign(claimsFor(issuer), curve, { alg: 'ES256' })],
    [
      'a secret that is the public key',
      (issuer) => {
        const text = forge({ alg: 'HS256', kid: 'one' }, claimsFor(issuer)).replace(/\.$/, '');
        return `${text}.${createHmac('sha256', JSON.stringify(key.jwk)).update(text).digest('base64url')}`;
      },
    ],
  ])('by the algorithm %s is refused', async (_, token) => {
    expect((await verify({ token })).said).toEqual([unsigned]);
  });

  it('is looked up once more if the issuer has just begun to use a key', async () => {
    const pages: Pages = {
      '/.well-known/jwks': (count: number) => ({ keys: count === 1 ? [stranger.jwk] : [key.jwk] }),
    };
    const { said, seen } = await verify({ ...signed(), pages });
    expect(said).toEqual(['accepted']);
    expect(seen).toHaveLength(2);
  });

  it('by a key that the issuer does not have is refused, with one request for many proofs', async () => {
    const { said, seen } = await verify({ token: (issuer) => sign(claimsFor(issuer), stranger) });
    expect(said).toEqual(['The proof of the request is signed with a key that "ISSUER" does not have.']);
    expect(seen).toHaveLength(2);
  });

  it('is not fetched from the address in the token', async () => {
    await using evil = await startIssuer({
      '/.well-known/jwks': { keys: [stranger.jwk] },
      '/keys': { keys: [stranger.jwk] },
    });
    const token = () =>
      sign(claimsFor(evil.url), stranger, { jku: `${evil.url}/keys`, jwk: stranger.jwk, iss: evil.url });
    expect((await verify({ token })).verdict.kind).toBe('rejected');
    expect(evil.seen).toEqual([]);
  });

  it.each(['', 'x', 'a.b.c', 'e30.e30.e30', '..'])('is not fetched for %j, which is no token', async (text) => {
    const { said } = await verify({ token: () => text });
    expect(said).toEqual([expect.stringMatching(/is no token|is not signed with RS256/)]);
  });

  it.each(['[]', 'text', '"a"', 'null'])('does not turn %s into claims', async (text) => {
    expect((await verify({ token: () => sign(text, key) })).said).toEqual(['The proof of the request is no token.']);
  });
});

describe('the keys of an issuer', () => {
  const keys = () => ({ keys: [key.jwk] });

  it('are fetched from the address in its discovery document', async () => {
    const pages: Record<string, unknown> = { '/moved': keys() };
    await using issuer = await startIssuer({
      ...pages,
      '/.well-known/openid-configuration': () => ({ jwks_uri: `${issuer.url}/moved` }),
    });
    const token = () => sign(claimsFor(issuer.url), key);
    expect((await verify({ token, configured: issuer.url })).said).toEqual(['accepted']);
    expect(issuer.seen).toEqual(['/.well-known/jwks', '/.well-known/openid-configuration', '/moved']);
  });

  it('are fetched below the path of a configured issuer', async () => {
    await using issuer = await startIssuer({ '/acme-inc/.well-known/jwks': keys() });
    const configured = `${issuer.url}/acme-inc`;
    expect((await verify({ token: () => sign(claimsFor(configured), key), configured })).said).toEqual(['accepted']);
  });

  it.each<[string, (evil: string) => Pages, string]>([
    [
      'a discovery document',
      (evil) => ({ '/.well-known/openid-configuration': { jwks_uri: `${evil}/keys` } }),
      'leads away',
    ],
    ['a redirect', (evil) => ({ '/.well-known/jwks': `${evil}/keys` }), 'answers with status 302'],
  ])('are not fetched through %s', async (_, pages, reason) => {
    await using evil = await startIssuer({ '/keys': { keys: [stranger.jwk] } });
    const { said } = await verify({ token: (issuer) => sign(claimsFor(issuer), stranger), pages: pages(evil.url) });
    expect(said).toEqual([expect.stringContaining(reason)]);
    expect(evil.seen).toEqual([]);
  });

  it('are fetched again after a failure of the issuer', async () => {
    const pages: Pages = { '/.well-known/jwks': (count: number) => (count < 3 ? 503 : keys()) };
    expect((await verify({ ...signed(), pages })).said).toEqual(['accepted']);
  });

  it.each<[string, Pages, string]>([
    ['fails', { '/.well-known/jwks': 500 }, 'answers with status 500'],
    ['knows none', {}, 'answers with status 404'],
    ['answers something else', { '/.well-known/jwks': { keys: 'none' } }, 'its answer is no set of keys'],
    ['says nothing of them', { '/.well-known/openid-configuration': {} }, 'its discovery document names no jwks_uri'],
  ])('cause a failure, not a refusal, if the issuer %s', async (_, pages, reason) => {
    const { verdict } = await verify({ ...signed(), pages });
    expect(verdict).toMatchObject({
      rejections: [{ code: 'issuer-unavailable', message: expect.stringContaining(reason) }],
    });
  });

  it('are not fetched from another machine without encryption', async () => {
    const { said } = await verify({ ...signed(), configured: 'http://issuer.example.com' });
    expect(said).toEqual([
      'The keys of the issuer "http://issuer.example.com" cannot be had: "http://issuer.example.com" is no https address.',
    ]);
  });
});

describe('the times of a proof valid until 09:05', () => {
  const created = (at: string): Creation => ({ kind: 'known', at: new Date(at) });

  it.each<[string, Partial<Case>, string[], string]>([
    ['looked at in time', { now: '2026-11-30T09:04:59Z' }, [], 'accepted'],
    [
      'within the grace of ten minutes, since no run is younger than now',
      { now: '2026-11-30T09:15:00Z' },
      [],
      'accepted',
    ],
    [
      'expired while the run was queued',
      { now: '2026-11-30T15:00:00Z', created: created('2026-11-30T09:00:30Z') },
      ['run'],
      'accepted',
    ],
    [
      'in a run that is started again after weeks',
      { now: '2026-12-24T15:00:00Z', created: created('2026-11-30T09:00:30Z') },
      ['run'],
      'accepted',
    ],
    [
      'expired before, within the grace',
      { now: '2026-11-30T15:00:00Z', created: created('2026-11-30T09:15:00Z') },
      ['run'],
      'accepted',
    ],
    [
      'expired before',
      { now: '2026-11-30T15:00:00Z', created: created('2026-11-30T09:15:01Z') },
      ['run'],
      'The proof of the request had expired at 2026-11-30T09:05:00Z, before this run was created at 2026-11-30T09:15:01Z.',
    ],
    [
      'made long after the run was created',
      { now: '2026-11-30T15:00:00Z', created: created('2026-11-30T08:00:00Z') },
      ['run'],
      'The proof of the request is valid from 2026-11-30T08:50:00Z, after this run was created at 2026-11-30T08:00:00Z.',
    ],
    [
      'by a clock that is far behind',
      { now: '2026-11-30T08:00:00Z' },
      [],
      'The proof of the request is valid from 2026-11-30T08:50:00Z, after this run was created at 2026-11-30T08:00:00Z.',
    ],
    [
      'expired, with a token that may not read the run',
      { now: '2026-11-30T15:00:00Z', created: { kind: 'unknown', reason: 'GitHub answers with status 403' } },
      ['run'],
      'The proof of the request has expired, and when this run was created cannot be read: GitHub answers with status 403.',
    ],
  ])('%s', async (_, more, asked, said) => {
    const result = await verify({ ...signed(), ...more });
    expect(result.said).toEqual([said]);
    expect(result.asked).toEqual(asked);
  });

  it('are not checked, and no request is sent, if another check fails', async () => {
    const { asked } = await verify({ ...signed({ repository: 'evil/shop' }), now: '2026-11-30T15:00:00Z' });
    expect(asked).toEqual([]);
  });
});

it('a proof is verified once for many checks', async () => {
  await using issuer = await startIssuer({ '/.well-known/jwks': { keys: [key.jwk] } });
  const creation = async (): Promise<Creation> => ({ kind: 'unknown', reason: '' });
  const proofs = createProofs({ repository: REPOSITORY, issuer: issuer.url, creation, clock: testClock(MADE) });
  const question = { token: await sign(claimsFor(issuer.url), key), payload, source };
  expect(await proofs.verify(question)).toEqual({ kind: 'accepted' });
  expect(await proofs.verify(question)).toEqual({ kind: 'accepted' });
  expect(issuer.seen).toHaveLength(1);
});
