import { isGlob } from '../domain/config/glob.ts';
import { type Config, configPaths, imageAllowed, inOrder, unconfigured } from '../domain/config/settings.ts';
import { PromotionError, type Violation } from '../domain/errors.ts';
import { findManifests, type KnownEntries, learn } from '../domain/manifests/find-manifests.ts';
import type { Notice } from '../domain/model.ts';
import { type ListedAt, listedIn } from '../domain/plan/carry.ts';
import { frozenAt, printFrozen } from '../domain/policy/freeze-windows.ts';
import { code } from '../domain/report/markdown.ts';
import { deadMarkersIn } from '../domain/rewrite.ts';
import {
  configuredPairs,
  discover,
  nothingFound,
  ordered,
  type ProductEnvironment,
  type StatusScope,
  searchesOf,
} from '../domain/status/discover.ts';
import {
  countImages,
  type Freeze,
  type HistoryOf,
  indexed,
  isKnown,
  type OpenProposal,
  type ProductListing,
  rowsOf,
  type Status,
  standingOf,
} from '../domain/status/rows.ts';
import { statusSections } from '../domain/status/status-summary.ts';
import { statusLines } from '../domain/status/status-table.ts';
import { counted, listed as enumerated, quote, visible } from '../domain/text.ts';
import type { Snapshot, Wanted } from '../ports.ts';
import { type Ended, type Job, presentName, worldOf } from './job.ts';
import {
  type FoundSpot,
  foundSpot,
  historyPathOf,
  likelyReads,
  readConfig,
  type Spot,
  spotsOf,
} from './promotion/read-manifests.ts';
import { logStep, snapshotLines, type World } from './promotion/run-promotion.ts';

export type StatusRequest = StatusScope & {
  /** Path of the configuration, where one is given. */
  readonly config?: string | undefined;
  /** Shows what ran at this moment, RFC 3339. */
  readonly at?: string | undefined;
};

export type Reported = {
  /** By its present name; undefined for a checkout. */
  readonly repository?: string | undefined;
  /** Name of the directory of a checkout. */
  readonly directory?: string | undefined;
  readonly branch: string;
  readonly configuration: 'present' | 'absent';
  readonly status: Status;
};

/** Histories that the first query reads along; for more manifests than this the history of the branch is read. */
const MOST_HISTORIES = 20;

/** Reports the images of each environment, with date and build, for all or the requested products. Changes nothing.
 * @throws PromotionError with everything that is wrong with the configuration; for a product that is asked about, and that no
 * environment has, with the existing ones. */
export async function status(request: StatusRequest, { host, log, clock }: World): Promise<Reported> {
  const { at } = request;
  const now = at === undefined ? clock.now() : new Date(at);
  const wanted: Wanted = { ...statusWanted(request), at, ...(at === undefined ? {} : { products: undefined }) };
  const snapshot = await logStep(log, 'Read the manifest repository', {
    step: () => host.snapshot(wanted),
    lines: snapshotLines,
  });
  const { config, configuration } = await readConfig(request.config, snapshot);
  if (request.environments !== undefined) inOrder(config, request.environments);
  const pairs = await logStep(log, 'Find the products', {
    step: () => findPairs(request, config, snapshot),
    lines: (found) => [`Found ${counted(new Set(found.map(({ product }) => product)).size, 'product')}.`],
  });
  const spots = pairs.flatMap(({ product, environment }) =>
    spotsOf(config, { products: [product], environments: [environment] }),
  );
  const reading = { snapshot, histories: wanted.histories };
  const [{ found, problems }] = await log.group('Find the manifests', () =>
    Promise.all([readLeniently(snapshot, spots, request.products ?? []), prefetchHistories(spots, reading)]),
  );
  const listings = listingsOf(found);
  const past = await log.group('Read the records', () => readBranchHistories(listings, reading));
  const environments = ordered(config, [...(request.environments ?? []), ...found.map((spot) => spot.environment)]);
  return {
    repository: snapshot.repository,
    directory: snapshot.directory,
    branch: snapshot.branch,
    configuration,
    status: {
      environments,
      rows: rowsOf(
        listings.flatMap((listing) => standing(listing, past)),
        environments,
      ),
      freezes: found.flatMap((spot) => freezeOf(spot, now)),
      proposals: proposalsOf(snapshot),
      problems: [
        ...nothingFound(config, request, found),
        ...nothingListed(listings),
        ...withoutCodes(distinct([...problems, ...listings.flatMap((one) => one.problems)])),
      ],
    },
  };
}

