/** The workflows of examples/workflows/application, executed step by step as they stand. */
import { describe, expect, it } from 'vitest';
import { respondJson } from '../registry/server.ts';
import { type Event, type ExampleWorld, exampleWorld, outcomes, outline, SHOP, type Surroundings } from './world.ts';

const merged = (sha: string): Event => ({
  name: 'push',
  payload: { head_commit: { id: sha }, repository: { default_branch: 'main' } },
});
const released = (sha: string): Event => ({
  name: 'push',
  ref: 'refs/tags/v1.5.0',
  payload: { head_commit: { id: sha }, repository: { default_branch: 'main' } },
});

/** The dispatches of the manifest repository, and their senders. */
const asked = ({ manifests }: ExampleWorld) =>
  manifests.workflowDispatches.map(({ workflow, inputs }) => ({ workflow, ...JSON.parse(String(inputs.payload)) }));

describe('merge.yml', () => {
  it('requests dev, with the source of the image and a proof of it', async () => {
    await using world = await exampleWorld();
    expect(outline(await world.application('merge.yml', merged(world.sha)))).toEqual([
      'image / actions/checkout: not ours',
      'image / docker/login-action: not ours',
      'image / docker/build-push-action: not ours',
      'image / OWNER/image-promotion: executed, dispatched',
    ]);
    expect(asked(world)).toMatchObject([
      {
        workflow: 'promote.yml',
        product: 'shop',
        environments: ['dev'],
        images: [`${world.registry.host}/shop/web:${world.sha}`],
        source: {
          repository: 'acme/shop',
          sha: world.sha,
          ref: 'refs/heads/main',
          workflow: 'merge.yml',
          run_number: 17,
          committed_at: expect.any(String),
        },
        proof: expect.any(String),
      },
    ]);
  });

  it('promotes to dev through promote.yml of the manifest repository', async () => {
    await using world = await exampleWorld();
    await world.application('merge.yml', merged(world.sha));
    const payload = String(world.manifests.workflowDispatches[0]?.inputs.payload);
    const here = payload.replaceAll(world.registry.host, 'registry.example.com');
    const event = { name: 'workflow_dispatch', payload: { inputs: { payload: here } } };
    expect(outcomes(await world.manifest('promote.yml', event))).toEqual(['promoted']);
    const overlay = await world.manifests.read('applications/shop/overlays/dev/kustomization.yaml');
    expect(overlay).toMatch(new RegExp(`newTag: "?${world.sha}"? # the storefront`));
  });
});

describe('attest.yml', () => {
  it('signs the built image before it requests its promotion', async () => {
    await using world = await exampleWorld();
    expect(outline(await world.application('attest.yml', merged(world.sha)))).toEqual([
      'image / actions/checkout: not ours',
      'image / docker/login-action: not ours',
      'image / build: not ours',
      'image / actions/attest-build-provenance: not ours',
      'image / OWNER/image-promotion: executed, dispatched',
    ]);
  });
});

describe.each([
  ['release.yml', 'shop/web'],
  ['release-ghcr.yml', 'acme/shop'],
])('%s', (file, image) => {
  it('names the image of the commit anew and requests stg and prod', async () => {
    await using world: ExampleWorld = await exampleWorld(
      {},
      {},
      here(() => world),
    );
    const digest = world.registry.put(image, world.sha);
    expect(outcomes(await world.application(file, released(world.sha)))).toEqual(['tagged', 'dispatched']);
    expect(await digestOf(world, image, 'v1.5.0')).toBe(digest);
    expect(asked(world)).toMatchObject([
      {
        environments: ['stg', 'prod'],
        images: [`${world.registry.host}/${image}:v1.5.0`],
        source: { sha: world.sha, ref: 'refs/tags/v1.5.0' },
      },
    ]);
  });

  it('keeps a pre-release out of prod', async () => {
    await using world: ExampleWorld = await exampleWorld(
      {},
      {},
      here(() => world),
    );
    await world.github.repository(SHOP).setRef('refs/tags/v1.5.0-rc.1', world.sha);
    world.registry.put(image, world.sha);
    const candidate = { ...released(world.sha), ref: 'refs/tags/v1.5.0-rc.1' };
    expect(outcomes(await world.application(file, candidate))).toEqual(['tagged', 'dispatched']);
    expect(asked(world)).toMatchObject([{ environments: ['stg'] }]);
  });

  it.each([
    ['v1.5.0', ['staging', 'production']],
    ['v1.5.0-rc.1', ['staging']],
  ])('sends %s to environments with other names as its comment describes', async (tag, environments) => {
    const edit = (text: string): string => text.replace('# environments:', 'environments:');
    await using world: ExampleWorld = await exampleWorld(
      {},
      {},
      here(() => world, edit),
    );
    await world.github.repository(SHOP).setRef(`refs/tags/${tag}`, world.sha);
    world.registry.put(image, world.sha);
    await world.application(file, { ...released(world.sha), ref: `refs/tags/${tag}` });
    expect(asked(world)).toMatchObject([{ environments }]);
  });

  it('promotes nothing if the image was never built', async () => {
    await using world: ExampleWorld = await exampleWorld(
      {},
      {},
      here(() => world),
    );
    const [, retag, dispatch] = await world.application(file, released(world.sha));
    expect(retag?.result?.stdout).toContain('image-absent');
    expect(dispatch?.what).toBe('not taken');
    expect(asked(world)).toEqual([]);
  });
});

