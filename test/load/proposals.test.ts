import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/domain/model.ts';
import { carriedBy, idIn } from '../../src/domain/proposal/carried.ts';
import { REPOSITORY } from '../adapters/github/github.ts';
import { BRANCH, proposing } from '../commands/repository-on-github.ts';
import { build, kustomization, overlay } from '../commands/test-repository.ts';
import type { Protection, Settings } from '../github/world.ts';
import { isLong } from '../sample.ts';
import { type Crowd, crowd, historyOf, imageOf, type Order } from './writers.ts';

/** LOAD_WRITERS=100 for as many at the same time, which takes minutes. */
const MOST = Number(process.env.LOAD_WRITERS ?? (isLong ? 32 : 8));
const counts = [1, 8, 32, 100].filter((count) => count <= MOST);

const each = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const nameOf = (at: number): string => `registry.example.com/shop/image${at}`;
const path = overlay('prod');

/** Each writer has an image of its own in one file. */
const images = (count: number, tag: string) => ({
  [path]: kustomization(...each(count, (at) => `${nameOf(at)}:${tag}`)),
});
const imageOrder = (at: number): Order => ({ environments: ['prod'], images: [imageOf(`image${at}`, 'v2')] });

/** The writers are builds of one image, the last the newest. */
const web = (tag: string) => ({ [path]: kustomization(`registry.example.com/shop/web:${tag}`) });
const sourceOf = (at: number): Source => build(at + 1);
const buildOrder = (at: number): Order => ({
  environments: ['prod'],
  images: [imageOf('web', `v${at + 1}`)],
  source: sourceOf(at),
});

const settled = (stage: Crowd) => stage.fake.repository(REPOSITORY);

/** The open pull request, which must be the only one that ever was, with the one commit that its branch has on the base. */
const proposalOf = async (stage: Crowd) => {
  const repository = settled(stage);
  expect(repository.pullRequests).toHaveLength(1);
  const [pullRequest] = repository.pullRequests;
  const [head, base, ...older] = await repository.log(BRANCH);
  expect(older).toEqual([]);
  expect(head?.parents).toEqual([base?.oid]);
  expect(base?.oid).toBe(await repository.head('main'));
  expect(pullRequest).toMatchObject({ state: 'OPEN', head: BRANCH, headOid: head?.oid });
  const message = head?.message ?? '';
  expect(idIn(pullRequest?.body ?? '')).toBe(idIn(message));
  expect(pullRequest?.title).toBe(message.split('\n', 1).join());
  expect(await repository.fsck()).toBe('');
  const carried = carriedBy({ head: { message } }, []);
  return { pullRequest, carried: carried.map(({ trailer }) => trailer.reference.repository).toSorted() };
};

const outcomesOf = (endings: readonly { readonly outcome: string }[]): Record<string, number> => {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of endings) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return outcomes;
};

const requestsOf = (endings: readonly { readonly requests: number }[]): number =>
  endings.reduce((sum, { requests }) => sum + requests, 0) / endings.length;

/** Requests for each writer: one takes four, and many take not many more. */
const mostRequests = (bounds: Readonly<Record<number, number>>, count: number): number => bounds[count] ?? 0;

describe('concurrent writers of one product', () => {
  it.each(counts)('%i writers: the one pull request has the request of each', { timeout: 900_000 }, async (count) => {
    await using stage = await crowd(images(count, 'v1'));
    const endings = await stage.promote(each(count, (at) => ({ ...imageOrder(at), ...proposing })));
    const proposed = endings.flatMap(({ outcome }, at) => (outcome === 'proposed' ? [at] : []));
    // GitHub's 80 writes a minute leave room for some 20 updates; a hundred use up nearly all of the ten minutes.
    const { proposed: _, ...others } = outcomesOf(endings);
    expect(Object.keys(others).filter((code) => !['branch-contended', 'rate-limited'].includes(code))).toEqual([]);
    expect(proposed.length).toBeGreaterThanOrEqual(Math.min(count, 75));
    const { pullRequest, carried } = await proposalOf(stage);
    expect(new Set(endings.flatMap(({ pullRequests }) => pullRequests))).toEqual(new Set([pullRequest?.number]));
    expect(carried).toEqual(proposed.map(nameOf).toSorted());
    expect(await settled(stage).files(BRANCH)).toEqual({
      [path]: kustomization(...each(count, (at) => `${nameOf(at)}:${proposed.includes(at) ? 'v2' : 'v1'}`)),
    });
    expect(await settled(stage).files()).toEqual(images(count, 'v1'));
    if (count === 1) expect(requestsOf(endings)).toBe(4);
    expect(requestsOf(endings)).toBeLessThan(mostRequests({ 1: 5, 8: 14, 32: 28, 100: 28 }, count));
  });
});

