import { describe, expect, it } from 'vitest';
import { drop, hang, type Incoming, before as meanwhile, serverError, stale } from '../../github/faults.ts';
import { transcript } from '../../github/requests.ts';
import type { FakeGitHub } from '../../github/server.ts';
import { testClock } from './clock.ts';
import { change, github, hostOf, ID, inTurn, isLook, REPOSITORY, requestOf, violationsOf } from './github.ts';

const files = { 'a.yaml': 'v1\n', 'run.sh': { text: 'v1\n', mode: '100755' as const } };
const ours = requestOf(change('a.yaml', 'v2\n'));
const executable = requestOf(change('run.sh', 'v2\n', { executable: true }));
const log = async (fake: FakeGitHub) => (await fake.repository(REPOSITORY).log()).map(({ message }) => message.trim());

describe('a commit', () => {
  it('is one query and one mutation, verified, with its message and link', async () => {
    await using fake = await github({ files });
    const host = hostOf(fake);
    const snapshot = await host.snapshot({ paths: ['a.yaml'], histories: ['a.yaml'] });
    await snapshot.read(['a.yaml']);
    await snapshot.history('a.yaml');
    const repository = fake.repository(REPOSITORY);
    const committed = await host.commit(snapshot, ours);
    expect(transcript(fake.requests)).toEqual([
      'POST /graphql query viewer repository → 200',
      'POST /graphql mutation createCommitOnBranch → 200',
    ]);
    const [head] = await repository.log();
    expect(head).toMatchObject({ parents: [snapshot.commit], verified: true });
    expect(head?.message.trim()).toBe(`${ours.message.headline}\n\n${ours.message.body}`);
    expect(committed).toEqual({
      kind: 'committed',
      commit: head?.oid,
      url: `${fake.url}/${REPOSITORY}/commit/${head?.oid}`,
    });
    expect(await repository.files()).toEqual({ 'a.yaml': 'v2\n', 'run.sh': 'v1\n' });
  });

  it('has the given bytes', async () => {
    await using fake = await github({ files });
    const host = hostOf(fake);
    const text = '\uFEFF# é 🚀\r\na: 1';
    await host.commit(await host.snapshot({ paths: [], histories: [] }), requestOf(change('a.yaml', text)));
    expect(await fake.repository(REPOSITORY).bytes('a.yaml')).toEqual(Buffer.from(text));
  });

  it('is made on the branch that was read', async () => {
    await using fake = await github({ files });
    await fake.repository(REPOSITORY).commit('live/x', { 'b.yaml': 'b\n' });
    const host = hostOf(fake, { branch: 'live/x' });
    expect(await host.commit(await host.snapshot({ paths: [], histories: [] }), ours)).toMatchObject({
      kind: 'committed',
    });
    expect(await fake.repository(REPOSITORY).read('a.yaml', 'live/x')).toBe('v2\n');
    expect(await fake.repository(REPOSITORY).read('a.yaml')).toBe('v1\n');
  });

  it('of 3 MB takes one mutation', async () => {
    await using fake = await github({ files });
    const host = hostOf(fake);
    const snapshot = await host.snapshot({ paths: [], histories: [] });
    fake.resetRequests();
    const large = 'x: 1\n'.repeat(200_000);
    await host.commit(snapshot, requestOf(change('a.yaml', large), change('b.yaml', large), change('c.yaml', large)));
    expect(fake.requests).toHaveLength(1);
    expect(await fake.repository(REPOSITORY).read('c.yaml')).toBe(large);
  });
});

