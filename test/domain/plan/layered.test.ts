import { describe, expect, it } from 'vitest';
import { PromotionError } from '../../../src/domain/errors.ts';
import { parseImage } from '../../../src/domain/image.ts';
import { listedIn } from '../../../src/domain/plan/carry.ts';
import { planPromotion, viewedBy } from '../../../src/domain/plan/plan-promotion.ts';

const WEB = 'registry.example.com/shop/web';

type Files = Readonly<Record<string, string>>;

const targetOf = (files: Files, layers: readonly (readonly string[])[], image: string) => ({
  product: 'shop',
  environment: 'prod',
  additions: 'refused' as const,
  files: viewedBy(
    { environment: 'prod', settings: { layers, origin: {} } },
    Object.entries(files).map(([path, text]) => ({ path, text, executable: false })),
  ),
  images: [parseImage(image)],
});

/** Base first, the last file is the one of the environment. */
const stacked = (files: Files, image: string) => targetOf(files, [Object.keys(files)], image);

const promote = (files: Files, image: string): Files => {
  const plan = planPromotion([stacked(files, image)]);
  const changed = Object.fromEntries(plan.files.map(({ path, after }) => [path, after]));
  const again = planPromotion([stacked({ ...files, ...changed }, image)]);
  expect(again.files).toEqual([]);
  expect(plan.notices.filter(({ message }) => !message.includes('gets the key'))).toEqual([]);
  return changed;
};

const refusal = (files: Files, image: string): string => {
  try {
    promote(files, image);
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.violations.map(({ message, hint, path, line }) => `${path}:${line} ${message} ${hint}`).join('\n');
  }
  return 'passes';
};

const base = `image:\n  repository: ${WEB}\n`;

