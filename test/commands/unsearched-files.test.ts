/** Files that the setting leads past are named where an image is missing, and cost no request. */
import { describe, expect, it } from 'vitest';
import { hosts, NAME, onGitHub, violationsOf } from './test-repository.ts';

const files = {
  '.github/promotion.yml': 'files: ["{product}/{environment}/*", "{product}/base"]\n',
  'shop/base/kustomization.yaml': 'resources: [deployment.yaml]\n',
  'shop/base/deployment.yaml': `kind: Deployment\nspec: {containers: [{image: "${NAME}:v1"}]}\n`,
  'shop/prod/other.yaml': 'image: registry.example.com/shop/other:v1\n',
};
const left = {
  'shop/prod/.web.yaml': `image: ${NAME}:v1\n`,
  'shop/prod/web.YAML': `image: ${NAME}:v1\n`,
  'shop/prod/web.yaml.gotmpl': `image: ${NAME}:{{ .tag }}\n`,
};
const asked = { images: [`${NAME}:v2`] };

describe.each(hosts)('an image that no searched file lists, %s', (_, open) => {
  it('is refused with the files that were not searched', async () => {
    await using stage = await open({ ...files, ...left });
    expect(await violationsOf(stage.promote(asked))).toMatchObject([
      {
        code: 'image-not-listed',
        hint: expect.stringContaining(
          'Passed over: shop/base/deployment.yaml, shop/prod/.web.yaml, shop/prod/web.YAML and shop/prod/web.yaml.gotmpl.',
        ),
      },
    ]);
  });
});

it('files that were not searched cost no request', async () => {
  const requests = async (there: Readonly<Record<string, string>>): Promise<number> => {
    await using stage = await onGitHub(there);
    await violationsOf(stage.promote(asked));
    return stage.fake.requests.length;
  };
  expect(await requests({ ...files, ...left })).toBe(await requests(files));
});
