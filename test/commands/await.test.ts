import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { argocdServer } from '../../src/adapters/argocd/argocd.ts';
import { awaitPromotion } from '../../src/commands/await.ts';
import { readAwaited } from '../../src/domain/await/awaited.ts';
import { PromotionError } from '../../src/domain/errors.ts';
import type { Ancestry, Host } from '../../src/ports.ts';
import { testClock } from '../adapters/github/clock.ts';
import { application, type Described, type FakeArgoCDOptions, fakeArgoCD, type Script } from '../argocd/server.ts';

const web = 'registry.example.com/shop/web';
const OLD = 'a'.repeat(40);
const OURS = 'b'.repeat(40);
const LATER = 'c'.repeat(40);
const path = 'applications/shop/overlays/prod/kustomization.yaml';

const order = [OLD, OURS, LATER];

/** A line of three commits; messages of the commits after the first one. */
const history = (messages: readonly string[] = []) => ({
  compare: async (commit: string, revision: string): Promise<Ancestry> => {
    const distance = order.indexOf(revision) - order.indexOf(commit);
    if (order.indexOf(revision) < 0) return { kind: 'known', relation: 'unrelated', messages: [] };
    const relation = distance === 0 ? 'same' : distance > 0 ? 'later' : 'earlier';
    return { kind: 'known', relation, messages: relation === 'later' ? messages : [] };
  },
  date: async () => new Date('2026-11-30T11:59:00Z'),
});

const nowhere: Host = {
  snapshot: () => {
    throw new PromotionError([{ code: 'repository-missing', message: 'not asked', hint: '' }]);
  },
  commit: () => {
    throw new Error('await never writes');
  },
};

type Names = { readonly name: string; readonly project?: string; readonly 'application-set'?: string };

const environment = (over: object = {}, applications: readonly Names[] = [{ name: 'shop-prod' }]) => ({
  name: 'prod',
  product: 'shop',
  delivery: 'commit',
  outcome: 'promoted',
  changes: [{ path, line: 3, image: web, from: `${web}:v1`, to: `${web}:v2` }],
  superseded: [],
  applications: applications.map((one) => ({ file: 'argocd/app.yaml', sync: 'automatic', ...one })),
  ...over,
});

const report = (environments: readonly object[], over: object = {}): string =>
  JSON.stringify({
    command: 'promote',
    repository: 'acme/manifests',
    branch: 'main',
    commit: OURS,
    environments,
    ...over,
  });

type Wait = Partial<FakeArgoCDOptions> & {
  readonly report?: string;
  readonly only?: readonly string[];
  readonly messages?: readonly string[];
  readonly timeout?: number;
  readonly token?: string;
};

const wait = async ({
  report: text = report([environment()]),
  only,
  messages,
  timeout = 600,
  token,
  ...fake
}: Wait) => {
  await using argo = await fakeArgoCD({ applications: {}, ...fake });
  const log: string[] = [];
  const world = {
    host: nowhere,
    argocd: argocdServer({ server: argo.url, token: token ?? 'argocd-secret' }),
    commits: history(messages),
    clock: testClock(),
    log: {
      info: (line: string) => void log.push(line),
      debug: () => undefined,
      group: <T>(_: string, step: () => Promise<T>) => step(),
    },
  };
  const result = await awaitPromotion({ awaited: readAwaited(text, only), timeout }, world);
  return { ...result, log, requests: argo.requests, slept: world.clock.slept };
};

const always =
  (described: Described): Script =>
  () =>
    application(described);

/** One state after the other; the last one stays. */
const states =
  (...described: readonly (Described | number)[]): Script =>
  (count) => {
    const state = described[Math.min(count, described.length) - 1] ?? 500;
    return typeof state === 'number' ? state : application(state);
  };

const runs = { revision: OURS, images: [`${web}:v2`] };
const before = { revision: OLD, images: [`${web}:v1`] };

