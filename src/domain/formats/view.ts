/** How a manifest is read that does not stand for itself: one that environments share, or a layer of several. */
import type { Tree } from '../yaml/tree.ts';
import { find } from './find.ts';
import { findLayered, type Stack } from './layered.ts';
import { withMarkers } from './marked.ts';
import { anchorOf, type Scope } from './scope.ts';
import type { Found, Site } from './site.ts';

export type View = {
  /** Undefined where the manifest belongs to one environment. */
  readonly scope?: Scope | undefined;
  /** The other layers of each list that the manifest is a layer of; none for a manifest that stands for itself. */
  readonly stacks?: readonly Stack[] | undefined;
};

/** The same for views under which a manifest holds the same. */
export function stackKey({ stacks = [] }: View): string {
  return JSON.stringify(
    stacks.map(({ below, above }) => [below.map(({ path }) => path), above.map(({ path }) => path)]),
  );
}

/** The same for files that hold the same images to those who read them. */
export function fileKey({ path, view }: { readonly path: string; readonly view?: View | undefined }): string {
  return view === undefined ? path : `${path} ${view.scope?.environment ?? ''} ${stackKey(view)}`;
}

/** All images of the manifest, whosever they are.
 * @throws PromotionError as `find` and `findLayered` do. */
export function findIn(path: string, trees: readonly Tree[], { stacks = [] }: View): Found {
  const [first, ...others] = stacks.map((stack) => withMarkers(trees, () => findLayered(path, trees, stack)));
  if (first === undefined) return find(path, trees);
  return others.length === 0 ? first : others.reduce(union, first);
}

/** A layer may decide in one list what it does not in another. */
const union = (one: Found, other: Found): Found => ({
  ...one,
  sites: [...one.sites, ...other.sites.filter((site) => !one.sites.some((known) => isSame(known, site)))],
  unbound: [...one.unbound, ...other.unbound],
});

const isSame = (a: Site, b: Site): boolean => anchorOf(a) === anchorOf(b) && a.image.repository === b.image.repository;
