/** One promotion by pull request after another, each of a product of its own and under its own faults, with the invariants of
 * each. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { openClient } from '../../src/adapters/github/client.ts';
import { githubHost } from '../../src/adapters/github/host.ts';
import { promote } from '../../src/commands/promote.ts';
import { PromotionError, type Violation } from '../../src/domain/errors.ts';
import type { Delivery } from '../../src/domain/model.ts';
import { testClock } from '../adapters/github/clock.ts';
import { inTurn } from '../adapters/github/github.ts';
import {
  build,
  kustomization,
  NAME,
  overlay,
  type PromoteOptions,
  promotionOf,
  silent,
  WORKER,
} from '../commands/test-repository.ts';
import { before } from '../github/faults.ts';
import type { Handle } from '../github/handles.ts';
import { type FakeGitHub, fakeGitHub } from '../github/server.ts';
import { nameOf as fullName, type Protection, type PullRequest, type Settings, type Token } from '../github/world.ts';
import { troubles as general, type Trouble } from './faulty.ts';

/** The request, and the open pull requests at that time. */
export type Story = {
  readonly delivery: Exclude<Delivery, 'commit'>;
  readonly open: 'nothing' | 'another image';
  readonly settings?: Partial<Settings>;
};

const approval: Protection = { kind: 'ruleset', pattern: 'main', requiresPullRequest: true, requiredApprovals: 1 };
const ruled: Partial<Settings> = { autoMergeAllowed: true, protections: [approval] };

export const stories = {
  'a new pull request': { delivery: 'pull-request', open: 'nothing' },
  'a pull request with more in it': { delivery: 'pull-request', open: 'another image' },
  'a merge': { delivery: 'merge', open: 'nothing' },
  'a merge with more in it': { delivery: 'merge', open: 'another image' },
  'an armed pull request': { delivery: 'auto-merge', open: 'nothing', settings: ruled },
  'an armed pull request with more in it': { delivery: 'auto-merge', open: 'another image', settings: ruled },
} as const satisfies Record<string, Story>;

/** Where a fault strikes. */
export type Spot = { readonly repository: () => Handle; readonly branch: string };
export type BranchTrouble = (spot: Spot) => ReturnType<Trouble>;

export type Proposing = AsyncDisposable & {
  /** How many requests the story takes without any trouble. */
  readonly requests: number;
  /** Runs it with these faults, the first at the first request and so on; then once more without any. Checks every invariant, and
   * returns the result of the first run. */
  tell(troubles: readonly (BranchTrouble | undefined)[]): Promise<string>;
  fsck(): Promise<string>;
};

const PRODUCTS = 20;

export async function proposing(story: Story): Promise<Proposing> {
  const fake = await fakeGitHub();
  let runs = 0;
  let repository: Handle | undefined;
  const next = async (): Promise<Place> => {
    if (runs % PRODUCTS === 0) repository = await begin(fake, { story, name: `acme/manifests-${runs}` });
    const product = `p${runs++ % PRODUCTS}`;
    if (repository === undefined) throw new Error('there is no repository');
    return { story, fake, repository, product, branch: `promotion/${product}/prod`, path: overlay('prod', product) };
  };
  const clean = await next();
  await prepare(clean);
  fake.resetRequests();
  await ask(clean, clean.story.delivery, { asking: asked });
  return {
    requests: fake.requests.length,
    tell: async (troubles) => tell(await next(), troubles),
    fsck: async () => (await repository?.fsck()) ?? '',
    [Symbol.asyncDispose]: () => fake.close(),
  };
}

type Place = {
  readonly story: Story;
  readonly fake: FakeGitHub;
  readonly repository: Handle;
  readonly product: string;
  readonly branch: string;
  readonly path: string;
};

/** Bytes that nobody is to touch stand around the images. */
const manifest = (web: string, worker: string): string =>
  `# ${NAME}:${web} is not an image\r\n${kustomization(`${NAME}:v1`, `${WORKER}:${worker}`)}`
    .replace(`${NAME}:${web} is`, `${NAME}:v1 is`)
    .replace('newTag: "v1"', `newTag: "${web}"`);

const begin = (fake: FakeGitHub, { story, name }: { story: Story; name: string }): Promise<Handle> => {
  const products = Array.from({ length: PRODUCTS }, (_, at) => overlay('prod', `p${at}`));
  const files = Object.fromEntries(products.map((path) => [path, manifest('v1', 'v1')]));
  return fake.create(name, { files, settings: { ...story.settings }, collaborators: { octocat: 'write' } });
};

const asked: PromoteOptions = { images: [`${NAME}:v2`], source: build(3) };
const another: PromoteOptions = { images: [`${WORKER}:v2`], source: build(2) };

