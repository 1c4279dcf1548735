/** Many promotions at the same time onto one branch of a fake GitHub that enforces its limits. */
import { randomUUID } from 'node:crypto';
import { openClient } from '../../src/adapters/github/client.ts';
import { githubHost } from '../../src/adapters/github/host.ts';
import { promote } from '../../src/commands/promote.ts';
import { PromotionError } from '../../src/domain/errors.ts';
import { parseImage } from '../../src/domain/image.ts';
import type { Promotion } from '../../src/domain/model.ts';
import type { Clock, Host } from '../../src/ports.ts';
import { REPOSITORY } from '../adapters/github/github.ts';
import { silent } from '../commands/stage.ts';
import { type FakeGitHub, fakeGitHub, type GitHubOptions } from '../github/server.ts';
import { sharedClock } from './clock.ts';

/** GitHub's secondary limits. */
const LIMITS = { contentPerMinute: 80, concurrent: 100 };

/** Milliseconds that GitHub takes for a read and for a commit, from and to. */
const READ = [200, 500] as const;
const WRITE = [400, 900] as const;

export type Crowd = AsyncDisposable & {
  readonly fake: FakeGitHub;
  /** Starts all of them at once; each ends as an outcome, or as the codes of what stopped it. */
  promote(promotions: readonly Partial<Promotion>[]): Promise<readonly Ending[]>;
};

export type Ending = {
  readonly id: string;
  readonly outcome: string;
  readonly requests: number;
  readonly seconds: number;
};

export async function crowd(files: Readonly<Record<string, string>>, options: GitHubOptions = {}): Promise<Crowd> {
  const clock = sharedClock(7);
  const now = (): Date => clock.now();
  const fake = await fakeGitHub({ now, limits: LIMITS, repositories: { [REPOSITORY]: { files } }, ...options });
  return {
    fake,
    promote: (promotions) =>
      Promise.all(promotions.map((promotion) => clock.run(() => ending({ ...anyone, ...promotion }, fake, clock)))),
    [Symbol.asyncDispose]: () => fake.close(),
  };
}

const anyone: Promotion = { trigger: 'automatic', products: ['shop'], environments: ['dev'], images: [] };

const ending = async (promotion: Promotion, fake: FakeGitHub, clock: Clock): Promise<Ending> => {
  const { url: apiUrl, graphqlUrl } = fake;
  const client = openClient({ token: 'token', apiUrl, graphqlUrl, clock, second: 1 });
  const host = distant(githubHost({ client, clock, repository: REPOSITORY }), clock);
  const id = randomUUID();
  const began = clock.now();
  const request = { promotion, settings: {}, mode: 'deliver', id, start: began.toISOString() } as const;
  const outcome = await promote(request, { host, log: silent, clock }).then(
    ({ environments }) => environments.map((environment) => environment.outcome).join(),
    (error: unknown) => {
      if (error instanceof PromotionError) return error.violations.map(({ code }) => code).join();
      throw error;
    },
  );
  return { id, outcome, requests: client.requests().count, seconds: (clock.now().getTime() - began.getTime()) / 1000 };
};

/** The host, as far away as GitHub is. */
const distant = (host: Host, clock: Clock): Host => {
  const trip = async <T>([least, most]: readonly [number, number], request: () => Promise<T>): Promise<T> => {
    const length = least + clock.random() * (most - least);
    await clock.sleep(length / 2);
    const answer = await request();
    await clock.sleep(length / 2);
    return answer;
  };
  return {
    snapshot: (wanted) => trip(READ, () => host.snapshot(wanted)),
    commit: (snapshot, request) => trip(WRITE, () => host.commit(snapshot, request)),
  };
};

export const imageOf = (name: string, tag: string) => parseImage(`registry.example.com/shop/${name}:${tag}`);

/** What must hold of the branch, whatever happened: one commit for each promotion that says so, one parent each, and a
 * repository without a flaw. */
export async function historyOf(fake: FakeGitHub): Promise<{ ids: string[]; linear: boolean; flaws: string }> {
  const repository = fake.repository(REPOSITORY);
  const log = (await repository.log()).slice(0, -1);
  return {
    ids: log.map(({ message }) => /^Promotion-Id: (.+)$/m.exec(message)?.[1] ?? message),
    linear: log.every(({ parents }) => parents.length === 1),
    flaws: await repository.fsck(),
  };
}
