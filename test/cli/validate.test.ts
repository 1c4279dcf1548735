import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout, commandLine, commandLineHere } from './commandline.ts';

const write = async (directory: string, files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(directory, dirname(path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
};

describe('the command validate on a checkout', () => {
  it('lists the images that a promotion would find, and reports every problem with exit code 3', async () => {
    await using place = await checkout('files');
    const good = await commandLine(['validate', '--product', 'shop'], place);
    expect(good.code).toBe(0);
    expect(good.stdout).toContain('Valid: 2 images in 3 environments can be promoted');
    expect(good.stdout).toMatch(
      / {2}shop dev: registry\.example\.com\/shop\/web:0362525 \(applications\/shop\/overlays\/dev\/kustomization\.yaml:\d+\)/,
    );
    await writeFile(join(place.directory, 'applications/shop/overlays/dev/kustomization.yaml'), 'images: broken\n');
    await writeFile(join(place.directory, 'applications/shop/overlays/stg/kustomization.yaml'), 'images: [{}]\n');
    const bad = await commandLine(['validate'], place);
    expect(bad.code).toBe(3);
    expect(bad.stdout + bad.stderr).toMatch(/Found 2 problems/);
  });

  it('does not call values valid if no image can be recognized in them, and says how to layer them', async () => {
    await using place = await checkout('files');
    await mkdir(join(place.directory, '.github'), { recursive: true });
    const config = 'files: "helm/{product}/{environment}.yaml"\nenvironments: { dev: }\nproducts: { search: }\n';
    await writeFile(join(place.directory, '.github/promotion.yml'), config);
    await mkdir(join(place.directory, 'helm/search'), { recursive: true });
    await writeFile(join(place.directory, 'helm/search/dev.yaml'), 'replicas: 2\nimage:\n  tag: v1\n');
    const { code, stdout } = await commandLineHere(['validate', '--dir', place.directory]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Nothing is wrong, and no image is listed\n/);
    expect(stdout).toContain(
      'The tag on line 3 has no repository beside it, so that its image is not known. If the repository is in a base file, layer the two: files: [["base.yaml", "helm/search/dev.yaml"]]. List the images in the manifest.\n',
    );
  });

  it('warns of a tag in the base layer alone, which a promotion to one environment may not change', async () => {
    await using place = await checkout('files');
    const layers = '[["charts/{product}/values.yaml", "charts/{product}/values-{environment}.yaml"]]';
    await write(place.directory, {
      '.github/promotion.yml': `files: ${layers}\nenvironments: { test: , production: }\n`,
      'charts/shop/values.yaml':
        'web: { image: { repository: ghcr.io/acme/web, tag: v1 } }\nworker: { image: { repository: ghcr.io/acme/worker, tag: v1 } }\n',
      'charts/shop/values-test.yaml': 'web: { image: { tag: v2 } }\n',
      'charts/shop/values-production.yaml': 'web: { image: { tag: v1 } }\n',
    });
    const words = ['--dir', place.directory];
    const wayOut =
      'Name test and production in one request, or set its version in the last layer of each: "charts/shop/values-test.yaml" and "charts/shop/values-production.yaml".';
    const { code, stdout } = await commandLineHere(['validate', ...words]);
    expect(code).toBe(0);
    expect(stdout.match(/^warning: /gm)).toHaveLength(1);
    expect(stdout).toContain(
      `warning: The place of "ghcr.io/acme/worker" in "charts/shop/values.yaml" is common to test and production: a promotion that does not name all of them is refused.\n  at charts/shop/values.yaml:2\n  ${wayOut}\n`,
    );
    const one = ['promote', '--product', 'shop', '--environments', 'test', '--images', 'ghcr.io/acme/worker:v2'];
    const refused = await commandLineHere([...one, ...words]);
    expect(refused.code).toBe(3);
    expect(refused.stdout).toContain(`  at charts/shop/values.yaml:2\n  ${wayOut}\n`);
    await write(place.directory, {
      '.github/promotion.yml': `files: ${layers}\nenvironments: { test: , production: { delivery: pull-request } }\n`,
    });
    expect((await commandLineHere(['validate', ...words])).stdout).toContain(
      'Give test and production the same `delivery` and name them in one request, or',
    );
  });

  it('warns of a tag that would override that of another file, since a promotion is refused there', async () => {
    await using place = await checkout('files');
    await write(place.directory, {
      '.github/promotion.yml':
        'files: ["charts/{product}/values.yaml", "charts/{product}/{environment}.yaml"]\nenvironments: { test: , production: }\n',
      'charts/shop/values.yaml': 'image: { repository: ghcr.io/acme/web, tag: v1 }\n',
      'charts/shop/test.yaml': 'image: { tag: v2 }\n',
      'charts/shop/production.yaml': 'image: { tag: v1 }\n',
    });
    const { code, stdout } = await commandLineHere(['validate', '--dir', place.directory]);
    expect(code).toBe(0);
    expect(stdout.match(/^warning: .*/gm)).toEqual([
      expect.stringContaining(
        '"charts/shop/test.yaml" has a tag under "image" without a repository, which would override',
      ),
      expect.stringContaining('"charts/shop/production.yaml" has a tag under "image" without a repository'),
    ]);
    expect(stdout).toContain('files: [[charts/shop/values.yaml, charts/shop/test.yaml]]');
  });

  it('names the base that lists the image of an overlay, and does not ask for `add-images` where it is set', async () => {
    await using place = await checkout('files');
    const overlay = 'applications/shop/overlays/dev/kustomization.yaml';
    await write(place.directory, {
      [overlay]: 'resources: [../../base]\n',
      'applications/shop/base/kustomization.yaml': 'resources: [web.yaml]\n',
      'applications/shop/base/web.yaml':
        'kind: Pod\napiVersion: v1\nspec: { containers: [{ image: "ghcr.io/acme/web:v1" }] }\n',
    });
    const words = ['validate', '--product', 'shop', '--environments', 'dev', '--dir', place.directory];
    expect((await commandLineHere(words)).stdout).toContain(
      `  at ${overlay}\n  A promotion would refuse every image there. It builds from "applications/shop/base/web.yaml", which lists "ghcr.io/acme/web": list it under \`images\` here as well, or set \`add-images: true\`.\n`,
    );
    await write(place.directory, { '.github/promotion.yml': 'add-images: true\n' });
    const { stdout } = await commandLineHere(words);
    expect(stdout).toContain(`  at ${overlay}\n  A promotion adds each image that it asks for.\n`);
    const added = ['promote', ...words.slice(1), '--images', 'ghcr.io/acme/web:v2', '--dry-run'];
    expect((await commandLineHere(added)).stdout).toContain('+- name: ghcr.io/acme/web\n');
  });

  it('names the line of the value that a promotion changes', async () => {
    await using place = await checkout('files');
    const { stdout } = await commandLineHere(['validate', '--product', 'shop', '--dir', place.directory]);
    const [, line] = /overlays\/dev\/kustomization\.yaml:(\d+)\)/.exec(stdout) ?? [];
    const words = '--product shop --environments dev --images registry.example.com/shop/web:v9 --dry-run'.split(' ');
    const promoted = await commandLineHere(['promote', ...words, '--dir', place.directory]);
    expect(promoted.stdout).toContain(`overlays/dev/kustomization.yaml:${line}\n`);
  });

  it('reports missing manifests of a product that the configuration lists, and of no other', async () => {
    await using place = await checkout('files');
    await rm(join(place.directory, 'applications/shop/overlays/prod'), { recursive: true });
    const config = 'environments: { dev: , stg: , prod: }\n';
    await mkdir(join(place.directory, '.github'), { recursive: true });
    await writeFile(join(place.directory, '.github/promotion.yml'), config);
    expect((await commandLineHere(['validate', '--dir', place.directory])).code).toBe(0);
    await writeFile(join(place.directory, '.github/promotion.yml'), `${config}products: { shop: }\n`);
    const { code, stdout, stderr } = await commandLineHere(['validate', '--dir', place.directory]);
    expect(code).toBe(3);
    expect(stdout + stderr).toContain('The manifests of "shop" in "prod" are missing');
  });
});

describe('a link to the manifests of another environment', () => {
  it.each([
    ['a directory', 'applications/shop/overlays/prod', 'dev'],
    ['a file', 'applications/shop/overlays/prod/kustomization.yaml', '../dev/kustomization.yaml'],
  ])('is a problem that validate names if %s', async (_, path, target) => {
    await using place = await checkout('files');
    await rm(join(place.directory, path), { recursive: true });
    await symlink(target, join(place.directory, path));
    await mkdir(join(place.directory, '.github'), { recursive: true });
    await writeFile(join(place.directory, '.github/promotion.yml'), 'environments: { dev: , stg: , prod: }\n');
    const { code, stdout, stderr } = await commandLineHere(['validate', '--dir', place.directory]);
    expect(code).toBe(3);
    expect(stdout + stderr).toContain(`"${path}" is a symbolic link.`);
  });
});

describe('the command status', () => {
  it('says which manifests list no image', async () => {
    await using place = await checkout('files');
    const overlay = 'applications/shop/overlays/dev/kustomization.yaml';
    await write(place.directory, { [overlay]: 'resources: [../../base]\n' });
    const words = ['--product', 'shop', '--environments', 'dev', '--dir', place.directory];
    expect((await commandLineHere(['status', ...words])).stdout).toMatch(
      new RegExp(`^No image is listed by any manifest\\.\\nwarning: Looked for images in "${overlay}"\\.\\n`),
    );
  });

  it('asks for the names of products, where neither `files` nor the configuration has them', async () => {
    await using place = await checkout('files');
    const configuration = 'files: deploy/{environment}.yaml\nenvironments: { dev: }\n';
    await write(place.directory, {
      '.github/promotion.yml': configuration,
      'deploy/dev.yaml': 'image: ghcr.io/acme/web:v1\n',
    });
    const { stdout } = await commandLineHere(['status', '--dir', place.directory]);
    expect(stdout).toContain(
      'No manifest was found. "deploy/{environment}.yaml" names no product, and the configuration lists none.',
    );
    await write(place.directory, { '.github/promotion.yml': `${configuration}products: { shop: }\n` });
    expect((await commandLineHere(['status', '--dir', place.directory])).stdout).toContain('shop     web    v1\n');
  });

  it('says which paths it searched and that it found nothing', async () => {
    await using place = await checkout('files');
    await rm(join(place.directory, 'applications'), { recursive: true });
    const { code, stdout, stderr } = await commandLineHere(['status', '--dir', place.directory]);
    expect(code).toBe(0);
    expect(stdout + stderr).toContain(
      'No manifest was found. Looked for "applications/{product}/overlays/{environment}".',
    );
    const validated = await commandLineHere(['validate', '--dir', place.directory]);
    expect(validated.code).toBe(3);
  });
});
