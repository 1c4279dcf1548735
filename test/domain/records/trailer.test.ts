import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitMessage } from '../../../src/domain/message.ts';
import {
  actorTrailer,
  parseTrailers,
  printTrailer,
  runTrailer,
  type Trailer,
} from '../../../src/domain/records/trailer.ts';

const sha = '3f2c9a1e5b7d4c6a8f0e2d1c3b5a79687f6e5d4c';
const full =
  'Promotion: stg registry.example.com/shop/web:v1.4.0 from acme/shop@3f2c9a1e5b7d4c6a8f0e2d1c3b5a79687f6e5d4c ' +
  'refs/tags/v1.4.0 committed 2026-11-30T09:00:00Z by release.yml#42';
const rollback = 'Rollback: prod registry.example.com/shop/web:v1.3.0 instead of registry.example.com/shop/web:v1.4.0';
const run = 'Promotion-Run: https://github.com/acme/shop/actions/runs/1';
const actor = 'Promotion-Actor: octocat';
const id = 'Promotion-Id: 5f0c7a52-6d0e-4a5b-9a1e-0c1d2e3f4a5b';
const web = { repository: 'registry.example.com/shop/web', tag: 'v1.4.0' };

describe('the five trailers', () => {
  it('print in their documented form, and parse to the same values', () => {
    const trailers: Trailer[] = [
      {
        kind: 'promotion',
        environment: 'stg',
        reference: web,
        source: {
          repository: 'acme/shop',
          sha,
          ref: 'refs/tags/v1.4.0',
          committedAt: '2026-11-30T09:00:00Z',
          workflow: 'release.yml',
          runNumber: 42,
        },
      },
      { kind: 'rollback', environment: 'prod', reference: { ...web, tag: 'v1.3.0' }, instead: web },
      { kind: 'run', address: 'https://github.com/acme/shop/actions/runs/1' },
      { kind: 'actor', login: 'octocat' },
      { kind: 'id', id: '5f0c7a52-6d0e-4a5b-9a1e-0c1d2e3f4a5b' },
    ];
    expect(trailers.map(printTrailer)).toEqual([full, rollback, run, actor, id]);
    expect(parseTrailers([full, rollback, run, actor, id].join('\n'))).toEqual(trailers);
  });

  it.each([
    ['nothing', {}, ''],
    ['the repository', { repository: 'acme/shop' }, ' from acme/shop'],
    ['the commit', { sha }, ` from @${sha}`],
    ['the branch', { ref: 'refs/heads/main' }, ' refs/heads/main'],
    ['the date', { committedAt: '2026-11-30T09:00:00Z' }, ' committed 2026-11-30T09:00:00Z'],
    ['the workflow', { workflow: 'ci.yml' }, ' by ci.yml'],
    ['the number', { runNumber: 7 }, ' by #7'],
    ['repository and number', { repository: 'acme/shop', runNumber: 7 }, ' from acme/shop by #7'],
    // GitHub would make a mention and a reference of these.
    ['a branch of odd letters', { ref: 'refs/heads/@me/#1-50%' }, ' refs/heads/%40me/%231-50%25'],
    ['a tag with build metadata', { ref: 'refs/tags/v1.4.0+5' }, ' refs/tags/v1.4.0+5'],
  ])('give the known fields of a source: %s', (_, source, printed) => {
    const trailer: Trailer = { kind: 'promotion', environment: 'dev', reference: web, source };
    const line = `Promotion: dev registry.example.com/shop/web:v1.4.0${printed}`;
    expect(printTrailer(trailer)).toBe(line);
    expect(parseTrailers(line)).toEqual([trailer]);
  });

  it.each([
    ['a branch with a line break', { ref: 'refs/heads/a\nPromotion: prod x:1' }],
    ['a branch with an invisible character', { ref: 'refs/heads/a\u200bb' }],
    ['a workflow with a blank', { workflow: 'ci.yml committed 2099' }],
    ['a repository without owner', { repository: 'shop' }],
    ['a short commit id', { sha: '3f2c9a1' }],
    ['a date that does not exist', { committedAt: '2026-02-30T09:00:00Z' }],
    ['a date in another zone', { committedAt: '2026-11-30T09:00:00+09:00' }],
    ['a negative number', { runNumber: -1 }],
  ])('leave out invalid fields: %s', (_, source) => {
    expect(printTrailer({ kind: 'promotion', environment: 'dev', reference: web, source })).toBe(
      'Promotion: dev registry.example.com/shop/web:v1.4.0',
    );
  });

  it.each<[string, Trailer]>([
    ['an environment of two words', { kind: 'promotion', environment: 'dev x:1', reference: web, source: {} }],
    [
      'a tag with a line break',
      { kind: 'promotion', environment: 'dev', reference: { ...web, tag: '1\n2' }, source: {} },
    ],
    [
      'a reference without a version',
      { kind: 'promotion', environment: 'dev', reference: { repository: 'web' }, source: {} },
    ],
    [
      'an upper-case image',
      { kind: 'rollback', environment: 'dev', reference: web, instead: { repository: 'Web', tag: '1' } },
    ],
    ['another address', { kind: 'run', address: 'javascript://acme/shop/actions/runs/1' }],
    ['an id of two lines', { kind: 'id', id: '5f0c7a52-6d0e-4a5b-9a1e-0c1d2e3f4a5b\n' }],
  ])('are refused if they cannot be printed: %s', (_, trailer) => {
    expect(() => printTrailer(trailer)).toThrow(/A trailer cannot hold/);
  });
});

