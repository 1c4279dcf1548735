/** The workflows of examples/workflows/manifests, executed step by step as they stand. */
import { describe, expect, it } from 'vitest';
import { exampleWorld, outcomes, outline } from './world.ts';

const release = (host: string) => ({
  product: 'shop',
  environments: ['stg', 'prod'],
  images: [`${host}/shop/web:v1.5.0`],
  source: { repository: 'acme/shop', sha: '3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912', ref: 'refs/tags/v1.5.0' },
});

/** The example's overlays know images of registry.example.com, and the workflows use another registry. */
const asked = release('registry.example.com');
const dispatch = { name: 'repository_dispatch', payload: { action: 'promote', client_payload: asked } };
const started = (inputs: Record<string, string>) => ({
  name: 'workflow_dispatch',
  payload: { inputs, ref: 'refs/heads/main' },
});
const overlay = (environment: string): string => `applications/shop/overlays/${environment}/kustomization.yaml`;

describe('promote.yml', () => {
  it('promotes the payload of an event', async () => {
    await using world = await exampleWorld();
    expect(outline(await world.manifest('promote.yml', dispatch))).toEqual([
      'promote / OWNER/image-promotion: executed, promoted',
    ]);
    expect(await world.manifests.read(overlay('prod'))).toContain('newTag: v1.5.0 # the storefront');
  });

  it('promotes the payload of its input', async () => {
    await using world = await exampleWorld();
    const run = await world.manifest('promote.yml', started({ payload: JSON.stringify(asked) }));
    expect(outcomes(run)).toEqual(['promoted']);
    expect(await world.manifests.read(overlay('stg'))).toContain('newTag: v1.5.0 # the storefront');
  });
});

describe('by-hand.yml', () => {
  it('takes a list of environments from the choice', async () => {
    await using world = await exampleWorld();
    const images = 'registry.example.com/shop/web:v1.5.0, registry.example.com/shop/worker:v1.5.0';
    const inputs = { product: 'shop', environments: 'stg, prod', images, reason: 'Year end', 'dry-run': 'false' };
    expect(outcomes(await world.manifest('by-hand.yml', started(inputs)))).toEqual(['promoted']);
    const [commit] = await world.manifests.log();
    expect(commit?.message).toContain('Promote shop to stg, prod: web, worker v1.5.0');
    expect(commit?.message).toContain('Reason: Year end');
  });

  it('changes nothing in a dry run', async () => {
    await using world = await exampleWorld();
    const head = await world.manifests.head();
    const inputs = {
      product: 'shop',
      environments: 'dev',
      images: 'registry.example.com/shop/web:b7',
      'dry-run': 'true',
    };
    const [told] = await world.manifest('by-hand.yml', started(inputs));
    expect(told?.result?.stdout).toContain('+    newTag: "b7" # the storefront');
    expect(await world.manifests.head()).toBe(head);
  });
});

describe('by-hand.yml with the token of an App', () => {
  it('promotes for the team of the configuration, and for nobody else', async () => {
    const inputs = { product: 'shop', environments: 'dev, prod', images: 'registry.example.com/shop/web:b7' };
    const actors = 'actors: ["team:developers"]\nenvironments:\n  dev:\n  prod: { actors: ["team:sre"] }\n';
    await using world = await exampleWorld({ '.github/promotion.yml': actors });
    const toDev = started({ ...inputs, environments: 'dev' });
    expect(outcomes(await world.manifest('manifests-app/by-hand.yml', toDev))).toEqual(['promoted']);
    expect(outline(await world.manifest('manifests-app/by-hand.yml', started(inputs))).at(-1)).toMatch(/refused$/);
    expect(outline(await world.manifest('by-hand.yml', toDev)).at(-1)).toMatch(/refused$/);
  });
});

describe('carry-on.yml', () => {
  it('promotes the images of stg to prod', async () => {
    await using world = await exampleWorld();
    const inputs = { product: 'shop', from: 'stg', environment: 'prod' };
    expect(outcomes(await world.manifest('carry-on.yml', started(inputs)))).toEqual(['promoted']);
    expect(await world.manifests.read(overlay('prod'))).toContain('newTag: v1.4.0 # the storefront');
  });
});

const byPullRequest = {
  '.github/promotion.yml': 'environments:\n  stg:\n  prod: { delivery: pull-request, labels: [release] }\n',
};

describe('pull-requests.yml', () => {
  it('commits to stg and opens a pull request for prod', async () => {
    await using world = await exampleWorld(byPullRequest, { actionsMayCreatePullRequests: true });
    const [told] = await world.manifest('pull-requests.yml', dispatch);
    expect(told?.result?.outputs).toMatchObject({ outcome: 'proposed', 'pull-request-number': '1' });
    expect(await world.manifests.read(overlay('stg'))).toContain('newTag: v1.5.0 # the storefront');
    expect(await world.manifests.read(overlay('prod'))).toContain('newTag: v1.3.0 # the storefront');
    expect(world.manifests.pullRequests).toMatchObject([
      { head: 'promotion/shop/prod', author: 'github-actions[bot]', labels: ['release'] },
    ]);
  });
});

