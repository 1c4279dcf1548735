import { describe, expect, it } from 'vitest';
import { type Claims, newKey, sign, startIssuer } from '../adapters/oidc/issuer.ts';
import { clientOf } from '../github/client.ts';
import type { FakeGitHub } from '../github/server.ts';
import type { Token } from '../github/world.ts';
import type { StepResult } from '../runner/action.ts';
import { byHand, dispatched, MANIFESTS, manifestsOnGitHub, type Run, start } from './job.ts';

const IMAGE = 'registry.example.com/shop/web';
const SHOP = 'acme/shop';

/** The runner's token service and the issuer in one: signs for the shop's release, with the audience that is asked for. */
const startGitHubIssuer = async () => {
  const key = await newKey('one');
  const tokens: string[] = [];
  const claims = (iss: string, aud: string): Claims => {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss,
      aud,
      repository: SHOP,
      ref: 'refs/tags/v1.5.0',
      run_number: '42',
      workflow_ref: `${SHOP}/.github/workflows/release.yml@refs/tags/v1.5.0`,
      event_name: 'push',
      nbf: now - 600,
      iat: now,
      exp: now + 300,
    };
  };
  const issuer = await startIssuer({
    '/.well-known/jwks': { keys: [key.jwk] },
    '/token': async () => {
      const audience = new URL(issuer.seen.at(-1) ?? '', issuer.url).searchParams.get('audience') ?? '';
      const value = await sign(claims(issuer.url, audience), key);
      tokens.push(value);
      return { value };
    },
  });
  return { ...issuer, tokens };
};

const configOf = (issuer: string, more = ''): Record<string, string> => ({
  '.github/promotion.yml': `issuer: ${issuer}
sources: [{ repository: "acme/{product}", refs: ["refs/tags/v*"] }]
images: ["registry.example.com/{product}/*"]
${more}`,
});

/** The rights of a token of the shop's workflow in the manifest repository. */
const dispatcher = (permission: 'contents' | 'actions'): Token => ({
  login: 'shop-builds[bot]',
  kind: 'app',
  permissions: { [MANIFESTS]: { [permission]: 'write' } },
});

