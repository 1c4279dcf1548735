/** One manifest, read and rewritten: the images that it lists, and the values that a request changes, read back before anything is written. */
import { fail, PromotionError, type Violation } from './errors.ts';
import { checkShared } from './formats/aliases.ts';
import { findIn, stackKey, type View } from './formats/find-images.ts';
import { isTextFile, mayHaveMarkers, textTree } from './formats/markers.ts';
import { distinctHits, filledInHits, type Hit, match } from './formats/match.ts';
import { mentionFinder } from './formats/mentions.ts';
import { additionOf, editsOf } from './formats/plan-edits.ts';
import { anchorOf, environmentOf, keysTo, type Scope, seenBy } from './formats/shared-manifests.ts';
import { type DeadMarker, type Found, nodesOf, type Site, type Unbound } from './formats/site.ts';
import {
  canonicalRepository,
  type ImageRequest,
  keepsVersion,
  printImage,
  printReference,
  type Reference,
  sameReference,
  spellingsOf,
} from './image.ts';
import { quote } from './text.ts';
import { holdsTokens, holdsTrees, type Layers, layersOf } from './yaml/compare.ts';
import { type Edit, splicesOf } from './yaml/edit.ts';
import { applySplices, lineFinder } from './yaml/lines.ts';
import { type Node, type Parsed, parseTrees, resolve, type Tokens, type Tree } from './yaml/tree.ts';

/** A manifest as it is stored, decoded strictly from UTF-8: with its byte-order mark and its line breaks. */
export type ManifestText = {
  readonly path: string;
  readonly text: string;
  /** By default the manifest has no other layers. */
  readonly view?: View | undefined;
};

/** An image of a manifest. */
export type Listed = {
  /** The running reference. */
  readonly image: Reference;
  /** The names by which a request may match it. */
  readonly names: readonly string[];
  readonly line: number;
  /** The one environment that the place belongs to, in a manifest that several share. */
  readonly environment?: string | undefined;
};

/** The request for one manifest. With additions, a kustomization gets an entry for each image that it does not list. */
export type RewriteRequest = {
  readonly images: readonly ImageRequest[];
  readonly additions: 'allowed' | 'refused';
};

/** The request of one reader of a manifest. */
export type Ask = { readonly images: readonly ImageRequest[]; readonly view?: View | undefined };

/** An image that was asked for and is in the manifest now. */
export type FoundImage = {
  readonly request: ImageRequest;
  /** The place in the manifest; two with the same are one value. */
  readonly place: string;
  /** The one environment that the place belongs to, in a manifest that several share. */
  readonly environment?: string | undefined;
  /** Of the value that tells the version, in the new text. */
  readonly line: number;
  readonly from: Reference;
  readonly to: Reference;
  /** False where the manifest said so already. A number that became text is a change, although both references are equal. */
  readonly changed: boolean;
  /** True where the manifest did not list it: `from` is the name alone, which other manifests may use. */
  readonly added?: boolean | undefined;
  /** Keys for its version that values did not have before, and that their chart may not read. */
  readonly newKeys?: readonly { readonly key: string; readonly line: number }[] | undefined;
};

/** A place that has to do with a requested image and stays as it is: another tool fills in its version, it is text that only a marker
 * reaches, or nothing runs there. */
export type LeftAlone = {
  readonly request: ImageRequest;
  readonly line: number;
  readonly reason: 'filled-in' | 'unmarked' | 'named' | 'aside';
  /** Of a name alone: the line of what may be its version. */
  readonly versionLine?: number | undefined;
};

export type Rewritten = {
  readonly text: string;
  /** Without those that the manifest does not list. */
  readonly found: readonly FoundImage[];
  /** Before the change. */
  readonly listed: readonly Listed[];
  /** Values that look like an image without a repository: they explain why one was not found. */
  readonly unbound: readonly Unbound[];
  /** Markers that lead to no value, of images that were not asked for. */
  readonly deadMarkers: readonly DeadMarker[];
  /** In the order of the text, before the change. */
  readonly leftAlone: readonly LeftAlone[];
  readonly format: string;
};

