import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type ImageRequest, parseImage, printReference } from '../../src/domain/image.ts';
import { rewrite } from '../../src/domain/rewrite.ts';

const isThere = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!isThere) process.stdout.write('kubectl is missing: edited kustomizations are not rendered.\n');
const folder = mkdtempSync(join(tmpdir(), 'rewrite-'));
afterAll(() => rmSync(folder, { recursive: true }));

const manifest = (images: readonly string[]): string =>
  images
    .map(
      (image, index) =>
        `apiVersion: v1\nkind: Pod\nmetadata: {name: pod-${index}}\nspec: {containers: [{name: c, image: "${image}"}]}\n`,
    )
    .join('---\n');

/** Renders a kustomization over pods that run the images, and gives the images that come out. */
const render = (kustomization: string, images: readonly string[]): string[] => {
  const directory = mkdtempSync(join(folder, 'case-'));
  mkdirSync(join(directory, 'base'));
  writeFileSync(join(directory, 'base', 'kustomization.yaml'), 'resources: [pods.yaml]\n');
  writeFileSync(join(directory, 'base', 'pods.yaml'), manifest(images));
  mkdirSync(join(directory, 'overlay'));
  writeFileSync(join(directory, 'overlay', 'kustomization.yaml'), kustomization);
  const rendered = execFileSync('kubectl', ['kustomize', join(directory, 'overlay')], { encoding: 'utf8' });
  return [...rendered.matchAll(/image: "?([^"\n]+)"?/g)].map(([, image = '']) => image);
};

const head = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [../base]\n';
const digest = `sha256:${'a'.repeat(64)}`;

const kustomizations = [
  `${head}images:\n- name: shop/web\n  newTag: v0\n`,
  `${head}images:\n- name: shop/web\n  newTag: 1.10\n  digest: ${digest}\n`,
  `${head}images: [{name: shop/web}]\n`,
  `${head}images:\n- {name: shop/web, digest: "${digest}"}\n`,
  `{"resources": ["../base"], "images": [{"name": "shop/web", "newTag": null}]}`,
  `\uFEFF${head}images:\n- digest: ${digest}\n  name: shop/web\n`.replaceAll('\n', '\r\n'),
  head,
];

const requests = ['1.10', 'null', '0123', '1e5', 'off', '2024-01-01', 'v1.4.0', '0b11', '12e4567'].map(
  (tag) => `shop/web:${tag}`,
);

const where = isThere ? 'as kubectl renders it' : 'not rendered, since there is no kubectl on this machine';

describe(`the edited kustomization deploys what was asked for, ${where}`, () => {
  test.each([...requests, `shop/web@${digest}`, `shop/web:v1@${digest}`, `shop/web=r.example:5000/x:v1`])(
    '%s',
    (request) => {
      const image = parseImage(request);
      const wanted = printReference({ repository: image.newName ?? image.name, tag: image.tag, digest: image.digest });
      for (const text of kustomizations) {
        const after = rewrite({ path: 'kustomization.yaml', text }, { images: [image], additions: 'allowed' }).text;
        if (isThere)
          expect(render(after, ['shop/web:base', 'shop/web2:base']), after).toEqual([wanted, 'shop/web2:base']);
      }
    },
  );
});

describe(`a patch that sets the image of a container comes before the list of images, ${where}`, () => {
  test.each([
    'spec: {containers: [{name: c, image: "shop/web:patched"}]}',
    '- {op: replace, path: /spec/containers/0/image, value: "shop/web:patched"}',
  ])('%s', (patch) => {
    const target = 'target: {kind: Pod, name: pod-0}';
    const meta = patch.startsWith('-') ? patch : `{apiVersion: v1, kind: Pod, metadata: {name: pod-0}, ${patch}}`;
    const text = `${head}images:\n- name: shop/web\n  newTag: v0\npatches:\n- ${target}\n  patch: |\n    ${meta}\n`;
    const images = [parseImage('shop/web:v1')];
    const after = rewrite({ path: 'kustomization.yaml', text }, { images, additions: 'refused' }).text;
    expect(after).toBe(text.replace('v0', 'v1'));
    if (isThere) expect(render(after, ['shop/web:base'])).toEqual(['shop/web:v1']);
  });
});

describe(`the golden kustomizations, ${where}`, () => {
  const cases = fileURLToPath(new URL('../golden/cases', import.meta.url));
  const read = (name: string, file: string): string => readFileSync(join(cases, name, file), 'utf8');
  const isSelfContained = (text: string): boolean => /\.\.\/\.\.\/base/.test(text) && !/patch|git\.example/.test(text);
  const names = readdirSync(cases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && read(entry.name, 'kind').trim() === 'kustomization')
    .map(({ name }) => name)
    .filter((name) => isSelfContained(read(name, 'after.yaml')));

  test.each(names)('%s', (name) => {
    const { images } = JSON.parse(read(name, 'request.json')) as { images: ImageRequest[] };
    const after = read(name, 'after.yaml').replace('../../base', '../base');
    if (!isThere) return;
    const rendered = render(
      after,
      images.map((image) => `${image.name}:base`),
    );
    for (const image of images)
      expect(
        rendered.some(
          (reference) =>
            (image.tag ?? image.digest ?? '') !== '' && reference.endsWith(image.digest ?? image.tag ?? ''),
        ),
      ).toBe(true);
  });
});
