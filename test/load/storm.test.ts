import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../src/domain/model.ts';
import { carriedBy, idIn } from '../../src/domain/proposal/carried.ts';
import { REPOSITORY } from '../adapters/github/github.ts';
import { build, kustomization, overlay } from '../commands/test-repository.ts';
import { drop, type Fault, type Incoming, secondaryLimit, serverError, stale } from '../github/faults.ts';
import type { Protection, Settings } from '../github/world.ts';
import { isLong } from '../sample.ts';
import { randomOf } from './clock.ts';
import { type Crowd, crowd, type Ending, imageOf, type Order } from './writers.ts';

/** STORM_SEEDS=500 for so many storms, STORM_SEED=… for the first of another row, STORM_WRITERS=20 for a stronger one. */
const SEEDS = Number(process.env.STORM_SEEDS ?? (isLong ? 20 : 1));
const FIRST = Number(process.env.STORM_SEED ?? 1);
const WRITERS = Number(process.env.STORM_WRITERS ?? 8);

const IMAGES = 5;
/** All begin within these milliseconds, so that most of them meet. */
const SPREAD = 15_000;

const each = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const nameOf = (image: number): string => `registry.example.com/shop/image${image}`;

const all = ['dev', 'stg', 'prod'];
const sets = [['dev'], ['prod'], ['stg', 'prod'], all] as const;
const deliveries = ['commit', 'pull-request', 'merge', 'auto-merge'] as const satisfies readonly Delivery[];

const check: Protection = { kind: 'ruleset', pattern: 'main', requiredChecks: ['test'] };
const rules: readonly Partial<Settings>[] = [
  {},
  { deleteBranchOnMerge: true, autoMergeAllowed: true },
  { mergeCommitAllowed: false, rebaseMergeAllowed: false },
  { squashMessage: 'body' },
  { autoMergeAllowed: true, protections: [check] },
];

const configurations = [
  'environments:\n  dev:\n  stg: { delivery: commit }\n  prod: { delivery: pull-request }\n',
  'environments:\n  dev:\n  stg: { delivery: merge }\n  prod: { delivery: pull-request }\n',
  'environments:\n  dev:\n  stg: { delivery: pull-request }\n  prod: { delivery: pull-request }\n',
];

const faults: readonly (() => Fault)[] = [
  () => drop('before'),
  () => drop('after'),
  () => serverError(502),
  () => serverError(503, 'after'),
  () => secondaryLimit({ status: 403, retryAfter: 5 }),
  () => stale(),
];

type Requested = Order & {
  readonly environments: readonly string[];
  readonly numbers: readonly number[];
  readonly version: number;
};

type Storm = {
  readonly orders: readonly Requested[];
  readonly configuration: string;
  readonly settings: Partial<Settings>;
  readonly faults: readonly Fault[];
  readonly random: () => number;
};

