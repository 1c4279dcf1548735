/** The place of an image in a manifest, as data: a format finds sites, the writer changes them. Also references in one value, and
 * the placeholders that another tool fills in. */
import type { ErrorPlace } from '../errors.ts';
import { type ImageRequest, type Reference, splitReference } from '../image.ts';
import { isMistaken } from '../yaml/scalar.ts';
import { type Entry, type Link, type Mapping, type Sequence, type Text, type Tree, textOf } from '../yaml/tree.ts';
/** The parts of an image that a manifest may hold apart. */
export type ImagePart = 'name' | 'newName' | 'registry' | 'repository' | 'tag' | 'digest';

/** A value of a mapping; `mapping` is the one that the entry is in, which may be merged into the site's own. */
export type Cell = { readonly node: Text | Link; readonly entry: Entry; readonly mapping: Mapping };

/** The whole reference in one value. */
export type ReferenceShape = {
  readonly kind: 'reference';
  readonly node: Text | Link;
  /** The registry that is beside the value. */
  readonly registry?: string | undefined;
  /** The left side of `web=registry/web:v1`. */
  readonly matcher?: string | undefined;
  /** Whether a rename writes the left side, which a build matches by. */
  readonly renames: 'whole' | 'beside';
};

/** The parts as keys of one mapping, as items `{name, value}` of one list of parameters, or wherever a template takes them from
 * for an element. */
export type PartsShape = {
  readonly kind: 'parts';
  readonly cells: Partial<Readonly<Record<ImagePart, Cell>>>;
  /** How this mapping calls the parts. */
  readonly keys: Partial<Readonly<Record<ImagePart, string>>>;
  readonly naming: 'kustomize' | 'helm';
  /** `line`: the line goes; `empty`: the value becomes the empty text. */
  readonly clearing: 'line' | 'empty';
  /** Why no key for a tag may be added, a predicate. */
  readonly withoutTag?: string | undefined;
  /** The parts that another layer of the values has, with their places: they stay as they are. */
  readonly elsewhere?: Partial<Readonly<Record<ImagePart, string>>> | undefined;
  readonly place: { readonly mapping: Mapping } | { readonly parameters: Sequence } | { readonly element: Mapping };
};

/** A value, or a passage of its text, that a marker ties to an image. */
export type MarkedSpot = {
  readonly node: Text | Link;
  /** In the value's text. Without it, the whole value, with the rules of quoting. */
  readonly passage?: { readonly start: number; readonly end: number } | undefined;
  /** In the tree's text. */
  readonly offset: number;
};

/** The part of an image in a marked place; a version is a tag followed by a digest. */
export type SpotPart = 'reference' | 'version' | 'tag' | 'digest';

/** Spots that markers tie to one image: a reference, a tag, a digest, or a tag and a digest apart. */
export type MarkedShape = { readonly kind: 'marked'; readonly spots: Partial<Readonly<Record<SpotPart, MarkedSpot>>> };

export type Site = {
  readonly tree: Tree;
  /** Sites among which a match by the first names hides those by the second names. */
  readonly group: object;
  readonly first: readonly string[];
  readonly second: readonly string[];
  /** The running reference. */
  readonly image: Reference;
  /** Where it is listed, in the tree's text. */
  readonly offset: number;
  /** Why it cannot be changed, a predicate: it matters only when the image is requested. */
  readonly problem?: string | undefined;
  /** The way out of the problem, where it is another one than usual. */
  readonly way?: ((request: ImageRequest) => string) | undefined;
  /** The name in the markers that say of its values what the format finds, too. */
  readonly markedAs?: string | undefined;
  /** Whether another tool fills in its version: it is never changed, and in the way of nothing. */
  readonly isFilledIn?: boolean | undefined;
  readonly shape: ReferenceShape | PartsShape | MarkedShape;
};

/** The way out where a version is not beside the name of its image. */
export function markerHint(name: string): string {
  return `Put the comment "# image-promotion: ${name}" at the end of the line of its version, or write its tag beside its repository.`;
}

/** The same where a digest is beside the name, which would remain without a marker of its own. */
export function markersHint(name: string): string {
  return `Put the comment "# image-promotion: ${name}" at the end of the line of its version and "# image-promotion: ${name} digest" at that of its digest, or write its tag beside its repository.`;
}

/** The values that tell the image. */
export function nodesOf(shape: Site['shape']): (Text | Link)[] {
  if (shape.kind === 'reference') return [shape.node];
  return Object.values(shape.kind === 'marked' ? shape.spots : shape.cells).map(({ node }) => node);
}

export function spotEntries({ spots }: MarkedShape): [SpotPart, MarkedSpot][] {
  return Object.entries(spots) as [SpotPart, MarkedSpot][];
}

