/** The common contract of every host, tested with each of them. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutHost } from '../../src/adapters/checkout/checkout.ts';
import type { FileChange } from '../../src/domain/model.ts';
import type { CommitRequest, Host } from '../../src/ports.ts';
import { github, hostOf, REPOSITORY } from '../adapters/github/github.ts';

type Files = Readonly<Record<string, string | { readonly text: string; readonly mode: '100755' | '120000' }>>;

/** A host with some files, and functions that change them as another person. */
type Fixture = AsyncDisposable & {
  readonly host: Host;
  read(path: string): Promise<string | undefined>;
  mode(path: string): Promise<string | undefined>;
  messages(): Promise<string[]>;
  move(path: string, text: string): Promise<unknown>;
};

const onGitHub = async (files: Files): Promise<Fixture> => {
  const fake = await github({ files });
  const repository = fake.repository(REPOSITORY);
  return {
    host: hostOf(fake),
    read: (path) => repository.read(path),
    mode: (path) => repository.mode(path),
    messages: async () => (await repository.log('main')).map(({ message }) => message),
    move: (path, text) => repository.commit('main', { [path]: text }),
    [Symbol.asyncDispose]: () => fake.close(),
  };
};

const inCheckout = async (files: Files): Promise<Fixture> => {
  const directory = await mkdtemp(join(tmpdir(), 'checkout-'));
  const git = (...command: string[]): string => execFileSync('git', command, { cwd: directory, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'octocat');
  git('config', 'user.email', 'octocat@example.com');
  for (const [path, content] of Object.entries(files)) await put(directory, path, content);
  git('add', '--all');
  git('commit', '--quiet', '--message=Begin');
  return {
    host: checkoutHost({ directory, writes: 'commit' }),
    read: async (path) => git('show', `HEAD:${path}`),
    mode: async (path) => git('ls-tree', 'HEAD', path).split(' ')[0],
    messages: async () =>
      git('log', '--format=%B%x00')
        .split('\0')
        .map((text) => text.trim())
        .filter(Boolean),
    move: async (path, text) => {
      await writeFile(join(directory, path), text);
      git('commit', '--quiet', '--all', '--message=Move');
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
};

const put = async (directory: string, path: string, content: Files[string]): Promise<void> => {
  const location = join(directory, path);
  await mkdir(dirname(location), { recursive: true });
  if (typeof content === 'string') return writeFile(location, content);
  if (content.mode === '120000') return symlink(content.text, location);
  await writeFile(location, content.text);
  await chmod(location, 0o755);
};

const change = (path: string, before: string, after: string, executable = false): FileChange => ({
  path,
  before,
  after,
  executable,
});
const ID = '11111111-2222-4333-8444-555555555555';
const request = (...files: readonly FileChange[]): CommitRequest => ({
  id: ID,
  files,
  message: { headline: 'Promote shop to dev', body: `# not a comment\n\nPromotion-Id: ${ID}` },
});

describe.each([
  ['GitHub', onGitHub],
  ['a checkout', inCheckout],
])('%s', (_, open) => {
  it('reads files, directories and absent paths from one commit, in the order of the request', async () => {
    await using fixture = await open({ 'a/one.yaml': 'one\r\n', 'a/two.yaml': '\ufefftwo' });
    const snapshot = await fixture.host.snapshot({ paths: ['a/one.yaml'], histories: [] });
    expect(snapshot.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(snapshot.branch).toBe('main');
    expect(await snapshot.read(['a/two.yaml', 'a', 'a/three.yaml', 'a/one.yaml'])).toEqual([
      { kind: 'file', text: '\ufefftwo', executable: false },
      {
        kind: 'directory',
        entries: [
          { name: 'one.yaml', kind: 'file' },
          { name: 'two.yaml', kind: 'file' },
        ],
      },
      { kind: 'absent' },
      { kind: 'file', text: 'one\r\n', executable: false },
    ]);
  });

  it('follows no symbolic link, neither as the last part of a path nor before', async () => {
    await using fixture = await open({
      'real/file.yaml': 'x',
      link: { text: 'real', mode: '120000' },
      'real/link.yaml': { text: 'file.yaml', mode: '120000' },
    });
    const snapshot = await fixture.host.snapshot({ paths: [], histories: [] });
    expect(await snapshot.read(['link/file.yaml', 'link', 'real/link.yaml'])).toEqual([
      { kind: 'absent' },
      { kind: 'symlink' },
      { kind: 'symlink' },
    ]);
  });

  it('commits all files at once, each with its mode, and keeps the message', async () => {
    await using fixture = await open({ 'a.yaml': 'a1', 'b.yaml': { text: 'b1', mode: '100755' }, 'c.yaml': 'c1' });
    const snapshot = await fixture.host.snapshot({ paths: ['a.yaml', 'b.yaml'], histories: [] });
    const files = [change('a.yaml', 'a1', 'a2\r\n'), change('b.yaml', 'b1', '\ufeffb2', true)];
    const answer = await fixture.host.commit(snapshot, request(...files));
    expect(answer).toMatchObject({ kind: 'committed', commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(await fixture.read('a.yaml')).toBe('a2\r\n');
    expect(await fixture.read('b.yaml')).toBe('\ufeffb2');
    expect(await fixture.read('c.yaml')).toBe('c1');
    expect(await fixture.mode('b.yaml')).toBe('100755');
    const [message] = await fixture.messages();
    expect(message).toBe(`Promote shop to dev\n\n# not a comment\n\nPromotion-Id: ${ID}`);
  });

  it('writes nothing if the branch has moved since the read', async () => {
    await using fixture = await open({ 'a.yaml': 'a1', 'b.yaml': 'b1' });
    const snapshot = await fixture.host.snapshot({ paths: ['a.yaml'], histories: [] });
    await fixture.move('b.yaml', 'b2');
    expect(await fixture.host.commit(snapshot, request(change('a.yaml', 'a1', 'a2')))).toEqual({
      kind: 'branch-moved',
    });
    expect(await fixture.read('a.yaml')).toBe('a1');
    expect(await fixture.messages()).toHaveLength(2);
  });

  it('returns the history of a file and of a directory, newest first', async () => {
    await using fixture = await open({ 'a/one.yaml': '1', 'b.yaml': '1' });
    const first = await fixture.host.snapshot({ paths: [], histories: [] });
    await fixture.host.commit(first, request(change('a/one.yaml', '1', '2')));
    await fixture.move('b.yaml', '2');
    const snapshot = await fixture.host.snapshot({ paths: [], histories: ['a'] });
    for (const path of ['a', 'a/one.yaml']) {
      const history = await snapshot.history(path);
      expect(history.complete).toBe(true);
      expect(history.commits).toHaveLength(2);
      expect(history.commits[0]?.message).toContain(`Promotion-Id: ${ID}`);
      expect(Date.parse(history.commits[0]?.committedAt ?? '')).not.toBeNaN();
    }
  });
});
