import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../src/domain/history/entry.ts';
import { figuresOf } from '../../../src/domain/history/figures.ts';
import { parseReference } from '../../../src/domain/image.ts';

const WEB = 'registry.example.com/shop/web';
const window = { since: '2026-11-01T00:00:00Z', until: '2026-11-15T00:00:00Z' };

let serial = 0;
const entry = (at: string, more: Partial<HistoryEntry> & { tag?: string; before?: string } = {}): HistoryEntry => {
  const { tag, before, ...rest } = more;
  serial += 1;
  return {
    at,
    product: 'shop',
    environment: 'prod',
    image: WEB,
    path: 'applications/shop/overlays/prod/kustomization.yaml',
    kind: 'promotion',
    commit: `commit-${serial}`,
    to: tag === undefined ? undefined : parseReference(`${WEB}:${tag}`),
    from: before === undefined ? undefined : parseReference(`${WEB}:${before}`),
    ...rest,
  };
};

const only = (entries: readonly HistoryEntry[]) => {
  const [figures, ...others] = figuresOf(entries, window);
  expect(others).toEqual([]);
  return figures;
};

describe('the figures of a history', () => {
  it('count promotions a week over the whole window', () => {
    const entries = ['03', '05', '10'].map((day) => entry(`2026-11-${day}T10:00:00Z`));
    expect(only(entries)).toMatchObject({ promotions: 3, promotionsPerWeek: 1.5 });
  });

  it('count a commit that sets several images as one promotion, with the longest of its lead times', () => {
    const together = { commit: 'one', at: '2026-11-03T10:00:00Z' };
    const entries = [
      entry(together.at, { ...together, leadTime: 60 }),
      entry(together.at, { ...together, image: `${WEB}er`, leadTime: 90 }),
    ];
    expect(only(entries)).toMatchObject({ promotions: 1, leadTime: { median: 90, percentile90: 90, known: 1 } });
  });

  it.each([
    { seconds: [100], median: 100, percentile90: 100 },
    { seconds: [300, 100], median: 200, percentile90: 300 },
    { seconds: [300, 100, 200], median: 200, percentile90: 300 },
    { seconds: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], median: 5.5, percentile90: 9 },
    { seconds: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], median: 6, percentile90: 10 },
  ])('give the median $median and the 90th percentile $percentile90 of $seconds', ({ seconds, ...expected }) => {
    const entries = seconds.map((leadTime) => entry('2026-11-03T10:00:00Z', { leadTime }));
    expect(only(entries)?.leadTime).toEqual({ ...expected, known: seconds.length, unknown: 0 });
  });

  it('leave out and count a promotion whose source commit has no date', () => {
    const entries = [
      entry('2026-11-03T10:00:00Z', { leadTime: 100 }),
      entry('2026-11-04T10:00:00Z'),
      entry('2026-11-05T10:00:00Z'),
    ];
    expect(only(entries)?.leadTime).toEqual({ median: 100, percentile90: 100, known: 1, unknown: 2 });
  });

  it('give the share of rollbacks over promotions and the time from the promotion to the rollback', () => {
    const entries = [
      entry('2026-11-05T11:30:00Z', { kind: 'rollback', tag: 'v2', before: 'v3' }),
      entry('2026-11-05T11:00:00Z', { tag: 'v3', before: 'v2' }),
      entry('2026-11-04T09:00:00Z', { tag: 'v2', before: 'v1' }),
      entry('2026-11-03T09:00:00Z', { tag: 'v3', before: 'v0' }),
      entry('2026-11-02T09:00:00Z', { tag: 'v0' }),
    ];
    expect(only(entries)).toMatchObject({
      rollbacks: 1,
      shareRolledBack: 0.25,
      timeToRollback: { median: 1800, percentile90: 1800, known: 1, unknown: 0 },
    });
  });

  it('count a rollback of a promotion older than the window, without its time', () => {
    const entries = [entry('2026-11-05T11:30:00Z', { kind: 'rollback', tag: 'v2', before: 'v3' })];
    expect(only(entries)).toMatchObject({
      rollbacks: 1,
      promotions: 0,
      shareRolledBack: undefined,
      timeToRollback: { median: undefined, percentile90: undefined, known: 0, unknown: 1 },
    });
  });

  it('count edits by hand and unknown entries separately from promotions', () => {
    const entries = [
      entry('2026-11-05T11:30:00Z', { kind: 'by-hand' }),
      entry('2026-11-06T11:30:00Z', { kind: 'unknown' }),
      entry('2026-11-07T11:30:00Z', { kind: 'unknown' }),
    ];
    expect(only(entries)).toMatchObject({ promotions: 0, promotionsPerWeek: 0, byHand: 1, unknown: 2 });
  });

  it('keep products and environments apart', () => {
    const entries = [
      entry('2026-11-05T11:30:00Z'),
      entry('2026-11-05T11:30:00Z', { environment: 'stg' }),
      entry('2026-11-05T11:30:00Z', { product: 'blog' }),
    ];
    const places = figuresOf(entries, window).map(({ product, environment }) => `${product} ${environment}`);
    expect(places).toEqual(['shop prod', 'shop stg', 'blog prod']);
  });
});
