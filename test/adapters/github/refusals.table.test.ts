import { describe, expect, it } from 'vitest';
import {
  explainRefusal,
  type GitHubAction,
  isFinal,
  type Refused,
  reactionTo,
} from '../../../src/adapters/github/refusals.ts';

const whileDoing = (doing: GitHubAction, more: Partial<Refused> = {}): Refused => ({
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
  ] as const)('to %s with the message %j', (doing, message, code, hint) => {
    const problem = { message, status: doing === 'merge' ? 405 : 403 };
    expect(explainRefusal(problem, whileDoing(doing))).toMatchObject({ code, hint: expect.stringContaining(hint) });
    expect(isFinal(problem, whileDoing(doing))).toBe(true);
  });

  it('never hints at the contents permission if the branch was just written', () => {
    const { hint } = explainRefusal({ message: 'Resource not accessible by integration' }, whileDoing('open'));
    expect(hint).not.toContain('contents');
  });

  it('with an unknown message is shown unchanged, with its documentation page', () => {
    const problem = { message: 'No.', status: 403, documentation: 'https://docs.github.com/rest/x#y' };
    expect(explainRefusal(problem, whileDoing('update'))).toEqual({
      code: 'permission-missing',
      message: 'Pull request 7 cannot be updated: "No", see https://docs.github.com/rest/x#y.',
      hint: expect.stringMatching(/^These are the words of GitHub/),
    });
    expect(isFinal(problem, whileDoing('read'))).toBe(true);
  });

  it('that is temporary is not final', () => {
    const problem = { type: 'STALE_DATA', message: 'Expected branch to point to "x" but it did not.' };
    expect(isFinal(problem, whileDoing('commit'))).toBe(false);
  });
});

