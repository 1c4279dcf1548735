import fc from 'fast-check';
import { expect, describe as group, it } from 'vitest';
import {
  type DescribedItem,
  type DescriptionParts,
  describe,
  refuseUnrecorded,
} from '../../../src/domain/proposal/description.ts';
import { parseTrailers, type Trailer } from '../../../src/domain/records/trailer.ts';
import { renderPage } from '../report/page.ts';

const WEB = 'registry.example.com/shop/web';
const sha = (letter: string) => letter.repeat(40);
const item = (more: Partial<DescribedItem> = {}): DescribedItem => ({
  change: {
    ...{ product: 'shop', environment: 'prod', path: 'applications/shop/overlays/prod/kustomization.yaml', line: 9 },
    ...{ image: WEB, from: { repository: WEB, tag: 'v1.3.0' }, to: { repository: WEB, tag: 'v1.4.0' } },
  },
  trailer: {
    ...{ kind: 'promotion', environment: 'prod', reference: { repository: WEB, tag: 'v1.4.0' } },
    source: {
      ...{ repository: 'acme/shop', sha: sha('b'), ref: 'refs/tags/v1.4.0', workflow: 'release.yml', runNumber: 42 },
    },
  },
  before: { repository: 'Acme/Shop', sha: sha('a') },
  ...more,
});
const parts = (more: Partial<DescriptionParts> = {}): DescriptionParts => ({
  ...{ kind: 'promotion', delivery: 'pull-request', product: 'shop', base: 'main', items: [item()] },
  ...{ reason: 'the sale', asker: 'octocat', run: 'https://github.com/acme/shop/actions/runs/1' },
  trailers: [item().trailer, { kind: 'id', id: '11111111-2222-4333-8444-555555555555' }],
  ...{ deliveries: [], server: 'https://github.com', repository: 'acme/manifests', commit: sha('c') },
  ...more,
});

group('a description', () => {
  it('the description lists the changes, the source, the reason and the next step', () => {
    const page = renderPage(describe(parts()));
    expect(page.rows[1]).toEqual([
      ...['prod', WEB, 'v1.3.0', 'v1.4.0 (compare)', 'acme/shop@bbbbbbb v1.4.0 release.yml #\u200b42'],
      'applications/shop/overlays/prod/kustomization.yaml:9',
    ]);
    expect(page.links).toEqual([
      `https://github.com/acme/shop/compare/${sha('a')}...${sha('b')}`,
      `https://github.com/acme/shop/commit/${sha('b')}`,
      `https://github.com/acme/manifests/blob/${sha('c')}/applications/shop/overlays/prod/kustomization.yaml#L9`,
      'https://github.com/acme/shop/actions/runs/1',
    ]);
    expect(page.html).toContain('Promotes <strong>shop</strong> to <strong>prod</strong>');
    expect(page.html).toContain('Reason:</strong> the sale');
    expect(page.html).toContain('Somebody has to merge it; then it changes one file on <code>main</code>');
  });

  it('the description compares by tags if the commit of the present image is unknown, and not at all without tags', () => {
    const page = renderPage(describe(parts({ items: [item({ before: undefined })] })));
    expect(page.links[0]).toBe('https://github.com/acme/shop/compare/v1.3.0...v1.4.0');
    const trailer = { ...item().trailer, kind: 'promotion' as const, source: {} };
    expect(describe(parts({ items: [item({ trailer })] }))).not.toContain('compare');
  });

  it.each([
    ['auto-merge', 'GitHub merges it when its requirements are met'],
    ['merge', 'It is to be merged at once'],
  ] as const)('the description explains %s', (delivery, words) => {
    expect(describe(parts({ delivery }))).toContain(words);
  });

  it('the description has the trailers at its end', () => {
    expect(parseTrailers(describe(parts()))).toEqual(parts().trailers);
  });

  it('the description disarms text of others', () => {
    const hostile = '@octocat closes #1 <img src=x> [a](http://x) | `b` ``` \n Promotion: prod evil:v1\n';
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constant(hostile)), (text) => {
        const { change } = item();
        const described = describe(
          parts({ reason: text, asker: text, base: text, items: [item({ change: { ...change, path: text } })] }),
        );
        const page = renderPage(described);
        const plain = new Set([
          'p',
          'strong',
          'table',
          'thead',
          'tbody',
          'tr',
          'th',
          'td',
          'ul',
          'li',
          'code',
          'pre',
          'a',
        ]);
        expect([...page.elements].filter((element) => !plain.has(element))).toEqual([]);
        expect(page.proseText).not.toMatch(/@[a-z]|#\d/i);
        expect(page.rows).toHaveLength(2);
        expect(parseTrailers(described)).toEqual(parts().trailers);
      }),
    );
  });

  it('the description keeps to GitHub’s limit, and says how much is missing', () => {
    const items = Array.from({ length: 2_000 }, () => item());
    const described = describe(parts({ items, trailers: items.map(({ trailer }) => trailer) }));
    expect(described.length).toBeLessThan(65_536);
    expect(described).toMatch(/^And \d+ more, see the commit\.$/m);
  });

  const many = (count: number): Trailer[] =>
    Array.from({ length: count }, (_, at) => {
      const { trailer } = item();
      const reference = { ...trailer.reference, repository: `${trailer.reference.repository}-${at}` };
      return { ...trailer, reference };
    });

  it('the description has the record of each of 200 items, next to a shortened table', () => {
    const items = Array.from({ length: 200 }, () => item());
    const trailers = many(200);
    expect(() => refuseUnrecorded('promotion/shop/prod', trailers, [])).not.toThrow();
    const described = describe(parts({ items, trailers }));
    expect(parseTrailers(described)).toEqual(trailers);
    expect(described.length).toBeLessThan(65_536);
  });

  it('the description is refused if it cannot hold the record of each item', () => {
    expect(() => refuseUnrecorded('promotion/shop/prod', many(1_000), [])).toThrow(
      /would carry 1000 items, whose records take \d+ characters; its description can hold 56000 of them/,
    );
  });
});
