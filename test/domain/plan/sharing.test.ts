import { describe, expect, it } from 'vitest';
import { freeze } from '../../../src/commands/promotion/freeze.ts';
import { spotsOf, targetOf } from '../../../src/commands/promotion/read-manifests.ts';
import { leaveOut } from '../../../src/commands/promotion/supersede.ts';
import { PromotionError } from '../../../src/domain/errors.ts';
import { parseImage } from '../../../src/domain/image.ts';
import {
  findManifests,
  type KnownEntries,
  learn,
  type SnapshotEntry,
} from '../../../src/domain/manifests/find-manifests.ts';
import type { Delivery, Promotion } from '../../../src/domain/model.ts';
import { listedIn } from '../../../src/domain/plan/carry.ts';
import { planPromotion, viewedBy } from '../../../src/domain/plan/plan-promotion.ts';
import { enforce } from '../../../src/domain/policy/enforce.ts';
import { otherOwners, withOtherOwners } from '../../../src/domain/policy/shared-places.ts';
import { configOf } from '../config/support.ts';

const WEB = 'registry.example.com/shop/web';
const API = 'registry.example.com/shop/api';

type Files = Readonly<Record<string, string>>;

type Asked = {
  readonly environments: string;
  readonly products?: string;
  readonly image?: string;
  readonly delivery?: Delivery;
};

const entryAt = (files: Files, path: string): SnapshotEntry => {
  const text = files[path];
  if (text !== undefined) return { kind: 'file', text, executable: false };
  const below = Object.keys(files).flatMap((file) =>
    file.startsWith(`${path}/`) ? [file.slice(path.length + 1)] : [],
  );
  const names = path === '' ? Object.keys(files) : below;
  if (names.length === 0) return { kind: 'absent' };
  const kinds = new Map(
    names.map((name) => [name.split('/')[0] ?? '', name.includes('/') ? 'directory' : 'file'] as const),
  );
  return { kind: 'directory', entries: [...kinds].map(([name, kind]) => ({ name, kind })) };
};

/** The manifests of a target as they are found in a tree of files. */
const manifestsIn = (files: Files, target: { product: string; environment: string; files: readonly string[] }) => {
  let known: KnownEntries = new Map();
  for (;;) {
    const step = findManifests([target], known);
    if (step.kind === 'done') return step.found[0]?.manifests ?? [];
    known = learn(
      known,
      step.paths,
      step.paths.map((path) => entryAt(files, path)),
    );
  }
};

const targetsOf = (config: string, files: Files, { environments, products = 'shop', image = `${WEB}:v2` }: Asked) => {
  const named = { products: products.split(','), environments: environments.split(',') };
  return spotsOf(configOf(config), named).map((spot) => {
    const { product, environment, settings } = spot;
    const manifests = manifestsIn(files, { product, environment, files: settings.files });
    return targetOf({ ...spot, files: viewedBy(spot, manifests), passedOver: [] }, [parseImage(image)]);
  });
};

const promotionOf = ({ environments, products = 'shop', image = `${WEB}:v2` }: Asked): Promotion => ({
  trigger: 'by-hand',
  products: products.split(','),
  environments: environments.split(','),
  images: [parseImage(image)],
});

/** The new texts of the files that change, or `code message` of each refusal. */
const promote = (config: string, files: Files, asked: Asked): Files | string => {
  try {
    const targets = targetsOf(config, files, asked);
    const plan = planPromotion(targets);
    const promotion = promotionOf(asked);
    const silent = otherOwners(plan.items, targets, promotion.environments);
    const items = withOtherOwners(plan.items, silent);
    const spots = [...targets, ...silent];
    const facts = { kind: 'promotion', promotion, spots, items, remaining: items, delivery: asked.delivery } as const;
    enforce({ ...facts, asker: {}, memberships: [], testimonies: [] });
    return Object.fromEntries(plan.files.map(({ path, after }) => [path, after]));
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.violations.map(({ code, message }) => `${code} ${message}`).join('\n');
  }
};

const environments = 'environments: {dev: , stg: , prod: {tags: ["v*"]}}\n';
const values = (tag: string): string => `image:\n  repository: ${WEB}\n  tag: ${tag}\n`;

const applicationSet = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
spec:
  generators:
    - list:
        elements:
          - env: dev
            image: ${WEB}:v1
          - env: prod # by hand
            image: ${WEB}:v1
