/** Finds all images of a manifest, by the kind of its documents and its view. */
import { fail } from '../errors.ts';
import { quote } from '../text.ts';
import { isMapping, isNull, isSequence, isText, type Mapping, type Node, resolve, type Tree } from '../yaml/tree.ts';
import { findSet } from './applicationset.ts';
import { findApplication } from './argocd-application.ts';
import { findValues, type Searched, searchedNothing } from './helm.ts';
import { childOf } from './image-parts.ts';
import { findArtifacts, findObject, type Head, headOf } from './kubernetes.ts';
import { findCharts, findEntries, findPins, imagesOf } from './kustomization.ts';
import { findLayered, type Stack, withoutOverridden } from './layered.ts';
import { withMarkers } from './marked.ts';
import { isWholeText } from './markers.ts';
import { anchorOf, type Scope } from './shared-manifests.ts';
import { type Format, type Found, nodesOf, type Site } from './site.ts';

/** All images of the manifest, of all owners.
 * @throws PromotionError as `find` and `findLayered` do. */
export function findIn(path: string, trees: readonly Tree[], { stacks = [] }: View): Found {
  const [first, ...others] = stacks.map((stack) =>
    withoutOverridden(
      withMarkers(trees, () => findLayered(path, trees, stack)),
      stack,
    ),
  );
  if (first === undefined) return find(path, trees);
  return others.length === 0 ? first : others.reduce(union, first);
}

export type View = {
  /** Undefined where the manifest belongs to one environment. */
  readonly scope?: Scope | undefined;
  /** The other layers of each list that the manifest is a layer of; none for a manifest that is no layer. */
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

/** A layer may decide in one list what it does not in another. */
const union = (one: Found, other: Found): Found => ({
  ...one,
  sites: [...one.sites, ...other.sites.filter((site) => !one.sites.some((known) => isSame(known, site)))],
  unbound: [...one.unbound, ...other.unbound],
});

const isSame = (a: Site, b: Site): boolean => anchorOf(a) === anchorOf(b) && a.image.repository === b.image.repository;

/** Finds all images of a manifest by the kind of its documents; the path decides only if they have none.
 * @throws PromotionError `manifest-format` for a manifest that fits no format, `manifest-invalid` for a section of a wrong type. */
export function find(path: string, trees: readonly Tree[]): Found {
  return withMarkers(trees, () => findByFormat(path, trees));
}

const findByFormat = (path: string, trees: readonly Tree[]): Found => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [first] = trees;
  if (first !== undefined && isWholeText(first)) return { formats: ['text'], sites: [], pins: [], unbound: [] };
  if (first !== undefined && isMapping(first.root) && isKustomization(headOf(first, first.root), name)) {
    return findKustomization(first, first.root);
  }
  const documents = trees.filter(({ root }) => !isEmpty(root));
  if (documents.length === 0) return unknown(path, 'holds nothing', 1);
  const searched = searchedNothing();
  const found = join(documents.flatMap((tree) => findDocument(tree, { path, name, node: tree.root, searched })));
  return { ...found, unbound: [...found.unbound, ...searched.unbound] };
};

const fileNames = new Set(['kustomization.yaml', 'kustomization.yml', 'Kustomization']);

const isKustomization = ({ kind, apiVersion, group }: Head, name: string): boolean => {
  if (kind === undefined) return fileNames.has(name);
  const isOwn = apiVersion === undefined || group === 'kustomize.config.k8s.io';
  return isOwn && (kind === 'Kustomization' || kind === 'Component');
};

const findKustomization = (tree: Tree, root: Mapping): Found => {
  const images = imagesOf(tree, root);
  const entries = images === undefined ? [] : findEntries(tree, images);
  return {
    formats: ['kustomization'],
    sites: [...entries, ...findCharts(tree, root)],
    pins: findPins(tree, root, entries),
    unbound: [],
    additions: { tree, root, images },
  };
};

type DocumentPart = Pick<Found, 'sites' | 'unbound' | 'pins'> & { readonly format: Format };

type DocumentContext = {
  readonly path: string;
  readonly name: string;
  readonly node: Node | null;
  readonly searched: Searched;
};

