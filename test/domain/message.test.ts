import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReference } from '../../src/domain/image.ts';
import { commitMessage, hasOwnForm, headlineOf, inert } from '../../src/domain/message.ts';
import type { Change } from '../../src/domain/model.ts';

const sha = '3f2c9a1e5b7d4c6a8f0e2d1c3b5a79687f6e5d4c';
const registry = 'registry.example.com/shop';

/** `stg web v1 v2`: one change as it stands in the reference layout. */
const change = (text: string, product = 'shop'): Change => {
  const [environment = '', image = '', from = '', to = ''] = text.split(' ');
  const version = (value: string) =>
    parseReference(`${registry}/${image}${value.startsWith('sha256:') ? '@' : ':'}${value}`);
  const path = `applications/${product}/overlays/${environment}/kustomization.yaml`;
  return { product, environment, path, line: 7, image: `${registry}/${image}`, from: version(from), to: version(to) };
};

const release = [change('stg web v1.3.0 v1.4.0'), change('prod web v1.3.0 v1.4.0')];

describe('the message of a commit', () => {
  it('says which images change where and why, and ends with the trailers', () => {
    const { headline, body } = commitMessage({
      kind: 'promotion',
      changes: release,
      reason: 'The sale starts at noon',
      trailers: [
        { kind: 'promotion', environment: 'stg', reference: parseReference(`${registry}/web:v1.4.0`), source: {} },
        { kind: 'promotion', environment: 'prod', reference: parseReference(`${registry}/web:v1.4.0`), source: {} },
        { kind: 'id', id: '5f0c7a52-6d0e-4a5b-9a1e-0c1d2e3f4a5b' },
      ],
    });
    expect(`${headline}\n\n${body}`).toBe(
      `Promote shop to stg, prod: web v1.3.0 → v1.4.0

- applications/shop/overlays/stg/kustomization.yaml: registry.example.com/shop/web:v1.3.0 → registry.example.com/shop/web:v1.4.0
- applications/shop/overlays/prod/kustomization.yaml: registry.example.com/shop/web:v1.3.0 → registry.example.com/shop/web:v1.4.0

Reason: The sale starts at noon

Promotion: stg registry.example.com/shop/web:v1.4.0
Promotion: prod registry.example.com/shop/web:v1.4.0
Promotion-Id: 5f0c7a52-6d0e-4a5b-9a1e-0c1d2e3f4a5b`,
    );
  });

  it('has no reason if none was given', () => {
    const { body } = commitMessage({
      kind: 'promotion',
      changes: [change('dev web 1 2')],
      reason: ' \n',
      trailers: [],
    });
    expect(body).toBe(
      '- applications/shop/overlays/dev/kustomization.yaml: registry.example.com/shop/web:1 → registry.example.com/shop/web:2',
    );
  });

  it('lists each change once and at most 500 of them', () => {
    const changes = Array.from({ length: 502 }, (_, index) => change('dev web 1 2', `p${index}`));
    const { headline, body } = commitMessage({ kind: 'promotion', changes: [...changes, ...changes], trailers: [] });
    expect(headline).toBe('Promote 502 products to dev: 1 image');
    expect(body.split('\n')).toHaveLength(501);
    expect(body.split('\n').at(-1)).toBe('- and 2 more');
  });
});

describe('the form of a message', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,61}[a-z0-9]$/);
  const reference = fc.record({
    repository: fc.stringMatching(/^[a-z]{1,20}(?:\/[a-z]{1,20}){0,3}$/),
    tag: fc.stringMatching(/^\w[\w.-]{0,60}$/),
    digest: fc.constantFrom(undefined, `sha256:${'ab'.repeat(32)}`),
  });
  const one = fc.record({
    product: name,
    environment: name,
    path: fc.string({ minLength: 1 }),
    line: fc.constant(1),
    image: fc.stringMatching(/^[a-z]{1,20}(?:\/[a-z]{1,20}){0,3}$/),
    from: reference,
    to: reference,
  });

  it('is recognized in every message of ours', () => {
    fc.assert(
      fc.property(
        fc.record({
          kind: fc.constantFrom('promotion', 'rollback'),
          changes: fc.array(one, { minLength: 1, maxLength: 4 }),
          reason: fc.option(fc.string(), { nil: undefined }),
          overrides: fc.array(fc.string(), { maxLength: 2 }),
          headline: fc.constantFrom(
            undefined,
            'chore(deploy): {summary}',
            '{product} [{environments}] {summary} (OPS-1)',
          ),
        }),
        (parts) => {
          const reference = parseReference(`${registry}/web:v2`);
          const [repository, sha] = ['acme/shop', '3f2c9a1e5b7d4c6a8f0e2d1c3b5a79687f6e5d4c'];
          const { headline, body } = commitMessage({
            ...parts,
            trailers: [
              {
                kind: 'promotion',
                environment: 'prod',
                reference,
                source: { repository, sha, ref: 'refs/heads/main', workflow: 'ci.yml', runNumber: 4 },
                built: { repository, sha },
              },
              { kind: 'rollback', environment: 'prod', reference, instead: reference },
              { kind: 'run', address: 'https://github.com/acme/shop/actions/runs/1' },
              { kind: 'actor', login: 'octocat' },
              { kind: 'id', id: '5f0c7a52-6d0e-4a5b-9a1e-0c1d2e3f4a5b' },
            ],
          });
          const delivery = 'Delivery: merge prod registry.example.com/shop/web';
          expect(hasOwnForm(`${headline}\n\n${body}\n${delivery}`)).toBe(true);
          expect(hasOwnForm(`${headline}\n\n${body}\nSigned-off-by: A <a@example.com>`)).toBe(true);
          expect(hasOwnForm(`Ship it\n\n${body}`)).toBe(false);
          expect(hasOwnForm(`${headline}\n\nas agreed\n${body}`)).toBe(false);
          expect(hasOwnForm(`${headline}\n\n\`\`\`text\n${body}\n\`\`\``)).toBe(false);
        },
      ),
    );
  });
});

