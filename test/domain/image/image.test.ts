import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkDigest,
  checkRepository,
  checkTag,
  parseImage,
  parseReference,
  printImage,
  printReference,
  registryOf,
  sameReference,
  splitReference,
} from '../../../src/domain/image.ts';
import { codesOf, problemsOf, shownBy, unprintable } from '../errors/problems.ts';
import { digest as anyDigest, image as anyImage, reference as anyReference, tag as anyTag } from './images.ts';

const digest = `sha256:${'0a'.repeat(32)}`;

describe('repositories', () => {
  test.each([
    'web',
    'shop/web',
    'library/web-app',
    'registry.example.com/shop/web',
    'registry.example.com:5000/shop/web',
    'localhost/web',
    'localhost:5000/web',
    'LOCALHOST/web',
    '[2001:db8::1]:5000/shop/web',
    'a/b.c/d_e/f__g/h---i',
    '0/1',
    'a'.repeat(255),
  ])('%s is legal', (repository) => {
    expect(checkRepository(repository)).toBe(repository);
  });

  test.each([
    ['', 'is empty'],
    ['a'.repeat(256), 'is longer than 255 characters'],
    ['shop/ web', 'has a blank'],
    ['shop/web\n', 'has a blank'],
    ['shop/wéb', 'outside ASCII'],
    ['web@sha256:00', 'carries a digest'],
    ['web:v1', 'carries a tag'],
    ['registry.example.com:5000/web:v1', 'carries a tag'],
    ['registry.example.com/web:feature/login', 'carries a tag with a slash'],
    ['shop//web', 'empty part'],
    ['/web', 'empty part'],
    ['web/', 'empty part'],
    ['registry.example.com/', 'empty part'],
    ['registry.example.com/Shop/Web', 'upper-case'],
    ['Web', 'upper-case'],
    ['-web', 'lower-case letters and digits'],
    ['web-', 'lower-case letters and digits'],
    ['we..b', 'lower-case letters and digits'],
    ['we___b', 'lower-case letters and digits'],
    ['we._b', 'lower-case letters and digits'],
    ['shop/*', 'lower-case letters and digits'],
    ['registry.example.com:port/web', 'lower-case letters and digits'],
    ['../web', 'lower-case letters and digits'],
    ['.', 'lower-case letters and digits'],
  ])('%j is refused: it %s', (repository, rule) => {
    const [problem] = problemsOf(() => checkRepository(repository));
    expect(problem).toMatchObject({ code: 'image-invalid', message: expect.stringContaining(rule) });
  });

  test('suggests the lower-case form for upper-case letters', () => {
    const [problem] = problemsOf(() => checkRepository('ghcr.io/Acme/Web'));
    expect(problem?.hint).toContain('"ghcr.io/acme/web"');
  });

  test('explains tags if the name of a branch is given', () => {
    const [problem] = problemsOf(() => checkRepository('registry.example.com/shop/web:feature/Login'));
    expect(problem?.hint).toBe('Give the tag under which the image was pushed.');
  });

  test.each([
    ['web', undefined],
    ['shop/web', undefined],
    ['registry.example.com/web', 'registry.example.com'],
    ['localhost/web', 'localhost'],
    ['localhost', undefined],
    ['shop:5000/web', 'shop:5000'],
    ['Shop/web', 'Shop'],
    ['[::1]/web', '[::1]'],
    ['a..b/web', undefined],
  ])('the registry of %s is %s', (repository, registry) => {
    expect(registryOf(repository)).toBe(registry);
  });
});

describe('tags', () => {
  test.each(['v1.4.0', '0362525', '_x', '1.10', 'null', 'A-b_c.d', 'a'.repeat(128)])('%s is legal', (tag) => {
    expect(checkTag(tag)).toBe(tag);
  });

  test.each([
    ['', 'is empty'],
    ['a'.repeat(129), 'is longer than 128 characters'],
    ['-rc1', 'starts with a dot or a dash'],
    ['.hidden', 'starts with a dot or a dash'],
    ['1.5.0+build.7', 'has characters other than'],
    ['~', 'has characters other than'],
    ['feature/x', 'has characters other than'],
    ['v1\n- name: evil', 'has characters other than'],
    ['v1\n', 'has characters other than'],
    ['{sha}', 'has characters other than'],
    ['v１', 'has characters other than'],
  ])('%j is refused: it %s', (tag, rule) => {
    const [problem] = problemsOf(() => checkTag(tag));
    expect(problem).toMatchObject({ code: 'tag-invalid', message: expect.stringContaining(rule) });
  });
});

describe('digests', () => {
  test.each([digest, `sha512:${'f'.repeat(128)}`, `sha384:${'f'.repeat(96)}`, `multihash+base58:${'A'.repeat(32)}`])(
    '%s is legal',
    (text) => {
      expect(checkDigest(text)).toBe(text);
    },
  );

  test.each([
    ['', 'is not an algorithm'],
    ['0a'.repeat(32), 'is not an algorithm'],
    ['sha256:', 'is not an algorithm'],
    [`sha256:${'g'.repeat(64)}`, 'is not an algorithm'],
    [`${digest}\n`, 'is not an algorithm'],
    [`sha256:${'0'.repeat(63)}`, 'has 63 digits where sha256 has 64'],
    [`sha512:${'0'.repeat(64)}`, 'has 64 digits where sha512 has 128'],
    [`sha256:${'0A'.repeat(32)}`, 'has upper-case digits'],
    [`SHA256:${'0a'.repeat(32)}`, 'is not an algorithm in lower case'],
  ])('%j is refused: it %s', (text, rule) => {
    const [problem] = problemsOf(() => checkDigest(text));
    expect(problem).toMatchObject({ code: 'digest-invalid', message: expect.stringContaining(rule) });
  });
});

