import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderPage } from '../../src/domain/page/page.ts';
import { contentOf, names } from '../domain/page/content.ts';
import { describeWithPrograms } from '../programs.ts';
import { accessibilityProblems, BROWSER, openBrowser, overflow, visit } from './browser.ts';

describeWithPrograms('the status page in a browser, in all its forms', [BROWSER], () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const few = renderPage(contentOf());

  it.each(
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      [360, 1440, 3840].map((width) => [colorScheme, width] as const),
    ),
  )('is accessible and fits its window: %s, %i pixels wide', async (colorScheme, width) => {
    const viewport = { width, height: Math.round(width / 1.6) };
    for (const hash of ['', '#shop/prod']) {
      await using opened = await visit(browser, few, { hash, colorScheme, viewport });
      const { page, requests, complaints } = opened;
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
    }
  });

  it('has text that grows with the window, for a screen on a wall', async () => {
    const sizeAt = async (width: number): Promise<number> => {
      await using opened = await visit(browser, few, { viewport: { width, height: 900 } });
      const size = await opened.page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('#-matrix .c')).fontSize)",
      );
      return Number(size);
    };
    expect(await sizeAt(360)).toBeGreaterThanOrEqual(16);
    expect(await sizeAt(3840)).toBeGreaterThanOrEqual(28);
  });

  it('filters products by name, version and sign, counts the rest, and clears the filter with Escape', async () => {
    const html = renderPage(contentOf({ products: names(40), entries: 200 }));
    await using opened = await visit(browser, html);
    const { page } = opened;
    const seen = () => page.locator('#-matrix tbody:visible').count();
    const field = page.getByRole('searchbox', { name: 'Filter' });
    await field.fill('SHOP-1');
    expect(await seen()).toBe(2);
    expect(await page.getByRole('status').filter({ hasText: 'products' }).textContent()).toBe('2 of 40 products');
    await field.fill('shop older');
    expect(await seen()).toBeLessThan(10);
    await field.fill('no such thing');
    expect(await seen()).toBe(0);
    await field.press('Escape');
    expect(await seen()).toBe(40);
    const held = page.getByRole('button', { name: '! held' });
    await held.click();
    expect(await held.getAttribute('aria-pressed')).toBe('true');
    expect(await seen()).toBe(7);
    await held.click();
    expect(await seen()).toBe(40);
  });

  it('opens at the product and the environment of its address, and goes back with the browser', async () => {
    await using opened = await visit(browser, few, { hash: '#shop/stg' });
    const { page } = opened;
    const part = page.locator('.part.shown');
    expect(await part.locator('h2').textContent()).toBe('shop');
    expect(await part.locator('nav [aria-current]').textContent()).toBe('stg');
    expect(new Set(await part.locator('.changes li b:first-of-type').allTextContents())).toContain('stg');
    expect(await part.locator('dt').allTextContents()).toEqual(['stg']);
    await part.getByRole('link', { name: 'all environments' }).click();
    await expect.poll(() => part.locator('dt').count()).toBe(4);
    await page.goBack();
    await expect.poll(() => part.locator('dt').allTextContents()).toEqual(['stg']);
  });

  it.each([
    ['#nobody', 'This page knows no product nobody.'],
    ['#shop/moon', 'This page knows no environment moon.'],
    ['#%E0%A4%A/x', 'This page knows no product %E0%A4%A.'],
  ])('reports an unknown name in its address: %s', async (hash, said) => {
    await using opened = await visit(browser, few, { hash });
    expect(await opened.page.locator('#-missing').textContent()).toBe(said);
    expect(opened.complaints).toEqual([]);
  });

  it('works with the keyboard alone, and shows the focus', async () => {
    await using opened = await visit(browser, few, { viewport: { width: 1440, height: 900 } });
    const { page } = opened;
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the history');
    for (let tab = 0; tab < 40 && (await focused()) !== 'v1.37.0'; tab++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('v1.37.0');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('shop');
    const outline = await page.evaluate(
      "(document.querySelector('nav a:not([aria-current])') ?? document.body).tagName",
    );
    expect(outline).toBe('A');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('getComputedStyle(document.querySelector(":focus")).outlineStyle')).toBe('solid');
  });

  it('gives a screen reader a table with headings, a text for each picture, and landmarks', async () => {
    await using opened = await visit(browser, few, { hash: '#shop' });
    const { page } = opened;
    const table = page.getByRole('table', { name: 'What runs where' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Product', 'dev', 'stg', 'prod']);
    expect(await table.getByRole('rowheader').count()).toBe(3);
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('.part.shown svg')].map((one) => one.getAttribute('aria-label'))",
      ),
    ).toEqual([
      expect.stringMatching(/^Promotions a week since .*prod/),
      expect.stringMatching(/^Lead times: dev median/),
    ]);
    for (const role of ['banner', 'main', 'contentinfo'] as const) expect(await page.getByRole(role).count()).toBe(1);
    expect(await page.getByRole('navigation', { name: 'Environments of shop' }).count()).toBe(1);
  });

  it('keeps its table layout on a telephone', async () => {
    await using opened = await visit(browser, few, { viewport: { width: 360, height: 740 } });
    const table = opened.page.getByRole('table', { name: 'What runs where' });
    expect(await table.getByRole('cell').count()).toBe(9);
    expect(await table.getByRole('columnheader').count()).toBe(4);
  });

  it('shows more of a long history, and moves the focus to the first new entry', async () => {
    await using opened = await visit(browser, few);
    const { page } = opened;
    expect(await page.locator('.part.shown .changes li').count()).toBe(50);
    await page.getByRole('button', { name: 'Show more of 120' }).click();
    expect(await page.locator('.part.shown .changes li').count()).toBe(100);
    expect(
      await page.evaluate('document.activeElement === document.querySelectorAll(".part.shown .changes li")[50]'),
    ).toBe(true);
    await page.getByRole('button', { name: 'Show more of 120' }).click();
    expect(await page.locator('.part.shown .changes li').count()).toBe(120);
    expect(await page.getByRole('button', { name: /Show more/ }).count()).toBe(0);
  });

  it('prints the table and the chosen product in black on white, without controls', async () => {
    await using opened = await visit(browser, few, { hash: '#shop/prod', colorScheme: 'dark' });
    const { page } = opened;
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const background = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    expect(background).toBe('rgb(255, 255, 255)');
    expect(await page.locator('#-filter, nav:visible, .skip:visible').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('#-matrix').isVisible()).toBe(true);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is complete without its script, except for the filter and the lists of changes', async () => {
    await using opened = await visit(browser, few, { javaScriptEnabled: false });
    const { page } = opened;
    expect(await page.locator('#-matrix tbody').count()).toBe(3);
    expect(await page.locator('#-filter').isVisible()).toBe(false);
    expect(await page.getByText('need JavaScript').isVisible()).toBe(true);
    expect(await page.locator('article svg').count()).toBe(8);
  });

  it('shows hostile names and reasons as text, runs none of them, and still fits', async () => {
    const hostile = '</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">"\'&';
    const content = contentOf({
      reason: (index) => [hostile, 'שלום עולם, مرحبا بالعالم', 'x'.repeat(300), '\u{202e}gpj.exe', '= 1+1'][index % 5],
      version: (index) => `v${index}-`.padEnd(128, 'long'),
      environments: ['dev', 'stg', 'production-with-a-name-as-long-as-a-name-may-be-in-this-product1'],
    });
    const status = {
      ...content.status,
      problems: [{ message: hostile, hint: 'y'.repeat(900) }],
      rows: content.status.rows.map((row) => ({ ...row, image: `registry.example.com/${'z'.repeat(200)}` })),
    };
    for (const width of [360, 1440]) {
      const html = renderPage({ ...content, status, branch: hostile });
      await using opened = await visit(browser, html, { viewport: { width, height: 800 } });
      const { page, requests, complaints } = opened;
      expect(await page.evaluate('window.hurt')).toBeUndefined();
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.locator('.reason').first().textContent()).toContain('</script><script>');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
    }
  });

  it('opens with 100 products and 5,000 changes', async () => {
    const html = renderPage(contentOf({ products: names(100), entries: 5_000 }));
    await using opened = await visit(browser, html, { hash: '#shop-0/prod' });
    expect(await opened.page.locator('.part.shown h2').textContent()).toBe('shop-0');
    expect(await opened.page.locator('.part.shown .changes li').count()).toBe(16);
  });
});
