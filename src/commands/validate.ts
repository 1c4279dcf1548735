import { ownershipIn, shares } from '../domain/config/owners.ts';
import { type Config, environmentsOf, inOrder } from '../domain/config/settings.ts';
import { fail, PromotionError, type Violation } from '../domain/errors.ts';
import { canonicalRepository, printReference, sameRepository } from '../domain/image.ts';
import {
  type KnownEntries,
  KUSTOMIZATIONS,
  type Look,
  learn,
  passedOverHint,
} from '../domain/manifests/find-manifests.ts';
import { type Inclusion, includedBy } from '../domain/manifests/includes.ts';
import type { Notice } from '../domain/model.ts';
import { isReference, listedIn } from '../domain/plan/carry.ts';
import { layeringHint, planPromotion } from '../domain/plan/plan-promotion.ts';
import { isAt } from '../domain/policy/facts.ts';
import { commonPlace } from '../domain/policy/shared-places.ts';
import { unboundIn } from '../domain/rewrite.ts';
import { nothingFound, ordered, type ProductEnvironment, type StatusScope } from '../domain/status/discover.ts';
import { type ValidatedImage, validationSections } from '../domain/status/status-summary.ts';
import { listed as enumerated, quote } from '../domain/text.ts';
import type { Snapshot } from '../ports.ts';
import { type Ended, type Job, type KnownFacts, presentName } from './job.ts';
import { type FoundSpot, readConfig, readManifests, type Spot, spotsOf } from './promotion/read-manifests.ts';
import { logStep, snapshotLines, type World } from './promotion/run-promotion.ts';
import { findPairs, listingsOf, readLeniently, statusWanted } from './status.ts';
export type ValidateRequest = StatusScope & {
  /** Path of the configuration, where one is given. */
  readonly config?: string | undefined;
  /** The commit to read instead of the branch: that of a pull request or a merge queue. */
  readonly commit?: string | undefined;
};

export type Validated = {
  /** By its present name; undefined for a checkout. */
  readonly repository?: string | undefined;
  readonly branch: string;
  readonly found: readonly ValidatedImage[];
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
};

/** Reads configuration and manifests like a promotion, and reports the images of each product and environment, or every problem.
 * Asks the host alone, and changes nothing.
 * @throws PromotionError with everything that is wrong with the configuration. */
export async function validate(request: ValidateRequest, { host, log }: World): Promise<Validated> {
  const snapshot = await logStep(log, 'Read the manifest repository', {
    step: async () => at(await host.snapshot(statusWanted(request)), request.commit),
    lines: snapshotLines,
  });
  const { config } = await readConfig(request.config, snapshot);
  if (request.environments !== undefined) inOrder(config, request.environments);
  const there = await log.group('Find the products', () => findPairs(request, config, snapshot));
  const listed = Object.keys(config.value.products ?? {}).filter((name) => request.products?.includes(name) ?? true);
  const environments = request.environments ?? environmentsOf(config) ?? [];
  const spots = spotsAt(config, there);
  const { found, problems } = await log.group('Find the manifests', () => readLeniently(snapshot, spots, []));
  const lacking = listed.flatMap((product) =>
    environments
      .filter((environment) => !found.some((spot) => spot.product === product && spot.environment === environment))
      .map((environment) => ({ product, environment })),
  );
  const absent = (await Promise.all(spotsAt(config, lacking).map((spot) => absence(snapshot, spot)))).flat();
  const listings = listingsOf(found);
  const unread = listings.flatMap((listing) => listing.problems);
  // An environment that is still empty is no mistake; a repository in which nothing can be found is one.
  const nowhere = nothingFound(config, request, found);
  const nothing =
    found.length > 0 ? [] : nowhere.map(({ hint = '', ...notice }): Violation => ({ ...notice, hint, code: NOTHING }));
  const idle = listings.flatMap(({ spot, images, problems: own }) => (images.length + own.length > 0 ? [] : [spot]));
  const built = await log.group('Find what environments build from', () =>
    followBases(config, { found, idle }, snapshot),
  );
  const violations = [...nothing, ...absent, ...problems, ...unread, ...built.violations];
  const planned = listings.map((listing) => ({ listing, refusals: refusalsOf(listing) }));
  return {
    repository: snapshot.repository,
    branch: snapshot.branch,
    found: ordered(config, [...environments, ...found.map(({ environment }) => environment)]).flatMap((environment) =>
      imagesIn(found, environment),
    ),
    violations: [...new Map(violations.map((violation) => [violation.message, violation])).values()],
    notices: [
      ...(found.length > 0 ? nowhere : []),
      ...idle.map((spot) => empty(spot, built.bases.get(spot))),
      ...distinct(planned.flatMap(({ refusals }) => refusals)),
      ...commonPlaces(planned.flatMap(({ listing, refusals }) => (refusals.length > 0 ? [] : [listing]))),
    ],
  };
}

