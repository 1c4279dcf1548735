import { at, listAt } from '../argocd/applications.ts';
import type { LiveApplication, LiveOperation, LiveProblem, LiveSource } from './application.ts';

/** Reads an Application of Argo CD's API (v2.14 and v3); undefined for a body that is none. */
export function readApplication(body: unknown): LiveApplication | undefined {
  const name = text(body, 'metadata', 'name');
  if (name === undefined) return undefined;
  const resources = listAt(body, 'status', 'resources');
  return {
    name,
    namespace: text(body, 'metadata', 'namespace'),
    project: text(body, 'spec', 'project'),
    applicationSet: ownerOf(body),
    cluster: text(body, 'spec', 'destination', 'name') ?? text(body, 'spec', 'destination', 'server'),
    automated: isAutomated(at(body, 'spec', 'syncPolicy', 'automated')),
    sources: sourcesOf(body),
    sync: text(body, 'status', 'sync', 'status') ?? 'Unknown',
    revisions: revisionsOf(at(body, 'status', 'sync')),
    isRequested: at(body, 'operation') !== undefined && at(body, 'operation') !== null,
    operation: operationOf(at(body, 'status', 'operationState')),
    health: text(body, 'status', 'health', 'status') ?? 'Unknown',
    healthMessage: text(body, 'status', 'health', 'message') ?? '',
    healthSince: moment(body, 'status', 'health', 'lastTransitionTime'),
    images: listAt(body, 'status', 'summary', 'images').filter((image) => typeof image === 'string'),
    errors: listAt(body, 'status', 'conditions').flatMap(errorOf),
    degraded: resources.flatMap((resource) => problemOf(resource, 'Degraded')),
    suspended: resources.flatMap((resource) => problemOf(resource, 'Suspended')),
    reconciledAt: moment(body, 'status', 'reconciledAt'),
  };
}

/** `enabled: false` switches off what is configured (Argo CD 3.1). */
const isAutomated = (automated: unknown): boolean =>
  automated !== undefined && automated !== null && at(automated, 'enabled') !== false;

/** The owner reference is there from the start; the label serves where something has removed it. */
const ownerOf = (body: unknown): string | undefined => {
  const owner = listAt(body, 'metadata', 'ownerReferences').find((one) => text(one, 'kind') === 'ApplicationSet');
  return text(owner, 'name') ?? text(body, 'metadata', 'labels', 'argocd.argoproj.io/application-set-name');
};

/** Several sources stand in `sources`, which then counts alone. */
const sourcesOf = (body: unknown): LiveSource[] => {
  const several = listAt(body, 'spec', 'sources');
  const one = at(body, 'spec', 'source');
  return (several.length > 0 ? several : one === undefined ? [] : [one]).map((source) => ({
    repository: text(source, 'repoURL'),
    path: text(source, 'path'),
  }));
};

const revisionsOf = (value: unknown): string[] => {
  const several = listAt(value, 'revisions').map(String);
  const one = text(value, 'revision');
  return several.length > 0 ? several : one === undefined ? [] : [one];
};

const operationOf = (state: unknown): LiveOperation | undefined => {
  const phase = text(state, 'phase');
  if (phase === undefined) return undefined;
  const synced = revisionsOf(at(state, 'syncResult'));
  return {
    phase,
    message: text(state, 'message') ?? '',
    // Before it has a result, an operation names what it was asked to sync.
    revisions: synced.length > 0 ? synced : revisionsOf(at(state, 'operation', 'sync')),
    startedAt: moment(state, 'startedAt'),
    finishedAt: moment(state, 'finishedAt'),
  };
};

const errorOf = (condition: unknown): LiveProblem[] => {
  const subject = text(condition, 'type') ?? '';
  if (!subject.endsWith('Error')) return [];
  return [{ subject, message: text(condition, 'message') ?? '', since: moment(condition, 'lastTransitionTime') }];
};

const problemOf = (resource: unknown, health: string): LiveProblem[] => {
  if (text(resource, 'health', 'status') !== health) return [];
  return [
    {
      subject: [text(resource, 'kind'), text(resource, 'name')].filter(Boolean).join(' '),
      message: text(resource, 'health', 'message') ?? '',
      since: moment(resource, 'health', 'lastTransitionTime'),
    },
  ];
};

const text = (value: unknown, ...keys: readonly string[]): string | undefined => {
  const found = at(value, ...keys);
  return typeof found === 'string' && found !== '' ? found : undefined;
};

const moment = (value: unknown, ...keys: readonly string[]): Date | undefined => {
  const found = new Date(text(value, ...keys) ?? Number.NaN);
  return Number.isNaN(found.getTime()) ? undefined : found;
};
