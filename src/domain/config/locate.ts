/** Where the configuration file is, and where it is overlooked. */

import { fail } from '../errors.ts';
import type { SnapshotEntry } from '../manifests/find-manifests.ts';
import { relativePath } from '../request/grammar.ts';
import { quote } from '../text.ts';

export const USUAL_CONFIG = '.github/promotion.yml';
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
