/** Opens status pages in Debian's Chromium, which has no network. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export const BROWSER = 'chromium';

export function openBrowser(): Promise<Browser> {
  const executablePath = execFileSync('sh', ['-c', 'command -v "$0"', BROWSER], { encoding: 'utf8' }).trim();
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

export type Opened = {
  readonly page: Page;
  /** The requests of the page. */
  readonly requests: readonly string[];
  /** The messages of the browser's console. */
  readonly complaints: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
};

export type Visit = BrowserContextOptions & { /** As in `#shop/prod`. */ readonly hash?: string };

/** Opens the HTML as a file from disk. */
export async function visit(browser: Browser, html: string, { hash = '', ...options }: Visit = {}): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'status-page-'));
  const file = join(folder, 'index.html');
  await writeFile(file, html);
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  const [requests, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (!request.url().startsWith('file:') && !request.url().startsWith('data:')) requests.push(request.url());
  });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${pathToFileURL(file).href}${hash}`);
  return {
    page,
    requests,
    complaints,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await rm(folder, { recursive: true });
    },
  };
}

type Finding = {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
};

/** Everything that axe finds, serious or not. The page's own policy lets no other script in: evaluation by the debugger passes. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axe, 'utf8'));
  const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as readonly Finding[];
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
}

/** Whether the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')) as number;
}
