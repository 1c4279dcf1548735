import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/domain/model.ts';
import { isOlder } from '../../../src/domain/records/record.ts';
import { build, world } from './world.ts';

const start = '2026-11-30T12:00:00Z';
const morning = '2026-11-30T08:00:00Z';
const noon = '2026-11-30T11:59:00Z';
const main = 'refs/heads/main';

/** A sender that gives a commit but no run. */
const dated = (committedAt: string, more: Source = {}): Source => ({
  repository: 'acme/shop',
  ref: main,
  event: 'push',
  committedAt,
  ...more,
});

describe('an older build never wins', () => {
  it.each<[string, { ran: Source; asks: Source }, string]>([
    ['two builds in the wrong order', { ran: build(43), asks: build(42) }, 'superseded, older'],
    ['two builds in the right order', { ran: build(42), asks: build(43) }, 'promoted'],
    [
      'a re-run of last week’s workflow keeps its number',
      { ran: build(43), asks: build(7, { runAttempt: 2, committedAt: morning }) },
      'superseded, older',
    ],
    [
      'a hotfix branch of the same workflow, from an older commit',
      { ran: build(43, { committedAt: noon }), asks: build(44, { ref: 'refs/heads/hotfix', committedAt: morning }) },
      'promoted',
    ],
    [
      'a hotfix branch of a workflow of its own, committed just now',
      { ran: build(43, { committedAt: morning }), asks: build(1, { workflow: 'hotfix.yml', committedAt: noon }) },
      'promoted',
    ],
    [
      'a branch of another workflow, committed before',
      { ran: build(43, { committedAt: noon }), asks: build(90, { workflow: 'hotfix.yml', committedAt: morning }) },
      'superseded, older',
    ],
    [
      'a release of an older commit',
      {
        ran: build(43, { committedAt: noon }),
        asks: build(5, { workflow: 'release.yml', ref: 'refs/tags/v1.3.9', committedAt: morning }),
      },
      'promoted',
    ],
    [
      'a build of main after a release',
      {
        ran: build(5, { workflow: 'release.yml', ref: 'refs/tags/v1.3.9', committedAt: noon }),
        asks: build(43, { committedAt: morning }),
      },
      'promoted',
    ],
    [
      'an older release of the same workflow',
      {
        ran: build(6, { ref: 'refs/tags/v2', workflow: 'release.yml' }),
        asks: build(5, { ref: 'refs/tags/v1', workflow: 'release.yml' }),
      },
      'superseded, older',
    ],
    [
      'a manual run on an old branch',
      { ran: dated(noon), asks: dated(morning, { ref: 'refs/heads/old', event: 'workflow_dispatch' }) },
      'promoted',
    ],
    ['senders without numbers, an older commit', { ran: dated(noon), asks: dated(morning) }, 'superseded, older'],
    ['senders without numbers, a newer commit', { ran: dated(morning), asks: dated(noon) }, 'promoted'],
    ['senders without numbers, the same date', { ran: dated(noon), asks: dated(noon) }, 'promoted'],
    [
      'a number on one side alone',
      { ran: build(43, { committedAt: noon }), asks: dated(morning) },
      'superseded, older',
    ],
    ['a sender that says nothing', { ran: build(43), asks: {} }, 'promoted'],
    ['a record that says nothing', { ran: {}, asks: build(1) }, 'promoted'],
    [
      'two repositories that build one image: numbers do not compare, dates do',
      { ran: build(43, { committedAt: morning }), asks: build(2, { repository: 'acme/shop-next', committedAt: noon }) },
      'promoted',
    ],
    [
      'two repositories that build one image, an older commit',
      {
        ran: build(43, { committedAt: noon }),
        asks: build(90, { repository: 'acme/shop-next', committedAt: morning }),
      },
      'superseded, older',
    ],
    [
      'a repository in another case',
      { ran: build(43), asks: build(42, { repository: 'Acme/Shop' }) },
      'superseded, older',
    ],
  ])('%s', (_, { ran, asks }, outcome) => {
    const prod = world('v0');
    prod.ask({ tag: 'v1', source: ran });
    expect(prod.ask({ tag: 'v2', source: asks, start })).toBe(outcome);
    expect(prod.runs()).toBe(outcome === 'promoted' ? 'v2' : 'v1');
  });

  it('a redelivery of the running build changes nothing', () => {
    const prod = world('v0');
    prod.ask({ tag: 'v1', source: build(42) });
    expect(prod.ask({ tag: 'v1', source: build(42) })).toBe('unchanged');
  });

  it('a redelivery of an earlier build is left out', () => {
    const prod = world('v0');
    prod.ask({ tag: 'v1', source: build(42) });
    prod.ask({ tag: 'v2', source: build(43) });
    expect(prod.ask({ tag: 'v1', source: build(42) })).toBe('superseded, older');
  });
});

describe('a clock in 2099', () => {
  const future = '2099-01-01T00:00:00Z';

  it('wins once, but not forever: its date counts as the time of the record', () => {
    const prod = world('v0');
    expect(prod.ask({ tag: 'v1', source: dated(future) })).toBe('promoted');
    expect(prod.ask({ tag: 'v2', source: dated('2026-11-30T12:05:00Z'), start: '2026-11-30T12:10:00Z' })).toBe(
      'promoted',
    );
  });

  it('is newer than builds committed before the record', () => {
    const prod = world('v0');
    prod.ask({ tag: 'v1', source: dated(future) });
    expect(prod.ask({ tag: 'v2', source: dated(morning), start })).toBe('superseded, older');
  });

  it('counts as the start of the receiving run in a request', () => {
    const record = { source: dated('2026-11-30T12:00:01Z'), recordedAt: start };
    expect(isOlder({ source: dated(future), build: record, start })).toBe(false);
    expect(isOlder({ source: dated(future), build: record, start: '2026-11-30T12:00:02Z' })).toBe(false);
    expect(isOlder({ source: dated(noon), build: { source: dated(future) }, start })).toBe(true);
  });
});

describe('the trigger', () => {
  const prod = world('v0');
  prod.ask({ tag: 'v2', source: build(43) });

  it('by hand allows any build', () => {
    expect(prod.decision({ tag: 'v1', source: build(42), trigger: 'by-hand' }).kind).toBe('pass');
  });

  it('direct is treated like an automatic one', () => {
    expect(prod.decision({ tag: 'v1', source: build(42), trigger: 'direct' }).kind).toBe('superseded');
  });

  it('`order: any` skips the comparison', () => {
    expect(prod.decision({ tag: 'v1', source: build(42), order: 'any' }).kind).toBe('pass');
  });

  it('a build that is left out is reported with the running one', () => {
    expect(prod.decision({ tag: 'v1', source: build(42) })).toMatchObject({
      severity: 'notice',
      superseded: {
        image: 'registry.example.com/shop/web',
        requested: { tag: 'v1' },
        current: { tag: 'v2' },
        reason: 'older',
        message:
          'registry.example.com/shop/web:v1 (ci.yml#42 of acme/shop) is older than registry.example.com/shop/web:v2 (ci.yml#43 of acme/shop), which prod runs; it is left out.',
      },
    });
  });

  it.each([
    ['a tag', { ref: 'refs/tags/v1' }],
    ['a release', { event: 'release' }],
  ])('%s that is left out is a warning', (_, more) => {
    expect(prod.decision({ tag: 'v1', source: build(42, more) })).toMatchObject({ severity: 'warning' });
  });
});
