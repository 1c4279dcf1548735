import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneOf } from '../../../src/domain/policy/freeze-windows.ts';

const show = (instant: number) => new Date(instant).toISOString().slice(0, 19);
const instants = (name: string, wall: string) => {
  const { first, last } = zoneOf(name).instantsOf(Date.parse(`${wall}Z`));
  return [show(first), show(last)];
};

describe('a wall time', () => {
  it.each([
    ['an ordinary one', 'Asia/Tokyo', '2026-12-04T17:00', '2026-12-04T08:00:00', '2026-12-04T08:00:00'],
    ['in summer', 'Europe/Berlin', '2026-07-01T17:00', '2026-07-01T15:00:00', '2026-07-01T15:00:00'],
    ['in winter', 'Europe/Berlin', '2026-12-01T17:00', '2026-12-01T16:00:00', '2026-12-01T16:00:00'],
    ['left out in spring', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00:00', '2026-03-29T01:00:00'],
    ['the first after the jump', 'Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00', '2026-03-29T01:00:00'],
    ['repeated in autumn', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00', '2026-10-25T01:30:00'],
    [
      'repeated on the other side',
      'America/New_York',
      '2026-11-01T01:30',
      '2026-11-01T05:30:00',
      '2026-11-01T06:30:00',
    ],
    [
      'with a jump of half an hour',
      'Australia/Lord_Howe',
      '2026-10-04T02:15',
      '2026-10-03T15:30:00',
      '2026-10-03T15:30:00',
    ],
    [
      'midnight that a zone leaves out',
      'Africa/Cairo',
      '2026-04-24T00:00',
      '2026-04-23T22:00:00',
      '2026-04-23T22:00:00',
    ],
    ['a quarter of an hour off', 'Asia/Kathmandu', '2026-12-04T17:00', '2026-12-04T11:15:00', '2026-12-04T11:15:00'],
    ['a day that Samoa left out', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00', '2011-12-30T10:00:00'],
  ])('%s', (_, name, wall, first, last) => {
    expect(instants(name, wall)).toEqual([first, last]);
  });

  it('equals the time of the clocks at its moments', () => {
    const zones = ['UTC', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns'];
    const seconds = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2035, 0) / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (name, second) => {
        const zone = zoneOf(name);
        const { first, last } = zone.instantsOf(zone.wallAt(second * 1000));
        expect([first, last]).toContain(second * 1000);
        expect(zone.wallAt(first)).toBe(zone.wallAt(last));
      }),
      { numRuns: 200 },
    );
  });
});