/** All images of a manifest.
 * @throws PromotionError `manifest-invalid`, `manifest-format`. */
export function inspect(manifest: ManifestText): readonly Listed[] {
  const { view = {} } = manifest;
  return listedOf(seen(read(manifest, [view]), view), view);
}

/** The problems of a manifest's markers, for reports before their images are requested.
 * @throws PromotionError `manifest-invalid`, `manifest-format`. */
export function deadMarkersIn(manifest: ManifestText): readonly Violation[] {
  if (!mayHaveMarkers(manifest.text)) return [];
  const { view = {} } = manifest;
  return violationsOf(seen(read(manifest, [view]), view).deadMarkers ?? []);
}

/** The values of a manifest that look like images without a repository.
 * @throws PromotionError as `inspect` does. */
export function unboundIn(manifest: ManifestText): readonly Unbound[] {
  const { view = {} } = manifest;
  return seen(read(manifest, [view]), view).unbound;
}

/** The images of a manifest with the keys of the mappings that they are in, and the keys of their versions there; none of a reference.
 * @throws PromotionError as `inspect` does. */
export function whereListed(
  manifest: ManifestText,
): readonly { readonly image: Reference; readonly keys: readonly string[]; readonly versions: readonly string[] }[] {
  const { view = {} } = manifest;
  return seen(read(manifest, [view]), view).sites.map((site) => {
    const keys = keysTo(site.tree, anchorOf(site)) ?? [];
    if (site.shape.kind !== 'parts') return { image: site.image, keys: keys.slice(0, -1), versions: [] };
    const { tag, digest } = site.shape.keys;
    return { image: site.image, keys, versions: [tag, digest].flatMap((key) => key ?? []) };
  });
}

/** Changes only the requested values; a second run changes nothing.
 * @throws PromotionError `manifest-invalid`, `manifest-format`, `marker-invalid`, `image-ambiguous`, `image-shared`,
 * `image-patched`, `images-disagree`, and `readback-differs` if the new text differs from the plan: a defect of this module. */
export function rewrite(manifest: ManifestText, { images, additions }: RewriteRequest): Rewritten {
  const [only] = rewriteFor(manifest, [{ images, view: manifest.view }], additions);
  if (only === undefined) throw new Error('nothing was asked of the manifest');
  return only;
}

/** As `rewrite` does, for all readers of a manifest together; the results are in the order of the requests, and all have the same
 * text. */
export function rewriteFor(
  manifest: ManifestText,
  asks: readonly Ask[],
  additions: RewriteRequest['additions'],
): Rewritten[] {
  const { path } = manifest;
  const views = asks.map(({ view = {} }) => view);
  const before = read(manifest, views);
  const readers = asks.map(({ images }, index) => ({ images, found: seen(before, views[index] ?? {}) }));
  for (const { images, found } of readers) checkMarkers(found, images);
  const matched = match(readers.map(({ images, found }) => ({ images, sites: found.sites })));
  for (const [index, { images, found }] of readers.entries()) checkPins(found, images, matched[index] ?? []);
  const all = matched.map((hits, index) => ({ hits, added: missingFrom(readers[index], hits, additions) }));
  const hits = asks.length === 1 ? (matched[0] ?? []) : distinctHits(matched.flat());
  const added = distinctRequests(all.flatMap((one) => one.added));
  const layers = layersOf(allEdits(readers[0]?.found, hits, added));
  checkShared({
    trees: before.trees,
    hits,
    layers,
    asks: asks.map(({ images, view = {} }) => ({
      images,
      find: (trees) => seenIn(findIn(path, trees, view), view),
      see: (sites) => seenBy(sites, view.scope),
    })),
  });
  const text = print(manifest, layers);
  const written = readBack({ manifest, text, before, hits, added, layers });
  return readers.map(({ images, found }, index) => {
    const { hits, added } = all[index] as (typeof all)[number];
    const view = views[index] ?? {};
    return {
      text,
      found: foundOf(written, { hits, added, layers, scope: view.scope }),
      listed: listedOf(found, view),
      unbound: found.unbound,
      deadMarkers: found.deadMarkers ?? [],
      leftAlone: leftAlone(before, { view, images, hits, shown: found }),
      format: found.formats.join(' and '),
    };
  });
}

