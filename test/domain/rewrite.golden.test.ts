import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ImageRequest } from '../../src/domain/image.ts';
import { rewrite } from '../../src/domain/rewrite.ts';

const cases = fileURLToPath(new URL('../golden/cases', import.meta.url));

const decode = (path: string): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));

const paths: Readonly<Record<string, string>> = {
  kustomization: 'overlays/dev/kustomization.yaml',
  'helm-values': 'charts/web/values.yaml',
  manifest: 'deploy/web.yaml',
  'argocd-application': 'argocd/web.yaml',
};

const folders = readdirSync(cases, { withFileTypes: true }).filter((entry) => entry.isDirectory());

for (const { name } of folders) {
  const read = (file: string): string => decode(join(cases, name, file));
  const kind = read('kind').trim();

  test(`${name}: ${read('why.txt').trim()}`, () => {
    const { images } = JSON.parse(read('request.json')) as { images: ImageRequest[] };
    const additions = existsSync(join(cases, name, 'promotion.yml')) ? 'allowed' : 'refused';
    const path = paths[kind] ?? kind;

    const once = rewrite({ path, text: read('before.yaml') }, { images, additions });
    expect(once.text).toBe(read('after.yaml'));
    expect(new Set(once.found.map(({ request }) => request))).toEqual(new Set(images));

    const twice = rewrite({ path, text: once.text }, { images, additions });
    expect(twice.text).toBe(once.text);
    expect(twice.found.some(({ changed }) => changed)).toBe(false);
  });
}
