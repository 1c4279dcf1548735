/** Checks the pages against each other and the code: links, blocks, generated parts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from '../../src/domain/config/parse.ts';
import { configuration } from '../../src/domain/config/schema.ts';
import { parsePayload } from '../../src/domain/request/payload.ts';
import { problemsOf } from '../runner/workflow.ts';
import { anchorsOf, type Block, blocksOf, linksOf, readPages, root } from './pages.ts';

const pages = await readPages();
const blocks = [...pages].flatMap(([page, text]) => blocksOf(page, text));
const placeOf = ({ page, line }: Block): string => `${page}:${line}`;
const written = (language: string): Block[] => blocks.filter((block) => block.language === language);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe.each([...pages])('%s', (page, text) => {
  it('links only to existing pages and headings', async () => {
    const broken = await Promise.all(
      linksOf(page, text).map(async ({ target, path, fragment }) => {
        const there = await stat(join(root, path)).catch(() => undefined);
        if (there === undefined) return target;
        if (fragment === '') return undefined;
        const other = pages.get(path);
        return other !== undefined && anchorsOf(other).has(fragment) ? undefined : target;
      }),
    );
    expect(broken.filter((target) => target !== undefined)).toEqual([]);
  });
});

describe('the code blocks of the pages', () => {
  it.each(written('json').map((block) => [placeOf(block), block] as const))('%s is JSON', (_, { text }) => {
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it.each(written('yaml').map((block) => [placeOf(block), block] as const))('%s is YAML', (_, { text }) => {
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual([]);
  });

  it('have valid shell', () => {
    const scripts = written('sh').flatMap((block) => [placeOf(block), block.text]);
    const parse = 'while [ $# -gt 0 ]; do bash --norc -n -c "$2" || echo "$1"; shift 2; done 2>&1';
    expect(execFileSync('bash', ['--norc', '-c', parse, 'bash', ...scripts], { encoding: 'utf8' })).toBe('');
  });

  it('have a language, except plain text', () => {
    const known = ['', 'js', 'json', 'sh', 'yaml', 'timeline', 'diff', 'properties', 'markdown', 'text'];
    expect(blocks.filter(({ language }) => !known.includes(language)).map(placeOf)).toEqual([]);
  });
});

const isConfiguration = (value: unknown): boolean => {
  const keys = isRecord(value) ? Object.keys(value) : [];
  return keys.length > 0 && keys.every((key) => key in configuration.entries);
};

describe('the configurations of the pages', () => {
  const shown = written('yaml').filter(({ text }) => isConfiguration(parseAllDocuments(text)[0]?.toJS()));

  it('are found', () => {
    expect(new Set(shown.map(({ page }) => page))).toContain('docs/configuration.md');
  });

  it.each(shown.map((block) => [placeOf(block), block] as const))('%s is valid', (_, { text }) => {
    expect(() => parseConfig({ path: 'promotion.yml', text })).not.toThrow();
  });

  it('in whole files are valid', async () => {
    const text = await readFile(join(root, 'examples/promotion.yml'), 'utf8');
    expect(() => parseConfig({ path: 'examples/promotion.yml', text })).not.toThrow();
  });
});

describe('the workflows of the pages', () => {
  const shown = written('yaml').filter(({ text }) => /^jobs:/m.test(text));

  it.each(shown.map((block) => [placeOf(block), block] as const))('%s is valid for GitHub', async (place, { text }) => {
    expect(await problemsOf(place, text)).toEqual([]);
  });
});

describe('the payloads of the pages', () => {
  const isPayload = (value: unknown): boolean => isRecord(value) && ('product' in value || 'promotion' in value);
  const shown = written('json').filter(({ text }) => isPayload(JSON.parse(text)));

  it.each(shown.map((block) => [placeOf(block), block] as const))('%s is read', (_, { text }) => {
    expect(parsePayload(JSON.parse(text)).warnings).toEqual([]);
  });

  it('in whole files are read', async () => {
    const text = await readFile(join(root, 'examples/payload.json'), 'utf8');
    expect(parsePayload(JSON.parse(text)).warnings).toEqual([]);
  });
});

describe('the commands of the pages', () => {
  const readme = pages.get('README.md') ?? '';
  const commandAfter = (marker: string): string =>
    new RegExp(`<!-- ${marker} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';

  it('are found behind their markers', () => {
    expect(commandAfter('test-command')).toBe('npm ci && npm test\n');
    expect(commandAfter('job-command')).toMatch(/^node dist\/cli\.js promote .*--dry-run\n$/);
  });

  const lines = [...new Set(written('sh').flatMap(({ text }) => text.split('\n')))];

  it.each(lines.filter((line) => line.startsWith('node dist/cli.js')))('%s', (line) => {
    expect(line).toMatch(/--dry-run$|--help$/);
    const here = line.replace('../manifests', 'examples/manifests');
    const ran = spawnSync('bash', ['-euo', 'pipefail', '-c', here], { cwd: root, encoding: 'utf8' });
    expect(ran.stdout).toMatch(line.endsWith('--help') ? /^Usage: / : /^\+\+\+ b\//m);
    expect(ran.status).toBe(0);
  });

  it('show the changes of a release', () => {
    const shown = execFileSync('bash', ['-euo', 'pipefail', '-c', commandAfter('job-command')], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(shown).toContain('-    newTag: v1.3.0 # the storefront\n+    newTag: v1.5.0 # the storefront\n');
  });
});

describe('issue forms', () => {
  it.each(['defect', 'wish'])('%s asks a question', async (name) => {
    const form = parse(await readFile(join(root, `.github/ISSUE_TEMPLATE/${name}.yml`), 'utf8'));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String), labels: [name] });
    const asked = form.body.map(({ type, id, attributes }: Record<string, { label?: string }>) => [
      type,
      id,
      attributes?.label,
    ]);
    for (const each of asked)
      expect(each).toEqual([expect.stringMatching(/^(textarea|input)$/), expect.any(String), expect.any(String)]);
  });
});

/** The keys that a schema and its parts describe in no word. */
const undescribed = (part: unknown, path = ''): string[] => {
  if (!isRecord(part) && !Array.isArray(part)) return [];
  const keys = isRecord(part) && isRecord(part.properties) ? Object.entries(part.properties) : [];
  const bare = keys.filter(([, value]) => isRecord(value) && !('$ref' in value) && !('description' in value));
  const below = Object.entries(part).flatMap(([key, value]) => undescribed(value, `${path}/${key}`));
  return [...bare.map(([key]) => `${path}/${key}`), ...below];
};

