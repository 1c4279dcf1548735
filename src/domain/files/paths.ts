import { isGlob } from '../config/glob.ts';

/** By these names, in this order, kustomize looks for what a directory means. */
export const KUSTOMIZATIONS = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** The directory in which a glob begins, or the whole of a path without wildcards; the root is the empty path. */
export function baseOf(pattern: string): string {
  const segments = pattern.split('/');
  const wild = segments.findIndex(isGlob);
  return segments.slice(0, wild < 0 ? segments.length : wild).join('/');
}

export function join(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}
