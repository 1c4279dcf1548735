import { describe, expect, it } from 'vitest';
import { runCreation } from '../../src/adapters/github/runs.ts';
import { promote } from '../../src/commands/promote.ts';
import type { Source } from '../../src/domain/model.ts';
import type { Creation } from '../../src/ports.ts';
import { transcript } from '../github/requests.ts';
import {
  build,
  clientOf,
  type GitHubTestRepository,
  kustomization,
  NAME,
  onGitHub,
  outcomesOf,
  overlay,
  type PromoteOptions,
  promotionOf,
  REPOSITORY,
  runOf,
} from './test-repository.ts';

/** The commits of a stage are made from the first of November on, a second apart. */
const BEFORE = '2026-10-31T12:00:00Z';
const AFTER = '2026-11-02T12:00:00Z';
const begin = { [overlay('prod')]: kustomization(`${NAME}:v0`) };
const tagged = (runNumber: number, workflow: string, more: Source = {}): Source =>
  build(runNumber, { workflow, ref: `refs/tags/${workflow}-${runNumber}`, ...more });
/** A run that is started again, which says when it began. */
const again = (source: Source, createdAt: string | undefined = BEFORE): Source => ({
  ...source,
  runAttempt: 2,
  createdAt,
});

type More = PromoteOptions & { readonly creation?: () => Promise<Creation> };

const ask = async ({ world }: GitHubTestRepository, tag: string, { creation, ...asking }: More) => {
  const promotion = promotionOf({ images: [`${NAME}:${tag}`], ...asking });
  const promoted = await promote({ promotion, ...runOf(asking), creation }, world);
  return { outcome: outcomesOf(promoted)[0], notices: promoted.notices, environments: promoted.environments };
};
const outcomeOf = async (stage: GitHubTestRepository, tag: string, more: More) => (await ask(stage, tag, more)).outcome;
const byHand = { trigger: 'by-hand' } as const;

