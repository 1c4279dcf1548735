import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChallenges } from '../../../src/domain/registry/login.ts';

const parse = (header: string) =>
  parseChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);

describe('parseChallenges', () => {
  it.each([
    ['Basic realm="Registry"', [['basic', { realm: 'Registry' }]]],
    ['BASIC Realm=registry', [['basic', { realm: 'registry' }]]],
    ['Negotiate', [['negotiate', {}]]],
    [
      'Bearer realm="https://auth.example.com/token",service="registry",scope="repository:acme/web:pull,push"',
      [
        [
          'bearer',
          { realm: 'https://auth.example.com/token', service: 'registry', scope: 'repository:acme/web:pull,push' },
        ],
      ],
    ],
    [
      'Bearer realm=https://auth.example.com/t , service = r',
      [['bearer', { realm: 'https://auth.example.com/t', service: 'r' }]],
    ],
    ['Bearer realm="a \\"quoted\\" word"', [['bearer', { realm: 'a "quoted" word' }]]],
    ['Bearer realm="first", realm="second"', [['bearer', { realm: 'first' }]]],
    [
      'Negotiate YWJjZA==, Basic realm="a, b", Bearer realm="c"',
      [
        ['negotiate', {}],
        ['basic', { realm: 'a, b' }],
        ['bearer', { realm: 'c' }],
      ],
    ],
  ])('reads %s', (header, expected) => {
    expect(parse(header)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    ',,,',
    '"',
    '=',
    'Bearer realm="https://auth.example.com',
    'Bearer realm="a"b',
    'Basic realm="a" "b"',
  ])('reads nothing from %s', (header) => {
    expect(parse(header)).toEqual([]);
  });

  it('keeps the complete challenges before a syntax error', () => {
    expect(parse('Basic realm="a", Bearer realm="b')).toEqual([['basic', { realm: 'a' }]]);
  });

  it('reads back every challenge that the grammar allows', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const challenge = fc.tuple(name, fc.dictionary(name, fc.string({ unit: 'grapheme-ascii' }), { minKeys: 1 }));
    const write = ([scheme, parameters]: [string, Record<string, string>]) =>
      `${scheme} ${Object.entries(parameters)
        .map(([key, value]) => `${key}="${value.replace(/["\\]/g, '\\$&')}"`)
        .join(', ')}`;
    fc.assert(
      fc.property(fc.array(challenge), (challenges) => {
        expect(parse(challenges.map(write).join(', '))).toEqual(
          challenges.map(([scheme, parameters]) => [scheme, { ...parameters }]),
        );
      }),
    );
  });

  it('ends for any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (header) => parseChallenges(header).length <= header.length));
  });
});
