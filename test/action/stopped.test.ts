/** A step that is cancelled, as a process: its results for people and later steps. */
import { describe, expect, it } from 'vitest';
import { application, fakeArgoCD } from '../argocd/server.ts';
import { before, hang, type Incoming, type Match, refusedGraphql } from '../github/faults.ts';
import type { FakeGitHub } from '../github/server.ts';
import { startMemoryRegistry } from '../registry/memory.ts';
import { type Respond, respondJson } from '../registry/server.ts';
import type { StepResult } from '../runner/action.ts';
import { oneOf } from '../sample.ts';
import { byHand, dispatched, MANIFESTS, manifestsOnGitHub, start } from './job.ts';

const workflow = { '.github/workflows/promote.yml': 'on: workflow_dispatch\n' };

const waiting = async (signal: NodeJS.Signals) => {
  await using github = await manifestsOnGitHub(workflow);
  const result = await start(github, {
    event: { name: 'push', payload: { head_commit: { id: 'a'.repeat(40) } } },
    with: {
      command: 'dispatch',
      repository: MANIFESTS,
      product: 'shop',
      environments: 'dev',
      images: 'registry.example.com/shop/web:v2',
      workflow: 'promote.yml',
      wait: '600',
    },
    github: { repository: 'acme/shop' },
    ending: { signal, at: 'Wait for the end of the run' },
  });
  return { ...result, run: `${github.serverUrl}/${MANIFESTS}/actions/runs/7000` };
};

describe('a dispatch that waits', () => {
  it('links the run before it starts to wait, in log and summary', async () => {
    const { code, stdout, summary, run } = await waiting('SIGKILL');
    expect(code).not.toBe(0);
    expect(stdout).toContain(`It started the run ${run}`);
    expect(summary).toContain(run);
  });

  it('reports the state once when a signal ends it', async () => {
    const { code, outputs, summary, run, stdout } = await waiting('SIGTERM');
    expect(code).toBe(1);
    expect(outputs.outcome).toBe('dispatched');
    expect(summary.split(run)).toHaveLength(2);
    expect(summary).toContain('The run was stopped');
    expect(JSON.parse(outputs.report ?? '{}').violations).toMatchObject([{ code: 'interrupted' }]);
    expect(stdout).toContain('::error');
  });
});

describe('a promotion that is cancelled', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('reports its state when %s ends it', async (signal) => {
    await using github = await manifestsOnGitHub();
    github.faults.always({}, hang());
    const { code, outputs, summary } = await byHand(
      github,
      { product: 'shop', environments: 'dev', images: 'registry.example.com/shop/web:v2' },
      { ending: { signal, at: 'Read the manifest repository' } },
    );
    expect(code).toBe(1);
    expect(outputs.outcome).toBe('failed');
    expect(summary).toContain('The run was stopped');
    expect(JSON.parse(outputs.report ?? '{}').environments).toMatchObject([{ name: 'dev', product: 'shop' }]);
  });

  it('reports the deliveries that it has finished', async () => {
    await using github = await manifestsOnGitHub({
      '.github/promotion.yml': 'environments:\n  dev:\n  stg: { delivery: pull-request }\n',
    });
    github.faults.next({ name: 'createRef' }, hang());
    const payload = { product: 'shop', environments: ['dev', 'stg'], images: ['registry.example.com/shop/web:v2'] };
    const { code, outputs } = await dispatched(github, payload, { ending: { signal: 'SIGTERM', at: 'Committed ' } });
    expect(code).toBe(1);
    const { environments, violations } = JSON.parse(outputs.report ?? '{}');
    expect(violations).toMatchObject([{ code: 'interrupted' }]);
    expect(environments).toMatchObject([
      { name: 'dev', outcome: 'promoted' },
      { name: 'stg', outcome: 'failed' },
    ]);
    expect(outputs.commit).toBe(await github.repository(MANIFESTS).head());
  });
});

const web = 'registry.example.com/shop/web';

/** A promise and a function that settles it after pending answers have arrived. */
const moment = () => {
  let settle: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    settle = () => void setTimeout(resolve, 500);
  });
  return { reached, settle };
};

type Stopped = Pick<StepResult, 'code' | 'outputs' | 'summary'>;

/** The required behaviour of each cancelled command. */
const told = ({ code, outputs, summary }: Stopped) => {
  expect(code).toBe(1);
  expect(summary).toContain('The run was stopped');
  const report = JSON.parse(outputs.report ?? '{}');
  expect(report.violations).toMatchObject([{ code: 'interrupted' }]);
  return { report, outputs };
};