/** `found` by the key of the view's layers. */
type Read = {
  readonly views: readonly View[];
  readonly trees: readonly Tree[];
  readonly tokens: Tokens | undefined;
  readonly found: ReadonlyMap<string, Found>;
};

const seenIn = (found: Found, { scope }: View): Found =>
  scope === undefined ? found : { ...found, sites: seenBy(found.sites, scope) };

const seen = ({ found }: Read, view: View): Found => {
  const all = found.get(stackKey(view));
  if (all === undefined) throw new Error('a view was not read');
  return seenIn(all, view);
};

const read = ({ path, text }: ManifestText, views: readonly View[]): Read => {
  const lineOf = lineFinder(text);
  const place = (offset: number) => ({ path, line: lineOf(offset) });
  const parsed: Parsed = isTextFile(path) ? { trees: [textTree(text, place)] } : parseTrees(text, place);
  if (parsed.problem !== undefined) {
    const { message, offset } = parsed.problem;
    const [why, hint] = unparsed(text, message);
    return fail('manifest-invalid', `The manifest ${quote(path)} ${why}.`, hint, { path, line: lineOf(offset) });
  }
  const distinct = new Map(views.map((view) => [stackKey(view), view]));
  return {
    views,
    trees: parsed.trees,
    tokens: parsed.tokens,
    found: new Map([...distinct].map(([key, view]) => [key, findIn(path, parsed.trees, view)])),
  };
};

