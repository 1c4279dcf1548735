import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type ImageRequest, parseImage, printReference } from '../../src/domain/image.ts';
import { rewrite } from '../../src/domain/rewrite.ts';
import { describeWhereInstalled } from '../programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'rewrite-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Overlay = { readonly text: string; readonly images: readonly string[] };

const manifest = (images: readonly string[]): string =>
  images
    .map(
      (image, index) =>
        `apiVersion: v1\nkind: Pod\nmetadata: {name: pod-${index}}\nspec: {containers: [{name: c, image: "${image}"}]}\n`,
    )
    .join('---\n');

/** Renders each kustomization over pods that run its images, and gives the images that come out of it. One process renders them
 * all, each under a prefix of its own. */
const render = (overlays: readonly Overlay[]): string[][] => {
  const directory = mkdtempSync(join(folder, 'case-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  for (const [at, { text, images }] of overlays.entries()) {
    write(`${at}/base/kustomization.yaml`, 'resources: [pods.yaml]\n');
    write(`${at}/base/pods.yaml`, manifest(images));
    write(`${at}/overlay/kustomization.yaml`, text);
    write(`${at}/kustomization.yaml`, `namePrefix: case-${at}-\nresources: [overlay]\n`);
  }
  write('kustomization.yaml', JSON.stringify({ resources: overlays.map((_, at) => String(at)) }));
  const rendered = execFileSync('kubectl', ['kustomize', directory], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const pods = parseAllDocuments(rendered).map((pod) => pod.toJS() as Pod);
  return overlays.map((_, at) =>
    pods
      .filter(({ kind, metadata }) => kind === 'Pod' && metadata.name.startsWith(`case-${at}-`))
      .flatMap(({ spec }) => spec.containers.map(({ image }) => image)),
  );
};

type Pod = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly containers: readonly { readonly image: string }[] };
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
  `${head}commonAnnotations: {note: "one\ntwo"}\nimages: [{\n"name": "shop/web",\n"newTag": "v0"\n}]\n`,
  `${head}commonAnnotations:\n  note: 'one\n\n  two\n  '\nimages: [\n{ name:\nshop/web\n} ]\n`,
  head,
];

const requests = ['1.10', 'null', '0123', '1e5', 'off', '2024-01-01', 'v1.4.0', '0b11', '12e4567'].map(
  (tag) => `shop/web:${tag}`,
);

const asked = [...requests, `shop/web@${digest}`, `shop/web:v1@${digest}`, `shop/web=r.example:5000/x:v1`].map(
  parseImage,
);

describeWhereInstalled('an edited kustomization, as kubectl renders it,', ['kubectl'], () => {
  it('kustomize builds the requested images', () => {
    const cases = asked.flatMap((image) =>
      kustomizations.map((before) => {
        const after = rewrite({ path: 'kustomization.yaml', text: before }, { images: [image], additions: 'allowed' });
        const wanted = printReference({
          repository: image.newName ?? image.name,
          tag: image.tag,
          digest: image.digest,
        });
        return { text: after.text, wanted: [wanted, 'shop/web2:base'] };
      }),
    );
    const rendered = render(cases.map(({ text }) => ({ text, images: ['shop/web:base', 'shop/web2:base'] })));
    expect(cases.map(({ text }, at) => ({ text, rendered: rendered[at] }))).toEqual(
      cases.map(({ text, wanted }) => ({ text, rendered: wanted })),
    );
  });

  it('has a patch that sets the image of a container before its list of images', () => {
    const cases = [
      'spec: {containers: [{name: c, image: "shop/web:patched"}]}',
      '- {op: replace, path: /spec/containers/0/image, value: "shop/web:patched"}',
    ].map((patch) => {
      const target = 'target: {kind: Pod, name: pod-0}';
      const meta = patch.startsWith('-') ? patch : `{apiVersion: v1, kind: Pod, metadata: {name: pod-0}, ${patch}}`;
      const text = `${head}images:\n- name: shop/web\n  newTag: v0\npatches:\n- ${target}\n  patch: |\n    ${meta}\n`;
      const images = [parseImage('shop/web:v1')];
      const after = rewrite({ path: 'kustomization.yaml', text }, { images, additions: 'refused' }).text;
      expect(after).toBe(text.replace('v0', 'v1'));
      return { text: after, images: ['shop/web:base'] };
    });
    expect(render(cases)).toEqual(cases.map(() => ['shop/web:v1']));
  });

  it('kustomize builds the requested images of every golden case', () => {
    const folders = fileURLToPath(new URL('../golden/cases', import.meta.url));
    const read = (name: string, file: string): string => readFileSync(join(folders, name, file), 'utf8');
    const isSelfContained = (text: string): boolean =>
      /\.\.\/\.\.\/base/.test(text) && !/patch|git\.example/.test(text);
    const cases = readdirSync(folders, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && read(entry.name, 'kind').trim() === 'kustomization')
      .map(({ name }) => ({ name, text: read(name, 'after.yaml') }))
      .filter(({ text }) => isSelfContained(text))
      .map(({ name, text }) => {
        const { images } = JSON.parse(read(name, 'request.json')) as { images: ImageRequest[] };
        return { name, text: text.replace('../../base', '../base'), images };
      });
    const rendered = render(
      cases.map(({ text, images }) => ({ text, images: images.map(({ name }) => `${name}:base`) })),
    );
    const deploys = (at: number, { tag, digest }: ImageRequest): boolean => {
      const version = digest ?? tag ?? '';
      return version !== '' && (rendered[at] ?? []).some((reference) => reference.endsWith(version));
    };
    const wrong = cases.filter(({ images }, at) => !images.every((image) => deploys(at, image)));
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(cases.length).toBeGreaterThan(20);
  });
});