const prepare = async (place: Place): Promise<void> => {
  if (place.story.open === 'nothing') return;
  // Merged changes must have a delivery that allows it.
  const { delivery } = place.story;
  const arming = { ...place.repository.settings };
  if (delivery === 'merge')
    Object.assign(place.repository.settings, { autoMergeAllowed: true, protections: [approval] });
  const outcome = await ask(place, delivery === 'merge' ? 'auto-merge' : delivery, { asking: another });
  expect(['proposed', 'armed']).toContain(outcome.outcome);
  if (delivery === 'merge') {
    Object.assign(place.repository.settings, arming);
    const open = openOf(place)[0];
    if (open !== undefined) open.autoMerge = undefined;
  }
};

type Ending = {
  readonly id: string;
  readonly outcome: string;
  readonly commit?: string | undefined;
  readonly pullRequests: readonly number[];
  readonly violations: readonly Violation[];
};

const promoter: Token = {
  login: 'promoter[bot]',
  kind: 'app',
  permissions: { '*': { contents: 'write', pull_requests: 'write' } },
};

const ask = async (
  { fake, repository, product }: Place,
  delivery: Delivery,
  { asking, timeout = 60_000 }: { readonly asking: PromoteOptions; readonly timeout?: number },
): Promise<Ending> => {
  const id = randomUUID();
  const token = `token-${id}`;
  fake.tokens.set(token, { ...promoter });
  const { url: apiUrl, graphqlUrl } = fake;
  const clock = testClock();
  const client = openClient({ token, apiUrl, graphqlUrl, clock, timeout });
  const host = githubHost({ client, clock, repository: fullName(repository.repository), branch: 'main' });
  const promotion = promotionOf({ ...asking, products: [product] });
  const request = { promotion, settings: { delivery }, mode: 'deliver', id, start: clock.now().toISOString() } as const;
  try {
    const { environments, commit, pullRequests, violations } = await promote(request, { host, log: silent, clock });
    const outcome = [...new Set(environments.map((environment) => environment.outcome))].join();
    return { id, outcome, commit, pullRequests: pullRequests.map(({ number }) => number), violations };
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    const outcome = error.violations.map(({ code }) => code).join();
    return { id, outcome, pullRequests: [], violations: error.violations };
  }
};

const openOf = ({ repository, branch }: Pick<Place, 'repository' | 'branch'>): PullRequest[] =>
  repository.pullRequests.filter(({ head, state }) => head === branch && state === 'OPEN');

const tell = async (place: Place, troubles: readonly (BranchTrouble | undefined)[]): Promise<string> => {
  const { fake, repository } = place;
  await prepare(place);
  const start = (await repository.head('main')) ?? '';
  const former = await repository.files();
  const spot = { repository: () => repository, branch: place.branch };
  const { delivery } = place.story;
  const faults = troubles.map((trouble) => trouble?.(spot) ?? before(() => undefined));
  inTurn(fake, () => true, faults);
  // A machine that is busy with other things must not look like a GitHub that does not answer.
  const timeout = faults.some(({ kind }) => kind === 'hang') ? 1500 : 60_000;
  const first = await ask(place, delivery, { asking: asked, timeout });
  fake.faults.clear();
  if ((await repository.head('main')) === undefined) await repository.setRef('refs/heads/main', start);
  const after = await pictureOf(place, { start, former });
  checkTruth(first, after);

  const second = await ask(place, delivery, { asking: asked });
  const end = await pictureOf(place, { start, former });
  checkTruth(second, end);
  if (after.base.includes('web')) expect(second.outcome).toBe('unchanged');
  else if (after.foreign) expect(second.outcome).toBe('foreign-commit');
  else expect(second.outcome).toBe(reached[delivery]);
  if (second.outcome === 'proposed' || second.outcome === 'armed') {
    const isTold = end.open[0]?.body.includes(`${NAME}:v2`);
    expect(isTold).toBe(true);
  }
  // Requests of others stay in it unless it was closed or the branch deleted.
  const wanted = place.story.open === 'another image' && after.kept;
  if (wanted && !after.foreign) expect([...end.base, ...end.proposed]).toContain('worker');
  return first.outcome;
};

const reached = { 'pull-request': 'proposed', 'auto-merge': 'armed', merge: 'promoted' } as const;

type Picture = {
  readonly open: readonly PullRequest[];
  readonly head: string | undefined;
  /** Which images have been changed, on the base and on the branch. */
  readonly base: readonly string[];
  readonly proposed: readonly string[];
  /** Commits of the base and of the branch. */
  readonly commits: readonly string[];
  readonly foreign: boolean;
  /** Whether nobody has closed anything. */
  readonly kept: boolean;
  /** Ids of all runs that have left something. */
  readonly ids: readonly string[];
};

type Before = { readonly start: string; readonly former: Readonly<Record<string, string>> };

