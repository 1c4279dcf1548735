import { describes } from '../argocd/template.ts';
import type { LiveApplication } from './application.ts';
import type { AwaitedApplication } from './targets.ts';

/** Whether only Argo CD knows the names that the template makes. */
export function isOpenName(name: string): boolean {
  return name.includes('{{');
}

/** Whether the address is that of the repository `owner/name`, by whatever protocol. */
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