/** The likely reads, before the configuration is known. */
export function statusWanted(request: StatusRequest): Wanted {
  const { products, environments } = request;
  const steps = searchesOf(unconfigured, request).map((search) => discover(search, new Map()));
  const directories = steps.flatMap((step) => (step.kind === 'more' ? step.paths : []));
  const pairs = steps.flatMap((step) => (step.kind === 'done' ? step.pairs : []));
  const spots = products && environments ? spotsOf(unconfigured, { products, environments }) : [];
  const usual = likelyReads(spots);
  return {
    paths: [...new Set([...configPaths(request.config), ...directories, ...usual.paths])],
    histories: pairs.length > 0 && usual.histories.length <= MOST_HISTORIES ? usual.histories : [''],
    products: products ?? 'all',
  };
}

/** Every product in every environment that the layout shows or the configuration names. */
export async function findPairs(
  request: StatusScope,
  config: Config,
  snapshot: Snapshot,
): Promise<ProductEnvironment[]> {
  const searches = searchesOf(config, request);
  let known: KnownEntries = new Map();
  for (;;) {
    const steps = searches.map((search) => discover(search, known));
    const paths = [...new Set(steps.flatMap((step) => (step.kind === 'more' ? step.paths : [])))];
    if (paths.length === 0) {
      const pairs = [
        ...steps.flatMap((step) => (step.kind === 'done' ? step.pairs : [])),
        ...configuredPairs(config, request),
      ];
      const distinct = [...new Map(pairs.map((pair) => [`${pair.product}/${pair.environment}`, pair])).values()];
      return distinct.sort((a, b) => (a.product === b.product ? 0 : a.product < b.product ? -1 : 1));
    }
    known = learn(known, paths, await snapshot.read(paths));
  }
}

/** The images of one product in one environment, as far as they could be read. */
export type Survey = {
  readonly spot: FoundSpot;
  readonly images: readonly ListedAt[];
  readonly problems: readonly Violation[];
};

/** The images of the manifests, as far as each can be read. */
export function listingsOf(found: readonly FoundSpot[]): Survey[] {
  return found.map((spot) => {
    try {
      return { spot, images: ownImages(spot), problems: spot.files.flatMap(deadMarkersIn) };
    } catch (error) {
      if (!(error instanceof PromotionError)) throw error;
      return { spot, images: [], problems: error.violations };
    }
  });
}

const MOST_PATHS = 10;

/** Where it looked, if no manifest lists an image. Those that cannot be read are reported for themselves. */
const nothingListed = (listings: readonly Survey[]): Notice[] => {
  const paths = [...new Set(listings.flatMap(({ spot }) => spot.files.map(({ path }) => path)))];
  if (paths.length === 0 || listings.some(({ images, problems }) => images.length + problems.length > 0)) return [];
  const rest = paths.length > MOST_PATHS ? [`${paths.length - MOST_PATHS} more`] : [];
  return [
    {
      message: `Looked for images in ${enumerated([...paths.slice(0, MOST_PATHS).map(quote), ...rest])}.`,
      hint: 'List the images there, or correct `files`; `validate` says more.',
      path: paths[0],
    },
  ];
};

const withoutCodes = (violations: readonly Violation[]): Notice[] => violations.map(({ code: _, ...notice }) => notice);

/** Of a manifest that products share, each has the images that its configuration allows. */
const ownImages = (spot: FoundSpot): ListedAt[] =>
  spot.files.flatMap((file) => {
    const images = listedIn([file]);
    const isShared = file.owners?.some(({ product }) => product !== spot.product) ?? false;
    return isShared ? images.filter(({ image }) => imageAllowed(spot.settings, image.repository)) : images;
  });

