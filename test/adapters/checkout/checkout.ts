import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
    return git('rev-parse', 'HEAD').trim();
  };
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@example.com');
  await commit(files, 'Begin');
  return {
    directory,
    git,
    write,
    commit,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}
