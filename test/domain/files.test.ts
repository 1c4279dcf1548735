import * as fc from 'fast-check';
import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PromotionError } from '../../src/domain/errors.ts';
import {
  findManifests,
  type KnownEntries,
  learn,
  type ManifestTarget,
  probablePaths,
  type SnapshotEntry,
} from '../../src/domain/manifests/find-manifests.ts';

type Repository = Readonly<Record<string, SnapshotEntry['kind'] | { text: string }>>;

/** A snapshot of these paths as a host would return it; everything else is derived. */
const entryAt = (repository: Repository, path: string): SnapshotEntry => {
  const here = repository[path];
  if (typeof here === 'object') return { kind: 'file', text: here.text, executable: false };
  if (here === 'file') return { kind: 'file', text: `# ${path}\n`, executable: path.endsWith('.sh') };
  if (here === 'too-large') return { kind: 'too-large', size: 5_000_000 };
  if (here !== undefined && here !== 'directory') return { kind: here };
  const prefix = path === '' ? '' : `${path}/`;
  const below = Object.keys(repository).filter((one) => one.startsWith(prefix));
  const names = [...new Set(below.map((one) => one.slice(prefix.length).split('/')[0] ?? ''))].sort();
  if (names.length === 0)
    return here === 'directory' || path === '' ? { kind: 'directory', entries: [] } : { kind: 'absent' };
  const kindOf = (name: string) => {
    const kind = repository[`${prefix}${name}`];
    if (kind === 'symlink' || kind === 'submodule') return kind;
    return kind === undefined || kind === 'directory' ? 'directory' : 'file';
  };
  return { kind: 'directory', entries: names.map((name) => ({ name, kind: kindOf(name) })) };
};

/** Drives the search as a command does, and keeps the reads of each step. */
const search = (repository: Repository, targets: readonly ManifestTarget[]) => {
  const reads: (readonly string[])[] = [probablePaths(targets.flatMap(({ files }) => files))];
  const read = (known: KnownEntries, paths: readonly string[]): KnownEntries =>
    learn(
      known,
      paths,
      paths.map((path) => entryAt(repository, path)),
    );
  let known = read(new Map(), reads[0] ?? []);
  for (;;) {
    const step = findManifests(targets, known);
    if (step.kind === 'done') return { reads, found: step.found };
    expect(step.paths.filter((path) => known.has(path))).toEqual([]);
    expect(step.paths.length).toBeGreaterThan(0);
    reads.push(step.paths);
    known = read(known, step.paths);
  }
};

const target = (...files: string[]): ManifestTarget => ({ product: 'shop', environment: 'dev', files });

const pathsOf = (repository: Repository, ...files: string[]) =>
  search(repository, [target(...files)]).found[0]?.manifests.map(({ path }) => path);

const refusal = (act: () => unknown): string[] => {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.violations.map(({ code, message, hint }) => `${code}: ${message} ${hint}`);
  }
};

const layout: Repository = {
  'applications/shop/base/kustomization.yaml': 'file',
  'applications/shop/overlays/dev/kustomization.yaml': 'file',
  'applications/shop/overlays/dev/patch.yaml': 'file',
  'applications/shop/overlays/prod/kustomization.yml': 'file',
  'applications/shop/overlays/stg/Kustomization': 'file',
  'applications/blog/overlays/dev/kustomization.yaml': 'file',
  'applications/README.md': 'file',
  'argocd/overlays/dev/shop/app-shop.yaml': 'file',
  'argocd/overlays/dev/shop/app-blog.yaml': 'file',
};

