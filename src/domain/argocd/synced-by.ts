/** Which Applications sync a changed manifest, those that an ApplicationSet generates included, and where the files that declare them
 * are looked for. */

import { matches } from '../config/glob.ts';
import { type KnownEntries, type Look, resolvePattern, type SnapshotEntry } from '../manifests/find-manifests.ts';
import { type Application, type ApplicationSource, at, listAt, type Sync } from './declared-applications.ts';

type FileStep = { readonly kind: 'more' | 'done'; readonly paths: readonly string[] };

/** Finds the files that a glob matches among the known entries, or names the directories to read first. The files themselves are
 * not asked for: there may be many.
 * @throws PromotionError for a glob that leads too far, or a path that leads nowhere. */
export function findFiles(pattern: string, known: KnownEntries): FileStep {
  const wanted = new Set<string>();
  const look: Look = (path) => {
    const entry = known.get(path) ?? listedAt(path, known);
    if (entry === undefined) wanted.add(path);
    return entry;
  };
  const { paths } = resolvePattern(pattern, { target: { product: '', environment: '', files: [pattern] }, look });
  return wanted.size > 0 ? { kind: 'more', paths: [...wanted] } : { kind: 'done', paths };
}

/** Stands in for a file that its directory is known to have. */
const listedAt = (path: string, known: KnownEntries): SnapshotEntry | undefined => {
  const cut = path.lastIndexOf('/');
  const directory = known.get(path.slice(0, Math.max(0, cut)));
  if (directory?.kind !== 'directory') return undefined;
  const entry = directory.entries.find(({ name }) => name === path.slice(cut + 1));
  return entry?.kind === 'file' ? { kind: 'file', text: '', executable: false } : undefined;
};

/** The most likely of many files: Applications are usually named after their product. */
export function worthReading(paths: readonly string[], products: readonly string[], most: number): readonly string[] {
  const manifests = paths.filter((path) => !/(^|\/)[Kk]ustomization(\.ya?ml)?$/.test(path));
  if (manifests.length <= most) return manifests;
  return manifests.filter((path) => products.some((product) => path.includes(product))).slice(0, most);
}

/** A manifest that changed. */
export type Changed = { readonly product: string; readonly environment: string; readonly path: string };

export type Argocd = {
  readonly applications: readonly Application[];
  /** Address of the user interface. */
  readonly url?: string | undefined;
  /** The manifest repository, owner/name, where it is known, and the branch that was changed. */
  readonly repository?: string | undefined;
  readonly branch: string;
};

/** Which Applications sync the changed manifests: those that name the manifest as a values file; where there are none, those whose
 * source is its directory, or the nearest directory above. A chart's own values.yaml is read by all that have the chart. */
export function syncsOf(changed: readonly Changed[], argocd: Argocd): Sync[] {
  const syncs = changed.flatMap(({ product, environment, path }) =>
    nearestTo(path, argocd).map((application): Sync => {
      const { name, namespace, project, applicationSet, rollingSync, file, sync } = application;
      const url = addressOf(argocd.url, { name, namespace });
      const known = { namespace, project, applicationSet, rollingSync, url };
      return { product, environment, name, file, sync, ...withoutUndefined(known) };
    }),
  );
  return [...new Map(syncs.map((sync) => [JSON.stringify(sync), sync])).values()];
}

const nearestTo = (path: string, argocd: Argocd): Application[] => {
  const naming = path.endsWith('/values.yaml') ? [] : nearest(path, argocd, takesValues);
  return naming.length > 0 ? naming : nearest(path, argocd, isSource);
};

/** Whether the source, with these parameters, leads to the place. */
type Leads = (source: ApplicationSource, parameters: Parameters, place: ManifestPlace) => boolean;

const nearest = (path: string, argocd: Argocd, leads: Leads): Application[] => {
  const segments = path.split('/').slice(0, -1);
  for (let depth = segments.length; depth > 0; depth--) {
    const directory = segments.slice(0, depth).join('/');
    const found = argocd.applications.flatMap((application) =>
      instances(application, { path, directory, argocd }, leads),
    );
    if (found.length > 0) return found;
  }
  return [];
};

const withoutUndefined = <T extends object>(facts: T): Partial<T> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<T>;

type ManifestPlace = { readonly path: string; readonly directory: string; readonly argocd: Argocd };

/** The Application, or the one that an ApplicationSet generates for the place. */
const instances = (application: Application, place: ManifestPlace, leads: Leads): Application[] => {
  const own = application.sources.filter((source) => follows(source, place.argocd));
  const parameters: readonly Parameters[] =
    application.kind === 'Application' ? [new Map()] : parametersFor(application.generators, place.directory);
  return parameters
    .filter((one) => own.some((source) => leads(source, one, place)))
    .map((one) => ({
      ...application,
      name: renderTemplate(application.name, one),
      namespace: application.namespace === undefined ? undefined : renderTemplate(application.namespace, one),
      project: application.project === undefined ? undefined : renderTemplate(application.project, one),
    }));
};

const isSource: Leads = (source, parameters, place) =>
  (source.path !== undefined && describes(baseOf(source, parameters), place.directory)) ||
  takesValues(source, parameters, place);

const takesValues: Leads = (source, parameters, { path }) =>
  source.values.some((file) =>
    describes(valuesPath(baseOf(source, parameters), renderTemplate(file, parameters)), path),
  );

