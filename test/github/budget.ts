/** The primary rate limit: points an hour for each token, GraphQL's and REST's counted apart. */
import type { Token, World } from './world.ts';

/** Of `GITHUB_TOKEN` for each repository; users and Apps have 5,000 and up. */
const OF_ACTIONS = 1000;
const OF_OTHERS = 5000;
const HOUR = 3_600_000;

export type Resource = 'graphql' | 'core';
export type Budget = {
  readonly resource: Resource;
  readonly limit: number;
  readonly used: number;
  readonly reset: Date;
  /** The request is refused, since nothing was left for it. */
  readonly exceeded: boolean;
};

export type Spending = {
  readonly token: Token | undefined;
  readonly resource: Resource;
  readonly points: number;
};

/** Takes the points from what is left of the hour. */
export function spend(world: World, { token, resource, points }: Spending): Budget {
  const limit = token?.kind === 'actions' ? OF_ACTIONS : OF_OTHERS;
  const key = `${resource} ${ownerOf(token)}`;
  const now = world.now().getTime();
  const known = world.used.get(key);
  const hour = known && known.until > now ? known : { until: now + HOUR, points: 0 };
  const exceeded = hour.points >= limit;
  const used = exceeded ? limit : Math.min(limit, hour.points + points);
  world.used.set(key, { until: hour.until, points: used });
  return { resource, limit, used, reset: new Date(hour.until), exceeded };
}

/** Each repository has a `GITHUB_TOKEN` of its own, and all of them have one login. */
const ownerOf = (token: Token | undefined): string =>
  token?.kind === 'actions' ? `${token.login} ${Object.keys(token.permissions)[0]}` : String(token?.login);
