/** Where the configuration file is, the settings that hold for one product in one environment, and the images that they allow. */
import { collect, type ErrorPlace, fail } from '../errors.ts';
import { spellingsOf } from '../image.ts';
import type { SnapshotEntry } from '../manifests/find-manifests.ts';
import type { DeliverySettings, Trigger } from '../model.ts';
import type { ProvenanceRule } from '../provenance/judge-bundle.ts';
import { relativePath } from '../request/grammar.ts';
import { USUAL_CONFIG } from '../request/input-table.ts';
import { listed, nearest, quote } from '../text.ts';
import { type ConfigTree, keysOf, lineAt, type SettingPath, treeAt } from './config-tree.ts';
import { isGlob, matchesAny } from './glob.ts';
import type { Configuration, ConfiguredSettings, FilesEntry, FreezeWindow, SettingName, SourceRule } from './schema.ts';
/** A configuration whose every value has been checked. */
export type Config = {
  readonly path: string;
  readonly value: Configuration;
  /** For the lines of messages; undefined where nothing is configured. */
  readonly tree: ConfigTree | undefined;
};

/** The defaults without a configuration file. */
export const unconfigured: Config = { path: '', value: {}, tree: undefined };

/** Where the manifests of the reference layout are. */
const REFERENCE_LAYOUT = 'applications/{product}/overlays/{environment}';

/** The settings that hold for one product in one environment, with defaults and without placeholders. */
export type Settings = DeliverySettings & {
  readonly delivery: NonNullable<DeliverySettings['delivery']>;
  /** Paths and globs; those of layers, too. */
  readonly files: readonly string[];
  /** Paths of values that are layered, base first. */
  readonly layers: readonly (readonly string[])[];
  /** Globs; undefined where every listed image may be promoted. */
  readonly images?: readonly string[] | undefined;
  /** The first line of commits, with placeholders; undefined for the usual line. */
  readonly commitMessage?: string | undefined;
  readonly addImages: boolean;
  readonly requires?: string | undefined;
  readonly order: 'newer' | 'any';
  /** Undefined where every sender may request a promotion. */
  readonly sources?: readonly SourceRule[] | undefined;
  /** Undefined without `sources` and `proof`: then there is nothing to prove. */
  readonly proof?: 'required' | 'none' | undefined;
  readonly actors?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly verify: boolean | 'digest';
  /** Undefined if no build provenance is required. */
  readonly provenance?: ProvenanceRule | undefined;
  readonly freeze: readonly FreezeWindow[];
  /** The line of each setting that is no default. */
  readonly origin: Readonly<Partial<Record<SettingName, ErrorPlace>>>;
};

/** The settings in force, by the order product and environment, environment, product, top level; the first found is taken whole. */
export function settingsOf(config: Config, product: string, environment: string): Settings {
  const ofConfig = settingsByTarget.get(config) ?? new Map<string, Settings>();
  settingsByTarget.set(config, ofConfig);
  const target = JSON.stringify([product, environment]);
  const known = ofConfig.get(target) ?? settingsFor(config, product, environment);
  ofConfig.set(target, known);
  return known;
}

/** Kept, since each step of a promotion asks for them. */
const settingsByTarget = new WeakMap<Config, Map<string, Settings>>();

const settingsFor = (config: Config, product: string, environment: string): Settings => {
  const { found, origin } = lookUp(config, product, environment);
  const filled = (text: string): string => filledIn(text, product, environment);
  const files = filesOf(found);
  return {
    files: eachPattern(files).map(filled),
    layers: files.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.map(filled)])),
    delivery: found.delivery ?? 'commit',
    mergeMethod: found['merge-method'],
    labels: found.labels,
    reviewers: found.reviewers,
    assignees: found.assignees,
    draft: found.draft,
    commitMessage: found['commit-message'],
    images: found.images?.map(filled),
    addImages: found['add-images'] ?? false,
    requires: found.requires,
    order: found.order ?? 'newer',
    sources: found.sources?.map(({ repository, id, refs }) => ({
      repository: filled(repository),
      id,
      refs: refs?.map(filled),
    })),
    proof: found.proof ?? (found.sources === undefined ? undefined : 'required'),
    actors: found.actors,
    tags: found.tags,
    verify: found.provenance === undefined ? (found.verify ?? false) : 'digest',
    provenance: found.provenance && {
      trustedRoot: found.provenance['trusted-root'],
      workflow: found.provenance.workflow,
      refs: found.provenance.refs,
    },
    freeze: found.freeze ?? [],
    origin,
  };
};

