/** Finds products and environments by the layout of the manifests. */

import { lineAt } from '../config/config-tree.ts';
import { isGlob, matcher } from '../config/glob.ts';
import { type Config, eachPattern, environmentsOf, filesOf, patternsOf } from '../config/settings.ts';
import { isTextName } from '../formats/markers.ts';
import { type DirectoryEntry, join, type KnownEntries } from '../manifests/find-manifests.ts';
import type { Notice } from '../model.ts';
import { isName } from '../records/trailer.ts';
import { listed, quote } from '../text.ts';

/** A product and an environment in which it has manifests, or may have where both names were given. */
export type ProductEnvironment = { readonly product: string; readonly environment: string };

/** The patterns to search. Given names are not searched. */
export type LayoutSearch = {
  /** As in the setting `files`, with their placeholders. */
  readonly patterns: readonly string[];
  readonly products?: readonly string[] | undefined;
  readonly environments?: readonly string[] | undefined;
};

type DiscoveryStep =
  | { readonly kind: 'more'; readonly paths: readonly string[] }
  /** By product, then by environment, in no order that means anything. */
  | { readonly kind: 'done'; readonly pairs: readonly ProductEnvironment[] };

type Bound = { readonly product?: string | undefined; readonly environment?: string | undefined };

type SearchBranch = { readonly path: string; readonly bound: Bound };

type ListDirectory = (path: string) => readonly DirectoryEntry[];

const MOST_DIRECTORIES = 1_000;

const placeholders = ['product', 'environment'] as const;

/** Finds products and environments by the layout: lists the directories in which their names are, a level at a time, or says
 * which must be read. */
export function discover({ patterns, products, environments }: LayoutSearch, known: KnownEntries): DiscoveryStep {
  const wanted = new Set<string>();
  const given = { product: products, environment: environments };
  const look: ListDirectory = (path) => {
    const entry = known.get(path);
    if (entry === undefined) wanted.add(path);
    return entry?.kind === 'directory' ? entry.entries : [];
  };
  const found = patterns.flatMap((pattern) => {
    const segments = pattern.split('/');
    let branches: SearchBranch[] = [{ path: '', bound: {} }];
    for (const [index, segment] of segments.entries()) {
      const last = index === segments.length - 1;
      branches = branches.flatMap((branch) => follow(branch, segment, { given, look, last }));
    }
    return branches.map(({ bound }) => bound);
  });
  if (wanted.size > 0) return { kind: 'more', paths: [...wanted].sort() };
  // A path without one of the names is that of all who are asked about.
  const named = (name: string | undefined, all: readonly string[] = []) => (name === undefined ? all : [name]);
  const pairs = found.flatMap((bound) =>
    named(bound.product, products).flatMap((product) =>
      named(bound.environment, environments).map((environment) => ({ product, environment })),
    ),
  );
  return {
    kind: 'done',
    pairs: [...new Map(pairs.map((pair) => [`${pair.product}/${pair.environment}`, pair])).values()],
  };
}

type SearchGround = {
  readonly given: Readonly<Record<(typeof placeholders)[number], readonly string[] | undefined>>;
  readonly look: ListDirectory;
  readonly last: boolean;
};

const follow = (branch: SearchBranch, segment: string, ground: SearchGround): SearchBranch[] => {
  const { path, bound } = branch;
  // The rest of the path after both names does not matter here.
  if (bound.product !== undefined && bound.environment !== undefined) return [branch];
  const open = placeholders.find((name) => bound[name] === undefined && segment.includes(`{${name}}`));
  const values = open === undefined ? undefined : ground.given[open];
  if (open !== undefined && values !== undefined) {
    return values.flatMap((value) => follow({ path, bound: { ...bound, [open]: value } }, segment, ground));
  }
  const filled = fill(segment, bound);
  if (open === undefined && filled === '**') return anywhere(branch, ground.look);
  if (open === undefined && !isGlob(filled)) return [{ path: join(path, filled), bound }];
  return matching({ path, bound }, filled, ground);
};

const fill = (segment: string, bound: Bound): string =>
  placeholders.reduce((text, name) => text.replaceAll(`{${name}}`, () => bound[name] ?? `{${name}}`), segment);

const anywhere = (start: SearchBranch, look: ListDirectory): SearchBranch[] => {
  const found: SearchBranch[] = [start];
  for (let index = 0; index < found.length && found.length < MOST_DIRECTORIES; index++) {
    const { path, bound } = found[index] ?? start;
    const directories = look(path).filter(({ kind, name }) => kind === 'directory' && !name.startsWith('.'));
    found.push(...directories.map(({ name }) => ({ path: join(path, name), bound })));
  }
  return found;
};

const matching = ({ path, bound }: SearchBranch, segment: string, { look, last }: SearchGround): SearchBranch[] => {
  const fits = matcher(segment.replace(/\{(?:product|environment)\}/g, '*'));
  const names = namesIn(segment);
  // A README or two may be beside the directories of environments.
  const files = last && (/\.(?:ya?ml|json)$/.test(segment) || isTextName(segment));
  return look(path)
    .filter(({ kind, name }) => (kind === 'directory' || (files && kind === 'file')) && fits(name))
    .flatMap(({ name }): SearchBranch[] => {
      const groups = names.exec(name)?.groups;
      if (groups === undefined && /\{(?:product|environment)\}/.test(segment)) return [];
      const values = Object.values(groups ?? {});
      return values.every(isName) ? [{ path: join(path, name), bound: { ...bound, ...groups } }] : [];
    });
};

