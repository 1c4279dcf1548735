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