const findDocument = (tree: Tree, document: DocumentContext): DocumentPart[] => {
  const { path, name, node, searched } = document;
  const root = resolve(tree, node);
  if (!isMapping(root)) return notMapping(tree, root, { path, line: tree.place(node?.range[0] ?? 0).line });
  const head = headOf(tree, root);
  const isApplication = head.group === 'argoproj.io' && /^Application(?:Set)?$/.test(head.kind ?? '');
  if (isApplication || /^\.argocd-source.*\.ya?ml$/.test(name)) {
    const found = head.kind === 'ApplicationSet' ? findSet(tree, root) : findApplication(tree, root);
    return [{ format: 'argocd application', ...found }];
  }
  if (head.kind === undefined || head.apiVersion === undefined) {
    return [{ format: 'helm values', sites: findValues(tree, root, { searched }), pins: [], unbound: [] }];
  }
  const items = head.kind === 'List' ? childOf(tree, root, 'items') : null;
  if (isSequence(items))
    return (items.items as Node[]).flatMap((item) => findDocument(tree, { ...document, node: item }));
  const artifacts = findArtifacts(tree, root, head);
  for (const { shape } of artifacts) for (const node of nodesOf(shape)) searched.images.add(node);
  const { sites, pins } = findFlux(tree, root, { head, searched });
  return [
    {
      format: 'kubernetes manifest',
      sites: [...artifacts, ...sites, ...findObject(tree, root, searched)],
      pins,
      unbound: [],
    },
  ];
};

const notMapping = (
  tree: Tree,
  root: Node | null,
  { path, line }: { path: string; line: number | undefined },
): never =>
  isPatch(tree, root)
    ? fail(
        'manifest-format',
        `The manifest ${quote(path)} is a JSON patch, whose operations kustomize applies to another file.`,
        'Leave patches out of `files`, and set the image in the list of images of the kustomization.',
        { path, line },
      )
    : unknown(path, 'holds something else than a mapping', line);

/** Operations as RFC 6902 has them. */
const isPatch = (tree: Tree, root: Node | null): boolean =>
  isSequence(root) &&
  root.items.length > 0 &&
  (root.items as Node[]).every((item) =>
    ['op', 'path'].every((key) => isText(childOf(tree, resolve(tree, item), key))),
  );

type Flux = { readonly head: Head; readonly searched: Searched };

/** Flux builds kustomizations of its own from some of its objects, and from rendered charts. */
const findFlux = (tree: Tree, root: Mapping, { head: { group }, searched }: Flux): Pick<Found, 'sites' | 'pins'> => {
  if (group === undefined || !/^(?:kustomize|helm)\.toolkit\.fluxcd\.io$/.test(group)) return { sites: [], pins: [] };
  const spec = childOf(tree, root, 'spec');
  const renderers = childOf(tree, spec, 'postRenderers');
  const after = isSequence(renderers)
    ? (renderers.items as Node[]).map((item) => childOf(tree, resolve(tree, item), 'kustomize'))
    : [];
  const kustomizations = [group.startsWith('kustomize') ? spec : null, ...after].filter((node) => isMapping(node));
  const found = kustomizations.map((kustomization) => {
    const images = imagesOf(tree, kustomization);
    const sites = images === undefined ? [] : findEntries(tree, images);
    if (images !== undefined) searched.images.add(images);
    return { sites, pins: findPins(tree, kustomization, sites) };
  });
  return { sites: found.flatMap(({ sites }) => sites), pins: found.flatMap(({ pins }) => pins) };
};

const join = (parts: readonly DocumentPart[]): Found => ({
  formats: [...new Set(parts.map(({ format }) => format))],
  sites: parts.flatMap(({ sites }) => sites),
  pins: parts.flatMap(({ pins }) => pins),
  unbound: parts.flatMap(({ unbound }) => unbound),
});

const isEmpty = (root: Node | null): boolean => root === null || (isText(root) && isNull(root));

const unknown = (path: string, problem: string, line: number | undefined): never =>
  fail(
    'manifest-format',
    `The manifest ${quote(path)} fits no format: it ${problem}.`,
    'Name a kustomization, helm values, a Kubernetes manifest or an Argo CD application in "files".',
    { path, line },
  );