describe('layered values', () => {
  const changes: readonly [what: string, files: Files, image: string, changed: Files][] = [
    [
      'the tag of the last layer changes, with the repository of the base',
      { 'a.yaml': base, 'b.yaml': 'image:\n  tag: v1 # prod\n' },
      `${WEB}:v2`,
      { 'b.yaml': 'image:\n  tag: v2 # prod\n' },
    ],
    [
      'a tag that a later layer overrides stays',
      { 'a.yaml': `${base}  tag: v0\n`, 'b.yaml': 'image:\n  tag: v1\n' },
      `${WEB}:v2`,
      { 'b.yaml': 'image:\n  tag: v2\n' },
    ],
    [
      'of three layers, the last that sets the tag changes',
      { 'a.yaml': base, 'b.yaml': 'image: {tag: v1}\n', 'c.yaml': 'replicas: 3\n' },
      `${WEB}:v2`,
      { 'b.yaml': 'image: {tag: v2}\n' },
    ],
    [
      'a base that no layer overrides changes',
      { 'a.yaml': `${base}  tag: v0\n`, 'b.yaml': 'replicas: 3\n' },
      `${WEB}:v2`,
      { 'a.yaml': `${base}  tag: v2\n` },
    ],
    [
      'an empty last layer sets nothing',
      { 'a.yaml': `${base}  tag: v0\n`, 'b.yaml': '# nothing yet\n' },
      `${WEB}:v2`,
      { 'a.yaml': `${base}  tag: v2\n` },
    ],
    [
      'registry, repository and tag may be in three layers',
      {
        'a.yaml': 'image:\n  registry: registry.example.com\n',
        'b.yaml': 'image:\n  repository: shop/web\n',
        'c.yaml': 'image:\n  tag: v1\n',
      },
      `${WEB}:v2`,
      { 'c.yaml': 'image:\n  tag: v2\n' },
    ],
    [
      'a registry of the last layer makes another image of it',
      {
        'a.yaml': 'image:\n  registry: other.example.com\n  repository: shop/web\n',
        'b.yaml': 'image:\n  registry: registry.example.com\n  tag: v1\n',
      },
      `${WEB}:v2`,
      { 'b.yaml': 'image:\n  registry: registry.example.com\n  tag: v2\n' },
    ],
    [
      'a digest of the last layer changes',
      { 'a.yaml': base, 'b.yaml': `image:\n  digest: sha256:${'a'.repeat(64)}\n` },
      `${WEB}@sha256:${'b'.repeat(64)}`,
      { 'b.yaml': `image:\n  digest: sha256:${'b'.repeat(64)}\n` },
    ],
    [
      'a tag takes the place of the digest in the last layer',
      { 'a.yaml': base, 'b.yaml': `image:\n  digest: sha256:${'a'.repeat(64)}\n` },
      `${WEB}:v2`,
      { 'b.yaml': 'image:\n  digest: ""\n  tag: v2\n' },
    ],
    [
      'a digest that goes is emptied where a layer below has one',
      {
        'a.yaml': `${base}  digest: sha256:${'0'.repeat(64)}\n`,
        'b.yaml': `image:\n  tag: v1\n  digest: sha256:${'a'.repeat(64)}\n`,
      },
      `${WEB}:v2`,
      { 'b.yaml': 'image:\n  tag: v2\n  digest: ""\n' },
    ],
    [
      'tag and digest are written together into the last layer',
      { 'a.yaml': base, 'b.yaml': 'image:\n  tag: v1\n' },
      `${WEB}:v2@sha256:${'b'.repeat(64)}`,
      { 'b.yaml': `image:\n  tag: v2\n  digest: sha256:${'b'.repeat(64)}\n` },
    ],
    [
      'subcharts are found at their keys',
      {
        'a.yaml': `web:\n  server:\n    image: {repository: ${WEB}}\napi:\n  image: {repository: registry.example.com/shop/api}\n`,
        'b.yaml': "web:\n  server:\n    image:\n      tag: 'v1'\napi:\n  image:\n    tag: v7\n",
      },
      `${WEB}:v2`,
      { 'b.yaml': "web:\n  server:\n    image:\n      tag: 'v2'\napi:\n  image:\n    tag: v7\n" },
    ],
    [
      'several images of one repository change in the layers of their tags',
      {
        'a.yaml': `web: {image: {repository: ${WEB}}}\njob: {image: {repository: ${WEB}, tag: v1}}\n`,
        'b.yaml': 'web: {image: {tag: v1}}\n',
      },
      `${WEB}:v2`,
      {
        'a.yaml': `web: {image: {repository: ${WEB}}}\njob: {image: {repository: ${WEB}, tag: v2}}\n`,
        'b.yaml': 'web: {image: {tag: v2}}\n',
      },
    ],
    [
      'keys of other names belong together across layers',
      { 'a.yaml': `webRepository: ${WEB}\n`, 'b.yaml': 'webTag: v1\n' },
      `${WEB}:v2`,
      { 'b.yaml': 'webTag: v2\n' },
    ],
    [
      'a whole reference of the last layer changes',
      { 'a.yaml': `image: ${WEB}:v0\n`, 'b.yaml': `image: ${WEB}:v1\n` },
      `${WEB}:v2`,
      { 'b.yaml': `image: ${WEB}:v2\n` },
    ],
    [
      'a list of a later layer replaces that of the base',
      { 'a.yaml': `images:\n  - ${WEB}:v0\n`, 'b.yaml': `images:\n  - ${WEB}:v1\n` },
      `${WEB}:v2`,
      { 'b.yaml': `images:\n  - ${WEB}:v2\n` },
    ],
    [
      'a list of the base changes where no later layer has one',
      { 'a.yaml': `jobs:\n  - image: {repository: ${WEB}, tag: v1}\n`, 'b.yaml': 'replicas: 3\n' },
      `${WEB}:v2`,
      { 'a.yaml': `jobs:\n  - image: {repository: ${WEB}, tag: v2}\n` },
    ],
    [
      'an anchor of the base gives the repository',
      {
        'a.yaml': `common: &common {repository: ${WEB}}\nimage:\n  <<: *common\n  pullPolicy: Always\n`,
        'b.yaml': 'image:\n  tag: v1\n',
      },
      `${WEB}:v2`,
      { 'b.yaml': 'image:\n  tag: v2\n' },
    ],
    [
      'a merge key of the last layer gets a tag of its own beside it',
      { 'a.yaml': base, 'b.yaml': 'x-version: &version {tag: v1}\nimage:\n  <<: *version\n  pullPolicy: Always\n' },
      `${WEB}:v2`,
      { 'b.yaml': 'x-version: &version {tag: v1}\nimage:\n  <<: *version\n  pullPolicy: Always\n  tag: v2\n' },
    ],
    [
      'a null of the last layer is where the tag goes',
      { 'a.yaml': `${base}  tag: v0\n`, 'b.yaml': 'image:\n  tag:\n' },
      `${WEB}:v2`,
      { 'b.yaml': 'image:\n  tag: v2\n' },
    ],
    [
      'a name next to the version is changed with it',
      { 'a.yaml': base, 'b.yaml': `image:\n  repository: ${WEB}\n  tag: v1\n` },
      `${WEB}=mirror.example.com/shop/web:v2`,
      { 'b.yaml': 'image:\n  repository: mirror.example.com/shop/web\n  tag: v2\n' },
    ],
  ];

  it.each(changes)('%s', (_, files, image, changed) => {
    expect(promote(files, image)).toEqual(changed);
  });

  const refusals: readonly [what: string, files: Files, image: string, says: string][] = [
    [
      'no layer sets a version, and the last has the mapping',
      { 'a.yaml': base, 'b.yaml': 'replicas: 1\nimage:\n  pullPolicy: Always\n' },
      `${WEB}:1.10`,
      `b.yaml:3 The image "${WEB}" has no tag or digest in "a.yaml" and "b.yaml". Add \`tag: "1.10"\` under "image" to "b.yaml", line 3, the last of the layers.`,
    ],
    [
      'no layer sets a version, and the last has no such mapping',
      { 'a.yaml': base, 'b.yaml': 'replicas: 1\n' },
      `${WEB}:v2`,
      `b.yaml:1 The image "${WEB}" has no tag or digest in "a.yaml" and "b.yaml". Add \`tag: v2\` under "image" to "b.yaml", the last of the layers.`,
    ],
    [
      'no layer sets a version, and the last is empty',
      { 'a.yaml': base, 'b.yaml': '' },
      `${WEB}@sha256:${'a'.repeat(64)}`,
      `Add \`digest: sha256:${'a'.repeat(64)}\` under "image" to "b.yaml", the last of the layers.`,
    ],
    [
      'a reference without a version in any layer',
      { 'a.yaml': `web:\n  image: ${WEB}\n`, 'b.yaml': 'web: {replicas: 1}\n' },
      `${WEB}:v2`,
      `Add \`image: ${WEB}:v2\` under "web" to "b.yaml", the last of the layers.`,
    ],
    [
      'a version in another mapping of the base',
      {
        'a.yaml': `global:\n  version: v1\nweb:\n  ${base.replaceAll('\n', '\n  ')}`,
        'b.yaml': 'web: {replicas: 1}\n',
      },
      `${WEB}:v2`,
      'has its version elsewhere, on line 2 of "a.yaml", not beside its repository.',
    ],
    [
      'a tag in another mapping of the last layer',
      { 'a.yaml': `web:\n  ${base.replaceAll('\n', '\n  ')}`, 'b.yaml': 'global:\n  tag: v1\n' },
      `${WEB}:v2`,
      'has its tag elsewhere, on line 2 of "b.yaml", not beside its repository.',
    ],
    [
      'a version under another key of the last layer',
      { 'a.yaml': base, 'b.yaml': 'image:\n  release: v1\n' },
      `${WEB}:v2`,
      'has its version under "release" on line 2 of "b.yaml", where no chart is known to read a tag.',
    ],
    [
      'a digest in a layer below would win over the tag',
      { 'a.yaml': `${base}  digest: sha256:${'a'.repeat(64)}\n`, 'b.yaml': 'image:\n  tag: v1\n' },
      `${WEB}:v2`,
      'has its digest in another layer ("a.yaml", line 3), where a tag alone would leave it.',
    ],
    [
      'a name in another layer cannot be changed',
      { 'a.yaml': base, 'b.yaml': 'image:\n  tag: v1\n' },
      `${WEB}=mirror.example.com/shop/web:v2`,
      'has its name in another layer than its version ("a.yaml", line 2), so that it cannot be renamed.',
    ],
    [
      'a registry in another layer cannot be changed',
      {
        'a.yaml': 'image:\n  registry: registry.example.com\n',
        'b.yaml': 'image:\n  repository: shop/web\n  tag: v1\n',
      },
      `${WEB}=mirror.example.com/shop/web:v2`,
      'has its name in another layer than its version ("a.yaml", line 2)',
    ],
    [
      'a version that something else fills in',
      { 'a.yaml': base, 'b.yaml': "image:\n  tag: '{{ .Values.tag }}'\n" },
      `${WEB}:v2`,
      'fills in',
    ],
    [
      'a list of the last layer hides that of the base',
      { 'a.yaml': `images:\n  - ${WEB}:v0\n`, 'b.yaml': 'images: []\n' },
      `${WEB}:v2`,
      `The image "${WEB}" is listed by no manifest of shop in prod; searched: a.yaml and b.yaml.`,
    ],
    [
      'a layer is something else than values',
      { 'a.yaml': base, 'b.yaml': 'apiVersion: v1\nkind: ConfigMap\nimage:\n  tag: v1\n' },
      `${WEB}:v2`,
      '"b.yaml" is a layer of helm values by the setting "files", and holds something else.',
    ],
    [
      'a layer that does not parse',
      { 'a.yaml': 'image: [\n', 'b.yaml': 'image:\n  tag: v1\n' },
      `${WEB}:v2`,
      'The manifest "a.yaml" does not parse as YAML',
    ],
    [
      'an anchor of the last layer is used elsewhere, too',
      { 'a.yaml': base, 'b.yaml': 'api: {tag: &v v1}\nimage: {tag: *v}\nother: *v\n' },
      `${WEB}:v2`,
      'passes',
    ],
    [
      'an anchor of the last layer gives its value to something else',
      { 'a.yaml': base, 'b.yaml': 'image: {tag: &v v1}\nother: *v\n' },
      `${WEB}:v2`,
      'b.yaml:1 The value "v1" is also used on line 2, which the request does not name.',
    ],
  ];

  it.each(refusals)('refuses: %s', (_, files, image, says) => {
    expect(refusal(files, image)).toContain(says);
  });

  it('lists each image once, in the layer that sets it', () => {
    const files = { 'a.yaml': `${base}  tag: v0\n`, 'b.yaml': 'image:\n  tag: v1\n' };
    expect(listedIn(stacked(files, `${WEB}:v2`).files)).toMatchObject([
      { path: 'b.yaml', line: 2, image: { repository: WEB, tag: 'v1' } },
    ]);
  });

  it('changes a base of two lists once if one of them needs it', () => {
    const files = { 'a.yaml': `${base}  tag: v1\n`, 'eu.yaml': 'image: {tag: v1}\n', 'us.yaml': 'replicas: 1\n' };
    const layers = [
      ['a.yaml', 'eu.yaml'],
      ['a.yaml', 'us.yaml'],
    ];
    const plan = planPromotion([targetOf(files, layers, `${WEB}:v2`)]);
    expect(plan.files.map(({ path, after }) => [path, after])).toEqual([
      ['a.yaml', `${base}  tag: v2\n`],
      ['eu.yaml', 'image: {tag: v2}\n'],
    ]);
    expect(plan.items.map(({ path }) => path)).toEqual(['a.yaml', 'eu.yaml']);
  });
});

