import { describe, expect, it } from 'vitest';
import { type RunningImage, relationOf } from '../../../src/domain/status/rows.ts';
import { running, set, web } from './samples.ts';

const built = (tag: string, source: object): RunningImage =>
  running('dev', tag, { set: set('2026-11-30T00:00:00Z', source) });
const ci = (runNumber: number, more: object = {}) => ({
  repository: 'acme/shop',
  workflow: 'ci.yml',
  runNumber,
  ...more,
});
const pinned = (tag: string, digest: string) => running('dev', tag, { reference: { repository: web, tag, digest } });

describe('the image of an environment, compared with the one before', () => {
  it.each<[string, RunningImage, RunningImage, string]>([
    ['the same reference', running('dev', 'v1'), running('stg', 'v1'), 'same'],
    [
      'the same tag of another registry',
      running('dev', 'v1'),
      running('stg', 'v1', { reference: { repository: 'm/web', tag: 'v1' } }),
      'same',
    ],
    ['the same digest under another tag', pinned('v1', 'sha256:a'), pinned('v1-rc', 'sha256:a'), 'same'],
    ['another digest of one tag', pinned('v1', 'sha256:a'), pinned('v1', 'sha256:b'), 'different'],
    [
      'a tag that moves',
      running('dev', 'latest'),
      running('stg', 'latest', { reference: { repository: 'm/web', tag: 'latest' } }),
      'different',
    ],
    [
      'one source commit under two tags',
      built('a', { repository: 'acme/shop', sha: 'b' }),
      built('v1', { repository: 'Acme/shop', sha: 'b' }),
      'same',
    ],
    ['a smaller run number', built('a', ci(41)), built('b', ci(42)), 'behind'],
    ['a greater run number', built('a', ci(43)), built('b', ci(42)), 'ahead'],
    [
      'an earlier commit of another workflow',
      built('a', { committedAt: '2026-11-01T00:00:00Z' }),
      built('b', { committedAt: '2026-11-02T00:00:00Z' }),
      'behind',
    ],
    ['a lower version', running('dev', 'v1.9.0'), running('stg', '1.10'), 'behind'],
    ['a higher version', running('dev', 'v2'), running('stg', 'v1.10.3'), 'ahead'],
    ['a pre-release', running('dev', 'v2.0.0-rc.1'), running('stg', 'v1.10.3'), 'different'],
    ['numbers that may be commits', running('dev', '0362525'), running('stg', '1362525'), 'different'],
  ])('%s', (_, here, before, relation) => {
    expect(relationOf(here, before)).toBe(relation);
  });
});
