/** Runs the built command line as a process, or its source within this one. */
import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCommandLine } from '../../src/command-line.ts';
import { beginRepository } from '../adapters/checkout/checkout.ts';

export const root = join(import.meta.dirname, '../..');

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type Place = {
  readonly directory?: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

export function commandLine(
  words: readonly string[],
  { directory = root, input = '', environment = {} }: Place = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...words], {
      cwd: directory,
      env: { PATH: process.env.PATH ?? '', HOME: directory, ...environment },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => undefined).end(input);
    child.on('error', reject).on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}

/** The same without a process, and so without a working directory of its own. */
export async function commandLineHere(words: readonly string[], input = ''): Promise<Ran> {
  const ran = { stdout: '', stderr: '' };
  const streamOf = (name: keyof typeof ran) => ({
    write: (text: string): void => {
      ran[name] += text;
    },
  });
  const stdin = Readable.from([Buffer.from(input)]);
  const streams = { stdout: streamOf('stdout'), stderr: streamOf('stderr'), stdin };
  const code = await runCommandLine(words, { ...streams, env: { PATH: process.env.PATH } });
  return { ...ran, code };
}

/** A copy of the example manifest repository: `files` without git, `git` with one commit. */
export async function checkout(kind: 'files' | 'git') {
  const directory = await mkdtemp(join(tmpdir(), 'manifests-'));
  await cp(join(root, 'examples/manifests'), directory, { recursive: true });
  const git = (...command: string[]): string => execFileSync('git', command, { cwd: directory, encoding: 'utf8' });
  if (kind === 'git') {
    await beginRepository(directory);
    git('add', '--all');
    git('commit', '--quiet', '--message=Begin');
  }
  return {
    directory,
    git,
    read: (path: string): Promise<string> => readFile(join(directory, path), 'utf8'),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
