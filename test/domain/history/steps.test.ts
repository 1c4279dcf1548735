import { describe, expect, it } from 'vitest';
import {
  askedIn,
  landingsOf,
  type PlainStep,
  promotersOf,
  setBy,
  stepsByMessage,
} from '../../../src/domain/history/steps.ts';

const RECORD = 'Promotion: prod registry.example.com/shop/web:v2';
const bot = 'promotions[bot]';

const commit = (message: string, more: Partial<PlainStep> = {}): PlainStep => ({
  id: `id of ${message.split('\n', 1)}`,
  committedAt: '2026-11-03T10:00:00Z',
  author: 'octocat',
  message,
  ...more,
});

const merge = (message: string) => ({ id: 'merge', committedAt: '2026-11-03T12:00:00Z', message });

const only = (step: PlainStep, others: readonly PlainStep[] = []) =>
  stepsByMessage([step], promotersOf([step, ...others]))[0];

describe('the messages of commits if their pull requests are unknown', () => {
  it('count for a commit on the branch', () => {
    expect(only(commit(`Promote shop\n\n${RECORD}`))).toMatchObject({
      at: '2026-11-03T10:00:00Z',
      lines: `Promote shop\n\n${RECORD}`,
      record: 'readable',
      pullRequest: undefined,
    });
  });

  it('give a commit the date of the merge that brought it, and the number of its pull request', () => {
    const step = commit(`Promote shop\n\n${RECORD}`, {
      merge: merge('Merge pull request #12 from acme/promotion/shop/prod'),
    });
    expect(only(step)).toMatchObject({
      landed: 'merge',
      at: '2026-11-03T12:00:00Z',
      record: 'readable',
      pullRequest: { number: 12 },
    });
  });

  it('do not count for a commit that another pull request brought', () => {
    const step = commit(`Look at me\n\n${RECORD}`, { merge: merge('Merge pull request #13 from mallory/patch-1') });
    expect(only(step)).toMatchObject({ lines: '', record: 'readable', pullRequest: { number: 13 } });
  });

  it.each([
    ['is called like a promotion', commit('Promote shop to prod: web v1 → v2 (#12)'), []],
    ['is called like a rollback', commit('chore: Roll back shop in prod (#12)'), []],
    ['comes from an App', commit('Release the shop (#12)', { author: bot }), []],
    ['comes from an author of promotions', commit('Release (#12)'), [commit(`Promote\n\n${RECORD}`)]],
  ])('mark the record of a squash without trailers as hidden if it %s', (_, step, others) => {
    expect(only(step, others)).toMatchObject({ record: 'hidden', pullRequest: { number: 12 } });
  });

  it('mark any other squash, and a commit without a number, as an edit by hand', () => {
    expect(only(commit('Fix the tag (#12)'))).toMatchObject({ record: 'readable', pullRequest: { number: 12 } });
    expect(only(commit('Promote shop to prod'))).toMatchObject({ record: 'readable', pullRequest: undefined });
  });
});

describe('the steps of a manifest', () => {
  it('are the changes of the branch: the commits of one merge are one step', () => {
    const brought = merge('Merge pull request #12 from acme/promotion/shop/prod');
    const steps = stepsByMessage(
      [
        commit('Between', { id: 'between', committedAt: '2026-11-03T11:00:00Z' }),
        commit('Mend the promotion', { id: 'two', merge: brought }),
        commit(`Promote shop\n\n${RECORD}`, { id: 'one', merge: brought }),
      ],
      new Set(),
    );
    expect(landingsOf(steps).map((step) => [step.commit, step.at])).toEqual([
      ['one', '2026-11-03T12:00:00Z'],
      ['between', '2026-11-03T11:00:00Z'],
    ]);
    expect(setBy(landingsOf(steps)[0] ?? never(), 'prod')).toHaveLength(1);
  });

  it('name the actor, the run and the reason, from a message or a description', () => {
    const lines = ['Reason: because of #1', 'Promotion-Run: https://github.com/acme/shop/actions/runs/7'];
    const [message] = stepsByMessage([commit([...lines, 'Promotion-Actor: octocat'].join('\n'))], new Set());
    expect(askedIn(message ?? never())).toEqual({
      reason: 'because of #1',
      run: 'https://github.com/acme/shop/actions/runs/7',
      actor: 'octocat',
    });
    const description = { ...(message ?? never()), lines: '- **Reason:** because of &#35;&#8203;1 and `x`\r\n' };
    expect(askedIn(description).reason).toBe('because of #1 and x');
  });
});

const never = (): never => {
  throw new Error('there is no step');
};
