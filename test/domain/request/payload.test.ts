import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePayload, readPayload } from '../../../src/domain/request/payload.ts';
import { codesOf, problemsOf, shownBy, unprintable } from '../errors/problems.ts';
import { image as anyImage } from '../image/images.ts';

const digest = `sha256:${'0a'.repeat(32)}`;
const web = { name: 'registry.example.com/shop/web', tag: 'v1' };
const legal = { product: 'shop', environments: ['dev'], images: ['registry.example.com/shop/web:v1'] };

const codes = (value: unknown): string[] => codesOf(() => parsePayload(value));
const messages = (value: unknown): string[] => problemsOf(() => parsePayload(value)).map(({ message }) => message);
const warnings = (value: unknown): string[] => parsePayload(value).warnings.map(({ message }) => message);

describe('the forms of a payload have one meaning', () => {
  test.each([
    ['as documented', legal],
    ['nested', { promotion: legal }],
    ['as JSON', JSON.stringify(legal)],
    ['as JSON twice', JSON.stringify(JSON.stringify(legal))],
    ['nested as JSON', { promotion: JSON.stringify(legal) }],
    ['nested in JSON', JSON.stringify({ promotion: legal })],
    ['products', { ...legal, product: undefined, products: ['shop'] }],
    ['products as a text', { ...legal, product: undefined, products: 'shop' }],
    ['a list in the singular', { ...legal, product: ['shop'] }],
    ['environment', { ...legal, environments: undefined, environment: 'dev' }],
    ['environments with commas', { ...legal, environments: ' dev , dev,' }],
    ['image', { ...legal, images: undefined, image: 'registry.example.com/shop/web:v1' }],
    ['images with commas', { ...legal, images: 'registry.example.com/shop/web:v1, registry.example.com/shop/web:v1' }],
    ['images as JSON', { ...legal, images: JSON.stringify(legal.images) }],
    ['images as JSON of a text', { ...legal, images: JSON.stringify(legal.images[0]) }],
    ['an image as JSON', { ...legal, images: JSON.stringify(web) }],
    ['an image as an object', { ...legal, image: web, images: undefined }],
    ['images as objects', { ...legal, images: [web] }],
    ['duplicates', { ...legal, environments: ['dev', 'dev'], images: [web, 'registry.example.com/shop/web:v1'] }],
    ['the tag apart', { ...legal, images: ['registry.example.com/shop/web'], tag: 'v1' }],
    ['unset values', { ...legal, environment: '', image: null, tag: '', digest: null, source: null, proof: '' }],
    ['an empty promotion', { ...legal, promotion: null }],
  ])('%s', (_, value) => {
    expect(parsePayload(value)).toMatchObject({
      products: ['shop'],
      environments: ['dev'],
      images: [web],
      warnings: [],
    });
  });
});

