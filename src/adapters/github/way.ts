import type { Octokit } from '@octokit/core';
import { fail } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';
import { REDIRECTED } from '../http/follow.ts';
import { isUnsent, troubleOf } from '../http/trouble.ts';
import { type Settled, settle } from './again.ts';
import { limitBehind } from './meter.ts';

type Answer = {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
};
type Asked = { readonly method: string; readonly url: string; readonly baseUrl: string; readonly query?: unknown };

/** What keeps requests away from GitHub for good; `detail` is to be read after where they went. */
type Obstacle = { readonly where: string; readonly detail: string; readonly remedy: string };

const ADDRESS =
  "The runner names the API in GITHUB_API_URL and GITHUB_GRAPHQL_URL: see whether the workflow sets them to anything else, and whether a proxy or a page to log in answers in GitHub's place.";

/** An Octokit plugin around the meter: fails at once where no waiting helps, as with a proxy that refuses, a certificate that does not
 * verify or an address that is not GitHub's. That holds until GitHub has answered, or a write may have landed: from then on
 * the same is a failure like others, to be repeated, or to be looked into by who knows what was at stake. */
export function way(octokit: Octokit): void {
  const open = new Set<string>();
  let inDoubt = false;
  octokit.hook.wrap('request', async (send, request) => {
    const asked = request as Asked;
    const settled: Settled<Answer> = await settle(async () => send(request));
    const obstacle = obstacleIn(settled, asked);
    const harmless = isHarmless(settled, asked);
    if (obstacle !== undefined && harmless && !open.has(asked.baseUrl) && !inDoubt) stop(obstacle);
    if (obstacle === undefined && isAnswered(settled)) open.add(asked.baseUrl);
    else inDoubt ||= !harmless;
    if (settled.response === undefined) throw settled.error;
    return settled.response as Awaited<ReturnType<typeof send>>;
  });
}

/** @throws PromotionError for an address that can lead nowhere. */
export function checkAddress(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  fail('host-unavailable', `The API of GitHub has no proper address: ${quote(url)}.`, ADDRESS);
}

const stop = ({ where, detail, remedy }: Obstacle): never =>
  fail('host-unavailable', `GitHub cannot be asked: ${quote(where)} ${detail}.`, remedy);

const obstacleIn = (settled: Settled<Answer>, asked: Asked): Obstacle | undefined => {
  if (limitBehind(settled.error) !== undefined) return undefined;
  const answer = answerIn(settled);
  if (answer !== undefined) return foreign(answer, asked);
  const cause = causeOf(settled);
  const { detail, remedy } = troubleOf(cause);
  const where = new URL(asked.baseUrl).host;
  if (cause?.code === REDIRECTED) return { where, detail: cause.message, remedy: ADDRESS };
  return remedy === undefined ? undefined : { where, detail, remedy };
};

/** GitHub's API answers in JSON unless it fails, and always knows the address of GraphQL. */
const foreign = ({ url, status, headers, data }: Answer, asked: Asked): Obstacle | undefined => {
  if (status >= 500) return undefined;
  const isPage = /^text\/html\b/i.test(String(headers['content-type']));
  const isMissing = status === 404 && (isGraphql(asked) || typeof data === 'string');
  if (!isPage && !isMissing) return undefined;
  return { where: url, detail: `answers ${status}${isPage ? ' with a web page' : ''}`, remedy: ADDRESS };
};

const answerIn = ({ response, error }: Settled<Answer>): Answer | undefined =>
  response ?? (error as { readonly response?: Answer } | undefined)?.response;

const causeOf = ({ error }: Settled<Answer>): (Error & { readonly code?: unknown }) | undefined =>
  (error as { readonly cause?: Error } | undefined)?.cause;

/** Whether nothing can have come of it. */
const isHarmless = (settled: Settled<Answer>, asked: Asked): boolean => {
  const { status } = answerIn(settled) ?? {};
  return isRead(asked) || isUnsent(causeOf(settled)) || (status !== undefined && status >= 400 && status < 500);
};

const isAnswered = (settled: Settled<Answer>): boolean =>
  limitBehind(settled.error) !== undefined || (answerIn(settled)?.status ?? 500) < 500;

const isGraphql = ({ url }: Asked): boolean => url === '/graphql';

const isRead = (asked: Asked): boolean =>
  isGraphql(asked) ? !/^\s*mutation\b/.test(String(asked.query)) : asked.method === 'GET' || asked.method === 'HEAD';