`;

describe('a file of several environments', () => {
  const one = `files: "apps/{product}/values.yaml"\n${environments}`;
  const files = { 'apps/shop/values.yaml': values('v1') };

  it('is not changed for one of them', () => {
    expect(promote(one, files, { environments: 'dev' })).toBe(
      `file-shared The place of "${WEB}" in "apps/shop/values.yaml" is common to dev, stg and prod, and the request does not name stg and prod.`,
    );
    expect(promote(one, files, { environments: 'dev,prod' })).toContain('does not name stg.');
  });

  it('is changed for all of them, under the policies of each', () => {
    expect(promote(one, files, { environments: 'dev,stg,prod' })).toEqual({ 'apps/shop/values.yaml': values('v2') });
    expect(promote(one, files, { environments: 'dev,stg,prod', image: `${WEB}:x` })).toMatch(/^tag-not-allowed .*prod/);
  });

  it('may be named if nothing in it changes', () => {
    expect(promote(one, files, { environments: 'dev', image: `${WEB}:v1` })).toEqual({});
  });

  it('is not changed by two deliveries, unless the step sets one', () => {
    const two = 'files: values.yaml\nenvironments: {dev: , prod: {delivery: pull-request}}\n';
    const asked = { environments: 'dev,prod' };
    expect(promote(two, { 'values.yaml': values('v1') }, asked)).toBe(
      `file-shared The place of "${WEB}" in "values.yaml" is shared, and cannot change in two ways: commit for dev of shop and pull-request for prod of shop.`,
    );
    expect(promote(two, { 'values.yaml': values('v1') }, { ...asked, delivery: 'pull-request' })).toEqual({
      'values.yaml': values('v2'),
    });
  });

  const ways: readonly [what: string, config: string, files: Files][] = [
    [
      'a glob of dev that reaches the file of prod',
      'environments: {dev: {files: "apps/**/values.yaml"}, prod: {files: apps/prod/values.yaml}}\n',
      { 'apps/prod/values.yaml': values('v1') },
    ],
    [
      'a glob of prod that reaches the file of dev',
      'environments: {dev: {files: apps/a/values.yaml}, prod: {files: "apps/?/*.yaml"}}\n',
      { 'apps/a/values.yaml': values('v1') },
    ],
    [
      'a directory of prod whose kustomization dev names as a file',
      'environments: {dev: {files: apps/shop/kustomization.yaml}, prod: {files: apps/shop}}\n',
      { 'apps/shop/kustomization.yaml': `images:\n  - name: ${WEB}\n    newTag: v1\n` },
    ],
    [
      'a glob of prod over directories',
      'environments: {dev: {files: apps/shop/kustomization.yml}, prod: {files: "apps/*"}}\n',
      { 'apps/shop/kustomization.yml': `images:\n  - name: ${WEB}\n    newTag: v1\n` },
    ],
    [
      'the root, whose kustomization dev names as a file',
      'environments: {dev: {files: kustomization.yaml}, prod: {files: "**"}}\n',
      { 'kustomization.yaml': `images:\n  - name: ${WEB}\n    newTag: v1\n` },
    ],
    [
      'a base beside the overlays',
      'files: [base, "overlays/{environment}"]\nenvironments: {dev: , prod: }\n',
      {
        'base/kustomization.yaml': `images:\n  - name: ${WEB}\n    newTag: v1\n`,
        'overlays/dev/kustomization.yaml': `images:\n  - name: ${WEB}\n    newTag: v1\n`,
      },
    ],
    [
      'a base of layers that dev does not override',
      'files: [[base.yaml, "{environment}.yaml"]]\nenvironments: {dev: , prod: }\n',
      { 'base.yaml': values('v1'), 'dev.yaml': 'replicas: 1\n' },
    ],
    [
      'a file that only one product has for prod',
      'files: a.yaml\nenvironments: {dev: , prod: {files: b.yaml}}\nproducts: {shop: , pay: {environments: {prod: {files: a.yaml}}}}\n',
      { 'a.yaml': values('v1') },
    ],
    [
      'environments that only a product lists',
      'files: a.yaml\nproducts: {shop: {environments: {prod: {tags: ["v*"]}}}}\n',
      { 'a.yaml': values('v1') },
    ],
    [
      'an element that names two of them',
      'files: a.yaml\nenvironments: {dev: , prod: }\n',
      { 'a.yaml': applicationSet.replaceAll('env: prod # by hand', 'env: dev\n            cluster: prod') },
    ],
  ];

  it.each(ways)('does not bypass the policies of prod: %s', (_, config, there) => {
    expect(promote(config, there, { environments: 'dev' })).toMatch(/^file-shared .* does not name prod\.$/);
  });

  it('changes alone if it is the last of shared layers', () => {
    const layered = 'files: [[base.yaml, "{environment}.yaml"]]\nenvironments: {dev: , prod: }\n';
    const there = { 'base.yaml': values('v0'), 'dev.yaml': 'image: {tag: v1}\n', 'prod.yaml': 'replicas: 3\n' };
    expect(promote(layered, there, { environments: 'dev' })).toEqual({ 'dev.yaml': 'image: {tag: v2}\n' });
    expect(promote(layered, there, { environments: 'dev,prod' })).toEqual({
      'base.yaml': values('v2'),
      'dev.yaml': 'image: {tag: v2}\n',
    });
  });
});

describe('a place of one environment in a shared file', () => {
  const shared = 'files: a.yaml\nenvironments: {dev: , stg: , prod: {tags: ["v*"], delivery: pull-request}}\n';
  const change = (text: string, asked: Asked): Files | string => promote(shared, { 'a.yaml': text }, asked);

  const owned: readonly [what: string, text: string, changed: string][] = [
    [
      'an element of a generator',
      applicationSet,
      applicationSet.replace(`env: dev\n            image: ${WEB}:v1`, `env: dev\n            image: ${WEB}:x`),
    ],
    ...['environment', 'stage', 'cluster', 'namespace', 'name'].map(
      (key) =>
        [
          `an element with ${key}`,
          `apps:\n  - ${key}: dev\n    image: ${WEB}:v1\n  - ${key}: prod\n    image: ${WEB}:v1\n`,
          `apps:\n  - ${key}: dev\n    image: ${WEB}:x\n  - ${key}: prod\n    image: ${WEB}:v1\n`,
        ] as [string, string, string],
    ),
    [
      'a key of a mapping',
      `dev: {image: "${WEB}:v1"}\nprod: {image: "${WEB}:v1"}\n`,
      `dev: {image: "${WEB}:x"}\nprod: {image: "${WEB}:v1"}\n`,
    ],
    [
      'a mapping in parts, below the key',
      `web:\n  dev:\n    image: {repository: ${WEB}, tag: v1}\n  prod:\n    image: {repository: ${WEB}, tag: v1}\n`,
      `web:\n  dev:\n    image: {repository: ${WEB}, tag: x}\n  prod:\n    image: {repository: ${WEB}, tag: v1}\n`,
    ],
    [
      'the innermost of several names',
      `prod:\n  - env: dev\n    image: ${WEB}:v1\ndev:\n  - env: prod\n    image: ${WEB}:v1\n`,
      `prod:\n  - env: dev\n    image: ${WEB}:x\ndev:\n  - env: prod\n    image: ${WEB}:v1\n`,
    ],
    [
      'text within an element',
      `spec:\n  sources:\n    - name: dev\n      values: |\n        image: ${WEB}:v1\n    - name: prod\n      values: |\n        image: ${WEB}:v1\n`,
      '',
    ],
  ];

  it.each(owned)('changes alone: %s', (_, text, changed) => {
    const asked = { environments: 'dev', image: `${WEB}:x` };
    expect(change(text, asked)).toEqual(
      changed === '' ? expect.stringContaining('image-not-listed') : { 'a.yaml': changed },
    );
  });

  it('changes in the values of an Application', () => {
    const source = (name: string, tag: string): string =>
      `    - name: ${name}\n      helm:\n        values: |\n          image: ${WEB}:${tag}\n`;
    const text = (tag: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  sources:\n${source('dev', tag)}${source('prod', 'v1')}`;
    expect(change(text('v1'), { environments: 'dev', image: `${WEB}:x` })).toEqual({ 'a.yaml': text('x') });
  });

  it('has only the policies and the delivery of its environment', () => {
    expect(change(applicationSet, { environments: 'dev,prod' })).toEqual({
      'a.yaml': applicationSet.replaceAll('web:v1', 'web:v2'),
    });
    expect(change(applicationSet, { environments: 'dev,prod', image: `${WEB}:x` })).toMatch(
      /^tag-not-allowed .* prod of/,
    );
  });

  it('replaces all other places for its environment', () => {
    expect(change(applicationSet, { environments: 'stg' })).toMatch(/^image-not-listed/);
    const [target] = targetsOf(shared, { 'a.yaml': applicationSet }, { environments: 'prod' });
    expect(listedIn(target?.files ?? [])).toMatchObject([{ line: 10, image: { tag: 'v1' } }]);
  });

  it.each([
    ['an alias', `dev: {image: &web "${WEB}:v1"}\nprod: {image: *web}\n`],
    ['an alias of the whole', `dev: &dev {image: "${WEB}:v1"}\nprod: *dev\n`],
    ['a merge key', `dev: &dev {image: {repository: ${WEB}, tag: v1}}\nprod: {<<: *dev, replicas: 2}\n`],
  ])('is not read by another environment, through %s', (_, text) => {
    expect(change(text, { environments: 'dev' })).toMatch(/^image-shared/);
  });

  it('may hold another version for each environment', () => {
    const targets = targetsOf(shared, { 'a.yaml': applicationSet }, { environments: 'dev,prod' });
    const asked = targets.map((target, index) => ({ ...target, images: [parseImage(`${WEB}:v${index + 7}`)] }));
    expect(planPromotion(asked).files).toMatchObject([
      { after: applicationSet.replace('web:v1', 'web:v7').replace('web:v1', 'web:v8') },
    ]);
  });

  it('gets an entry for all of them if a kustomization gains one', () => {
    const config = 'files: a\nadd-images: true\nenvironments: {dev: , prod: }\n';
    const there = { 'a/kustomization.yaml': 'resources: [b]\n' };
    expect(promote(config, there, { environments: 'dev' })).toMatch(/^file-shared .* does not name prod\.$/);
    expect(promote(config, there, { environments: 'dev,prod' })).toEqual({
      'a/kustomization.yaml': `resources: [b]\nimages:\n- name: ${WEB}\n  newTag: v2\n`,
    });
  });
});

