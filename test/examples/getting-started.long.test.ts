/** docs/getting-started.md, followed step by step: its shell, its configuration and its rulesets, on the fake GitHub. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf, root } from '../docs/pages.ts';
import type { Protection } from '../github/world.ts';
import { type Event, type ExampleWorld, exampleWorld, MANIFESTS, outcomes, SHOP } from './world.ts';

const page = await readFile(join(root, 'docs/getting-started.md'), 'utf8');

/** The blocks of a step of the page, in this language. */
const blocks = (step: number, language: string): Block[] => {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${step}. `)) ?? '';
  return blocksOf(`step ${step}`, section).filter((block) => block.language === language);
};

type RuleSet = {
  readonly conditions: { readonly ref_name: { readonly include: readonly string[] } };
  readonly bypass_actors: readonly { readonly actor_id: number }[];
  readonly rules: readonly { readonly type: string; readonly parameters?: Readonly<Record<string, unknown>> }[];
};

/** The ruleset that a call of the page makes, as the fake GitHub knows it. */
const protectionOf = ({ text }: Block): Protection => {
  const { conditions, bypass_actors, rules }: RuleSet = JSON.parse(/<<'JSON'\n([\s\S]*?)^JSON$/m.exec(text)?.[1] ?? '');
  const types = rules.map(({ type }) => type);
  const review = rules.find(({ type }) => type === 'pull_request');
  const [pattern = ''] = conditions.ref_name.include;
  return {
    kind: 'ruleset',
    pattern: pattern.replace('~DEFAULT_BRANCH', 'main').replace('refs/heads/', ''),
    bypass: bypass_actors.map(({ actor_id }) => (actor_id === 123456 ? 'promoter[bot]' : 'somebody')),
    requiresPullRequest: review !== undefined,
    requiredApprovals: Number(review?.parameters?.required_approving_review_count ?? 0),
    blocksCreations: types.includes('creation'),
    blocksUpdates: types.includes('update'),
    blocksDeletions: types.includes('deletion'),
    blocksForcePushes: types.includes('non_fast_forward'),
  };
};

/** The three checkouts beside each other. */
const checkOut = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'getting-started-'));
  await symlink(root, join(folder, 'image-promotion'));
  for (const name of ['manifests', 'shop']) await mkdir(join(folder, name));
  const workflow = (repository: string, name: string) => join(folder, repository, '.github/workflows', name);
  return {
    folder,
    workflow,
    /** Runs the shell of the step in a checkout, and gives the workflows that are there afterwards. */
    follow: async (step: number, repository: string): Promise<Record<string, string>> => {
      const script = blocks(step, 'sh').map(({ text }) => text);
      execFileSync('bash', ['-euo', 'pipefail', '-c', script.join('\n')], { cwd: join(folder, repository) });
      const names = await readdir(join(folder, repository, '.github/workflows'));
      const texts = await Promise.all(names.map((name) => readFile(workflow(repository, name), 'utf8')));
      return Object.fromEntries(names.map((name, index) => [`.github/workflows/${name}`, texts[index] ?? '']));
    },
  };
};

const overlay = (environment: string): string => `applications/shop/overlays/${environment}/kustomization.yaml`;
const person = (inputs: Readonly<Record<string, string>>): Event => ({
  name: 'workflow_dispatch',
  payload: { inputs, ref: 'refs/heads/main' },
});

describe('the set-up of docs/getting-started.md', () => {
  let world: ExampleWorld;
  let checkouts: Awaited<ReturnType<typeof checkOut>>;

  beforeAll(async () => {
    world = await exampleWorld();
    checkouts = await checkOut();
    // The manifests list the images of the registry of this test, as those of a user list theirs.
    const entries = Object.entries(await world.manifests.files());
    const files = entries.map(([path, text]) => [path, text.replaceAll('registry.example.com', world.registry.host)]);
    await world.manifests.commit('main', Object.fromEntries(files));
  });

  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await rm(checkouts.folder, { recursive: true });
  });

  const running = (environment: string) => world.manifests.read(overlay(environment));

  /** A run by hand in acme/manifests. */
  const byPerson = (workflow: string, inputs: Readonly<Record<string, string>>) =>
    world.run(MANIFESTS, checkouts.workflow('manifests', workflow), person(inputs));

  /** A run of the application, and the run that it starts in acme/manifests. */
  const fromShop = async (workflow: string, ref: string) => {
    const event = {
      name: 'push',
      ref,
      payload: { head_commit: { id: world.sha }, repository: { default_branch: 'main' } },
    };
    expect(outcomes(await world.run(SHOP, checkouts.workflow('shop', workflow), event)).at(-1)).toBe('dispatched');
    return sentAgain();
  };
  const sentAgain = async () => {
    const { workflow = '', inputs = {} } = world.manifests.workflowDispatches.at(-1) ?? {};
    const payload = { payload: String(inputs.payload) };
    return outcomes(await world.run(MANIFESTS, checkouts.workflow('manifests', workflow), person(payload)));
  };

  it('promotes by hand with the workflows of step 2, which name the copy of the action', async () => {
    const files = await checkouts.follow(2, 'manifests');
    expect(Object.keys(files).sort()).toEqual(['.github/workflows/by-hand.yml', '.github/workflows/promote.yml']);
    for (const text of Object.values(files)) expect(text).toContain('uses: acme/image-promotion@v1');
    await world.manifests.commit('main', files);
    const inputs = { product: 'shop', environments: 'dev', images: `${world.registry.host}/shop/web:b7`, reason: '' };
    const head = await world.manifests.head();
    await byPerson('by-hand.yml', { ...inputs, 'dry-run': 'true' });
    expect(await world.manifests.head()).toBe(head);
    expect(outcomes(await byPerson('by-hand.yml', { ...inputs, 'dry-run': 'false' }))).toEqual(['promoted']);
    expect(await running('dev')).toContain('newTag: "b7"');
  });

  it('promotes a merge and a release of the application with the workflows of step 3', async () => {
    const [step] = blocks(3, 'yaml');
    await checkouts.follow(3, 'shop');
    for (const name of ['merge.yml', 'release.yml']) {
      const path = checkouts.workflow('shop', name);
      const indented = step?.text.replaceAll(/^(?=.)/gm, '      ') ?? '';
      const text = await readFile(path, 'utf8');
      const changed = text
        .replace(/^ {6}- uses: acme\/image-promotion@v1\n(?= {8}with:\n {10}command: dispatch)/m, `${indented}$&`)
        .replace('secrets.DISPATCH_TOKEN', 'steps.app.outputs.token');
      expect(changed).not.toContain('DISPATCH_TOKEN');
      await writeFile(path, changed);
    }
    expect(await fromShop('merge.yml', 'refs/heads/main')).toEqual(['promoted']);
    expect(await running('dev')).toContain(world.sha);
    world.registry.put('shop/web', world.sha);
    expect(await fromShop('release.yml', 'refs/tags/v1.5.0')).toEqual(['promoted']);
    for (const environment of ['stg', 'prod']) expect(await running(environment)).toContain('newTag: v1.5.0');
  });

  it('blocks every writer except the App of step 4 after step 5', async () => {
    const plain = await readFile(join(root, 'examples/workflows/manifests/rollback.yml'), 'utf8');
    expect(plain).toContain('contents: write');
    const files = await checkouts.follow(4, 'manifests');
    expect(Object.keys(files)).toContain('.github/workflows/rollback.yml');
    for (const text of Object.values(files)) expect(text).not.toContain('contents: write\njobs');
    await world.manifests.commit('main', files);
    world.manifests.settings.protections.push(...blocks(5, 'sh').map(protectionOf));
    const images = `${world.registry.host}/shop/web:b8`;
    const inputs = { product: 'shop', environments: 'dev', images, reason: '', 'dry-run': 'false' };
    expect(outcomes(await world.manifest('by-hand.yml', person(inputs))).join()).toContain('branch-protected');
    expect(outcomes(await byPerson('by-hand.yml', inputs))).toEqual(['promoted']);
  });

  it('requires a review with the configuration of step 6, and opens a pull request for the next release', async () => {
    const [configuration] = blocks(6, 'yaml');
    const text = `${configuration?.text}issuer: ${world.issuer}\n`;
    await world.manifests.commit('configuration', { '.github/promotion.yml': text });
    const { number } = await world.manifests.openPullRequest({ head: 'configuration' });
    await expect(world.manifests.mergePullRequest(number)).rejects.toThrow();
    await world.manifests.review(number, 'hubot', 'APPROVED');
    await world.manifests.mergePullRequest(number);
    await world.github.repository(SHOP).setRef('refs/tags/v1.6.0', world.sha);
    expect(await fromShop('release.yml', 'refs/tags/v1.6.0')).toEqual(['proposed']);
    expect(await running('stg')).toContain('newTag: v1.6.0');
    expect(await running('prod')).toContain('newTag: v1.5.0');
    const [proposed] = world.manifests.pullRequests.filter(({ head }) => head.startsWith('promotion/'));
    expect(proposed).toMatchObject({ author: 'promoter[bot]', labels: ['release'], state: 'OPEN' });
    await world.manifests.review(proposed?.number ?? 0, 'hubot', 'APPROVED');
    await world.manifests.mergePullRequest(proposed?.number ?? 0);
    expect(await running('prod')).toContain('newTag: v1.6.0');
  });

  it('refuses a request without a proof after step 6', async () => {
    const { proof, ...payload } = JSON.parse(String(world.manifests.workflowDispatches.at(-1)?.inputs.payload));
    expect(proof).toBeTypeOf('string');
    const event = person({ payload: JSON.stringify(payload) });
    const told = await world.run(MANIFESTS, checkouts.workflow('manifests', 'promote.yml'), event);
    expect(outcomes(told).join()).toContain('proof-missing');
  });

  it('rolls back as in step 7: by commit in stg, which holds the image, and by pull request in prod', async () => {
    const back = { product: 'shop', to: '', reason: 'Checkout fails', 'dry-run': 'false' };
    expect(outcomes(await byPerson('rollback.yml', { ...back, environment: 'stg' }))).toEqual(['promoted']);
    expect(await running('stg')).toContain('newTag: v1.5.0');
    expect((await sentAgain()).join()).toMatch(/superseded|refused/);
    expect(await running('stg')).toContain('newTag: v1.5.0');
    expect(outcomes(await byPerson('rollback.yml', { ...back, environment: 'prod' }))).toEqual(['proposed']);
    expect(await running('prod')).toContain('newTag: v1.6.0');
  });

  it('reuses the branch that the merged pull request of step 6 has left', async () => {
    const [merged, back] = world.manifests.pullRequests.filter(({ head }) => head.startsWith('promotion/'));
    expect(merged).toMatchObject({ state: 'MERGED' });
    await world.manifests.closePullRequest(back?.number ?? 0);
    expect(await world.manifests.head(merged?.head)).toBeTypeOf('string');
    await world.github.repository(SHOP).setRef('refs/tags/v1.7.0', world.sha);
    expect(await fromShop('release.yml', 'refs/tags/v1.7.0')).toEqual(['proposed']);
    const next = world.manifests.pullRequests.at(-1);
    expect(next).toMatchObject({ head: merged?.head, state: 'OPEN' });
    expect(next?.number).toBeGreaterThan(merged?.number ?? 0);
  });
});
