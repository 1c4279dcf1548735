import type { Octokit } from '@octokit/core';
import { type Limited, limitedBy, type RateLimit, type Response, rateLimitOf } from './limits.ts';

export type Metered = { readonly count: number; readonly limits: readonly RateLimit[] };

type Settings = { readonly meter: { readonly now: () => Date; readonly timeout: number } };
type Failure = { readonly response?: Response; readonly cause?: { readonly name?: string } };

/** An Octokit plugin, the innermost: sees each request that really goes out, gives it its own time limit, counts it, and
 * turns every form of rate limit into the one that the throttling plugin waits for. The plugin alone overlooks limits that
 * come with status 200 or without the words "secondary rate", and GraphQL on GitHub Enterprise Server. */
export function meter(octokit: Octokit, options: object): { metered(): Metered } {
  const { now, timeout } = (options as Settings).meter;
  const limits = new Map<string, RateLimit>();
  const waits = new WeakMap<object, number>();
  let count = 0;

  const refuse = (response: Response, request: object): void => {
    const attempt = waits.get(request) ?? 0;
    const limited = limitedBy(response, now(), attempt);
    if (limited === undefined) return;
    waits.set(request, attempt + 1);
    throw limitError({ limited, response, request });
  };

  octokit.hook.wrap('request', async (send, request) => {
    count += 1;
    request.request.signal = AbortSignal.timeout(timeout);
    try {
      const response = await send(request);
      note(limits, response);
      refuse(response, request);
      return response;
    } catch (error) {
      const { response, cause } = error as Failure;
      if (limitBehind(error) === undefined && response !== undefined) {
        note(limits, response);
        refuse(response, request);
      }
      throw cause?.name === 'TimeoutError' ? Object.assign(error as Error, { status: 504 }) : error;
    }
  });
  return { metered: () => ({ count, limits: [...limits.values()] }) };
}

/** The limit behind an error of this plugin, once the waiting is over. */
export function limitBehind(error: unknown): Limited | undefined {
  return typeof error === 'object' && error !== null && 'limited' in error ? (error.limited as Limited) : undefined;
}

const note = (limits: Map<string, RateLimit>, { headers }: Response): void => {
  const limit = rateLimitOf(headers);
  if (limit !== undefined) limits.set(limit.resource, limit);
};

const limitError = (facts: { limited: Limited; response: Response; request: object }): Error => {
  const { limited, response, request } = facts;
  const headers = { ...response.headers, 'retry-after': String(limited.seconds) };
  const answer = { ...response, status: 429, headers };
  return Object.assign(new Error('secondary rate limit'), { status: 429, response: answer, request, limited });
};
