import type { Mapping } from '../yaml/nodes.ts';
import type { Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { effective } from './parts.ts';

/** What an object says of itself; `group` is the part of `apiVersion` before the slash, empty for the core of Kubernetes. */
export type Head = {
  readonly kind: string | undefined;
  readonly apiVersion: string | undefined;
  readonly group: string | undefined;
};

export function headOf(tree: Tree, mapping: Mapping): Head {
  const read = (key: string): string | undefined => textOf(tree, effective(tree, mapping, key)?.entry.value);
  const apiVersion = read('apiVersion');
  return {
    kind: read('kind'),
    apiVersion,
    group: apiVersion?.includes('/') ? apiVersion.split('/')[0] : apiVersion && '',
  };
}
