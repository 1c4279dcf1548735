import type { Entry, Look } from '../files/entry.ts';
import { resolve } from '../files/walk.ts';
import type { Known } from '../files.ts';

type Step = { readonly kind: 'more' | 'done'; readonly paths: readonly string[] };

/** Finds the files that a glob matches in what is known, or says which directories must be read first. The files themselves are
 * not asked for: there may be many.
 * @throws PromotionError for a glob that leads too far, or a path that leads nowhere. */
export function findFiles(pattern: string, known: Known): Step {
  const wanted = new Set<string>();
  const look: Look = (path) => {
    const entry = known.get(path) ?? listedAt(path, known);
    if (entry === undefined) wanted.add(path);
    return entry;
  };
  const { paths } = resolve(pattern, { target: { product: '', environment: '', files: [pattern] }, look });
  return wanted.size > 0 ? { kind: 'more', paths: [...wanted] } : { kind: 'done', paths };
}

/** Stands in for a file that its directory is known to have. */
const listedAt = (path: string, known: Known): Entry | undefined => {
  const cut = path.lastIndexOf('/');
  const directory = known.get(path.slice(0, Math.max(0, cut)));
  if (directory?.kind !== 'directory') return undefined;
  const entry = directory.entries.find(({ name }) => name === path.slice(cut + 1));
  return entry?.kind === 'file' ? { kind: 'file', text: '', executable: false } : undefined;
};

/** Of many files those that are worth reading: Applications are usually named after their product. */
export function worthReading(paths: readonly string[], products: readonly string[], most: number): readonly string[] {
  const manifests = paths.filter((path) => !/(^|\/)[Kk]ustomization(\.ya?ml)?$/.test(path));
  if (manifests.length <= most) return manifests;
  return manifests.filter((path) => products.some((product) => path.includes(product))).slice(0, most);
}
