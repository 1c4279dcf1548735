import { randomUUID } from 'node:crypto';
import { checkoutHost } from '../../src/adapters/checkout/checkout.ts';
import { type Promoted, promote } from '../../src/commands/promote.ts';
import { rollback } from '../../src/commands/rollback.ts';
import { PromotionError, type Violation } from '../../src/domain/errors.ts';
import { parseImage } from '../../src/domain/image.ts';
import type { Delivery, Promotion, Source } from '../../src/domain/model.ts';
import { parseTo } from '../../src/domain/records/rollback-target.ts';
import type { Host, Log } from '../../src/ports.ts';
import { type Checkout, checkout } from '../adapters/checkout/checkout.ts';
import { testClock } from '../adapters/github/clock.ts';
import { clientOf, hostOf, REPOSITORY } from '../adapters/github/github.ts';
import { type FakeGitHub, fakeGitHub } from '../github/server.ts';
import { oneOf } from '../sample.ts';

export const silent: Log = { info: () => {}, debug: () => {}, group: (_, step) => step() };

export const NAME = 'registry.example.com/shop/web';
export const WORKER = 'registry.example.com/shop/worker';

/** Where the reference layout has the manifests of an environment. */
export function overlay(environment: string, product = 'shop'): string {
  return `applications/${product}/overlays/${environment}/kustomization.yaml`;
}

/** A kustomization that lists images by their repository and tag. */
export function kustomization(...images: readonly string[]): string {
  const entries = images
    .map(parseImage)
    .map(({ name, newName, tag, digest }) =>
      [
        `  - name: ${name}`,
        ...(newName === undefined ? [] : [`    newName: ${newName}`]),
        ...(tag === undefined ? [] : [`    newTag: ${JSON.stringify(tag)}`]),
        ...(digest === undefined ? [] : [`    digest: ${digest}`]),
        '',
      ].join('\n'),
    );
  return `resources:\n  - ../../base\nimages:\n${entries.join('')}`;
}

export type PromoteOptions = Partial<Omit<Promotion, 'images' | 'environments'>> & {
  readonly images?: readonly string[];
  readonly environments?: readonly string[];
  readonly config?: string;
  readonly mode?: 'deliver' | 'dry-run';
  readonly delivery?: Delivery;
  /** When the receiving run starts. */
  readonly start?: string;
};

export type RollbackOptions = PromoteOptions & { readonly to?: string };

export function promotionOf({ images = [], environments = ['prod'], ...more }: PromoteOptions): Promotion {
  return { trigger: 'automatic', products: ['shop'], environments, images: images.map(parseImage), ...more };
}

/** The dependencies of a command, without the request. */
export function runOf({ config, mode = 'deliver', delivery, start }: PromoteOptions) {
  const id = randomUUID();
  return { settings: { delivery }, config, mode, id, start: start ?? new Date().toISOString() } as const;
}

/** A manifest repository with its host, and the changes of other people. */
export type TestRepository = AsyncDisposable & {
  readonly host: Host;
  readonly world: { readonly host: Host; readonly log: Log; readonly clock: ReturnType<typeof testClock> };
  promote(asking: PromoteOptions): Promise<Promoted>;
  /** By a person. */
  rollback(asking: RollbackOptions): Promise<Promoted>;
  read(path: string): Promise<string | undefined>;
  /** Somebody commits by hand; the id. */
  commit(files: Readonly<Record<string, string>>, message?: string): Promise<string>;
  /** Somebody commits to another branch, which begins here, one commit after the other; their ids. */
  strand(...commits: readonly Readonly<Record<string, string>>[]): Promise<readonly string[]>;
  /** Somebody merges that branch, with a merge commit. */
  join(): Promise<void>;
  /** Messages on the branch, newest first. */
  messages(): Promise<readonly string[]>;
};

export type GitHubTestRepository = TestRepository & { readonly fake: FakeGitHub };

