import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address, code, fence, link, prose, row } from '../../../src/domain/report/markdown.ts';
import { quote, visible } from '../../../src/domain/text.ts';
import { renderPage } from './page.ts';
import { hostile } from './samples.ts';

const tabled = (cell: string) =>
  renderPage([row(['a', 'b', 'c']), row(['---', '---', '---']), row(['1', cell, '3'])].join('\n'));
const harmless = new Set(['table', 'thead', 'tbody', 'tr', 'th', 'td', 'code']);
/** As it is read: without the invisible gaps, which keep GitHub from seeing a name. */
const read = (text: string) => text.replaceAll('\u200b', '');

describe('code', () => {
  it.each([
    ['registry.example.com/shop/web:v1.4.0', '`registry.example.com/shop/web:v1.4.0`'],
    ['a|b', '<code>a&#124;b</code>'],
    ['', '<code></code>'],
    ['line\nbreak', '<code>line&#92;nbreak</code>'],
  ])('%j → %s', (text, markdown) => {
    expect(code(text)).toBe(markdown);
  });

  it('shows any value unchanged within one cell', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const page = tabled(code(text));
        expect(page.rows).toHaveLength(2);
        expect(page.rows[1]?.map(read)).toEqual(['1', visible(text), '3']);
        expect([...page.elements].filter((name) => !harmless.has(name))).toEqual([]);
        expect(page.elements).toContain('code');
      }),
      { numRuns: 500 },
    );
  });
});

describe('prose', () => {
  it('shows quoted text as code', () => {
    expect(prose('No file of "stg" lists the image "web".')).toBe('No file of `stg` lists the image `web`.');
  });

  it('shows the names of inputs as code', () => {
    expect(prose('The value "push" of `delivery` is not known.')).toBe('The value `push` of `delivery` is not known.');
  });

  it('keeps quotes within quoted text', () => {
    const said = 'status check "lint" in C:\\ is expected';
    expect(read(tabled(prose(`GitHub says ${quote(said)}.`)).rows[1]?.[1] ?? '')).toBe(`GitHub says ${said}.`);
  });

  it('shows any text within one cell, with quoted text as code', () => {
    const blank = (text: string) => text.replace(/\s+/g, ' ').trim();
    fc.assert(
      fc.property(hostile, (text) => {
        const page = tabled(prose(text));
        expect(page.rows).toHaveLength(2);
        const [before, cell = '', after] = page.rows[1] ?? [];
        expect([before, after, page.rows[1]?.length]).toEqual(['1', '3', 3]);
        const lines = visible(text.replace(/\r?\n/g, ' '));
        const bare = (shown: string) => blank(shown.replaceAll(/["\\`]/g, ''));
        expect(bare(read(cell))).toBe(bare(lines));
        expect([...page.elements].filter((name) => !harmless.has(name))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['a mention', 'thanks @octocat', /@\w/],
    ['a team', 'ask @acme/sre', /@\w/],
    ['a closing word', 'closes #1', /#\d/],
    ['an issue elsewhere', 'see acme/shop#1', /#\d/],
    ['an address', 'go to https://evil.example', /<a /],
    ['an address without a scheme', 'go to www.evil.example', /<a /],
    ['an electronic address', 'write to a@evil.example', /<a /],
    ['a link', 'click [here](https://evil.example)', /<a /],
    ['an image', '![x](https://evil.example/x.png)', /<img/],
    ['an element', '<b>bold</b><script>x</script>', /<(b|script)/],
    ['emphasis', '*a* _b_ **c** ~~d~~', /<(em|strong|del)/],
    ['a formula', '$a$', /\$\w/],
  ])('makes %s inert', (_, text, harm) => {
    const page = tabled(prose(text));
    expect(page.html).not.toMatch(harm);
  });
});

describe('address', () => {
  it.each([
    ['https://github.com', ['acme/shop', 'commit', 'abc'], 'https://github.com/acme/shop/commit/abc'],
    ['https://ghe.example.com:8443/', ['acme/shop'], 'https://ghe.example.com:8443/acme/shop'],
    ['https://github.com', ['a b', ')](x', '<>"'], 'https://github.com/a%20b/%29%5D%28x/%3C%3E%22'],
    ['javascript:alert(1)', ['x'], undefined],
    ['https://github.com/) [x](https://evil.example', ['x'], undefined],
    ['', ['x'], undefined],
  ])('%s and %j → %s', (server, parts, expected) => {
    expect(address(server, parts)).toBe(expected);
  });

  it('links only to its server, with any parts', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const built = address('https://github.com', ['acme', text]);
        const { links } = tabled(link(code('x'), built));
        expect(links).toEqual([built]);
        expect(new URL(built ?? '').origin).toBe('https://github.com');
      }),
    );
  });
});

describe('fence', () => {
  it('is longer than every run of backticks within', () => {
    expect(fence('diff', ['a', '```', '`````'])).toEqual(['``````diff', 'a', '```', '`````', '``````']);
    expect(fence('', ['a'])).toEqual(['```', 'a', '```']);
  });
});
