/** Ways in which one environment runs the images of another, without a place in its own manifests. */
import { describe, expect, it } from 'vitest';
import { validate } from '../../src/commands/validate.ts';
import { includedBy } from '../../src/domain/manifests/includes.ts';
import { inCheckout, kustomization, NAME, onGitHub, overlay, WORKER } from './test-repository.ts';

const config = { '.github/promotion.yml': 'environments:\n  dev:\n  prod: { tags: ["v*"] }\n' };
const dev = { [overlay('dev')]: kustomization(`${NAME}:x`) };
const prod = overlay('prod');
const includes = (section: string): string => `${section}\nimages:\n  - {name: ${WORKER}, newTag: v1}\n`;

describe.each([
  ['on GitHub', onGitHub],
  ['in a checkout', inCheckout],
] as const)('production that includes the manifests of dev %s', (_, open) => {
  const violationsFor = async (files: Readonly<Record<string, string>>) => {
    await using stage = await open({ ...dev, ...config, ...files });
    return (await validate({}, stage.world)).violations;
  };

  it.each([
    ['a resource', { [prod]: includes('resources: [../dev]') }],
    ['a component', { [prod]: includes('components:\n  - ../dev/') }],
    ['a base, the old name', { [prod]: includes('bases:\n  - ../../overlays/dev') }],
    [
      'a resource of a base',
      {
        [prod]: includes('resources: [../../base]'),
        'applications/shop/base/kustomization.yml': 'resources: [../overlays/dev]\n',
      },
    ],
  ])('is reported if it is %s', async (_name, files) => {
    expect(await violationsFor(files)).toMatchObject([
      {
        code: 'file-shared',
        message: expect.stringContaining(
          `prod of shop builds "${NAME}" from "${overlay('dev')}", which belongs to dev`,
        ),
        hint: expect.stringContaining('under `images` of the kustomization of prod'),
      },
    ]);
  });

  it('is reported if it includes a file of values', async () => {
    const values = 'image:\n  repository: registry.example.com/shop/web\n  tag: x\n';
    const files = 'files:\n  - applications/{product}/overlays/{environment}\n';
    const own = 'environments:\n  dev: { files: [charts/shop/values-dev.yaml] }\n  prod: { tags: ["v*"] }\n';
    const found = await violationsFor({
      '.github/promotion.yml': `${files}${own}`,
      'charts/shop/values-dev.yaml': values,
      [prod]: includes('helmCharts: [{name: shop, valuesFile: ../../../../charts/shop/values-dev.yaml}]'),
    });
    expect(found).toMatchObject([{ code: 'file-shared', path: prod }]);
  });

  it.each([
    [
      'its own kustomization decides last',
      { [prod]: `resources: [../dev]\nimages:\n  - {name: ${NAME}, newTag: v1}\n` },
    ],
    ['it is nothing of dev', { [prod]: includes('resources: [../../base, https://example.com/x//dev?ref=main]') }],
    [
      'both name it, so that it is shared',
      {
        '.github/promotion.yml': `environments:\n  dev:\n  prod: { files: ["applications/{product}/overlays/dev", "${prod}"] }\n`,
        [prod]: includes('resources: [../dev]'),
      },
    ],
  ])('is not reported if %s', async (_name, files) => {
    expect(await violationsFor(files)).toEqual([]);
  });
});

describe('the includes of a kustomization', () => {
  it('end at a circle, and do not leave the repository', () => {
    const text = 'resources: [../b, ../../../x, /etc, "git@example.com:x/y"]\n';
    const entries = [{ name: 'kustomization.yaml', kind: 'file' }] as const;
    const files = { 'a/kustomization.yaml': text, 'b/kustomization.yaml': 'resources: [../a, ../b]\n' };
    const found = includedBy(['a/kustomization.yaml'], (path) => {
      if (path === 'a' || path === 'b') return { kind: 'directory', entries };
      const known = files[path as keyof typeof files];
      return known === undefined ? { kind: 'absent' } : { kind: 'file', text: known, executable: false };
    });
    expect(found).toEqual([{ path: 'b/kustomization.yaml', by: 'a/kustomization.yaml' }]);
  });
});
