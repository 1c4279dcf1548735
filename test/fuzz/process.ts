/** The built command line as a process. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const entry = join(import.meta.dirname, '../../dist/cli.js');

/** `said` is all of it; `out` what went to the standard output. */
export type Ran = { readonly code: number | null; readonly said: string; readonly out: string };

/** Text that must never appear: stack traces, errors of the engine, undefined values. */
export const UNFIT = /\n\s+at .*:\d+:\d+\)?\n|FATAL|heap out|(?:Range|Type|Syntax|Reference)Error|: undefined|\[object/;
export const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** The command line with 256 MB of memory; it is ended after a minute. */
export const run = (directory: string, words: readonly string[]): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--max-old-space-size=256', entry, ...words], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory },
      timeout: 60_000,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.on('error', reject).on('close', (code) => resolve({ code, said, out }));
  });
