/** The signals by which a runner ends a step. */

import { interruption } from '../../domain/errors.ts';

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