describe('the command await', () => {
  it('ends when the Application is synced at the commit, healthy and runs the reference', async () => {
    const syncing = { phase: 'Running', message: 'waiting for hooks', revision: OURS };
    const { outcome, applications, log, requests } = await wait({
      applications: {
        'shop-prod': states(
          before,
          { revision: OURS, sync: 'OutOfSync', images: [`${web}:v1`] },
          { ...runs, operation: syncing, health: 'Progressing' },
          { ...runs, health: 'Progressing', images: [`${web}:v1`, `${web}:v2`] },
          runs,
        ),
      },
    });
    expect(outcome).toBe('running');
    expect(applications).toMatchObject([
      { name: 'shop-prod', state: 'running', cluster: 'blue', commit: OURS, unobserved: [] },
    ]);
    expect(applications[0]?.seconds).toBeGreaterThan(60);
    expect(log).toEqual([
      'shop-prod syncs prod of shop.',
      'shop-prod is at aaaaaaa.',
      'shop-prod is out of sync.',
      'shop-prod syncs: waiting for hooks.',
      'shop-prod is progressing.',
      'shop-prod runs what was promoted.',
    ]);
    expect(requests[0]).toBe('GET /api/v1/applications/shop-prod?refresh=normal');
  });

  it('reports a state once', async () => {
    const { log } = await wait({ applications: { 'shop-prod': states(before, before, before, before, runs) } });
    expect(log).toHaveLength(3);
  });

  it.each<[string, Described]>([
    ['is healthy at an earlier revision', before],
    [
      'has not looked since the sync',
      { ...runs, operation: { phase: 'Succeeded', revision: OURS, finishedAt: '2026-11-30T12:00:30Z' } },
    ],
    ['still runs the old version', { revision: OURS, images: [`${web}:v1`] }],
    ['still has a sync to begin', { ...runs, requested: true }],
  ])('does not accept an Application that %s', async (_, described) => {
    const { outcome, violations, slept } = await wait({
      timeout: 60,
      applications: { 'shop-prod': always(described) },
    });
    expect(outcome).toBe('timed-out');
    expect(violations).toMatchObject([{ code: 'application-timed-out' }]);
    expect(slept.reduce((sum, each) => sum + each, 0)).toBe(60_000);
  });

  it('accepts a later commit, and a reference with an added digest', async () => {
    const described = { revision: LATER, images: [`${web}:v2@sha256:${'0'.repeat(64)}`] };
    expect((await wait({ applications: { 'shop-prod': always(described) } })).outcome).toBe('running');
  });

  it('marks a reference that no pod runs as not observed', async () => {
    const { outcome, applications } = await wait({ applications: { 'shop-prod': always({ revision: OURS }) } });
    expect(outcome).toBe('running');
    expect(applications).toMatchObject([{ state: 'running', unobserved: [`${web}:v2`] }]);
  });

  it('compares the revision of the source in the manifest repository', async () => {
    const chart = { repository: 'https://charts.example.com', revision: '1.2.3' };
    const manifests = { repository: 'git@github.com:Acme/Manifests.git', path: 'x', revision: OLD };
    const at = (revision: string): Described => ({
      images: [`${web}:v2`],
      sources: [chart, { ...manifests, revision }],
    });
    const { outcome, requests } = await wait({ applications: { 'shop-prod': states(at(OLD), at(OURS)) } });
    expect([outcome, requests.length]).toEqual(['running', 2]);
  });

  it('is overtaken by a newer promotion of the same image', async () => {
    const messages = [`Promote\n\nPromotion: prod ${web}:v3`];
    const described = { revision: LATER, images: [`${web}:v3`] };
    const { outcome, violations } = await wait({ messages, applications: { 'shop-prod': always(described) } });
    expect([outcome, violations]).toEqual(['overtaken', []]);
  });

  it('is not overtaken by a promotion of another environment, or of another image', async () => {
    const messages = [`Promotion: stg ${web}:v3`, 'Promotion: prod registry.example.com/shop/worker:v3'];
    const described = { revision: LATER, images: [`${web}:v2`] };
    expect((await wait({ messages, applications: { 'shop-prod': always(described) } })).outcome).toBe('running');
  });
});

