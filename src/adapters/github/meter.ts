import type { Octokit } from '@octokit/core';
import { type Limited, limitedBy, type RateLimit, type Response, rateLimitOf } from './limits.ts';

export type Call = {
  /** Method and path with its placeholders, and of GraphQL the operation: `POST /graphql mutation createCommitOnBranch`. */
  readonly request: string;
  /** Undefined for one that got no answer. */
  readonly status: number | undefined;
  readonly milliseconds: number;
};

/** What went out so far, repetitions included, and the limits as last seen. */
export type Metered = {
  readonly count: number;
  readonly calls: readonly Call[];
  readonly limits: readonly RateLimit[];
};

type Settings = { readonly meter: { readonly now: () => Date; readonly timeout: number } };

/** An Octokit plugin, the innermost: sees each request that really goes out, gives it its own time limit, counts it, and
 * turns every form of rate limit into one error, also those that come with status 200 or without the words "secondary rate",
 * and GraphQL's on GitHub Enterprise Server. */
export function meter(octokit: Octokit, options: object): { metered(): Metered } {
  const { now, timeout } = (options as Settings).meter;
  const limits = new Map<string, RateLimit>();
  const waits = new WeakMap<object, number>();
  const calls: Call[] = [];

  const refuse = (response: Response, request: object): void => {
    const attempt = waits.get(request) ?? 0;
    const limited = limitedBy(response, now(), attempt);
    if (limited === undefined) return;
    waits.set(request, attempt + 1);
    throw Object.assign(new Error('rate limit'), { limited });
  };

  octokit.hook.wrap('request', async (send, request) => {
    const started = now().getTime();
    request.request.signal = AbortSignal.timeout(timeout);
    const { response, error } = await outcomeOf(async () => send(request));
    const milliseconds = now().getTime() - started;
    calls.push({ request: nameOf(request), status: response?.status, milliseconds });
    const limit = rateLimitOf(response?.headers ?? {});
    if (limit !== undefined) limits.set(limit.resource, limit);
    if (response !== undefined) refuse(response, request);
    if (response === undefined || error !== undefined) throw error;
    return response;
  });
  return { metered: () => ({ count: calls.length, calls: [...calls], limits: [...limits.values()] }) };
}

/** All of GraphQL has one address, so what it is asked for tells the requests apart. */
const nameOf = ({ method, url, query }: { method: string; url: string; query?: unknown }): string => {
  const [, kind, field] = /^\s*(query|mutation)\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(String(query ?? '')) ?? [];
  return [method, url, kind, field].filter((part) => part !== undefined).join(' ');
};

/** The limit behind an error of this plugin, once the waiting is over. */
export function limitBehind(error: unknown): Limited | undefined {
  return typeof error === 'object' && error !== null && 'limited' in error ? (error.limited as Limited) : undefined;
}

/** An answer of status 400 and more comes as an error that carries the response. */
const outcomeOf = async <T>(send: () => Promise<T>): Promise<{ response?: T | undefined; error?: unknown }> => {
  try {
    return { response: await send() };
  } catch (error) {
    const { response, cause } = error as Error & { readonly response?: T; readonly cause?: { readonly name?: string } };
    return { response, error: cause?.name === 'TimeoutError' ? Object.assign(error as Error, { status: 504 }) : error };
  }
};
