import { describe, expect, it } from 'vitest';
import { type Incoming, refused, secondaryLimit } from '../github/faults.ts';
import { BRANCH, begin, proposing, repositoryOnGitHub, web, worker } from './repository-on-github.ts';
import { build, kustomization, outcomesOf, overlay, violationsOf } from './test-repository.ts';

const first = { images: [web('v2')], source: build(2), settings: proposing };
const second = { images: [worker('v2')], source: build(3), settings: proposing };

describe('a run that fails after it moved the branch of a pull request', () => {
  it('reports its commit if there is no pull request yet', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.always({ field: 'createPullRequest' }, refused(401, 'Bad credentials'));
    const failed = await place.ask(first);
    expect(failed.violations).toMatchObject([{ code: 'token-invalid' }]);
    expect(failed).toMatchObject({
      changed: true,
      commit: await place.repository.head(BRANCH),
      pullRequests: [],
      environments: [{ delivery: 'pull-request', outcome: 'failed', changes: [{ to: { tag: 'v2' } }] }],
    });
  });

  it.each([
    { what: 'its token is revoked', fault: refused(401, 'Bad credentials'), code: 'token-invalid' },
    { what: 'it gives up', fault: secondaryLimit({ status: 403, retryAfter: 30 }), code: 'branch-contended' },
  ])('reports the pull request whose texts it could not change if $what', async ({ fault, code }) => {
    await using place = await repositoryOnGitHub();
    await place.ask(first);
    place.fake.faults.always({ field: 'updatePullRequest' }, fault);
    const failed = await place.ask(second);
    expect(failed.violations).toMatchObject([{ code }]);
    expect(failed).toMatchObject({
      changed: true,
      commit: await place.repository.head(BRANCH),
      pullRequests: [{ number: 1, url: expect.stringMatching(/\/pull\/1$/) }],
      environments: [{ delivery: 'pull-request', outcome: 'failed', pullRequest: 1 }],
    });
  });

  it('reports the pull request that it could not merge', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.always({ path: /\/merge$/ }, refused(401, 'Bad credentials'));
    const failed = await place.ask({ ...first, settings: { delivery: 'merge' } });
    expect(failed).toMatchObject({
      changed: true,
      pullRequests: [{ number: 1 }],
      environments: [{ delivery: 'merge', outcome: 'failed', pullRequest: 1 }],
    });
    expect(await place.tags('prod')).toEqual(['v1', 'v1']);
  });
});

describe('a run that fails before it moved the branch of its pull request', () => {
  it('changes nothing', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(first);
    place.fake.faults.always({ field: 'updateRefs' }, refused(401, 'Bad credentials'));
    expect(await violationsOf(place.ask(second))).toMatchObject([{ code: 'token-invalid' }]);
  });

  it('names the requested delivery next to the delivered parts', async () => {
    await using place = await repositoryOnGitHub({
      files: { ...begin, [overlay('prod', 'blog')]: kustomization(web('v1')) },
    });
    const isOfBlog = ({ variables }: Incoming) => JSON.stringify(variables ?? {}).includes('promotion/blog/');
    place.fake.faults.always(
      (request) => request.operation?.kind === 'mutation' && isOfBlog(request),
      refused(401, 'Bad credentials'),
    );
    const failed = await place.ask({ ...first, products: ['shop', 'blog'] });
    expect(outcomesOf(failed)).toEqual(['prod: proposed', 'prod: failed']);
    expect(failed.environments.map(({ delivery }) => delivery)).toEqual(['pull-request', 'pull-request']);
    expect(failed.pullRequests).toMatchObject([{ number: 1 }]);
  });
});