const standing = ({ spot, images }: Survey, historyOf: (spot: Spot, path: string) => HistoryOf): ProductListing[] => {
  const { product, environment } = spot;
  return [
    {
      product,
      environment,
      images: images.map((listed) => {
        const history = historyOf(spot, listed.path)(environment, listed.image.repository);
        return { listed, running: standingOf(environment, listed, history) };
      }),
    },
  ];
};

const freezeOf = ({ product, environment, settings }: Spot, now: Date): Freeze[] => {
  const frozen = frozenAt(settings, now);
  return frozen === undefined ? [] : [{ product, environment, frozen: printFrozen(frozen) }];
};

const proposalsOf = ({ proposals }: Snapshot): OpenProposal[] =>
  (proposals?.list ?? []).flatMap(({ branch, pullRequest }) =>
    pullRequest === undefined ? [] : [{ branch, number: pullRequest.number, url: pullRequest.url }],
  );

type Reading = { readonly snapshot: Snapshot; readonly histories: readonly string[] };

/** With this many targets, one page of the history hardly has the records of all. */
const MANY = 100;

/** Reads the history of the branch as far as it will be needed, while the manifests are read: until it tells of as many images as
 * there are spots. */
export async function prefetchHistories(spots: readonly Spot[], { snapshot, histories }: Reading): Promise<void> {
  if (spots.length < MANY || !histories.includes('')) return;
  await snapshot.history('', (commits) => countImages({ commits, complete: false }) >= spots.length);
}

/** The history of each image: of its own manifest if that came with the first query, else from the history of the branch, which
 * covers all manifests as far back as it is read. */
export async function readBranchHistories(
  surveys: readonly Survey[],
  { snapshot, histories }: Reading,
): Promise<(spot: Spot, path: string) => HistoryOf> {
  const paths = surveys.flatMap(({ spot, images }) => images.map(({ path }) => historyPathOf(spot.settings, path)));
  const own = [...new Set(paths)].filter((path) => histories.includes(path));
  const separate = await Promise.all(own.map(async (path) => [path, indexed(await snapshot.history(path))] as const));
  const known = new Map<string, HistoryOf>(separate);
  const rest = surveys.filter(({ spot, images }) =>
    images.some(({ path }) => !known.has(historyPathOf(spot.settings, path))),
  );
  const common = rest.length === 0 ? undefined : await readCommon(rest, snapshot);
  const nothing: HistoryOf = () => ({ commits: [], complete: false });
  return (spot, path) => known.get(historyPathOf(spot.settings, path)) ?? common ?? nothing;
}

const readCommon = async (surveys: readonly Survey[], snapshot: Snapshot): Promise<HistoryOf> =>
  indexed(
    await snapshot.history('', (commits) => {
      const historyOf = indexed({ commits, complete: false });
      return surveys.every(({ spot, images }) => images.every((image) => isKnown(spot.environment, image, historyOf)));
    }),
  );

type Surveyed = { readonly found: readonly FoundSpot[]; readonly problems: readonly Violation[] };

/** The manifests of all spots, as far as they can be read; a spot without manifests is no problem, since not every product is
 * everywhere. Looks first at the usual file of each directory alone, which is a file for each spot and no more.
 * @throws PromotionError for a product of those that must be there and has no manifest anywhere. */
export async function readLeniently(
  snapshot: Snapshot,
  spots: readonly Spot[],
  required: readonly string[],
): Promise<Surveyed> {
  const usual = spots.map(({ settings }) => settings.files.map(usualPath));
  const read = await readAll(snapshot, [...new Set(usual.flat().filter((path) => path !== undefined))]);
  const quick = spots.map((spot, index) => quickly(spot, usual[index] ?? [], read));
  const rest = spots.filter((_, index) => quick[index] === undefined);
  const thorough = await readThoroughly(snapshot, rest);
  const failed = thorough.flatMap(({ spot, error }) => (error === undefined ? [] : [{ spot, error }]));
  const found = spots.flatMap((spot, index) => quick[index] ?? thorough.find((one) => one.spot === spot)?.found ?? []);
  const lacking = required.filter((product) => !found.some((spot) => spot.product === product));
  const missing = failed.filter(({ spot }) => lacking.includes(spot.product)).flatMap(({ error }) => error.violations);
  if (missing.length > 0) throw new PromotionError(distinct(missing));
  const problems = failed.flatMap(({ error }) => error.violations).filter(({ code }) => !isAbsence(code));
  return { found, problems: distinct(problems) };
}

