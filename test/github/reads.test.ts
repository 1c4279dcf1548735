import { describe, expect, it } from 'vitest';
import { clientOf } from './client.ts';
import { fakeGitHub } from './server.ts';

const atHead = (fields: string): string =>
  `query($path: String!) { repository(owner: "acme", name: "manifests") { ref(qualifiedName: "refs/heads/main") { target { ... on Commit { ${fields} } } } } }`;

const blob = 'file(path: $path) { mode type object { ... on Blob { text isTruncated isBinary byteSize oid } } }';

describe('files on the fake GitHub', () => {
  it('show their mode as file, executable, symbolic link or submodule', async () => {
    await using github = await fakeGitHub({
      repositories: {
        'acme/manifests': {
          files: {
            'dir/plain.yaml': 'a: 1\n',
            'dir/run.sh': { text: '#!/bin/sh\n', mode: '100755' },
            'dir/link': { text: 'plain.yaml', mode: '120000' },
            'dir/module': { text: '1'.repeat(40), mode: '160000' },
          },
        },
      },
    });
    const { body } = await clientOf(github).graphql(
      atHead(
        'file(path: $path) { object { ... on Tree { entries { name mode type path object { __typename } submodule { subprojectCommitOid } } } } }',
      ),
      { path: 'dir' },
    );
    expect(body.data.repository.ref.target.file.object.entries).toMatchObject([
      { name: 'link', mode: 40960, type: 'blob', path: 'dir/link', object: { __typename: 'Blob' } },
      { name: 'module', mode: 57344, type: 'commit', object: null, submodule: { subprojectCommitOid: '1'.repeat(40) } },
      { name: 'plain.yaml', mode: 33188, type: 'blob' },
      { name: 'run.sh', mode: 33261, type: 'blob' },
    ]);
    expect(await github.repository('acme/manifests').fsck()).toBe('');
  });

  it('are null at absent paths and behind symbolic links', async () => {
    await using github = await fakeGitHub({
      repositories: { 'acme/manifests': { files: { 'a/b': '', l: { text: 'a', mode: '120000' } } } },
    });
    const { body } = await clientOf(github).graphql(
      atHead('absent: file(path: "x") { mode } behind: file(path: "l/b") { mode } file(path: $path) { mode }'),
      {
        path: 'a/b',
      },
    );
    expect(body).toEqual({
      data: { repository: { ref: { target: { absent: null, behind: null, file: { mode: 33188 } } } } },
    });
    const objects = await clientOf(github).graphql(
      '{ repository(owner: "acme", name: "manifests") { a: object(expression: "main:x") { oid } b: object(expression: "main:l/b") { oid } c: object(expression: "nowhere:a") { oid } } }',
    );
    expect(objects.body.data.repository).toEqual({ a: null, b: null, c: null });
  });

  it('have a text cut at 512,000 bytes and a whole raw blob', async () => {
    const text = 'é'.repeat(300_000);
    await using github = await fakeGitHub({ repositories: { 'acme/manifests': { files: { big: text } } } });
    const client = clientOf(github);
    const { body } = await client.graphql(atHead(blob), { path: 'big' });
    const { object } = body.data.repository.ref.target.file;
    expect(object).toMatchObject({ isTruncated: true, isBinary: false, byteSize: 600_000 });
    expect(Buffer.byteLength(object.text)).toBe(512_000);
    const raw = await client.rest(`GET /repos/acme/manifests/git/blobs/${object.oid}`, undefined, {
      accept: 'application/vnd.github.raw+json',
    });
    expect(raw.text).toBe(text);
    const json = await client.rest(`GET /repos/acme/manifests/git/blobs/${object.oid}`);
    expect(Buffer.from(json.body.content, 'base64').toString()).toBe(text);
  });

  it('lose the byte-order mark, are transcoded from other encodings, and have no text if they are binary', async () => {
    await using github = await fakeGitHub({
      repositories: {
        'acme/manifests': {
          files: {
            bom: { bytes: Buffer.from('\ufeffa: 1') },
            latin: { bytes: Buffer.from([0x61, 0xe9]) },
            nul: { bytes: Buffer.from([0x61, 0]) },
          },
        },
      },
    });
    const of = async (path: string) =>
      (await clientOf(github).graphql(atHead(blob), { path })).body.data.repository.ref.target.file.object;
    expect(await of('bom')).toMatchObject({ text: 'a: 1', byteSize: 7 });
    expect(await of('latin')).toMatchObject({ text: 'aé', byteSize: 2, isBinary: false });
    expect(await of('nul')).toMatchObject({ text: null, isBinary: true });
  });
});

