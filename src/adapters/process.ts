/** The process: its clock, new ids, the signals that end it, and its exit. */
import { setTimeout as sleep } from 'node:timers/promises';
import { interruption } from '../domain/errors.ts';
import type { Clock } from '../ports.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
  random: Math.random,
};

/** Ends the process once the readers of its pipes have taken everything, a second later at most: a connection that never came about,
 * as to a proxy that does not answer, must not keep it. */
export async function exit(code: number): Promise<void> {
  process.exitCode = code;
  await Promise.all([process.stdout, process.stderr].map(flushed));
  setTimeout(() => process.exit(), 1_000).unref();
}

const flushed = async (stream: NodeJS.WriteStream): Promise<void> => {
  if (stream.writableLength > 0) await new Promise<void>((done) => void stream.write('', () => done()));
};

/** A new unique name, a UUID that begins with the time (RFC 9562, version 7): the name of a branch then tells its age.
 * `node:crypto` is loaded only here: many runs end without an id. */
export async function newId(): Promise<string> {
  const { randomUUID } = await import('node:crypto');
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

export type Signals = {
  /** Rejects with `interrupted` at the first signal by which a runner ends a step, and is pending otherwise. */
  readonly stopped: Promise<never>;
  readonly received: () => boolean;
};

/** A runner that cancels a step sends SIGINT, then SIGTERM, and ends it by force ten seconds after the first. */
export function listenForSignals(): Signals {
  let received = false;
  const stopped = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        received = true;
        reject(interruption(signal));
      });
    }
  });
  stopped.catch(() => {});
  return { stopped, received: () => received };
}