/** The release of the shop asks for itself. */
const dispatch = async (github: FakeGitHub, issuer: string, as: Run['as'] = undefined) => {
  const sha = (await github.repository(SHOP).head('main')) ?? '';
  return start(github, {
    as,
    event: { name: 'push', payload: { ref: 'refs/tags/v1.5.0', head_commit: { id: sha } } },
    with: {
      command: 'dispatch',
      repository: MANIFESTS,
      product: 'shop',
      environments: 'stg',
      images: `${IMAGE}:v1.5.0`,
    },
    github: {
      repository: SHOP,
      sha,
      ref: 'refs/tags/v1.5.0',
      run_number: '42',
      workflow_ref: `${SHOP}/.github/workflows/release.yml@refs/tags/v1.5.0`,
    },
    environment: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/token?v=1`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
    },
  });
};

const stage = async (config: (issuer: string) => Record<string, string>, tokens?: Record<string, Token>) => {
  const issuer = await startGitHubIssuer();
  const github = await manifestsOnGitHub(config(issuer.url), {
    ...(tokens === undefined ? {} : { tokens }),
    repositories: { [SHOP]: { files: { README: 'shop' } } },
  });
  await github.repository(SHOP).setRef('refs/tags/v1.5.0', await github.repository(SHOP).head('main'));
  return {
    issuer,
    github,
    [Symbol.asyncDispose]: async () => {
      await github.close();
      await issuer[Symbol.asyncDispose]();
    },
  };
};

/** All output with a token, except the command that masks it. */
const leaks = (run: StepResult, token: string): string[] => {
  const everything = [...run.stdout.split('\n'), run.stderr, run.summary, ...Object.values(run.outputs)];
  return everything.filter((text) => text.includes(token.slice(0, 60)) && !text.startsWith('::add-mask::'));
};

const sentPayload = (github: FakeGitHub): Record<string, unknown> =>
  github.repository(MANIFESTS).dispatches.at(-1)?.clientPayload as Record<string, unknown>;

describe('a dispatch with a proof', () => {
  it('is accepted by its recipient, once, and its token appears nowhere', async () => {
    await using scene = await stage((issuer) => configOf(issuer));
    const { github, issuer } = scene;
    const sent = await dispatch(github, issuer.url, 'process');
    expect(sent).toMatchObject({ code: 0, outputs: { outcome: 'dispatched' } });
    expect(sentPayload(github).proof).toBe(issuer.tokens[0]);
    const received = await dispatched(github, sentPayload(github), { as: 'process' });
    expect(received).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    const [token = ''] = issuer.tokens;
    const again = await dispatched(github, sentPayload(github));
    expect(again).toMatchObject({ code: 0, outputs: { outcome: 'unchanged', changed: 'false' } });
    for (const run of [sent, received]) {
      expect(run.stdout).toContain(`::add-mask::${token}`);
      expect(leaks(run, token)).toEqual([]);
      expect(leaks(run, 'request-token')).toEqual([]);
    }
  });

  it('is accepted after the manifest repository was renamed, and both sides report the rename', async () => {
    await using scene = await stage((issuer) => configOf(issuer));
    const { github, issuer } = scene;
    github.repository(MANIFESTS).rename('acme/deployments');
    const sent = await dispatch(github, issuer.url);
    expect(sent).toMatchObject({ code: 0, outputs: { outcome: 'dispatched' } });
    expect(sent.stdout).toContain('is called "acme/deployments" now');
    const present = { github: { repository: 'acme/deployments' } };
    const received = await dispatched(github, sentPayload(github), present);
    expect(received).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    expect(received.stdout).not.toContain('is called');
    const old = { ...present, with: { repository: MANIFESTS } };
    const again = await dispatched(github, sentPayload(github), old);
    expect(again).toMatchObject({ code: 0, outputs: { outcome: 'unchanged' } });
    expect(again.stdout).toContain('is called "acme/deployments" now');
  });

  it('cannot be reused for another request', async () => {
    await using scene = await stage((issuer) => configOf(issuer));
    const { github, issuer } = scene;
    await dispatch(github, issuer.url);
    const sent = sentPayload(github);
    const { proof: _, ...unproven } = sent;
    const changed: readonly [unknown, string][] = [
      [{ ...sent, images: [`${IMAGE}:evil`] }, 'proof-rejected'],
      [{ ...sent, environments: ['prod'] }, 'proof-rejected'],
      [{ ...sent, source: { ...(sent.source as object), ref: 'refs/tags/v9' } }, 'proof-rejected'],
      [unproven, 'proof-missing'],
      [{ ...sent, proof: 'e30.e30.e30' }, 'proof-rejected'],
    ];
    for (const [payload, code] of changed) {
      const run = await dispatched(github, payload);
      expect(run).toMatchObject({ code: 1, outputs: { outcome: 'refused' } });
      expect(JSON.parse(run.outputs.report ?? '{}').violations[0].code).toBe(code);
      expect(leaks(run, issuer.tokens[0] ?? '')).toEqual([]);
    }
    expect(await github.repository(MANIFESTS).log('main')).toHaveLength(1);
  });
});

describe('a stolen dispatch token', () => {
  const forged = {
    product: 'shop',
    environments: ['prod'],
    images: [`${IMAGE}:evil`],
    source: { repository: SHOP, ref: 'refs/tags/v1.5.0', run_number: 43, workflow: 'release.yml' },
  };
  const workflow = { '.github/workflows/promote.yml': 'on: { workflow_dispatch: { inputs: { payload: {} } } }\n' };

  it('can start a workflow, but cannot push or send a repository_dispatch', async () => {
    const tokens = { token: dispatcher('actions') };
    await using scene = await stage(() => workflow, tokens);
    const { github } = scene;
    const stolen = clientOf(github);
    const payload = JSON.stringify(forged);
    const started = await stolen.rest(`POST /repos/${MANIFESTS}/actions/workflows/promote.yml/dispatches`, {
      ref: 'main',
      inputs: { payload },
    });
    expect(started.status).toBe(204);
    const branch = { repositoryNameWithOwner: MANIFESTS, branchName: 'main' };
    const input = {
      branch,
      expectedHeadOid: await github.repository(MANIFESTS).head('main'),
      message: { headline: 'x' },
    };
    const mutation =
      'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { clientMutationId } }';
    expect(await stolen.refusal(mutation, { input })).not.toBe('');
    const event = { event_type: 'promote', client_payload: forged };
    expect((await stolen.rest(`POST /repos/${MANIFESTS}/dispatches`, event)).status).toBe(403);
  });

  it('promotes any listed image if there is no configuration, and the summary says so', async () => {
    await using scene = await stage(() => ({}));
    const run = await dispatched(scene.github, forged);
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    expect(run.summary).toMatch(/every holder of the dispatch token may promote every listed image/i);
  });

  it('promotes nothing if a proof is required', async () => {
    await using scene = await stage((issuer) => configOf(issuer));
    const run = await dispatched(scene.github, forged);
    expect(run).toMatchObject({ code: 1, outputs: { outcome: 'refused' } });
    expect(JSON.parse(run.outputs.report ?? '{}').violations).toMatchObject([{ code: 'proof-missing' }]);
  });

  it('can claim any source if no proof is required, and the report says so', async () => {
    await using scene = await stage((issuer) => configOf(issuer, 'proof: none\n'));
    const run = await dispatched(scene.github, forged);
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    expect(run.stdout).toMatch(/^::warning .*believed without a proof/m);
  });

  it('cannot choose text for the runner to mask', async () => {
    await using scene = await stage((issuer) => configOf(issuer));
    for (const proof of ['e', 'promoted', '1.4.0', 'a.b.c']) {
      const run = await dispatched(scene.github, { ...forged, proof });
      expect(run).toMatchObject({ code: 1, outputs: { outcome: 'refused' } });
      expect(run.stdout).not.toContain('::add-mask::');
    }
  });

  it('cannot avoid the rules by dispatching on an old ref', async () => {
    await using scene = await stage(() => ({}));
    const event = {
      name: 'workflow_dispatch',
      payload: { inputs: { payload: JSON.stringify(forged) }, repository: { default_branch: 'main' } },
    };
    const told = { ...event, payload: { ...event.payload, repository: {} } };
    for (const at of [event, told]) {
      const old = await start(scene.github, { event: at, github: { ref: 'refs/heads/old' } });
      expect(old).toMatchObject({ code: 1, outputs: { outcome: 'refused' } });
      expect(JSON.parse(old.outputs.report ?? '{}').violations).toMatchObject([{ code: 'event-unsupported' }]);
    }
    expect(await start(scene.github, { event })).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
  });

  it('cannot bring in another registry, with or without a proof', async () => {
    const renamed = { ...forged, images: [`${IMAGE}=evil.example.com/shop/web:v1`] };
    await using open = await stage(() => ({}));
    await using closed = await stage((issuer) => configOf(issuer, 'proof: none\n'));
    for (const { github } of [open, closed]) {
      expect(await dispatched(github, renamed)).toMatchObject({ code: 1, outputs: { outcome: 'refused' } });
    }
  });

  it('decides which images to promote and where, and no setting', async () => {
    await using scene = await stage(() => ({}));
    const { github } = scene;
    const how = { branch: 'evil', delivery: 'merge', config: 'evil.yml', override: 'freeze', reason: 'x', from: 'dev' };
    const run = await dispatched(github, { ...forged, ...how });
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    expect(run.stdout.match(/^::warning .*is ignored/gm)).toHaveLength(Object.keys(how).length);
  });

  const inputs = { product: 'shop', environments: 'prod', images: `${IMAGE}:evil` };
  const bot = { github: { actor: 'shop-builds[bot]', triggering_actor: 'shop-builds[bot]' } };

  it('can start a workflow by hand, which proves nothing', async () => {
    await using scene = await stage((issuer) => configOf(issuer));
    const run = await byHand(scene.github, inputs, bot);
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
  });

  it('acts as a login that `actors` does not list', async () => {
    await using scene = await stage((issuer) => configOf(issuer, 'actors: [octocat]\n'));
    const run = await byHand(scene.github, inputs, bot);
    expect(run).toMatchObject({ code: 1, outputs: { outcome: 'refused' } });
    expect(JSON.parse(run.outputs.report ?? '{}').violations).toMatchObject([{ code: 'actor-not-allowed' }]);
    expect(await byHand(scene.github, inputs)).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
  });
});
