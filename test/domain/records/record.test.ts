import { describe, expect, it } from 'vitest';
import { parseReference } from '../../../src/domain/image.ts';
import type { HistoryCommit, ImagePlace } from '../../../src/domain/records/history.ts';
import { decide, promotedSource, recordOf } from '../../../src/domain/records/record.ts';
import { build, world } from './world.ts';

/** Messages, newest first, of the commits that touched a file which now holds `current`. */
const placeOf = (current: string, messages: readonly (string | Partial<HistoryCommit>)[]): ImagePlace => ({
  environment: 'prod',
  image: 'web',
  path: 'prod/kustomization.yaml',
  current: parseReference(current),
  history: {
    complete: true,
    commits: messages.map((message, index) => ({
      id: `c${messages.length - index}`,
      committedAt: '2026-11-30T12:00:00Z',
      message: '',
      ...(typeof message === 'string' ? { message } : message),
    })),
  },
});

const set = (tag: string, number: number) => `Promotion: prod web:${tag} from acme/shop by ci.yml#${number}`;
const held = (place: ImagePlace) =>
  recordOf(place).holds.map(({ reference, because }) => `${because} ${reference.tag}`);
const setBy = (place: ImagePlace) => recordOf(place).set?.commit;

describe('the record of an item', () => {
  it('is the newest trailer with the reference of the file', () => {
    expect(setBy(placeOf('web:v2', [set('v2', 2), set('v1', 1)]))).toBe('c2');
    expect(setBy(placeOf('web:v1', ['By hand', set('v2', 2), set('v1', 1)]))).toBe('c1');
    expect(setBy(placeOf('web:v1', [set('v1', 9), set('v2', 2), set('v1', 1)]))).toBe('c3');
  });

  it('belongs to its environment and image alone', () => {
    const others = ['Promotion: stg web:v1', 'Promotion: prod worker:v1', 'Promotion: prod mirror/web:v1'];
    expect(recordOf(placeOf('web:v1', others))).toEqual({ holds: [] });
  });

  it.each([
    ['first use', placeOf('web:v1', [])],
    ['a file that never saw a promotion', placeOf('web:v1', ['Add overlays', 'Begin'])],
    ['an edit by hand', placeOf('web:v9', ['Try v9', set('v1', 1)])],
    ['a digest added by hand', placeOf(`web:v1@sha256:${'a'.repeat(64)}`, ['Pin', set('v1', 1)])],
  ])('is none: %s', (_, place) => {
    expect(setBy(place)).toBeUndefined();
  });

  it('does not depend on the dates of commits, as merges bring older ones', () => {
    // v1 was committed on Monday and merged on Wednesday, over the v2 of Tuesday.
    const place = placeOf('web:v1', ['Merge branch', set('v2', 2), set('v1', 1)]);
    expect(recordOf(place).set).toMatchObject({ commit: 'c1', build: { source: { runNumber: 1 } } });
  });

  it('is the last of several in one commit, as in a squash', () => {
    const squash = `* Promote\n\n${set('v1', 1)}\n\n* Promote\n\n${set('v2', 2)}`;
    expect(recordOf(placeOf('web:v2', [squash])).set?.build?.source.runNumber).toBe(2);
    expect(held(placeOf('web:v2', [squash]))).toEqual([]);
    expect(held(placeOf('web:v1', [squash]))).toEqual([]);
  });

  it('keeps the source of the promotion that a rollback restored', () => {
    const prod = world('v0');
    prod.ask({ tag: 'v1', source: build(1) });
    prod.ask({ tag: 'v2', source: build(2) });
    prod.rollBack();
    expect(promotedSource(prod.record())).toMatchObject({ repository: 'acme/shop', runNumber: 1 });
  });
});