/** Puts the registry of the world in the place of GitHub's. */
const here = (world: () => ExampleWorld, edit = (text: string): string => text): Surroundings => ({
  edit: (text) => edit(text.replaceAll('ghcr.io', world().registry.host)),
});

const digestOf = async ({ registry }: ExampleWorld, image: string, tag: string): Promise<string | null> => {
  const response = await fetch(`http://${registry.host}/v2/${image}/manifests/${tag}`, { method: 'HEAD' });
  return response.headers.get('docker-content-digest');
};

describe('skip-build.yml', () => {
  it('builds a missing image', async () => {
    await using world = await exampleWorld();
    expect(outline(await world.application('skip-build.yml', merged(world.sha)))).toEqual([
      'image / docker/login-action: not ours',
      'image / image: executed, missing',
      'image / actions/checkout: not ours',
      'image / docker/build-push-action: not ours',
      'image / OWNER/image-promotion: executed, dispatched',
    ]);
  });

  it('builds for the first time, when GitHub’s registry refuses every question about the image', async () => {
    await using world = await exampleWorld();
    world.registry.spoil('shop/web', (_, response) =>
      respondJson(response, 403, {
        errors: [{ code: 'DENIED', message: 'requested access to the resource is denied' }],
      }),
    );
    expect(outcomes(await world.application('skip-build.yml', merged(world.sha)))).toEqual(['missing', 'dispatched']);
  });

  it('skips the build of an existing image', async () => {
    await using world = await exampleWorld();
    world.registry.put('shop/web', world.sha);
    expect(outline(await world.application('skip-build.yml', merged(world.sha)))).toEqual([
      'image / docker/login-action: not ours',
      'image / image: executed, built',
      'image / actions/checkout: not taken',
      'image / docker/build-push-action: not taken',
      'image / OWNER/image-promotion: executed, dispatched',
    ]);
  });
});

describe('monorepo.yml', () => {
  it('builds the missing one of two images and promotes both in one request', async () => {
    await using world = await exampleWorld();
    world.registry.put('shop/worker', world.sha);
    expect(outcomes(await world.application('monorepo.yml', merged(world.sha)))).toEqual([
      'missing',
      'built',
      'dispatched',
    ]);
    const { host } = world.registry;
    expect(asked(world)).toMatchObject([
      { environments: ['dev'], images: [`${host}/shop/web:${world.sha}`, `${host}/shop/worker:${world.sha}`] },
    ]);
  });
});

describe('by-hand.yml', () => {
  const chosen: Event = { name: 'workflow_dispatch', payload: { inputs: { environment: 'prod' } } };

  it('promotes to the chosen environment and ends with the result of the run that it starts', async () => {
    await using world = await exampleWorld();
    const ending = endEveryRun(world, 'success');
    expect(outline(await world.application('by-hand.yml', chosen))).toEqual([
      'promote / promotion: executed, success',
      'promote / step 2: not taken',
    ]);
    await ending();
    expect(asked(world)).toMatchObject([{ environments: ['prod'] }]);
  });

  it('fails with the run that it starts', async () => {
    await using world = await exampleWorld();
    const ending = endEveryRun(world, 'failure');
    const [promotion] = await world.application('by-hand.yml', chosen);
    await ending();
    expect(promotion?.result?.outputs.outcome).toBe('failure');
  });
});

/** Lets runs that were dispatched end, as the manifest repository would. */
const endEveryRun = ({ manifests }: ExampleWorld, conclusion: string): (() => Promise<void>) => {
  const timer = setInterval(() => {
    for (const run of manifests.runs.values()) Object.assign(run, { status: 'completed', conclusion });
  }, 50);
  return async () => clearInterval(timer);
};

describe('direct.yml', () => {
  it('commits to the manifest repository with the token of the App', async () => {
    await using world = await exampleWorld({
      'applications/shop/overlays/dev/kustomization.yaml': `images:\n  - name: HOST/shop/web\n    newTag: a1\n`,
    });
    const kustomization = `images:\n  - name: ${world.registry.host}/shop/web\n    newTag: a1\n`;
    await world.manifests.commit('main', { 'applications/shop/overlays/dev/kustomization.yaml': kustomization });
    expect(outcomes(await world.application('direct.yml', merged(world.sha)))).toEqual(['promoted']);
    const [commit] = await world.manifests.log();
    expect(commit?.message).toContain(`from acme/shop@${world.sha} refs/heads/main`);
  });
});
