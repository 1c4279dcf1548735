/** Parses the text of a configuration file and checks it, with all of its problems at once. */

import * as v from 'valibot';
import { PromotionError, type Violation } from '../errors.ts';
import { listed, nearest, quote } from '../text.ts';
import { type ConfigTree, keysOf, lineAt, plain, readTree, type SettingPath, scopesOf, treeAt } from './config-tree.ts';
import type { ValueProblem } from './glob.ts';
import { type Configuration, configuration, settings } from './schema.ts';
import type { Config } from './settings.ts';
import { decodeProblem } from './values.ts';

/** Reads the YAML text of a configuration file; an empty file configures nothing.
 * @throws PromotionError `config-invalid` and `config-unsupported` with every problem of the file, each with its line. */
export function parseConfig({ path, text }: { path: string; text: string }): Config {
  const { tree, violations: unreadable } = readTree({ path, text });
  const result = v.safeParse(configuration, plain(tree));
  const violations = [
    ...unreadable,
    ...(result.issues ?? []).map((issue) => explain(issue, { path, tree })),
    ...unresolved(path, tree),
    ...unsupported(path, tree),
  ];
  if (violations.length > 0) throw new PromotionError(sorted(violations));
  if (!result.success) throw new Error('valibot refused the configuration without a reason');
  return { path, value: result.output, tree };
}

const sorted = (violations: readonly Violation[]): Violation[] => [
  ...new Map(
    [...violations]
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
      .map((violation) => [`${violation.line} ${violation.message}`, violation]),
  ).values(),
];

/** The values of each setting that are built: `all`, or a list. A setting that is missing here is refused, never ignored. */
const supported: Readonly<Partial<Record<keyof Configuration, 'all' | readonly string[]>>> = {
  environments: 'all',
  products: 'all',
  files: 'all',
  delivery: 'all',
  'merge-method': 'all',
  labels: 'all',
  reviewers: 'all',
  assignees: 'all',
  draft: 'all',
  'commit-message': 'all',
  images: 'all',
  order: 'all',
  'add-images': 'all',
  requires: 'all',
  sources: 'all',
  proof: 'all',
  issuer: 'all',
  actors: 'all',
  tags: 'all',
  freeze: 'all',
  argocd: 'all',
  verify: 'all',
  provenance: 'all',
  writers: 'all',
};

type Leaf = keyof typeof settings;

const leaves = Object.keys(settings) as Leaf[];

/** Every setting of the file that is known but not built yet. */
function unsupported(path: string, tree: ConfigTree | undefined): Violation[] {
  return scopesOf(tree).flatMap((scope) =>
    [...leaves, ...(scope.length === 0 ? (['issuer', 'argocd', 'writers'] as const) : [])].flatMap((name) => {
      const value = treeAt(tree, [...scope, name]);
      const what = value === undefined ? undefined : missingOf(name, value);
      if (what === undefined) return [];
      const hint = 'Remove it from the configuration until it is.';
      const line = lineAt(tree, [...scope, name]);
      return [{ code: 'config-unsupported' as const, message: `${what} is not supported yet.`, hint, path, line }];
    }),
  );
}

const missingOf = (name: Leaf | 'issuer' | 'argocd' | 'writers', value: ConfigTree): string | undefined => {
  const values = supported[name];
  if (values === undefined) return `The setting ${name}`;
  if (values === 'all' || name === 'issuer' || name === 'argocd' || name === 'writers') return undefined;
  // An illegal value is reported by the validator.
  if (!v.is(settings[name], plain(value)) || values.includes(String(plain(value)))) return undefined;
  return `A ${name} other than ${listed(values)}`;
};

/** Explains an issue of the validator: the setting, its line, the problem and the way out. */
function explain(
  issue: v.BaseIssue<unknown>,
  { path, tree }: { path: string; tree: ConfigTree | undefined },
): Violation {
  const steps = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
  const place = { code: 'config-invalid', path, line: lineAt(tree, steps) } as const;
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const { what, hint } = unknownKey(steps, issue.message.split(' '));
    return { ...place, message: `${what}.`, hint };
  }
  const { what, hint } = problemOf(issue);
  return { ...place, message: `${settingAt(steps)} ${what}.`, hint };
}