describe('a commit that createCommitOnBranch cannot make', () => {
  it('keeps the executable bit through a tree, and is still verified', async () => {
    await using fake = await github({ files });
    const host = hostOf(fake);
    const snapshot = await host.snapshot({ paths: [], histories: [] });
    fake.resetRequests();
    const both = requestOf(change('run.sh', 'v2\n', { executable: true }), change('a.yaml', 'v2\n'));
    const committed = await host.commit(snapshot, both);
    const repository = fake.repository(REPOSITORY);
    expect(transcript(fake.requests)).toEqual([
      `POST /repos/${REPOSITORY}/git/trees → 201`,
      `POST /repos/${REPOSITORY}/git/commits → 201`,
      'POST /graphql mutation updateRefs → 200',
    ]);
    expect(await repository.mode('run.sh')).toBe('100755');
    expect(await repository.mode('a.yaml')).toBe('100644');
    expect(await repository.files()).toEqual({ 'a.yaml': 'v2\n', 'run.sh': 'v2\n' });
    const [head] = await repository.log();
    expect(head).toMatchObject({
      oid: committed.kind === 'committed' && committed.commit,
      parents: [snapshot.commit],
      verified: true,
    });
    expect(head?.message.trim()).toBe(`${both.message.headline}\n\n${both.message.body}`);
  });

  it('carries 300 files and 5 MB in a few trees', async () => {
    await using fake = await github({ files });
    const host = hostOf(fake);
    const snapshot = await host.snapshot({ paths: [], histories: [] });
    fake.resetRequests();
    const text = (at: number): string => `# ${at}\n${'x: 1\n'.repeat(3_500)}`;
    const changes = Array.from({ length: 300 }, (_, at) => change(`files/${at}.yaml`, text(at)));
    await host.commit(snapshot, requestOf(...changes));
    const repository = fake.repository(REPOSITORY);
    expect(await repository.files()).toEqual({
      'a.yaml': 'v1\n',
      'run.sh': 'v1\n',
      ...Object.fromEntries(changes.map(({ path, after }) => [path, after])),
    });
    const trees = fake.requests.filter(({ path }) => path.endsWith('/git/trees'));
    expect(trees).toHaveLength(3);
    for (const { body } of trees) expect(JSON.stringify(body).length).toBeLessThan(2_500_000);
    expect(await log(fake)).toHaveLength(2);
  });

  it('sends a large file and a byte-order mark as bytes', async () => {
    await using fake = await github({ files });
    const host = hostOf(fake);
    const large = `\uFEFF${'x: 1\n'.repeat(600_000)}`;
    await host.commit(
      await host.snapshot({ paths: [], histories: [] }),
      requestOf(change('run.sh', '\uFEFFv2\r\n', { executable: true }), change('a.yaml', large)),
    );
    const repository = fake.repository(REPOSITORY);
    expect(await repository.bytes('run.sh')).toEqual(Buffer.from('\uFEFFv2\r\n'));
    expect((await repository.bytes('a.yaml'))?.equals(Buffer.from(large))).toBe(true);
    expect(await repository.fsck()).toBe('');
  });
});