const stageOf = (host: Host): Pick<TestRepository, 'host' | 'world' | 'promote' | 'rollback'> => {
  const world = { host, log: silent, clock: testClock() };
  return {
    host,
    world,
    promote: (asking) => promote({ promotion: promotionOf(asking), ...runOf(asking) }, world),
    rollback: ({ to, ...asking }) => {
      const promotion = promotionOf({ trigger: 'by-hand', ...asking });
      return rollback({ promotion, ...runOf(asking), ...(to === undefined ? {} : { to: parseTo(to) }) }, world);
    },
  };
};

export async function onGitHub(files: Readonly<Record<string, string>>): Promise<GitHubTestRepository> {
  // Commits are a second apart, as those of people are, and in the past, so that no clock is wrong unless a test says so.
  let time = Date.parse('2026-11-01T00:00:00Z');
  const now = (): Date => {
    time += 1000;
    return new Date(time);
  };
  const fake = await fakeGitHub({ now, repositories: { [REPOSITORY]: { files } } });
  const repository = fake.repository(REPOSITORY);
  return {
    ...stageOf(hostOf(fake)),
    fake,
    read: (path) => repository.read(path),
    commit: (changed, message) => repository.commit('main', changed, message === undefined ? {} : { message }),
    strand: async (...commits) => {
      await repository.setRef('refs/heads/stranded', await repository.head('main'));
      const ids: string[] = [];
      for (const changed of commits) ids.push(await repository.commit('stranded', changed));
      return ids;
    },
    join: async () => {
      const { number } = await repository.openPullRequest({ head: 'stranded' });
      await repository.mergePullRequest(number, { method: 'merge' });
    },
    messages: async () => (await repository.log()).map(({ message }) => message),
    [Symbol.asyncDispose]: () => fake.close(),
  };
}

export async function inCheckout(
  files: Readonly<Record<string, string>>,
): Promise<TestRepository & { checkout: Checkout }> {
  const repository = await checkout(files);
  return {
    ...stageOf(checkoutHost({ directory: repository.directory, writes: 'commit' })),
    checkout: repository,
    read: async (path) => repository.git('show', `HEAD:${path}`),
    commit: (changed, message) => repository.commit(changed, message),
    strand: async (...commits) => {
      repository.git('checkout', '-q', '-b', 'stranded');
      const ids: string[] = [];
      for (const changed of commits) ids.push(await repository.commit(changed));
      repository.git('checkout', '-q', 'main');
      return ids;
    },
    join: async () => {
      repository.git('merge', '-q', '--no-ff', '-m', 'Merge what was aside', 'stranded');
    },
    messages: async () =>
      repository
        .git('log', '-z', '--format=%B')
        .split('\0')
        .filter((message) => message !== ''),
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

type Opener = (files: Readonly<Record<string, string>>) => Promise<TestRepository>;

/** Both places where a manifest repository can live. The fast suite looks at GitHub alone; `test/hosts/contract.test.ts` compares
 * the two in both suites. */
export const hosts: readonly (readonly [string, Opener])[] = oneOf<readonly [string, Opener]>(2, [
  ['on GitHub', onGitHub],
  ['in a checkout', inCheckout],
]);

/** One of the two places: GitHub in the fast suite, where a test starts no process, and a checkout in the long one. */
export const onOneHost: Opener = hosts.at(-1)?.[1] ?? onGitHub;

/** `prod: promoted`, `prod: superseded, held` … of each environment. */
export function outcomesOf({ environments }: Pick<Promoted, 'environments'>): string[] {
  return environments.map(({ name, outcome, superseded }) =>
    [`${name}: ${outcome}`, ...new Set(superseded.map(({ reason }) => reason))].join(', '),
  );
}

/** The problems that the work ends in. */
export async function violationsOf(work: Promise<unknown>): Promise<readonly Violation[]> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof PromotionError) return thrown.violations;
  throw thrown ?? new Error('It did not fail.');
}

/** A run of acme/shop's ci.yml on main, unless it says otherwise. */
export function build(runNumber: number | undefined, more: Source = {}): Source {
  return {
    ...{ repository: 'acme/shop', ref: 'refs/heads/main', workflow: 'ci.yml', event: 'push' },
    ...{ sha: (runNumber ?? 0).toString(16).padStart(40, 'a') },
    ...(runNumber === undefined ? {} : { runNumber }),
    ...more,
  };
}

export { clientOf, REPOSITORY };
