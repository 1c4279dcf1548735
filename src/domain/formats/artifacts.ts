/** Artifacts that are no containers and live in registries all the same: those of Flux and the packages of Crossplane. */
import { splitReference } from '../image.ts';
import { isLink, isMapping, isText, type Mapping, type Node } from '../yaml/nodes.ts';
import { resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import type { Head } from './head.ts';
import { cellsOf, effective, effectiveEntries } from './parts.ts';
import { isTemplated, looksLikeReference, referenceSite } from './references.ts';
import type { Site } from './site.ts';

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

const childOf = (tree: Tree, mapping: Mapping, key: string): Node | null =>
  resolve(tree, effective(tree, mapping, key)?.entry.value ?? null);

const keys = { tag: 'tag', digest: 'digest' } as const;

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
      image: { repository, tag: read(keys.tag) ?? tag, digest: read(keys.digest) ?? digest },
      offset: (url.entry.value ?? url.entry.key).range[0],
      isFilledIn: [read(keys.tag), read(keys.digest)].some((text) => isTemplated(text ?? '')),
      problem: problemOf(ref, [...entries.keys()], tag ?? digest),
      shape: {
        kind: 'parts',
        cells: cellsOf(tree, keys, (key) => entries.get(key)),
        keys,
        naming: 'kustomize',
        clearing: 'line',
        place: { mapping },
      },
    },
  ];
};

const problemOf = (ref: Node | null, names: readonly string[], within: string | undefined): string | undefined => {
  if (within !== undefined) return 'has its tag or digest within its "url", where none is read';
  if (!isMapping(ref) || ref.items.length === 0) return 'has no "ref" with a tag or a digest';
  if (names.includes('semver')) return 'follows a range ("semver"), which is stronger than a tag';
  return names.includes('tag') || names.includes('digest') ? undefined : 'has no tag and no digest in its "ref"';
};