const baseOf = ({ path = '' }: ApplicationSource, parameters: Parameters): string =>
  clean(renderTemplate(path, parameters));

/** Relative to the path of its source, or from the root of the source that `$name` stands for. */
const valuesPath = (base: string, file: string): string => {
  const segments = file.startsWith('$') ? file.split('/').slice(1) : [...base.split('/'), ...file.split('/')];
  const walked: string[] = [];
  for (const segment of segments) {
    if (segment === '..') walked.pop();
    else if (segment !== '.' && segment !== '') walked.push(segment);
  }
  return walked.join('/');
};

const clean = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');

/** Whether the source is this repository, at the branch that changes. */
const follows = ({ repository, revision = 'HEAD' }: ApplicationSource, argocd: Argocd): boolean => {
  const branches = ['HEAD', argocd.branch, `refs/heads/${argocd.branch}`];
  if (!isOpen(revision) && !branches.includes(revision)) return false;
  if (repository === undefined || argocd.repository === undefined || isOpen(repository)) return true;
  const [, name] = /([^/:]+\/[^/:]+?)(?:\.git)?\/?$/.exec(repository) ?? [];
  return name?.toLowerCase() === argocd.repository.toLowerCase();
};

const addressOf = (
  url: string | undefined,
  { name, namespace }: { readonly name: string; readonly namespace?: string | undefined },
): string | undefined => {
  const parts = namespace === undefined ? [name] : [namespace, name];
  if (url === undefined || !parts.every((part) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(part))) return undefined;
  const { href } = new URL(`applications/${parts.join('/')}`, url.replace(/\/?$/, '/'));
  // Characters that end a link or a table cell in Markdown.
  return href.replace(/[()|]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
};

/** The values of the placeholders of a template, by their names. */
export type Parameters = ReadonlyMap<string, string>;

const MOST = 10_000;

/** The parameters with which the generators of an ApplicationSet may make an Application for the directory. Parameters that only
 * the cluster or an API knows stay open: their placeholders may have any value. */
export function parametersFor(generators: readonly unknown[], directory: string): Parameters[] {
  return generators.flatMap((generator) => oneGenerator(generator, directory)).slice(0, MOST);
}

const oneGenerator = (generator: unknown, directory: string): Parameters[] => {
  if (at(generator, 'list') !== undefined) return listAt(generator, 'list', 'elements').map((element) => flat(element));
  const directories = listAt(generator, 'git', 'directories');
  if (directories.length > 0) return fits(directories, directory) ? [pathParameters(directory)] : [];
  const matrix = listAt(generator, 'matrix', 'generators');
  if (matrix.length > 0)
    return matrix.reduce<Parameters[]>((all, inner) => crossed(all, inner, directory), [new Map()]);
  const merged = listAt(generator, 'merge', 'generators');
  if (merged.length > 0) return parametersFor(merged, directory);
  return [new Map()];
};

const crossed = (all: readonly Parameters[], generator: unknown, directory: string): Parameters[] => {
  const more = oneGenerator(generator, directory);
  return all.flatMap((one) => more.map((other) => new Map([...one, ...other]))).slice(0, MOST);
};

const fits = (directories: readonly unknown[], directory: string): boolean => {
  const which = (excluded: boolean) => directories.filter((entry) => (at(entry, 'exclude') === true) === excluded);
  const isOne = (entry: unknown): boolean => {
    const path = at(entry, 'path');
    return typeof path === 'string' && isMatch(path, directory);
  };
  return which(false).some(isOne) && !which(true).some(isOne);
};

const isMatch = (pattern: string, directory: string): boolean => {
  try {
    return matches(pattern.replace(/\/$/, ''), directory);
  } catch {
    return false;
  }
};

/** As the git generator names them, with and without Go templates. */
const pathParameters = (directory: string): Parameters => {
  const segments = directory.split('/');
  const last = segments.at(-1) ?? '';
  return new Map([
    ['path', directory],
    ['path.path', directory],
    ['path.basename', last],
    ['path.basenameNormalized', last.toLowerCase().replace(/[^a-z0-9.-]/g, '-')],
    ...segments.flatMap((segment, index): [string, string][] => [
      [`path[${index}]`, segment],
      [`index .path.segments ${index}`, segment],
    ]),
  ]);
};

const flat = (element: unknown, prefix = ''): Parameters => {
  const entries = typeof element === 'object' && element !== null ? Object.entries(element) : [];
  return new Map(
    entries.flatMap(([key, value]): [string, string][] =>
      typeof value === 'object' && value !== null
        ? [...flat(value, `${prefix}${key}.`)]
        : [[`${prefix}${key}`, String(value)]],
    ),
  );
};

const placeholder = /\{\{-?\s*(.*?)\s*-?\}\}/g;

/** Fills in the known parameters; the others keep their placeholders. */
export function renderTemplate(template: string, parameters: Parameters): string {
  return template.replace(placeholder, (whole, expression: string) => {
    return parameters.get(expression) ?? parameters.get(expression.replace(/^\./, '')) ?? whole;
  });
}

export function isOpen(text: string): boolean {
  return text.includes('{{');
}

/** Whether the text is what the template describes, where each placeholder stands for a part of a name. */
export function describes(template: string, text: string): boolean {
  if (!isOpen(template)) return template === text;
  const source = template
    .split(/(\{\{.*?\}\})/)
    .map((part, index) => (index % 2 === 1 ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`).test(text);
}