describe('a run that is started again', () => {
  it('does not revert a later promotion by hand', async () => {
    await using stage = await onGitHub(begin);
    expect(await outcomeOf(stage, 'v10', { source: build(10) })).toBe('prod: promoted');
    expect(await outcomeOf(stage, 'v11', byHand)).toBe('prod: promoted');
    const { outcome, environments } = await ask(stage, 'v10', { source: again(build(10)) });
    expect(outcome).toBe('prod: superseded, repeated');
    expect(environments[0]?.superseded[0]?.message).toMatch(
      /v10 \(ci\.yml#10 of acme\/shop\) comes from a run that was created at 2026-10-31T12:00:00Z and started again, and \S+:v11, which prod runs, came later, in commit [0-9a-f]{7}\. It is left out; a new run passes, and a person may promote it\.$/,
    );
    expect(await stage.read(overlay('prod'))).toContain('v11');
  });

  it('does not revert a later promotion by another workflow, with a warning for a release', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'r10', { source: tagged(10, 'release.yml') });
    await ask(stage, 'h3', { source: tagged(3, 'hotfix.yml') });
    const { outcome, notices } = await ask(stage, 'r10', { source: again(tagged(10, 'release.yml')) });
    expect(outcome).toBe('prod: superseded, repeated');
    expect(notices).toMatchObject([{ message: expect.stringContaining('started again') }]);
  });

  it('promotes if nothing came since, as after a failure', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'v9', { source: build(9) });
    expect(await outcomeOf(stage, 'r10', { source: again(tagged(10, 'release.yml'), AFTER) })).toBe('prod: promoted');
    expect(await outcomeOf(stage, 'r10', { source: again(tagged(10, 'release.yml')) })).toBe('prod: unchanged');
  });

  it('promotes an image newer than the later one, or set by itself', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'v41', { source: build(41) });
    expect(await outcomeOf(stage, 'v42', { source: again(build(42)) })).toBe('prod: promoted');
    expect(await outcomeOf(stage, 'v42-fixed', { source: again(build(42)) })).toBe('prod: promoted');
    const dates = { committedAt: '2026-10-30T12:00:00Z' };
    await ask(stage, 'x', { source: build(1, { ...dates, workflow: 'other.yml' }) });
    expect(await outcomeOf(stage, 'v43', { source: again(build(43, { committedAt: '2026-10-31T00:00:00Z' })) })).toBe(
      'prod: promoted',
    );
  });

  it('promotes an image newer than the rolled-back one, but not one that cannot be compared with it', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'r9', { source: tagged(9, 'release.yml') });
    await ask(stage, 'v10', { source: build(10) });
    await stage.rollback({});
    expect(await outcomeOf(stage, 'h3', { source: again(tagged(3, 'hotfix.yml')) })).toBe('prod: superseded, repeated');
    expect(await outcomeOf(stage, 'v11', { source: again(build(11)) })).toBe('prod: promoted');
  });

  it('does not restore a rolled-back image under another tag', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'v9', { source: build(9) });
    await ask(stage, 'v10-0900', { source: build(10) });
    await stage.rollback({});
    expect(await outcomeOf(stage, 'v10-0930', { source: again(build(10)) })).toBe('prod: superseded, repeated');
    expect(await stage.read(overlay('prod'))).toContain('v9');
  });

  it('is not newer because of a commit dated in the future', async () => {
    await using stage = await onGitHub(begin);
    const future = build(1, { workflow: 'other.yml', committedAt: '2099-01-01T00:00:00Z' });
    await ask(stage, 'far', { source: future });
    await ask(stage, 'v9', { source: build(9, { committedAt: '2026-11-20T12:00:00Z' }) });
    expect(await outcomeOf(stage, 'far', { source: again(future) })).toBe('prod: superseded, repeated');
  });

  it('skips the comparison with `order: any`', async () => {
    await using stage = await onGitHub({ ...begin, '.github/promotion.yml': 'order: any\n' });
    await ask(stage, 'v11', byHand);
    expect(await outcomeOf(stage, 'v10', { source: again(build(10)) })).toBe('prod: promoted');
  });

  it('does not revert an open pull request', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'v11', { ...byHand, delivery: 'pull-request' });
    const { outcome, environments } = await ask(stage, 'v10', { source: again(build(10)) });
    expect(outcome).toBe('prod: superseded, repeated');
    expect(environments[0]?.superseded[0]?.message).toMatch(/, which waits in pull request \d+, came later/);
  });

  it('skips the comparison if its creation time is unknown', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'v11', byHand);
    expect(await outcomeOf(stage, 'v10', { source: { ...again(build(10)), createdAt: undefined } })).toBe(
      'prod: promoted',
    );
    // Of a first attempt the moment means nothing.
    await ask(stage, 'v12', byHand);
    expect(await outcomeOf(stage, 'v10', { source: build(10, { createdAt: BEFORE }) })).toBe('prod: promoted');
  });
});

describe('a receiving run that is started again', () => {
  const createdAt = new Date(BEFORE);
  const lookIn = (stage: GitHubTestRepository) => () => runCreation(clientOf(stage.fake), REPOSITORY, 7000);

  it('does not revert later promotions, for one request', async () => {
    await using stage = await onGitHub(begin);
    stage.fake.repository(REPOSITORY).runs.set(7000, { id: 7000, status: 'in_progress', conclusion: null, createdAt });
    await ask(stage, 'v11', byHand);
    for (const trigger of ['automatic', 'direct'] as const) {
      stage.fake.resetRequests();
      const asked = { trigger, source: build(10), creation: lookIn(stage) };
      expect(await outcomeOf(stage, 'v10', asked)).toBe('prod: superseded, repeated');
      expect(transcript(stage.fake.requests)).toEqual([
        expect.stringMatching(/^POST \/graphql query /),
        'GET /repos/acme/manifests/actions/runs/7000 → 200',
      ]);
    }
    expect(await outcomeOf(stage, 'v10', { ...byHand, creation: lookIn(stage) })).toBe('prod: promoted');
  });

  it('promotes if the run cannot be read, with a notice', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'v11', byHand);
    const { outcome, notices } = await ask(stage, 'v10', { source: build(10), creation: lookIn(stage) });
    expect(outcome).toBe('prod: promoted');
    expect(notices).toMatchObject([
      { message: expect.stringContaining('status 404'), hint: 'Give the workflow the permission actions: read.' },
    ]);
  });
});
