import { fail, PromotionError } from './errors.ts';
import { additionOf } from './formats/additions.ts';
import { editsOf } from './formats/changes.ts';
import { find } from './formats/find.ts';
import { type Hit, match } from './formats/match.ts';
import { type Layers, layersOf } from './formats/nesting.ts';
import { holdsTrees, pairSites } from './formats/readback.ts';
import { checkShared } from './formats/shared.ts';
import { type Found, nodesOf, type Site, type Unbound } from './formats/site.ts';
import { type ImageRequest, type Reference, sameReference } from './image.ts';
import { quote } from './text.ts';
import type { Edit } from './yaml/edit.ts';
import { lineFinder } from './yaml/lines.ts';
import type { Node } from './yaml/nodes.ts';
import { applySplices } from './yaml/splice.ts';
import { holdsTokens } from './yaml/tokens.ts';
import { parseTrees, resolve, type Tree } from './yaml/tree.ts';
import { splicesOf } from './yaml/write.ts';

/** A manifest as it is stored, decoded strictly from UTF-8: with its byte-order mark and its line breaks. */
export type ManifestText = { readonly path: string; readonly text: string };

/** An image of a manifest. */
export type Listed = {
  /** What runs. */
  readonly image: Reference;
  /** The names by which a request may match it. */
  readonly names: readonly string[];
  readonly line: number;
};

/** What is asked of one manifest. With additions, a kustomization gets an entry for each image that it does not list. */
export type RewriteRequest = {
  readonly images: readonly ImageRequest[];
  readonly additions: 'allowed' | 'refused';
};

/** An image that was asked for and stands in the manifest now. */
export type FoundImage = {
  readonly request: ImageRequest;
  /** Of the value that tells the version, in the new text. */
  readonly line: number;
  readonly from: Reference;
  readonly to: Reference;
  /** False where the manifest said so already. A number that became text is a change, although both references are equal. */
  readonly changed: boolean;
  /** True where the manifest did not list it: `from` is the name alone, which other manifests may use. */
  readonly added?: boolean | undefined;
};

export type Rewritten = {
  readonly text: string;
  /** Without those that the manifest does not list. */
  readonly found: readonly FoundImage[];
  /** Before the change. */
  readonly listed: readonly Listed[];
  /** What looks like an image but cannot be told by its repository: to explain why one was not found. */
  readonly unbound: readonly Unbound[];
  readonly format: string;
};

/** All images of a manifest.
 * @throws PromotionError `manifest-invalid`, `manifest-format`. */
export function inspect(manifest: ManifestText): readonly Listed[] {
  return listedOf(read(manifest).found);
}

/** Changes nothing but the values that were asked for; twice is once.
 * @throws PromotionError `manifest-invalid`, `manifest-format`, `image-ambiguous`, `image-shared`, `image-patched`,
 * `images-disagree`, and `readback-differs` where the new text does not say what it should: a defect of this module. */
export function rewrite(manifest: ManifestText, { images, additions }: RewriteRequest): Rewritten {
  const before = read(manifest);
  const hits = match(before.found.sites, images);
  checkPins(before.found, images, hits);
  const added = additions === 'allowed' ? missing(before.found, images, hits) : [];
  const layers = layersOf(allEdits(before.found, hits, added));
  checkShared({ path: manifest.path, trees: before.trees, images, hits, layers });
  const text = print(manifest, layers);
  const written = readBack({ manifest, text, before, hits, added, layers });
  return {
    text,
    found: foundOf(written, { hits, added, layers }),
    listed: listedOf(before.found),
    unbound: before.found.unbound,
    format: before.found.formats.join(' and '),
  };
}

type Read = { readonly trees: readonly Tree[]; readonly tokens: readonly string[]; readonly found: Found };

const read = ({ path, text }: ManifestText): Read => {
  const lineOf = lineFinder(text);
  const parsed = parseTrees(text, (offset) => ({ path, line: lineOf(offset) }));
  if (parsed.problem !== undefined) {
    const { message, offset } = parsed.problem;
    return fail('manifest-invalid', `The manifest ${quote(path)} ${message}.`, 'Repair the file, and promote again.', {
      path,
      line: lineOf(offset),
    });
  }
  return { trees: parsed.trees, tokens: parsed.tokens, found: find(path, parsed.trees) };
};

/** A new text that is no longer a manifest is our defect, not that of the file. */
const readAgain = (manifest: ManifestText): Read => {
  try {
    return read(manifest);
  } catch (error) {
    if (error instanceof PromotionError) return differs(manifest.path);
    throw error;
  }
};

const listedOf = ({ sites }: Found): Listed[] =>
  sites.map((site) => ({
    image: site.image,
    names: [...new Set([...site.first, ...site.second])],
    line: site.tree.place(site.offset).line ?? 1,
  }));