/** As GitHub words them, by its documentation and by what people have reported. */
const texts: readonly (readonly [
  GitHubAction,
  string,
  { code: string; hint: RegExp; type?: string; more?: Partial<Refused> },
])[] = [
  // Rules about tokens, for every action.
  ...(['read', 'commit', 'open', 'start', 'merge'] as const).flatMap((doing) =>
    (
      [
        [
          'Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.',
          /single sign-on/,
        ],
        [
          'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to an organization within this business.',
          /single sign-on/,
        ],
        [
          'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and 203.0.113.7 is not permitted to access this resource.',
          /IP allow list/,
        ],
        [
          'Although you appear to have the correct authorization credentials, the `acme-corp` enterprise has an IP allow list enabled, and your IP address is not permitted to access this resource.',
          /IP allow list/,
        ],
        [
          "The 'Acme Corp' enterprise forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 366 days. Please adjust your token's lifetime at the following URL: https://github.com/settings/personal-access-tokens/1",
          /Shorten the lifetime/,
        ],
        [
          "The 'acme' organization forbids access via a personal access tokens (classic) if the token's lifetime is greater than 90 days.",
          /Shorten the lifetime/,
        ],
        [
          '`acme` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions.',
          /of the kind that is allowed/,
        ],
        [
          'Although you appear to have the correct authorization credentials,\nthe `acme` organization has enabled OAuth App access restrictions, meaning that data\naccess to third-parties is limited.',
          /GitHub App or to a personal access token/,
        ],
        [
          'Personal access tokens with fine grained access do not support the GraphQL API',
          /GitHub App or to a classic/,
        ],
        ['This installation has been suspended', /Unsuspend it/],
        ['Sorry. Your account was suspended.', /another account/],
        ['Repository was archived so is read-only.', /Unarchive/],
        ['This repository was archived so it is read-only.', /Unarchive/],
        [
          "Your token has not been granted the required scopes to execute this query. The 'createRef' field requires one of the following scopes: ['public_repo'], but your token has only been granted the: [''] scopes.",
          /scope that GitHub names/,
        ],
      ] as const
    ).map(([message, hint]) => [doing, message, { code: 'permission-missing', hint }] as const),
  ),

  // Rights.
  ['read', 'Resource not accessible by personal access token', { code: 'permission-missing', hint: /Contents: read/ }],
  [
    'commit',
    'Resource not accessible by personal access token',
    { code: 'permission-missing', hint: /Contents: write/ },
  ],
  [
    'open',
    'Resource not accessible by personal access token',
    { code: 'permission-missing', hint: /Pull requests: write/ },
  ],
  ['open', 'must be a collaborator', { code: 'permission-missing', hint: /Pull requests: write/ }],
  [
    'arm',
    'octocat does not have the correct permissions to execute `EnablePullRequestAutoMerge`',
    { code: 'permission-missing', hint: /Auto-merge takes/, type: 'FORBIDDEN' },
  ],
  ['start', 'Must have admin rights to Repository.', { code: 'permission-missing', hint: /Actions: write/ }],
  ['event', 'Resource not accessible by integration', { code: 'permission-missing', hint: /Contents: write/ }],
  ['commit', 'Write access to repository not granted.', { code: 'permission-missing', hint: /Contents: write/ }],
  [
    'commit',
    'refusing to allow an OAuth App to create or update workflow `.github/workflows/a.yml` without `workflow` scope',
    { code: 'permission-missing', hint: /Workflows: write/ },
  ],
  [
    'open',
    'GitHub Actions is not permitted to create or approve pull requests.',
    { code: 'permission-missing', hint: /Allow GitHub Actions to create/ },
  ],

  // Rules of the branch that is promoted to.
  [
    'commit',
    'Repository rule violations found\n\nCommits must have verified signatures.\n\n',
    { code: 'branch-protected', hint: /signs commits only where/ },
  ],
  [
    'commit',
    'Repository rule violations found\n\nCommits must have verified signatures.\n\n',
    { code: 'branch-protected', hint: /Use the token of a GitHub App/, more: { tokenKind: 'fine-grained' } },
  ],
  [
    'commit',
    'Repository rule violations found\n\n- Changes must be made through a pull request.\n\n- 12 of 12 required status checks are expected.\n\n- Code scanning is waiting for results from CodeQL for the commit cfbb5c1.\n\n',
    { code: 'branch-protected', hint: /bypass list of this rule.*`delivery: pull-request`/ },
  ],
  [
    'commit',
    'Repository rule violations found for refs/heads/main.\n\nCommit message must match a given regex pattern: ^JIRA-\n\n',
    { code: 'branch-protected', hint: /`commit-message`/ },
  ],
  ['commit', 'push declined due to repository rule violations', { code: 'branch-protected', hint: /bypass list/ }],
  ['commit', 'Cannot update this protected ref.', { code: 'branch-protected', hint: /bypass list/ }],
  [
    'commit',
    "You're not authorized to push to this branch. Visit https://docs.github.com/articles/about-protected-branches/ for more information.",
    { code: 'branch-protected', hint: /bypass list/, type: 'FORBIDDEN' },
  ],
  [
    'commit',
    'Protected branch update failed for refs/heads/main.\n\nAt least one approving review is required by a reviewer with write access.',
    { code: 'branch-protected', hint: /bypass list/, type: 'BRANCH_PROTECTION_RULE_VIOLATION' },
  ],

  // Rules of promotion/**.
  [
    'branch',
    'Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n',
    { code: 'branch-protected', hint: /ruleset for promotion/ },
  ],
  [
    'branch',
    'Repository rule violations found\n\nCommits must have verified signatures.\n\nChanges must be made through a pull request.\n\n',
    { code: 'branch-protected', hint: /signs commits only where.* Leave promotion\/\*\* out/ },
  ],

  // Merging.
  ['merge', 'Merge commits are not allowed on this repository.', { code: 'not-merged', hint: /`merge-method`/ }],
  ['merge', 'Rebase merges are not allowed on this repository.', { code: 'not-merged', hint: /`merge-method`/ }],
  [
    'merge',
    'Repository rule violations found\n\nThis branch must not contain merge commits.\n\n',
    { code: 'not-merged', hint: /squash or rebase/ },
  ],
  [
    'merge',
    'Repository rule violations found\n\nCommits must have verified signatures.\n\n',
    { code: 'not-merged', hint: /`merge-method` to squash/ },
  ],
  [
    'merge',
    'Required status check "build" is in progress. At least 1 approving review is required by reviewers with write access.',
    { code: 'not-merged', hint: /waits for them/ },
  ],
  [
    'merge',
    'At least 1 approving review is required by a reviewer with write access.',
    { code: 'not-merged', hint: /waits until they are/ },
  ],
  ['merge', 'Waiting on code owner review from acme/sre.', { code: 'not-merged', hint: /waits until they are/ }],
  [
    'merge',
    'Repository rule violations found\n\nA conversation must be resolved before this pull request can be merged.\n\nRequired status check "draft of the merge queue" is expected.\n\n',
    { code: 'not-merged', hint: /waits until they are.* waits for them/ },
  ],
  [
    'merge',
    'Code scanning is waiting for results from CodeQL for the commit cfbb5c1.',
    { code: 'not-merged', hint: /waits for them/ },
  ],
  [
    'merge',
    "You're not authorized to push to this branch. Visit https://docs.github.com/articles/about-protected-branches/ for more information.",
    { code: 'not-merged', hint: /Add it to those who may push/ },
  ],
  [
    'arm',
    '["Pull request User is not allowed to push to this repository"]',
    { code: 'not-merged', hint: /Add it to those who may push/, type: 'UNPROCESSABLE' },
  ],
  [
    'arm',
    'Pull request is not in the correct state to enable auto-merge',
    { code: 'not-merged', hint: /`delivery: merge`/, type: 'UNPROCESSABLE' },
  ],
  ['arm', '["Pull request Pull request is in draft status"]', { code: 'not-merged', hint: /ready for review/ }],
];

