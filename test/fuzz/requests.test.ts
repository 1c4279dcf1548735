import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../src/adapters/terminal/words.ts';
import { parseConfig } from '../../src/domain/config/parse.ts';
import { settingsOf } from '../../src/domain/config/settings.ts';
import { parseImage, parseReference, printImage, printReference } from '../../src/domain/image.ts';
import { parseTrailers, printTrailer } from '../../src/domain/records/trailer.ts';
import { parseArguments } from '../../src/domain/request/arguments.ts';
import type { RunContext } from '../../src/domain/request/event.ts';
import { readInputs } from '../../src/domain/request/parse-inputs.ts';
import { readRequest, withCommit } from '../../src/domain/request/request.ts';
import { fuzz, mutated, PATIENCE, refusalOf, textsBelow } from './fuzz.ts';

const word = fc.oneof(
  fc.constantFrom(
    'shop',
    'dev',
    'prod',
    'registry.example.com/shop/web:v1',
    'web=web2:v1',
    `web@sha256:${'a'.repeat(64)}`,
  ),
  fc.constantFrom(
    '',
    ' ',
    'a,b',
    'a\nb',
    '{sha}',
    '{sha:7}',
    '{',
    '..',
    '-x',
    '[skip ci]',
    '@octocat',
    '<b>',
    '|',
    '`',
    '\u0000',
  ),
  fc.string({ unit: 'binary' }),
);
const keys = fc.constantFrom(
  ...['promotion', 'product', 'products', 'environment', 'environments', 'image', 'images', 'tag', 'digest', 'source'],
  ...[
    'proof',
    'name',
    'newName',
    'repository',
    'sha',
    'ref',
    'committed_at',
    'run_number',
    'actor',
    'delivery',
    'config',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', ''],
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1e300, 42),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie('json')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
    tie('json').map((value) => JSON.stringify(value)),
  ),
}));

const run: RunContext = {
  repository: 'acme/manifests',
  ref: 'refs/heads/main',
  sha: 'b'.repeat(40),
  runNumber: 17,
  actor: 'octocat',
};

const ask = (event: { name: string; payload: unknown }, raw: Readonly<Record<string, string>>) => {
  const { inputs } = readInputs(raw, event);
  return withCommit(readRequest({ inputs, event, run }));
};

const unspoiled = (): void => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).product).toBeUndefined();
};

describe('a payload', () => {
  it('of any shape is read or refused with a reason', { timeout: PATIENCE }, () => {
    fuzz(json, 3000, (payload) => {
      refusalOf(() =>
        ask({ name: 'repository_dispatch', payload: { client_payload: payload } }, { command: 'promote' }),
      );
      refusalOf(() => ask({ name: 'workflow_dispatch', payload: { inputs: { payload } } }, { command: 'promote' }));
      unspoiled();
    });
  });

  it('that is broken JSON is read or refused with a reason', { timeout: PATIENCE }, () => {
    fuzz(mutated(textsBelow('examples', /payload\.json$/)), 1500, (text) => {
      const payload = { inputs: { payload: text } };
      refusalOf(() => ask({ name: 'workflow_dispatch', payload }, { command: 'promote' }));
    });
  });

  it.each(['[', '{"a":', '"\\"', '[[],', '{"promotion":'])('refuses 100,000 times %s with a reason', (piece) => {
    const attack = piece.repeat(100_000);
    const closed = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const payload of [attack, closed, JSON.parse(closed)]) {
      expect(
        refusalOf(() => ask({ name: 'repository_dispatch', payload: { client_payload: payload } }, {})),
      ).toBeDefined();
    }
  });
});

describe('inputs', () => {
  it('of any text are read or refused with a reason', { timeout: PATIENCE }, () => {
    const names = fc.constantFrom(
      ...['command', 'product', 'environments', 'images', 'tag', 'from', 'delivery', 'merge-method', 'labels', 'draft'],
      ...['reviewers', 'reason', 'dry-run', 'on-unknown', 'tags', 'workflow', 'wait', 'to', 'repository', 'branch'],
      ...['config', 'override', '__proto__', 'nonsense'],
    );
    const values = fc.oneof(
      word,
      fc.constantFrom('promote', 'check', 'retag', 'dispatch', 'rollback', 'status', 'true'),
    );
    fuzz(fc.array(fc.tuple(names, values), { maxLength: 8 }), 3000, (entries) => {
      refusalOf(() => ask({ name: 'push', payload: {} }, Object.fromEntries(entries)));
      refusalOf(() => parseArguments(splitWords(entries.flatMap(([name, value]) => [`--${name}`, value]))));
      refusalOf(() => parseArguments(splitWords(entries.map(([, value]) => value))));
      unspoiled();
    });
  });
});

