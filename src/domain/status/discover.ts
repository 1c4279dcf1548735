import { isGlob, matcher } from '../config/glob.ts';
import { join } from '../files/paths.ts';
import type { DirectoryEntry, Known } from '../files.ts';
import { isTextName } from '../formats/text-file.ts';
import { isName } from '../records/grammar.ts';

/** A product that has manifests in an environment, or may have: where both were known, nobody has looked yet. */
export type Pair = { readonly product: string; readonly environment: string };

/** Where to look. Names that are given are not looked for. */
export type Search = {
  /** As in the setting `files`, with their placeholders. */
  readonly patterns: readonly string[];
  readonly products?: readonly string[] | undefined;
  readonly environments?: readonly string[] | undefined;
};

type Step =
  | { readonly kind: 'more'; readonly paths: readonly string[] }
  /** By product, then by environment, in no order that means anything. */
  | { readonly kind: 'done'; readonly pairs: readonly Pair[] };

type Bound = { readonly product?: string | undefined; readonly environment?: string | undefined };
type Branch = { readonly path: string; readonly bound: Bound };
type Look = (path: string) => readonly DirectoryEntry[];

const MOST_DIRECTORIES = 1_000;
const placeholders = ['product', 'environment'] as const;

/** Finds products and environments by the layout: lists the directories in which their names stand, a level at a time, or says
 * which must be read. */
export function discover({ patterns, products, environments }: Search, known: Known): Step {
  const wanted = new Set<string>();
  const given = { product: products, environment: environments };
  const look: Look = (path) => {
    const entry = known.get(path);
    if (entry === undefined) wanted.add(path);
    return entry?.kind === 'directory' ? entry.entries : [];
  };
  const found = patterns.flatMap((pattern) => {
    const segments = pattern.split('/');
    let branches: Branch[] = [{ path: '', bound: {} }];
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

type Ground = {
  readonly given: Readonly<Record<(typeof placeholders)[number], readonly string[] | undefined>>;
  readonly look: Look;
  readonly last: boolean;
};

const follow = (branch: Branch, segment: string, ground: Ground): Branch[] => {
  const { path, bound } = branch;
  // What comes after both names is a matter of the manifests.
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

const anywhere = (start: Branch, look: Look): Branch[] => {
  const found: Branch[] = [start];
  for (let index = 0; index < found.length && found.length < MOST_DIRECTORIES; index++) {
    const { path, bound } = found[index] ?? start;
    const directories = look(path).filter(({ kind, name }) => kind === 'directory' && !name.startsWith('.'));
    found.push(...directories.map(({ name }) => ({ path: join(path, name), bound })));
  }
  return found;
};

const matching = ({ path, bound }: Branch, segment: string, { look, last }: Ground): Branch[] => {
  const fits = matcher(segment.replace(/\{(?:product|environment)\}/g, '*'));
  const names = namesIn(segment);
  // Beside the directories of environments stands the one or other README.
  const files = last && (/\.(?:ya?ml|json)$/.test(segment) || isTextName(segment));
  return look(path)
    .filter(({ kind, name }) => (kind === 'directory' || (files && kind === 'file')) && fits(name))
    .flatMap(({ name }): Branch[] => {
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
