import { describe, expect, it } from 'vitest';
import { MANIFESTS } from '../action/job.ts';
import { kustomization, overlay } from '../commands/stage.ts';
import { fakeGitHub } from '../github/server.ts';
import { runAction } from './action.ts';

const WRITERS = 8;
const nameOf = (at: number): string => `registry.example.com/shop/image${at}`;
const all = Array.from({ length: WRITERS }, (_, at) => at);

describe('processes at the same time', () => {
  it('all land, each with one commit, in one file', { timeout: 120_000 }, async () => {
    const files = { [overlay('dev')]: kustomization(...all.map((at) => `${nameOf(at)}:v1`)) };
    await using github = await fakeGitHub({
      limits: { contentPerMinute: 80, concurrent: 100 },
      repositories: { [MANIFESTS]: { files } },
    });
    const payloads = all.map((at) => ({ product: 'shop', environment: 'dev', image: `${nameOf(at)}:v2` }));
    const running = await Promise.all(payloads.map((payload) => runAction(github, MANIFESTS, { payload })));
    const ended = await Promise.all(running.map(({ ended }) => ended));
    expect(ended.map(({ code, outputs }) => [code, outputs.outcome])).toEqual(all.map(() => [0, 'promoted']));
    const manifests = github.repository(MANIFESTS);
    expect(await manifests.read(overlay('dev'))).toBe(kustomization(...all.map((at) => `${nameOf(at)}:v2`)));
    const log = (await manifests.log()).slice(0, -1);
    expect(log.map(({ oid }) => oid).toSorted()).toEqual(ended.map(({ outputs }) => outputs.commit).toSorted());
    expect(log.every(({ parents }) => parents.length === 1)).toBe(true);
    expect(github.requests.length).toBeLessThan(WRITERS * 10);
    expect(await manifests.fsck()).toBe('');
  });
});
