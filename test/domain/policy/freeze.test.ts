import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../../src/domain/config/settings.ts';
import { frozenAt, printFrozen } from '../../../src/domain/policy/freeze-windows.ts';
import { configOf } from '../config/support.ts';

/** The state of the windows at a time: `open`, or their end. */
const at = (windows: string, moment: string): string => {
  const frozen = frozenAt(settingsOf(configOf(`freeze: [${windows}]`), 'shop', 'prod'), new Date(moment));
  return frozen === undefined ? 'open' : printFrozen(frozen);
};

describe('a window between two moments', () => {
  const yearEnd = '{ from: 2026-12-24T00:00+09:00, until: 2027-01-05T00:00+09:00, reason: year end }';

  it.each([
    ['before it', '2026-12-23T14:59:59.999Z', 'open'],
    ['its first moment', '2026-12-23T15:00:00Z', 'until 2027-01-04T15:00:00Z (year end)'],
    ['its last', '2027-01-04T14:59:59.999Z', 'until 2027-01-04T15:00:00Z (year end)'],
    ['its end, which is outside', '2027-01-04T15:00:00Z', 'open'],
  ])('%s', (_, moment, expected) => {
    expect(at(yearEnd, moment)).toBe(expected);
  });

  it('accepts every spelling of a time', () => {
    expect(at('{ from: 2026-12-24t00:00z, until: "2026-12-24T12:00:00.500Z" }', '2026-12-24T12:00:00.4Z')).not.toBe(
      'open',
    );
  });
});

describe('a weekly window', () => {
  const friday = '{ days: [fri], from: "17:00", until: "24:00", timezone: Asia/Tokyo }';

  it.each([
    ['Friday afternoon', '2026-12-04T16:59:59+09:00', 'open'],
    ['Friday evening', '2026-12-04T17:00:00+09:00', 'until 2026-12-04T15:00:00Z'],
    ['Friday, the last second', '2026-12-04T23:59:59+09:00', 'until 2026-12-04T15:00:00Z'],
    ['Saturday', '2026-12-05T00:00:00+09:00', 'open'],
    ['Thursday evening', '2026-12-03T18:00:00+09:00', 'open'],
    ['Friday evening elsewhere', '2026-12-04T18:00:00-08:00', 'open'],
  ])('%s', (_, moment, expected) => {
    expect(at(friday, moment)).toBe(expected);
  });

  const nights = '{ days: [fri], from: "22:00", until: "06:00", timezone: Europe/Berlin }';

  it.each([
    ['the evening on which it begins', '2026-12-04T22:00:00+01:00', 'until 2026-12-05T05:00:00Z'],
    ['across midnight', '2026-12-05T00:00:00+01:00', 'until 2026-12-05T05:00:00Z'],
    ['the next morning', '2026-12-05T05:59:59+01:00', 'until 2026-12-05T05:00:00Z'],
    ['after it', '2026-12-05T06:00:00+01:00', 'open'],
    ['the morning before', '2026-12-04T05:00:00+01:00', 'open'],
    ['the next evening', '2026-12-05T22:30:00+01:00', 'open'],
  ])('that crosses midnight belongs to the day on which it begins: %s', (_, moment, expected) => {
    expect(at(nights, moment)).toBe(expected);
  });

  it.each([
    ['every day, in UTC, the whole day', '{ days: [sat, sun] }', '2026-12-05T00:00:00Z', 'until 2026-12-07T00:00:00Z'],
    ['Sunday, as Saturday', '{ days: [sat, sun] }', '2026-12-06T23:59:59Z', 'until 2026-12-07T00:00:00Z'],
    ['Monday', '{ days: [sat, sun] }', '2026-12-07T00:00:00Z', 'open'],
    [
      'until noon of each day',
      '{ until: "12:00", timezone: UTC }',
      '2026-12-07T11:00:00Z',
      'until 2026-12-07T12:00:00Z',
    ],
    ['from noon of each day', '{ from: "12:00", timezone: UTC }', '2026-12-07T12:00:00Z', 'until 2026-12-08T00:00:00Z'],
  ])('prints no redundant parts: %s', (_, windows, moment, expected) => {
    expect(at(windows, moment)).toBe(expected);
  });
});

