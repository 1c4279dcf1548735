import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout, commandLine, commandLineHere } from './commandline.ts';

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
    expect(stdout).toMatch(/^Nothing is wrong, and no image can be promoted\n/);
    expect(stdout).toContain(
      'The tag on line 3 has no repository beside it, so that its image is not known. If the repository is in a base file, layer the two: files: [["base.yaml", "helm/search/dev.yaml"]]. List the images in the manifest.\n',
    );
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