const pictureOf = async (place: Place, { start, former }: Before): Promise<Picture> => {
  const { repository, branch, path } = place;
  const open = openOf(place);
  expect(open.length).toBeLessThanOrEqual(1);
  const base = await changedIn(place, { files: await repository.files(), former });
  const since = (log: readonly { oid: string }[]) => log.findIndex(({ oid }) => oid === start);
  const log = await repository.log();
  const landed = log.slice(0, since(log));
  const head = await repository.head(branch);
  const onBranch = head === undefined ? [] : await repository.log(branch);
  const isMerged = head !== undefined && log.some(({ oid }) => oid === head);
  const own = isMerged ? [] : onBranch.filter(({ oid }) => !log.some((one) => one.oid === oid));
  const foreign = own.some(({ message }) => !/^Promotion-Id: /m.test(message));
  if (!foreign) expect(own.length).toBeLessThanOrEqual(1);
  // A squashed promotion is on the base and, until its branch is deleted, on that.
  const promotions = landed.filter(({ message }) => message.includes(`${NAME}:v2`) && message.includes('Promotion: '));
  const heads = promotions.filter(({ oid }) => promotions.every(({ parents }) => !parents.slice(1).includes(oid)));
  expect(heads.length).toBeLessThanOrEqual(1);
  const under = own.at(-1)?.parents[0];
  const proposed =
    under === undefined
      ? []
      : await changedIn(place, { files: await repository.files(branch), former: await repository.files(under) });
  const closed = repository.pullRequests.some((one) => one.head === branch && one.state === 'CLOSED');
  return {
    open,
    head,
    base,
    proposed,
    foreign,
    kept: !closed && path !== '',
    commits: [...landed.map(({ oid }) => oid), ...own.map(({ oid }) => oid)],
    ids: [...landed, ...own].flatMap(({ message }) => /^Promotion-Id: (.+)$/m.exec(message)?.[1] ?? []),
  };
};

type Compared = { readonly files: Readonly<Record<string, string>>; readonly former: Readonly<Record<string, string>> };

/** Only the requested bytes may have changed. */
const changedIn = async ({ path }: Place, { files, former }: Compared): Promise<string[]> => {
  const { 'note.md': _, [path]: text, ...others } = files;
  const { 'note.md': __, [path]: ___, ...untouched } = former;
  expect(others).toEqual(untouched);
  const tags = {
    web: /web\n {4}newTag: "(.*)"/.exec(text ?? '')?.[1],
    worker: /worker\n {4}newTag: "(.*)"/.exec(text ?? '')?.[1],
  };
  expect(text).toBe(manifest(tags.web ?? '', tags.worker ?? ''));
  return Object.entries(tags).flatMap(([name, tag]) => (tag === 'v2' ? [name] : []));
};

/** The report of a run is true: its statements hold, and it denies nothing that it does not know. */
const checkTruth = (ending: Ending, picture: Picture): void => {
  const { outcome, commit, id, violations, pullRequests } = ending;
  const { open, base, proposed, head, commits, ids } = picture;
  const [pullRequest] = open;
  switch (outcome) {
    case 'unchanged':
      expect(base).toContain('web');
      return;
    case 'promoted':
      expect(base).toContain('web');
      expect(commits).toContain(commit);
      return;
    case 'armed':
    case 'proposed':
      expect(proposed).toContain('web');
      expect(pullRequest).toMatchObject({ headOid: head, draft: false });
      expect(commit).toBe(head);
      expect(pullRequests).toEqual([pullRequest?.number]);
      expect(pullRequest?.autoMerge !== undefined).toBe(outcome === 'armed');
      return;
    default: {
      const texts = violations.map(({ message, hint }) => `${message} ${hint}`).join('\n');
      expect(violations).not.toEqual([]);
      if (ids.includes(id) || pullRequest?.body.includes(id)) {
        expect(texts).not.toMatch(/nothing (?:was|has been) written/i);
      }
    }
  }
};

const quietly = async (work: Promise<unknown>): Promise<void> => {
  await work.catch(() => undefined);
};

const toOpen = (spot: Spot, act: (repository: Handle, number: number) => Promise<unknown>) =>
  before(async () => {
    const repository = spot.repository();
    const [open] = openOf({ repository, branch: spot.branch });
    if (open !== undefined) await quietly(act(repository, open.number));
  });

/** Faults of the network and of GitHub, each kind of server error once, and concurrent changes of the pull request. */
export const troubles: Readonly<Record<string, BranchTrouble>> = {
  ...Object.fromEntries(Object.entries(general).filter(([name]) => !/^50[034] /.test(name))),
  'merged by somebody': (spot) =>
    toOpen(spot, async (repository, number) => {
      await repository.review(number, 'octocat', 'APPROVED');
      await repository.mergePullRequest(number, { method: 'squash' });
    }),
  'closed by somebody': (spot) => toOpen(spot, (repository, number) => repository.closePullRequest(number)),
  'its branch deleted': ({ repository, branch }) =>
    before(() => quietly(repository().setRef(`refs/heads/${branch}`, undefined))),
  'a commit by somebody on its branch': ({ repository, branch }) =>
    before(async () => {
      if ((await repository().head(branch)) !== undefined)
        await repository().commit(branch, { 'note.md': randomUUID() });
    }),
};