/** The paths and globs of a product that the configuration does not list, with their placeholders. */
export function patternsOf(config: Config, environment: string): readonly string[] {
  return eachPattern(filesOf(lookUp(config, '', environment).found));
}

/** The paths and globs of one product in one environment, without placeholders: `files` as in `settingsOf`. */
export function filesAt(config: Config, product: string, environment: string): readonly string[] {
  const scope = scopesFor(config, product, environment).find(({ settings }) => settings.files !== undefined);
  return eachPattern(filesOf(scope?.settings ?? {})).map((text) => filledIn(text, product, environment));
}

const filledIn = (text: string, product: string, environment: string): string =>
  text.replaceAll('{product}', () => product).replaceAll('{environment}', () => environment);

/** Each pattern that the setting names, whether or not it is one of several layers. */
export function eachPattern(files: readonly FilesEntry[]): readonly string[] {
  return [...new Set(files.flat())];
}

/** The setting `files` as a list; by default the reference layout. */
export function filesOf({ files = REFERENCE_LAYOUT }: Pick<ConfiguredSettings, 'files'>): readonly FilesEntry[] {
  return typeof files === 'string' ? [files] : files;
}

/** The first line of one commit for all of the targets: the one that they share, else that of the top level. */
export function headlineFor(config: Config, targets: readonly { readonly settings: Settings }[]): string | undefined {
  const [first, ...others] = new Set(targets.map(({ settings }) => settings.commitMessage));
  return others.length === 0 ? first : config.value['commit-message'];
}

/** The closed list of environments in the order of promotion; undefined where any may be named. */
export function environmentsOf({ tree }: Config): readonly string[] | undefined {
  const list = treeAt(tree, ['environments']);
  return list === undefined ? undefined : keysOf(list);
}

/** The environments without duplicates in the order of the configuration, else as they are. A sender that does not see the configuration
 * is shown the line of it; any other can correct what was given.
 * @throws PromotionError `environment-unknown` for each that the configuration does not list. */
export function inOrder(
  config: Config,
  environments: readonly string[],
  trigger: Trigger = 'by-hand',
): readonly string[] {
  const list = environmentsOf(config);
  const unique = [...new Set(environments)];
  if (list === undefined) return unique;
  const place =
    trigger === 'automatic' ? { path: config.path, line: lineAt(config.tree, ['environments']) } : undefined;
  collect(unique.filter((name) => !list.includes(name)).map((name) => () => unknownEnvironment(name, list, place)));
  return list.filter((name) => unique.includes(name));
}

const unknownEnvironment = (name: string, list: readonly string[], place: ErrorPlace | undefined): never => {
  const meant = nearest(name, list);
  const chosen = place === undefined ? '' : ' If dispatch chose the name, set environments in its step.';
  const named = `There are ${listed(list)}.${chosen}`;
  const hint = meant.length > 0 ? `Did you mean ${meant.join(' or ')}? ${named}` : named;
  return fail('environment-unknown', `The configuration lists no environment ${quote(name)}.`, hint, place);
};

type SettingsScope = { readonly path: SettingPath; readonly settings: ConfiguredSettings };

