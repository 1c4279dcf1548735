import type { Clock } from '../../ports.ts';
import type { Problem } from './answer.ts';
import type { GitHubClient } from './client.ts';

/** One repository on GitHub and what it takes to ask about it. */
export type Place = {
  readonly client: GitHubClient;
  readonly clock: Clock;
  readonly owner: string;
  readonly name: string;
};

/** A commit of a branch as the first query saw it: what a write is made against. */
export type Base = {
  readonly place: Place;
  /** Node id. */
  readonly repository: string;
  /** As GitHub spells it today: a renamed repository still answers queries by its old name, mutations do not. */
  readonly nameWithOwner: string;
  readonly branch: string;
  readonly commit: string;
  readonly tree: string;
};

export function placeOf(client: GitHubClient, clock: Clock, repository: string): Place {
  const [owner = '', name = ''] = repository.split('/');
  return { client, clock, owner, name };
}

export function fullName({ owner, name }: Place): string {
  return `${owner}/${name}`;
}

/** Before the attempt of this number, counted from 1: a second, two, four, at most eight. */
export function pause(clock: Clock, attempt: number): Promise<void> {
  return clock.sleep(Math.min(8000, 1000 * 2 ** (attempt - 1)));
}

export function isAbout(problem: Problem, part: string | RegExp): boolean {
  return (problem.path ?? []).some((step) => (typeof part === 'string' ? step === part : part.test(String(step))));
}