const NOTHING = 'manifest-missing';

const spotsAt = (config: Parameters<typeof spotsOf>[0], pairs: readonly ProductEnvironment[]): Spot[] =>
  pairs.flatMap(({ product, environment }) => spotsOf(config, { products: [product], environments: [environment] }));

/** A manifest that the kustomization of a spot builds from, and its images. */
type Base = { readonly path: string; readonly images: readonly string[] };

type Built = {
  readonly violations: readonly Violation[];
  /** Of the spots that list no image themselves. */
  readonly bases: ReadonlyMap<FoundSpot, Base>;
};

/** If an environment builds from the manifests of another one, a promotion to that one changes it, without its own policies. A
 * promotion does not read so far; where there is no configuration, there are no rules. */
const followBases = async (
  config: Config,
  { found, idle }: { readonly found: readonly FoundSpot[]; readonly idle: readonly FoundSpot[] },
  snapshot: Snapshot,
): Promise<Built> => {
  const environments = [...new Set(found.map(({ environment }) => environment))];
  const { ownersOf } = ownershipIn(config, {
    products: [...new Set(found.map(({ product }) => product))],
    environments,
  });
  let known: KnownEntries = new Map(
    found.flatMap(({ files }) => files.map(({ path, ...file }) => [path, { kind: 'file', ...file }] as const)),
  );
  for (;;) {
    const wanted = new Set<string>();
    const look = (path: string) => {
      if (!known.has(path)) wanted.add(path);
      return known.get(path);
    };
    const followed = (config.path === '' ? idle : found).map((spot) => ({
      spot,
      included: includedBy(
        spot.files.map(({ path }) => path),
        look,
      ),
    }));
    const violations = followed.flatMap(({ spot, included }) =>
      config.path === ''
        ? []
        : included.flatMap((one) => borrowedFrom(spot, one, { look, owners: ownersOf(one.path) })),
    );
    const bases = followed.flatMap(({ spot, included }) => {
      const [base] = idle.includes(spot) ? included.flatMap(({ path }) => baseAt(path, look)) : [];
      return base === undefined ? [] : [[spot, base] as const];
    });
    if (wanted.size === 0) return { violations, bases: new Map(bases) };
    const paths = [...wanted].sort();
    known = learn(known, paths, await snapshot.read(paths));
  }
};

const baseAt = (path: string, look: Look): Base[] => {
  const entry = look(path);
  if (entry?.kind !== 'file') return [];
  const images = leniently(() => listedIn([{ path, text: entry.text, executable: false }]));
  return images.length === 0 ? [] : [{ path, images: [...new Set(images.map(({ image }) => image.repository))] }];
};

type Lender = { readonly look: Look; readonly owners: readonly Pick<Spot, 'product' | 'environment'>[] };

/** An image that the environment lists itself is its own: its kustomization decides last. */
const borrowedFrom = (spot: FoundSpot, { path, by }: Inclusion, { look, owners }: Lender): Violation[] => {
  const { product, environment, files } = spot;
  const lenders = owners.filter((owner) => owner.environment !== environment);
  if (lenders.length === 0 || owners.some(isAt({ product, environment }))) return [];
  const entry = look(path);
  if (entry?.kind !== 'file') return [];
  const own = leniently(() => listedIn(files)).flatMap(({ names, image }) => [...names, image.repository]);
  const lent = leniently(() => listedIn([{ path, text: entry.text, executable: false }])).filter(
    ({ image }) => !own.some((name) => sameRepository(name, image.repository)),
  );
  if (lent.length === 0) return [];
  const images = enumerated([...new Set(lent.map(({ image }) => quote(image.repository)))]);
  const theirs = enumerated([...new Set(lenders.map((one) => one.environment))]);
  return [
    {
      code: 'file-shared',
      message: `${environment} of ${product} builds ${images} from ${quote(path)}, which belongs to ${theirs}: a promotion to ${theirs} changes what ${environment} runs, and none of its rules is asked.`,
      hint: `List ${images} under \`images\` of the kustomization of ${environment}, or name ${quote(path)} in \`files\` for ${environment} as well.`,
      path: by,
    },
  ];
};

/** Unreadable manifests are reported already. */
const leniently = <T>(read: () => readonly T[]): readonly T[] => {
  try {
    return read();
  } catch (error) {
    if (error instanceof PromotionError) return [];
    throw error;
  }
};

/** A product that the configuration lists must have its manifests; of any other nobody knows where it should be. */
const absence = async (snapshot: Snapshot, spot: Spot): Promise<readonly Violation[]> => {
  try {
    await readManifests(snapshot, [spot]);
    return [];
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.violations;
  }
};

