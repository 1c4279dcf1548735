import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/domain/proof/token-claims.ts';

describe('canonicalJson', () => {
  it('prints the example of RFC 8785, 3.2.4', () => {
    const text = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    const printed = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
    expect(canonicalJson(JSON.parse(text))).toBe(printed);
  });

  it('sorts keys as RFC 8785, 3.2.3 does, by UTF-16 code units', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const value = Object.fromEntries(keys.map((key) => [key, 0]));
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
    expect(Object.keys(JSON.parse(canonicalJson(value)))).toHaveLength(7);
    expect(canonicalJson(value)).toBe(`{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`);
  });

  it.each([
    ['-0', '0'],
    ['1.0', '1'],
    ['9007199254740993', '9007199254740992'],
    ['[ ]', '[]'],
    ['{ }', '{}'],
    ['"a"', '"a"'],
    ['{"b":{"z":1,"a":[{"d":1,"c":2}]},"a":""}', '{"a":"","b":{"a":[{"c":2,"d":1}],"z":1}}'],
  ])('%s is %s', (text, printed) => {
    expect(canonicalJson(JSON.parse(text))).toBe(printed);
  });

  it('represents the value alone, independent of the order of keys', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (one, other) => {
        const [a, b] = [JSON.parse(one), JSON.parse(other)];
        expect(JSON.parse(canonicalJson(a))).toEqual(JSON.parse(JSON.stringify(a)));
        expect(canonicalJson(reversed(a))).toBe(canonicalJson(a));
        expect(canonicalJson(a) === canonicalJson(b)).toBe(
          JSON.stringify(sortedDeep(a)) === JSON.stringify(sortedDeep(b)),
        );
      }),
    );
  });
});

const mapEntries = (value: unknown, order: (entries: [string, unknown][]) => [string, unknown][]): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapEntries(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [key, mapEntries(member, order)]);
  return Object.fromEntries(order(entries));
};
const reversed = (value: unknown) => mapEntries(value, (entries) => entries.toReversed());
const sortedDeep = (value: unknown) => mapEntries(value, (entries) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