describe('files that are not declared as layers', () => {
  const flat = (files: Files): string => {
    try {
      return planPromotion([targetOf(files, [], `${WEB}:v2`)])
        .files.map(({ path }) => path)
        .join();
    } catch (error) {
      if (!(error instanceof PromotionError)) throw error;
      return error.violations.map(({ message, hint, path, line }) => `${path}:${line} ${message} ${hint}`).join('\n');
    }
  };

  it.each(['tag: v1', 'digest: sha256:0', 'imageTag: v1'])(
    'refuses %s without a repository at the same keys',
    (line) => {
      const said = flat({ 'a.yaml': `${base}  tag: v1\n`, 'b.yaml': `image:\n  ${line}\n` });
      expect(said).toContain('b.yaml:2 "b.yaml" has a');
      expect(said).toContain('files: [[a.yaml, b.yaml]]');
    },
  );

  it.each([
    [`web:\n  repository: ${WEB}\n  tag: v1\n`, 'web:\n  tag: v0\n', 2],
    [`repository: ${WEB}\ntag: v1\n`, 'tag: v0\n', 1],
    [`web:\n  repository: ${WEB}\n`, 'web:\n  name: web\n  tag: v0\n', 3],
    [`webRepository: ${WEB}\nwebTag: v1\n`, 'webTag: v0\n', 1],
    [`web:\n  repository: ${WEB}\n  imageVersion: v1\n`, 'web:\n  imageVersion: v0\n', 2],
  ])('refuses a version under the key of that of %j without a repository: %j', (above, below, line) => {
    const said = flat({ 'a.yaml': above, 'b.yaml': below });
    expect(said).toContain(`b.yaml:${line} "b.yaml" has a`);
    expect(said).toContain('files: [[a.yaml, b.yaml]]');
  });

  it.each(['git:\n  tag: v0\n', 'web:\n  jobTag: v0\n', 'web:\n  version: v0\n'])('ignores %j', (below) => {
    expect(flat({ 'a.yaml': `web:\n  repository: ${WEB}\n  tag: v1\n`, 'b.yaml': below })).toBe('a.yaml');
  });

  it('refuses a tag that would override a new one', () => {
    expect(flat({ 'a.yaml': `${base}  pullPolicy: Always\n`, 'b.yaml': 'image:\n  tag: v1\n' })).toContain(
      '[[a.yaml, b.yaml]]',
    );
  });

  it('ignores the tags of other images', () => {
    expect(flat({ 'a.yaml': `${base}  tag: v1\n`, 'b.yaml': 'api:\n  image:\n    tag: v1\n' })).toBe('a.yaml');
  });

  it('changes all files that list the image', () => {
    expect(flat({ 'a.yaml': `${base}  tag: v1\n`, 'b.yaml': `${base}  tag: v0\n` })).toBe('a.yaml,b.yaml');
  });
});