/** Later writers have newer builds, whenever they begin. */
const stormOf = (seed: number): Storm => {
  const random = randomOf(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const any = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T;
  const settings = any(rules);
  // Nobody may push to a branch that waits for checks.
  const allowed = settings.protections === undefined ? [undefined, ...deliveries] : deliveries.slice(1);
  const orderOf = (at: number): Requested => {
    const version = at + 1;
    const numbers = [...new Set([below(IMAGES), below(IMAGES)])];
    const images = numbers.map((number) => imageOf(`image${number}`, `v${version}`));
    const trigger = random() < 0.15 ? 'by-hand' : 'automatic';
    const delivery = any(allowed);
    return {
      ...{ trigger, images, environments: any(sets), wait: below(SPREAD), numbers, version },
      ...(delivery === undefined ? {} : { delivery }),
      ...(trigger === 'by-hand' ? {} : { source: build(version) }),
    };
  };
  return {
    orders: each(WRITERS, orderOf),
    configuration: any(configurations),
    settings,
    faults: each(below(12), () => any(faults)()),
    random,
  };
};

/** Bytes that nobody is to touch stand around the images. */
const manifest = (environment: string, tagOf: (image: number) => string): string =>
  `# ${environment}\r\n${kustomization(...each(IMAGES, (at) => `${nameOf(at)}:${tagOf(at)}`))}`;

type Files = Readonly<Record<string, string>>;

const tagIn = (files: Files, environment: string, image: number): string =>
  new RegExp(`image${image}\\n {4}newTag: "(.*)"`).exec(files[overlay(environment)] ?? '')?.[1] ?? '';

type Proposal = { readonly title: string; readonly body: string; readonly message: string; readonly files: Files };

/** The final state. */
type Picture = { readonly main: Files; readonly messages: readonly string[]; readonly open: readonly Proposal[] };

const pictureOf = async ({ fake }: Crowd): Promise<Picture> => {
  const repository = fake.repository(REPOSITORY);
  const open = repository.pullRequests.filter(({ state }) => state === 'OPEN');
  expect(new Set(open.map(({ head }) => head)).size).toBe(open.length);
  expect(await repository.fsck()).toBe('');
  return {
    main: await repository.files(),
    messages: (await repository.log()).map(({ message }) => message),
    open: await Promise.all(
      open.map(async ({ title, body, head }) => {
        const [tip] = await repository.log(head);
        return { title, body, message: tip?.message ?? '', files: await repository.files(head) };
      }),
    ),
  };
};

const trailersOf = ({ message }: Proposal) => carriedBy({ head: { message } }, []).map(({ trailer }) => trailer);

/** Only tags have changed, and a commit names each change. */
const checkBranch = ({ main, messages }: Picture): void => {
  const records = new Set(messages.join('\n').match(/^Promotion: \S+ \S+/gm));
  for (const environment of all) {
    expect(main[overlay(environment)]).toBe(manifest(environment, (image) => tagIn(main, environment, image)));
    for (const image of each(IMAGES, (at) => at)) {
      const tag = tagIn(main, environment, image);
      if (tag !== 'v0') expect(records).toContain(`Promotion: ${environment} ${nameOf(image)}:${tag}`);
    }
  }
};

/** A pull request contains the changes that its text lists, as its last writer left it. */
const checkProposals = ({ open }: Picture): void => {
  for (const proposal of open) {
    const { body, title, message, files } = proposal;
    expect(idIn(body)).toBe(idIn(message));
    expect(title).toBe(message.split('\n', 1).join());
    for (const { environment, reference } of trailersOf(proposal)) {
      const image = Number(reference.repository.at(-1));
      expect(tagIn(files, environment, image)).toBe(reference.tag);
      expect(body).toContain(`${reference.repository}:${reference.tag}`);
    }
  }
};

const numberOf = (tag: string): number => Number(tag.slice(1));

type Place = { readonly environment: string; readonly image: number };

const waitingFor = ({ open }: Picture, { environment, image }: Place): number[] =>
  open
    .filter((proposal) =>
      trailersOf(proposal).some(
        (trailer) => trailer.environment === environment && trailer.reference.repository === nameOf(image),
      ),
    )
    .map(({ files }) => numberOf(tagIn(files, environment, image)));

/** The report of a writer about a place, unless a newer writer has overtaken it. */
const toldOf = ({ environments }: Ending, { environment, image }: Place): string => {
  const told = environments.find(({ name }) => name === environment);
  const overtaken = told?.superseded.some((superseded) => superseded.image === nameOf(image));
  return told === undefined || overtaken ? 'nothing' : told.outcome;
};

/** A promoted image or a newer one is on the branch; a proposed image is there or in the pull request. */
const lostOf = ({ orders }: Storm, endings: readonly Ending[], picture: Picture): string[] => {
  const placesOf = ({ environments, numbers }: Requested): Place[] =>
    environments.flatMap((environment) => numbers.map((image) => ({ environment, image })));
  // A person may go back to an older image.
  const byHand = orders.filter(({ trigger }) => trigger === 'by-hand').flatMap(placesOf);
  return orders.flatMap((order, at) => {
    const places = placesOf(order).filter(
      ({ environment, image }) => !byHand.some((one) => one.environment === environment && one.image === image),
    );
    return places.flatMap((place) => {
      const outcome = toldOf(endings[at] as Ending, place);
      const merged = numberOf(tagIn(picture.main, place.environment, place.image));
      const waiting = waitingFor(picture, place);
      const found = {
        promoted: [merged],
        unchanged: [merged],
        proposed: [merged, ...waiting],
        armed: [merged, ...waiting],
      };
      const values = found[outcome as keyof typeof found] as readonly number[] | undefined;
      if (values === undefined || Math.max(...values) >= order.version) return [];
      return [
        `writer ${at + 1}: image${place.image} in ${place.environment} is ${outcome}, but v${values.join(', v')}`,
      ];
    });
  });
};

/** The report of a failed storm. */
const story = ({ orders }: Storm, endings: readonly Ending[]): string =>
  orders
    .map(({ delivery = 'as configured', environments, numbers, trigger, wait }, at) => {
      const ending = endings[at];
      const texts = ending?.violations.map(({ message }) => message).join(' ');
      return `${at + 1} after ${wait} ms ${trigger} ${delivery} ${environments} image ${numbers}: ${ending?.outcome} by ${ending?.pullRequests} ${texts}`;
    })
    .join('\n');

/** The allowed reasons for an incomplete writer. */
const stated = ['branch-contended', 'rate-limited', 'host-unavailable', 'not-merged', 'pull-request-refused'];

const checkAll = async (storm: Storm, endings: readonly Ending[], stage: Crowd): Promise<void> => {
  const picture = await pictureOf(stage);
  checkBranch(picture);
  checkProposals(picture);
  expect(lostOf(storm, endings, picture)).toEqual([]);
  const codes = endings.flatMap(({ violations }) => violations.map(({ code }) => code));
  expect(codes.filter((code) => !stated.includes(code))).toEqual([]);
};

describe('many writers of all kinds on one product', () => {
  it.each(each(SEEDS, (at) => FIRST + at))('lose no promotion with seed %i', { timeout: 600_000 }, async (seed) => {
    const storm = stormOf(seed);
    const manifests = all.map((environment) => [overlay(environment), manifest(environment, () => 'v0')]);
    const files = { ...Object.fromEntries(manifests), '.github/promotion.yml': storm.configuration };
    await using stage = await crowd(files, { settings: storm.settings, seed });
    // A stale read sees the state before the last change, which must be the manifests and not an empty repository.
    await stage.fake.repository(REPOSITORY).commit('main', { 'note.md': 'The manifests are there.' });
    for (const fault of storm.faults) {
      const isFor = ({ operation }: Incoming): boolean => fault.kind !== 'stale' || operation?.kind === 'query';
      stage.fake.faults.next((request) => storm.random() < 0.02 && isFor(request), fault);
    }
    const endings = await stage.promote(storm.orders);
    stage.fake.faults.clear();
    await checkAll(storm, endings, stage).catch((error: unknown) => {
      throw new Error(`${error}\n${story(storm, endings)}`, { cause: error });
    });
  });
});
