import { imageAllowed } from '../domain/config/images.ts';
import { configPaths } from '../domain/config/locate.ts';
import type { Config } from '../domain/config/parse.ts';
import { inOrder, unconfigured } from '../domain/config/settings.ts';
import { PromotionError, type Violation } from '../domain/errors.ts';
import type { Known } from '../domain/files.ts';
import { learn } from '../domain/files.ts';
import type { Notice } from '../domain/model.ts';
import { type ListedAt, listedIn } from '../domain/plan/listed.ts';
import { frozenAt, printFrozen } from '../domain/policy/freeze.ts';
import { discover, type Pair } from '../domain/status/discover.ts';
import type { Freeze, OpenProposal, Status } from '../domain/status/model.ts';
import { type Listing, rowsOf } from '../domain/status/rows.ts';
import { type Asked, configuredPairs, nothingFound, ordered, searchesOf } from '../domain/status/search.ts';
import { type HistoryOf, standingOf } from '../domain/status/standing.ts';
import type { Snapshot, Wanted } from '../ports.ts';
import type { World } from './course.ts';
import { type FoundSpot, likely, readConfig, type Spot, spotsOf } from './manifests.ts';
import { readAhead, readPast } from './past.ts';
import { readLeniently } from './survey.ts';
import { snapshotLines, tell } from './tell.ts';

export type StatusRequest = Asked & {
  /** Path of the configuration, where one is given. */
  readonly config?: string | undefined;
};

export type Reported = {
  /** By its present name; undefined for a checkout. */
  readonly repository?: string | undefined;
  readonly branch: string;
  readonly configuration: 'present' | 'absent';
  readonly status: Status;
};

/** Histories that the first query reads along; of more manifests than this, the history of the branch tells. */
const MOST_HISTORIES = 20;

/** Says what runs where, since when and from which build, of all products or those that are asked about. Changes nothing.
 * @throws PromotionError with everything that is wrong with the configuration; for a product that is asked about, and that no
 * environment has, with what is there instead. */
export async function status(request: StatusRequest, { host, log, clock }: World): Promise<Reported> {
  const wanted = statusWanted(request);
  const snapshot = await tell(log, 'Read the manifest repository', {
    step: () => host.snapshot(wanted),
    lines: snapshotLines,
  });
  const { config, configuration } = await readConfig(request.config, snapshot);
  if (request.environments !== undefined) inOrder(config, request.environments);
  const pairs = await tell(log, 'Find the products', {
    step: () => findPairs(request, config, snapshot),
    lines: (found) => [`There are ${new Set(found.map(({ product }) => product)).size} products.`],
  });
  const spots = pairs.flatMap(({ product, environment }) =>
    spotsOf(config, { products: [product], environments: [environment] }),
  );
  const reading = { snapshot, histories: wanted.histories };
  const [{ found, problems }] = await log.group('Find the manifests', () =>
    Promise.all([readLeniently(snapshot, spots, request.products ?? []), readAhead(spots, reading)]),
  );
  const listings = listingsOf(found);
  const past = await log.group('Read the records', () => readPast(listings, reading));
  const environments = ordered(config, [...(request.environments ?? []), ...found.map((spot) => spot.environment)]);
  return {
    repository: snapshot.repository,
    branch: snapshot.branch,
    configuration,
    status: {
      environments,
      rows: rowsOf(
        listings.flatMap((listing) => standing(listing, past)),
        environments,
      ),
      freezes: found.flatMap((spot) => freezeOf(spot, clock.now())),
      proposals: proposalsOf(snapshot),
      problems: [
        ...nothingFound(config, request, found),
        ...withoutCodes([...problems, ...listings.flatMap((one) => one.problems)]),
      ],
    },
  };
}

/** What is likely to be asked for, before the configuration is known. */
export function statusWanted(request: StatusRequest): Wanted {
  const { products, environments } = request;
  const steps = searchesOf(unconfigured, request).map((search) => discover(search, new Map()));
  const directories = steps.flatMap((step) => (step.kind === 'more' ? step.paths : []));
  const pairs = steps.flatMap((step) => (step.kind === 'done' ? step.pairs : []));
  const spots = products && environments ? spotsOf(unconfigured, { products, environments }) : [];
  const usual = likely(spots);
  return {
    paths: [...new Set([...configPaths(request.config), ...directories, ...usual.paths])],
    histories: pairs.length > 0 && usual.histories.length <= MOST_HISTORIES ? usual.histories : [''],
    products: products ?? 'all',
  };
}

/** Every product in every environment that the layout shows or the configuration names. */
export async function findPairs(request: Asked, config: Config, snapshot: Snapshot): Promise<Pair[]> {
  const searches = searchesOf(config, request);
  let known: Known = new Map();
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

/** What one product lists in one environment, as far as it could be read. */
export type Survey = {
  readonly spot: FoundSpot;
  readonly images: readonly ListedAt[];
  readonly problems: readonly Violation[];
};

/** What the manifests list, each as far as it can be read. */
export function listingsOf(found: readonly FoundSpot[]): Survey[] {
  return found.map((spot) => {
    try {
      return { spot, images: ownImages(spot), problems: [] };
    } catch (error) {
      if (!(error instanceof PromotionError)) throw error;
      return { spot, images: [], problems: error.violations };
    }
  });
}

const withoutCodes = (violations: readonly Violation[]): Notice[] => violations.map(({ code: _, ...notice }) => notice);

/** Of a manifest that products share, each has the images that its configuration allows. */
const ownImages = (spot: FoundSpot): ListedAt[] =>
  spot.files.flatMap((file) => {
    const images = listedIn([file]);
    const isShared = file.owners?.some(({ product }) => product !== spot.product) ?? false;
    return isShared ? images.filter(({ image }) => imageAllowed(spot.settings, image.repository)) : images;
  });

const standing = ({ spot, images }: Survey, historyOf: (spot: Spot, path: string) => HistoryOf): Listing[] => {
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