describe.each([
  { way: 'createCommitOnBranch', request: ours, path: 'a.yaml' },
  { way: 'updateRefs', request: executable, path: 'run.sh' },
])('$way', ({ way, request, path }) => {
  const write = { field: way };
  const begin = async (fake: FakeGitHub) => {
    const clock = testClock();
    const host = hostOf(fake, { clock });
    const snapshot = await host.snapshot({ paths: [path], histories: [] });
    return { clock, commit: () => host.commit(snapshot, request) };
  };

  it('is a value if the branch moved, and nothing is written', async () => {
    await using fake = await github({ files });
    const { commit } = await begin(fake);
    const other = await fake.repository(REPOSITORY).commit('main', { 'b.yaml': 'other\n' });
    expect(await commit()).toEqual({ kind: 'branch-moved' });
    expect(await fake.repository(REPOSITORY).head()).toBe(other);
  });

  it('is a value if the branch was reset', async () => {
    await using fake = await github({ files });
    const repository = fake.repository(REPOSITORY);
    const first = await repository.head();
    await repository.commit('main', { 'b.yaml': 'other\n' });
    const { commit } = await begin(fake);
    await repository.setRef('refs/heads/main', first);
    expect(await commit()).toEqual({ kind: 'branch-moved' });
    expect(await repository.head()).toBe(first);
  });

  it.each([
    { what: 'the connection broke', fault: drop('after') },
    { what: 'the answer was 502', fault: serverError(502, 'after') },
    { what: 'the answer was 500', fault: serverError(500, 'after') },
  ])('is a success if it landed although $what, and is not written again', async ({ fault }) => {
    await using fake = await github({ files });
    const { commit } = await begin(fake);
    fake.faults.next(write, fault);
    const head = async () => fake.repository(REPOSITORY).head();
    expect(await commit()).toEqual({
      kind: 'committed',
      commit: await head(),
      url: `${fake.url}/${REPOSITORY}/commit/${await head()}`,
    });
    expect(fake.requests.filter(({ fields }) => fields?.includes(way))).toHaveLength(1);
    expect(await log(fake)).toHaveLength(2);
  });

  it.each([
    { what: 'the connection broke', fault: drop('before') },
    { what: 'the answer was 502', fault: serverError(502) },
    { what: 'the answer was 503', fault: serverError(503) },
  ])('is looked for and written again if it did not land when $what', async ({ fault }) => {
    await using fake = await github({ files });
    const { commit, clock } = await begin(fake);
    fake.faults.next(write, fault);
    expect(await commit()).toMatchObject({ kind: 'committed', commit: await fake.repository(REPOSITORY).head() });
    expect(clock.slept).toEqual([1000, 2000, 4000]);
    expect(await log(fake)).toHaveLength(2);
    expect(await fake.repository(REPOSITORY).read(path)).toBe('v2\n');
  });

  it('is found if it landed while reads still show the old branch', async () => {
    await using fake = await github({ files });
    const { commit } = await begin(fake);
    fake.faults.next(write, drop('after'));
    inTurn(fake, isLook, [stale(), stale()]);
    expect(await commit()).toMatchObject({ kind: 'committed', commit: await fake.repository(REPOSITORY).head() });
    expect(fake.requests.filter(({ fields }) => fields?.includes(way))).toHaveLength(1);
  });

  it('is found when the second write is refused, if it landed while every read was stale', async () => {
    await using fake = await github({ files });
    const { commit } = await begin(fake);
    fake.faults.next(write, drop('after'));
    inTurn(fake, isLook, [stale(), stale(), stale(), stale()]);
    expect(await commit()).toMatchObject({ kind: 'committed' });
    expect(await log(fake)).toHaveLength(2);
    expect(fake.requests.filter(({ fields }) => fields?.includes(way))).toHaveLength(2);
  });

  it('shows the refusal of the second write if the first was lost', async () => {
    await using fake = await github({ files, settings: { protections: [] } });
    const { commit } = await begin(fake);
    const { settings } = fake.repository(REPOSITORY);
    const protect = () => settings.protections.push({ kind: 'ruleset', pattern: 'main', requiresPullRequest: true });
    fake.faults.next(write, drop('before'));
    fake.faults.next({ name: 'Landed' }, meanwhile(protect));
    expect(await violationsOf(commit())).toMatchObject([{ code: 'branch-protected' }]);
  });

  it('is a moved branch if it was lost and then lost the race', async () => {
    await using fake = await github({ files });
    const { commit } = await begin(fake);
    const others = () => fake.repository(REPOSITORY).commit('main', { 'b.yaml': 'other\n' });
    const isWrite = ({ operation }: Incoming) => operation?.fields.includes(way) === true;
    inTurn(fake, isWrite, [drop('before'), meanwhile(others)]);
    expect(await commit()).toEqual({ kind: 'branch-moved' });
  });

  it('has not landed if it was lost while the branch moved', async () => {
    await using fake = await github({ files });
    const { commit } = await begin(fake);
    const quoted = `Talk about it\n\n> Promotion-Id: ${ID}\nsee Promotion-Id: ${ID}`;
    fake.faults.next(write, drop('before'));
    fake.faults.next(
      { name: 'Landed' },
      meanwhile(() => fake.repository(REPOSITORY).commit('main', { 'b.yaml': 'other\n' }, { message: quoted })),
    );
    expect(await commit()).toEqual({ kind: 'branch-moved' });
    expect(await fake.repository(REPOSITORY).read(path)).toBe('v1\n');
  });

  it('fails with a message if it is lost every time', async () => {
    await using fake = await github({ files });
    const { commit } = await begin(fake);
    fake.faults.always(write, drop('before'));
    expect(await violationsOf(commit())).toMatchObject([
      { code: 'host-unavailable', message: expect.stringContaining('whether it was made is not known') },
    ]);
    expect(fake.requests.filter(({ fields }) => fields?.includes(way))).toHaveLength(3);
  });

  it('is not written again if GitHub cannot be asked for its result', async () => {
    await using fake = await github({ files });
    const { commit } = await begin(fake);
    fake.faults.next(write, drop('after'));
    fake.faults.always({ name: 'Landed' }, serverError(502));
    expect(await violationsOf(commit())).toMatchObject([{ code: 'host-unavailable' }]);
    expect(fake.requests.filter(({ fields }) => fields?.includes(way))).toHaveLength(1);
  });
});

it('a commit is found under more than a hundred others', async () => {
  await using fake = await github({ files });
  const repository = fake.repository(REPOSITORY);
  const host = hostOf(fake);
  const snapshot = await host.snapshot({ paths: [], histories: [] });
  let landed: string | undefined;
  fake.faults.next({ field: 'createCommitOnBranch' }, drop('after'));
  fake.faults.next(
    { name: 'Landed' },
    meanwhile(async () => {
      landed = await repository.head();
      for (let at = 0; at < 101; at++) await repository.commit('main', { 'b.yaml': `${at}\n` });
    }),
  );
  expect(await host.commit(snapshot, ours)).toMatchObject({ kind: 'committed', commit: landed });
  expect(await log(fake)).toHaveLength(103);
});

it('a write without an answer is given up and looked for', async () => {
  await using fake = await github({ files });
  const host = hostOf(fake, { timeout: 1500 });
  const snapshot = await host.snapshot({ paths: [], histories: [] });
  fake.faults.next({ field: 'createCommitOnBranch' }, hang('after'));
  expect(await host.commit(snapshot, ours)).toMatchObject({ kind: 'committed' });
  expect(await log(fake)).toHaveLength(2);
});
