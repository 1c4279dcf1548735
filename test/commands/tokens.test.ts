/** Each kind of token, with exactly the rights that the documentation asks for, does what these rights are for. */
import { describe, expect, it } from 'vitest';
import { appToken, classicToken, fineGrainedToken, githubToken } from '../github/tokens.ts';
import type { Token } from '../github/world.ts';
import { desk, type Order, proposing, web } from './desk.ts';
import { NAME } from './stage.ts';

const both = { contents: 'write', pull_requests: 'write' } as const;

type Kind = {
  readonly text: string;
  readonly token: Token;
  readonly proposes: 'yes' | 'no';
  readonly public?: true;
};

const kinds: Readonly<Record<string, Kind>> = {
  'GITHUB_TOKEN with contents: write': { text: 'ghs_1', token: githubToken({ contents: 'write' }), proposes: 'no' },
  'GITHUB_TOKEN with pull-requests: write as well': { text: 'ghs_2', token: githubToken(both), proposes: 'yes' },
  'a GitHub App': { text: 'ghs_3', token: appToken(both), proposes: 'yes' },
  'a fine-grained token': { text: 'github_pat_1', token: fineGrainedToken(both), proposes: 'yes' },
  'a classic token with repo': { text: 'ghp_1', token: classicToken('repo'), proposes: 'yes' },
  'a classic token with public_repo': {
    text: 'ghp_2',
    token: classicToken('public_repo'),
    proposes: 'yes',
    public: true,
  },
};

describe.each(Object.entries(kinds))('%s', (_, { text, token, proposes, public: isPublic }) => {
  const open = () =>
    desk({
      tokens: { [text]: token },
      settings: { private: isPublic === undefined, actionsMayCreatePullRequests: true, autoMergeAllowed: true },
      collaborators: { alice: 'write' },
      teams: { 'acme/sre': ['alice'] },
    });
  const outcomes = async (asked: Promise<{ readonly environments: readonly { readonly outcome: string }[] }>) =>
    (await asked).environments.map(({ outcome }) => outcome);

  it('commits, and rolls back', async () => {
    await using place = await open();
    const order: Order = { token: text, images: [web('v2')] };
    expect(await outcomes(place.ask(order))).toEqual(['promoted']);
    expect(await outcomes(place.back({ token: text, images: [NAME] }))).toEqual(['promoted']);
  });

  it(
    proposes === 'yes'
      ? 'opens, updates and merges a pull request, with a team as reviewer'
      : 'is told what a pull request takes',
    async () => {
      await using place = await open();
      const settings = { ...proposing, reviewers: ['team:sre', 'alice'] };
      const first = place.ask({ token: text, images: [web('v2')], settings });
      if (proposes === 'no') {
        const { violations } = await first;
        expect(violations).toMatchObject([
          { code: 'permission-missing', hint: expect.stringContaining('pull-requests: write') },
        ]);
        return;
      }
      expect(await outcomes(first)).toEqual(['proposed']);
      expect(await outcomes(place.ask({ token: text, images: [web('v3')], settings }))).toEqual(['proposed']);
      expect(place.open()).toMatchObject([{ reviewers: expect.arrayContaining(['team:sre', 'alice']) }]);
      const merged = place.ask({ token: text, images: [web('v4')], settings: { delivery: 'merge' } });
      expect((await outcomes(merged)).filter((outcome) => !['promoted', 'proposed'].includes(outcome))).toEqual([]);
    },
  );
});
