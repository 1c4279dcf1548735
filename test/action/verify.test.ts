/** The setting `verify` of the built action, against an installed registry. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout, commandLine } from '../cli/commandline.ts';
import { pushImage } from '../registry/images.ts';
import { startMemoryRegistry } from '../registry/memory.ts';
import { type RunningRegistry, startRegistry } from '../registry/process.ts';
import { describeWithRegistry } from '../registry/tools.ts';
import { dispatched, MANIFESTS, manifestsOnGitHub } from './job.ts';

const overlay = 'applications/shop/overlays/prod/kustomization.yaml';
const CONFIG = '.github/promotion.yml';
const listing = (image: string): string => `images:\n  - name: ${image}\n    newTag: v1\n`;

describeWithRegistry('an image that is verified', () => {
  let registry: RunningRegistry;
  let digest: string;
  beforeAll(async () => {
    registry = await startRegistry('open');
    ({ digest } = await pushImage({ host: registry.host, repository: 'shop/web' }, 'v2'));
  });
  afterAll(() => registry.close());

  const request = (tag: string) => ({
    product: 'shop',
    environment: 'prod',
    image: `${registry.host}/shop/web:${tag}`,
  });
  const pinned = () => `images:\n  - name: ${registry.host}/shop/web\n    digest: ${digest}\n    newTag: v2\n`;

  it('a verified image is written with its digest on GitHub, and a missing image is not written', async () => {
    const image = `${registry.host}/shop/web`;
    await using github = await manifestsOnGitHub({ [overlay]: listing(image), [CONFIG]: 'verify: digest\n' });
    const manifests = github.repository(MANIFESTS);
    expect((await dispatched(github, request('v3'))).outputs).toMatchObject({ outcome: 'refused', changed: 'false' });
    expect(await manifests.read(overlay)).toBe(listing(image));
    expect((await dispatched(github, request('v2'))).outputs).toMatchObject({ outcome: 'promoted' });
    expect(await manifests.read(overlay)).toBe(pinned());
    expect((await dispatched(github, request('v2'))).outputs).toMatchObject({ outcome: 'unchanged' });
  });

  it('a verified image is written with its digest in a checkout, and a missing image is not written', async () => {
    const image = `${registry.host}/shop/web`;
    await using place = await checkout('files');
    await mkdir(join(place.directory, dirname(CONFIG)));
    await writeFile(join(place.directory, CONFIG), 'verify: digest\n');
    await writeFile(join(place.directory, overlay), listing(image));
    const run = (tag: string) =>
      commandLine(['promote', '--payload', '-', '--dir', place.directory], { input: JSON.stringify(request(tag)) });
    expect((await run('v3')).code).toBe(3);
    expect(await place.read(overlay)).toBe(listing(image));
    expect((await run('v2')).code).toBe(0);
    expect(await place.read(overlay)).toBe(pinned());
  });
});

describe('the modules that ask registries', () => {
  /** The files of ours that a run loads, as V8 tells them. */
  const loadedUnder = async (config: string): Promise<string[]> => {
    const directory = await mkdtemp(join(tmpdir(), 'loaded-'));
    const registry = await startMemoryRegistry();
    registry.put('shop/web', 'v2');
    const image = `${registry.host}/shop/web`;
    try {
      await using github = await manifestsOnGitHub({ [overlay]: listing(image), [CONFIG]: config });
      const payload = { product: 'shop', environment: 'prod', image: `${image}:v2` };
      const run = await dispatched(github, payload, {
        as: 'process',
        environment: { NODE_V8_COVERAGE: directory },
      });
      expect(run.outputs.outcome).toBe('promoted');
      const files = await readdir(directory);
      const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
      const scripts: { url: string }[] = texts.flatMap((text) => JSON.parse(text).result);
      return scripts.filter(({ url }) => url.includes('/dist/')).map(({ url }) => basename(url));
    } finally {
      await registry.close();
      await rm(directory, { recursive: true });
    }
  };
  it('are loaded only to verify an image', async () => {
    const plain = await loadedUnder('verify: false\n');
    expect(plain).toContain('index.js');
    expect(plain).not.toContain('registry.js');
    expect(await loadedUnder('verify: true\n')).toContain('registry.js');
  });
});