describe('the headline', () => {
  it.each<[string, string, Change[]]>([
    ['one image', 'Promote shop to dev: web 0362525 → 0362526', [change('dev web 0362525 0362526')]],
    [
      'environments that ran something else',
      'Promote shop to stg, prod: web v3',
      [change('stg web v2 v3'), change('prod web v1 v3')],
    ],
    [
      'images that go together',
      'Promote shop to dev: web, worker v1 → v2',
      [change('dev web v1 v2'), change('dev worker v1 v2')],
    ],
    [
      'images that do not',
      'Promote shop to dev: web v1 → v2, worker v5 → v6',
      [change('dev web v1 v2'), change('dev worker v5 v6')],
    ],
    ['commit ids', 'Promote shop to dev: web v1 → 3f2c9a1', [change(`dev web v1 ${sha}`)]],
    [
      'digests',
      'Promote shop to dev: web v1 → sha256:3f2c9a1',
      [change(`dev web v1 sha256:${sha}${sha.slice(0, 24)}`)],
    ],
    [
      'a tag that stays while its digest changes',
      'Promote shop to dev: web sha256:aaaaaaa → sha256:bbbbbbb',
      [change(`dev web v1@sha256:${'a'.repeat(64)} v1@sha256:${'b'.repeat(64)}`)],
    ],
    [
      'several products',
      'Promote shop, blog to dev: web v1 → v2',
      [change('dev web v1 v2'), change('dev web v1 v2', 'blog')],
    ],
    [
      'images of one name',
      'Promote shop to dev: a/web, b/web v1 → v2',
      [change('dev a/web v1 v2'), change('dev b/web v1 v2')],
    ],
  ])('of %s: %s', (_, headline, changes) => {
    expect(headlineOf({ kind: 'promotion', changes })).toBe(headline);
  });

  it('of a rollback', () => {
    expect(headlineOf({ kind: 'rollback', changes: [change('prod web v1.4.0 v1.3.0')] })).toBe(
      'Roll back shop in prod: web v1.4.0 → v1.3.0',
    );
  });

  const long = (letter: string) => letter.repeat(24);
  it.each<[string, Change[]]>([
    [`Promote shop to dev: web ${long('b')}`, [change(`dev web ${long('a')} ${long('b')}`)]],
    [
      'Promote shop to dev: web, worker, mailer',
      [change(`dev web 1 ${long('a')}`), change(`dev worker 1 ${long('b')}`), change(`dev mailer 1 ${long('c')}`)],
    ],
    ['Promote shop to dev: 20 images', Array.from({ length: 20 }, (_, index) => change(`dev image${index} 1 2`))],
    [
      'Promote 3 products to dev: 1 image',
      [long('a'), long('b'), long('c')].map((product) => change('dev web 1 2', product)),
    ],
    [
      'Promote 1 product to 4 environments: 1 image',
      ['a', 'b', 'c', 'd'].map((letter) => change(`${long(letter)} web 1 2`)),
    ],
  ])('counts the rest that does not fit: %s', (headline, changes) => {
    expect(headlineOf({ kind: 'promotion', changes })).toBe(headline);
  });

  it('has at most 72 characters on one line, and none that GitHub acts on', () => {
    const version = fc.oneof(fc.string(), fc.constantFrom('[skip ci]', '@octocat', 'fixes #1'));
    const one = fc.record({
      product: fc.stringMatching(/^[a-z]{1,63}$/),
      environment: fc.stringMatching(/^[a-z]{1,63}$/),
      path: fc.string(),
      line: fc.constant(1),
      image: fc.stringMatching(/^[a-z/]{1,80}$/),
      from: fc.record({ repository: fc.string(), tag: version }),
      to: fc.record({ repository: fc.string(), tag: version }),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (changes) => {
        const headline = headlineOf({ kind: 'promotion', changes });
        expect([...headline].length).toBeLessThanOrEqual(72);
        expect(headline).not.toMatch(/[\r\n[\]]|[@#]\w/);
      }),
    );
  });
});

describe('a headline in the form of the organization', () => {
  const headlineBy = (headline: string | undefined) =>
    commitMessage({ kind: 'promotion', changes: release, trailers: [], headline }).headline;

  it.each([
    [undefined, 'Promote shop to stg, prod: web v1.3.0 → v1.4.0'],
    ['chore(deploy): {summary}', 'chore(deploy): Promote shop to stg, prod: web v1.3.0 → v1.4.0'],
    [
      'OPS-7 {product}/{environments}: {summary}',
      'OPS-7 shop/stg, prod: Promote shop to stg, prod: web v1.3.0 → v1.4.0',
    ],
  ])('%s', (template, headline) => {
    expect(headlineBy(template)).toBe(headline);
  });

  it('does not replace placeholders within a replaced value', () => {
    const changes = [{ ...change('dev web 1 2'), product: '{environments}' }];
    const { headline } = commitMessage({ kind: 'promotion', changes, trailers: [], headline: '{product} {summary}' });
    expect(headline).toMatch(/^\{environments\} /);
  });
});

describe('text of unknown origin in a message', () => {
  it.each([
    ['nothing to hide', 'Year end: sale, 20 % off – naïve 😀', 'Year end: sale, 20 % off – naïve 😀'],
    ['a mention', 'ask @octocat or @acme/sre', 'ask @ octocat or @ acme/sre'],
    ['an address', 'write to mona@example.com', 'write to mona@ example.com'],
    [
      'closing words',
      'Closes #12, fixes: acme/shop#13, resolves GH-14',
      'Closes # 12, fixes: acme/shop# 13, resolves GH- 14',
    ],
    ['a closing link', 'closes https://github.com/acme/shop/issues/12', 'closes github.com/acme/shop/issues/12'],
    ['a link of Markdown', '![x](https://evil.example/x.png)', '!(x)(evil.example/x.png)'],
    ['a bare link', 'see www.evil.example', 'see www. evil.example'],
    ['a scheme of nothing', 'a skip:// b http:// !', 'a b !'],
    ['a scheme between two stars', '*GH-://*NO_CI', '*NO_CI'],
    ['a link in a link', 'hthttps://tp://evil.example', 'evil.example'],
    ['a command of a tracker', 'OPS-12 #close', 'OPS-12 # close'],
    ['a skipped run', '[skip ci] [CI SKIP] [no ci] [skip actions]', '(skip ci) (CI SKIP) (no ci) (skip actions)'],
    ['a skipped run with an invisible character', '[skip\u200b ci]', '(skip ci)'],
    ['a skipped pipeline', '***NO_CI***', '*NO_CI*'],
    ['a trailer to skip checks', 'x\n\n\nskip-checks: true', 'x skip checks: true'],
    ['a trailer', 'x\nPromotion: prod web:1', 'x Promotion: prod web:1'],
    ['another order of reading', 'a\u202eb\u2066c', 'abc'],
    ['a lone half of a character', 'a\ud800b', 'ab'],
    ['control characters', '\u001b[31mred\u0007', '(31mred'],
    ['a workflow command', '::error::x\r\n::set-output name=a::b', '::error::x ::set-output name=a::b'],
  ])('is made harmless: %s', (_, text, expected) => {
    expect(inert(text)).toBe(expected);
  });

  it('never holds anything that GitHub or a CI system acts on', () => {
    const pieces = fc.constantFrom(
      '@',
      '#',
      '1',
      'a',
      '[',
      ']',
      'skip',
      ' ',
      'ci',
      '-checks:',
      '-checks',
      '*',
      'NO_CI',
      '://',
      'http',
      'www.',
      'GH-',
      'gh-',
      '\u200b',
      '\n',
      'fixes',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        const text = inert(parts.join(''));
        expect(text).not.toMatch(
          /[@#]\S|[[\]]|\*\*|skip-checks|[a-z]:\/\/|www\.\S|(?<![A-Z0-9])GH-\d|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/iu,
        );
        expect(inert(text)).toBe(text);
      }),
    );
  });
});
