import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Content = string | Uint8Array | null;

export type Checkout = AsyncDisposable & {
  readonly directory: string;
  git(...arguments_: readonly string[]): string;
  write(files: Readonly<Record<string, Content>>): Promise<void>;
  /** Commits as somebody would by hand; the id. A second passes with each commit. */
  commit(files: Readonly<Record<string, Content>>, message?: string): Promise<string>;
};

const config = [
  '[core]',
  '\trepositoryformatversion = 0',
  '\tbare = false',
  '\tlogallrefupdates = true',
  // Temporary repositories need no protection against power cuts, and no maintenance.
  '\tfsync = none',
  '[maintenance]',
  '\tauto = false',
  '[user]',
  '\tname = Somebody',
  '\temail = somebody@example.com',
  '',
].join('\n');

/** The result of `git init` with an author, without four processes. */
export async function beginRepository(directory: string): Promise<void> {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'])
    await mkdir(join(directory, '.git', folder), { recursive: true });
  await writeFile(join(directory, '.git/HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(directory, '.git/config'), config);
}

/** The head of the branch in git's own files; undefined if git stores it elsewhere. */
const headIn = async (directory: string): Promise<string | undefined> => {
  const read = (path: string): Promise<string> => readFile(join(directory, '.git', path), 'utf8').catch(() => '');
  const head = await read('HEAD');
  const oid = head.startsWith('ref: ') ? await read(head.slice(5).trim()) : head;
  return /^[0-9a-f]{40}\n$/.test(oid) ? oid.trim() : undefined;
};

/** A checkout of a repository of its own, with one commit. `null` deletes a file. */
export async function checkout(files: Readonly<Record<string, Content>>): Promise<Checkout> {
  const directory = await mkdtemp(join(tmpdir(), 'checkout-'));
  let time = Date.parse('2026-11-30T09:00:00Z') / 1000;
  const git = (...arguments_: readonly string[]): string => {
    const date = `${time} +0000`;
    return execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', ...arguments_], {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_CONFIG_GLOBAL: '/dev/null' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  const write = async (changed: Readonly<Record<string, Content>>): Promise<void> => {
    for (const [path, content] of Object.entries(changed)) {
      const location = join(directory, path);
      if (content === null) await rm(location);
      else {
        await mkdir(dirname(location), { recursive: true });
        await writeFile(location, content);
      }
    }
  };
  const commit = async (changed: Readonly<Record<string, Content>>, message = 'Change by hand'): Promise<string> => {
    await write(changed);
    time += 1;
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', `--message=${message}`);
    return (await headIn(directory)) ?? git('rev-parse', 'HEAD').trim();
  };
  await beginRepository(directory);
  await commit(files, 'Begin');
  return {
    directory,
    git,
    write,
    commit,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}