describe('await of an Application that needs a person', () => {
  const manual = { revision: OURS, sync: 'OutOfSync', automated: false, images: [`${web}:v1`] };

  it('ends with `waiting` at once if a person has to sync', async () => {
    const { outcome, slept, applications } = await wait({ applications: { 'shop-prod': always(manual) } });
    expect([outcome, slept]).toEqual(['waiting', []]);
    expect(applications).toMatchObject([{ detail: 'is out of sync, and somebody has to sync it' }]);
  });

  it('continues while Argo CD has not compared the commit, or an operation runs', async () => {
    const running = { ...manual, operation: { phase: 'Running', revision: OURS } };
    const { outcome } = await wait({
      applications: { 'shop-prod': states({ ...manual, revision: OLD }, running, runs) },
    });
    expect(outcome).toBe('running');
  });

  it('continues while an ApplicationSet syncs step by step', async () => {
    const rolling = { ...manual, owner: 'shop' };
    const applicationSets = { shop: { spec: { strategy: { type: 'RollingSync' } } } };
    const { outcome } = await wait({ applicationSets, applications: { 'shop-prod': states(rolling, rolling, runs) } });
    expect(outcome).toBe('running');
    const other = { shop: { spec: {} } };
    expect((await wait({ applicationSets: other, applications: { 'shop-prod': always(rolling) } })).outcome).toBe(
      'waiting',
    );
  });

  it('reports the missing right to read an ApplicationSet before it names a person', async () => {
    const rolling = { ...manual, owner: 'shop' };
    const { outcome, violations } = await wait({ timeout: 20, applications: { 'shop-prod': always(rolling) } });
    expect(outcome).toBe('timed-out');
    expect(violations[0]?.message).toContain('who syncs it cannot be read from its ApplicationSet');
  });

  it('ends with `waiting` if a rollout is paused', async () => {
    const paused = {
      ...runs,
      health: 'Suspended',
      resources: [{ kind: 'Rollout', name: 'web', health: 'Suspended', message: 'CanaryPauseStep' }],
    };
    const { outcome, applications } = await wait({ applications: { 'shop-prod': always(paused) } });
    expect(outcome).toBe('waiting');
    expect(applications[0]?.detail).toContain('Rollout web: CanaryPauseStep');
  });
});

describe('await of a failing Application', () => {
  const ended = { startedAt: '2026-11-30T12:00:10Z', finishedAt: '2026-11-30T12:00:15Z' };

  it('ends at a failed sync of the commit, with the message of Argo CD', async () => {
    const message = 'one or more objects failed to apply, reason: admission webhook denied';
    const failed = {
      ...before,
      revision: OURS,
      sync: 'OutOfSync',
      operation: { phase: 'Failed', message, revision: OURS, ...ended },
    };
    const { outcome, violations } = await wait({ applications: { 'shop-prod': always(failed) } });
    expect(outcome).toBe('degraded');
    expect(violations).toMatchObject([{ code: 'application-degraded', message: expect.stringContaining(message) }]);
  });

  it('ignores a sync that failed before the commit', async () => {
    const old = { ...before, operation: { phase: 'Failed', message: 'old', revision: OLD, ...ended } };
    expect((await wait({ applications: { 'shop-prod': states(old, old, runs) } })).outcome).toBe('running');
  });

  it('ends at a degraded resource of the commit, with its message', async () => {
    const degraded = {
      ...runs,
      health: 'Degraded',
      healthSince: '2026-11-30T12:00:18Z',
      operation: { phase: 'Succeeded', revision: OURS, ...ended },
      resources: [{ kind: 'Deployment', name: 'web', health: 'Degraded', message: 'ImagePullBackOff' }],
    };
    const { outcome, violations } = await wait({ applications: { 'shop-prod': always(degraded) } });
    expect(outcome).toBe('degraded');
    expect(violations[0]?.message).toContain('Deployment web: ImagePullBackOff');
  });

  it('ignores a resource that was degraded before the sync', async () => {
    const degraded = {
      ...runs,
      health: 'Degraded',
      healthSince: '2026-11-29T12:00:00Z',
      operation: { phase: 'Succeeded', revision: OURS, ...ended },
    };
    expect((await wait({ applications: { 'shop-prod': states(degraded, degraded, runs) } })).outcome).toBe('running');
  });

  it('ends at a lasting ComparisonError, and ignores one that disappears or is older than the commit', async () => {
    const message = 'Failed to load target state: kustomize build failed';
    const broken = { ...before, sync: 'Unknown', conditions: [{ type: 'ComparisonError', message }] };
    const stays = await wait({ applications: { 'shop-prod': always(broken) } });
    expect(stays.outcome).toBe('degraded');
    expect(stays.violations[0]?.message).toContain(message);
    const old = { ...before, conditions: [{ type: 'ComparisonError', message, since: '2026-11-29T00:00:00Z' }] };
    expect((await wait({ applications: { 'shop-prod': states(broken, runs) } })).outcome).toBe('running');
    expect((await wait({ applications: { 'shop-prod': states(old, old, runs) } })).outcome).toBe('running');
  });

  it('retries temporary failures, and waits for a missing Application', async () => {
    const { outcome, log } = await wait({ applications: { 'shop-prod': states(502, 503, 404, runs) } });
    expect(outcome).toBe('running');
    expect(log.join('\n')).toMatch(
      /cannot be looked at: 127\.0\.0\.1:\d+ answers 502.*\n.*answers 503[\s\S]*is not there yet/,
    );
  });

  it.each([
    ['does not accept the token', { token: 'another' }, /does not accept the token/, /argocd-token/],
    ['lacks the right', { list: 'forbidden' as const }, /permission denied: applications, get/, /applications, get/],
  ])('fails at once if the account %s', async (_, over, message, hint) => {
    const { outcome, violations, slept } = await wait(over);
    expect([outcome, slept]).toEqual(['failed', []]);
    expect(violations).toMatchObject([{ code: 'argocd-refused' }]);
    expect(violations[0]?.message).toMatch(message);
    expect(violations[0]?.hint).toMatch(hint);
  });
});

