/** One history, asked of GitHub and of a clone of the same repository. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutHost } from '../../src/adapters/checkout/checkout.ts';
import { type HistoryRequest, type HistoryResult, history } from '../../src/commands/history.ts';
import { status } from '../../src/commands/status.ts';
import type { HistoryEntry } from '../../src/domain/history/entry.ts';
import { version } from '../../src/domain/status/status-table.ts';
import type { Host } from '../../src/ports.ts';
import { testClock } from '../adapters/github/clock.ts';
import { hostOf } from '../adapters/github/github.ts';
import { pointsOf } from '../github/requests.ts';
import type { Token } from '../github/world.ts';
import {
  type Order,
  proposing,
  type RepositoryOnGitHub,
  repositoryOnGitHub,
  web,
  worker,
} from './repository-on-github.ts';
import { build, kustomization, overlay, silent } from './test-repository.ts';

const clock = testClock('2026-11-20T12:00:00Z');
const server = 'https://github.com';

const onGitHub = ({ fake }: RepositoryOnGitHub, token = 'token'): Host => hostOf(fake, { token, clock });

/** A clone, as somebody has it on disk. */
const cloned = async ({ repository }: RepositoryOnGitHub): Promise<AsyncDisposable & { readonly host: Host }> => {
  const directory = await mkdtemp(join(tmpdir(), 'clone-'));
  execFileSync('git', ['clone', '--quiet', repository.directory, directory]);
  return {
    host: checkoutHost({ directory, writes: 'files' }),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
};

const read = (host: Host, request: HistoryRequest = {}): Promise<HistoryResult> =>
  history(request, { host, log: silent, clock, server });

/** `promotion prod web: v1 → v2`, oldest first. */
const told = ({ history: { entries } }: HistoryResult): string[] =>
  [...entries]
    .reverse()
    .map(
      ({ kind, environment, image, from, to }) =>
        `${kind} ${environment} ${image.split('/').at(-1)}: ${from ? version(from) : '-'} → ${to ? version(to) : '-'}`,
    );

/** Links are GitHub's alone, and so is the number of a pull request that was rebased. */
const comparable = ({ history: { entries, figures } }: HistoryResult) => ({
  figures,
  entries: entries.map(({ url: _, pullRequest: __, ...entry }: HistoryEntry) => entry),
});

const order = (tag: string, run: number, more: Order = {}): Order => ({
  images: [web(tag)],
  source: build(run, { committedAt: '2026-10-31T23:00:00Z' }),
  ...more,
});

/** Proposes, and merges in one of the three ways. */
const merged = async (
  place: RepositoryOnGitHub,
  asked: Order,
  method: 'merge' | 'squash' | 'rebase',
): Promise<void> => {
  await place.ask({ ...asked, settings: proposing });
  await place.repository.mergePullRequest(place.open()[0]?.number ?? 0, { method });
};

describe('the command history', () => {
  it('reports the same from GitHub and from a clone: promotions, rollbacks, merges by three methods and edits by hand', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order('v2', 2));
    await merged(place, order('v3', 3), 'merge');
    await merged(place, order('v4', 4), 'squash');
    await merged(place, order('v5', 5), 'rebase');
    await place.back({ environments: ['prod'], reason: 'It was =slow, "really"' });
    await place.repository.commit('main', { [overlay('prod')]: kustomization(web('v4'), worker('mine')) });
    await place.ask(order('v7', 7));
    await using clone = await cloned(place);
    const there = await read(onGitHub(place));
    const here = await read(clone.host);
    expect(told(there)).toEqual([
      'promotion prod web: v1 → v2',
      'promotion prod web: v2 → v3',
      'promotion prod web: v3 → v4',
      'promotion prod web: v4 → v5',
      'rollback prod web: v5 → v4',
      'by-hand prod worker: v1 → mine',
      'promotion prod web: v4 → v7',
    ]);
    expect(comparable(here)).toEqual(comparable(there));
    const { entries, figures } = there.history;
    expect(entries.map(({ pullRequest }) => pullRequest?.number)).toEqual([
      undefined,
      undefined,
      undefined,
      3,
      2,
      1,
      undefined,
    ]);
    expect(entries[2]).toMatchObject({ reason: 'It was =slow, "really"' });
    expect(figures).toMatchObject([
      { product: 'shop', environment: 'prod', promotions: 5, rollbacks: 1, byHand: 1, shareRolledBack: 0.2 },
    ]);
    expect(figures[0]?.leadTime).toMatchObject({ known: 5, unknown: 0 });
    expect(figures[0]?.timeToRollback).toMatchObject({ known: 1, unknown: 0 });
  });

  it('dates a promotion by its merge', async () => {
    await using place = await repositoryOnGitHub();
    await merged(place, order('v2', 2), 'merge');
    const [merge, commit] = await place.repository.log();
    const [entry] = (await read(onGitHub(place))).history.entries;
    expect(entry?.commit).toBe(commit?.oid);
    expect(Date.parse(entry?.at ?? '')).toBe(Math.floor(Number(merge?.committer.date) / 1000) * 1000);
  });

  it('reads a lost record from the description on GitHub, and counts it as unknown in a clone', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ ...order('v2', 2, { reason: 'because' }), settings: proposing });
    await place.repository.mergePullRequest(1, { method: 'squash', headline: 'Promote shop (#1)', body: '' });
    await using clone = await cloned(place);
    const there = await read(onGitHub(place));
    expect(told(there)).toEqual(['promotion prod web: v1 → v2']);
    expect(there.history.entries[0]).toMatchObject({ reason: 'because', source: { runNumber: 2 } });
    const here = await read(clone.host);
    expect(told(here)).toEqual(['unknown prod web: v1 → v2']);
    expect(here.history.figures).toMatchObject([{ promotions: 0, unknown: 1 }]);
  });

  it.each(['the person who squashes it writes into the message', 'an account that is gone has written into it'])(
    'reads the description of our pull request, and no other lines that %s',
    async (who) => {
      await using place = await repositoryOnGitHub();
      await place.ask({ ...order('v2', 2), settings: proposing });
      const [{ body: own = '' } = {}] = place.open();
      const body = own.replace('by ci.yml#2', 'by ci.yml#99');
      if (who.includes('gone')) await place.repository.describePullRequest(1, body, 'ghost');
      await place.repository.mergePullRequest(1, { method: 'squash', headline: 'Ship it', body });
      const { entries } = (await read(onGitHub(place))).history;
      expect(entries).toMatchObject([{ kind: 'promotion', source: { runNumber: 2 } }]);
    },
  );

  it('ignores trailers in a pull request of another login', async () => {
    await using place = await repositoryOnGitHub();
    const message = `Tidy up\n\nPromotion: prod ${web('v2')} from acme/shop by ci.yml#99`;
    await place.repository.commit(
      'tidy-up',
      { [overlay('prod')]: kustomization(web('v2'), worker('v1')) },
      { message },
    );
    await place.repository.openPullRequest({ head: 'tidy-up', body: message });
    await place.repository.mergePullRequest(1, { method: 'merge' });
    await using clone = await cloned(place);
    expect(told(await read(onGitHub(place)))).toEqual(['by-hand prod web: v1 → v2']);
    expect(told(await read(clone.host))).toEqual(['by-hand prod web: v1 → v2']);
  });

  it('looks up the pull request of each of several rebased commits', async () => {
    await using place = await repositoryOnGitHub();
    const forged = (tag: string) => `Tidy up\n\nPromotion: prod ${web(tag)} from acme/shop by ci.yml#99`;
    for (const tag of ['v2', 'v3']) {
      const files = { [overlay('prod')]: kustomization(web(tag), worker('v1')) };
      await place.repository.commit('tidy-up', files, { message: forged(tag), author: 'mallory' });
    }
    await place.repository.openPullRequest({ head: 'tidy-up' });
    await place.repository.mergePullRequest(1, { method: 'rebase' });
    const { history: found } = await read(onGitHub(place));
    expect(found.entries.map(({ kind }) => kind)).toEqual(['by-hand', 'by-hand']);
  });

  it('is unknown, with the reason, if the pull requests came from an unlisted login', async () => {
    await using place = await repositoryOnGitHub({
      tokens: {
        token: {
          login: 'promoter[bot]',
          kind: 'app',
          permissions: { '*': { contents: 'write', pull_requests: 'write' } },
        },
        auditor: { login: 'auditor', kind: 'user', permissions: { '*': { contents: 'read', pull_requests: 'read' } } },
      },
    });
    await merged(place, order('v2', 2), 'merge');
    const foreign = await read(onGitHub(place, 'auditor'));
    expect(told(foreign)).toEqual(['unknown prod web: v1 → v2']);
    expect(foreign.history.problems.slice(0, 1)).toMatchObject([
      { message: expect.stringContaining('opened by promoter[bot]'), hint: expect.stringContaining('writers') },
    ]);
    await place.repository.commit('main', { '.github/promotion.yml': 'writers: ["promoter[bot]"]\n' });
    expect(told(await read(onGitHub(place, 'auditor')))).toEqual(['promotion prod web: v1 → v2']);
  });

  it('reports that the token may not read pull requests, and believes the messages', async () => {
    const reader: Token = { login: 'reader[bot]', kind: 'app', permissions: { '*': { contents: 'read' } } };
    await using place = await repositoryOnGitHub({
      tokens: { reader, token: { login: 'promoter[bot]', kind: 'app', permissions: { '*': { contents: 'write' } } } },
    });
    await place.ask(order('v2', 2));
    const found = await read(onGitHub(place, 'reader'));
    expect(told(found)).toEqual(['promotion prod web: v1 → v2']);
    expect(found.history.problems.slice(0, 1)).toMatchObject([
      { message: expect.stringContaining('may not read pull requests') },
    ]);
  });

  it('reports that a file was created or renamed, and does not follow it', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order('v2', 2));
    const text = kustomization(web('v2'));
    await place.repository.commit('main', { [overlay('prod', 'shop2')]: text, [overlay('prod')]: null });
    await using clone = await cloned(place);
    const there = await read(onGitHub(place), { products: ['shop2'] });
    expect(told(there)).toEqual([]);
    expect(there.history.problems).toMatchObject([
      {
        message: `${overlay('prod', 'shop2')} was made or renamed within this time; its earlier history is not shown.`,
      },
    ]);
    expect(comparable(await read(clone.host, { products: ['shop2'] }))).toEqual(comparable(there));
  });

  it('leaves out everything before `since`', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order('v2', 2));
    await place.ask(order('v3', 3));
    const [newest] = await place.repository.log();
    const moment = new Date(Number(newest?.committer.date)).toISOString().replace(/\.\d+Z$/, 'Z');
    await using clone = await cloned(place);
    for (const host of [onGitHub(place), clone.host]) {
      const found = await read(host, { since: { moment } });
      expect(told(found)).toEqual(['promotion prod web: v2 → v3']);
    }
  });
});