const checkPins = ({ pins }: Found, images: readonly ImageRequest[], hits: readonly Hit[]): void => {
  if (pins.length === 0) return;
  const requested = new Set([
    ...images.flatMap(({ name, newName }) => [name, newName]),
    ...hits.flatMap(({ site, wanted }) => [wanted.repository, site.image.repository]),
  ]);
  const violations = pins
    .filter(({ repository }) => requested.has(repository))
    .map(({ repository, place }) => ({
      code: 'image-patched' as const,
      message: `An inline patch sets the image ${quote(repository)}.`,
      hint: 'Take the image out of the patch, so that the list of images decides alone.',
      ...place,
    }));
  if (violations.length > 0) throw new PromotionError(violations);
};

const missing = ({ additions }: Found, images: readonly ImageRequest[], hits: readonly Hit[]): ImageRequest[] => {
  const found = new Set(hits.map(({ request }) => request));
  return additions === undefined ? [] : images.filter((request) => !found.has(request));
};

const allEdits = ({ additions }: Found, hits: readonly Hit[], added: readonly ImageRequest[]): Map<Tree, Edit[]> => {
  const edits = editsOf(hits);
  const addition = additions === undefined ? undefined : additionOf(additions, added);
  if (additions !== undefined && addition !== undefined) {
    edits.set(additions.tree, [...(edits.get(additions.tree) ?? []), addition]);
  }
  return edits;
};

const print = ({ path, text }: ManifestText, { outer }: Layers): string => {
  const splices = [...outer].flatMap(([tree, edits]) => edits.flatMap((edit) => splicesOf(tree, edit)));
  return applySplices(text, splices) ?? differs(path);
};

type Change = { readonly hits: readonly Hit[]; readonly added: readonly ImageRequest[]; readonly layers: Layers };
type Result = Change & { readonly manifest: ManifestText; readonly text: string; readonly before: Read };
/** The sites in the new text: of each site before, and of each name that was added. */
type Written = { readonly now: ReadonlyMap<Site, Site>; readonly news: ReadonlyMap<string, Site> };

const readBack = ({ manifest: { path, text: old }, text, before, hits, added, layers }: Result): Written => {
  const unmoved: Written = { now: new Map(), news: new Map() };
  if (text === old) return unmoved;
  const isSameName = hits.every(({ site, wanted }) => site.image.repository === wanted.repository);
  const verdict = isSameName && added.length === 0 ? holdsTokens(before.tokens, text, layers.outer) : undefined;
  if (verdict !== undefined) return verdict ? unmoved : differs(path);
  const after = readAgain({ path, text });
  const wanted = new Map(hits.map((hit) => [hit.site, hit.wanted]));
  const expected = before.found.sites.map((site) => ({ site, wanted: wanted.get(site) ?? site.image }));
  const names = new Map(added.map((request) => [request.name, imageOf(request)]));
  const pairs = pairSites(expected, after.found.sites, [...names.values()]);
  if (pairs === undefined || !holdsTrees(before.trees, after.trees, layers)) return differs(path);
  return {
    now: new Map(before.found.sites.map((site, index) => [site, pairs.paired[index] ?? site])),
    news: new Map([...names.keys()].map((name, index) => [name, pairs.added[index] as Site])),
  };
};

const foundOf = ({ now, news }: Written, { hits, added, layers }: Change): FoundImage[] => {
  const changed = changedNodes(layers);
  return [
    ...hits.map(({ request, site, wanted: to }) => ({
      request,
      line: lineOf(now.get(site) ?? site, request),
      from: site.image,
      to,
      changed: !sameReference(site.image, to) || valuesOf(site).some((node) => changed.has(node)),
    })),
    ...added.map((request) => ({
      request,
      line: lineOf(news.get(request.name), request),
      from: { repository: request.name },
      to: imageOf(request),
      changed: true,
      added: true,
    })),
  ];
};

const imageOf = ({ name, newName, tag, digest }: ImageRequest): Reference => ({
  repository: newName ?? name,
  tag,
  digest,
});

const lineOf = (site: Site | undefined, { tag }: ImageRequest): number => {
  if (site === undefined) return 1;
  const { shape, tree } = site;
  const node = shape.kind === 'reference' ? shape.node : shape.cells[tag === undefined ? 'digest' : 'tag']?.node;
  return tree.place(node?.range[0] ?? site.offset).line ?? 1;
};

const changedNodes = ({ outer, inner }: Layers): Set<Node> => {
  const edits = [...outer.values(), ...inner.values()].flat();
  return new Set(edits.flatMap((edit) => (edit.kind === 'set' ? [edit.node] : [])));
};

const valuesOf = ({ shape, tree }: Site): Node[] =>
  nodesOf(shape).flatMap((node) => [node, resolve(tree, node) ?? node]);

const differs = (path: string): never =>
  fail(
    'readback-differs',
    `The manifest ${quote(path)} would not read as planned after the change, so that nothing was written.`,
    'This is a defect of image-promotion: report it with the file and the request.',
    { path },
  );