describe('images', () => {
  const images = (value: object): readonly unknown[] => parsePayload({ ...legal, ...value }).images;

  test('have every part', () => {
    const image = { name: 'web', newName: 'shop/web', tag: 'v1', digest };
    expect(images({ images: [image] })).toEqual([image]);
    expect(images({ images: [`web=shop/web:v1@${digest}`] })).toEqual([image]);
  });

  test.each([
    ['web=*:v1', { name: 'web', newName: '*', tag: 'v1' }],
    ['web=shop/web:*', { name: 'web', newName: 'shop/web', tag: '*' }],
    [`web:*@${digest}`, { name: 'web', tag: '*', digest }],
    ['web:v1@*', { name: 'web', tag: 'v1', digest: '*' }],
    ['web=*:*@*', { name: 'web', newName: '*', tag: '*', digest: '*' }],
  ])('keep a part with an asterisk, as the text %s does', (text, image) => {
    expect(images({ images: [image] })).toEqual(images({ images: [text] }));
    expect(images({ images: [image], tag: 'v9' })).toEqual(images({ images: [text] }));
  });

  test('without tag and digest get those of the payload, and the others keep their own', () => {
    const value = { images: ['web', 'worker:v2', `cron@${digest}`], tag: 'v1', digest };
    expect(images(value)).toEqual([
      { name: 'web', tag: 'v1', digest },
      { name: 'worker', tag: 'v2' },
      { name: 'cron', digest },
    ]);
  });

  test('may be absent if a tag or digest is given', () => {
    expect(parsePayload({ product: 'shop', environment: 'dev', tag: 'v1' })).toMatchObject({ images: [], tag: 'v1' });
    expect(parsePayload({ product: 'shop', environment: 'dev', digest })).toMatchObject({ images: [], digest });
  });

  test.each([
    ['a tag in the name', [{ name: 'web:v1', tag: 'v2' }], ['image-invalid']],
    ['a digest in the name', [{ name: `web@${digest}` }], ['image-invalid']],
    ['upper case', [{ name: 'web', newName: 'registry.example.com/Shop/Web', tag: 'v1' }], ['image-invalid']],
    ['no name', [{ tag: 'v1' }], ['image-invalid']],
    ['a tag with a plus', [{ name: 'web', tag: '1.5.0+build.7' }], ['tag-invalid']],
    ['a tag of two lines', [{ name: 'web', tag: 'v1\n- name: evil' }], ['tag-invalid']],
    ['a text of two lines', 'web:v1\nworker:v1', ['tag-invalid']],
    ['a placeholder', ['web:{sha}'], ['tag-invalid']],
    ['a short digest', [`web@${digest.slice(0, -1)}`], ['digest-invalid']],
    ['an asterisk as name', [{ name: '*', tag: 'v1' }], ['image-invalid']],
    ['an asterisk within a tag', [{ name: 'web', tag: 'v*' }], ['tag-invalid']],
    ['a number as tag', [{ name: 'web', tag: 1.1 }], ['payload-invalid']],
    ['a number', [5], ['image-invalid']],
    ['a list in the list', [['web:v1']], ['image-invalid']],
    ['a number for all', 5, ['payload-invalid']],
    ['broken JSON', '[{"name":', ['payload-invalid']],
    ['no tag anywhere', ['web'], ['tag-missing']],
    ['a misspelt tag', [{ name: 'web', tga: 'v1' }], ['tag-missing']],
    ['two tags for one name', ['web:v1', 'web:v2'], ['images-disagree']],
    ['a tag and a digest for one name', ['web:v1', `web@${digest}`], ['images-disagree']],
    [
      'everything at once',
      [{ name: 'Web', newName: 'a b', tag: '-', digest: 'x' }, 'worker:'],
      ['image-invalid', 'image-invalid', 'tag-invalid', 'digest-invalid', 'tag-invalid'],
    ],
  ])('are refused with %s', (_, value, expected) => {
    expect(codes({ ...legal, images: value })).toEqual(expected);
  });

  test('without a tag are read, for a step to add one', () => {
    expect(readPayload({ ...legal, images: ['web'] }).images).toEqual([{ name: 'web' }]);
  });

  test('print and parse', () => {
    const pinned = anyImage.filter(({ tag, digest: pin }) => tag !== undefined || pin !== undefined);
    fc.assert(
      fc.property(pinned, (image) => {
        expect(images({ images: [image] })).toEqual([image]);
        expect(images({ images: JSON.stringify([image]) })).toEqual([image]);
      }),
    );
  });
});

describe('names', () => {
  test.each([['../../../.github/workflows'], ['/etc'], ['.'], ['dev\nprod'], [['dev', '']], [['dev,prod']], [' .. ']])(
    'the environment %j is refused',
    (environment) => {
      expect(codes({ ...legal, environments: undefined, environment })).toEqual(['environment-invalid']);
    },
  );

  test.each([[[5]], [[null]], [[['dev']]], [5], [{ dev: true }], [true]])(
    'environments cannot be %j',
    (environments) => {
      expect(codes({ ...legal, environments })).toEqual(['payload-invalid']);
    },
  );

  test.each([
    ['product', 'products'],
    ['environment', 'environments'],
    ['image', 'images'],
  ])('%s and %s at once are refused', (one, many) => {
    expect(messages({ [one]: 'a', [many]: ['a'] })).toContain(`The payload has both ${one} and ${many}.`);
  });

  test('all problems are reported at once', () => {
    const value = {
      product: '..',
      environment: '',
      environments: ['/'],
      images: ['-'],
      tag: 1,
      digest: 'x',
      source: 5,
      proof: 'a b',
    };
    expect(codes(value)).toEqual([
      'product-invalid',
      'environment-invalid',
      'image-invalid',
      'payload-invalid',
      'digest-invalid',
      'source-invalid',
      'payload-invalid',
    ]);
  });
});

