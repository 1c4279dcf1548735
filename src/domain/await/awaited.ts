/** The Applications that have to run the promoted images, by the report of the promotion. */
import { describes } from '../argocd/synced-by.ts';
import { fail } from '../errors.ts';
import { splitReference } from '../image.ts';
import { isObject } from '../request/json.ts';
import { listed, quote } from '../text.ts';
import type { LiveApplication } from './live-application.ts';

/** An Application that has to run the promoted images. */
export type AwaitedApplication = {
  readonly product: string;
  readonly environment: string;
  /** As Argo CD knows it; with placeholders where only Argo CD knows the names that an ApplicationSet makes. */
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
  readonly applicationSet?: string | undefined;
  /** Whether its ApplicationSet syncs it step by step. */
  readonly rollingSync?: boolean | undefined;
  readonly url?: string | undefined;
  /** The commit of the manifest repository that has to run; undefined where the report does not name it. */
  readonly commit?: string | undefined;
  /** References that have to run. */
  readonly references: readonly string[];
  /** Manifests that hold them. */
  readonly paths: readonly string[];
};

/** One environment of one product that is awaited, with or without Applications. */
export type AwaitedEnvironment = {
  readonly product: string;
  readonly environment: string;
  readonly commit?: string | undefined;
  readonly references: readonly string[];
  readonly paths: readonly string[];
  readonly applications: readonly Omit<AwaitedApplication, keyof AwaitedEnvironment>[];
};

export type Awaited = {
  /** `owner/name` of the manifest repository. */
  readonly repository: string;
  readonly branch?: string | undefined;
  readonly environments: readonly AwaitedEnvironment[];
  /** The reasons why environments of the report are not awaited, as sentences. */
  readonly passedOver: readonly string[];
};

const OPEN_HINT =
  'Make the output `report` of the step that promoted an output of its job, and pass `needs.promote.outputs.report` in `report`.';

/** Reads which environments a promotion's report says are on the branch.
 * @param only the environments to look at; all of the report where undefined
 * @throws PromotionError `report-invalid` for a text that is no report of a promotion or rollback, or a report cut to counts,
 * and `input-invalid` for an environment that the report does not have */
export function readAwaited(text: string, only: readonly string[] | undefined): Awaited {
  const report = parsed(text);
  const { repository, commit } = report;
  const environments = objects(report.environments);
  if (report.cut !== undefined) {
    fail(
      'report-invalid',
      'The report is too large for an output and holds counts alone.',
      'Hand over the file "promotion-report.json" of the promoting job as an artifact, and give its path in `report`.',
    );
  }
  if (report.command !== 'promote' && report.command !== 'rollback') {
    fail(
      'report-invalid',
      `The report is of the command ${quote(String(report.command))}, which promotes nothing.`,
      OPEN_HINT,
    );
  }
  if (typeof repository !== 'string' || !/^[^/\s]+\/[^/\s]+$/.test(repository)) {
    fail('report-invalid', 'The report names no manifest repository on GitHub.', OPEN_HINT);
  }
  const names = [...new Set(environments.map(({ name }) => String(name)))];
  const missing = (only ?? []).filter((name) => !names.includes(name));
  if (missing.length > 0) {
    fail(
      'input-invalid',
      `The report does not have the environment ${listed(missing.map((name) => quote(name)))}.`,
      names.length === 0
        ? 'It has no environment.'
        : `Its environments are ${listed(names.map((name) => quote(name)))}.`,
    );
  }
  const asked = environments.filter(({ name }) => only === undefined || only.includes(String(name)));
  const isDryRun = report['dry-run'] === true;
  const awaited = isDryRun ? [] : asked.filter(isOnBranch);
  return {
    repository,
    branch: typeof report.branch === 'string' ? report.branch : undefined,
    environments: awaited.map((environment) => environmentOf(environment, textOf(commit))),
    passedOver: isDryRun
      ? ['The promotion was a dry run, so nothing has to run.']
      : asked.filter((environment) => !isOnBranch(environment)).map(reasonOf),
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

const parsed = (text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Refused below.
  }
  return fail('report-invalid', 'The report is not the JSON object that a promotion writes.', OPEN_HINT);
};

const isOnBranch = ({ outcome }: JsonObject): boolean => outcome === 'promoted' || outcome === 'unchanged';

const reasonOf = ({ product, name, outcome }: JsonObject): string => {
  const place = `${quote(String(name))} of ${quote(String(product))}`;
  const reasons: Readonly<Record<string, string>> = {
    proposed: 'is proposed in a pull request, which somebody has to merge first',
    armed: 'waits in a pull request that merges when its requirements are met',
    superseded: 'was left out, since something newer is there',
    refused: 'was refused',
    failed: 'failed',
  };
  return `${place} is not awaited: it ${reasons[String(outcome)] ?? `ended as ${quote(String(outcome))}`}.`;
};

const environmentOf = (environment: JsonObject, commit: string | undefined): AwaitedEnvironment => {
  const changes = objects(environment.changes);
  const images = Array.isArray(environment.images) ? environment.images.filter((one) => typeof one === 'string') : [];
  const references = [...changes.map(({ to }) => String(to)), ...images];
  const isPromoted = environment.outcome === 'promoted';
  return {
    product: String(environment.product),
    environment: String(environment.name),
    commit: textOf(environment.commit) ?? (isPromoted ? commit : undefined),
    references: [...new Set(references)].filter((one) => splitReference(one).repository !== ''),
    paths: [...new Set(changes.map(({ path }) => String(path)))],
    applications: objects(environment.applications).map((application) => ({
      name: String(application.name),
      namespace: textOf(application.namespace),
      project: textOf(application.project),
      applicationSet: textOf(application['application-set']),
      rollingSync: application['rolling-sync'] === true ? true : undefined,
      url: textOf(application.url),
    })),
  };
};

/** The Applications of the environments, one for each product and environment that it serves. */
export function applicationsOf(environments: readonly AwaitedEnvironment[]): AwaitedApplication[] {
  return environments.flatMap(({ applications, ...environment }) =>
    applications.map((application) => ({ ...environment, ...application })),
  );
}

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Whether only Argo CD knows the names that the template makes. */
export function isOpenName(name: string): boolean {
  return name.includes('{{');
}

/** Whether the address is that of the repository `owner/name`, by any protocol. */
export function namesRepository(address: string | undefined, repository: string): boolean {
  const [, name] = /([^/:]+\/[^/:]+?)(?:\.git)?\/?$/.exec(address ?? '') ?? [];
  return name?.toLowerCase() === repository.toLowerCase();
}

/** The Applications that the ApplicationSet has made for the awaited manifests: those that it owns, whose source holds one of the
 * manifests; where no source says so, those whose name the template describes. */
export function childrenOf(awaited: AwaitedApplication, listing: readonly LiveApplication[]): AwaitedApplication[] {
  const owned = listing.filter(
    ({ applicationSet }) => awaited.applicationSet === undefined || applicationSet === awaited.applicationSet,
  );
  const named = owned.filter(({ name }) => describes(awaited.name, name));
  const holding = named.filter(({ sources }) => sources.some(({ path }) => holds(path, awaited.paths)));
  const found = holding.length > 0 || awaited.paths.length > 0 ? holding : named;
  return found.map(({ name, namespace, project }) => ({ ...awaited, name, namespace, project }));
}

const holds = (path: string | undefined, manifests: readonly string[]): boolean => {
  const directory = (path ?? '').replace(/^\.?\/+|\/+$/g, '');
  return directory !== '' && manifests.some((manifest) => manifest.startsWith(`${directory}/`));
};