/** GitHub does not answer a request that matches, and the run is stopped then. */
const stuck = (github: FakeGitHub, match: Exclude<Match, (request: Incoming) => boolean>) => {
  const { reached, settle } = moment();
  github.faults.next(match, before(settle));
  github.faults.next(match, hang());
  return { signal: 'SIGTERM', at: reached } as const;
};

type Story = { readonly what: string; readonly play: () => Promise<void> };

const onDev = { product: 'shop', environments: ['dev'], images: [`${web}:v2`] };

/** A promotion of `dev` that is stopped in the middle. */
const promoting = async (delivery: string, settings: string, match: Parameters<typeof stuck>[1]) => {
  await using github = await manifestsOnGitHub({
    '.github/promotion.yml': `environments:\n  dev: { delivery: ${delivery}${settings} }\n`,
  });
  const result = await dispatched(github, onDev, { ending: stuck(github, match) });
  return { ...told(result), github: github.repository(MANIFESTS) };
};

const reading = (command: string): Story => ({
  what: `${command} while GitHub does not answer`,
  play: async () => {
    await using github = await manifestsOnGitHub();
    const run = { with: { command }, ending: stuck(github, { kind: 'query' }) };
    expect(told(await byHand(github, {}, run)).outputs.outcome).toBe('failed');
  },
});