describe('the source', () => {
  const source = {
    repository: 'acme/shop',
    sha: 'a'.repeat(40),
    ref: 'refs/tags/v1.4.0',
    committed_at: '2026-11-30T18:00:00.5+09:00',
    event: 'push',
    workflow: 'release.yml',
    run_id: 1,
    run_number: 42,
    run_attempt: 1,
    actor: 'octocat',
  };

  test('is read field by field, with its date in UTC', () => {
    expect(parsePayload({ ...legal, source }).source).toEqual({
      repository: 'acme/shop',
      sha: 'a'.repeat(40),
      ref: 'refs/tags/v1.4.0',
      committedAt: '2026-11-30T09:00:00Z',
      event: 'push',
      workflow: 'release.yml',
      runId: 1,
      runNumber: 42,
      runAttempt: 1,
      actor: 'octocat',
    });
  });

  test.each(Object.keys(source))('may have no %s', (key) => {
    expect(codes({ ...legal, source: { ...source, [key]: undefined } })).toEqual([]);
  });

  test.each([
    ['repository', ['acme', 'acme/shop/x', '../shop', 'https://github.com/acme/shop', 5]],
    ['sha', ['main', 'A'.repeat(40), 'a'.repeat(39), '0'.repeat(40), 5]],
    ['ref', ['main', 'refs/heads/a..b', 'refs/heads/a b', 'refs/heads/\u0007', 5]],
    ['committed_at', ['yesterday', '2026-02-30T00:00:00Z', 1764493200]],
    ['event', ['Push!', 'push\n', 5]],
    ['workflow', ['.github/workflows/release.yml', 'release', '../release.yml', 5]],
    ['run_id', [-1, 1.5, '1', 2 ** 53, true, {}]],
    ['run_number', [-1, '42', []]],
    ['run_attempt', [0.5, '1']],
    ['actor', ['@octocat', 'octo cat', 'octocat[bot]]', 5]],
  ])('is refused with an illegal %s', (key, values) => {
    for (const value of values) {
      expect(codes({ ...legal, source: { ...source, [key]: value } }), JSON.stringify(value)).toEqual([
        'source-invalid',
      ]);
    }
  });

  test('accepts bots as actors', () => {
    expect(parsePayload({ ...legal, source: { actor: 'shop-builds[bot]' } }).source?.actor).toBe('shop-builds[bot]');
  });

  test('reports all its problems, and must be an object', () => {
    expect(codes({ ...legal, source: { sha: 'x', ref: 'y', run_id: 'z' } })).toHaveLength(3);
    expect(codes({ ...legal, source: 'acme/shop' })).toEqual(['source-invalid']);
    expect(codes({ ...legal, source: [] })).toEqual(['source-invalid']);
  });
});