describe('the schema of the configuration', () => {
  it('explains every key, for editors and for docs/configuration.md', async () => {
    expect(undescribed(JSON.parse(await readFile(join(root, 'promotion.schema.json'), 'utf8')))).toEqual([]);
  });
});

/** Pages, examples, and the files that GitHub reads. */
const readPublished = async (): Promise<string> => {
  const below = await Promise.all(
    ['examples', '.github'].map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  const texts = await Promise.all(below.flat().map((path) => readFile(path, 'utf8')));
  return [...pages.values(), ...texts].join('\n');
};

describe('the name of the action', () => {
  const OURS = 'OWNER/image-promotion';
  /** A copy in the organization of the user, of which docs/getting-started.md tells; no workflow is copied with it. */
  const COPY = 'acme/image-promotion';

  it("is the same in every file that users copy, and outside of the user's organization", async () => {
    const names = (await readPublished()).matchAll(/([\w-]+\/image-promotion)(?=[@/\s"'`)])(?:@(\S+))?/g);
    const others = [...names].filter(
      ([, name, version]) => !(name === OURS && /^(v1|0{40})$/.test(version ?? 'v1')) && !(name === COPY && !version),
    );
    expect(others.map(([text]) => text)).toEqual([]);
  });

  it('is in the address of each schema, which editors read', async () => {
    const shown = (await readPublished()).matchAll(/\$schema=(https\S+)/g);
    const addressOf = (file: string): string => `https://raw.githubusercontent.com/${OURS}/v1/${file}`;
    const addresses = [...new Set([...shown].map(([, address]) => address))];
    expect(addresses).toEqual([addressOf('promotion.schema.json')]);
    for (const file of ['promotion.schema.json', 'report.schema.json']) {
      expect(JSON.parse(await readFile(join(root, file), 'utf8')).$id).toBe(addressOf(file));
    }
  });
});
