import { describe, expect, it } from 'vitest';
import {
  type DirectoryEntry,
  type KnownEntries,
  learn,
  type SnapshotEntry,
} from '../../../src/domain/manifests/find-manifests.ts';
import { discover, type LayoutSearch } from '../../../src/domain/status/discover.ts';

/** A repository as its paths, listed directory by directory. */
const entryAt = (paths: readonly string[], path: string): SnapshotEntry => {
  const below =
    path === '' ? paths : paths.filter((one) => one.startsWith(`${path}/`)).map((one) => one.slice(path.length + 1));
  if (below.length === 0) return { kind: 'absent' };
  const names = [...new Set(below.map((one) => one.split('/')[0] ?? ''))];
  const entries = names.map((name): DirectoryEntry => ({ name, kind: below.includes(name) ? 'file' : 'directory' }));
  return { kind: 'directory', entries };
};

/** The result, and the number of reads. */
const search = (paths: readonly string[], { patterns, ...given }: LayoutSearch) => {
  let known: KnownEntries = new Map();
  for (let reads = 0; ; reads++) {
    const step = discover({ patterns, ...given }, known);
    if (step.kind === 'done') {
      return { found: step.pairs.map(({ product, environment }) => `${product} ${environment}`).sort(), reads };
    }
    known = learn(
      known,
      step.paths,
      step.paths.map((path) => entryAt(paths, path)),
    );
  }
};

const overlays = 'applications/{product}/overlays/{environment}';
const layout = [
  'applications/shop/overlays/dev/kustomization.yaml',
  'applications/shop/overlays/prod/kustomization.yaml',
  'applications/shop/overlays/README.md',
  'applications/blog/overlays/dev/kustomization.yaml',
  'applications/blog/base/kustomization.yaml',
  'applications/_template/overlays/dev/kustomization.yaml',
  'applications/README.md',
];

describe('products and environments', () => {
  it('are found by the directories of the pattern, one level after the other', () => {
    expect(search(layout, { patterns: [overlays] })).toEqual({
      found: ['blog dev', 'shop dev', 'shop prod'],
      reads: 2,
    });
  });

  it('are not searched if they are given', () => {
    const products = ['shop'];
    const environments = ['dev', 'stg'];
    expect(search(layout, { patterns: [overlays], products })).toEqual({ found: ['shop dev', 'shop prod'], reads: 1 });
    expect(search(layout, { patterns: [overlays], products, environments })).toEqual({
      found: ['shop dev', 'shop stg'],
      reads: 0,
    });
    expect(search(layout, { patterns: [overlays], environments })).toMatchObject({ reads: 1 });
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    [
      'the environment first',
      '{environment}/{product}',
      ['dev/shop/k.yaml', 'prod/blog/k.yaml', 'x.yaml'],
      ['blog prod', 'shop dev'],
    ],
    [
      'both in one file name',
      'values/{product}.{environment}.yaml',
      ['values/shop.dev.yaml', 'values/README.md'],
      ['shop dev'],
    ],
    [
      'a part of a name',
      'apps/app-{product}/{environment}.yaml',
      ['apps/app-shop/dev.yaml', 'apps/lib/dev.yaml'],
      ['shop dev'],
    ],
    [
      'a name twice',
      '{product}/{product}-{environment}/*.yaml',
      ['shop/shop-dev/a.yaml', 'shop/blog-dev/a.yaml'],
      ['shop dev'],
    ],
    [
      'globs before a name',
      'teams/*/{product}/{environment}',
      ['teams/a/shop/dev/k.yaml', 'teams/b/blog/dev/k.yaml'],
      ['blog dev', 'shop dev'],
    ],
    ['any depth before a name', '**/charts/{product}/{environment}.yaml', ['a/b/charts/shop/dev.yaml'], ['shop dev']],
    [
      'a pattern of alternatives',
      '{apps,more}/{product}/{environment}',
      ['apps/shop/dev/k', 'more/blog/dev/k', 'x/y/dev/k'],
      ['blog dev', 'shop dev'],
    ],
  ])('may be at any place of the pattern: %s', (_, pattern, paths, found) => {
    expect(search(paths, { patterns: [pattern] }).found).toEqual(found);
  });

  it('are listed once, if several patterns find them', () => {
    expect(search(layout, { patterns: [overlays, `${overlays}/extra`] }).found).toEqual([
      'blog dev',
      'shop dev',
      'shop prod',
    ]);
  });

  it('are absent in an empty repository', () => {
    expect(search([], { patterns: [overlays] })).toEqual({ found: [], reads: 1 });
  });
});
