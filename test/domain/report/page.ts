import { marked } from 'marked';

/** A Markdown page as a reader's browser gets it. */
export type Page = {
  readonly html: string;
  /** Names of all elements. */
  readonly elements: ReadonlySet<string>;
  /** Addresses of all links. */
  readonly links: readonly string[];
  /** All that is read, with single blanks; a row of a table is a line of its cells. */
  readonly text: string;
  /** Text of the cells of each table row. */
  readonly rows: readonly (readonly string[])[];
  /** Text outside of code, where GitHub looks for names after `@` and numbers after `#`. */
  readonly proseText: string;
};

export function renderPage(markdown: string): Page {
  const html = marked.parse(markdown, { gfm: true, async: false });
  return {
    html,
    elements: new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase())),
    links: [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => textOf(href)),
    text: textOf(html.replace(/<br>|<\/t[dh]>/g, ' '))
      .replaceAll('\u200b', '')
      .replace(/\s+/g, ' '),
    rows: [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = '']) => textOf(cell)),
    ),
    proseText: textOf(html.replace(/<code[^>]*>[\s\S]*?<\/code>/g, ' ')),
  };
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|([a-z]+));/g, (whole, number?: string, name?: string) =>
      number === undefined ? (named[name ?? ''] ?? whole) : String.fromCodePoint(Number(number)),
    );
