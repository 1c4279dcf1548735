import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../src/domain/history/entry.ts';
import { type DeliveryHistory, figuresOf } from '../../../src/domain/history/figures.ts';
import { historyLines, historySections, printDuration } from '../../../src/domain/history/print.ts';
import { historyReportOf } from '../../../src/domain/report/report.ts';

const window = { since: '2026-11-01T00:00:00Z', until: '2026-11-15T00:00:00Z' };
const entry: HistoryEntry = {
  at: '2026-11-03T10:00:00Z',
  product: 'shop',
  environment: 'prod',
  image: 'registry.example.com/shop/web',
  path: 'prod.yaml',
  from: { repository: 'registry.example.com/shop/web', tag: 'v1' },
  to: { repository: 'registry.example.com/shop/web', tag: 'v2' },
  kind: 'promotion',
  commit: 'b'.repeat(40),
  url: `https://github.com/acme/manifests/commit/${'b'.repeat(40)}`,
  run: 'https://elsewhere.example.com/acme/shop/actions/runs/1',
  actor: 'octocat',
  reason: '<img src=x> | @everyone',
  leadTime: 5400,
};

const historyOf = (...entries: readonly HistoryEntry[]): DeliveryHistory => ({
  ...window,
  entries,
  figures: figuresOf(entries, window),
  problems: [],
});

describe('a duration', () => {
  it.each([
    [undefined, '-'],
    [0, '0s'],
    [59, '59s'],
    [3600, '1h'],
    [5400, '1h 30m'],
    [90_000, '1d 1h'],
    [86_460, '1d'],
  ])('of %j seconds is shown as %s', (seconds, text) => {
    expect(printDuration(seconds)).toBe(text);
  });
});

describe('a history in the terminal', () => {
  it('is a table of entries, then the figures', () => {
    expect(historyLines(historyOf(entry))).toEqual([
      'WHEN               PRODUCT  WHERE  IMAGE  CHANGE   KIND       BY       LEAD TIME  COMMIT',
      '2026-11-03 10:00Z  shop     prod   web    v1 → v2  promotion  octocat  1h 30m     bbbbbbb',
      '',
      'PRODUCT  WHERE  PROMOTIONS  A WEEK  LEAD TIME  90%     ROLLED BACK  AFTER',
      'shop     prod   1           0.5     1h 30m     1h 30m  0%           -',
    ]);
  });

  it('counts the entries whose record cannot be read, and promotions without a lead time', () => {
    const { leadTime: _, ...undated } = entry;
    const lines = historyLines(historyOf({ ...entry, kind: 'unknown' }, { ...undated, commit: 'c' }));
    expect(lines.slice(-2)).toEqual([
      '1 entry may have a record in a place that cannot be read.',
      'The lead time of 1 promotion is not known and left out.',
    ]);
  });

  it('says that nothing changed', () => {
    expect(historyLines(historyOf())).toEqual(['No image has changed since 2026-11-01 00:00Z.']);
  });
});

describe('a history in the summary', () => {
  it('keeps a reason within its cell, and links only to runs of its own server', () => {
    const [figures, entries] = historySections(historyOf(entry), 'https://github.com');
    expect(figures?.rows).toEqual(['| shop | prod | 1 | 0.5 | 1h 30m | 1h 30m | 0% | - |']);
    const [line = ''] = entries?.rows ?? [];
    expect(line).not.toContain('<img');
    expect(line).not.toContain('@everyone');
    expect(line).not.toContain('elsewhere');
    expect(line).toContain(`[\`bbbbbbb\`](https://github.com/acme/manifests/commit/${'b'.repeat(40)})`);
    expect(line.split(' | ')).toHaveLength(11);
  });
});

describe('a history in the report', () => {
  it('has full references and leaves out unknown values', () => {
    const { entries, unknown } = historyReportOf(historyOf(entry));
    expect(unknown).toBe(0);
    expect(entries[0]).toMatchObject({ from: 'registry.example.com/shop/web:v1', 'lead-time-seconds': 5400 });
    expect(entries[0]).not.toHaveProperty('source');
  });
});
