import { expect } from 'vitest';
import { openClient } from '../../../src/adapters/github/client.ts';
import { githubHost } from '../../../src/adapters/github/host.ts';
import { PromotionError, type Violation } from '../../../src/domain/errors.ts';
import type { FileChange } from '../../../src/domain/model.ts';
import type { CommitRequest, Snapshot } from '../../../src/ports.ts';
import type { Fault, Incoming } from '../../github/faults.ts';
import type { RepositoryOptions } from '../../github/repository.ts';
import { type FakeGitHub, fakeGitHub, type GitHubOptions } from '../../github/server.ts';
import { type TestClock, testClock } from './clock.ts';

export const REPOSITORY = 'acme/manifests';

type Reach = {
  readonly token?: string;
  readonly branch?: string;
  readonly repository?: string;
  readonly clock?: TestClock;
  readonly timeout?: number;
};

/** A GitHub with one manifest repository. */
export function github(repository: RepositoryOptions, options: GitHubOptions = {}): Promise<FakeGitHub> {
  return fakeGitHub({ ...options, repositories: { [REPOSITORY]: repository } });
}

export function clientOf(
  { url, graphqlUrl }: FakeGitHub,
  { token = 'token', clock = testClock(), timeout = 60_000 }: Reach = {},
) {
  return openClient({ token, apiUrl: url, graphqlUrl, clock, timeout });
}

export function hostOf(fake: FakeGitHub, reach: Reach = {}) {
  const { clock = testClock(), branch, repository = REPOSITORY } = reach;
  return githubHost({ client: clientOf(fake, { ...reach, clock }), clock, repository, branch });
}

export async function read(
  fake: FakeGitHub,
  paths: readonly string[],
  histories: readonly string[] = [],
): Promise<Snapshot> {
  return hostOf(fake).snapshot({ paths, histories });
}

/** The problems that the work ends in. */
export async function violationsOf(work: Promise<unknown>): Promise<readonly Violation[]> {
  const thrown = await work.then(
    (value) => value,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(PromotionError);
  return (thrown as PromotionError).violations;
}

export function change(path: string, after: string, more: Partial<FileChange> = {}): FileChange {
  return { path, after, before: '', executable: false, ...more };
}

export const ID = '11111111-2222-4333-8444-555555555555';

export function requestOf(...files: readonly FileChange[]): CommitRequest {
  return {
    id: ID,
    files,
    message: { headline: 'Promote shop to dev', body: `Promotion: dev web:v2\nPromotion-Id: ${ID}` },
  };
}

/** Strikes the first request that matches with the first fault, the second with the second and so on: faults that do not
 * replace an answer would otherwise all strike the first. */
export function inTurn(fake: FakeGitHub, match: (request: Incoming) => boolean, faults: readonly Fault[]): void {
  const turns = new WeakMap<Incoming, number>();
  let next = 0;
  const turnOf = (request: Incoming): number => {
    const turn = turns.get(request) ?? next++;
    turns.set(request, turn);
    return turn;
  };
  faults.forEach((fault, turn) => {
    fake.faults.next((request) => match(request) && turnOf(request) === turn, fault);
  });
}

export const isLook = ({ operation }: Incoming): boolean => operation?.name === 'Landed';