const imagesIn = (found: readonly FoundSpot[], environment: string): ValidatedImage[] =>
  listingsOf(found.filter((spot) => spot.environment === environment)).flatMap(({ spot, images }) =>
    images.map(({ path, line, image }) => ({
      product: spot.product,
      environment,
      path,
      line,
      image: printReference(image),
    })),
  );

const empty = ({ product, environment, files, passedOver, settings }: FoundSpot, base: Base | undefined): Notice => {
  const kustomizations = files.filter(({ path }) => KUSTOMIZATIONS.includes(path.slice(path.lastIndexOf('/') + 1)));
  const isAddedTo = settings.addImages && kustomizations.length === 1;
  const listing =
    base === undefined
      ? 'List the images in the manifest'
      : `It builds from ${quote(base.path)}, which lists ${enumerated(base.images.map(quote))}: list ${base.images.length === 1 ? 'it' : 'them'} under \`images\` here as well`;
  const addition = kustomizations.length === 0 || settings.addImages ? '' : ', or set `add-images: true`';
  return {
    message: `No image is listed for ${product} in ${environment}.`,
    hint: [
      isAddedTo ? 'A promotion adds each image that it asks for.' : 'A promotion would refuse every image there.',
      ...(passedOver.length > 0 ? [passedOverHint(passedOver)] : []),
      ...reasonsOf(files),
      ...(isAddedTo ? [] : [`${listing}${addition}.`]),
    ].join(' '),
    path: files[0]?.path,
  };
};

type Listing = ReturnType<typeof listingsOf>[number];

/** Why a promotion of the images that are listed there would be refused, whatever tags it asks for: as if it asked for the present ones. */
const refusalsOf = ({ spot: { product, environment, files }, images }: Listing): Notice[] => {
  const present = images.flatMap(({ image }) => (isReference(image) ? [image] : []));
  const requests = [...new Map(present.map((image) => [canonicalRepository(image.repository), image])).values()].map(
    ({ repository: name, tag, digest }) => ({ name, tag, digest }),
  );
  if (requests.length === 0) return [];
  try {
    planPromotion([{ product, environment, files, images: requests, additions: 'refused' }]);
    return [];
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.violations.map(({ code: _, ...notice }) => notice);
  }
};

const distinct = (notices: readonly Notice[]): Notice[] => [
  ...new Map(notices.map((notice) => [notice.message, notice])).values(),
];

/** Each environment finds the same place, which is reported once. */
const commonPlaces = (listings: readonly Listing[]): Notice[] => {
  const notices = listings.flatMap(({ spot, images }) =>
    images.flatMap(({ path, line, image: { repository }, environment }) => {
      const { owners = [] } = spot.files.find((file) => file.path === path) ?? {};
      const sharing = environment === undefined ? owners.filter((one) => shares(one, spot.product, [repository])) : [];
      return commonPlace({ path, line, image: repository }, sharing);
    }),
  );
  return [...new Map(notices.map((notice) => [`${notice.path} ${notice.line}`, notice])).values()];
};

/** The reason why the manifests list no image, if something in them looks like a part of one. */
const reasonsOf = (files: FoundSpot['files']): string[] => {
  const read = files.map((file) => ({ file, unbound: leniently(() => unboundIn(file)) }));
  const [first] = read.flatMap(({ unbound }) => unbound);
  const [layering] = read.flatMap(({ file, unbound }) => layeringHint(file, unbound));
  return [first?.message, layering].filter((reason) => reason !== undefined);
};

/** The same repository at another commit, such as the one that a pull request would make. */
const at = (snapshot: Snapshot, commit: string | undefined): Snapshot => {
  if (commit === undefined || commit === snapshot.commit) return snapshot;
  return {
    ...snapshot,
    commit,
    read: async (paths) =>
      (await snapshot.readAt(commit, paths)) ??
      fail(
        'branch-missing',
        `The commit ${commit} is not in the repository any more.`,
        'Run the check again on the newest commit of the pull request.',
      ),
  };
};

/** Runs the command for a job. */
export async function startValidation({ inputs, proposed, dependencies, known }: Job): Promise<Ended> {
  const { product: products, environments, config } = inputs;
  const request = { products, environments, config, commit: proposed?.() };
  return concludeValidation(
    await validate(request, { ...dependencies, host: dependencies.host() }),
    known,
    dependencies.server,
  );
}

/** Shows the found images as lines and as a table, next to all problems. */
const concludeValidation = (validated: Validated, known: KnownFacts, server: string): Ended => {
  const { branch, found, violations, notices } = validated;
  const { repository, renamed } = presentName(validated, known);
  return {
    result: {
      command: 'validate',
      outcome: violations.length > 0 ? 'refused' : 'valid',
      repository,
      branch,
      found,
      violations,
      notices: [...known.notices, ...renamed, ...notices],
    },
    sections: validationSections(found, { server, repository, branch }),
  };
};
