/** Entries of kustomize outside of kustomizations: the text of an entry becomes the same everywhere. */
import { describe, expect, it } from 'vitest';
import { type ImageRequest, parseImage } from '../../../src/domain/image.ts';
import { rewrite } from '../../../src/domain/rewrite.ts';

const old = `sha256:${'1'.repeat(64)}`;
const digest = `sha256:${'a'.repeat(64)}`;
const web = 'registry.example.com/shop/web';

/** Places for a list of images, the entry at the end of the text. */
const places: Readonly<Record<string, string>> = {
  kustomization: 'images:\n',
  'Flux Kustomization':
    'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: web}\nspec:\n  path: ./web\n  images:\n',
  'Flux Kustomization in a List':
    'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: kustomize.toolkit.fluxcd.io/v1\n    kind: Kustomization\n    spec:\n      images:\n',
  'post renderer':
    'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  values: {replicas: 2}\n  postRenderers:\n    - kustomize:\n        images:\n',
  'second document':
    'apiVersion: v1\nkind: Service\nspec: {}\n---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec:\n  images:\n',
};

/** Places that only the keys of an entry tell from a list of other images. */
const others: Readonly<Record<string, string>> = {
  values: 'replicas: 2\nimages:\n',
  'values below other keys': 'apps:\n  web:\n    kustomize:\n      images:\n',
  'values under a key of their own': 'imageOverrides:\n',
  'custom resource': 'apiVersion: example.com/v1\nkind: Delivery\nspec:\n  images:\n',
};

const shapes: Readonly<Record<string, readonly string[]>> = {
  name: [`name: ${web}`],
  'name and newTag': [`name: ${web}`, 'newTag: v1'],
  'name and digest': [`name: ${web}`, `digest: ${old}`],
  'name, newTag and digest': [`name: ${web}`, 'newTag: v1', `digest: ${old}`],
  'digest, newTag and name': [`digest: ${old}`, 'newTag: v1 # now', `name: ${web}`],
  'newName and newTag': ['name: upstream/web', `newName: ${web}`, 'newTag: v1'],
  'newName and digest': ['name: upstream/web', `newName: ${web}`, `digest: ${old}`],
  'newName alone': ['name: upstream/web', `newName: ${web}`],
  'quoted values': [`name: "${web}"`, 'newTag: "1.0"', `digest: '${old}'`],
  'quoted keys': [`"name": ${web}`, `'newTag': v1`],
  'a plain number': [`name: ${web}`, 'newTag: 1.10'],
};

const requests: Readonly<Record<string, string>> = {
  'a tag': `${web}:v2`,
  'a digest': `${web}@${digest}`,
  'tag and digest': `${web}:0362525@${digest}`,
  'a new name': `${web}=registry.example.com/shop/next:v2`,
};

const write = (lines: readonly string[], place: string): string => {
  const [, above = ''] =
    /^( *)\S[^\n]*:\n/m.exec(place.split(/(?<=\n)/).findLast((line) => line.endsWith(':\n')) ?? '') ?? [];
  const indent = `${above}  `;
  return `${place}${indent}- ${lines.join(`\n${indent}  `)}\n`;
};

const entryIn = (text: string, place: string): string[] =>
  text
    .slice(place.length)
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().replace(/^- /, ''));

const change = (text: string, path: string, request: ImageRequest): string =>
  rewrite({ path, text }, { images: [request], additions: 'refused' }).text;

const pathOf = (place: string): string => (place === 'kustomization' ? 'kustomization.yaml' : 'app.yaml');

const table = Object.entries(shapes).flatMap(([shape, lines]) =>
  Object.entries(requests).map(([asked, text]) => ({ shape, lines, asked, request: parseImage(text) })),
);

const reference = (lines: readonly string[], request: ImageRequest): string[] => {
  const place = places.kustomization ?? '';
  return entryIn(change(write(lines, place), 'kustomization.yaml', request), place);
};

describe.each(Object.entries(places))('an entry in a %s', (name, place) => {
  it.each(table)('of $shape accepts $asked as in a kustomization', ({ lines, request }) => {
    const text = change(write(lines, place), pathOf(name), request);
    expect(entryIn(text, place)).toEqual(reference(lines, request));
    expect(change(text, pathOf(name), request)).toBe(text);
  });

  it('keeps the line endings of CRLF', () => {
    const before = write(shapes['name, newTag and digest'] ?? [], place).replaceAll('\n', '\r\n');
    const text = change(before, pathOf(name), parseImage(`${web}:v2`));
    expect(text).toBe(before.replace('newTag: v1', 'newTag: v2').replace(/\r\n *digest: \S+/, ''));
  });
});

const isTold = ({ lines }: { readonly lines: readonly string[] }): boolean =>
  lines.some((line) => /new(?:Tag|Name)/.test(line));

describe.each(Object.entries(others))('an entry in %s', (_, place) => {
  it.each(table.filter(isTold))('of $shape accepts $asked as in a kustomization', ({ lines, request }) => {
    const text = change(write(lines, place), 'app.yaml', request);
    expect(entryIn(text, place)).toEqual(reference(lines, request));
  });

  it.each(table.filter((row) => !isTold(row)))(
    'of $shape accepts $asked next to another entry',
    ({ lines, request }) => {
      const beside = write(['name: other', 'newTag: v0'], place);
      const text = change(write(lines, beside), 'app.yaml', request);
      expect(entryIn(text, beside)).toEqual(reference(lines, request));
    },
  );
});

describe('a list of images by name alone', () => {
  const text = `images:\n  - name: ${web}\n    digest: ${old}\n`;

  it('accepts a digest', () => {
    expect(change(text, 'values.yaml', parseImage(`${web}@${digest}`))).toBe(text.replace(old, digest));
  });

  it('refuses a tag, since "tag" and "newTag" are both possible', () => {
    expect(() => change(text, 'values.yaml', parseImage(`${web}:v2`))).toThrow(/line|key/);
  });
});

describe('other notations', () => {
  const flow = (entry: string): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: {images: [${entry}]}\n`;

  it('changes a flow mapping', () => {
    expect(change(flow(`{name: ${web}, newTag: v1, digest: "${old}"}`), 'app.yaml', parseImage(`${web}:v2`))).toBe(
      flow(`{name: ${web}, newTag: v2}`),
    );
  });

  it('changes JSON', () => {
    const json = (entry: object): string =>
      JSON.stringify(
        { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', spec: { images: [entry] } },
        undefined,
        2,
      );
    expect(change(json({ name: web, newTag: 'v1' }), 'app.json', parseImage(`${web}:v2@${digest}`))).toBe(
      json({ name: web, digest, newTag: 'v2' }),
    );
  });

  it('changes an anchored entry once', () => {
    const text = (tag: string): string =>
      `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec:\n  images: &images\n    - {name: ${web}, newTag: ${tag}}\n  copies: *images\n`;
    expect(change(text('v1'), 'app.yaml', parseImage(`${web}:v2`))).toBe(text('v2'));
  });

  it('matches the name before the new name', () => {
    const text = (tag: string): string =>
      `images:\n  - name: ${web}\n    newTag: ${tag}\n  - name: other\n    newName: ${web}\n    newTag: v1\n`;
    expect(change(text('v1'), 'values.yaml', parseImage(`${web}:v2`))).toBe(text('v2'));
  });
});
