import type { Octokit } from '@octokit/core';
import type { Clock } from '../../ports.ts';
import { TOO_LARGE } from '../http/send.ts';
import { limitBehind } from './meter.ts';

type Settings = {
  readonly again: {
    readonly clock: Clock;
    /** Whether a request that a limit stopped is worth so many seconds; `waits` were before. */
    readonly isWorth: (request: object, seconds: number, waits: number) => boolean;
  };
};

/** How often a request is repeated that may be, and how many are under way at once. */
const RETRIES = 2;
const MOST = 10;

/** An Octokit plugin around the way: sends again what a rate limit stopped, once that is over, and what failed on the way if
 * it may be repeated. Octokit's own plugins for that pass each request through several queues, whose timers come to more than
 * ten milliseconds. */
export function again(octokit: Octokit, options: object): void {
  const { clock, isWorth } = (options as Settings).again;
  const inTurn = atMost(MOST);
  octokit.hook.wrap('request', async (send, request) => {
    const { retries = RETRIES } = request.request as { readonly retries?: number };
    const tries = { waits: 0, failures: 0 };
    const pauseAfter = ({ response, error }: Settled<{ readonly data: unknown }>): number | undefined => {
      const limit = limitBehind(error);
      if (limit !== undefined) return isWorth(request, limit.seconds, tries.waits++) ? limit.seconds : undefined;
      return hasFailed(response, error) && tries.failures < retries ? (++tries.failures) ** 2 : undefined;
    };
    for (;;) {
      const settled = await inTurn(() => settle(async () => send(request)));
      const seconds = pauseAfter(settled);
      if (seconds !== undefined) await clock.sleep(seconds * 1000);
      else if (settled.response === undefined) throw settled.error;
      else return settled.response;
    }
  });
}

export type Settled<T> = { readonly response?: T; readonly error?: unknown };

export async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { response: await work() };
  } catch (error) {
    return { error };
  }
}

/** Whether it may go well another time. Octokit gives an error without an answer the status 500. */
const hasFailed = (response: { readonly data: unknown } | undefined, error: unknown): boolean => {
  if (response === undefined)
    return Number((error as { readonly status?: number }).status) >= 500 && !isTooLarge(error);
  const { errors } = (response.data ?? {}) as { readonly errors?: readonly { readonly message?: unknown }[] };
  return /something went wrong while executing your query/i.test(String(errors?.[0]?.message));
};

/** Whether the answer was larger than may be read; it would be so again. */
export function isTooLarge(error: unknown): boolean {
  return (error as { readonly cause?: { readonly code?: unknown } }).cause?.code === TOO_LARGE;
}

/** Lets so many work at once; the others wait in the order in which they came. */
const atMost = (most: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
};