describe('the status at a past time', () => {
  it('shows the images of that time, before a merge as well, from GitHub and from a clone', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order('v2', 2));
    await merged(place, order('v3', 3), 'merge');
    const [merge, commit] = await place.repository.log();
    await using clone = await cloned(place);
    const at = (moment: Date | undefined) => new Date(Number(moment)).toISOString();
    for (const host of [onGitHub(place), clone.host]) {
      const runs = async (moment: string) => {
        const { status: found } = await status({ at: moment, environments: ['prod'] }, { host, log: silent, clock });
        return found.rows[0]?.runs.get('prod')?.[0];
      };
      expect((await runs(at(commit?.committer.date)))?.reference.tag).toBe('v2');
      expect(await runs(at(merge?.committer.date))).toMatchObject({ reference: { tag: 'v3' }, record: 'recorded' });
      await expect(runs('2020-01-01T00:00:00Z')).rejects.toThrow('The branch had no commit yet');
    }
  });
});

describe('the cost of a history', () => {
  it('of 100 products over 90 days is below 40 requests and 100 points', async () => {
    const products = Array.from({ length: 100 }, (_, index) => `p${index}`);
    const environments = ['dev', 'stg', 'prod'];
    const files = Object.fromEntries(
      products.flatMap((product) => environments.map((name) => [overlay(name, product), kustomization(web('v1'))])),
    );
    await using place = await repositoryOnGitHub({ files });
    // Every product is promoted, in one commit for each environment, and one is edited by hand.
    for (const [index, name] of environments.entries()) {
      const changed = products.map((product) => [overlay(name, product), kustomization(web('v2'))]);
      const message = `Promote\n\nPromotion: ${name} ${web('v2')} from acme/shop by ci.yml#${index + 1}`;
      await place.repository.commit('main', Object.fromEntries(changed), { message });
    }
    await place.repository.commit('main', { [overlay('prod', 'p7')]: kustomization(web('v3')) });
    place.fake.resetRequests();
    const lines: string[] = [];
    const log = { ...silent, info: (line: string) => void lines.push(line) };
    const { history: found } = await history({}, { host: onGitHub(place), log, clock, server });
    expect(found.entries).toHaveLength(301);
    expect(found.figures).toHaveLength(300);
    const { requests } = place.fake;
    expect(requests.length).toBeLessThan(40);
    expect(pointsOf(requests)).toBeLessThan(100);
    expect(lines).toContain('The history of 300 of 300 manifests is read.');
  });
});