describe('a file of several products', () => {
  const text = `web:\n  image: {repository: ${WEB}, tag: v1}\napi:\n  image: {repository: ${API}, tag: v1}\n`;
  const config = (images: string, more: string): string =>
    `files: "{environment}.yaml"\nenvironments: {dev: , prod: }\nproducts:\n  shop: {images: [${WEB}]}\n  pay: {images: [${images}], ${more}}\n`;

  it('has only the policies of the products that may promote the image', () => {
    const other = config(API, 'tags: ["p*"]');
    expect(promote(other, { 'prod.yaml': text }, { environments: 'prod' })).toEqual({
      'prod.yaml': text.replace('web, tag: v1', 'web, tag: v2'),
    });
  });

  it.each([
    ['tags', 'tags: ["p*"]', /^tag-not-allowed .* prod of pay/],
    ['actors', 'actors: [octocat]', /^actor-not-allowed .* prod of pay/],
    ['requires', 'environments: {prod: {requires: dev}}', /^requirement-unmet/],
    ['delivery', 'delivery: pull-request', /^file-shared .* commit for prod of shop and pull-request for prod of pay/],
  ])('has the %s of the product that the request does not name', (_, more, expected) => {
    expect(promote(config(`"*/shop/*"`, more), { 'prod.yaml': text }, { environments: 'prod' })).toMatch(expected);
  });

  const decidedBy = (asked: Asked, configured: string, there: Files) => {
    const targets = targetsOf(configured, there, asked);
    return { targets, decided: { ...planPromotion(targets), leftOut: [] } };
  };

  it('is unchanged while the other product is frozen', () => {
    const always = 'freeze: [{from: 2026-01-01T00:00Z, until: 2027-01-01T00:00Z}]';
    const asked = { environments: 'prod' };
    const { targets, decided } = decidedBy(asked, config(`"*/shop/*"`, always), { 'prod.yaml': text });
    const gathered = { targets } as unknown as Parameters<typeof freeze>[1]['gathered'];
    const question = { promotion: promotionOf(asked), gathered, delivery: undefined, now: new Date('2026-06-01') };
    const frozen = freeze(decided, question);
    expect(frozen.files).toEqual([]);
    expect(frozen.leftOut.map(({ superseded }) => superseded.message)).toEqual([
      expect.stringContaining('prod of pay, which shares its place, is frozen'),
    ]);
  });

  it('keeps a common place for all environments, with their other manifests, and changes only places of one environment', () => {
    const configured = 'files: [a.yaml, "{environment}.yaml"]\nenvironments: {dev: , prod: }\n';
    const there = { 'a.yaml': values('v1'), 'dev.yaml': values('v1'), 'prod.yaml': values('v1') };
    const common = decidedBy({ environments: 'dev,prod' }, configured, there);
    const outOf = ({ decided, targets }: typeof common, path: string) => {
      const item = decided.items.find((one) => one.path === path);
      if (item === undefined) throw new Error('no such item');
      const superseded = { image: WEB, requested: item.to, current: item.from, reason: 'older', message: '' } as const;
      return leaveOut(decided, [{ item, superseded }], targets);
    };
    expect(outOf(common, 'dev.yaml').files).toEqual([]);
    expect(outOf(common, 'dev.yaml').leftOut).toHaveLength(4);
    const own = decidedBy({ environments: 'dev,prod' }, 'files: a.yaml\nenvironments: {dev: , prod: }\n', {
      'a.yaml': applicationSet,
    });
    expect(outOf(own, 'a.yaml').files).toMatchObject([
      {
        after: applicationSet.replace(
          'by hand\n            image: registry.example.com/shop/web:v1',
          'by hand\n            image: registry.example.com/shop/web:v2',
        ),
      },
    ]);
  });
});