describe('the run that asked', () => {
  it.each([
    ['github.com', 'https://github.com', { repository: 'acme/shop', runId: 1 }, run],
    [
      'a server of its own',
      'http://127.0.0.1:8080/',
      { repository: 'acme/shop', runId: 1 },
      'Promotion-Run: http://127.0.0.1:8080/acme/shop/actions/runs/1',
    ],
    ['no run', 'https://github.com', { repository: 'acme/shop' }, undefined],
    ['no repository', 'https://github.com', { runId: 1 }, undefined],
    ['no server', '', { repository: 'acme/shop', runId: 1 }, undefined],
    ['an invalid repository', 'https://github.com', { repository: 'acme/shop/../..', runId: 1 }, undefined],
  ])('on %s', (_, server, source, line) => {
    const trailer = runTrailer(server, source);
    expect(trailer && printTrailer(trailer)).toBe(line);
  });
});

describe('a message changed by people or GitHub', () => {
  it.each([
    ['line ends of a web form', `Promote shop\r\n\r\n${full}\r\n${id}\r\n`],
    ['blanks at the end of a line', `Promote shop\n\n${full}  \t\n${id} `],
    [
      'the separator of a squash, and co-authors',
      `Promote shop (#12)\n\n* Promote shop\n\n${full}\n${id}\n\n---------\n\nCo-authored-by: Mona <mona@example.com>`,
    ],
    [
      'the indented list of `git merge --squash`',
      `Squashed commit:\n\ncommit 3f2c\n\n    Promote\n\n    ${full}\n    ${id}`,
    ],
    ['the fence of a description', `Promotes shop.\n\n\`\`\`\n${full}\n${id}\n\`\`\`\n`],
    [
      'text put in between',
      `Promote shop\n\n${full}\nLooks good to me.\n\n${id}\nSigned-off-by: Mona <mona@example.com>`,
    ],
    ['a `git revert` that keeps the text', `Revert "Promote shop"\n\nThis reverts commit 3f2c.\n\n${full}\n${id}`],
  ])('keeps its trailers: %s', (_, message) => {
    expect(parseTrailers(message).map(printTrailer)).toEqual([full, id]);
  });

  it.each([
    ['a quotation', `> ${full}`],
    ['an item of a list', `* ${full}`],
    ['a mention in a sentence', `See ${full}`],
    ['a sentence after it', `${full} which was wrong`],
    ['the rest of a line that was wrapped', 'committed 2026-11-30T09:00:00Z by release.yml#42'],
    ['another spelling', full.toLowerCase()],
    ['two blanks', full.replace('stg ', 'stg  ')],
    ['parts in another order', 'Promotion: stg web:1 by ci.yml#1 committed 2026-11-30T09:00:00Z'],
    ['an unknown part', 'Promotion: stg web:1 via carrier pigeon'],
    ['an illegal environment', 'Promotion: ../prod web:1'],
    ['an illegal image', 'Promotion: prod Web:1'],
    ['no version', 'Promotion: prod web'],
    ['an illegal ref', 'Promotion: prod web:1 refs/heads/a..b'],
    ['a number with a leading zero', 'Promotion: prod web:1 by ci.yml#042'],
    ['a number beyond counting', 'Promotion: prod web:1 by ci.yml#99999999999999999999'],
    ['a rollback of nothing', 'Rollback: prod web:1'],
    ['an address without a run', 'Promotion-Run: https://evil.example/x'],
    ['an invalid id', 'Promotion-Id: 1'],
  ])('has no other trailers: %s', (_, line) => {
    expect(parseTrailers(`Headline\n\n${line}\n`)).toEqual([]);
  });
});

