/** The Markdown of the repository, as far as the tests look at it. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export type Block = { readonly page: string; readonly line: number; readonly language: string; readonly text: string };

/** Every page, by its path below the root. */
export async function readPages(): Promise<Map<string, string>> {
  const top = (await readdir(root)).filter((name) => name.endsWith('.md'));
  const below = await Promise.all(
    ['docs', 'examples', '.github'].map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true });
      return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
    }),
  );
  const paths = [...top, ...below.flat()].sort();
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)),
  );
}

/** The fenced blocks of a page. */
export function blocksOf(page: string, text: string): Block[] {
  return [...text.matchAll(/^```([\w-]*)\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: block = '', index }) => ({
    page,
    line: text.slice(0, index).split('\n').length + 1,
    language,
    text: block,
  }));
}

export type Link = { readonly target: string; readonly path: string; readonly fragment: string };

/** Links and pictures of a page that stay within the repository. */
export function linksOf(page: string, text: string): Link[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', fragment = ''] = target.split('#');
      return { target, path: path === '' ? page : normalize(join(dirname(page), path)), fragment };
    });
}

/** The anchors that GitHub makes of the headings of a page. */
export function anchorsOf(text: string): Set<string> {
  const headings = text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}
