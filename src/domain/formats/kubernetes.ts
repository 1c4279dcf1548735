/** The images of Kubernetes objects: containers, artifacts of Flux and packages of Crossplane. */
import { splitReference } from '../image.ts';
import { isLink, isMapping, isText, type Mapping, type Node, type Tree, textOf } from '../yaml/tree.ts';
import { findValues, type Searched } from './helm.ts';
import { cellOf, cellsOf, childOf, effective, effectiveEntries } from './image-parts.ts';
import { type Cell, isTemplated, looksLikeReference, referenceSite, type Site } from './site.ts';
/** The kind of an object; `group` is the part of `apiVersion` before the slash, empty for the core of Kubernetes. */
export type Head = {
  readonly kind: string | undefined;
  readonly apiVersion: string | undefined;
  readonly group: string | undefined;
};

export function headOf(tree: Tree, mapping: Mapping): Head {
  const read = (key: string): string | undefined => textOf(tree, effective(tree, mapping, key)?.entry.value);
  const apiVersion = read('apiVersion');
  return {
    kind: read('kind'),
    apiVersion,
    group: apiVersion?.includes('/') ? apiVersion.split('/')[0] : apiVersion && '',
  };
}

/** All images of a Kubernetes object: strings under `image` wherever they are, pod template or not, image volumes, images in several
 * values of custom resources, and those of the values of a chart. Under other keys of custom resources a reference may be the target of
 * a build or part of a rule, so that a marker has to say that it runs. Metadata, annotations, labels, environment values and schemas are no images. */
export function findObject(tree: Tree, node: Node | null, searched: Searched): Site[] {
  if (!isMapping(node)) return [];
  const head = headOf(tree, node);
  if (texts.has(head.kind ?? '') || isWithoutContainers(head)) return [];
  return findValues(tree, node, { searched, alsoSkipped: skipped, values: valuesOf(tree, node, head) });
}

/** The values of the chart that an object of Flux or Crossplane installs. */
const valuesOf = (tree: Tree, root: Mapping, { kind, group }: Head): Node | undefined => {
  const spec = kind === 'HelmRelease' || kind === 'Release' ? childOf(tree, root, 'spec') : null;
  if (kind === 'HelmRelease' && /^helm\.(?:toolkit\.)?fluxcd\.io$/.test(group ?? ''))
    return childOf(tree, spec, 'values') ?? undefined;
  return group === 'helm.crossplane.io'
    ? (childOf(tree, childOf(tree, spec, 'forProvider'), 'values') ?? undefined)
    : undefined;
};

/** The artifact of an object of Flux or Crossplane, if it names one. */
export function findArtifacts(tree: Tree, root: Mapping, { kind, group }: Head): Site[] {
  const spec = childOf(tree, root, 'spec');
  if (!isMapping(spec)) return [];
  if (group === 'source.toolkit.fluxcd.io' && kind === 'OCIRepository') return artifactOf(tree, spec);
  if (group !== 'pkg.crossplane.io') return [];
  const node = effective(tree, spec, 'package')?.entry.value ?? null;
  if (!(isText(node) || isLink(node))) return [];
  const site = referenceSite(tree, node, tree);
  return site === undefined ? [] : [site];
}

/** Whether nothing that an object names ever runs because of it. */
export function isWithoutContainers({ kind = '', group = '' }: Head): boolean {
  return withoutImages.has(kind) || withoutContainers.test(group);
}

/** Kinds that hold text, which containers may read. */
const texts = new Set(['ConfigMap', 'Secret']);

/** Kinds that hold schemas, or that watch images and run none. */
const withoutImages = new Set([
  'CustomResourceDefinition',
  'ImageRepository',
  'ImagePolicy',
  'ClusterImagePolicy',
  'ImageUpdateAutomation',
]);

/** Groups whose objects judge images, scan, remove or follow them, or name where a build goes: a new version there runs nowhere. */
const withoutContainers =
  /^(?:.*\.)?(?:kyverno\.io|gatekeeper\.sh|sigstore\.dev|shipwright\.io|aquasecurity\.github\.io|eraser\.sh|kargo\.akuity\.io|argocd-image-updater\.argoproj\.io)$/;

const skipped = /^(?:metadata|status|data|stringdata|binarydata|openapiv3schema|selector|args|command)$/i;

const artifactKeys = { tag: 'tag', digest: 'digest' } as const;

/** The name is in `url`, the version in `ref`; a digest there is stronger than a range, and that than a tag. */
const artifactOf = (tree: Tree, spec: Mapping): Site[] => {
  const url = effective(tree, spec, 'url');
  const [, name = ''] = /^oci:\/\/(.+?)\/*$/.exec(textOf(tree, url?.entry.value) ?? '') ?? [];
  if (!looksLikeReference(name) || url === undefined) return [];
  const ref = childOf(tree, spec, 'ref');
  const mapping = isMapping(ref) ? ref : spec;
  const entries: ReturnType<typeof effectiveEntries> = isMapping(ref) ? effectiveEntries(tree, ref) : new Map();
  const read = (key: string): string | undefined => textOf(tree, entries.get(key)?.entry.value) || undefined;
  const { repository, tag, digest } = splitReference(name);
  return [
    {
      tree,
      group: tree,
      first: [repository],
      second: [],
      image: { repository, tag: read(artifactKeys.tag) ?? tag, digest: read(artifactKeys.digest) ?? digest },
      offset: (url.entry.value ?? url.entry.key).range[0],
      isFilledIn: [read(artifactKeys.tag), read(artifactKeys.digest)].some((text) => isTemplated(text ?? '')),
      problem: artifactProblem(ref, [...entries.keys()], tag ?? digest),
      shape: {
        kind: 'parts',
        // The address, so that its name counts as one of an image.
        cells: { ...cellsOf(tree, artifactKeys, (key) => entries.get(key)), name: cellOf(tree, url) as Cell },
        keys: artifactKeys,
        naming: 'kustomize',
        clearing: 'line',
        place: { mapping },
      },
    },
  ];
};

const artifactProblem = (
  ref: Node | null,
  names: readonly string[],
  within: string | undefined,
): string | undefined => {
  if (within !== undefined) return 'has its tag or digest within its "url", where none is read';
  if (!isMapping(ref) || ref.items.length === 0) return 'has no "ref" with a tag or a digest';
  if (names.includes('semver')) return 'follows a range ("semver"), which is stronger than a tag';
  return names.includes('tag') || names.includes('digest') ? undefined : 'has no tag and no digest in its "ref"';
};
