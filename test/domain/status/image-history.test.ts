import { describe, expect, it } from 'vitest';
import type { HistoryCommit } from '../../../src/domain/records/history.ts';
import { countImages, indexed } from '../../../src/domain/status/rows.ts';

const commit = (id: string, ...lines: readonly string[]): HistoryCommit => ({
  id,
  message: ['Some work', '', ...lines].join('\n'),
  committedAt: '2026-11-30T12:00:00Z',
});

const history = {
  complete: false,
  commits: [
    commit('c', 'Rollback: prod acme/web:v1 instead of acme/web-next:v2'),
    commit('b', 'Promotion: dev acme/web:v2', 'Promotion: prod acme/web:v2'),
    commit('a', 'Promotion: dev acme/web:v1'),
  ],
};

describe('a history of many images', () => {
  it('gives each image its own commits', () => {
    const of = (environment: string, repository: string) =>
      indexed(history)(environment, repository).commits.map(({ id }) => id);
    expect(of('dev', 'acme/web')).toEqual(['b', 'a']);
    expect(of('prod', 'acme/web')).toEqual(['c', 'b']);
    expect(of('prod', 'acme/web-next')).toEqual(['c']);
    expect(of('stg', 'acme/web')).toEqual([]);
  });

  it('is counted by images and environments', () => {
    expect(countImages(history)).toBe(3);
    expect(countImages({ commits: [], complete: true })).toBe(0);
  });
});