describe('concurrent builds of one image', () => {
  it.each(counts)(
    '%i writers: the pull request keeps the newest, and each older one reports that it is superseded',
    { timeout: 900_000 },
    async (count) => {
      await using stage = await crowd(web('v0'));
      const endings = await stage.promote(each(count, (at) => ({ ...buildOrder(at), ...proposing })));
      expect(
        Object.keys(outcomesOf(endings)).filter((outcome) => !['proposed', 'superseded'].includes(outcome)),
      ).toEqual([]);
      expect(endings.at(-1)?.outcome).toBe('proposed');
      if (count > 1) expect(outcomesOf(endings).superseded).toBeGreaterThan(0);
      const { carried } = await proposalOf(stage);
      expect(carried).toEqual(['registry.example.com/shop/web']);
      expect(await settled(stage).files(BRANCH)).toEqual(web(`v${count}`));
      expect(await settled(stage).files()).toEqual(web('v0'));
      if (count === 1) expect(requestsOf(endings)).toBe(4);
      expect(requestsOf(endings)).toBeLessThan(mostRequests({ 1: 5, 8: 12, 32: 12, 100: 12 }, count));
    },
  );
});

/** The title lists the merged changes, after any later writes to the branch. */
const checkTexts = async (stage: Crowd): Promise<void> => {
  const log = await settled(stage).log();
  for (const { number, title, mergeCommit, body } of settled(stage).pullRequests) {
    const message = log.find(({ oid }) => oid === mergeCommit)?.message ?? '';
    expect(message.split('\n', 1).join()).toBe(`${title} (#${number})`);
    expect(idIn(body)).toBe(idIn(message));
  }
};

const approval: Protection = { kind: 'ruleset', pattern: 'main', requiresPullRequest: true, requiredApprovals: 1 };
const ruled: Partial<Settings> = { autoMergeAllowed: true, protections: [approval] };

/** Writers of one pull request that merges by itself. */
const FEW = isLong ? 8 : 3;

describe('a pull request that merges without a review', () => {
  it('merges once with the requests of all writers that armed it', { timeout: 300_000 }, async () => {
    await using stage = await crowd(images(FEW, 'v1'), { settings: ruled });
    const endings = await stage.promote(each(FEW, (at) => ({ ...imageOrder(at), delivery: 'auto-merge' })));
    expect(outcomesOf(endings)).toEqual({ armed: FEW });
    const { pullRequest } = await proposalOf(stage);
    expect(pullRequest?.autoMerge).toBeDefined();
    await settled(stage).review(1, 'octocat', 'APPROVED');
    expect(await settled(stage).files()).toEqual(images(FEW, 'v2'));
  });

  it('puts each image on the branch once when several writers merge it', { timeout: 300_000 }, async () => {
    await using stage = await crowd(images(FEW, 'v1'), {
      settings: { mergeCommitAllowed: false, rebaseMergeAllowed: false },
    });
    const endings = await stage.promote(each(FEW, (at) => ({ ...imageOrder(at), delivery: 'merge' })));
    expect(Object.keys(outcomesOf(endings)).filter((outcome) => !['promoted', 'unchanged'].includes(outcome))).toEqual(
      [],
    );
    expect(await settled(stage).files()).toEqual(images(FEW, 'v2'));
    expect(settled(stage).pullRequests.filter(({ state }) => state === 'OPEN')).toEqual([]);
    const history = await historyOf(stage.fake);
    expect(history).toMatchObject({ linear: true, flaws: '' });
    // An image that was merged while another writer carried it is reported twice, with the same tag.
    const promoted = (await settled(stage).log()).flatMap(({ message }) => message.match(/^Promotion: .*$/gm) ?? []);
    expect([...new Set(promoted)]).toHaveLength(FEW);
    await checkTexts(stage);
  });

  it('never moves an image back when the builds merge one after another', { timeout: 300_000 }, async () => {
    await using stage = await crowd(web('v0'));
    const endings = await stage.promote(each(FEW, (at) => ({ ...buildOrder(at), delivery: 'merge' })));
    expect(
      Object.keys(outcomesOf(endings)).filter((outcome) => !['promoted', 'superseded', 'unchanged'].includes(outcome)),
    ).toEqual([]);
    // Another writer may have carried the newest build along and merged it first: then there is nothing left to do.
    expect(['promoted', 'unchanged']).toContain(endings.at(-1)?.outcome);
    expect(await settled(stage).files()).toEqual(web(`v${FEW}`));
    const merged = settled(stage).pullRequests.filter(({ state }) => state === 'MERGED');
    const tags = merged.map(({ title }) => Number(/→ v(\d+)/.exec(title)?.[1]));
    expect(tags).toEqual(tags.toSorted((a, b) => a - b));
    await checkTexts(stage);
    expect(await settled(stage).fsck()).toBe('');
  });
});
