/** An Application as Argo CD describes it, reduced to the fields that show whether a promotion runs. */
import { at, listAt, textAt } from '../argocd/declared-applications.ts';

/** A source that the Application takes manifests from. */
type LiveSource = {
  /** Address of the repository. */
  readonly repository?: string | undefined;
  readonly path?: string | undefined;
};

/** The last operation, or the one that runs. `phase` is Argo CD's: Running, Succeeded, Failed, Error or Terminating. */
type LiveOperation = {
  readonly phase: string;
  readonly message: string;
  /** The synced revisions, one for each source. */
  readonly revisions: readonly string[];
  readonly startedAt?: Date | undefined;
  readonly finishedAt?: Date | undefined;
};

/** A problem of the Application in Argo CD. */
export type LiveProblem = {
  /** Such as `ComparisonError`, or `Deployment web`. */
  readonly subject: string;
  readonly message: string;
  readonly since?: Date | undefined;
};

export type LiveApplication = {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
  /** The ApplicationSet that owns it. */
  readonly applicationSet?: string | undefined;
  /** Name or address of the destination cluster. */
  readonly cluster?: string | undefined;
  /** Whether Argo CD syncs it by itself. */
  readonly automated: boolean;
  readonly sources: readonly LiveSource[];
  /** Synced, OutOfSync or Unknown. */
  readonly sync: string;
  /** The revisions of the last comparison, one for each source. */
  readonly revisions: readonly string[];
  /** A sync that has been asked for and has not begun. */
  readonly isRequested: boolean;
  readonly operation?: LiveOperation | undefined;
  /** Healthy, Progressing, Degraded, Suspended, Missing or Unknown. */
  readonly health: string;
  readonly healthMessage: string;
  /** When the health last changed; Argo CD has it from v2.14 on. */
  readonly healthSince?: Date | undefined;
  /** References that the live pods run. */
  readonly images: readonly string[];
  /** Conditions whose type ends in `Error`. */
  readonly errors: readonly LiveProblem[];
  /** Resources that are Degraded or Suspended, by their health. */
  readonly degraded: readonly LiveProblem[];
  readonly suspended: readonly LiveProblem[];
  /** When Argo CD last compared it. */
  readonly reconciledAt?: Date | undefined;
};

/** Reads an Application of Argo CD's API (v2.14 and v3); undefined for a body that is none. */
export function readApplication(body: unknown): LiveApplication | undefined {
  const name = textAt(body, 'metadata', 'name');
  if (name === undefined) return undefined;
  const resources = listAt(body, 'status', 'resources');
  return {
    name,
    namespace: textAt(body, 'metadata', 'namespace'),
    project: textAt(body, 'spec', 'project'),
    applicationSet: ownerOf(body),
    cluster: textAt(body, 'spec', 'destination', 'name') ?? textAt(body, 'spec', 'destination', 'server'),
    automated: isAutomated(at(body, 'spec', 'syncPolicy', 'automated')),
    sources: sourcesOf(body),
    sync: textAt(body, 'status', 'sync', 'status') ?? 'Unknown',
    revisions: revisionsOf(at(body, 'status', 'sync')),
    isRequested: at(body, 'operation') !== undefined && at(body, 'operation') !== null,
    operation: operationOf(at(body, 'status', 'operationState')),
    health: textAt(body, 'status', 'health', 'status') ?? 'Unknown',
    healthMessage: textAt(body, 'status', 'health', 'message') ?? '',
    healthSince: moment(body, 'status', 'health', 'lastTransitionTime'),
    images: listAt(body, 'status', 'summary', 'images').filter((image) => typeof image === 'string'),
    errors: listAt(body, 'status', 'conditions').flatMap(errorOf),
    degraded: resources.flatMap((resource) => problemOf(resource, 'Degraded')),
    suspended: resources.flatMap((resource) => problemOf(resource, 'Suspended')),
    reconciledAt: moment(body, 'status', 'reconciledAt'),
  };
}

/** `enabled: false` switches the automated sync off (Argo CD 3.1). */
const isAutomated = (automated: unknown): boolean =>
  automated !== undefined && automated !== null && at(automated, 'enabled') !== false;

/** The owner reference is there from the start; the label serves where something has removed it. */
const ownerOf = (body: unknown): string | undefined => {
  const owner = listAt(body, 'metadata', 'ownerReferences').find((one) => textAt(one, 'kind') === 'ApplicationSet');
  return textAt(owner, 'name') ?? textAt(body, 'metadata', 'labels', 'argocd.argoproj.io/application-set-name');
};

/** Several sources are in `sources`, which then counts alone. */
const sourcesOf = (body: unknown): LiveSource[] => {
  const several = listAt(body, 'spec', 'sources');
  const one = at(body, 'spec', 'source');
  return (several.length > 0 ? several : one === undefined ? [] : [one]).map((source) => ({
    repository: textAt(source, 'repoURL'),
    path: textAt(source, 'path'),
  }));
};

const revisionsOf = (value: unknown): string[] => {
  const several = listAt(value, 'revisions').map(String);
  const one = textAt(value, 'revision');
  return several.length > 0 ? several : one === undefined ? [] : [one];
};

const operationOf = (state: unknown): LiveOperation | undefined => {
  const phase = textAt(state, 'phase');
  if (phase === undefined) return undefined;
  const synced = revisionsOf(at(state, 'syncResult'));
  return {
    phase,
    message: textAt(state, 'message') ?? '',
    // Before it has a result, an operation names what it was asked to sync.
    revisions: synced.length > 0 ? synced : revisionsOf(at(state, 'operation', 'sync')),
    startedAt: moment(state, 'startedAt'),
    finishedAt: moment(state, 'finishedAt'),
  };
};

const errorOf = (condition: unknown): LiveProblem[] => {
  const subject = textAt(condition, 'type') ?? '';
  if (!subject.endsWith('Error')) return [];
  return [{ subject, message: textAt(condition, 'message') ?? '', since: moment(condition, 'lastTransitionTime') }];
};

const problemOf = (resource: unknown, health: string): LiveProblem[] => {
  if (textAt(resource, 'health', 'status') !== health) return [];
  return [
    {
      subject: [textAt(resource, 'kind'), textAt(resource, 'name')].filter(Boolean).join(' '),
      message: textAt(resource, 'health', 'message') ?? '',
      since: moment(resource, 'health', 'lastTransitionTime'),
    },
  ];
};

const moment = (value: unknown, ...keys: readonly string[]): Date | undefined => {
  const found = new Date(textAt(value, ...keys) ?? Number.NaN);
  return Number.isNaN(found.getTime()) ? undefined : found;
};