describe('the history on the fake GitHub', () => {
  it('pages through the commits of a path, newest first', async () => {
    await using github = await fakeGitHub({ repositories: { 'acme/manifests': { files: { a: '0', b: '0' } } } });
    const repository = github.repository('acme/manifests');
    for (const n of [1, 2, 3]) {
      await repository.commit('main', { a: `${n}` }, { message: `a ${n}`, date: new Date(Date.UTC(2030, 0, n)) });
      await repository.commit('main', { b: `${n}` }, { message: `b ${n}`, date: new Date(Date.UTC(2030, 0, n)) });
    }
    const page = async (after: string | null) => {
      const query = `query($after: String) { repository(owner: "acme", name: "manifests") { defaultBranchRef { target { ... on Commit {
        history(first: 2, path: "a", after: $after) { totalCount nodes { message committedDate } pageInfo { hasNextPage endCursor } } } } } } }`;
      return (await clientOf(github).graphql(query, { after })).body.data.repository.defaultBranchRef.target.history;
    };
    const first = await page(null);
    expect(first).toMatchObject({
      totalCount: 4,
      nodes: [{ message: 'a 3', committedDate: '2030-01-03T00:00:00Z' }, { message: 'a 2' }],
    });
    const second = await page(first.pageInfo.endCursor);
    expect(second).toMatchObject({
      nodes: [{ message: 'a 1' }, { message: 'Begin' }],
      pageInfo: { hasNextPage: false },
    });
  });

  it('shows an empty repository and a missing branch as null', async () => {
    await using github = await fakeGitHub({ repositories: { 'acme/empty': {} } });
    const { body } = await clientOf(github).graphql(
      '{ repository(owner: "acme", name: "empty") { isEmpty defaultBranchRef { name } ref(qualifiedName: "refs/heads/x") { name } } }',
    );
    expect(body.data.repository).toEqual({ isEmpty: true, defaultBranchRef: null, ref: null });
  });
});

describe('access to the fake GitHub', () => {
  const options = {
    repositories: {
      'acme/manifests': { files: { a: '' } },
      'acme/open': { files: { a: '' }, settings: { private: false } },
    },
    tokens: {
      stranger: { login: 'stranger', kind: 'user' as const, permissions: {} },
      reader: {
        login: 'reader[bot]',
        kind: 'app' as const,
        permissions: { 'acme/manifests': { contents: 'read' as const } },
      },
    },
  };
  const look = '{ repository(owner: "acme", name: "manifests") { nameWithOwner viewerPermission } }';

  it('is refused for wrong and missing tokens', async () => {
    await using github = await fakeGitHub(options);
    const wrong = await clientOf(github, 'wrong').graphql(look);
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Bad credentials']);
    expect((await clientOf(github, '').graphql(look)).status).toBe(401);
    expect((await clientOf(github, '').rest('GET /repos/acme/open')).status).toBe(200);
    expect((await clientOf(github, '').rest('GET /repos/acme/manifests')).status).toBe(404);
  });

  it('is denied with the words for a missing repository', async () => {
    await using github = await fakeGitHub(options);
    const hidden = "NOT_FOUND: Could not resolve to a Repository with the name 'acme/manifests'.";
    expect(await clientOf(github, 'stranger').refusal(look)).toBe(hidden);
    expect((await clientOf(github, 'stranger').rest('GET /repos/acme/manifests')).body.message).toBe('Not Found');
    expect((await clientOf(github, 'reader').graphql(look)).body.data.repository).toEqual({
      nameWithOwner: 'acme/manifests',
      viewerPermission: 'READ',
    });
  });
});

describe('malformed requests', () => {
  it.each([
    ['{ repository(owner: "acme", name: "manifests") { nope } }', "Field 'nope' doesn't exist on type 'Repository'"],
    [
      '{ repository(owner: "acme", name: "manifests", nope: 1) { id } }',
      "Field 'repository' doesn't accept argument 'nope'",
    ],
    ['{ repository(owner: "acme") { id } }', "Field 'repository' is missing required arguments: name"],
    ['query Q($x: String) { viewer { login } }', 'Variable $x is declared by Q but not used'],
    [
      '{ repository(owner: "acme", name: "manifests") { refs(refPrefix: "refs/heads/") { nodes { name } } } }',
      'MISSING_PAGINATION_BOUNDARIES: You must provide a `first` or `last` value to properly paginate the `refs` connection.',
    ],
    [
      '{ repository(owner: "acme", name: "manifests") { refs(refPrefix: "refs/heads/", first: 101) { nodes { name } } } }',
      'EXCESSIVE_PAGINATION: Requesting 101 records on the `refs` connection exceeds the `first` limit of 100 records.',
    ],
    [
      '{ repository(owner: "acme", name: "manifests") { forkCount } }',
      'the fake GitHub does not know Repository.forkCount yet',
    ],
  ])('%s', async (query, message) => {
    await using github = await fakeGitHub({ repositories: { 'acme/manifests': { files: { a: '' } } } });
    expect(await clientOf(github).refusal(query)).toBe(message);
  });

  it('without JSON and a user agent are refused', async () => {
    await using github = await fakeGitHub();
    const broken = await fetch(github.graphqlUrl, {
      method: 'POST',
      headers: { authorization: 'token token' },
      body: '{',
    });
    expect([broken.status, await broken.text()]).toEqual([400, '{"message":"Problems parsing JSON"}']);
    expect((await clientOf(github).rest('GET /rate_limit', undefined, { 'user-agent': '' })).status).toBe(403);
  });
});
