import * as v from 'valibot';
import { PromotionError, type Violation } from '../errors.ts';
import { explain } from './explain.ts';
import { readTree } from './read.ts';
import { unresolved } from './references.ts';
import { type Configuration, configuration } from './schema.ts';
import { unsupported } from './supported.ts';
import { plain, type Tree } from './tree.ts';

/** A configuration that holds what it says: every value has been checked. */
export type Config = {
  readonly path: string;
  readonly value: Configuration;
  /** For the lines of messages; undefined where nothing is configured. */
  readonly tree: Tree | undefined;
};

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
