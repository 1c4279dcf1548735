/** One long-lived `git update-ref --stdin`: starting a process for each change would cost more than the change. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { gitEnvironment } from './environment.ts';

export type RefWriter = {
  /** Runs the commands of `git update-ref --stdin` as one transaction. The error of git; undefined on success. */
  update(commands: readonly string[]): Promise<string | undefined>;
  close(): Promise<void>;
};

export function openRefWriter(directory: string): RefWriter {
  let child: ChildProcessWithoutNullStreams | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const start = (): ChildProcessWithoutNullStreams => {
    const started = spawn('git', ['update-ref', '--stdin'], { cwd: directory, env: gitEnvironment() });
    started.stdin.on('error', () => {});
    return started;
  };
  const transact = (commands: readonly string[]): Promise<string | undefined> =>
    new Promise((resolve) => {
      const writer = child ?? start();
      child = writer;
      let said = '';
      let complaint = '';
      const answer = (result: string | undefined): void => {
        writer.stdout.removeAllListeners('data');
        writer.stderr.removeAllListeners('data');
        writer.removeAllListeners('close');
        resolve(result);
      };
      writer.stdout.on('data', (chunk: Buffer) => {
        said += chunk;
        if (said.endsWith('commit: ok\n')) answer(undefined);
      });
      writer.stderr.on('data', (chunk: Buffer) => {
        complaint += chunk;
      });
      // A refused transaction ends the process, which takes the reason to its grave.
      writer.on('close', () => {
        child = undefined;
        answer(complaint || 'git update-ref ended');
      });
      writer.stdin.write(['start', ...commands, 'prepare', 'commit', ''].join('\n'));
    });
  return {
    update: (commands) => {
      const run = last.then(() => transact(commands));
      last = run;
      return run;
    },
    close: async () => {
      await last;
      const open = child;
      if (!open) return;
      await new Promise((resolve) => {
        open.on('close', resolve);
        open.stdin.end();
      });
    },
  };
}