describe('a refusal with a message of GitHub', () => {
  it.each(texts)('to %s with the message %j', (doing, message, { code, hint, type, more }) => {
    const problem = type === undefined ? { message, status: doing === 'merge' ? 405 : 403 } : { message, type };
    const refused = whileDoing(doing, {
      ...more,
      paths: message.includes('workflow `') ? ['.github/workflows/a.yml'] : [],
    });
    const explained = explainRefusal(problem, refused);
    expect(explained).toMatchObject({ code, hint: expect.stringMatching(hint) });
    expect(explained.hint).not.toMatch(/run it again/i);
    expect(isFinal(problem, refused)).toBe(true);
  });

  it.each(['Repository access blocked', 'Something that nobody has seen yet', 'Forbidden'])(
    'that is unknown is shown without a hint: %s',
    (message) => {
      const { hint, ...shown } = explainRefusal({ message, status: 403 }, whileDoing('commit'));
      expect(shown.message).toContain(message);
      expect(hint).toMatch(/^These are the words of GitHub/);
    },
  );
});

describe('a temporary refusal', () => {
  it.each([
    ['commit', 'Expected branch to point to "x" but it did not.', 'start-over'],
    ['branch', `is at ${'a'.repeat(40)} but expected ${'b'.repeat(40)}`, 'start-over'],
    ['open', 'A pull request already exists for acme:promotion/shop/prod.', 'start-over'],
    ['open', 'No commits between main and promotion/shop/prod', 'start-over'],
    ['merge', 'Base branch was modified. Review and try the merge again.', 'start-over'],
    ['merge', 'Pull Request is not mergeable', 'look-mergeable'],
    ['merge', 'Pull Request is not mergeable: the branch is out of date', 'look-mergeable'],
    ['merge', 'The head branch is not up to date with the base branch', 'look-behind'],
    ['merge', 'This branch is out-of-date with the base branch', 'look-behind'],
    ['merge', 'Merge already in progress', 'start-over'],
    ['arm', '["Pull request Pull request is in clean status"]', 'merge-now'],
    ['arm', 'Pull request is in clean status', 'merge-now'],
    ['arm', 'Pull request is in has_hooks status', 'merge-now'],
    ['arm', 'Pull request is in unknown status', 'ask-again'],
    ['disarm', "Can't disable auto-merge for this pull request.", 'start-over'],
    ['close', 'Reference does not exist', 'done'],
    ['merge', 'Squash merges are not allowed on this repository.', undefined],
    ['commit', 'Reference does not exist', undefined],
    ['arm', 'Pull request is in unstable status', undefined],
  ] as const)('to %s with the message %j leads to %s', (doing, message, passage) => {
    expect(reactionTo({ message }, doing)).toBe(passage);
  });

  it('is recognized by its type or status', () => {
    expect(reactionTo({ message: 'x', type: 'STALE_DATA' }, 'commit')).toBe('start-over');
    expect(reactionTo({ message: 'x', status: 409 }, 'merge')).toBe('start-over');
    expect(reactionTo({ message: 'x', type: 'INTERNAL' }, 'read')).toBe('ask-again');
    expect(reactionTo({ message: 'x', path: ['repository'] }, 'read')).toBe('ask-again');
    expect(reactionTo({ message: 'x' }, 'read')).toBeUndefined();
  });
});