describe('the token of Argo CD', () => {
  it('is sent to no other address than its own', async () => {
    await using elsewhere = await fakeArgoCD({ applications: { 'shop-prod': always(runs) } });
    const server = createServer((_, response) =>
      response.writeHead(302, { location: `${elsewhere.url}/api/v1/applications/shop-prod` }).end(),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const argocd = argocdServer({ server: `http://127.0.0.1:${port}`, token: 'argocd-secret' });
    await expect(argocd.application({ name: 'shop-prod' })).rejects.toThrow(/a redirect, which is not followed/);
    expect(elsewhere.requests).toEqual([]);
    server.close();
  });

  it.each(['http://argocd.example.com', 'ftp://127.0.0.1', 'https://user@argocd.example.com'])(
    'is not sent if the address is %s',
    (server) => {
      expect(() => argocdServer({ server, token: 'x' })).toThrow(/address/);
    },
  );
});

describe('await of several Applications', () => {
  it('waits for the Applications of all clusters, and reports the worst of them', async () => {
    const text = report([environment({}, [{ name: 'shop-blue' }, { name: 'shop-green' }])]);
    const applications = { 'shop-blue': always(runs), 'shop-green': states(before, { ...before, revision: OURS }) };
    const { outcome, applications: seen } = await wait({ report: text, timeout: 30, applications });
    expect(outcome).toBe('timed-out');
    expect(seen.map(({ name, state }) => [name, state])).toEqual([
      ['shop-blue', 'running'],
      ['shop-green', 'timed-out'],
    ]);
  });

  it('reads a hundred Applications with one list for each project', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `shop-${index}`);
    const text = report([
      environment(
        {},
        names.map((name) => ({ name, project: 'store' })),
      ),
    ]);
    const script = (name: string): Script => states({ ...before, name }, { ...runs, name });
    const { outcome, requests } = await wait({
      report: text,
      applications: Object.fromEntries(names.map((name) => [name, script(name)])),
    });
    expect(outcome).toBe('running');
    expect(requests).toEqual(['GET /api/v1/applications?projects=store', 'GET /api/v1/applications?projects=store']);
  });

  const open = [{ name: 'shop-{{cluster}}', project: 'store', 'application-set': 'shop' }];
  const child = (name: string, over: Described = {}): Script => always({ ...runs, name, owner: 'shop', ...over });

  it('finds the children of an ApplicationSet by owner and path, in one list', async () => {
    const { outcome, applications, requests } = await wait({
      report: report([environment({}, open)]),
      applications: {
        'shop-blue': child('shop-blue'),
        'shop-green': child('shop-green'),
        'shop-stg': child('shop-stg', { path: 'applications/shop/overlays/stg' }),
        'shop-other': child('shop-other', { owner: 'other' }),
      },
    });
    expect(outcome).toBe('running');
    expect(applications.map(({ name }) => name)).toEqual(['shop-blue', 'shop-green']);
    expect(requests.filter((request) => request === 'GET /api/v1/applications?projects=store')).toHaveLength(1);
  });

  it('repeats that list until the timeout', async () => {
    const text = report([environment({}, open)]);
    const applications = { 'shop-blue': child('shop-blue') };
    const { outcome, slept } = await wait({ report: text, applications, list: 'troubled' });
    expect([outcome, slept.length]).toEqual(['running', 10]);
    await expect(wait({ report: text, applications, list: 'troubled', timeout: 15 })).rejects.toThrow(
      /does not list its Applications/,
    );
  });

  it('names the right that lists the children of an ApplicationSet', async () => {
    const list = 'forbidden' as const;
    const text = report([environment({}, open)]);
    await expect(wait({ report: text, list })).rejects.toThrow(/refuses to tell/);
  });

  it('skips promotions that are not on the branch, and reports it', async () => {
    const proposed = environment({ name: 'stg', outcome: 'proposed' });
    const { outcome, log } = await wait({
      report: report([proposed, environment()]),
      applications: { 'shop-prod': always(runs) },
    });
    expect(outcome).toBe('running');
    expect(log[0]).toMatch(/"stg" of "shop" is not awaited: it is proposed in a pull request/);
  });

  it('ends with `unchanged` if there is nothing to wait for', async () => {
    const armed = report([environment({ outcome: 'armed' })]);
    const { outcome, notices, requests } = await wait({ report: armed });
    expect([outcome, requests]).toEqual(['unchanged', []]);
    expect(notices.map(({ message }) => message).join(' ')).toMatch(/Nothing is awaited.*waits in a pull request/);
    expect((await wait({ report: report([environment()], { 'dry-run': true }) })).outcome).toBe('unchanged');
  });

  it('waits only for the named environments', async () => {
    const text = report([environment(), environment({ name: 'stg' }, [{ name: 'shop-stg' }])]);
    const { applications } = await wait({ report: text, only: ['prod'], applications: { 'shop-prod': always(runs) } });
    expect(applications.map(({ name }) => name)).toEqual(['shop-prod']);
  });

  it('waits for unchanged images, by the time of the comparison if the report names no commit', async () => {
    const text = report([environment({ outcome: 'unchanged', changes: [], images: [`${web}:v2`] })], {
      commit: undefined,
    });
    const looked = { ...runs, reconciledAt: '2026-11-30T12:00:20Z' };
    const stale = { ...runs, reconciledAt: '2026-11-30T11:00:00Z' };
    expect((await wait({ report: text, applications: { 'shop-prod': states(stale, looked) } })).requests).toHaveLength(
      2,
    );
  });
});

describe('an invalid report', () => {
  const problems = (text: string, only?: readonly string[]) => {
    try {
      readAwaited(text, only);
      return [];
    } catch (error) {
      return error instanceof PromotionError ? error.violations.map(({ message }) => message) : [String(error)];
    }
  };

  it.each([
    ['no JSON', 'nothing', /not the JSON object/],
    ['of another command', JSON.stringify({ command: 'status' }), /promotes nothing/],
    ['cut to counts', report([], { cut: { environments: 3 } }), /holds counts alone/],
    ['of a checkout', report([environment()], { repository: undefined }), /no manifest repository/],
  ])('is refused: %s', (_, text, message) => {
    expect(problems(text)).toEqual([expect.stringMatching(message)]);
  });

  it('is refused with the names of its environments', () => {
    expect(problems(report([environment()]), ['production'])).toEqual([expect.stringContaining('"production"')]);
  });
});
