/** The cost of many items for the command line: git's processes, patterns, and the files of a checkout. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { median, run } from './measure.ts';

export type ItemsRow = {
  readonly what: string;
  readonly items: number;
  /** Milliseconds, and those of a naive tool where there is one. */
  readonly time: number;
  readonly naive?: number | undefined;
  /** Processes of git. */
  readonly processes: number;
};

const COUNTS = [10, 100, 1_000];
const NAME = 'registry.example.com/shop/image';
const ENVIRONMENTS = ['dev', 'stg', 'prod'];

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const overlay = (product: string, environment: string): string =>
  `applications/${product}/overlays/${environment}/kustomization.yaml`;

const kustomization = (names: readonly string[]): string =>
  `# what runs here\nresources:\n  - ../../base\nimages:\n${names.map((name) => `  - name: ${name}\n    newTag: v1\n`).join('')}`;

type Files = Readonly<Record<string, string>>;

/** Runs the work in a repository with these files, five times, each time as they were. */
const inRepository = async (files: Files, work: (folder: string) => Promise<number>): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'items-'));
  const git = (...words: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: folder });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'gc.auto', '0');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message=Start');
  const start = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  const figures: number[] = [];
  for (let round = 0; round < 5; round++) {
    figures.push(await work(folder));
    git('reset', '--quiet', '--hard', start);
  }
  await rm(folder, { recursive: true });
  return median(figures);
};

type Asked = {
  readonly products: readonly string[];
  readonly images: readonly string[];
  readonly more: readonly string[];
};

const promote = async (
  folder: string,
  { products, images, more }: Asked,
  environment: NodeJS.ProcessEnv = {},
): Promise<number> => {
  const words = [
    '--dir',
    folder,
    '--product',
    products.join(),
    '--environments',
    ENVIRONMENTS.join(),
    '--images',
    images.join(),
  ];
  const began = performance.now();
  const { code, output } = await run(process.execPath, ['dist/cli.js', 'promote', ...words, ...more], environment);
  if (code !== 0) throw new Error(output);
  return performance.now() - began;
};

/** Those that the command line starts, without those that git starts by itself. */
const processesOf = async (folder: string, asked: Asked): Promise<number> => {
  const trace = await mkdtemp(join(tmpdir(), 'trace-'));
  await promote(folder, asked, { GIT_TRACE2_EVENT: join(trace, 'events') });
  const text = await readFile(join(trace, 'events'), 'utf8').catch(() => '');
  await rm(trace, { recursive: true });
  const events = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { event: string; sid: string });
  return events.filter(({ event, sid }) => event === 'start' && !sid.includes('/')).length;
};

const images = async (items: number): Promise<ItemsRow> => {
  const names = many(items, (index) => `${NAME}-${index}`);
  const files = Object.fromEntries(
    ENVIRONMENTS.map((environment) => [overlay('shop', environment), kustomization(names)]),
  );
  const asked = { products: ['shop'], images: names.map((name) => `${name}:v2`), more: ['--delivery', 'commit'] };
  const time = await inRepository(files, (folder) => promote(folder, asked));
  const processes = await inRepository(files, (folder) => processesOf(folder, asked));
  return { what: 'images, in three environments', items, time, processes };
};

const patterns = async (items: number): Promise<ItemsRow> => {
  const names = many(items, (index) => `${NAME}-${index}`);
  const files = {
    ...Object.fromEntries(ENVIRONMENTS.map((environment) => [overlay('shop', environment), kustomization(names)])),
    '.github/promotion.yml': `images:\n${names.map((name) => `  - ${name}\n`).join('')}`,
  };
  const asked = { products: ['shop'], images: names.map((name) => `${name}:v2`), more: ['--dry-run'] };
  const time = await inRepository(files, (folder) => promote(folder, asked));
  const processes = await inRepository(files, (folder) => processesOf(folder, asked));
  return { what: 'images against as many patterns, dry run', items, time, processes };
};

/** Parses, sets, prints and writes in place, one file after the other. */
const NAIVE = `
const { readFileSync, writeFileSync } = require('node:fs');
const { parseDocument } = require(process.argv[1]);
for (const path of process.argv.slice(2)) {
  const document = parseDocument(readFileSync(path, 'utf8'));
  for (const image of document.get('images').items) image.set('newTag', 'v2');
  writeFileSync(path, String(document));
}`;

const overlays = async (items: number): Promise<ItemsRow> => {
  const products = many(Math.floor(items / ENVIRONMENTS.length), (index) => `shop-${index}`);
  const paths = products.flatMap((product) => ENVIRONMENTS.map((environment) => overlay(product, environment)));
  const files = Object.fromEntries(paths.map((path) => [path, kustomization([NAME])]));
  const asked = { products, images: [`${NAME}:v2`], more: [] };
  const time = await inRepository(files, (folder) => promote(folder, asked));
  const processes = await inRepository(files, (folder) => processesOf(folder, asked));
  const yaml = join(process.cwd(), 'node_modules/yaml');
  const naive = await inRepository(files, async (folder) => {
    const began = performance.now();
    await run(process.execPath, ['-e', NAIVE, yaml, ...paths.map((path) => join(folder, path))]);
    return performance.now() - began;
  });
  return { what: 'overlays, written in place', items: paths.length, time, naive, processes };
};

export async function items(): Promise<readonly ItemsRow[]> {
  const rows: ItemsRow[] = [];
  for (const part of [images, patterns, overlays]) for (const count of COUNTS) rows.push(await part(count));
  return rows;
}