const usualPath = (pattern: string): string | undefined => {
  if (isGlob(pattern)) return undefined;
  return /\.(?:ya?ml|json)$/.test(pattern) ? pattern : `${pattern}/kustomization.yaml`;
};

const readAll = async (snapshot: Snapshot, paths: readonly string[]): Promise<KnownEntries> =>
  learn(new Map(), paths, await snapshot.read(paths));

const quickly = (spot: Spot, paths: readonly (string | undefined)[], read: KnownEntries): FoundSpot | undefined => {
  const files = paths.flatMap((path) => {
    const entry = path === undefined ? undefined : read.get(path);
    if (path === undefined || entry?.kind !== 'file') return [];
    return [{ path, text: entry.text, executable: entry.executable }];
  });
  return files.length === paths.length ? foundSpot(spot, files, []) : undefined;
};

type Thorough = { readonly spot: Spot; readonly found?: FoundSpot; readonly error?: PromotionError };

const readThoroughly = async (snapshot: Snapshot, spots: readonly Spot[]): Promise<Thorough[]> => {
  let known: KnownEntries = new Map();
  for (;;) {
    const steps = spots.map((spot) => find(spot, known));
    const paths = [...new Set(steps.flatMap((step) => (step.kind === 'more' ? step.paths : [])))];
    if (paths.length === 0) return steps.flatMap((step) => (step.kind === 'done' ? [step.result] : []));
    known = learn(known, paths, await snapshot.read(paths));
  }
};

type Step =
  | { readonly kind: 'more'; readonly paths: readonly string[] }
  | { readonly kind: 'done'; readonly result: Thorough };

const find = (spot: Spot, known: KnownEntries): Step => {
  const { product, environment, settings } = spot;
  try {
    const step = findManifests([{ product, environment, files: settings.files }], known);
    if (step.kind === 'more') return step;
    const [first] = step.found;
    return {
      kind: 'done',
      result: { spot, found: foundSpot(spot, first?.manifests ?? [], first?.passedOver ?? []) },
    };
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { kind: 'done', result: { spot, error } };
  }
};

const isAbsence = (code: Violation['code']): boolean => code === 'manifest-missing' || code === 'product-unknown';

const distinct = (violations: readonly Violation[]): Violation[] => [
  ...new Map(violations.map((violation) => [violation.message, violation])).values(),
];

/** Runs the command for a job. */
export async function startStatus(job: Job): Promise<Ended> {
  return concludeStatus(await status(statusAsked(job), worldOf(job)), job);
}

/** The status request of a job. */
export function statusAsked({ inputs }: Job): StatusRequest {
  const { product: products, environments, config, at } = inputs;
  return { products, environments, config, at };
}

/** The status in the report, the summary and the log; `page` is the file that the page of it was written to. */
export function concludeStatus(reported: Reported, { inputs: { at }, dependencies, known }: Job, page?: string): Ended {
  const { server, clock, width } = dependencies;
  const table = { width, now: at === undefined ? clock.now() : new Date(at) };
  const { branch, status } = reported;
  const { repository, renamed } = presentName(reported, known);
  return {
    result: {
      command: 'status',
      outcome: 'reported',
      repository,
      branch,
      status,
      notices: [...known.notices, ...renamed, ...status.problems],
    },
    sections: [
      ...statusSections(status, { server, repository, branch, now: table.now }),
      ...(page === undefined ? [] : [{ lead: [], rows: [`This page as a file: ${code(page)}`] }]),
    ],
    lines: [...statusLines(status, table), ...(page === undefined ? [] : ['', visible(`The page is in ${page}.`)])],
  };
}
