/** The command line on checkouts that have met with accidents. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accidents, fuzzProcesses, PATIENCE, suffer } from './fuzz.ts';
import { CONTROL, run, UNFIT } from './process.ts';

const root = join(import.meta.dirname, '../..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const describes = new Ajv({ strict: false }).compile(JSON.parse(read('report.schema.json')));

const paths: Readonly<Record<string, string>> = {
  kustomization: 'applications/shop/overlays/dev/kustomization.yaml',
  'helm-values': 'charts/web/values.yaml',
  manifest: 'deploy/web.yaml',
  'argocd-application': 'argocd/web.yaml',
};

type Scene = { readonly path: string; readonly manifest: string; readonly config: string; readonly payload: string };

const sceneIn = (folder: string): Scene => {
  const path = paths[read(folder, 'kind').trim()] ?? 'deploy/other.yaml';
  const config = `# yaml-language-server: $schema=x\nfiles: ${path}\nadd-images: true\nenvironments:\n  dev: { freeze: [] }\nproducts:\n  shop:\n    images: ["**"]\n`;
  return { path, manifest: read(folder, 'before.yaml'), config, payload: read(folder, 'request.json') };
};

const scenes = ['test/golden/cases', 'test/golden/reject'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => sceneIn(join(folder, name))),
);

const world = fc.record({
  scene: fc.constantFrom(...scenes),
  manifest: fc.oneof({ weight: 3, arbitrary: accidents }, fc.constant([])),
  config: fc.oneof(accidents, { weight: 4, arbitrary: fc.constant([]) }),
  payload: fc.oneof(accidents, { weight: 4, arbitrary: fc.constant([]) }),
  words: fc.subarray(['--json', '--dry-run']),
});

const inCheckout = async (scene: Scene, work: (directory: string) => Promise<void>): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  };
  try {
    await put(scene.path, scene.manifest);
    await put('.github/promotion.yml', scene.config);
    await put('payload.json', scene.payload);
    await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

it('promotes or refuses with a reason, changes nothing else, and a second run changes nothing', {
  timeout: PATIENCE,
}, async () => {
  await fuzzProcesses(world, 8, async ({ scene, words, ...suffered }) => {
    const { path } = scene;
    const [manifest, config, payload] = (['manifest', 'config', 'payload'] as const).map((part) =>
      suffer(scene[part], suffered[part]),
    ) as [string, string, string];
    await inCheckout({ path, manifest, config, payload }, async (directory) => {
      const promote = ['promote', '--dir', directory, '--payload', 'payload.json', ...words];
      const left = (file: string): Promise<Buffer> => readFile(join(directory, file));
      const { code, said, out } = await run(directory, promote);
      expect([0, 1, 2, 3], said).toContain(code);
      expect(said).not.toMatch(UNFIT);
      // A diff that is not for a terminal holds the bytes of the file.
      if (!out.startsWith('--- ')) expect(said).not.toMatch(CONTROL);
      expect(said.length).toBeLessThan(40_000);
      if (words.includes('--json')) expect(describes(JSON.parse(out)) || describes.errors).toBe(true);
      expect(await left('.github/promotion.yml')).toEqual(Buffer.from(config));
      expect(await left('payload.json')).toEqual(Buffer.from(payload));
      const once = await left(path);
      if (code !== 0 || words.includes('--dry-run')) expect(once).toEqual(Buffer.from(manifest));
      if (code !== 0) return;
      expect((await run(directory, promote)).code).toBe(0);
      expect(await left(path)).toEqual(once);
    });
  });
});
