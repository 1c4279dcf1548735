/** `npm run pictures`: the status page of the demo's data, as docs show it. */
import { readFile } from 'node:fs/promises';
import { openBrowser, visit } from '../test/page/browser.ts';
import { acts } from './acts.ts';
import { pageOn } from './page.ts';
import { PAGE, perform } from './perform.ts';

/** More points than pixels of the window, so that text is sharp. */
const WINDOW = { viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1.25 };

await perform(acts, pageOn({ write: () => undefined }, {}));
const html = await readFile(PAGE, 'utf8');
const browser = await openBrowser();
for (const colorScheme of ['light', 'dark'] as const) {
  const opened = await visit(browser, html, { ...WINDOW, colorScheme, hash: '#shop/prod' });
  await opened.page.evaluate('document.getElementById("-old").textContent = ""; document.activeElement.blur()');
  await opened.page.screenshot({ path: `docs/status-page-${colorScheme}.png` });
  await opened[Symbol.asyncDispose]();
}
await browser.close();