describe('unknown keys', () => {
  test.each([
    'delivery',
    'config',
    'branch',
    'merge-method',
    'merge_method',
    'labels',
    'dry_run',
    'override',
    'reason',
  ])('%s is ignored with a warning, since a payload decides no setting', (key) => {
    expect(warnings({ ...legal, [key]: 'x' })).toEqual([`The key "${key}" of the payload is ignored.`]);
  });

  test('are listed with suggestions', () => {
    const { warnings: found } = parsePayload({
      ...legal,
      enviroment: 'prod',
      images: [{ ...web, new_name: 'x' }],
      source: { runId: 1 },
    });
    expect(found).toEqual([
      {
        message: 'The key "enviroment" of the payload is not known and is ignored.',
        hint: 'Did you mean environment? Otherwise leave it out.',
      },
      {
        message: 'The key "new_name" of image 1 of the payload is not known and is ignored.',
        hint: 'Did you mean newName? Otherwise leave it out.',
      },
      {
        message: 'The key "runId" of the payload\'s source is not known and is ignored.',
        hint: 'Did you mean run_id? Otherwise leave it out.',
      },
    ]);
  });

  test.each([
    ['newTag', 'tag'],
    ['tags', 'tag'],
    ['repository', 'name'],
    ['constructor', undefined],
  ])('of an image are recognized by their common names: %s', (key, meant) => {
    const [warning] = parsePayload({ ...legal, images: [{ ...web, [key]: 'x' }] }).warnings;
    expect(warning?.hint).toBe(
      meant === undefined ? 'Leave it out.' : `Did you mean ${meant}? Otherwise leave it out.`,
    );
  });

  test('are listed if an image has no name', () => {
    const problems = problemsOf(() => parsePayload({ ...legal, images: [{ image: 'web', tag: 'v1' }, {}] }));
    expect(problems.map(({ hint }) => hint)).toEqual([
      'Give the name that stands in the manifest as "name"; there is "image" and "tag".',
      'Give the name that stands in the manifest as "name".',
    ]);
  });

  test('next to a nested payload are listed as well', () => {
    expect(warnings({ promotion: legal, product: 'other' })).toEqual([
      'The key "product" stands beside "promotion" in the payload and is ignored.',
    ]);
  });

  test('are counted if there are many', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, 1]));
    expect(warnings({ ...legal, ...many }).at(-1)).toBe('490 more keys of the payload are not known and are ignored.');
  });

  test('with the names of prototypes are ordinary keys', () => {
    const value: unknown = JSON.parse(
      '{"product":"shop","environment":"dev","tag":"v1","__proto__":{"images":["evil:v1"]},"constructor":{"prototype":{"x":1}}}',
    );
    const { images, warnings: found } = parsePayload(value);
    expect(images).toEqual([]);
    expect(found.map(({ message }) => message)).toEqual([
      'The key "__proto__" of the payload is not known and is ignored.',
      'The key "constructor" of the payload is not known and is ignored.',
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('an invalid payload', () => {
  test.each([
    ['null', null],
    ['nothing', undefined],
    ['a number', 5],
    ['a list', []],
    ['a text', 'shop'],
    ['an empty text', ''],
    ['JSON of a number', '5'],
    ['JSON of a list', '[]'],
    ['half of JSON', '{"product": "shop"'],
    ['JSON thrice', JSON.stringify(JSON.stringify(JSON.stringify(legal)))],
    ['a list nested', { promotion: [] }],
    ['a text nested', { promotion: 'shop' }],
  ])('%s is refused', (_, value) => {
    expect(codes(value)).toEqual(['payload-invalid']);
  });

  test('with broken JSON is refused with the place, without its text', () => {
    expect(messages('{\n  "proof": "secret"\n  "product": "shop"\n}')).toEqual([
      'The payload is not JSON: line 3, column 3.',
    ]);
  });

  test('that is too long, too deep or too large is refused quickly', () => {
    expect(codes(' '.repeat(2 ** 20 + 1))).toEqual(['payload-invalid']);
    expect(codes(`${'['.repeat(500_000)}${']'.repeat(500_000)}`)).toEqual(['payload-invalid']);
    expect(codes({ ...legal, x: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) })).toEqual([
      'payload-invalid',
    ]);
    expect(codes({ ...legal, x: Array(200_000).fill(0) })).toEqual(['payload-invalid']);
    expect(codes({ ...legal, images: JSON.stringify(Array(200_000).fill(0)) })).toEqual(['payload-invalid']);
  });

  const numbered = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}-${index}`);

  test.each([
    ['products', (products: readonly string[]) => ({ ...legal, product: undefined, products })],
    ['environments', (environments: readonly string[]) => ({ ...legal, environments })],
    ['images', (images: readonly string[]) => ({ ...legal, images: images.map((name) => `${name}:v1`) })],
    [
      'images as objects',
      (images: readonly string[]) => ({ ...legal, images: images.map((name) => ({ name, tag: 'v1' })) }),
    ],
    [
      'images as a text',
      (images: readonly string[]) => ({ ...legal, images: images.map((name) => `${name}:v1`).join() }),
    ],
  ])('with more than a thousand %s is refused, without counting duplicates', (_, sent) => {
    const thousand = numbered(1000, 'a');
    expect(codes(sent([...thousand, 'b']))).toEqual(['payload-too-large']);
    expect(codes(sent(thousand))).toEqual([]);
    expect(codes(sent([...thousand, ...thousand]))).toEqual([]);
  });
});

describe('a proof', () => {
  test('keeps its text', () => {
    expect(parsePayload({ ...legal, proof: 'aaa.bbb.ccc' }).proof).toBe('aaa.bbb.ccc');
  });

  test.each([{ proof: 'secret secret' }, { proof: 'secret'.repeat(5000) }, { proof: ['secret'] }])(
    'that is malformed is refused without its text',
    (value) => {
      expect(codes({ ...legal, ...value })).toEqual(['payload-invalid']);
      expect(shownBy(() => parsePayload({ ...legal, ...value }))).not.toContain('secret');
    },
  );
});

describe('any payload', () => {
  const nearly = fc.oneof(
    fc.json(),
    fc.jsonValue(),
    fc.record(
      {
        product: fc.jsonValue(),
        environments: fc.oneof(fc.jsonValue(), fc.array(fc.string({ unit: 'binary' }))),
        images: fc.oneof(
          fc.jsonValue(),
          fc.array(
            fc.oneof(
              fc.string({ unit: 'binary' }),
              fc.record({ name: fc.jsonValue(), tag: fc.string({ unit: 'binary' }) }),
            ),
          ),
        ),
        tag: fc.string({ unit: 'binary' }),
        source: fc.oneof(
          fc.jsonValue(),
          fc.record({ ref: fc.string({ unit: 'binary' }), actor: fc.string({ unit: 'binary' }), run_id: fc.double() }),
        ),
        promotion: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
    fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
  );

  test('is read or refused with a reason, in visible characters', () => {
    fc.assert(
      fc.property(nearly, (value) => {
        expect(shownBy(() => parsePayload(value))).not.toMatch(unprintable);
        if (codes(value).length === 0) expect(warnings(value).join('')).not.toMatch(unprintable);
      }),
      { numRuns: 500 },
    );
  });
});
