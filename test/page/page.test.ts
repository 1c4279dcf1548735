import { expect, it } from 'vitest';
import { renderPage } from '../../src/domain/page/page.ts';
import { contentOf } from '../domain/page/content.ts';
import { describeWithPrograms } from '../programs.ts';
import { accessibilityProblems, BROWSER, openBrowser, visit } from './browser.ts';

describeWithPrograms('the status page in a browser', [BROWSER], () => {
  it('shows a chosen cell with its history, requests nothing, and is accessible', async () => {
    const browser = await openBrowser();
    try {
      await using opened = await visit(browser, renderPage(contentOf()), { hash: '#shop' });
      const { page, requests, complaints } = opened;
      expect(await page.title()).toBe('shop: acme/manifests: what runs where');
      await page.getByRole('link', { name: 'v1.37.0', exact: true }).click();
      expect(page.url()).toMatch(/#shop\/prod$/);
      await expect.poll(() => page.title()).toBe('shop in prod: acme/manifests: what runs where');
      const first = page.locator('.part.shown .changes li').first();
      expect(await first.textContent()).toContain('prod');
      expect(await first.getByRole('link', { name: /^source commit/ }).getAttribute('href')).toMatch(
        /^https:\/\/github\.com\/acme\/shop\/commit\/[0-9a-f]{12}$/,
      );
      expect(await accessibilityProblems(page)).toEqual([]);
      expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
    } finally {
      await browser.close();
    }
  });
});
