import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { clientOf } from './client.ts';
import { costOf, demandScopes } from './cost.ts';
import { fakeGitHub } from './server.ts';
import { classicToken, githubToken } from './tokens.ts';

const cost = (query: string, variables = {}) => costOf({ document: parse(query), variables });

describe('the cost of a query', () => {
  it('equals the example in GitHub’s documentation', () => {
    const query = `query { viewer { login repositories(first: 100) { edges { node { id
      issues(first: 50) { edges { node { id labels(first: 60) { edges { node { id name } } } } } } } } } } }`;
    expect(cost(query)).toMatchObject({ points: 51, nodes: 100 + 100 * 50 + 100 * 50 * 60 });
  });

  it('counts through fragments, aliases and variables', () => {
    const query = `query($many: Int!) { repository(owner: "a", name: "b") {
        x: refs(refPrefix: "refs/heads/", first: $many) { ...Some } y: refs(refPrefix: "refs/tags/", last: 10) { ...Some } } }
      fragment Some on RefConnection { nodes { ... on Ref { associatedPullRequests(first: 5) { nodes { id } } } } }`;
    expect(cost(query, { many: 100 })).toEqual({ points: 1, nodes: 100 + 500 + 10 + 50, walks: 0 });
  });

  it('is at least a point, and rounded', () => {
    expect(cost('{ viewer { login } }').points).toBe(1);
    const query = `query($a: Int!, $b: Int!) { repository(owner: "a", name: "b") {
      a: issues(first: $a) { nodes { labels(first: 1) { nodes { id } } } }
      b: issues(first: $b) { nodes { labels(first: 1) { nodes { id } } } } } }`;
    expect(cost(query, { a: 100, b: 47 }).points).toBe(1);
    expect(cost(query, { a: 100, b: 48 }).points).toBe(2);
  });

  it.each([
    [
      'MISSING_PAGINATION_BOUNDARIES',
      'issues { nodes { id } }',
      'You must provide a `first` or `last` value to properly paginate the `issues` connection.',
    ],
    [
      'MISSING_PAGINATION_BOUNDARIES',
      'issues { pageInfo { endCursor } }',
      'You must provide a `first` or `last` value to properly paginate the `issues` connection.',
    ],
    [
      'EXCESSIVE_PAGINATION',
      'issues(first: 101) { nodes { id } }',
      'Requesting 101 records on the `issues` connection exceeds the `first` limit of 100 records.',
    ],
    [
      'MAX_NODE_LIMIT_EXCEEDED',
      'issues(first: 100) { nodes { comments(first: 100) { nodes { reactions(first: 100) { nodes { id } } } } } }',
      'This query requests up to 1,010,100 possible nodes which exceeds the maximum limit of 500,000.',
    ],
  ])('refuses with %s', async (type, fields, message) => {
    await using github = await fakeGitHub({ repositories: { 'acme/manifests': { files: {} } } });
    const { body } = await clientOf(github).graphql(`{ repository(owner: "acme", name: "manifests") { ${fields} } }`);
    expect(body).toEqual({ errors: [{ type, message }] });
  });

  it('allows a connection of which only `totalCount` is read to have no limit', () => {
    expect(cost('{ repository(owner: "a", name: "b") { issues { totalCount } } }')).toMatchObject({
      nodes: 0,
      points: 1,
    });
  });
});

describe('the hourly limit', () => {
  const query = '{ repository(owner: "acme", name: "manifests") { id } rateLimit { cost limit remaining } }';

  it('allows the token of a workflow a thousand points, and then nothing until the hour ends', async () => {
    let now = new Date('2026-11-30T09:00:00Z');
    await using github = await fakeGitHub({
      repositories: { 'acme/manifests': { files: {} } },
      tokens: { token: githubToken({ contents: 'read' }) },
      now: () => now,
    });
    const client = clientOf(github);
    const first = await client.graphql(query);
    expect(first.body.data.rateLimit).toEqual({ cost: 1, limit: 1000, remaining: 999 });
    const heavy = `{ repository(owner: "acme", name: "manifests") { ${Array.from({ length: 10 }, (_, at) => `a${at}: issues(first: 100) { nodes { labels(first: 1) { nodes { id } } comments(first: 1) { totalCount } ${Array.from({ length: 8 }, (_, n) => `c${n}: comments(first: 1) { totalCount }`).join(' ')} } }`).join(' ')} } }`;
    for (let left = 999; left > 0; left -= 100) await client.graphql(heavy);
    const over = await client.graphql(query);
    expect(over.body).toEqual({
      errors: [{ type: 'RATE_LIMITED', message: expect.stringContaining('rate limit exceeded') }],
    });
    now = new Date('2026-11-30T10:00:01Z');
    expect((await client.graphql(query)).body.data.rateLimit.remaining).toBe(999);
  });
});

describe('the scopes of a classic token', () => {
  const team = '{ repository(owner: "a", name: "b") { id } organization(login: "a") { team(slug: "t") { slug } } }';

  it('are required by the fields of a query, even if there is nothing to read', () => {
    expect(() => demandScopes({ document: parse(team), variables: {} }, ['repo'])).toThrow(
      /^Your token has not been granted the required scopes to execute this query. The 'team' field requires one of the following scopes: \['read:org', 'read:discussion'\], but your token has only been granted the: \['repo'\] scopes\./,
    );
    expect(() => demandScopes({ document: parse(team), variables: {} }, ['repo', 'read:org'])).not.toThrow();
  });

  it('withhold the whole answer', async () => {
    await using github = await fakeGitHub({
      repositories: { 'acme/manifests': { files: {} } },
      tokens: { token: classicToken('repo') },
    });
    expect((await clientOf(github).graphql(team)).body).toMatchObject({
      data: null,
      errors: [{ type: 'INSUFFICIENT_SCOPES' }],
    });
  });

  it('show a private repository only with repo', async () => {
    await using github = await fakeGitHub({
      repositories: { 'acme/manifests': { files: {} }, 'acme/public': { files: {}, settings: { private: false } } },
      tokens: { token: classicToken('public_repo') },
    });
    const { body } = await clientOf(github).graphql(
      '{ a: repository(owner: "acme", name: "manifests") { id } b: repository(owner: "acme", name: "public") { viewerPermission } }',
    );
    expect(body.data).toEqual({ a: null, b: { viewerPermission: 'WRITE' } });
  });
});