describe('an image', () => {
  const texts = [
    'registry.example.com:5000/shop/web:v1',
    `web@sha256:${'a'.repeat(64)}`,
    'a=b:c',
    `a/b:c@sha256:${'0'.repeat(64)}`,
  ];

  it('prints as the text that it was read from', { timeout: PATIENCE }, () => {
    fuzz(fc.oneof(mutated(texts), word), 5000, (text) => {
      if (refusalOf(() => parseImage(text)) === undefined) {
        const image = parseImage(text);
        expect(parseImage(printImage(image))).toEqual(image);
      }
      if (refusalOf(() => parseReference(text)) === undefined) {
        expect(printReference(parseReference(text))).toBe(text);
      }
    });
  });
});

describe('a configuration', () => {
  const texts = [
    ...textsBelow('docs', /promotion[^/]*\.ya?ml$/),
    [
      'files: applications/{product}/overlays/{environment}',
      'sources: [ { repository: "acme/{product}", refs: [refs/heads/main, "refs/tags/v*"] } ]',
      'environments:',
      '  dev:',
      '  stg:  { requires: dev }',
      '  prod: { requires: stg, delivery: pull-request, labels: [release], reviewers: [team:sre], verify: true,',
      '          freeze: [ { from: 2026-12-24T00:00+09:00, until: 2027-01-05T00:00+09:00, reason: year end },',
      '                    { days: [fri], from: "17:00", until: "24:00", timezone: Asia/Tokyo } ] }',
      'products:',
      '  shop:',
      '    images: [registry.example.com/shop/web, "registry.example.com/shop/worker*"]',
      '    environments: { prod: { delivery: auto-merge } }',
      '',
    ].join('\n'),
  ];

  it('that was damaged is read or refused with a reason and the line', { timeout: PATIENCE }, () => {
    fuzz(mutated(texts), 1500, (text) => {
      const refusal = refusalOf(() => settingsOf(parseConfig({ path: 'promotion.yml', text }), 'shop', 'prod'));
      for (const { line } of refusal?.violations ?? []) expect(line ?? 1).toBeGreaterThan(0);
      unspoiled();
    });
  });

  it.each(['[', '{a: ', '- ', 'a: &a [*a, *a]\n', '&a ', '? ', '---\n', '#\n'])(
    'reads or refuses 100,000 times %j',
    (piece) => {
      refusalOf(() => parseConfig({ path: 'promotion.yml', text: piece.repeat(20_000) }));
    },
  );
});

describe('trailers', () => {
  const lines = [
    `Promotion: stg registry.example.com/shop/web:v1.4.0 from acme/shop@${'a'.repeat(40)} refs/tags/v1.4.0 committed 2026-11-30T09:00:00Z by release.yml#42`,
    'Rollback: prod registry.example.com/shop/web:v1.3.0 instead of registry.example.com/shop/web:v1.4.0',
    'Promotion-Run: https://github.com/acme/shop/actions/runs/1',
    'Promotion-Id: 11111111-2222-4333-8444-555555555555',
  ];

  it('are read from any message, and print as the lines that they were read from', { timeout: PATIENCE }, () => {
    fuzz(fc.oneof(mutated([lines.join('\n'), ...lines]), fc.string({ unit: 'binary' })), 4000, (message) => {
      for (const trailer of parseTrailers(message)) {
        const line = printTrailer(trailer);
        expect(message.split(/[\r\n]+/).map((one) => one.trim())).toContain(line);
        expect(parseTrailers(line)).toEqual([trailer]);
      }
    });
  });

  it.each(lines)('100,000 times %s takes no longer than its length', (line) => {
    parseTrailers(`${line} `.repeat(100_000));
    parseTrailers(`${line}\n`.repeat(20_000));
    parseTrailers(`${line.slice(0, 30)}${' '.repeat(1_000_000)}x`);
  });
});