describe('promote.yml with the token of an App', () => {
  it('opens the pull request as the App if GitHub Actions may open none', async () => {
    await using world = await exampleWorld(byPullRequest);
    expect(outline(await world.manifest('manifests-app/promote.yml', dispatch))).toEqual([
      'promote / promoter: not ours',
      'promote / OWNER/image-promotion: executed, proposed',
    ]);
    expect(world.manifests.pullRequests).toMatchObject([{ author: 'promoter[bot]', labels: ['release'] }]);
  });
});

describe('rollback.yml', () => {
  const back = { product: 'shop', environment: 'prod', to: '', reason: 'Checkout fails' };

  it('goes back to the images before, and a repeated dispatch does not bring them back', async () => {
    await using world = await exampleWorld();
    await world.manifest('promote.yml', dispatch);
    expect(outcomes(await world.manifest('rollback.yml', started(back)))).toEqual(['promoted']);
    expect(await world.manifests.read(overlay('prod'))).toContain('newTag: v1.3.0 # the storefront');
    expect(outcomes(await world.manifest('promote.yml', dispatch))).toEqual(['superseded']);
    expect(await world.manifests.read(overlay('prod'))).toContain('newTag: v1.3.0 # the storefront');
  });

  it('goes back to a given tag', async () => {
    await using world = await exampleWorld();
    await world.manifest('promote.yml', dispatch);
    expect(outcomes(await world.manifest('rollback.yml', started({ ...back, to: 'v1.3.0' })))).toEqual(['promoted']);
    expect(await world.manifests.read(overlay('prod'))).toContain('newTag: v1.3.0 # the storefront');
  });
});

describe('status.yml', () => {
  it('writes the status into the summary', async () => {
    await using world = await exampleWorld();
    const [told] = await world.manifest('status.yml', { name: 'schedule', payload: { schedule: '0 6 * * 1-5' } });
    expect(told?.result?.outputs.outcome).toBe('reported');
    expect(told?.result?.summary).toContain('v1.4.0');
    expect(told?.result?.summary).toContain('billing');
  });
});

describe.each(['page.yml', 'page-artifact.yml'])('%s', (file) => {
  it('writes the page before it publishes it', async () => {
    await using world = await exampleWorld();
    await world.manifest('promote.yml', dispatch);
    const [told] = await world.manifest(file, { name: 'schedule', payload: { schedule: '0 6 * * 1-5' } });
    expect(told?.result?.outputs.outcome).toBe('reported');
    expect(told?.result?.stdout).toMatch(/The page is in (site|page)\/index\.html\./);
    expect(told?.result?.summary).toContain('index.html');
  });
});

describe('slack.yml', () => {
  it('reports a promotion', async () => {
    await using world = await exampleWorld();
    expect(outline(await world.manifest('slack.yml', dispatch))).toEqual([
      'promote / promotion: executed, promoted',
      'promote / slackapi/slack-github-action: not ours',
    ]);
  });

  it('reports a failure, and is silent if a dispatch changes nothing', async () => {
    await using world = await exampleWorld();
    const nonsense = { name: 'repository_dispatch', payload: { client_payload: { product: 'shop' } } };
    expect(outline(await world.manifest('slack.yml', nonsense))).toEqual([
      'promote / promotion: executed, refused',
      'promote / slackapi/slack-github-action: not ours',
    ]);
    await world.manifest('slack.yml', dispatch);
    expect(outline(await world.manifest('slack.yml', dispatch))).toEqual([
      'promote / promotion: executed, unchanged',
      'promote / slackapi/slack-github-action: not taken',
    ]);
  });
});

describe.each(['deployments.yml', 'manifests-app/deployments.yml'])('%s', (file) => {
  it('records promotions that are left out as well, and awaits every outcome', async () => {
    await using world = await exampleWorld();
    const toStg = { name: 'repository_dispatch', payload: { client_payload: { ...asked, environments: ['stg'] } } };
    await world.manifest('deployments.yml', toStg);
    await world.manifest('rollback.yml', started({ product: 'shop', environment: 'stg', to: '', reason: 'Broken' }));
    expect(outline(await world.manifest(file, dispatch)).filter((line) => !line.includes('promoter'))).toEqual([
      'promote / promotion: executed, superseded',
      'promote / app: not ours',
      'promote / begin: not ours',
      expect.stringContaining('await / OWNER/image-promotion: executed'),
      'await / app: not taken',
      'await / step 3: not taken',
    ]);
  });
});

describe('server.yml', () => {
  it('promotes', async () => {
    await using world = await exampleWorld();
    expect(outcomes(await world.manifest('server.yml', dispatch))).toEqual(['promoted']);
  });
});
