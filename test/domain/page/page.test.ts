import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../src/domain/history/entry.ts';
import { newestOfEach, type PageContent, renderPage } from '../../../src/domain/page/page.ts';
import { pageScript, scriptHash } from '../../../src/domain/page/script.ts';
import { pageStyle, styleHash } from '../../../src/domain/page/style.ts';
import { contentOf, names } from './content.ts';

const MB = 1_000_000;

type Data = {
  readonly changes: readonly (readonly unknown[])[];
  readonly products: readonly string[];
  readonly reasons: readonly string[];
};

const dataOf = (page: string): Data =>
  JSON.parse(/<script type="application\/json" id="-data">(.*)<\/script>/.exec(page)?.[1] ?? '') as Data;

const articleOf = (page: string, id: string): string =>
  page
    .slice(page.indexOf(`<article class="part" id="${id}">`))
    .split('</article>', 1)
    .join();

const withoutTags = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const cellOf = (page: string, id: string): string =>
  withoutTags(new RegExp(`id="${id}"[^>]*>(.*?)</td>`).exec(page)?.[1] ?? 'no such cell');

describe('the status page', () => {
  const page = renderPage(contentOf());

  it('shows the image of each cell, its age, and every remark by sign and word', () => {
    expect(cellOf(page, 'billing/dev')).toBe('v1.41.0 3h');
    expect(cellOf(page, 'billing/prod')).toBe('v1.41.0 4d ❄\u{fe0e} frozen');
    expect(cellOf(page, 'search/prod')).toBe('v1.39.0 5d ↓ older ! held ❄\u{fe0e} frozen');
    expect(cellOf(page, 'shop/dev')).toBe('v1.41.0 1d ✎ by hand');
    expect(cellOf(page, 'shop/prod')).toBe('v1.37.0 5d ↓ older ○ #214 waits');
    expect(page).toContain('<a class="m waiting" href="https://github.com/acme/manifests/pull/214">');
  });

  it('says until when and why an environment is frozen', () => {
    expect(withoutTags(page)).toContain('Frozen: prod of billing, search until 2027-01-04T08:00:00Z (year end)');
  });

  it('names the time, the repository, the branch and the period of its history', () => {
    const text = withoutTags(page);
    expect(text).toContain('As of 2026-12-01 08:00 UTC');
    expect(text).toContain('History since 2026-09-02 08:00 UTC');
    expect(page).toContain('<a href="https://github.com/acme/manifests">acme/manifests</a> <small>main</small>');
  });

  it('draws promotions a week and lead times of each product, and gives them as text', () => {
    const article = articleOf(page, 'shop');
    expect([...article.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual([
      expect.stringMatching(/^Promotions a week since 2026-09-01: dev 1\d, \d rolled back; stg \d+; prod \d+/),
      expect.stringMatching(/^Lead times: dev median .* 90th percentile .*; stg median .*; prod median /),
    ]);
    expect(withoutTags(article)).toMatch(
      /Promotions a week Lead time 90th percentile Rolled back Time to rollback dev 0\.\d/,
    );
  });

  it('gives each product and cell a link that people can share', () => {
    expect(page).toContain('<a href="#shop">');
    expect(page).toContain('<a class="c" href="#shop/prod">');
  });

  it('requests nothing from any server, and makes the browser forbid it', () => {
    expect(page.replace(pageScript, '').replace(/<script.*?<\/script>/g, '')).not.toMatch(
      /<(?:img|iframe|object|embed|form|base|video|audio|use)\b|\ssrc=|@import|url\(|srcset|\sstyle=|\son\w+=/i,
    );
    expect([...page.matchAll(/<link [^>]*>/g)].map(([link]) => link)).toEqual(['<link rel="icon" href="data:,">']);
    expect(pageScript).not.toMatch(
      /fetch|XMLHttp|import\(|innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function|https?:/,
    );
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('allows its own script and style by their hashes, and no other', () => {
    const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
    expect({ scriptHash, styleHash }).toEqual({ scriptHash: hash(pageScript), styleHash: hash(pageStyle) });
  });

  it('is equal for equal content', () => {
    expect(renderPage(contentOf())).toBe(page);
  });

  it('has no links to a server for a checkout', () => {
    const checkout = renderPage({ ...contentOf(), repository: undefined, directory: 'manifests' });
    expect(checkout).toContain('<h1>manifests <small>main</small></h1>');
    expect(checkout).not.toContain('href="https://github.com/acme/manifests');
  });

  it('names the author of an edit by hand', () => {
    const content = contentOf({ entries: 2 });
    const [first, ...others] = content.entries;
    if (first === undefined) throw new Error('no entry');
    const byHand = { ...first, kind: 'by-hand', actor: undefined, author: 'Ada Lovelace' } as const;
    expect(renderPage({ ...content, entries: [byHand, ...others] })).toContain('"Ada Lovelace"');
  });

  it('shows the age of an image that was set seconds ago', () => {
    const content = contentOf();
    const running = content.status.rows.flatMap(({ runs }) => [...runs.values()].flat());
    const newest = Math.max(...running.map(({ set }) => Date.parse(set?.at ?? '1970-01-01')));
    expect(renderPage({ ...content, now: new Date(newest + 30_000) })).toContain('<time>&#60;1m</time>');
  });

  it('says that an empty repository lists nothing', () => {
    const nothing: PageContent = { ...contentOf({ products: [], entries: 0 }), figures: [] };
    expect(withoutTags(renderPage(nothing))).toContain('No image is listed by any manifest.');
  });

  it('names a pull request that belongs to no cell', () => {
    const content = contentOf();
    const proposals = [{ branch: 'promotion/gone/prod', number: 7, url: 'https://github.com/acme/manifests/pull/7' }];
    expect(withoutTags(renderPage({ ...content, status: { ...content.status, proposals } }))).toContain(
      'Pull request #7 of gone waits.',
    );
  });
});

describe('names and reasons of unknown origin', () => {
  const hostile = '</script><script>alert(1)</script><!--"\'&<img src=x onerror=alert(1)>';

  it('remain text in every place', () => {
    const content = contentOf({ reason: () => hostile });
    const status = {
      ...content.status,
      environments: [...content.status.environments, hostile],
      rows: content.status.rows.map((row) => ({ ...row, product: row.product + hostile, image: hostile })),
      freezes: [{ product: hostile, environment: hostile, frozen: hostile }],
      proposals: [{ branch: `promotion/${hostile}/prod`, number: 1, url: 'javascript:alert(1)' }],
      problems: [{ message: hostile, hint: hostile }],
    };
    const page = renderPage({ ...content, branch: hostile, repository: `acme/${hostile}`, status });
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    expect(page).not.toMatch(/<img|<!--|javascript:/);
    expect(dataOf(page).reasons[0]).toContain('<script>alert(1)</script>');
  });

  it('show invisible characters and those that change the direction of writing', () => {
    const page = renderPage(contentOf({ reason: () => 'a\u{202e}b\u{0}c\u{2028}שלום' }));
    expect(dataOf(page).reasons).toEqual(['a\\u{202e}b\\u{0}c\\u{2028}שלום']);
    expect(page).not.toMatch(/[\u{202e}\u{0}\u{2028}]/u);
  });

  it('link only to a server with a valid address', () => {
    const page = renderPage({ ...contentOf(), server: 'javascript:alert(1)//' });
    expect(page).not.toMatch(/href="javascript/);
    expect(page).toContain('"server":""');
  });
});

describe('the size of the page', () => {
  const bytesOf = (page: string): number => Buffer.byteLength(page);

  it('is below 1 MB with 5,000 changes of 100 products, all of them complete', () => {
    const page = renderPage(contentOf({ products: names(100), entries: 5_000 }));
    expect(bytesOf(page)).toBeLessThan(MB);
    expect(dataOf(page).changes).toHaveLength(5_000);
    expect(withoutTags(page)).not.toMatch(/not on this page|are cut|are left out/);
  });

  it('is below 1 MB with 5,000 changes with long reasons and versions, whose reasons are cut visibly', () => {
    const page = renderPage(
      contentOf({
        products: names(100),
        entries: 5_000,
        reason: (index) => `${index} `.padEnd(300, 'because of a change to the way of things '),
        version: (index) => `v${index}-`.padEnd(120, 'feature-branch-'),
      }),
    );
    expect(bytesOf(page)).toBeLessThan(MB);
    expect(dataOf(page).changes).toHaveLength(5_000);
    expect(withoutTags(page)).toMatch(/Long reasons are cut|Reasons are left out/);
  });

  it('is below 1 MB with 12,000 changes: the newest of each product are shown, the rest is counted', () => {
    const content = contentOf({ products: names(100), entries: 12_000 });
    const page = renderPage(content);
    expect(bytesOf(page)).toBeLessThan(MB);
    const { changes, products } = dataOf(page);
    expect(changes).toHaveLength(5_000);
    expect(products.map((_, place) => changes.filter((change) => change[1] === place + 1).length)).toEqual(
      products.map(() => 50),
    );
    expect(withoutTags(articleOf(page, '-all'))).toContain('Of 12000 changes, 7,000 older ones are not on this page.');
    expect(withoutTags(articleOf(page, 'shop-0'))).toContain('70 older changes not on this page.');
  });
});

describe('the newest changes of each product', () => {
  const of = (...products: readonly string[]) =>
    products.map((product, index) => ({ product, commit: `${index}` }) as HistoryEntry);
  const keptOf = (entries: readonly HistoryEntry[], most: number) => {
    const { entries: kept, left } = newestOfEach(entries, most);
    return { kept: kept.map(({ commit }) => commit).join(''), left: Object.fromEntries(left) };
  };

  it.each([
    ['all where there is room', of('a', 'a', 'b'), 3, { kept: '012', left: {} }],
    ['the same number of each', of('a', 'a', 'a', 'b', 'b', 'b'), 4, { kept: '0134', left: { a: 1, b: 1 } }],
    ['more of one where the others have few', of('a', 'a', 'a', 'a', 'b'), 4, { kept: '0124', left: { a: 1 } }],
    [
      'one more of the newest where the number does not divide',
      of('a', 'b', 'a', 'b'),
      3,
      { kept: '012', left: { b: 1 } },
    ],
    ['the newest of all where there are more products than room', of('a', 'b', 'c'), 2, { kept: '01', left: { c: 1 } }],
  ])('are %s', (_, entries, most, expected) => {
    expect(keptOf(entries, most)).toEqual(expected);
  });
});
