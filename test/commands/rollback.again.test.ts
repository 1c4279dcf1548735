import { describe, expect, it } from 'vitest';
import { drop, serverError, stale } from '../github/faults.ts';
import { type RepositoryOnGitHub, repositoryOnGitHub, web, worker } from './repository-on-github.ts';
import { build, outcomesOf } from './test-repository.ts';

/** prod has had four versions of one image, and two of another. */
const promoted = async (): Promise<RepositoryOnGitHub> => {
  const place = await repositoryOnGitHub();
  await place.ask({ images: [worker('v2')], source: build(1) });
  for (const [at, tag] of ['v2', 'v3', 'v4'].entries()) await place.ask({ images: [web(tag)], source: build(at + 2) });
  return place;
};

/** The read after a write gets no answer, or shows the old state. */
const losses = [
  { delivery: 'merge', write: { path: /\/merge$/ }, look: 'State', fault: serverError(502) },
  { delivery: 'commit', write: { field: 'createCommitOnBranch' }, look: 'Landed', fault: stale() },
] as const;

describe('a rollback with a lost answer', () => {
  it.each(losses)('goes back one step only: $delivery, $fault.kind', async ({ delivery, write, look, fault }) => {
    await using place = await promoted();
    place.fake.faults.next(write, drop('after'));
    place.fake.faults.always({ name: look }, fault);
    const back = await place.back({ settings: { delivery } });
    expect(outcomesOf(back)).toEqual(['prod: unchanged']);
    expect(back.notices).toMatchObject([
      { message: expect.stringMatching(/^This run has taken .*shop\/web back in prod/) },
    ]);
    expect(await place.tags('prod')).toEqual(['v3', 'v2']);
  });
});

describe('a run that is executed twice', () => {
  const run = 'https://github.com/acme/manifests/actions/runs/9001';

  it('does not go back again after an earlier attempt did', async () => {
    await using place = await promoted();
    expect(outcomesOf(await place.back({ run }))).toEqual(['prod: promoted']);
    expect(await place.message()).toContain(`Promotion-Run: ${run}`);
    expect(outcomesOf(await place.back({ run, repeats: run }))).toEqual(['prod: unchanged']);
    expect(await place.tags('prod')).toEqual(['v3', 'v2']);
  });

  it('keeps a later promotion', async () => {
    await using place = await promoted();
    await place.back({ run });
    await place.ask({ images: [web('v5')], source: build(5) });
    expect(outcomesOf(await place.back({ run, repeats: run }))).toEqual(['prod: unchanged']);
    expect(await place.tags('prod')).toEqual(['v5', 'v2']);
  });

  it('goes back if the earlier attempt did not', async () => {
    await using place = await promoted();
    expect(outcomesOf(await place.back({ run, repeats: run }))).toEqual(['prod: promoted']);
    expect(await place.tags('prod')).toEqual(['v3', 'v2']);
  });

  it('identifies itself by its run: another run goes back another step', async () => {
    await using place = await promoted();
    await place.back({ run });
    const other = run.replace('9001', '9002');
    expect(outcomesOf(await place.back({ run: other, repeats: other }))).toEqual(['prod: promoted']);
    expect(await place.tags('prod')).toEqual(['v2', 'v2']);
  });
});
