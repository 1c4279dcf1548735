import { describe, expect, it } from 'vitest';
import { PromotionError, type Violation } from '../../../src/domain/errors.ts';
import { parseImage } from '../../../src/domain/image.ts';
import { MOST_FILES } from '../../../src/domain/limits.ts';
import { type ManifestFile, type PlanTarget, planPromotion } from '../../../src/domain/plan/plan-promotion.ts';

const kustomization = (...images: readonly string[]): string =>
  ['kind: Kustomization', 'images:', ...images.flatMap((name) => [`- name: ${name}`, '  newTag: v1'])].join('\n');

const file = (path: string, text: string, match?: ManifestFile['match']): ManifestFile => ({
  path,
  text,
  executable: false,
  match,
});

const target = (
  files: readonly ManifestFile[],
  images: readonly string[],
  more: Partial<Pick<PlanTarget, 'product' | 'environment' | 'additions'>> = {},
): PlanTarget => ({
  product: 'shop',
  environment: 'dev',
  additions: 'refused',
  ...more,
  files,
  images: images.map(parseImage),
});

const violationsOf = (targets: readonly PlanTarget[]): readonly Violation[] => {
  try {
    planPromotion(targets);
  } catch (error) {
    if (error instanceof PromotionError) return error.violations;
    throw error;
  }
  return [];
};