/** Why a text does not parse, and the way out. */
const unparsed = (text: string, message: string): readonly [why: string, hint: string] => {
  if (/^[ \t]*\{\{-?[ \t]*(?:if|range|with|include|template|define|end|else|toYaml|\/\*|\$|\.)/m.test(text)) {
    return [
      'is a template of a Helm chart, not a manifest',
      'Leave templates out of `files`: name the values of the chart.',
    ];
  }
  return [message, 'Repair the file, and promote again.'];
};

/** A new text that is no longer a manifest is our defect, not that of the file. */
const readAgain = (manifest: ManifestText, views: readonly View[]): Read => {
  try {
    return read(manifest, views);
  } catch (error) {
    if (error instanceof PromotionError) return differs(manifest.path);
    throw error;
  }
};

const listedOf = ({ sites }: Found, { scope }: View = {}): Listed[] =>
  sites.map((site) => ({
    image: site.image,
    names: site.second.length === 0 ? site.first : [...new Set([...site.first, ...site.second])],
    line: lineOf(site, site.image),
    environment: scope && environmentOf(site, scope.environments),
  }));

type Reader = {
  readonly view: View;
  readonly images: readonly ImageRequest[];
  readonly hits: readonly Hit[];
  /** What the view shows. */
  readonly shown: Found;
};

const leftAlone = (before: Read, { view, images, hits, shown }: Reader): LeftAlone[] => {
  const { trees } = before;
  const reading = (view.stacks ?? []).length > 0 ? 'layered' : 'alone';
  const filledIn = filledInHits(shown.sites, images);
  const found = before.found.get(stackKey(view));
  const { sites = [], ignored = [] }: Partial<Found> = found ?? {};
  const isIgnored = ({ line }: { readonly line: number }): boolean =>
    ignored.some(({ first, last }) => first <= line && line <= last);
  const mentionsOf = mentionFinder({ trees, sites, reading });
  const repositories = new Map<ImageRequest, string[]>();
  for (const { request, site } of hits) {
    const own = repositories.get(request);
    if (own === undefined) repositories.set(request, [site.image.repository]);
    else own.push(site.image.repository);
  }
  const unmarked = images.flatMap((request) => {
    const own = repositories.get(request) ?? [];
    const names = new Set([...(own.length === 0 ? spellingsOf(request.name) : [request.name]), ...own]);
    const mentions = [...names].flatMap((name) => mentionsOf(name));
    return mentions.map(({ kind, ...mention }) => ({ request, reason: kind, ...mention }));
  });
  const filled = filledIn.map(({ request, site }) => ({ request, line: siteLine(site), reason: 'filled-in' as const }));
  const all = [...filled, ...unmarked].filter((one) => !isIgnored(one));
  return all.sort((one, other) => one.line - other.line);
};

/** The line of the version, if there is one. */
const siteLine = ({ shape, tree, offset }: Site): number => {
  const node = shape.kind === 'parts' ? (shape.cells.tag ?? shape.cells.digest)?.node : nodesOf(shape)[0];
  return tree.place(node?.range[0] ?? offset).line ?? tree.place(offset).line ?? 1;
};

const checkMarkers = ({ deadMarkers = [] }: Found, images: readonly ImageRequest[]): void => {
  if (deadMarkers.length === 0) return;
  const requested = new Set(images.map(({ name }) => canonicalRepository(name)));
  const violations = violationsOf(deadMarkers.filter(({ name }) => requested.has(canonicalRepository(name))));
  if (violations.length > 0) throw new PromotionError(violations);
};

const violationsOf = (deadMarkers: readonly DeadMarker[]): Violation[] =>
  deadMarkers.map(({ message, place }) => ({ code: 'marker-invalid', message, hint: MARKER_HINT, ...place }));

const MARKER_HINT =
  'Put the marker at the end of the line of a reference to the image, of its tag or of its digest, or on a line of its own above it; or remove it.';

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

const missingFrom = (
  reader: { readonly images: readonly ImageRequest[]; readonly found: Found } | undefined,
  hits: readonly Hit[],
  allowed: RewriteRequest['additions'],
): ImageRequest[] => {
  if (allowed === 'refused' || reader?.found.additions === undefined) return [];
  const filledIn = filledInHits(reader.found.sites, reader.images);
  const found = new Set([...hits, ...filledIn].map(({ request }) => request));
  return reader.images.filter((request) => !found.has(request) && !keepsVersion(request));
};

const distinctRequests = (requests: readonly ImageRequest[]): ImageRequest[] => [
  ...new Map(requests.map((request) => [printImage(request), request])).values(),
];

const allEdits = (
  { additions }: Pick<Found, 'additions'> = {},
  hits: readonly Hit[],
  added: readonly ImageRequest[],
): Map<Tree, Edit[]> => {
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

type PlannedChange = {
  readonly hits: readonly Hit[];
  readonly added: readonly ImageRequest[];
  readonly layers: Layers;
};

type Result = PlannedChange & { readonly manifest: ManifestText; readonly text: string; readonly before: Read };

type FoundContext = PlannedChange & { readonly scope: Scope | undefined };

/** The sites in the new text: of each site before, and of each name that was added. */
type Written = { readonly now: ReadonlyMap<Site, Site>; readonly news: ReadonlyMap<string, Site> };

const readBack = ({ manifest: { path, text: old }, text, before, hits, added, layers }: Result): Written => {
  const unmoved: Written = { now: new Map(), news: new Map() };
  if (text === old) return unmoved;
  const isSameName = hits.every(({ site, wanted }) => site.image.repository === wanted.repository);
  const tokens = isSameName && added.length === 0 ? before.tokens : undefined;
  const verdict = tokens && holdsTokens(tokens, text, layers.outer);
  if (verdict !== undefined) return verdict ? unmoved : differs(path);
  return pairAll({ before, after: readAgain({ path, text }, before.views), hits, added, layers }) ?? differs(path);
};

type Pairing = PlannedChange & { readonly before: Read; readonly after: Read };

/** Finds all sites again, under each view; undefined if anything else than the planned changes differs. */
const pairAll = ({ before, after, hits, added, layers }: Pairing): Written | undefined => {
  const now = new Map<Site, Site>();
  const news = new Map<string, Site>();
  const names = new Map(added.map((request) => [request.name, imageOf(request)]));
  for (const [key, { sites }] of before.found) {
    const pairs = pairSites(expectedOf(sites, hits), after.found.get(key)?.sites ?? [], [...names.values()]);
    if (pairs === undefined) return undefined;
    for (const [index, site] of sites.entries()) now.set(site, pairs.paired[index] ?? site);
    for (const [index, name] of [...names.keys()].entries()) news.set(name, pairs.added[index] as Site);
  }
  return holdsTrees(before.trees, after.trees, layers) ? { now, news } : undefined;
};

/** Finds each site again, in order: those that were asked for as they are wanted, all others as they were. Between them only the
 * added ones may be. Undefined if that does not hold. */
function pairSites(
  before: readonly { readonly site: Site; readonly wanted: Reference }[],
  after: readonly Site[],
  added: readonly Reference[],
): { readonly paired: readonly Site[]; readonly added: readonly Site[] } | undefined {
  const paired: Site[] = [];
  const extra: Site[] = [];
  for (const site of after) {
    const next = before[paired.length];
    if (next !== undefined && printReference(next.wanted) === printReference(site.image)) paired.push(site);
    else if (printReference(added[extra.length] ?? { repository: '' }) === printReference(site.image)) extra.push(site);
    else return undefined;
  }
  return paired.length === before.length && extra.length === added.length ? { paired, added: extra } : undefined;
}

/** Under another view a value is another site. */
const expectedOf = (sites: readonly Site[], hits: readonly Hit[]) => {
  const own = new Map(hits.map((hit) => [hit.site, hit.wanted]));
  const others = new Map(hits.map((hit) => [placeOf(hit.site), hit.wanted]));
  return sites.map((site) => ({ site, wanted: own.get(site) ?? others.get(placeOf(site)) ?? site.image }));
};

const foundOf = ({ now, news }: Written, { hits, added, layers, scope }: FoundContext): FoundImage[] => {
  const changed = changedNodes(layers);
  return [
    ...hits.map(({ request, site, wanted: to }) => ({
      request,
      place: placeOf(site),
      environment: scope && environmentOf(site, scope.environments),
      line: lineOf(now.get(site) ?? site, request),
      from: site.image,
      to,
      changed: !sameReference(site.image, to) || valuesOf(site).some((node) => changed.has(node)),
      newKeys: newKeysOf(site, now.get(site)),
    })),
    ...added.map((request) => ({
      request,
      place: `added ${request.name}`,
      line: lineOf(news.get(request.name), request),
      from: { repository: request.name },
      to: imageOf(request),
      changed: true,
      added: true,
    })),
  ];
};

/** The keys of a kustomize entry are known; those that a chart or a controller reads are not. */
const newKeysOf = ({ shape: before }: Site, now: Site | undefined): NonNullable<FoundImage['newKeys']> => {
  if (now === undefined || before.kind !== 'parts' || before.naming !== 'helm' || now.shape.kind !== 'parts') return [];
  const { cells, keys } = now.shape;
  return (['tag', 'digest'] as const).flatMap((part) => {
    const cell = cells[part];
    const isNew = before.cells[part] === undefined && before.elsewhere?.[part] === undefined;
    if (cell === undefined || !isNew) return [];
    return [{ key: keys[part] ?? part, line: now.tree.place(cell.node.range[0]).line ?? 1 }];
  });
};

/** Documents may be within a value of another. */
const placeOf = ({ tree, offset, image }: Site): string =>
  [tree.outer?.node.range[0] ?? '', tree.index, offset, image.repository].join(' ');

const imageOf = ({ name, newName, tag, digest }: ImageRequest): Reference => ({
  repository: newName ?? name,
  tag,
  digest,
});

const lineOf = (site: Site | undefined, { tag }: Pick<ImageRequest, 'tag'>): number => {
  if (site === undefined) return 1;
  const { shape, tree } = site;
  const version = tag === undefined ? 'digest' : 'tag';
  if (shape.kind === 'marked') return tree.place(shape.spots[version]?.offset ?? site.offset).line ?? 1;
  const node = shape.kind === 'reference' ? shape.node : shape.cells[version]?.node;
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
