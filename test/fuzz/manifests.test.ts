import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseImage } from '../../src/domain/image.ts';
import { inspect, type RewriteRequest, rewrite } from '../../src/domain/rewrite.ts';
import { readers, readersOf } from '../domain/readers.ts';
import { isLong } from '../sample.ts';
import { fuzz, mutated, PATIENCE, refusalOf, textsBelow } from './fuzz.ts';

const texts = [
  ...textsBelow('test/golden', /(?:before|input|after)[^/]*\.ya?ml$/),
  ...textsBelow('examples/manifests', /\.ya?ml$/),
].filter((text) => text.length < 20_000);

const listed = (text: string): string[] => {
  try {
    return inspect({ path: 'kustomization.yaml', text }).flatMap(({ names }) => names);
  } catch {
    return [];
  }
};
const names = [...new Set(['registry.example.com/shop/web', 'web', ...texts.flatMap(listed)])].filter(
  (name) => refusalOf(() => parseImage(`${name}:v1`)) === undefined,
);

const request: fc.Arbitrary<RewriteRequest> = fc.record({
  images: fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 8 })
    .map((chosen) => chosen.map((name, at) => parseImage(`${name}:${['0362525', '1e3', 'null', 'v9.9.9'][at % 4]}`))),
  additions: fc.constantFrom('allowed' as const, 'refused' as const),
});
const path = fc.constantFrom(
  'kustomization.yaml',
  'values.yaml',
  'app.yaml',
  '.argocd-source-shop.yaml',
  'Kustomization',
);

/** Values by where they stand, as another reader has them. */
const leaves = (value: unknown, at = ''): [string, unknown][] =>
  typeof value === 'object' && value !== null && !(value instanceof Date)
    ? Object.entries(value).flatMap(([key, child]) => leaves(child, `${at}/${key}`))
    : [[at, value]];

const readBy = (read: (text: string) => unknown, text: string): [string, unknown][] | undefined => {
  try {
    return leaves(read(text));
  } catch {
    return undefined;
  }
};

/** Both texts are read by the same readers, where one can be found that reads both. */
const readersFor = (text: string, after: string): ((text: string) => unknown)[] => {
  try {
    return Object.values(readersOf(text, after));
  } catch {
    return Object.values(readers);
  }
};

/** The changes for another parser, apart from the requested ones. */
const strayed = (read: (text: string) => unknown, text: string, after: string): unknown[] => {
  const before = readBy(read, text);
  if (before === undefined) return [];
  const now = readBy(read, after);
  expect(now, 'another reader can still read it').toBeDefined();
  const known = new Map(before);
  return (now ?? [])
    .filter(([place, value]) => !Object.is(known.get(place), value) && !isAsked(String(value)))
    .map(([, value]) => value);
};

const isAsked = (value: string): boolean =>
  value === '' || /0362525|1e3|null|v9\.9\.9/.test(value) || names.some((name) => value.includes(name));

describe('a damaged manifest', () => {
  it('is refused with a reason, or changed only at the requested value', { timeout: PATIENCE }, () => {
    fuzz(fc.tuple(path, mutated(texts), request), 2000, ([at, text, asked]) => {
      if (refusalOf(() => rewrite({ path: at, text }, asked)) !== undefined) return;
      const once = rewrite({ path: at, text }, asked);
      expect(rewrite({ path: at, text: once.text }, asked).text).toBe(once.text);
      const images = inspect({ path: at, text: once.text }).map(({ image }) => image);
      for (const { to } of once.found) expect(images).toContainEqual(to);
      if (once.found.length === 0) expect(once.text).toBe(text);
      if (asked.additions === 'allowed') return;
      for (const read of readersFor(text, once.text)) expect(strayed(read, text, once.text)).toEqual([]);
    });
  });
});

describe('a hostile manifest', () => {
  const open = { images: [parseImage('registry.example.com/shop/web:v2')], additions: 'allowed' } as const;
  const wide = Array.from(
    { length: 10_000 },
    (_, at) => `- &a${at} {name: registry.example.com/shop/web${at}, newTag: v1}`,
  );
  const bomb = [
    'a0: &a0 {image: registry.example.com/shop/web:v1}',
    ...Array.from({ length: 60 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}*a${at}]`),
    '',
  ].join('\n');
  const merges = [
    'm0: &m0 {repository: registry.example.com/shop/web, tag: v1}',
    ...Array.from({ length: 200 }, (_, at) => `m${at + 1}: &m${at + 1} {<<: [${`*m${at}, `.repeat(9)}*m${at}]}`),
    '',
  ].join('\n');
  const attacks: Readonly<Record<string, string>> = {
    '100,000 brackets': '['.repeat(100_000),
    '100,000 closed brackets': `a: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
    '100,000 braces': '{a: '.repeat(100_000),
    '100,000 dashes': '- '.repeat(100_000),
    '100,000 question marks': '? '.repeat(100_000),
    '3,000 indented levels': Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
    '10,000 anchors': `images:\n${wide.join('\n')}\n`,
    'aliases that multiply': bomb,
    'merges that multiply': merges,
    'aliases that multiply in text in text': `kind: Application\nspec:\n  source:\n    helm:\n      values: |\n${bomb.replace(/^/gm, '        ')}`,
    'a million documents': '---\n'.repeat(1_000_000),
    '100,000 aliases of one anchor': `a: &a x\nb: [${'*a,'.repeat(100_000)}*a]\n`,
    'one line of four million characters': `a: ${'x'.repeat(4_000_000)}\nimages: []\n`,
    'four million blanks': `images:${' '.repeat(4_000_000)}\n`,
    '300,000 comments': `${'#\n'.repeat(300_000)}images: []\n`,
    'a text of 300,000 lines': `a: |\n${'  x\n'.repeat(300_000)}`,
    'a million quotes': `a: '${"''".repeat(1_000_000)}'\n`,
    'a million escapes': `a: "${'\\x41'.repeat(1_000_000)}"\n`,
    'keys of a prototype':
      '__proto__: {images: [{name: registry.example.com/shop/web, newTag: v1}]}\nconstructor: {prototype: {image: web:v1}}\n',
    'an alias of itself': 'a: &a [*a]\nb: &b {<<: *b, repository: registry.example.com/shop/web, tag: v1}\n',
    'nothing at all': '',
    'half a surrogate': 'images:\n- name: registry.example.com/shop/web\n  newTag: "\uD800"\n',
  };

  it.each(isLong ? Object.entries(attacks) : Object.entries(attacks).slice(0, 5))(
    '%s: is refused with a reason, or promoted',
    { timeout: PATIENCE },
    (_, text) => {
      for (const at of ['kustomization.yaml', 'values.yaml', 'app.yaml'])
        refusalOf(() => rewrite({ path: at, text }, open));
      expect(({} as { images?: unknown }).images).toBeUndefined();
    },
  );
});
