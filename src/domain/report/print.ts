import type { Place } from '../errors.ts';

/** `path:line`, as editors and terminals take it. */
export function printPlace({ path, line }: Place): string {
  if (path === undefined) return '';
  return line === undefined ? path : `${path}:${line}`;
}

/** A reference beside the image that it belongs to: the tag alone where the repository is the same, the digest shortened. */
export function shortReference(reference: string, image: string): string {
  const own = reference.startsWith(image) && /^[:@]/.test(reference.slice(image.length));
  const rest = own ? reference.slice(image.length).replace(/^:/, '') : reference;
  return rest.replace(/(@[a-z0-9]+:[0-9a-f]{12})[0-9a-f]+$/i, '$1…');
}

const LONGEST_PATH = 20;

/** A long path by its end, as many of the last parts as are not too long, one at least. */
export function shortPath(path: string): string {
  if (path.length <= LONGEST_PATH) return path;
  const parts = path.split('/');
  let shown = parts.at(-1) ?? '';
  for (const part of parts.slice(0, -1).reverse()) {
    if (shown.length + part.length + 1 > LONGEST_PATH) break;
    shown = `${part}/${shown}`;
  }
  return shown === path ? path : `…/${shown}`;
}