describe('files without wildcards', () => {
  it.each([
    ['a directory', 'applications/shop/overlays/dev', 'applications/shop/overlays/dev/kustomization.yaml'],
    ['a directory with .yml', 'applications/shop/overlays/prod', 'applications/shop/overlays/prod/kustomization.yml'],
    [
      'a directory with Kustomization',
      'applications/shop/overlays/stg',
      'applications/shop/overlays/stg/Kustomization',
    ],
    ['a file', 'argocd/overlays/dev/shop/app-shop.yaml', 'argocd/overlays/dev/shop/app-shop.yaml'],
  ])('accept %s, with the first read', (_, pattern, path) => {
    const { reads, found } = search(layout, [target(pattern)]);
    expect(found[0]?.manifests).toEqual([{ path, text: `# ${path}\n`, executable: false }]);
    expect(reads).toHaveLength(1);
  });

  it('accept a file without an ending, and a directory that is named like a file', () => {
    expect(pathsOf({ 'a/values': 'file' }, 'a/values')).toEqual(['a/values']);
    expect(pathsOf({ 'a/b.yaml/kustomization.yaml': 'file' }, 'a/b.yaml')).toEqual(['a/b.yaml/kustomization.yaml']);
  });

  it('may be several, which are sorted and without duplicates', () => {
    const dev = 'applications/shop/overlays/dev';
    expect(pathsOf(layout, dev, 'argocd/overlays/dev/shop/app-shop.yaml', `${dev}/kustomization.yaml`)).toEqual([
      `${dev}/kustomization.yaml`,
      'argocd/overlays/dev/shop/app-shop.yaml',
    ]);
  });

  it('are found for many targets with one read', () => {
    const targets = ['dev', 'stg', 'prod'].map((environment) => ({
      product: 'shop',
      environment,
      files: [`applications/shop/overlays/${environment}`],
    }));
    const { reads, found } = search(layout, targets);
    expect(reads).toHaveLength(1);
    expect(found.map(({ environment, manifests }) => `${environment} ${manifests.length}`)).toEqual([
      'dev 1',
      'stg 1',
      'prod 1',
    ]);
  });

  it('refuse two kustomization files, as kustomize does', () => {
    const repository: Repository = { 'a/kustomization.yaml': 'file', 'a/Kustomization': 'file' };
    expect(refusal(() => pathsOf(repository, 'a'))).toEqual([
      'manifest-ambiguous: The directory "a" has kustomization.yaml and Kustomization, of which kustomize takes only one. Keep one of them.',
    ]);
  });

  it('refuse a directory without a kustomization file, and name its files', () => {
    expect(refusal(() => pathsOf({ 'a/values.yaml': 'file', 'a/README.md': 'file' }, 'a'))).toEqual([
      'manifest-missing: The directory "a" has no kustomization file. "a" has "README.md" and "values.yaml". Let files name a file, or add a kustomization.yaml.',
    ]);
  });

  it.each(['Kustomization.yaml', 'kustomization.YAML', 'KUSTOMIZATION', '.kustomization.yaml'])(
    'refuse a directory whose kustomization is called %s',
    (name) => {
      expect(refusal(() => pathsOf({ [`a/${name}`]: 'file' }, 'a'))[0]).toContain(
        `Rename "${name}" to kustomization.yaml: kustomize reads no other spelling.`,
      );
    },
  );

  it('refuse a missing overlay, and name its neighbours after one more read', () => {
    expect(
      refusal(() => search(layout, [{ ...target('applications/shop/overlays/dve'), environment: 'dve' }])),
    ).toEqual([
      'manifest-missing: The manifests of "shop" in "dve" are missing: there is no "applications/shop/overlays/dve". Did you mean "dev"? "applications/shop/overlays" has "dev", "prod" and "stg".',
    ]);
  });

  it('refuse an unknown product once, and name its neighbours', () => {
    const targets = ['dev', 'stg'].map((environment) => ({
      product: 'shpo',
      environment,
      files: [`applications/shpo/overlays/${environment}`],
    }));
    expect(refusal(() => search(layout, targets))).toEqual([
      'product-unknown: The product "shpo" is unknown: there is no "applications/shpo". Did you mean "shop"? "applications" has "README.md", "blog" and "shop".',
    ]);
  });

  it('refuse a misspelt product, and name those of the configuration', () => {
    const misspelt = (files: string) =>
      refusal(() => search(layout, [{ ...target(files), product: 'serch', products: ['checkout', 'search'] }]))[0];
    expect(misspelt('applications/serch/overlays/dev')).toBe(
      'product-unknown: The product "serch" is unknown: there is no "applications/serch". Did you mean "search"? The configuration lists checkout and search. "applications" has "README.md", "blog" and "shop".',
    );
    expect(misspelt('kube/dev')).toMatch(
      /there is no "kube"\. Did you mean "search"\? The configuration lists checkout and search\. The repository has [^.]+\.$/,
    );
    expect(misspelt('applications/*/none.yaml')).toContain('Did you mean "search"?');
  });

  it('refuse an entry that one product lacks, and say that every entry applies to each product', () => {
    const both = target('applications/shop/overlays/dev', 'helm/shop/dev.yaml');
    expect(refusal(() => search(layout, [both]))).toEqual([
      expect.stringMatching(
        /there is no "helm"\..* Each entry of `files` must be there for each product and environment; set `files` under a product that has others\.$/,
      ),
    ]);
  });

  it('refuse a missing overlay of an existing product without naming other products', () => {
    const [refused] = refusal(() =>
      search(layout, [{ ...target('applications/shop/overlays/dve'), environment: 'dve', products: ['search'] }]),
    );
    expect(refused).toMatch(/Did you mean "dev"\?/);
    expect(refused).not.toContain('The configuration lists');
  });

  it('refuse a layout that does not exist at all', () => {
    expect(refusal(() => pathsOf({ 'charts/shop/values.yaml': 'file' }, 'applications/shop/overlays/dev'))).toEqual([
      'manifest-missing: The manifests of "shop" in "dev" are missing: there is no "applications". The repository has "charts". Let `files` in the configuration say where they are.',
    ]);
  });

  it('refuse a path through a symbolic link, a submodule or a file', () => {
    expect(refusal(() => pathsOf({ applications: 'symlink' }, 'applications/shop'))[0]).toMatch(
      /^manifest-symlink: "applications" is a symbolic link\./,
    );
    expect(refusal(() => pathsOf({ applications: 'submodule' }, 'applications/shop'))[0]).toMatch(
      /^manifest-submodule: "applications" is a submodule\./,
    );
    expect(refusal(() => pathsOf({ applications: 'file' }, 'applications/shop'))[0]).toMatch(
      /there is no "applications\/shop"\. "applications" is a file\.$/,
    );
  });
});

