/** GitHub's secondary limits, when switched on: 80 content-creating requests in a minute and 100 requests at once. */
import type { Incoming } from './faults.ts';

export type Limits = {
  /** Content-creating requests in 60 seconds of the fake's clock, for each token. */
  readonly contentPerMinute?: number;
  readonly contentPerHour?: number;
  /** Requests in flight, over all tokens. */
  readonly concurrent?: number;
};

export type Gate = {
  /** `retryAfter` in seconds for a request that is over a limit; undefined lets it in. */
  enter(request: Incoming): { readonly retryAfter: number } | undefined;
  leave(): void;
};

export function openGate(limits: Limits, now: () => Date): Gate {
  const made = new Map<string, number[]>();
  let inside = 0;
  const over = (times: readonly number[], limit: number | undefined, seconds: number): number => {
    if (limit === undefined) return 0;
    const since = now().getTime() - seconds * 1000;
    const recent = times.filter((time) => time > since);
    const oldest = recent[recent.length - limit];
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest - since) / 1000));
  };
  return {
    enter(request) {
      inside += 1;
      if (limits.concurrent !== undefined && inside > limits.concurrent) return { retryAfter: 60 };
      if (!createsContent(request)) return undefined;
      const key = request.token ?? '';
      const times = made.get(key) ?? [];
      const retryAfter = Math.max(over(times, limits.contentPerMinute, 60), over(times, limits.contentPerHour, 3600));
      if (retryAfter > 0) return { retryAfter };
      made.set(key, [...times, now().getTime()]);
      return undefined;
    },
    leave: () => {
      inside -= 1;
    },
  };
}

/** Assumed: every mutation, and every write over REST. */
const createsContent = ({ method, operation }: Incoming): boolean =>
  operation ? operation.kind === 'mutation' : ['POST', 'PATCH', 'PUT', 'DELETE'].includes(method);