const unknownKey = (steps: SettingPath, known: readonly string[]): ValueProblem => {
  const key = String(steps.at(-1));
  const where = steps.length > 1 ? ` in ${settingAt(steps.slice(0, -1))}` : '';
  const meant = nearest(key, known);
  return {
    what: `The setting ${quote(key)}${where} is unknown`,
    hint: meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : `There are ${listed(known)}.`,
  };
};

/** `environments.prod.labels[0]`, with quotes around keys that are no plain words. */
const settingAt = (steps: SettingPath): string => {
  if (steps.length === 0) return 'The configuration';
  const shownInput = steps.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[\w.-]{1,80}$/.test(step) ? `.${step}` : `.${quote(step)}`;
  });
  return shownInput.join('').replace(/^\./, '');
};

const valueKinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  strict_object: 'a mapping',
  record: 'a mapping',
  union: 'true, false or digest',
};

const problemOf = (issue: v.BaseIssue<unknown>): ValueProblem => {
  const kind = valueKinds[issue.type];
  if (kind === undefined) return withInput(decodeProblem(issue.message), issue.input);
  if (issue.input === undefined) return { what: 'is missing', hint: 'Add it.' };
  return { what: `is ${shownInput(issue.input)}, not ${kind}`, hint: hintFor(issue, kind) };
};

const withInput = ({ what, hint }: ValueProblem, input: unknown): ValueProblem => {
  if (input === null) return { what: `is empty and so ${what}`, hint };
  return { what: typeof input === 'string' && !what.includes('"') ? `${what}: ${quote(input)}` : what, hint };
};

const shownInput = (input: unknown): string => {
  if (input === null) return 'empty';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object') return 'a mapping';
  return typeof input === 'string' ? `the text ${quote(input)}` : `the ${typeof input} ${String(input)}`;
};

const hintFor = ({ type, input, path }: v.BaseIssue<unknown>, kind: string): string => {
  if (input === null) return 'Give it a value, or remove the setting.';
  if (type === 'string' && typeof input !== 'object') return 'Put the value in quotes.';
  if (type === 'array' && typeof input === 'string')
    return `Write it as a list: [${/^[\w./:-]{1,80}$/.test(input) ? input : '…'}].`;
  if (isPlaceholder(input)) return 'Quote a text that begins with a brace: "{environment}".';
  const [key, ...below] = (path ?? []).map((item) => item.key);
  if (kind === 'a mapping' && below.length === 0 && Array.isArray(input) && isName(key))
    return `Write a mapping, each name with a colon: ${key}: { ${input
      .filter(isName)
      .map((name) => `${name}: {}`)
      .join(', ')} }.`;
  return `Write ${kind}.`;
};

const isName = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,63}$/.test(value);

/** YAML takes `{environment}` for a mapping. */
const isPlaceholder = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  Object.entries(input).some(([key, value]) => value === null && ['product', 'environment'].includes(key));

/** Values that are legal one by one and contradict each other: environments that are not in the list, and a `requires`
 * that leads back to where it began. Works on the tree, so that it is found beside other problems. */
function unresolved(path: string, tree: ConfigTree | undefined): Violation[] {
  const closed = treeAt(tree, ['environments']);
  const names = keysOf(closed);
  const report = (place: SettingPath, message: string, hint: string): Violation => ({
    code: 'config-invalid',
    message,
    hint,
    path,
    line: lineAt(tree, place),
  });
  const strangers = closed?.kind === 'map' ? namedEnvironments(tree).filter(({ name }) => !names.includes(name)) : [];
  return [
    ...strangers.map(({ name, place }) => {
      const meant = nearest(name, names);
      const hint = `Add it to \`environments\`${meant.length > 0 ? `, or use ${listed(meant)}` : ''}.`;
      return report(place, `The environment ${quote(name)} is not in the list of environments.`, hint);
    }),
    ...withoutSources(tree).map((place) =>
      report(
        place,
        'A build provenance is demanded where no `sources` say whose builds count.',
        'List the repositories that build the images under `sources`.',
      ),
    ),
    ...circles(tree).map(({ names: circle, place }) =>
      report(
        place,
        `An environment requires itself: ${circle.join(' → ')}.`,
        'Let `requires` lead to an earlier environment.',
      ),
    ),
  ];
}