describe('a merge that lost the trailers', () => {
  const description = `Promotes web.\r\n\r\n\`\`\`\r\n${set('v2', 2)}\r\n\`\`\`\r\n`;

  it('has the record of the description of its pull request', () => {
    expect(setBy(placeOf('web:v2', [{ message: 'Promote shop (#12)', description }, set('v1', 1)]))).toBe('c2');
  });

  it('has the record of its own message if that has any', () => {
    const place = placeOf('web:v2', [{ message: set('v3', 3), description }]);
    expect(setBy(place)).toBeUndefined();
    expect(held(place)).toEqual(['removal v3']);
  });
});

describe('a long history', () => {
  const endless = (place: ImagePlace): ImagePlace => ({ ...place, history: { ...place.history, complete: false } });

  it('allows the request with a notice if the part that was read has no record', () => {
    expect(recordOf(endless(placeOf('web:v1', ['Edit', 'Edit']))).notice).toEqual({
      path: 'prod/kustomization.yaml',
      message:
        'The last 2 commits of the manifest do not tell what set web in prod; older ones are not read, and the request passes.',
    });
  });

  it('needs no notice if the part that was read has a record', () => {
    expect(recordOf(endless(placeOf('web:v1', [set('v1', 1)]))).notice).toBeUndefined();
  });
});

describe('an image that a person removed by hand', () => {
  it('is held, and no other image is', () => {
    const prod = world('v0');
    prod.ask({ tag: 'v1', source: build(1) });
    prod.ask({ tag: 'v2', source: build(2) });
    prod.edit('v1', 'Revert "Promote shop to prod: web v1 → v2"');
    expect(prod.ask({ tag: 'v2', source: build(2) })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v2', source: build(2), trigger: 'direct' })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v0', source: build(0) })).toBe('superseded, older');
    expect(prod.ask({ tag: 'v3', source: build(3) })).toBe('promoted');
  });

  it('is held after an edit to an unknown reference as well', () => {
    const prod = world('v0');
    prod.ask({ tag: 'v1', source: build(5) });
    prod.edit('debug');
    expect(prod.ask({ tag: 'v1', source: build(5) })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v0', source: build(4) })).toBe('promoted');
  });

  it('is no longer held if an edit or a promotion by hand restores it', () => {
    const prod = world('v0');
    prod.ask({ tag: 'v1', source: build(1) });
    prod.edit('v0');
    expect(prod.ask({ tag: 'v1', trigger: 'by-hand' })).toBe('promoted');
    expect(prod.record().holds).toEqual([]);
    prod.edit('v0');
    prod.edit('v1');
    expect(prod.record().holds).toEqual([]);
  });

  it('is reported with the reason', () => {
    const place = placeOf('web:v1', ['Revert', { id: 'abcdef1234', message: set('v2', 2) }]);
    const decision = decide({
      trigger: 'automatic',
      order: 'any',
      environment: 'prod',
      image: 'web',
      requested: parseReference('web:v2'),
      current: place.current,
      record: recordOf(place),
      start: '2026-11-30T12:00:00Z',
    });
    expect(decision).toMatchObject({
      superseded: {
        reason: 'held',
        message:
          'web:v2 is held in prod: commit abcdef1 set it and somebody has taken it out by hand. Another build passes, and a person may promote it.',
      },
    });
  });
});

describe('an image that changes its repository', () => {
  const next = { ...placeOf('web:v1', [set('v1', 1)]), image: 'web-next' };

  it('is recorded under the new repository, and compared with it', () => {
    expect(recordOf(next).set).toMatchObject({ build: { source: { runNumber: 1 } } });
  });

  it('is held under its new name after a removal', () => {
    expect(
      held({
        ...placeOf('web:v1', ['Back to the old one', 'Promotion: prod web-next:v2', set('v1', 1)]),
        image: 'web-next',
      }),
    ).toEqual(['removal v2']);
  });

  it('is held after a rollback across the change', () => {
    const rollback = 'Rollback: prod web:v1 instead of web-next:v2';
    expect(
      held({ ...placeOf('web:v1', [rollback, 'Promotion: prod web-next:v2', set('v1', 1)]), image: 'web-next' }),
    ).toEqual(['rollback v2']);
  });
});