const argocd = (helm: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n${helm}`;

describe('planPromotion', () => {
  it('lists changed and unchanged items, with the identity of each image and its line', () => {
    const files = [
      file(
        'k.yaml',
        'kind: Kustomization\nimages:\n- {name: a, newName: r.example.com/a, newTag: v1}\n- {name: b, newTag: v2}\n',
      ),
    ];
    const plan = planPromotion([target(files, ['a:v2', 'b:v2'])]);
    expect(plan.items).toMatchObject([
      { image: 'r.example.com/a', line: 3, from: { tag: 'v1' }, to: { tag: 'v2' }, state: 'changed' },
      { image: 'b', line: 4, state: 'unchanged' },
    ]);
    expect(plan.files).toMatchObject([{ path: 'k.yaml', after: expect.stringContaining('newTag: v2}\n- {name: b') }]);
  });

  it('sends a user to the version of an image that a file only names, never to the name', () => {
    const named = (version: string): readonly Violation[] =>
      violationsOf([target([file('values.yaml', `web:\n  repo: r.example/web\n${version}`)], ['r.example/web:v2'])]);
    const where = { code: 'image-not-listed', path: 'values.yaml', line: 2 };
    expect(named('  release: v1\n')).toMatchObject([{ ...where, hint: expect.stringContaining('such as line 3') }]);
    expect(named('')).toMatchObject([
      { ...where, hint: expect.stringMatching(/at the end of the line of its version, or/) },
    ]);
  });

  const inParts = (text: string, image: string): readonly Violation[] =>
    violationsOf([target([file('values.yaml', text)], [image])]);

  it.each([
    [
      'a hub and a tag for all images',
      'global:\n  hub: docker.io/istio\n  tag: 1.20.0\npilot:\n  image: pilot\n',
      'docker.io/istio/pilot:v2',
      [2, 5],
      3,
    ],
    [
      'the same, asked for as Docker Hub has it',
      'hub: docker.io/istio\ntag: v1\nimage: pilot\n',
      'istio/pilot:v2',
      [1, 3],
      2,
    ],
    [
      'a registry, a project and a name',
      'web:\n  registry: registry.example.com\n  project: shop\n  name: web\n  tag: v1\n',
      'registry.example.com/shop/web:v2',
      [2, 3, 4],
      5,
    ],
    [
      'the same under an image',
      'image: {registry: r.example.com/, organization: shop, repository: web, version: v1}\n',
      'r.example.com/shop/web:v2',
      [1],
      1,
    ],
    [
      'a prefix of two parts',
      'imagePrefix: "r.example.com/shop"\nweb:\n  component: web\n  release: v1\n',
      'r.example.com/shop/web:v2',
      [1, 3],
      undefined,
    ],
    [
      'an owner',
      'registry: ghcr.io\nimageOwner: shop\nimageName: web\nimageTag: v1\n',
      'ghcr.io/shop/web:v2',
      [1, 2, 3],
      4,
    ],
    [
      'helm parameters',
      `${argocd('      parameters:\n')}${['global.hub r.example.com/shop', 'web.image web', 'global.tag v1']
        .map((one) => `        - name: ${one.replace(' ', '\n          value: ')}\n`)
        .join('')}`,
      'r.example.com/shop/web:v2',
      [8, 10],
      12,
    ],
    [
      'text of an Application',
      argocd('      values: |\n        hub: r.example.com/shop\n        tag: v1\n        web:\n          image: web\n'),
      'r.example.com/shop/web:v2',
      [7, 10],
      8,
    ],
  ])('names the lines of a name in parts, and no other name: %s', (_, text, image, lines, version) => {
    const [violation, ...others] = inParts(text, image);
    const name = image.replace(':v2', '');
    expect(others).toEqual([]);
    expect(violation).toMatchObject({ code: 'image-not-listed', path: 'values.yaml', line: lines[0] });
    const places = lines.map((line) => `values.yaml:${line}`);
    expect(violation?.message).toBe(
      `The image "${name}" of dev has its name in parts that nothing ties together: ${places.join(', ').replace(/, (?=[^,]*$)/, ' and ')}.`,
    );
    expect(violation?.hint).toContain(`"# image-promotion: ${name}" at the end of the line of its version`);
    expect(violation?.hint).not.toContain('Did you mean');
    if (version !== undefined) expect(violation?.hint).toContain(`, such as line ${version}, or`);
    else expect(violation?.hint).not.toContain('such as');
  });

  it('names the other name of an image in parts if a version is beside it', () => {
    const text = (tag: string): string =>
      `global: {imageRegistry: r.example.com}\nimage:\n  repository: shop/web\n  tag: ${tag}\n`;
    const [violation] = inParts(text('v1'), 'r.example.com/shop/web:v2');
    expect(violation?.hint).toMatch(/^Request it as "shop\/web", or put the comment .* such as line 4, or/);
    const plan = planPromotion([target([file('values.yaml', text('v1'))], ['shop/web:v2'])]);
    expect(plan.files[0]?.after).toBe(text('v2'));
  });

  it('names the other name of a reference in parts, whose version no marker can take', () => {
    const [violation] = inParts('registries: {hub: r.example.com}\nimage: shop/web:v1\n', 'r.example.com/shop/web:v2');
    expect(violation?.message).toContain('values.yaml:1 and values.yaml:2.');
    expect(violation?.hint).toBe('Request it as "shop/web", since no marker fits a whole reference to another name.');
  });

  it('finds the parts of a name in several files', () => {
    const files = [
      file('web.yaml', 'web:\n  image: web\n'),
      file('all.yaml', 'hub: r.example.com/shop\nreplicas: 1\ntag: v1\n'),
    ];
    const [violation] = violationsOf([target(files, ['r.example.com/shop/web:v2'])]);
    expect(violation).toMatchObject({ path: 'all.yaml', line: 1 });
    expect(violation?.message).toContain(': all.yaml:1 and web.yaml:2.');
    expect(violation?.hint).toContain('such as all.yaml:3, or');
  });

  it.each([
    ['a name that is not there', 'registry: r.example.com\nproject: shop\nimage: {name: api, tag: v1}\n'],
    ['parts under keys of other things', 'registry: r.example.com\nnamespace: shop\nmode: shop\nimage: web\n'],
    ['parts in comments', '# hub: r.example.com/shop\nimage: web\n'],
    ['a longer value', 'hub: r.example.com/shops\nimage: web\n'],
    ['an Application of a chart', 'spec:\n  project: shop\n  source: {repoURL: r.example.com, chart: web}\n'],
    ['a name that is far away', `registry: r.example.com/shop\n${'# a\n'.repeat(20)}name: web\n`],
  ])('finds no parts of a name in %s', (_, text) => {
    const [violation] = inParts(text, 'r.example.com/shop/web:v2');
    expect(violation?.message).toContain('is listed by no manifest of shop in dev; searched: values.yaml.');
  });

  it('ties the parts of a name together by a marker', () => {
    for (const text of [
      (tag: string) =>
        `hub: docker.io/istio\ntag: ${tag} # image-promotion: docker.io/istio/pilot\npilot: {image: pilot}\n`,
      (tag: string) =>
        `image:\n  registry: docker.io\n  project: istio\n  name: pilot\n  tag: ${tag} # image-promotion: docker.io/istio/pilot\n`,
    ]) {
      const plan = planPromotion([target([file('values.yaml', text('v1'))], ['docker.io/istio/pilot:v2'])]);
      expect(plan.files[0]?.after).toBe(text('v2'));
    }
  });

  it('writes nothing if the images run already', () => {
    expect(planPromotion([target([file('k.yaml', kustomization('a'))], ['a:v1'])]).files).toEqual([]);
  });

  it('rewrites a file of two environments once, and reports it in both', () => {
    const files = [file('k.yaml', kustomization('a'))];
    const plan = planPromotion([target(files, ['a:v2']), target(files, ['a:v2'], { environment: 'stg' })]);
    expect(plan.files).toHaveLength(1);
    expect(plan.items.map(({ environment }) => environment)).toEqual(['dev', 'stg']);
  });

  it('assigns each image to the products whose files list it', () => {
    const shop = target([file('shop.yaml', kustomization('a'))], ['a:v2', 'b:v2']);
    const billing = target([file('billing.yaml', kustomization('b'))], ['a:v2', 'b:v2'], { product: 'billing' });
    const plan = planPromotion([shop, billing]);
    expect(plan.items.map(({ product, image }) => `${product} ${image}`)).toEqual(['shop a', 'billing b']);
  });

  it('refuses an image that no file of an environment lists, and names the searched files and the nearest names', () => {
    const files = [file('k.yaml', kustomization('registry.example.com/shop/web'))];
    const [violation] = violationsOf([target(files, ['registry.example.com/shop/we:v2'])]);
    expect(violation).toMatchObject({ code: 'image-not-listed', path: 'k.yaml' });
    expect(violation?.message).toContain('searched: k.yaml');
    expect(violation?.hint).toContain('Did you mean "registry.example.com/shop/web"?');
  });

  it('names files of the environment that were not searched', () => {
    const hintFor = (images: readonly string[]): string | undefined =>
      violationsOf([{ ...target([file('k.yaml', kustomization('shop/web'))], images), passedOver: ['.web.yaml'] }])[0]
        ?.hint;
    expect(hintFor(['other:v2'])).toMatch(
      /^Listed there: "shop\/web"\. Passed over: \.web\.yaml\. A glob takes no name/,
    );
    expect(hintFor(['shop/we:v2'])).toMatch(
      /^Did you mean "shop\/web"\? Passed over: \.web\.yaml\. A glob takes no name/,
    );
  });

  it('reports where a template fills in the version of such an image, but not of other images', () => {
    const containers = '[{image: "a:{{ .tag }}"}, {image: "b:{{ .b }}"}, {image: "ab:v1"}]';
    const files = [file('pod.yaml', `apiVersion: v1\nkind: Pod\nspec:\n  containers: ${containers}\n`)];
    expect(violationsOf([target(files, ['a:v2'])])).toMatchObject([
      {
        code: 'image-ambiguous',
        message: expect.stringMatching(/fills in, wherever it stands: pod\.yaml:4\.$/),
        line: 4,
      },
    ]);
    expect(violationsOf([target(files, ['c:v2'])])).toMatchObject([{ code: 'image-not-listed' }]);
  });

  it.each([
    [
      'what a file that a glob matches is, in place of the advice to list the image there',
      '- {op: replace, path: /a, value: "a:v1"}\n',
      { message: expect.stringContaining('is a JSON patch'), hint: expect.stringContaining('Leave patches out') },
    ],
    [
      'templates that parse as YAML',
      'name: {{ include "a" . }}\nimage: "{{ .Values.image }}"\n',
      { hint: expect.stringContaining('Leave the templates of a Helm chart out of `files` of shop in dev: x.yaml.') },
    ],
  ])('reports %s', (_, text, notice) => {
    const files = [file('values.yaml', 'image: {repository: a, tag: v1}\n', 'glob'), file('x.yaml', text, 'glob')];
    const { notices } = planPromotion([target(files, ['a:v2'])]);
    expect(notices).toMatchObject([{ path: 'x.yaml', ...notice }]);
  });

  it.each(['tag: v1\n', 'webTag: v1\n', 'dockerTag: v1\n', 'web: {imageVersion: v1}\n', 'appVersion: v1\n'])(
    'reports the line of a lone version: %j',
    (text) => {
      const [violation] = violationsOf([target([file('values.yaml', text)], ['a:v2'])]);
      expect(violation?.hint).toMatch(/^The (?:tag|version) on line 1 has no repository/);
    },
  );

  it('reports the lines of tags without an image', () => {
    const tags = Array.from({ length: 9 }, (_, index) => `web${index}: {image: {tag: v1}}\n`).join('');
    const files = [file('values.yaml', `imageTag: v1\nversions: {tag: v1}\n${tags}`)];
    const hint = violationsOf([target(files, ['a:v2'])])[0]?.hint;
    expect(hint).toMatch(
      /^The tag on line 1 has no repository beside it.* The tag on line 3 .* The tag on line 4 .* No image/,
    );
    expect(hint).not.toMatch(/line [25]/);
    expect(hint).toContain(
      'If the repository is in a base file, layer the two: files: [["base.yaml", "values.yaml"]].',
    );
  });

  it('refuses an image that only one of the environments lists', () => {
    const targets = [
      target([file('dev.yaml', kustomization('a'))], ['a:v2']),
      target([file('stg.yaml', kustomization('b'))], ['a:v2'], { environment: 'stg' }),
    ];
    expect(violationsOf(targets)).toMatchObject([{ code: 'image-not-listed', path: 'stg.yaml' }]);
  });

  it('reports the problems of all files at once', () => {
    const targets = [
      target([file('a.yaml', 'images: {'), file('b.yaml', 'kind: Kustomization\nimages: 1\n')], ['a:v2']),
    ];
    expect(violationsOf(targets).map(({ path }) => path)).toEqual(['a.yaml', 'b.yaml']);
  });
});

