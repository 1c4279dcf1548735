/** The YAML of a configuration file as a tree in which every value knows its line. */

import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Scalar } from 'yaml';
import type { Violation } from '../errors.ts';
import { quote } from '../text.ts';
import { compose } from '../yaml/tree.ts';
import type { ValueProblem } from './glob.ts';

/** A value of the file with the line that it is on, counted from 1; a setting is where its key is. */
export type ConfigTree = { readonly line: number } & TreeContent;

type TreeContent =
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, ConfigTree> }
  | { readonly kind: 'list'; readonly items: readonly ConfigTree[] }
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null };

/** Steps from the top of the file: keys of maps, places in lists. */
export type SettingPath = readonly (string | number)[];

/** The value at the path, where there is one. */
export function treeAt(tree: ConfigTree | undefined, path: SettingPath): ConfigTree | undefined {
  const [step, ...rest] = path;
  if (tree === undefined || step === undefined) return tree;
  return treeAt(childOf(tree, step), rest);
}

/** The line of the value at the path, or of the nearest value around it. */
export function lineAt(tree: ConfigTree | undefined, path: SettingPath): number {
  const [step, ...rest] = path;
  if (tree === undefined || step === undefined) return tree?.line ?? 1;
  const next = childOf(tree, step);
  return next === undefined ? tree.line : lineAt(next, rest);
}

/** The names of a map in the order of the file; none for anything else. */
export function keysOf(tree: ConfigTree | undefined): string[] {
  return tree?.kind === 'map' ? [...tree.entries.keys()] : [];
}

/** The plain value, for a validator. */
export function plain(tree: ConfigTree | undefined): unknown {
  if (tree === undefined) return {};
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'list') return tree.items.map(plain);
  return Object.fromEntries([...tree.entries].map(([key, value]) => [key, plain(value)]));
}

const childOf = (tree: ConfigTree, step: string | number): ConfigTree | undefined => {
  if (tree.kind === 'map') return tree.entries.get(String(step));
  return tree.kind === 'list' ? tree.items[Number(step)] : undefined;
};

/** The content of a YAML file, as far as it could be read, and its errors as YAML. An empty file has no tree. */
type TreeReading = { readonly tree: ConfigTree | undefined; readonly violations: readonly Violation[] };

// Far beyond any configuration that people write; a larger one has aliases that multiply.
const MOST_VALUES = 100_000;

const MOST_ALIASES = 1_000;

const DEEPEST = 50;

// Names that valibot leaves out of every object, as a guard against polluted prototypes.
const unusable = new Set(['__proto__', 'prototype', 'constructor']);

/** Reads by the core schema of YAML 1.2 and ignores the version that the file declares. Keys are taken as they are written, so that
 * `007` and `1.0` are names. Never throws for any text. */
export function readTree({ path, text }: { path: string; text: string }): TreeReading {
  const lines = new LineCounter();
  const violations: Violation[] = [];
  const report = (line: number, { what, hint }: ValueProblem): void => {
    violations.push({ code: 'config-invalid', message: `${what}.`, hint, path, line });
  };
  const lineOf = (place: unknown): number => lines.linePos((place as Partial<Node> | null)?.range?.[0] ?? 0).line || 1;

  const documents = documentsOf(text, lines);
  if (documents === undefined) {
    report(1, { what: 'The file is nested too deeply to be read', hint: 'A configuration is a few levels deep.' });
    return { tree: undefined, violations };
  }
  // Behind the first mistake the parser takes correct lines for wrong ones.
  const [first] = documents.flatMap(problemsOf).sort((one, other) => one.pos[0] - other.pos[0]);
  if (first !== undefined) {
    const { line } = lines.linePos(first.pos[0]);
    const hint = syntaxHint(text.split('\n')[line - 1] ?? '');
    report(line, { what: `The file is not valid YAML: ${quote(first.message)}`, hint });
  }
  const [document, second] = documents;
  if (second !== undefined) {
    report(lineOf(second), { what: 'The file holds more than one YAML document', hint: 'Keep one document only.' });
  }
  if (document === undefined || document.contents === null || violations.length > 0)
    return { tree: undefined, violations };
  const tree = treeOf(document, { lineOf, report });
  return { tree: tree.kind === 'scalar' && tree.value === null ? undefined : tree, violations };
}

const syntaxHint = (line: string): string => {
  if (/[:-] \{(?:product|environment)\}/.test(line)) return 'Quote a text that begins with a brace: "{environment}/…".';
  if (unquotedInList.test(line)) return 'Quote a path with a placeholder inside [ ]: "helm/{product}/values.yaml".';
  return 'Correct the syntax.';
};

