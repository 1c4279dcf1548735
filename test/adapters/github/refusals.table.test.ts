import { describe, expect, it } from 'vitest';
import { type Doing, explainRefusal, isFinal, type Refused } from '../../../src/adapters/github/refusals.ts';

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