const stories: readonly Story[] = [
  {
    what: 'check while one of two registries does not answer: the other verdict is told',
    play: async () => {
      await using github = await manifestsOnGitHub();
      const registry = await startMemoryRegistry();
      try {
        const digest = registry.put('acme/web', 'v1');
        const { reached, settle } = moment();
        registry.spoil('acme/web', settle, 'v2');
        const images = ['v1', 'v2', 'v3'].map((tag) => `${registry.host}/acme/web:${tag}`);
        const run = {
          with: { command: 'check', images: images.join() },
          ending: { signal: 'SIGTERM', at: reached } as const,
        };
        const { report, outputs } = told(await byHand(github, {}, run));
        expect(outputs).toMatchObject({ outcome: 'failed', built: 'false', missing: images[2] });
        expect(report.images).toEqual([
          { image: images[0], verdict: 'present', digest },
          { image: images[2], verdict: 'absent' },
        ]);
        expect(github.requests).toEqual([]);
      } finally {
        await registry.close();
      }
    },
  },
  {
    what: 'retag while one of two tags is set: the other is told',
    play: async () => {
      await using github = await manifestsOnGitHub();
      const registry = await startMemoryRegistry();
      try {
        const digest = registry.put('acme/web', 'sha');
        const { reached, settle } = moment();
        const image = `${registry.host}/acme/web`;
        const answer: Respond = ({ method }, response) => {
          if (method === 'PUT') settle();
          else respondJson(response, 404, { errors: [{ code: 'MANIFEST_UNKNOWN' }] });
        };
        registry.spoil('acme/web', answer, 'v2');
        const inputs = { command: 'retag', images: `${image}:sha`, tags: 'v1,v2' };
        const result = await byHand(github, {}, { with: inputs, ending: { signal: 'SIGTERM', at: reached } });
        const { report, outputs } = told(result);
        expect(outputs).toMatchObject({ outcome: 'failed', digest });
        expect(report.images).toEqual([{ image: `${image}:v1`, verdict: 'tagged', digest }]);
      } finally {
        await registry.close();
      }
    },
  },
  {
    what: 'await while Argo CD is behind: the state of each Application is told',
    play: async () => {
      await using github = await manifestsOnGitHub();
      const commit = (await github.repository(MANIFESTS).head('main')) ?? '';
      const state = (name: string) => () => application({ name, revision: '0'.repeat(40), images: [`${web}:v1`] });
      const applications = { blue: state('blue'), green: state('green') };
      await using argo = await fakeArgoCD({ applications });
      const environment = {
        ...{ name: 'prod', product: 'shop', delivery: 'commit', outcome: 'promoted', superseded: [] },
        changes: [{ path: 'prod.yaml', line: 3, image: web, to: `${web}:v2` }],
        applications: Object.keys(applications).map((name) => ({ name, file: 'argocd/app.yaml', sync: 'automatic' })),
      };
      const report = { command: 'promote', repository: MANIFESTS, branch: 'main', commit, environments: [environment] };
      const result = await byHand(
        github,
        {},
        {
          with: {
            ...{ command: 'await', report: JSON.stringify(report) },
            ...{ 'argocd-server': argo.url, 'argocd-token': 'argocd-secret' },
          },
          ending: { signal: 'SIGTERM', at: 'green is at ' },
        },
      );
      const { report: awaited } = told(result);
      expect(awaited.awaited).toMatchObject([
        { name: 'blue', state: 'failed', detail: expect.stringContaining('0000000') },
        { name: 'green', state: 'failed', detail: expect.stringContaining('0000000') },
      ]);
      expect(result.summary).toContain('green');
    },
  },
  {
    what: 'dispatch before the request is sent: nothing is sent afterwards',
    play: async () => {
      await using github = await manifestsOnGitHub(workflow);
      const result = await start(github, {
        event: { name: 'push', payload: { head_commit: { id: 'a'.repeat(40) } } },
        with: { command: 'dispatch', repository: MANIFESTS, product: 'shop', environments: 'dev', images: `${web}:v2` },
        github: { repository: 'acme/shop' },
        ending: stuck(github, { method: 'GET', path: '/repos/acme/manifests' }),
      });
      expect(told(result).outputs.outcome).toBe('failed');
      expect(github.repository(MANIFESTS).dispatches).toEqual([]);
    },
  },
  {
    what: 'dispatch while the request is sent: it may have arrived',
    play: async () => {
      await using github = await manifestsOnGitHub(workflow);
      const result = await start(github, {
        event: { name: 'push', payload: { head_commit: { id: 'a'.repeat(40) } } },
        with: { command: 'dispatch', repository: MANIFESTS, product: 'shop', environments: 'dev', images: `${web}:v2` },
        github: { repository: 'acme/shop' },
        ending: stuck(github, { method: 'POST', path: '/repos/acme/manifests/dispatches' }),
      });
      expect(told(result).report.violations[0].message).toContain('may still take effect');
    },
  },
  ...['status', 'history', 'validate'].map(reading),
  {
    what: 'rollback while it commits: the commit may have been made',
    play: async () => {
      await using github = await manifestsOnGitHub();
      expect((await dispatched(github, onDev)).outputs.outcome).toBe('promoted');
      const asked = { product: 'shop', environments: 'dev', images: web };
      const run = { with: { command: 'rollback' }, ending: stuck(github, { field: 'createCommitOnBranch' }) };
      const { report, outputs } = told(await byHand(github, asked, run));
      expect(outputs.outcome).toBe('failed');
      expect(report.violations[0].message).toContain('may still take effect');
    },
  },
  {
    what: 'promote while it commits',
    play: async () => {
      const { report } = await promoting('commit', '', { field: 'createCommitOnBranch' });
      expect(report.environments).toMatchObject([{ name: 'dev', delivery: 'commit', outcome: 'failed' }]);
      expect(report.violations[0].message).toContain('may still take effect');
    },
  },
  {
    what: 'promote while it waits to start over',
    play: async () => {
      await using github = await manifestsOnGitHub();
      github.faults.always(
        { field: 'createCommitOnBranch' },
        refusedGraphql('STALE_DATA', 'Expected branch to point to "x"'),
      );
      const result = await dispatched(github, onDev, {
        ending: { signal: 'SIGTERM', at: 'starting over from a fresh read' },
      });
      expect(told(result).outputs.outcome).toBe('failed');
    },
  },
  {
    what: 'promote while it opens the pull request: the commit on its branch is told',
    play: async () => {
      const { outputs, github } = await promoting('pull-request', '', { field: 'createPullRequest' });
      expect(outputs.commit).toBe(await github.head('promotion/shop/dev'));
    },
  },
  {
    what: 'promote while it adds labels: the pull request is told',
    play: async () => {
      const { outputs } = await promoting('pull-request', ', labels: [bug]', { path: /\/labels$/ });
      expect(outputs).toMatchObject({ changed: 'true', 'pull-request-number': '1' });
    },
  },
  {
    what: 'promote while it merges: the pull request is told',
    play: async () => {
      const { outputs } = await promoting('merge', '', { path: /\/merge$/ });
      expect(outputs).toMatchObject({ changed: 'true', 'pull-request-number': '1' });
    },
  },
];

describe('SIGTERM during a command', () => {
  it.each(oneOf(11, stories))('$what', async ({ play }) => play());
});