type NamedEnvironment = { readonly name: string; readonly place: SettingPath };

/** Where the file names an environment outside of the list itself. */
const namedEnvironments = (tree: ConfigTree | undefined): NamedEnvironment[] =>
  scopesOf(tree).flatMap((scope) => {
    const required = requiredAt(tree, scope);
    const own = scope.length === 4 ? [{ name: String(scope[3]), place: scope }] : [];
    return required === undefined ? own : [...own, required];
  });

const requiredAt = (tree: ConfigTree | undefined, scope: SettingPath): NamedEnvironment | undefined => {
  const place = [...scope, 'requires'];
  const value = treeAt(tree, place);
  return value?.kind === 'scalar' && typeof value.value === 'string' ? { name: value.value, place } : undefined;
};

/** Where the file demands a build provenance that holds for a place without `sources`. Products that it does not list are another
 * matter: often no request may name them. */
const withoutSources = (tree: ConfigTree | undefined): SettingPath[] => {
  const listedProducts = keysOf(treeAt(tree, ['products']));
  const products = listedProducts.length > 0 ? listedProducts : [undefined];
  const names = environmentNames(tree);
  const environments = names.length > 0 ? names : [undefined];
  const places = products.flatMap((product) =>
    environments.flatMap((environment) => {
      const find = (name: string): SettingPath | undefined =>
        scopesAt(product, environment)
          .map((scope) => [...scope, name])
          .find((place) => treeAt(tree, place) !== undefined);
      const demand = find('provenance');
      return demand === undefined || find('sources') !== undefined ? [] : [demand];
    }),
  );
  return [...new Map(places.map((place) => [place.join(' '), place])).values()];
};

const environmentNames = (tree: ConfigTree | undefined): string[] => [
  ...new Set(scopesOf(tree).flatMap((scope) => (scope.at(-2) === 'environments' ? [String(scope.at(-1))] : []))),
];

/** In the order in which a setting is looked up. */
const scopesAt = (product: string | undefined, environment: string | undefined): SettingPath[] => [
  ...(product === undefined || environment === undefined ? [] : [['products', product, 'environments', environment]]),
  ...(environment === undefined ? [] : [['environments', environment]]),
  ...(product === undefined ? [] : [['products', product]]),
  [],
];

type Circle = { readonly names: readonly string[]; readonly place: SettingPath };

/** Each circle once, from its first member in the order of the file. */
const circles = (tree: ConfigTree | undefined): Circle[] => {
  const environments = environmentNames(tree);
  const products = [undefined, ...keysOf(treeAt(tree, ['products']))];
  const found = products.flatMap((product) =>
    environments.flatMap((environment) => circleFrom(tree, product, environment) ?? []),
  );
  const seen = new Set<string>();
  return found.filter(({ names }) => {
    const members = [...new Set(names)].sort().join(' ');
    return seen.has(members) ? false : seen.add(members);
  });
};

const circleFrom = (tree: ConfigTree | undefined, product: string | undefined, start: string): Circle | undefined => {
  const names = [start];
  const first = requirementOf(tree, product, start);
  for (let next = first; first !== undefined && next !== undefined; ) {
    if (next.name === start) return { names: [...names, start], place: first.place };
    // A circle that does not come back to the start is found from its own members.
    if (names.includes(next.name)) return undefined;
    names.push(next.name);
    next = requirementOf(tree, product, next.name);
  }
  return undefined;
};

const requirementOf = (
  tree: ConfigTree | undefined,
  product: string | undefined,
  environment: string,
): NamedEnvironment | undefined => {
  return scopesAt(product, environment)
    .map((scope) => requiredAt(tree, scope))
    .find((required) => required !== undefined);
};