describe('a marker in layered values', () => {
  const marked = (value: string): string => `web:\n  release: ${value} # image-promotion: ${WEB}\n`;

  it('changes the value of the layer that sets it last', () => {
    expect(promote({ 'a.yaml': marked('v1'), 'b.yaml': 'replicas: 3\n' }, `${WEB}:v2`)).toEqual({
      'a.yaml': marked('v2'),
    });
    expect(promote({ 'a.yaml': 'web: {release: v0}\n', 'b.yaml': marked('v1') }, `${WEB}:v2`)).toEqual({
      'b.yaml': marked('v2'),
    });
  });

  it.each([
    ['the value', 'web:\n  release: v9\n', 2],
    ['nothing in its place', 'web:\n  release: null\n', 2],
    ['something else for its mapping', 'web: off\n', 1],
  ])('is refused where a later layer has %s', (_, later, line) => {
    expect(refusal({ 'a.yaml': marked('v1'), 'b.yaml': later }, `${WEB}:v2`)).toContain(
      `has a marked value that a later layer overrides ("b.yaml", line ${line})`,
    );
  });

  it('is refused where a later layer replaces the list around it', () => {
    const base = `args:\n  - --web=${WEB}:v1 # image-promotion: ${WEB}\n`;
    expect(refusal({ 'a.yaml': base, 'b.yaml': 'args: []\n' }, `${WEB}:v2`)).toContain('a later layer overrides');
    expect(promote({ 'a.yaml': base, 'b.yaml': 'other: []\n' }, `${WEB}:v2`)).toEqual({
      'a.yaml': base.replace(':v1', ':v2'),
    });
  });
});
