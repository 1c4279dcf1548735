import { describe, expect, it } from 'vitest';
import { before, drop, exhausted, revoked, serverError } from '../../github/faults.ts';
import { testClock } from './clock.ts';
import { clientOf, github, hostOf, REPOSITORY, read, violationsOf } from './github.ts';

const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`files/${at}.yaml`, `at: ${at}\n`]));
const fields = (variables: Readonly<Record<string, unknown>> | undefined, letter: string): number =>
  Object.keys(variables ?? {}).filter((name) => new RegExp(`^${letter}\\d+$`).test(name)).length;

describe('many files', () => {
  it('reads 300 in three requests, all from the commit of the first', async () => {
    const files = many(300);
    await using fake = await github({ files });
    fake.faults.next(
      ({ variables }) => variables?.commit !== undefined,
      before(() => fake.repository(REPOSITORY).commit('main', { 'files/299.yaml': 'moved\n' })),
    );
    const paths = Object.keys(files);
    const snapshot = await read(fake, paths);
    expect(await snapshot.read(paths)).toEqual(
      paths.map((path) => ({ kind: 'file', text: files[path], executable: false })),
    );
    expect(fake.requests.map(({ variables }) => fields(variables, 'f'))).toEqual([100, 100, 100]);
    expect(new Set(fake.requests.slice(1).map(({ variables }) => variables?.commit))).toEqual(
      new Set([snapshot.commit]),
    );
  });

  it.each([
    { what: 'status 502', fault: serverError(502) },
    { what: 'status 504', fault: serverError(504) },
    { what: 'resources that ran out for a part', fault: exhausted((path) => path.includes('f3')) },
    { what: 'a dropped connection', fault: drop('before') },
  ])('requests half as many at a time after $what', async ({ fault }) => {
    const files = many(150);
    await using fake = await github({ files });
    const paths = Object.keys(files);
    const host = hostOf(fake);
    fake.faults.next(({ variables }) => variables?.commit !== undefined, fault);
    const snapshot = await host.snapshot({ paths, histories: [] });
    expect(await snapshot.read(paths)).toEqual(
      paths.map((path) => ({ kind: 'file', text: files[path], executable: false })),
    );
    expect(fake.requests.map(({ variables }) => fields(variables, 'f'))).toEqual([100, 50, 25, 25]);
  });

  it('reads small files by hundreds once it knows their sizes', async () => {
    const files = many(1300);
    await using fake = await github({ files });
    const paths = Object.keys(files);
    const snapshot = await read(fake, []);
    fake.resetRequests();
    const entries = await snapshot.read(paths);
    expect(entries).toEqual(paths.map((path) => ({ kind: 'file', text: files[path], executable: false })));
    const [first, ...others] = fake.requests.map(({ variables }) => fields(variables, 'f'));
    expect(first).toBe(100);
    expect(others.toSorted((a, b) => b - a)).toEqual([500, 500, 200]);
  });

  it('reads larger files up to two million characters at a time', async () => {
    const files = Object.fromEntries(Object.entries(many(180)).map(([path, text]) => [path, text.padEnd(50_000, ' ')]));
    await using fake = await github({ files });
    const snapshot = await read(fake, []);
    fake.resetRequests();
    expect(await snapshot.read(Object.keys(files))).toHaveLength(180);
    expect(fake.requests.map(({ variables }) => fields(variables, 'f'))).toEqual([100, 40, 40]);
  });

  it.each([
    { what: 'status 502', fault: serverError(502) },
    { what: 'resources that ran out for a part', fault: exhausted((path) => path.includes('f300')) },
  ])('stays with smaller requests after $what', async ({ fault }) => {
    const files = many(2600);
    await using fake = await github({ files });
    const paths = Object.keys(files);
    const snapshot = await read(fake, []);
    fake.resetRequests();
    fake.faults.next(({ variables }) => fields(variables, 'f') === 500, fault);
    const entries = await snapshot.read(paths);
    expect(entries).toEqual(paths.map((path) => ({ kind: 'file', text: files[path], executable: false })));
    const sizes = fake.requests.map(({ variables }) => fields(variables, 'f'));
    // Four are on their way at most when it becomes known.
    expect(sizes.filter((size) => size > 250).length).toBeLessThanOrEqual(4);
    expect(sizes.filter((size) => size === 250).length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2600 + 500);
  });

  it('halves the first request as well, and leaves the histories out of it', async () => {
    const files = many(8);
    await using fake = await github({ files });
    const paths = Object.keys(files);
    for (let time = 0; time < 2; time++) fake.faults.next({ kind: 'query' }, serverError(502));
    const snapshot = await read(fake, paths, ['files/0.yaml']);
    expect(await snapshot.read(paths)).toHaveLength(8);
    expect((await snapshot.history('files/0.yaml')).commits).toHaveLength(1);
    expect(fake.requests.map(({ variables }) => [fields(variables, 'f'), fields(variables, 'h')])).toEqual([
      [8, 1],
      [8, 0],
      [4, 0],
      [4, 0],
      [0, 0],
    ]);
  });

  it('gives up in the end, and reports its tries', async () => {
    await using fake = await github({ files: many(1) });
    fake.faults.always({ kind: 'query' }, serverError(502));
    const clock = testClock();
    expect(await violationsOf(hostOf(fake, { clock }).snapshot({ paths: [], histories: [] }))).toEqual([
      {
        code: 'host-unavailable',
        message: expect.stringMatching(/^GitHub does not answer while the branch of "acme\/manifests" is read: "502 /),
        hint: 'Run it again; see https://www.githubstatus.com, or the network between the runner and GitHub.',
      },
    ]);
    expect(fake.requests.length).toBeLessThan(12);
    expect(clock.slept.reduce((sum, slept) => sum + slept, 0)).toBeLessThan(2 * 60_000);
  });

  it('gives up on files in the end', async () => {
    await using fake = await github({ files: many(3) });
    const snapshot = await read(fake, []);
    fake.faults.always({ kind: 'query' }, drop('before'));
    expect(await violationsOf(snapshot.read(['files/0.yaml', 'files/1.yaml']))).toMatchObject([
      { code: 'host-unavailable' },
    ]);
  });

  it('reads a whole file again when the connection breaks', async () => {
    await using fake = await github({ files: { 'a.yaml': '\uFEFFa: 1\n' } });
    fake.faults.next({ path: /git\/blobs/ }, serverError(502));
    fake.faults.next({ path: /git\/blobs/ }, drop('before'));
    const snapshot = await read(fake, ['a.yaml']);
    expect(await snapshot.read(['a.yaml'])).toEqual([{ kind: 'file', text: '\uFEFFa: 1\n', executable: false }]);
  });

  it('rejects bytes that do not match the id of the commit', async () => {
    await using fake = await github({ files: { 'a.yaml': '\uFEFFa: 1\n' } });
    fake.faults.always(
      { path: /git\/blobs/ },
      {
        kind: 'answer',
        when: 'before',
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: 'a: 2\n',
      },
    );
    expect(await violationsOf(read(fake, ['a.yaml']))).toMatchObject([
      {
        code: 'host-unexpected',
        message: `GitHub's answer for the file "a.yaml" is not what the commit holds.`,
        path: 'a.yaml',
      },
    ]);
  });

  it('sends nothing more after a refusal', async () => {
    await using fake = await github({ files: many(1000) });
    const snapshot = await read(fake, []);
    fake.faults.always({ kind: 'query' }, revoked());
    expect(await violationsOf(snapshot.read(Object.keys(many(1000))))).toMatchObject([{ code: 'token-invalid' }]);
    expect(fake.requests.length).toBeLessThan(7);
  });

  it('does not repeat a query that the server cannot parse', async () => {
    await using fake = await github({ files: many(1) });
    const message = "Field 'tree' doesn't exist on type 'Commit'";
    const errors = [{ path: ['query Snapshot', 'repository'], extensions: { code: 'undefinedField' }, message }];
    const headers = { 'content-type': 'application/json' };
    fake.faults.next(
      { kind: 'query' },
      { kind: 'answer', when: 'before', status: 200, headers, body: JSON.stringify({ errors }) },
    );
    expect(await violationsOf(read(fake, []))).toMatchObject([
      { code: 'host-unexpected', message: expect.stringContaining(message) },
    ]);
    expect(fake.requests).toHaveLength(1);
  });

  it('counts every request for the report', async () => {
    await using fake = await github({ files: many(1) });
    const client = clientOf(fake);
    await client.graphql({ document: 'query { viewer { login } }', variables: {} });
    expect(client.requests()).toMatchObject({ count: 1, limits: [{ limit: 5000, remaining: 4999 }] });
  });
});
