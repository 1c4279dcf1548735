/** Many promotions at the same time onto one branch of a fake GitHub that enforces its limits. */
import { randomUUID } from 'node:crypto';
import { type GitHubClient, openClient } from '../../src/adapters/github/client.ts';
import { githubHost } from '../../src/adapters/github/host.ts';
import { type Promoted, promote } from '../../src/commands/promote.ts';
import { PromotionError, type Violation } from '../../src/domain/errors.ts';
import { parseImage } from '../../src/domain/image.ts';
import type { Delivery, Promotion } from '../../src/domain/model.ts';
import type { Clock } from '../../src/ports.ts';
import { requestOf } from '../adapters/github/calls.ts';
import { REPOSITORY } from '../adapters/github/github.ts';
import { silent } from '../commands/test-repository.ts';
import type { RepositoryOptions } from '../github/repository.ts';
import { type FakeGitHub, fakeGitHub } from '../github/server.ts';
import { sharedClock } from './clock.ts';

/** GitHub's secondary limits. */
const LIMITS = { contentPerMinute: 80, concurrent: 100 };

/** Milliseconds that GitHub takes for a read and for a write, from and to. */
const READ = [200, 500] as const;
const WRITE = [400, 900] as const;

export type Crowd = AsyncDisposable & {
  readonly fake: FakeGitHub;
  /** Starts all of them at once; each ends as an outcome, or as the codes of its error. */
  promote(orders: readonly Order[]): Promise<readonly Ending[]>;
};

export type Order = Partial<Promotion> & {
  readonly delivery?: Delivery;
  /** Milliseconds after the start of the first. */
  readonly wait?: number;
};

export type Ending = Pick<Promoted, 'environments'> & {
  readonly id: string;
  readonly violations: readonly Violation[];
  readonly outcome: string;
  readonly pullRequests: readonly number[];
  readonly requests: number;
  readonly seconds: number;
};

export async function crowd(
  files: Readonly<Record<string, string>>,
  { seed = 7, ...more }: Pick<RepositoryOptions, 'settings'> & { readonly seed?: number } = {},
): Promise<Crowd> {
  const clock = sharedClock(seed);
  const now = (): Date => clock.now();
  const fake = await fakeGitHub({ now, limits: LIMITS, repositories: { [REPOSITORY]: { files, ...more } } });
  return {
    fake,
    promote: (orders) => Promise.all(orders.map((order) => clock.run(() => ending(order, fake, clock)))),
    [Symbol.asyncDispose]: () => fake.close(),
  };
}

const anyone: Promotion = { trigger: 'automatic', products: ['shop'], environments: ['dev'], images: [] };

/** A machine that is busy with other things must not look like a GitHub that does not answer. */
const TIMEOUT = 60_000;

const ending = async ({ delivery, wait, ...promotion }: Order, fake: FakeGitHub, clock: Clock): Promise<Ending> => {
  if (wait !== undefined) await clock.sleep(wait);
  const { url: apiUrl, graphqlUrl } = fake;
  const client = distant(openClient({ token: 'token', apiUrl, graphqlUrl, clock, timeout: TIMEOUT }), clock);
  const host = githubHost({ client, clock, repository: REPOSITORY });
  const id = randomUUID();
  const began = clock.now();
  const asked = { promotion: { ...anyone, ...promotion }, settings: { delivery } };
  const request = { ...asked, mode: 'deliver', id, start: began.toISOString() } as const;
  const told = await promote(request, { host, log: silent, clock }).then(
    ({ environments, violations, pullRequests: opened }) => ({
      outcome: environments.every(({ outcome }) => outcome === 'failed')
        ? violations.map(({ code }) => code).join()
        : environments.map(({ outcome }) => outcome).join(),
      pullRequests: opened.map(({ number }) => number),
      environments,
      violations,
    }),
    (error: unknown) => {
      if (!(error instanceof PromotionError)) throw error;
      const { violations } = error;
      return { outcome: violations.map(({ code }) => code).join(), pullRequests: [], environments: [], violations };
    },
  );
  const seconds = (clock.now().getTime() - began.getTime()) / 1000;
  return { id, ...told, requests: client.requests().count, seconds };
};

/** The client, as far away as GitHub is. */
const distant = (client: GitHubClient, clock: Clock): GitHubClient => {
  const trip = async <T>(isWrite: boolean, request: () => Promise<T>): Promise<T> => {
    const [least, most] = isWrite ? WRITE : READ;
    const length = least + clock.random() * (most - least);
    await clock.sleep(length / 2);
    const answer = await request();
    await clock.sleep(length / 2);
    return answer;
  };
  return {
    ...client,
    graphql: (call) => trip(/^\s*mutation/.test(call.document), () => client.graphql(call)),
    rest: async (call) => trip((await requestOf(call)).method !== 'GET', () => client.rest(call)),
    bytes: (call) => trip(false, () => client.bytes(call)),
  };
};

export const imageOf = (name: string, tag: string) => parseImage(`registry.example.com/shop/${name}:${tag}`);

/** The invariants of the branch after any run: one commit for each promotion that says so, one parent each, and a repository
 * without a flaw. */
export async function historyOf(fake: FakeGitHub): Promise<{ ids: string[]; linear: boolean; flaws: string }> {
  const repository = fake.repository(REPOSITORY);
  const log = (await repository.log()).slice(0, -1);
  return {
    ids: log.map(({ message }) => /^Promotion-Id: (.+)$/m.exec(message)?.[1] ?? message),
    linear: log.every(({ parents }) => parents.length === 1),
    flaws: await repository.fsck(),
  };
}
