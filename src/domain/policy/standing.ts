/** The images of a required environment, and whether they prove that a requested image has run there. */

import { printImage, type Reference, sameReference, sameRepository } from '../image.ts';
import type { Source } from '../model.ts';
import type { PlannedItem } from '../plan/plan-promotion.ts';
import { buildOf, entriesOf, type History, type HistoryEntry } from '../records/history.ts';

/** One image of a required environment, in one manifest. */
export type Standing = {
  readonly product: string;
  readonly environment: string;
  readonly path: string;
  readonly line: number;
  /** The names by which a request may match it. */
  readonly names: readonly string[];
  readonly current: Reference;
  /** Of the manifest; undefined where nobody has read it. */
  readonly history?: History | undefined;
};

/** The result for a requested image: it runs there now, has run there, or did and was rolled back, with the
 * commit that tells so. */
type Testimony =
  | { readonly kind: 'runs' | 'unknown' }
  | { readonly kind: 'has-run' | 'rolled-back'; readonly commit: string };

/** The result for an item that requires the environment. */
export type Testified = { readonly item: PlannedItem; readonly standing: Standing; readonly testimony: Testimony };

/** Whether a standing is about an image: by what runs, or by what it is called, since an environment may have a registry of its
 * own. */
export function isAbout(image: string, called: readonly string[]): (standing: Standing) => boolean {
  return ({ current, names }) =>
    sameRepository(current.repository, image) || called.some((name) => names.includes(name));
}

/** The requested image, and the build that it comes from. */
type AskedImage = Pick<PlannedItem, 'to' | 'image'> & {
  readonly source?: Pick<Source, 'repository' | 'sha'> | undefined;
};

/** Two builds of an image are the same when reference, digest or source commit is. */
export function testimonyOf({ environment, path, current, history }: Standing, asked: AskedImage): Testimony {
  if (isSame(current, asked.to)) return { kind: 'runs' };
  if (history === undefined) return { kind: 'unknown' };
  const entries = entriesOf({ environment, path, current, history, image: asked.image });
  if (cameFrom(current, entries, asked)) return { kind: 'runs' };
  for (const [index, { trailer, commit }] of entries.entries()) {
    const older = entries.slice(index);
    if (trailer.kind === 'rollback' && matchesAt(trailer.instead, older, asked)) {
      return { kind: 'rolled-back', commit: commit.id };
    }
    if (matchesAt(trailer.reference, older, asked)) return { kind: 'has-run', commit: commit.id };
  }
  return { kind: 'unknown' };
}

/** Whether two requests in one promotion bring the same image: the same words, or the same image. */
export function bringsSame(a: PlannedItem, b: PlannedItem): boolean {
  return printImage(a.request) === printImage(b.request) || isSame(a.to, b.to);
}

/** Where both name a digest it alone decides: a tag can be moved. */
const isSame = (a: Reference, b: Reference): boolean => {
  if (a.digest !== undefined && b.digest !== undefined) return a.digest === b.digest;
  return a.tag !== undefined && sameReference({ ...a, digest: undefined }, { ...b, digest: undefined });
};

const matchesAt = (reference: Reference, entries: readonly HistoryEntry[], asked: AskedImage): boolean =>
  isSame(reference, asked.to) || cameFrom(reference, entries, asked);

/** A commit is one of a repository: what a proof says of a sender is its repository, not its commits. The commit that the provenance
 * of an image proves counts before the one that a sender names. */
const cameFrom = (reference: Reference, entries: readonly HistoryEntry[], { source }: AskedImage): boolean => {
  const record = buildOf(reference, entries);
  const build = record?.built ?? record?.source;
  const repositories = [source?.repository, build?.repository].flatMap((name) => name?.toLowerCase() ?? []);
  return source?.sha !== undefined && build?.sha === source.sha && new Set(repositories).size < 2;
};
