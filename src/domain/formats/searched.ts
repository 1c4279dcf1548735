import type { Mapping, Node, Sequence } from '../yaml/nodes.ts';
import type { Tree } from '../yaml/tree.ts';
import type { Unbound } from './site.ts';

/** What has been searched of a manifest, so that an alias leads only to what its anchor did not. */
export type Searched = {
  /** Collections, by the role that a key gives them: one that holds images under one key may hold none under another. */
  readonly collections: Readonly<Record<Role, Set<Node>>>;
  /** The mappings and values that are images. */
  readonly images: Set<Node>;
  /** References whose version is filled in, and tags without a repository. */
  readonly unbound: Unbound[];
};

/** Why an image cannot be changed that only an alias puts in its place: its anchor stands in a label, say. */
export const byAlias = 'stands here by an alias alone, whose anchor is no place for images';

type Role = 'image' | 'part' | 'list' | 'other';

export function searchedNothing(): Searched {
  return {
    collections: { image: new Set(), part: new Set(), list: new Set(), other: new Set() },
    images: new Set(),
    unbound: [],
  };
}

/** What begins with `x-` is there for its anchor: an alias of it is an image, and becomes a literal if it is asked for. */
export const singleImage = /(?:^i|(?<!^x)[-_]i|I)mage$/;
export const listOfImages = /(?:^i|(?<!^x)[-_]i|I)mages$/;

const roleOf = (key: string): Role => {
  if (key === 'image') return 'image';
  if (singleImage.test(key)) return 'part';
  return listOfImages.test(key) ? 'list' : 'other';
};

export function isSearched({ collections }: Searched, node: Node, key: string): boolean {
  return collections[roleOf(key)].has(node);
}

/** Whether a collection under a key is still to be searched; from now on it is no more. Without aliases there is one way to each. */
export function startSearch(tree: Tree, searched: Searched, { node, key }: Collection): boolean {
  if (tree.links.size === 0) return true;
  if (isSearched(searched, node, key)) return false;
  searched.collections[roleOf(key)].add(node);
  return true;
}

type Collection = { readonly node: Mapping | Sequence; readonly key: string };