const lookUp = (config: Config, product: string, environment: string) => {
  const found: Record<string, unknown> = {};
  const origin: Partial<Record<SettingName, ErrorPlace>> = {};
  for (const { path, settings } of scopesFor(config, product, environment).toReversed()) {
    for (const name of Object.keys(settings) as SettingName[]) {
      if (settings[name] === undefined) continue;
      found[name] = settings[name];
      origin[name] = { path: config.path, line: lineAt(config.tree, [...path, name]) };
    }
  }
  return { found: found as ConfiguredSettings, origin };
};

const scopesFor = ({ value }: Config, product: string, environment: string): SettingsScope[] => {
  const { environments, products, issuer, argocd, writers, ...everywhere } = value;
  const ofProduct = own(products, product);
  const { environments: ofEnvironments, ...throughout } = ofProduct ?? {};
  return [
    { path: ['products', product, 'environments', environment], settings: own(ofEnvironments, environment) ?? {} },
    { path: ['environments', environment], settings: own(environments, environment) ?? {} },
    { path: ['products', product], settings: throughout },
    { path: [], settings: everywhere },
  ];
};

/** A name from a request may be an inherited property of every object. */
const own = <T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

/** Whether the configuration lets the image be promoted. `image` is its identity: the repository that runs afterwards. */
export function imageAllowed({ images }: Pick<Settings, 'images'>, image: string): boolean {
  return images === undefined || spellingsOf(image).some((name) => matchesAny(images, name));
}

/** The images that a request with a tag alone means: the entries of `images` without wildcards. */
export function literalImages({ images }: Pick<Settings, 'images'>): readonly string[] {
  return [...new Set((images ?? []).filter((pattern) => !isGlob(pattern)))];
}

const MISPLACED = ['.github/promotion.yaml', 'promotion.yml', 'promotion.yaml'];

/** The paths to read in order to know where the configuration is.
 * @throws PromotionError `path-escapes` for a given path that leaves the repository. */
export function configPaths(given: string | undefined): readonly string[] {
  if (given === undefined) return [USUAL_CONFIG, ...MISPLACED];
  const problem = relativePath.problem(given);
  if (problem === undefined) return [given];
  return fail(
    'path-escapes',
    `The path of the configuration ${problem}: ${quote(given)}.`,
    'Write a path from the root of the repository.',
  );
}

/** Finds the configuration among the entries of `configPaths(given)`; undefined where there is none and none is asked for.
 * @throws PromotionError `config-missing` for a given path without a file, `config-misplaced` for a file at one of the places
 * where it would be overlooked, `config-invalid` for what is not a text file. */
export function locateConfig(
  given: string | undefined,
  entries: readonly SnapshotEntry[],
): { readonly path: string; readonly text: string } | undefined {
  const path = given ?? USUAL_CONFIG;
  const entry = entries[0] ?? { kind: 'absent' };
  if (entry.kind === 'file') return { path, text: entry.text };
  if (entry.kind !== 'absent') {
    const what = `The configuration ${quote(path)} is ${kinds[entry.kind]}.`;
    return fail('config-invalid', what, 'Put a file of YAML text there.', { path });
  }
  if (given !== undefined) {
    const hint = 'Correct the input `config`, or leave it out to use .github/promotion.yml.';
    return fail('config-missing', `There is no configuration at ${quote(given)}.`, hint, { path: given });
  }
  const misplaced = MISPLACED.find((_, index) => (entries[index + 1]?.kind ?? 'absent') !== 'absent');
  if (misplaced === undefined) return undefined;
  const hint = `Rename it to ${USUAL_CONFIG}, or name it with the input \`config\`.`;
  return fail('config-misplaced', `There is a configuration at ${misplaced}, where it is not looked for.`, hint, {
    path: misplaced,
  });
}

const kinds = {
  directory: 'a directory',
  symlink: 'a symbolic link',
  submodule: 'a submodule',
  binary: 'not UTF-8 text',
  'too-large': 'too large',
} as const satisfies Record<Exclude<SnapshotEntry['kind'], 'file' | 'absent'>, string>;