describe('references', () => {
  test.each([
    ['web', { repository: 'web' }],
    ['web:v1', { repository: 'web', tag: 'v1' }],
    [`web@${digest}`, { repository: 'web', digest }],
    [`web:v1@${digest}`, { repository: 'web', tag: 'v1', digest }],
    ['localhost:5000/web', { repository: 'localhost:5000/web' }],
    ['localhost:5000/web:v1', { repository: 'localhost:5000/web', tag: 'v1' }],
  ])('%s parts into repository, tag and digest', (text, parts) => {
    expect(parseReference(text)).toEqual(parts);
    expect(printReference(parts)).toBe(text);
  });

  test('are split into their parts, legal or not', () => {
    expect(splitReference('Web:{{ .Tag }}')).toEqual({ repository: 'Web', tag: '{{ .Tag }}' });
    expect(splitReference('web:')).toEqual({ repository: 'web', tag: '' });
  });

  test.each([
    ['web:', 'tag-invalid'],
    ['web@', 'digest-invalid'],
    [`web:@${digest}`, 'tag-invalid'],
    [`web@${digest}@${digest}`, 'digest-invalid'],
    [':v1', 'image-invalid'],
    ['docker://web:v1', 'image-invalid'],
  ])('%s is refused as %s', (text, code) => {
    expect(codesOf(() => parseReference(text))).toEqual([code]);
  });

  test('are equal if every part is', () => {
    const reference = { repository: 'web', tag: 'v1', digest };
    expect(sameReference(reference, { ...reference })).toBe(true);
    expect(sameReference(reference, { ...reference, repository: 'worker' })).toBe(false);
    expect(sameReference(reference, { ...reference, tag: 'v2' })).toBe(false);
    expect(sameReference(reference, { ...reference, digest: undefined })).toBe(false);
  });

  test.each(['web:v*', 'web:**', 'web=shop/web:*v1', 'web=*:v*'])('refuses %s, since a tag is no pattern', (text) => {
    expect(codesOf(() => parseImage(text))).toEqual(['tag-invalid']);
  });

  test('print and parse', () => {
    fc.assert(
      fc.property(anyReference, (reference) => {
        expect(parseReference(printReference(reference))).toEqual(reference);
      }),
    );
  });
});

describe('images', () => {
  test.each([
    ['web', { name: 'web' }],
    ['web:v1', { name: 'web', tag: 'v1' }],
    [`web@${digest}`, { name: 'web', digest }],
    [`web:v1@${digest}`, { name: 'web', tag: 'v1', digest }],
    ['web=registry.example.com/web', { name: 'web', newName: 'registry.example.com/web' }],
    ['web=registry.example.com:5000/web:v1', { name: 'web', newName: 'registry.example.com:5000/web', tag: 'v1' }],
    [`web=shop/web@${digest}`, { name: 'web', newName: 'shop/web', digest }],
  ])('%s', (text, image) => {
    expect(parseImage(text)).toEqual(image);
    expect(printImage(image)).toBe(text);
  });

  test.each([
    ['', 'image-invalid'],
    ['=web:v1', 'image-invalid'],
    ['web=:v1', 'image-invalid'],
    ['web=', 'image-invalid'],
    ['web:v1=shop/web:v2', 'image-invalid'],
    ['web=shop/web=other:v1', 'image-invalid'],
    ['web:v1+2', 'tag-invalid'],
  ])('%j is refused as %s', (text, code) => {
    expect(codesOf(() => parseImage(text))).toEqual([code]);
  });

  test.each([
    ['web=*:v1', { name: 'web', tag: 'v1' }],
    [`web=*@${digest}`, { name: 'web', digest }],
    [`shop/web=*:v1@${digest}`, { name: 'shop/web', tag: 'v1', digest }],
    ['localhost:5000/web=*', { name: 'localhost:5000/web' }],
    ['web=shop/web:*', { name: 'web', newName: 'shop/web', tag: '*' }],
    ['web=shop/web@*', { name: 'web', newName: 'shop/web', digest: '*' }],
    ['web=shop/web:*@*', { name: 'web', newName: 'shop/web', tag: '*', digest: '*' }],
    [`web:*@${digest}`, { name: 'web', tag: '*', digest }],
    ['web=*:*', { name: 'web', tag: '*' }],
  ])('%s keeps the part with an asterisk', (text, image) => {
    expect(parseImage(text)).toEqual(image);
  });

  test.each(['*', '*:v1', '=*:v1', 'web=**:v1', 'web=*/web:v1', 'web:v1=*:v2', 'web=*=web:v1', 'web=*v1'])(
    '%s is refused',
    (text) => {
      expect(codesOf(() => parseImage(text))).toEqual(['image-invalid']);
    },
  );

  test('print and parse', () => {
    fc.assert(
      fc.property(anyImage, (image) => {
        expect(parseImage(printImage(image))).toEqual(image);
      }),
    );
  });

  test('of any text are read or refused in visible characters', () => {
    const nearly = fc
      .array(
        fc.oneof(
          fc.constantFrom('web', '=', ':', '@', '/', '.', digest, '\n', '\u001b'),
          fc.string({ unit: 'binary' }),
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(nearly, (text) => {
        expect(shownBy(() => parseImage(text))).not.toMatch(unprintable);
      }),
    );
  });
});

test('random tags and digests by the specification are legal', () => {
  fc.assert(
    fc.property(anyTag, anyDigest, (tag, text) => {
      expect(checkTag(tag)).toBe(tag);
      expect(checkDigest(text)).toBe(text);
    }),
  );
});
