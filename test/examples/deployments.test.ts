/** deployments.yml as it stands, with GitHub's own command line, against a fake GitHub and a fake Argo CD. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { application, type Described, fakeArgoCD, type Script } from '../argocd/server.ts';
import type { Deployment } from '../github/world.ts';
import { describeWithPrograms } from '../programs.ts';
import { isLong } from '../sample.ts';
import { type ExampleWorld, exampleWorld, outline, SHOP } from './world.ts';

const web = 'registry.example.com/shop/web';
const api = 'registry.example.com/billing/api';
const configuration = {
  '.github/promotion.yml':
    'argocd: { applications: "argocd/overlays/*/*/*.yaml", url: "https://argocd.example.com" }\nenvironments:\n  dev:\n  stg:\n  prod:\n',
};

/** The Application in Argo CD after the promotion of `commit`. */
type Saying = (commit: string, world: ExampleWorld) => Described | Promise<Described>;

const runs =
  (...images: readonly string[]): Saying =>
  (revision) => ({ revision, images, reconciledAt: '2099-01-01T00:00:00Z' });

const open = async (says: Readonly<Record<string, Saying>>, token = 'argocd-secret') => {
  const folder = await mkdtemp(join(tmpdir(), 'deployments-'));
  const socket = join(folder, 'github.sock');
  await writeFile(join(folder, 'config.yml'), `http_unix_socket: ${socket}\n`);
  const shell = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    GH_CONFIG_DIR: folder,
    GH_HOST: 'github.localhost',
    GH_PROMPT_DISABLED: '1',
    GH_NO_UPDATE_NOTIFIER: '1',
  };
  const script =
    (name: string, say: Saying): Script =>
    async () =>
      application({ name, ...(await say((await world.manifests.head()) ?? '', world)) });
  const argo = await fakeArgoCD({
    token,
    applications: Object.fromEntries(Object.entries(says).map(([name, say]) => [name, script(name, say)])),
  });
  const edit = (text: string): string =>
    text.replaceAll('https://argocd.example.com', argo.url).replaceAll('timeout: 1200', 'timeout: 1');
  const world = await exampleWorld(configuration, {}, { shell, socket, edit });
  const promote = (payload: object, source: object = { repository: SHOP, sha: world.sha }) =>
    world.manifest('deployments.yml', {
      name: 'repository_dispatch',
      payload: { client_payload: { source, ...payload } },
    });
  const close = async (): Promise<void> => {
    await world[Symbol.asyncDispose]();
    await argo[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
  const deployments = () => world.github.repository(SHOP).deployments;
  return { world, promote, deployments, [Symbol.asyncDispose]: close };
};

const failed: Saying = (revision) => ({
  revision,
  sync: 'OutOfSync',
  operation: { phase: 'Failed', message: 'denied by $(policy) "web"', revision, finishedAt: '2099-01-01T00:00:00Z' },
});

/** The long suite alone executes these: each starts a dozen processes. */
const thorough = it.runIf(isLong);

const states = ({ statuses }: Deployment): string[] => statuses.map(({ state }) => state);
const toDev = (tag: string) => ({ product: 'shop', environments: ['dev'], images: [`${web}:${tag}`] });

describeWithPrograms('deployments.yml', ['gh', 'jq'], () => {
  it('shows each product and environment of a promotion: in progress, then success, failure or the action that a person has to take', async () => {
    await using github = await open({
      'shop-dev': runs(`${web}:v2`),
      'shop-stg': failed,
      'billing-dev': runs(`${api}:v2`),
      'billing-stg': (revision) => ({ revision, sync: 'OutOfSync', automated: false }),
    });
    const images = [`${web}:v2`, `${api}:v2`];
    const told = await github.promote({ products: ['shop', 'billing'], environments: ['dev', 'stg'], images });
    expect(outline(told)).toEqual([
      'promote / promotion: executed, promoted',
      'promote / app: not ours',
      'promote / begin: executed, undefined',
      'await / OWNER/image-promotion: executed, degraded',
      'await / app: not ours',
      'await / step 3: executed, undefined',
    ]);
    const shown = github.deployments().map(({ environment, statuses }) => {
      const [begun, { state, environment_url, description } = {}] = statuses;
      return [environment, begun?.state, state, environment_url, description];
    });
    const page = (name: string) => `https://argocd.example.com/applications/argocd/${name}`;
    expect(shown.toSorted()).toEqual([
      ['billing/dev', 'in_progress', 'success', page('billing-dev'), 'billing-dev runs what was promoted'],
      [
        'billing/stg',
        'in_progress',
        'pending',
        page('billing-stg'),
        'billing-stg is out of sync, and somebody has to sync it',
      ],
      ['dev', 'in_progress', 'success', 'https://dev.shop.example.com', 'shop-dev runs what was promoted'],
      ['stg', 'in_progress', 'failure', page('shop-stg'), 'shop-stg did not sync: denied by $(policy) "web"'],
    ]);
    const run = expect.stringMatching(/\/acme\/manifests\/actions\/runs\/7001$/);
    expect(github.deployments()[0]).toMatchObject({
      sha: github.world.sha,
      description: `${web}:v2`,
      production_environment: false,
      login: 'deployer[bot]',
      statuses: [{ log_url: run }, { log_url: run }],
    });
  });

  thorough('goes on with the deployment of an earlier run where everything is there already', async () => {
    let isReady = false;
    await using github = await open({
      'shop-dev': (revision) => (isReady ? { revision, images: [`${web}:v2`] } : { revision: '0'.repeat(40) }),
    });
    await github.promote(toDev('v2'));
    isReady = true;
    await github.promote(toDev('v2'));
    expect(github.deployments().map(states)).toEqual([['in_progress', 'failure', 'in_progress', 'success']]);
  });

  thorough('shows a failure where the time is up', async () => {
    await using github = await open({ 'shop-dev': () => ({ revision: '0'.repeat(40) }) });
    await github.promote(toDev('v2'));
    const [deployment] = github.deployments();
    expect(deployment?.statuses).toMatchObject([{}, { state: 'failure', description: 'shop-dev is at 0000000' }]);
  });

  thorough('shows what a newer promotion took the place of as inactive', async () => {
    const overtake: Saying = async (_, world) => {
      const message = `Promote\n\nPromotion: dev ${web}:v3`;
      const revision = await world.manifests.commit('main', { overtaken: '' }, { message });
      return { revision, images: [`${web}:v3`] };
    };
    await using github = await open({ 'shop-dev': overtake });
    await github.promote(toDev('v2'));
    expect(github.deployments().map(states)).toEqual([['in_progress', 'inactive']]);
  });

  thorough('shows an error where nobody could see whether it runs, and the run fails', async () => {
    await using github = await open({ 'shop-dev': runs(`${web}:v2`) }, 'another-token');
    const told = await github.promote(toDev('v2'));
    expect(told.find(({ job }) => job === 'await')?.result?.code).toBe(1);
    expect(github.deployments().map(states)).toEqual([['in_progress', 'error']]);
  });

  thorough('makes what ran before inactive', async () => {
    const seen: string[] = ['v2'];
    await using github = await open({ 'shop-dev': (revision) => ({ revision, images: [`${web}:${seen.at(-1)}`] }) });
    await github.promote(toDev('v2'));
    seen.push('v3');
    await github.promote(toDev('v3'));
    expect(github.deployments().map(states)).toEqual([
      ['in_progress', 'success', 'inactive'],
      ['in_progress', 'success'],
    ]);
  });

  thorough('begins nothing that is only left out or refused, and nothing whose commit nobody knows', async () => {
    await using github = await open({ 'shop-dev': runs(`${web}:v2`) });
    await github.promote(toDev('v2'), {});
    const [, , begun] = await github.promote({ ...toDev('v2'), environments: ['nowhere'] });
    expect([begun?.result?.code, begun?.result?.outputs]).toEqual([0, {}]);
    expect(github.deployments()).toEqual([]);
  });

  thorough('warns where the application has no such commit, and waits all the same', async () => {
    await using github = await open({ 'shop-dev': runs(`${web}:v2`) });
    const told = await github.promote(toDev('v2'), { repository: SHOP, sha: '1'.repeat(40) });
    expect(told[2]?.result?.stderr).toContain('No ref found for: 1111111');
    expect(told[2]?.result?.stdout).toContain('::warning::No deployment for "dev"');
    expect(outline(told).slice(3)).toEqual([
      'await / OWNER/image-promotion: executed, running',
      'await / app: not taken',
      'await / step 3: not taken',
    ]);
  });
});
