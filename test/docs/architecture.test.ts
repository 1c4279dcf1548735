/** Compares the map of docs/architecture.md with the imports of the sources. */
import { readdir, readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './pages.ts';

const page = await readFile(join(root, 'docs/architecture.md'), 'utf8');
const source = join(root, 'src');
const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));

/** `src/adapters` for a file in that folder, else the file itself; `ports.ts` and the folder next to it are one room. */
const roomOf = (file: string): string => {
  const [first = '', ...rest] = file.split('/');
  if (first === 'ports') return 'ports.ts';
  return rest.length > 0 ? first : file;
};

/** A file of a package, which is no room. */
const CONTEXT = '../node_modules/@actions/github/lib/context.js';

const importsOf = async (file: string): Promise<string[]> => {
  const text = await readFile(join(source, file), 'utf8');
  const found = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)];
  const paths = found.map(([, path = '']) => normalize(join(file, '..', path)));
  return paths.filter((path) => path !== CONTEXT);
};

/** The imports of each room; undefined for the edges, which import anything. */
const mapped = new Map(
  [...(/<!-- map:[\s\S]*?<!-- \/map -->/.exec(page)?.[0] ?? '').matchAll(/^\| `src\/([^`]+)` \| (.*)\|$/gm)].map(
    ([, room = '', imported = '']) => [
      room,
      imported.trim() === 'anything' ? undefined : [...imported.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    ],
  ),
);

describe('the map of docs/architecture.md', () => {
  it('has every folder', () => {
    const rooms = new Set(files.map(roomOf));
    expect([...rooms].sort()).toEqual([...mapped.keys()].sort());
  });

  it.each([...mapped].filter(([, allowed]) => allowed !== undefined))(
    'lists the imports of %s',
    async (room, allowed) => {
      const inside = files.filter((file) => roomOf(file) === room);
      const imported = (await Promise.all(inside.map(importsOf))).flat().map(roomOf);
      const others = new Set(imported.filter((other) => other !== room));
      expect([...others].map((other) => other.replace(/\.ts$/, '')).sort()).toEqual([...(allowed ?? [])].sort());
    },
  );

  it('has every folder of the domain, with its question', async () => {
    const folders = (await readdir(join(source, 'domain'), { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    );
    const listed = [...page.matchAll(/^\| `([a-z]+)` \| /gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  it('names existing files', async () => {
    const named = [...page.matchAll(/`((?:src|test|docs|commands|adapters|domain)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .map((path) => (/^(src|test|docs)\//.test(path) ? path : `src/${path}`));
    const missing = await Promise.all(
      named.map(async (path) =>
        (await readFile(join(root, path)).catch((error) => error)).code === 'ENOENT' ? path : '',
      ),
    );
    expect(missing.filter((path) => path !== '')).toEqual([]);
  });
});

describe('the imports of src', () => {
  it('have no cycle, including those of types', async () => {
    const graph = new Map(
      await Promise.all(
        files.map(async (file) => [file, (await importsOf(file)).filter((other) => files.includes(other))] as const),
      ),
    );
    const done = new Set<string>();
    const cycleFrom = (file: string, way: readonly string[]): readonly string[] | undefined => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
      if (done.has(file)) return undefined;
      for (const other of graph.get(file) ?? []) {
        const cycle = cycleFrom(other, [...way, file]);
        if (cycle !== undefined) return cycle;
      }
      done.add(file);
      return undefined;
    };
    expect(files.flatMap((file) => cycleFrom(file, []) ?? [])).toEqual([]);
  });
});
