import type * as v from 'valibot';
import type { Violation } from '../errors.ts';
import { listed, nearest, quote } from '../text.ts';
import type { Problem } from './glob.ts';
import { heard } from './shapes.ts';
import { lineAt, type Path, type Tree } from './tree.ts';

/** Says what the validator found in the words of the file: the setting, its line, what is wrong, the way out. */
export function explain(
  issue: v.BaseIssue<unknown>,
  { path, tree }: { path: string; tree: Tree | undefined },
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

const unknownKey = (steps: Path, known: readonly string[]): Problem => {
  const key = String(steps.at(-1));
  const where = steps.length > 1 ? ` in ${settingAt(steps.slice(0, -1))}` : '';
  const meant = nearest(key, known);
  return {
    what: `The setting ${quote(key)}${where} is unknown`,
    hint: meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : `There are ${listed(known)}.`,
  };
};

/** `environments.prod.labels[0]`, with quotes around keys that are no plain words. */
const settingAt = (steps: Path): string => {
  if (steps.length === 0) return 'The configuration';
  const shown = steps.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[\w.-]{1,80}$/.test(step) ? `.${step}` : `.${quote(step)}`;
  });
  return shown.join('').replace(/^\./, '');
};

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  strict_object: 'a map',
  record: 'a map',
  union: 'true, false or digest',
};

const problemOf = (issue: v.BaseIssue<unknown>): Problem => {
  const kind = kinds[issue.type];
  if (kind === undefined) return withInput(heard(issue.message), issue.input);
  if (issue.input === undefined) return { what: 'is missing', hint: 'Add it.' };
  return { what: `is ${shown(issue.input)}, not ${kind}`, hint: hintFor(issue, kind) };
};

const withInput = ({ what, hint }: Problem, input: unknown): Problem => {
  if (input === null) return { what: `is empty and so ${what}`, hint };
  return { what: typeof input === 'string' && !what.includes('"') ? `${what}: ${quote(input)}` : what, hint };
};

const shown = (input: unknown): string => {
  if (input === null) return 'empty';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object') return 'a map';
  return typeof input === 'string' ? `the text ${quote(input)}` : `the ${typeof input} ${String(input)}`;
};

const hintFor = ({ type, input }: v.BaseIssue<unknown>, kind: string): string => {
  if (input === null) return 'Give it a value, or remove the setting.';
  if (type === 'string' && typeof input !== 'object') return 'Put the value in quotes.';
  if (type === 'array' && typeof input === 'string')
    return `Write it as a list: [${/^[\w./:-]{1,80}$/.test(input) ? input : '…'}].`;
  return `Write ${kind}.`;
};