describe('for every input', () => {
  const alphabet = (characters: string) => fc.constantFrom(...characters);
  const word = fc.string({ unit: alphabet('abcXYZ019'), minLength: 1, maxLength: 8 });
  const lower = fc.string({ unit: alphabet('abcxyz019'), minLength: 1, maxLength: 8 });
  const hex = fc.string({ unit: alphabet('0123456789abcdef'), minLength: 64, maxLength: 64 });
  const reference = fc.record({
    repository: fc.tuple(lower, lower).map(([owner, name]) => `registry.example.com:5000/${owner}/${name}`),
    tag: word,
    digest: fc.option(
      hex.map((digits) => `sha256:${digits}`),
      { nil: undefined },
    ),
  });
  const source = fc.record(
    {
      repository: fc.tuple(word, word).map((parts) => parts.join('/')),
      sha: hex,
      ref: fc.string({ unit: alphabet('ab@#%+-é'), minLength: 1 }).map((branch) => `refs/heads/${branch}`),
      committedAt: fc
        .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => `${date.toISOString().slice(0, 19)}Z`),
      workflow: word.map((name) => `${name}.yml`),
      runNumber: fc.integer({ min: 1 }),
    },
    { requiredKeys: [] },
  );
  const trailer: fc.Arbitrary<Trailer> = fc.oneof(
    fc.record({ kind: fc.constant('promotion' as const), environment: word, reference, source }),
    fc.record({ kind: fc.constant('rollback' as const), environment: word, reference, instead: reference }),
    fc.record({
      kind: fc.constant('run' as const),
      address: fc.integer({ min: 1 }).map((number) => `https://ghe.example.com/acme/shop/actions/runs/${number}`),
    }),
    fc.record({ kind: fc.constant('id' as const), id: fc.uuid() }),
  );

  it('printed trailers parse to the same values', () => {
    fc.assert(
      fc.property(trailer, (given) => {
        expect(parseTrailers(printTrailer(given))).toEqual([given]);
      }),
    );
  });

  const hostile = fc
    .array(fc.oneof(fc.string(), fc.constantFrom('\n', '\r', '\u2028', '\u0085', '\v', ' ', full, rollback, run, id)))
    .map((pieces) => pieces.join(''));

  it('a reason, path or value of a manifest cannot add a trailer', () => {
    const given = fc.uniqueArray(trailer, { selector: printTrailer, maxLength: 4 });
    fc.assert(
      fc.property(given, hostile, hostile, hostile, (trailers, reason, path, tag) => {
        const change = { product: 'shop', environment: 'dev', path, line: 1, image: web.repository, to: web };
        const { headline, body } = commitMessage({
          kind: 'promotion',
          changes: [{ ...change, from: { ...web, tag } }],
          reason,
          trailers,
        });
        expect(parseTrailers(`${headline}\n\n${body}`)).toEqual(trailers);
        expect(headline).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it('a field of the source cannot add a trailer, and prints on one line', () => {
    const claim = fc.record({
      repository: hostile,
      sha: hostile,
      ref: hostile,
      committedAt: hostile,
      workflow: hostile,
    });
    fc.assert(
      fc.property(claim, (source) => {
        const line = printTrailer({ kind: 'promotion', environment: 'dev', reference: web, source });
        expect(line).not.toMatch(/[\r\n]/);
        expect(parseTrailers(line)).toHaveLength(1);
      }),
    );
  });
});

describe('the login of the actor', () => {
  it.each(['octocat', 'promoter[bot]', 'jane-doe_acme', 'a'])('is %s', (login) => {
    expect(actorTrailer(login)).toEqual({ kind: 'actor', login });
    expect(parseTrailers(`Promotion-Actor: ${login}`)).toEqual([{ kind: 'actor', login }]);
  });

  it.each(['', 'two words', '@octocat', 'a\nPromotion: prod a:1', '-a', 'a-', '[bot]', 'x[bot] '])(
    'is left out if %j is no login',
    (login) => {
      expect(actorTrailer(login)).toBeUndefined();
    },
  );
});