/** A value that explains why an image was not found. */
export type Unbound = {
  readonly line: number;
  readonly message: string;
  /** The one image that it may explain; without it, any. */
  readonly repository?: string | undefined;
  /** Of values: the keys of the mapping that has a version without a repository, and the key of that. */
  readonly keys?: readonly string[] | undefined;
  readonly key?: string | undefined;
  readonly part?: 'tag' | 'digest' | 'version' | undefined;
  /** Whether nothing but the key says that it is the version of an image. */
  readonly isWeak?: boolean | undefined;
};

/** An image that a patch sets, which a change elsewhere might not reach. */
export type Pin = { readonly repository: string; readonly place: ErrorPlace };

/** Where a kustomization takes new entries: after the last of its list, or as a new list under the key of its root. */
export type Additions = { readonly tree: Tree; readonly root: Mapping; readonly images: Sequence | undefined };

/** A marker that leads to no value: why requests for its image are refused. */
export type DeadMarker = { readonly name: string; readonly message: string; readonly place: ErrorPlace };

/** Lines of a manifest, both inclusive. */
export type Lines = { readonly first: number; readonly last: number };

export type Found = {
  /** Of each document, without repetition. */
  readonly formats: readonly Format[];
  readonly sites: readonly Site[];
  readonly pins: readonly Pin[];
  readonly unbound: readonly Unbound[];
  readonly additions?: Additions | undefined;
  readonly deadMarkers?: readonly DeadMarker[] | undefined;
  /** The places that markers exclude from changes and messages. */
  readonly ignored?: readonly Lines[] | undefined;
};

export type Format = 'kustomization' | 'helm values' | 'kubernetes manifest' | 'argocd application' | 'text';

const reference = /^[A-Za-z0-9[][A-Za-z0-9._:/@+[\]-]*$/;

/** Where a placeholder begins: `{{ .x }}`, `{TAG}`, `<path:secret#key>`, `<< inputs.tag >>`, `${TAG}`, `$(TAG)`, `$TAG`, `[[ tag ]]`,
 * `%TAG%`, `@TAG@`, `((tag))`, `~TAG~`, `__TAG__`. No reference has any of these. */
const placeholder = /#?[{}<>$%()~]|\[\[|@\w+@|__[A-Z][A-Z0-9_]*__/;

/** Whether another tool fills in the text before it is deployed: templates, secrets of a vault, variables. */
export function isTemplated(text: string): boolean {
  return placeholder.test(text);
}

/** Whether a text could be a reference; whether it is one, a literal match decides. */
export function looksLikeReference(text: string): boolean {
  return reference.test(text) && !isMistaken(text) && !/\/\/|^[0-9a-f]{64}(?:[:@]|$)/.test(text);
}

/** A value that holds a whole reference; undefined where it holds something else. */
export function referenceSite(tree: Tree, node: Text | Link, group: object): Site | undefined {
  const text = textOf(tree, node) ?? '';
  const isWhole = looksLikeReference(text) && !isTemplated(text);
  const image = isWhole ? splitReference(text) : filledInImage(text);
  if (image === undefined) return undefined;
  return {
    tree,
    group,
    first: [image.repository],
    second: [],
    image,
    isFilledIn: !isWhole,
    offset: node.range[0],
    shape: { kind: 'reference', node, renames: 'whole' },
  };
}

/** Only the image of a placeholder's version is known. */
export function filledInImage(text: string): Reference | undefined {
  const start = text.search(placeholder);
  const known = `${text.slice(0, start)}x`;
  const { repository, tag, digest } = splitReference(known);
  if (start < 0 || !looksLikeReference(known) || (tag ?? digest) === undefined) return undefined;
  return { repository, tag: text.slice(repository.length + 1) };
}

/** A value in the syntax of `kustomize edit set image`: a reference, or one to the right of the name that the build matches by. */
export function overrideSite(tree: Tree, node: Text | Link, group: object): Site | undefined {
  const text = textOf(tree, node) ?? '';
  const equals = text.split(placeholder, 1)[0]?.indexOf('=') ?? -1;
  const right = text.slice(equals + 1);
  const isWhole = looksLikeReference(right) && !isTemplated(right);
  const image = isWhole ? splitReference(right) : filledInImage(right);
  if (image === undefined) return undefined;
  const matcher = equals < 0 ? undefined : text.slice(0, equals);
  return {
    tree,
    group,
    first: [matcher ?? image.repository],
    second: matcher === undefined ? [] : [image.repository],
    image,
    isFilledIn: !isWhole,
    offset: node.range[0],
    shape: { kind: 'reference', node, matcher, renames: 'beside' },
  };
}