describe('several files of one environment', () => {
  it('cause a warning if some lack the image', () => {
    const files = [file('a.yaml', kustomization('a')), file('b.yaml', kustomization('b'))];
    const { notices } = planPromotion([target(files, ['a:v2'])]);
    expect(notices).toMatchObject([{ message: expect.stringContaining('a is not listed by b.yaml'), path: 'b.yaml' }]);
    expect(notices[0]?.hint).toContain('List it there as well');
  });

  it('cause no warning if the image is in a text file with a marker', () => {
    const files = [file('a.yaml', kustomization('a')), file('.env', '# image-promotion: b\nIMAGE=b:v1\n')];
    const { items, notices } = planPromotion([target(files, ['b:v2'])]);
    expect(items).toMatchObject([{ path: '.env', state: 'changed' }]);
    expect(notices).toEqual([]);
  });

  const list = '- op: replace\n  path: /spec\n';

  it('may be other YAML files if a glob matches them', () => {
    const files = [file('a.yaml', kustomization('a'), 'glob'), file('patch.yaml', list, 'glob')];
    const plan = planPromotion([target(files, ['a:v2'])]);
    expect(plan.files.map(({ path }) => path)).toEqual(['a.yaml']);
    expect(plan.notices).toMatchObject([{ message: expect.stringContaining('patch.yaml'), path: 'patch.yaml' }]);
  });

  it('must be manifests if the setting names them', () => {
    const files = [file('a.yaml', kustomization('a'), 'named'), file('patch.yaml', list, 'named')];
    expect(violationsOf([target(files, ['a:v2'])])).toMatchObject([{ code: 'manifest-format', path: 'patch.yaml' }]);
  });

  it('explain why a file was not searched if the image is in no other', () => {
    const files = [file('b.yaml', kustomization('b'), 'glob'), file('patch.yaml', list, 'glob')];
    expect(violationsOf([target(files, ['a:v2'])]).map(({ code }) => code)).toEqual([
      'image-not-listed',
      'manifest-format',
    ]);
  });

  it('are refused if one of them does not parse, from a glob or named', () => {
    const files = [file('a.yaml', kustomization('a'), 'glob'), file('b.yaml', 'a: [', 'glob')];
    expect(violationsOf([target(files, ['a:v2'])])).toMatchObject([{ code: 'manifest-invalid', path: 'b.yaml' }]);
  });
});

