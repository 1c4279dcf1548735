import type { MergeMethod } from '../model.ts';

/** What may be used, as far as it is known. */
export type Methods = {
  readonly settings: readonly MergeMethod[];
  readonly rules?: readonly MergeMethod[] | undefined;
};

export type Choice =
  | { readonly kind: 'chosen'; readonly method: MergeMethod }
  /** What stands in the way of the method that is asked for, or of all. */
  | { readonly kind: 'refused'; readonly by: 'settings' | 'rules'; readonly allowed: readonly MergeMethod[] };

/** One commit with our message is what the records are read from best. */
const preferred: readonly MergeMethod[] = ['squash', 'merge', 'rebase'];

/** The method that is asked for, or else the best of those that the repository and the rules of the branch allow. */
export function chooseMethod(wanted: MergeMethod | undefined, { settings, rules }: Methods): Choice {
  const allowed = preferred.filter((method) => settings.includes(method) && (rules?.includes(method) ?? true));
  const method = wanted ?? allowed[0];
  if (method !== undefined && allowed.includes(method)) return { kind: 'chosen', method };
  const bySettings = wanted === undefined ? settings.length === 0 : !settings.includes(wanted);
  return { kind: 'refused', by: bySettings ? 'settings' : 'rules', allowed };
}
