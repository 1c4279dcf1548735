import { describe, expect, it } from 'vitest';
import { type Doing, explainRefusal, isFinal, passageOf, type Refused } from '../../../src/adapters/github/refusals.ts';

const whileDoing = (doing: Doing, more: Partial<Refused> = {}): Refused => ({
  doing,
  repository: 'acme/manifests',
  tokenKind: 'installation',
  branch: 'promotion/shop/prod',
  base: 'main',
  number: 7,
  ...more,
});

describe('a refusal of GitHub', () => {
  it.each([
    [
      'branch',
      'Repository rule violations found\n\nChanges must be made through a pull request.\n\n',
      'branch-protected',
      'Leave promotion/** out',
    ],
    ['branch', 'Resource not accessible by integration', 'permission-missing', 'Contents: write'],
    ['open', 'Resource not accessible by integration', 'permission-missing', 'Pull requests: write'],
    [
      'merge',
      'Base branch requires signed commits. Rebase merges cannot be automatically signed by GitHub.',
      'not-merged',
      'squash or merge',
    ],
    ['merge', 'Squash merges are not allowed on this repository.', 'not-merged', '`merge-method`'],
    [
      'merge',
      'Repository rule violations found\n\nCommit message must start with JIRA\n\n',
      'not-merged',
      '`commit-message`',
    ],
    ['arm', 'Auto merge is not allowed for this repository', 'not-merged', 'Allow auto-merge'],
    [
      'start',
      "The 'acme' organization forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 30 days.",
      'permission-missing',
      'lifetime',
    ],
  ] as const)('while a %s says %j', (doing, message, code, hint) => {
    const problem = { message, status: doing === 'merge' ? 405 : 403 };
    expect(explainRefusal(problem, whileDoing(doing))).toMatchObject({ code, hint: expect.stringContaining(hint) });
    expect(isFinal(problem, whileDoing(doing))).toBe(true);
  });

  it('never asks for the contents where the branch was just written', () => {
    const { hint } = explainRefusal({ message: 'Resource not accessible by integration' }, whileDoing('open'));
    expect(hint).not.toContain('contents');
  });

  it('that nobody knows is shown as it is, with the page that it points to', () => {
    const problem = { message: 'No.', status: 403, documentation: 'https://docs.github.com/rest/x#y' };
    expect(explainRefusal(problem, whileDoing('update'))).toEqual({
      code: 'permission-missing',
      message: 'Pull request 7 cannot be updated: "No", see https://docs.github.com/rest/x#y.',
      hint: expect.stringMatching(/^These are the words of GitHub/),
    });
    expect(isFinal(problem, whileDoing('read'))).toBe(true);
  });

  it('that passes is not final', () => {
    const problem = { type: 'STALE_DATA', message: 'Expected branch to point to "x" but it did not.' };
    expect(isFinal(problem, whileDoing('commit'))).toBe(false);
  });
});

describe('a refusal that passes', () => {
  it.each([
    ['commit', 'Expected branch to point to "x" but it did not.', 'start-over'],
    ['branch', `is at ${'a'.repeat(40)} but expected ${'b'.repeat(40)}`, 'start-over'],
    ['open', 'A pull request already exists for acme:promotion/shop/prod.', 'start-over'],
    ['open', 'No commits between main and promotion/shop/prod', 'start-over'],
    ['merge', 'Base branch was modified. Review and try the merge again.', 'start-over'],
    ['merge', 'Pull Request is not mergeable', 'look-mergeable'],
    ['merge', 'Pull Request is not mergeable: the branch is out of date', 'look-mergeable'],
    ['merge', 'The head branch is not up to date with the base branch', 'look-behind'],
    ['arm', 'Pull request is in clean status', 'merge-now'],
    ['arm', 'Pull request is in has_hooks status', 'merge-now'],
    ['arm', 'Pull request is in unknown status', 'ask-again'],
    ['disarm', "Can't disable auto-merge for this pull request.", 'start-over'],
    ['close', 'Reference does not exist', 'done'],
    ['merge', 'Squash merges are not allowed on this repository.', undefined],
    ['commit', 'Reference does not exist', undefined],
    ['arm', 'Pull request is in unstable status', undefined],
  ] as const)('while a %s says %j leads to %s', (doing, message, passage) => {
    expect(passageOf({ message }, doing)).toBe(passage);
  });

  it('by its type or status leads on as well', () => {
    expect(passageOf({ message: 'x', type: 'STALE_DATA' }, 'commit')).toBe('start-over');
    expect(passageOf({ message: 'x', status: 409 }, 'merge')).toBe('start-over');
    expect(passageOf({ message: 'x', type: 'INTERNAL' }, 'read')).toBe('ask-again');
    expect(passageOf({ message: 'x', path: ['repository'] }, 'read')).toBe('ask-again');
    expect(passageOf({ message: 'x' }, 'read')).toBeUndefined();
  });
});