describe('additions', () => {
  const allowed = { additions: 'allowed' } as const;

  it('are written to the one kustomization, except the images that it lists already', () => {
    const plan = planPromotion([target([file('k.yaml', kustomization('a'))], ['a:v2', 'b:v2'], allowed)]);
    expect(plan.files[0]?.after).toBe('kind: Kustomization\nimages:\n- name: a\n  newTag: v2\n- name: b\n  newTag: v2');
    expect(plan.items).toMatchObject([{ image: 'a' }, { image: 'b', from: { repository: 'b' }, to: { tag: 'v2' } }]);
  });

  it.each<[string, PlanTarget[]]>([
    ['not allowed', [target([file('k.yaml', kustomization('a'))], ['b:v2'])]],
    [
      'possible in two places',
      [target([file('k.yaml', kustomization('a')), file('l.yaml', kustomization('c'))], ['b:v2'], allowed)],
    ],
    [
      'asked for by two products',
      [
        target([file('k.yaml', kustomization('a'))], ['b:v2'], allowed),
        target([file('l.yaml', kustomization('c'))], ['b:v2'], { ...allowed, product: 'billing' }),
      ],
    ],
    ['asked of no kustomization', [target([file('values.yaml', 'replicas: 1\n')], ['b:v2'], allowed)]],
  ])('are refused if they are %s', (_, targets) => {
    expect(violationsOf(targets).map(({ code }) => code)).toEqual(['image-not-listed']);
  });
});

