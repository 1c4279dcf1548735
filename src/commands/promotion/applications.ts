import { type Application, applicationsIn, type Sync } from '../../domain/argocd/declared-applications.ts';
import { type Changed, findFiles, syncsOf, worthReading } from '../../domain/argocd/synced-by.ts';
import type { Awaited, AwaitedEnvironment } from '../../domain/await/awaited.ts';
import { type Config, configPaths } from '../../domain/config/settings.ts';
import { PromotionError } from '../../domain/errors.ts';
import { type KnownEntries, learn } from '../../domain/manifests/find-manifests.ts';
import type { Notice } from '../../domain/model.ts';
import type { Host, Snapshot } from '../../ports.ts';
import { readConfig, readManifests, spotsOf } from './read-manifests.ts';

type Synced = { readonly syncs: readonly Sync[]; readonly notices: readonly Notice[] };

const MOST_FILES = 100;

/** Finds the Applications of Argo CD that will sync the changes, by the manifests of the same commit; none without the
 * configuration `argocd`. It decides nothing: it is asked after the delivery, so that the branch has no more time to move before,
 * and an error in it becomes a notice. */
export async function findSyncs(
  changed: readonly Changed[],
  { config, snapshot }: { readonly config: Config; readonly snapshot: Snapshot },
): Promise<Synced> {
  const { applications: pattern, url } = config.value.argocd ?? {};
  if (pattern === undefined || changed.length === 0) return { syncs: [], notices: [] };
  try {
    const products = [...new Set(changed.map(({ product }) => product))];
    const applications = await readApplications(pattern, products, snapshot);
    const repository = snapshot.proposals?.repository;
    return { syncs: syncsOf(changed, { applications, url, repository, branch: snapshot.branch }), notices: [] };
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    const notices = error.violations.map(({ message, hint, path, line }) => ({
      message: `The Argo CD Applications cannot be read: ${message}`,
      hint,
      path,
      line,
    }));
    return { syncs: [], notices };
  }
}

const readApplications = async (
  pattern: string,
  products: readonly string[],
  snapshot: Snapshot,
): Promise<Application[]> => {
  let known: KnownEntries = new Map();
  for (;;) {
    const step = findFiles(pattern, known);
    if (step.kind === 'more') {
      known = learn(known, step.paths, await snapshot.read(step.paths));
      continue;
    }
    const paths = worthReading(step.paths, products, MOST_FILES);
    const entries = await snapshot.read(paths);
    return entries.flatMap((entry, index) =>
      entry.kind === 'file' ? applicationsIn({ path: paths[index] ?? '', text: entry.text }) : [],
    );
  }
};

/** Finds the Applications of awaited environments whose report names none: a promotion that changes nothing does not look for them.
 * @throws PromotionError for a repository or configuration that cannot be read */
export async function completeApplications(awaited: Awaited, host: Host): Promise<Awaited> {
  const lacking = awaited.environments.filter(({ applications }) => applications.length === 0);
  if (lacking.length === 0) return awaited;
  const snapshot = await host.snapshot({ paths: configPaths(undefined), histories: [] });
  const { config } = await readConfig(undefined, snapshot);
  const spots = lacking.flatMap(({ product, environment }) =>
    spotsOf(config, { products: [product], environments: [environment] }),
  );
  const found = await readManifests(snapshot, spots);
  const manifests = found.flatMap(({ product, environment, files }) =>
    files.map(({ path }) => ({ product, environment, path })),
  );
  const { syncs } = await findSyncs(manifests, { config, snapshot });
  const isOf = (one: AwaitedEnvironment) => (other: { readonly product: string; readonly environment: string }) =>
    one.product === other.product && one.environment === other.environment;
  const environments = awaited.environments.map((one) =>
    one.applications.length > 0
      ? one
      : {
          ...one,
          paths: manifests.filter(isOf(one)).map(({ path }) => path),
          applications: syncs.filter(isOf(one)),
        },
  );
  return { ...awaited, environments };
}