/** A placeholder in a list in brackets, outside of quotation marks. */
const unquotedInList = /\[(?:[^"']|"[^"]*"|'[^']*')*\{(?:product|environment)\}/;

type TreeContext = {
  readonly lineOf: (place: unknown) => number;
  readonly report: (line: number, problem: ValueProblem) => void;
};

const treeOf = (document: Document.Parsed, { lineOf, report }: TreeContext): ConfigTree => {
  const open = new Set<unknown>();
  let values = 0;
  let aliases = 0;

  const target = (node: unknown): unknown => {
    if (!isAlias(node) || ++aliases > MOST_ALIASES) return node;
    const value = node.resolve(document);
    const what = `The alias ${quote(node.source)} stands for nothing`;
    if (value === undefined) report(lineOf(node), { what, hint: 'Set its anchor before it.' });
    return value;
  };

  const read = (node: unknown, line: number): ConfigTree => {
    const value = target(node);
    if (isScalar(value) && ++values <= MOST_VALUES) return { kind: 'scalar', value: scalarOf(value), line };
    if (!isSeq(value) && !isMap(value)) return { kind: 'scalar', value: null, line };
    if (++values > MOST_VALUES) return { kind: 'scalar', value: null, line };
    if (open.has(value) || open.size >= DEEPEST) {
      report(line, { what: 'A value holds itself or is nested too deeply', hint: 'Write the value out.' });
      return { kind: 'scalar', value: null, line };
    }
    open.add(value);
    const content = isSeq(value) ? listOf(value.items) : mapOf(value.items);
    open.delete(value);
    return { ...content, line };
  };

  const listOf = (items: readonly unknown[]): TreeContent => ({
    kind: 'list',
    items: items.map((item) => read(item, lineOf(item))),
  });

  const mapOf = (pairs: readonly { key: unknown; value: unknown }[]): TreeContent => {
    const entries = new Map<string, ConfigTree>();
    for (const { key, value } of pairs) {
      const line = lineOf(key);
      const name = nameOf(target(key));
      const problem = keyProblem(name, entries);
      if (problem !== undefined) report(line, problem);
      else if (name !== undefined) entries.set(name, read(value, line));
    }
    return { kind: 'map', entries };
  };

  const tree = read(document.contents, lineOf(document.contents));
  if (values > MOST_VALUES || aliases > MOST_ALIASES) {
    const limits = `${MOST_VALUES} values or ${MOST_ALIASES} aliases`;
    report(1, { what: `The file holds more than ${limits}, with aliases written out`, hint: 'Use fewer aliases.' });
  }
  return tree;
};

const documentsOf = (text: string, lineCounter: LineCounter): readonly Document.Parsed[] | undefined => {
  try {
    // The schema outdoes a %YAML 1.1 directive, under which `yes` would be true; equal keys are looked for in `mapOf`.
    return compose(text, {
      lineCounter,
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    }).documents;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const problemsOf = ({ errors, warnings }: Document.Parsed) => [...errors, ...warnings];

const scalarOf = ({ value, source }: Scalar): string | number | boolean | null => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
    return value;
  return source ?? String(value);
};

const nameOf = (key: unknown): string | undefined =>
  isScalar(key) ? (key.source ?? String(key.value ?? '')) : undefined;

const keyProblem = (name: string | undefined, entries: ReadonlyMap<string, ConfigTree>): ValueProblem | undefined => {
  if (name === undefined) return { what: 'A key is a list, a mapping or missing', hint: 'Use plain text as the key.' };
  const first = entries.get(name);
  if (first !== undefined) {
    return { what: `The key ${quote(name)} is there twice, first on line ${first.line}`, hint: 'Keep one of them.' };
  }
  if (name === '<<') {
    return {
      what: 'The merge key "<<" is no part of YAML 1.2',
      hint: 'Write the settings out, or alias a whole value.',
    };
  }
  if (unusable.has(name)) return { what: `The name ${quote(name)} cannot be configured`, hint: 'Use another name.' };
  return undefined;
};

/** The maps of the file that hold settings: the top, each environment, each product, each environment of a product. */
export function scopesOf(tree: ConfigTree | undefined): SettingPath[] {
  const environments = (scope: SettingPath): SettingPath[] =>
    keysOf(treeAt(tree, [...scope, 'environments'])).map((name) => [...scope, 'environments', name]);
  const products = keysOf(treeAt(tree, ['products'])).map((name): SettingPath => ['products', name]);
  return [[], ...environments([]), ...products.flatMap((product) => [product, ...environments(product)])];
}
