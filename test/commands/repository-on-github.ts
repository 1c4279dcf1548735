/** A manifest repository on a fake GitHub, where every request is a process of its own. */
import { randomUUID } from 'node:crypto';
import { type Promoted, promote } from '../../src/commands/promote.ts';
import { rollback } from '../../src/commands/rollback.ts';
import type { DeliverySettings } from '../../src/domain/model.ts';
import { parseTo } from '../../src/domain/records/rollback-target.ts';
import { testClock } from '../adapters/github/clock.ts';
import { hostOf, REPOSITORY } from '../adapters/github/github.ts';
import type { Handle } from '../github/handles.ts';
import { transcript } from '../github/requests.ts';
import { type FakeGitHub, fakeGitHub, type GitHubOptions } from '../github/server.ts';
import type { PullRequest, Settings } from '../github/world.ts';
import { kustomization, NAME, overlay, type PromoteOptions, promotionOf, silent, WORKER } from './test-repository.ts';

export type Order = PromoteOptions & {
  readonly settings?: DeliverySettings;
  readonly token?: string;
  readonly branch?: string;
  readonly id?: string;
  /** Address of the run, which goes back for the second time where it `repeats`. */
  readonly run?: string;
  readonly repeats?: string;
  /** Milliseconds until GitHub counts as silent. */
  readonly timeout?: number;
  /** The target of a rollback. */
  readonly to?: string;
};

export type RepositoryOnGitHub = AsyncDisposable & {
  readonly fake: FakeGitHub;
  readonly repository: Handle;
  ask(order: Order): Promise<Promoted>;
  back(order: Order): Promise<Promoted>;
  /** The requests of the last run. */
  requests(): string[];
  open(): PullRequest[];
  /** Reference of an image on a branch. */
  tags(environment: string, branch?: string): Promise<string[]>;
  message(branch?: string): Promise<string>;
};

export type RepositoryOnGitHubOptions = GitHubOptions & {
  readonly files?: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly settings?: Partial<Settings>;
  readonly collaborators?: Readonly<Record<string, 'write' | 'read'>>;
};

export const BRANCH = 'promotion/shop/prod';
export const web = (tag: string): string => `${NAME}:${tag}`;
export const worker = (tag: string): string => `${WORKER}:${tag}`;

/** dev, stg and prod of the shop run v1 of both images. */
export const begin = Object.fromEntries(
  ['dev', 'stg', 'prod'].map((name) => [overlay(name), kustomization(web('v1'), worker('v1'))]),
);

export async function repositoryOnGitHub({
  files = begin,
  config,
  settings,
  collaborators,
  ...more
}: RepositoryOnGitHubOptions = {}): Promise<RepositoryOnGitHub> {
  let time = Date.parse('2026-11-01T00:00:00Z');
  const now = (): Date => {
    time += 1000;
    return new Date(time);
  };
  const all = { ...files, ...(config === undefined ? {} : { '.github/promotion.yml': config }) };
  const fake = await fakeGitHub({
    now,
    ...more,
    repositories: { [REPOSITORY]: { files: all, settings: settings ?? {}, collaborators: collaborators ?? {} } },
  });
  const repository = fake.repository(REPOSITORY);
  const worldFor = ({ token, branch, timeout }: Order) => {
    fake.resetRequests();
    const clock = testClock();
    const reach = {
      clock,
      ...(token === undefined ? {} : { token }),
      ...(branch === undefined ? {} : { branch }),
      ...(timeout === undefined ? {} : { timeout }),
    };
    return { host: hostOf(fake, reach), log: silent, clock };
  };
  const run = ({ settings: given = {}, config: path, mode = 'deliver', id = randomUUID() }: Order) =>
    ({ settings: given, config: path, mode, id, start: now().toISOString() }) as const;
  return {
    fake,
    repository,
    ask: (order) => promote({ promotion: promotionOf(order), ...run(order) }, worldFor(order)),
    back: ({ run: address, repeats, to: target, ...order }) => {
      const trailer = address === undefined ? undefined : ({ kind: 'run', address } as const);
      const promotion = promotionOf({ trigger: 'by-hand', ...order });
      const to = target === undefined ? undefined : parseTo(target);
      return rollback({ promotion, ...run(order), run: trailer, repeats, to }, worldFor(order));
    },
    requests: () => transcript(fake.requests),
    open: () => repository.pullRequests.filter(({ state }) => state === 'OPEN'),
    tags: async (environment, branch = 'main') =>
      [...((await repository.read(overlay(environment), branch)) ?? '').matchAll(/newTag: "(.*)"/g)].map(
        ([, tag = '']) => tag,
      ),
    message: async (branch = 'main') => (await repository.log(branch))[0]?.message ?? '',
    [Symbol.asyncDispose]: () => fake.close(),
  };
}

export const proposing = { delivery: 'pull-request' } as const;