describe('a window in which clocks change', () => {
  // Berlin: 02:00 is 03:00 on 29 March 2026, and 03:00 is 02:00 again on 25 October.
  it.each([
    ['the skipped hour is no hole', '"01:00"', '"04:00"', '2026-03-29T03:00:00+02:00', 'until 2026-03-29T02:00:00Z'],
    ['a start within it is the jump', '"02:30"', '"04:00"', '2026-03-29T03:00:00+02:00', 'until 2026-03-29T02:00:00Z'],
    ['and not the hour before', '"02:30"', '"04:00"', '2026-03-29T01:59:59+01:00', 'open'],
    ['an end within it is the jump', '"01:00"', '"02:30"', '2026-03-29T01:59:59+01:00', 'until 2026-03-29T01:00:00Z'],
    ['and nothing after', '"01:00"', '"02:30"', '2026-03-29T03:00:00+02:00', 'open'],
    ['a window within it is none', '"02:10"', '"02:50"', '2026-03-29T03:00:00+02:00', 'open'],
    [
      'the repeated hour is in it twice',
      '"02:00"',
      '"03:00"',
      '2026-10-25T02:30:00+02:00',
      'until 2026-10-25T02:00:00Z',
    ],
    ['the second time, too', '"02:00"', '"03:00"', '2026-10-25T02:30:00+01:00', 'until 2026-10-25T02:00:00Z'],
    ['a start is the first', '"02:30"', '"04:00"', '2026-10-25T02:30:00+02:00', 'until 2026-10-25T03:00:00Z'],
    ['an end is the second', '"01:00"', '"02:30"', '2026-10-25T02:00:00+01:00', 'until 2026-10-25T01:30:00Z'],
    ['from the night before', '"23:00"', '"02:30"', '2026-10-25T02:20:00+01:00', 'until 2026-10-25T01:30:00Z'],
  ])('%s', (_, from, until, moment, expected) => {
    const day = from === '"23:00"' ? 'sat' : 'sun';
    expect(at(`{ days: [${day}], from: ${from}, until: ${until}, timezone: Europe/Berlin }`, moment)).toBe(expected);
  });
});

describe('several windows', () => {
  it('end with the last of those in a row, and show the reason of the current one', () => {
    const windows = `{ days: [fri], from: "17:00", reason: Friday evening }, { days: [sat, sun], reason: weekend },
      { from: 2026-12-06T12:00Z, until: 2026-12-08T12:00Z, reason: audit }`;
    expect(at(windows, '2026-12-04T17:30:00Z')).toBe('until 2026-12-08T12:00:00Z (Friday evening)');
  });

  it('report that there is no end', () => {
    expect(at('{ days: [mon, tue, wed, thu, fri, sat, sun] }', '2026-12-04T17:30:00Z')).toBe('without an end in sight');
  });

  it('are frozen before the end that they name, and open from then on', () => {
    const windows =
      '{ days: [fri], from: "17:00", until: "03:30", timezone: America/New_York }, { days: [sun], timezone: Europe/Berlin }';
    const settings = settingsOf(configOf(`freeze: [${windows}]`), 'shop', 'prod');
    const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const until = frozenAt(settings, moment)?.until;
        if (until === undefined) return;
        expect(Date.parse(until)).toBeGreaterThan(moment.getTime());
        expect(frozenAt(settings, new Date(until))).toBeUndefined();
        expect(frozenAt(settings, new Date(Date.parse(until) - 1))?.until).toBe(until);
      }),
      { numRuns: 200 },
    );
  });

  it('freeze nothing if none is set', () => {
    expect(at('', '2026-12-04T17:30:00Z')).toBe('open');
  });
});