describe('a file that is no manifest', () => {
  it.each([
    ['symlink', 'manifest-symlink: "a.yaml" is a symbolic link. Let files name what the link leads to.'],
    ['submodule', 'manifest-submodule: "a.yaml" is a submodule. Promote in the repository of the submodule.'],
    ['binary', 'manifest-binary: "a.yaml" is not UTF-8 text. Save it as UTF-8.'],
    ['too-large', 'manifest-too-large: "a.yaml" is larger than 4 MiB. Split it.'],
    [
      { text: 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n' },
      'manifest-lfs: "a.yaml" is a pointer of Git LFS. Keep manifests out of Git LFS: remove the pattern from .gitattributes and commit the file itself.',
    ],
  ] as const)('%j', (kind, message) => {
    expect(refusal(() => pathsOf({ 'a.yaml': kind }, 'a.yaml'))).toEqual([message]);
    expect(refusal(() => pathsOf({ 'a.yaml': kind }, '*.yaml'))).toEqual([message]);
  });

  it('is reported together with all others', () => {
    const repository: Repository = { 'a.yaml': 'symlink', 'b.yaml': 'binary', 'c.yaml': 'file' };
    expect(refusal(() => pathsOf(repository, 'a.yaml', 'b.yaml', 'c.yaml'))).toHaveLength(2);
  });
});

describe('globs', () => {
  it.each([
    [
      'applications/shop/overlays/*',
      [
        'applications/shop/overlays/dev/kustomization.yaml',
        'applications/shop/overlays/prod/kustomization.yml',
        'applications/shop/overlays/stg/Kustomization',
      ],
    ],
    [
      'applications/shop/overlays/dev/*',
      ['applications/shop/overlays/dev/kustomization.yaml', 'applications/shop/overlays/dev/patch.yaml'],
    ],
    [
      'applications/*/overlays/dev',
      ['applications/blog/overlays/dev/kustomization.yaml', 'applications/shop/overlays/dev/kustomization.yaml'],
    ],
    [
      'applications/*/overlays/dev/kustomization.yaml',
      ['applications/blog/overlays/dev/kustomization.yaml', 'applications/shop/overlays/dev/kustomization.yaml'],
    ],
    [
      'applications/shop/overlays/{dev,stg}',
      ['applications/shop/overlays/dev/kustomization.yaml', 'applications/shop/overlays/stg/Kustomization'],
    ],
    ['argocd/**/app-shop.yaml', ['argocd/overlays/dev/shop/app-shop.yaml']],
    ['**/app-*.yaml', ['argocd/overlays/dev/shop/app-blog.yaml', 'argocd/overlays/dev/shop/app-shop.yaml']],
    ['*/overlays/**/app-shop.yaml', ['argocd/overlays/dev/shop/app-shop.yaml']],
    ['argocd/**', ['argocd/overlays/dev/shop/app-blog.yaml', 'argocd/overlays/dev/shop/app-shop.yaml']],
    [
      '**/overlays/dev',
      ['applications/blog/overlays/dev/kustomization.yaml', 'applications/shop/overlays/dev/kustomization.yaml'],
    ],
    [
      'applications/shop/overlays/dev/**',
      ['applications/shop/overlays/dev/kustomization.yaml', 'applications/shop/overlays/dev/patch.yaml'],
    ],
    ['applications/**/**/patch.yaml', ['applications/shop/overlays/dev/patch.yaml']],
    ['applications/README.m?', ['applications/README.md']],
  ])('%s', (pattern, paths) => {
    expect(pathsOf(layout, pattern)).toEqual(paths);
  });

  it('are resolved directory by directory, one read for each level', () => {
    expect(search(layout, [target('applications/*/overlays/*/kustomization.yaml')]).reads).toEqual([
      ['applications'],
      ['applications/blog/overlays', 'applications/shop/overlays'],
      ['blog/overlays/dev', 'shop/overlays/dev', 'shop/overlays/prod', 'shop/overlays/stg'].flatMap((path) => [
        `applications/${path}`,
        `applications/${path}/kustomization.yaml`,
      ]),
    ]);
  });

  it('list no more than a hundred directories for what is beside a known name', () => {
    const paths = Array.from({ length: 150 }, (_, index) => `a/${index}/values.yaml`);
    const { reads } = search(Object.fromEntries(paths.map((path) => [path, 'file' as const])), [
      target('a/*/values.yaml'),
    ]);
    expect(reads.map((level) => level.length)).toEqual([1, 250]);
  });

  it.each(['a/*/values.yaml', 'a/**/values.yaml', 'a/b/{values,more}.yaml', '*/b/values.yaml'])(
    'name the other endings beside a known name: %s',
    (pattern) => {
      const repository: Repository = {
        'a/b/values.yml': 'file',
        'a/b/README.md': 'file',
        'a/c/values.yaml': 'file',
        'a/b/more.yaml': 'file',
        'x/b/values.yaml': 'file',
      };
      expect(search(repository, [target(pattern)]).found[0]?.passedOver).toContain('a/b/values.yml');
    },
  );

  it('leave hidden names to patterns that name the dot', () => {
    const repository: Repository = {
      'a/.argocd-source-shop.yaml': 'file',
      'a/.hidden/b.yaml': 'file',
      'a/b.yaml': 'file',
    };
    expect(pathsOf(repository, 'a/**/*.yaml')).toEqual(['a/b.yaml']);
    expect(pathsOf(repository, 'a/.argocd-source-*.yaml')).toEqual(['a/.argocd-source-shop.yaml']);
  });

  it('report the links and submodules that they did not follow', () => {
    const repository: Repository = { 'a/x/b.yaml': 'file', 'a/link': 'symlink', 'a/x/vendor': 'submodule' };
    expect(search(repository, [target('a/*/b.yaml')]).found[0]?.passedOver).toEqual(['a/link']);
    expect(search(repository, [target('a/**/b.yaml')]).found[0]?.passedOver).toEqual(['a/link', 'a/x/vendor']);
  });

  it.each<[string, string, readonly string[]]>([
    ['a/*', 'hidden names and other endings', ['a/.web.yaml', 'a/web', 'a/web.YAML', 'a/web.yaml.tpl']],
    [
      'a/*.yaml',
      'the other endings of manifests',
      ['a/.web.yaml', 'a/web', 'a/web.YAML', 'a/web.yaml.tpl', 'a/web.yml'],
    ],
    ['a/web.y*', 'names of the same stem', ['a/.web.yaml', 'a/web', 'a/web.YAML', 'a/web.yaml.tpl']],
    ['a/{one,two}.{yaml,yml}', 'no names of other stems', []],
    ['**/one.yaml', 'hidden directories', ['.apps/', 'b/one.yml']],
    [
      '*',
      'files of a directory that are no kustomization',
      [
        '.apps/',
        'a/.web.yaml',
        'a/one.yaml',
        'a/web.YAML',
        'a/web.yaml.tpl',
        'a/web.yml',
        'b/Kustomization.yml',
        'b/one.yml',
      ],
    ],
    [
      'a',
      'files of a named directory that are no kustomization',
      ['a/.web.yaml', 'a/one.yaml', 'a/web.YAML', 'a/web.yaml.tpl', 'a/web.yml'],
    ],
  ])('%s reports that it leaves out %s', (pattern, _, passedOver) => {
    const repository: Repository = {
      '.apps/one.yaml': 'file',
      '.github/workflows/one.yaml': 'file',
      'a/.gitignore': 'file',
      'a/.web.yaml': 'file',
      'a/README.md': 'file',
      'a/kustomization.yaml': 'file',
      'a/one.yaml': 'file',
      'a/web': 'file',
      'a/web.YAML': 'file',
      'a/web.yaml.tpl': 'file',
      'a/web.yml': 'file',
      'b/Kustomization.yml': 'file',
      'b/one.yml': 'file',
    };
    const { found, reads } = search(repository, [target(pattern)]);
    expect(found[0]?.passedOver).toEqual(passedOver);
    expect(reads.flat().filter((path) => passedOver.includes(path))).toEqual([]);
  });

  it('refuse to match nothing, and name first the files that they leave out', () => {
    expect(
      refusal(() => pathsOf({ 'a/b/.c.yaml': 'file', 'a/b/README.md': 'file', 'a/d/e.md': 'file' }, 'a/*/*.yaml')),
    ).toEqual([
      expect.stringContaining(
        'no file matches "a/*/*.yaml". Passed over: a/b/.c.yaml. A glob takes no name with a dot',
      ),
    ]);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a/${index}`, 'file' as const]));
    expect(refusal(() => pathsOf({ ...many, 'a/Kustomization.yaml.orig': 'file', 'a/z.YAML': 'file' }, 'a/*'))).toEqual(
      [expect.stringMatching(/Passed over: a\/Kustomization\.yaml\.orig, a\/z\.YAML, (?:a\/\d+,? ){8}and 12 more\./)],
    );
  });

  it('refuse to match nothing, and name the existing files', () => {
    expect(refusal(() => pathsOf(layout, 'applications/shop/overlays/*/values.yaml'))).toEqual([
      'manifest-missing: The manifests of "shop" in "dev" are missing: no file matches "applications/shop/overlays/*/values.yaml". "applications/shop/overlays" has "dev", "prod" and "stg".',
    ]);
    expect(refusal(() => pathsOf(layout, 'apps/*/values.yaml'))).toEqual([
      'manifest-missing: The manifests of "shop" in "dev" are missing: there is no "apps". The repository has "applications" and "argocd". Let `files` in the configuration say where they are.',
    ]);
  });

  it('refuse to begin in a link', () => {
    expect(refusal(() => pathsOf({ a: 'symlink' }, 'a/*.yaml'))[0]).toMatch(/^manifest-symlink: "a" /);
  });

  it('refuse to walk through everything', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 1_100 }, (_, index) => [`a/${index}/x.yaml`, 'file' as const]),
    );
    expect(refusal(() => pathsOf(wide, 'a/**/y.yaml'))[0]).toMatch(
      /^manifest-too-many: The glob "a\/\*\*\/y.yaml" leads through more than 1000 directories/,
    );
    const deep: Repository = { [`${'a/'.repeat(40)}x.yaml`]: 'file' };
    expect(refusal(() => pathsOf(deep, '**/x.yaml'))[0]).toMatch(/^manifest-too-many/);
  });
});

describe('for every repository and pattern', () => {
  const segment = fc.constantFrom('a', 'b', 'a.yaml', 'kustomization.yaml');
  const repositories = fc.dictionary(
    fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    fc.constantFrom('file' as const),
  );
  const patterns = fc.array(fc.oneof(segment, fc.constantFrom('*', '**', '?', '*.yaml', '{a,b}')), {
    minLength: 1,
    maxLength: 4,
  });

  it('the search ends, in manifests of the repository or a refusal', () => {
    assert(
      property(repositories, patterns, (repository, pattern) => {
        // A path cannot be a file and a directory at once.
        const files = Object.keys(repository).filter(
          (path) => !Object.keys(repository).some((other) => other.startsWith(`${path}/`)),
        );
        const tree = Object.fromEntries(files.map((path) => [path, 'file' as const]));
        const problems = refusal(() => {
          for (const path of pathsOf(tree, pattern.join('/')) ?? []) expect(files).toContain(path);
        });
        expect(problems.every((problem) => /^(?:manifest-|product-)/.test(problem))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