/** Takes the names out of a file name that fits the segment. */
const namesIn = (segment: string): RegExp => {
  const seen = new Set<string>();
  const source = segment
    .split(/(\{product\}|\{environment\}|\{[^{}]*\}|\[[^\]]*\]|[*?]+)/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const [, name] = /^\{(product|environment)\}$/.exec(part) ?? [];
      if (name === undefined) return '.*?';
      if (seen.has(name)) return `\\k<${name}>`;
      seen.add(name);
      return `(?<${name}>[A-Za-z0-9._-]+?)`;
    })
    .join('');
  return new RegExp(`^${source}$`);
};

/** The environments of the reference layout, in the order of promotion: the usual meaning of these names where no order is configured. */
const USUAL = ['dev', 'stg', 'prod'];

export type StatusScope = {
  readonly products?: readonly string[] | undefined;
  readonly environments?: readonly string[] | undefined;
};

/** The patterns to search: those of the configuration, for the names that are given and, of the environments, those that the
 * configuration lists. */
export function searchesOf(config: Config, { products, environments }: StatusScope): LayoutSearch[] {
  const { value } = config;
  const listed = environmentsOf(config);
  const names = environments ?? listed;
  const own = names?.filter((name) => value.environments?.[name]?.files !== undefined) ?? [];
  const rest = names?.filter((name) => !own.includes(name));
  const general = { patterns: eachPattern(filesOf(value)), products, environments: rest };
  return [
    ...(rest?.length === 0 ? [] : [general]),
    ...own.map((name) => ({
      patterns: eachPattern(filesOf(value.environments?.[name] ?? {})),
      products,
      environments: [name],
    })),
  ];
}

/** Products that have a layout of their own are not found by that of the others, nor those whose name is in no path. */
export function configuredPairs(config: Config, { products, environments }: StatusScope): ProductEnvironment[] {
  const configured = Object.entries(config.value.products ?? {}).filter(
    ([product]) => products?.includes(product) ?? true,
  );
  return configured.flatMap(([product, own]) => {
    const names = environments ?? environmentsOf(config) ?? Object.keys(own?.environments ?? {});
    const isOwn =
      own?.files !== undefined || Object.values(own?.environments ?? {}).some((scope) => scope?.files !== undefined);
    const isHidden = (environment: string): boolean =>
      !patternsOf(config, environment).some((pattern) => pattern.includes('{product}'));
    return names.flatMap((environment) => (isOwn || isHidden(environment) ? [{ product, environment }] : []));
  });
}

/** Reports the places where nothing was found: in the whole repository, or for an environment that the configuration lists. */
export function nothingFound(config: Config, asked: StatusScope, found: readonly ProductEnvironment[]): Notice[] {
  const names = asked.environments ?? environmentsOf(config) ?? [];
  const empty = names.filter((name) => !found.some(({ environment }) => environment === name));
  if (found.length > 0) return empty.map((name) => nothingIn(config, asked, name));
  const patterns = searchesOf(config, asked).flatMap((search) => search.patterns);
  if (asked.products === undefined && patterns.every((pattern) => !pattern.includes('{product}'))) {
    const named = [...new Set(patterns)].map(quote);
    return [
      {
        message: `No manifest was found. ${listed(named)} ${named.length === 1 ? 'names' : 'name'} no product, and the configuration lists none.`,
        hint: 'Write {product} in `files`, or list the products, such as `products: { shop: }`.',
        ...placeOf(config),
      },
    ];
  }
  return [
    {
      message: `No manifest was found. Looked for ${listed([...new Set(patterns)].map(quote))}${asked.products === undefined ? '' : `, with the product ${listed(asked.products)}`}.`,
      hint: config.path === '' ? `${where} There is no configuration.` : where,
      ...placeOf(config),
    },
  ];
}

const where =
  'Say under `files` of .github/promotion.yml where the manifests are, such as deploy/{environment}/{product}.yaml.';

const nothingIn = (config: Config, asked: StatusScope, environment: string): Notice => {
  const patterns = searchesOf(config, { ...asked, environments: [environment] }).flatMap((search) => search.patterns);
  const filled = patterns.map((pattern) => quote(pattern.replaceAll('{environment}', () => environment)));
  return {
    message: `No manifest was found for ${environment}. Looked for ${listed([...new Set(filled)])}.`,
    hint: 'Correct `files`, or take the environment out of the list.',
    ...placeOf(config),
  };
};

const placeOf = ({ path, tree }: Config) => (path === '' ? {} : { path, line: lineAt(tree, ['files']) });

/** In the order of the configuration, else in that of the reference layout, and all others by name. */
export function ordered(config: Config, environments: readonly string[]): string[] {
  const order = environmentsOf(config) ?? USUAL;
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...new Set(environments)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
