/** `npm run demo`, as a new user sees it. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { acts } from '../demo/acts.ts';
import { pageOn } from '../demo/page.ts';
import { PAGE, perform } from '../demo/perform.ts';
import { CONFIGURATION } from '../demo/stage.ts';

const demo = (environment: NodeJS.ProcessEnv = process.env) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const program = join(import.meta.dirname, '../demo/run.js');
    const child = spawn(process.execPath, [program], { cwd: tmpdir(), env: environment });
    const ran = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        ran[stream] += text;
      });
    }
    child.on('error', reject).on('close', (code) => resolve({ code, ...ran }));
  });

const linesOf = (text: string, pattern: RegExp): string[] => text.split('\n').filter((line) => pattern.test(line));

it('shows nine acts, each ending with the state of git and GitHub', { timeout: 120_000 }, async () => {
  const { code, stdout, stderr } = await demo();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(linesOf(stdout, /^(\d\.|→)/)).toEqual([
    '1. A merge is built, and promoted to dev',
    '→ dispatched: it starts promote.yml in acme/manifests, with this payload',
    '→ promoted: one commit on main, made without a clone',
    '→ running: synced at that commit, healthy, and the pods have the image',
    '2. A release goes to stg and prod',
    '→ dispatched: a tag is for stg and prod',
    '→ promoted in stg: a commit on main',
    '→ proposed for prod: a pull request, as the configuration wants it',
    '3. An older build comes late, and is left out',
    '→ dispatched: for dev, with the older image',
    '→ superseded: no commit, main stands where it stood',
    '4. A newer release updates the pull request',
    '→ dispatched',
    '→ proposed: the same pull request 1, its one commit replaced (stg has its',
    '5. A rollback, and what it keeps out',
    '→ promoted: prod has what it had before',
    '→ superseded: prod stays as it is',
    '6. What reached prod, when, and why',
    '→ reported: each change with its run, and four figures of delivery',
    '7. A check on pull requests of the manifest repository',
    '→ valid: each product has what a promotion looks for',
    '8. Only images whose build is attested',
    '→ refused: nobody has signed the image',
    '→ promoted: the signature names repository, workflow and commit, and the commit',
    '9. Values that comments mark, layered values and shared files, in a checkout',
    '→ two differences; nothing is written, since these were dry runs',
  ]);
  expect(linesOf(stdout, /^ {4}[-+] {4}newTag/).map((line) => line.replace(/[0-9a-f]{7}"/, '<commit>"'))).toEqual([
    '    -    newTag: "<commit>" # the storefront',
    '    +    newTag: "<commit>" # the storefront',
    '    -    newTag: v1.4.0 # the storefront',
    '    +    newTag: v1.5.0 # the storefront',
    '    -    newTag: v1.3.0 # the storefront',
    '    +    newTag: v1.5.0 # the storefront',
    '    -    newTag: v1.3.0 # the storefront',
    '    +    newTag: v1.5.1 # the storefront',
    '    -    newTag: v1.5.1 # the storefront',
    '    +    newTag: v1.3.0 # the storefront',
  ]);
  expect(linesOf(stdout, /^ {4}(#\d|Promotion:|Rollback:)/)).toEqual([
    expect.stringMatching(/^ {4}Promotion: dev registry\.example\.com\/shop\/web:[0-9a-f]{7} from$/),
    '    Promotion: stg registry.example.com/shop/web:v1.5.0 from',
    '    #1 deploy: Promote shop to prod: web v1.3.0 → v1.5.0',
    '    #1 deploy: Promote shop to prod: web v1.3.0 → v1.5.1',
    '    Rollback: prod registry.example.com/shop/web:v1.3.0 instead of',
  ]);
  expect(stdout).toMatch(/\(merge\.yml#41 of acme\/shop\) is older/);
  expect(stdout).toMatch(/v1\.5\.1 is held in prod: it was rolled back/);
  expect(stdout).toContain(`    ${PAGE}\n`);
  const statusPage = await readFile(PAGE, 'utf8');
  expect(statusPage).toMatch(/id="shop\/prod"[^>]*><a class="c" href="#shop\/prod">v1\.3\.0<\/a>/);
  expect(statusPage).toContain('Checkout fails');
  expect(linesOf(stdout, /.{81}/u)).toEqual([]);
  expect(linesOf(stdout, /\u001b/)).toEqual([]);
});

it('ends with exit code 1 if the action does not do what the story says', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  try {
    // New enough for the action, which it does not start.
    const script = '#!/bin/sh\necho v99.0.0\n[ "$1" = --version ]\n';
    await writeFile(join(folder, 'node'), script, { mode: 0o755 });
    const { code, stdout, stderr } = await demo({ ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` });
    expect(code).toBe(1);
    expect(linesOf(stdout, /^(\d\.|→)/)).toEqual(['1. A merge is built, and promoted to dev']);
    expect(stdout).toContain('The demo stops here');
    expect(stderr).toBe('The exit code: 1, not 0.\n\nv99.0.0\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('does not claim that a build is left out if it is not', { timeout: 120_000 }, async () => {
  let told = '';
  const page = pageOn({ write: (text) => (told += text) }, {});
  const story = perform(acts.slice(0, 3), page, `${CONFIGURATION}order: any\n`);
  await expect(story).rejects.toThrow(/^The outcome: 'promoted', not 'superseded'\./);
  expect(told).toContain('3. An older build comes late');
  expect(told).not.toContain('→ superseded');
});

it.each([
  ['a terminal', true, {}, true],
  ['a terminal where NO_COLOR is set', true, { NO_COLOR: '1' }, false],
  ['a pipe', false, {}, false],
])('is coloured or not on %s', (_, isTTY, environment, coloured) => {
  let told = '';
  const page = pageOn({ isTTY, write: (text) => (told += text) }, environment);
  page.title('A rollback');
  expect(page.coloured).toBe(coloured);
  expect(told.includes('\u001b')).toBe(coloured);
});