describe('limits', () => {
  it('refuse more files than one commit can change', () => {
    const files = Array.from({ length: MOST_FILES + 1 }, (_, index) => file(`${index}.yaml`, kustomization('a')));
    expect(violationsOf([target(files, ['a:v2'])])).toMatchObject([{ code: 'too-many-changes' }]);
  }, 120_000);

  it('refuse more bytes than one commit can hold', () => {
    const text = `${kustomization('a')}\n# ${'x'.repeat(3.9 * 1024 * 1024)}\n`;
    const files = Array.from({ length: 6 }, (_, index) => file(`${index}.yaml`, text));
    expect(violationsOf([target(files, ['a:v2'])])).toMatchObject([{ code: 'too-many-changes' }]);
  });
});

const web = 'registry.example.com/shop/web';
const digest = `sha256:${'a'.repeat(64)}`;

describe('a new key for a version', () => {
  const noticesFor = (text: string, image: string) => planPromotion([target([file('a.yaml', text)], [image])]).notices;

  it.each([
    ['digest of values', `image:\n  repository: ${web}\n  tag: v1\n`, 'digest', 3],
    ['digest under a prefix', `webRepository: ${web}\nwebTag: v1\n`, 'webDigest', 2],
    ['digest in a flow mapping', `image: {repository: ${web}, tag: v1}\n`, 'digest', 1],
    [
      'digest of values of an application',
      argocd(`      values: |\n        image:\n          repository: ${web}\n          tag: v1\n`),
      'digest',
      9,
    ],
    [
      'digest of an object of values',
      argocd(`      valuesObject:\n        image: {repository: ${web}, tag: v1}\n`),
      'digest',
      7,
    ],
    [
      'parameter',
      argocd(
        `      parameters:\n        - {name: image.repository, value: ${web}}\n        - {name: image.tag, value: v1}\n`,
      ),
      'image.digest',
      8,
    ],
    [
      'digest of a custom resource',
      `apiVersion: example.com/v1\nkind: Web\nspec:\n  image:\n    repository: ${web}\n    tag: v1\n`,
      'digest',
      6,
    ],
  ])('causes a warning: %s', (_, text, key, line) => {
    const notice = {
      message: `${web} gets the key "${key}" on line ${line} of a.yaml, which was not there before.`,
      line,
    };
    for (const image of [`${web}@${digest}`, `${web}:v2@${digest}`])
      expect(noticesFor(text, image), image).toMatchObject([notice]);
    expect(noticesFor(text, `${web}:v2`)).toEqual([]);
  });

  it.each([
    ['tag', `${web}:v2`],
    ['digest', `${web}@${digest}`],
  ])('causes a warning for %s of a repository without a version', (key, image) => {
    expect(noticesFor(`image:\n  repository: ${web}\n`, image)).toMatchObject([
      { message: expect.stringContaining(`gets the key "${key}" on line 3`) },
    ]);
  });

  it.each([
    ['values that have it', `image:\n  repository: ${web}\n  tag: v1\n  digest: ""\n`],
    ['an entry of a kustomization', `kind: Kustomization\nimages:\n  - {name: ${web}, newTag: v1}\n`],
    ['a reference', `image: ${web}:v1\n`],
    [
      'values that merge it',
      `base: &base {digest: "${digest.replaceAll('a', '1')}"}\nimage:\n  <<: *base\n  repository: ${web}\n`,
    ],
  ])('causes no warning: %s', (_, text) => {
    expect(noticesFor(text, `${web}@${digest}`)).toEqual([]);
  });
});
