import { describe, expect, it } from 'vitest';
import { teamsOf } from '../../src/adapters/github/people.ts';
import { runCreation } from '../../src/adapters/github/runs.ts';
import { proofAudience } from '../../src/adapters/oidc/id-token.ts';
import { createProofs } from '../../src/adapters/oidc/verify-proof.ts';
import { promote } from '../../src/commands/promote.ts';
import type { Sender as Askings } from '../../src/commands/promotion/admission.ts';
import type { Source } from '../../src/domain/model.ts';
import { outcomeOf } from '../../src/domain/report/outcome.ts';
import type { Registry } from '../../src/ports.ts';
import { testClock } from '../adapters/github/clock.ts';
import { newKey, sign, startIssuer } from '../adapters/oidc/issuer.ts';
import { transcript } from '../github/requests.ts';
import { sample } from '../sample.ts';
import {
  build,
  clientOf,
  type GitHubTestRepository,
  hosts,
  inCheckout,
  kustomization,
  NAME,
  onGitHub,
  outcomesOf,
  overlay,
  type PromoteOptions,
  promotionOf,
  REPOSITORY,
  runOf,
  type TestRepository,
  violationsOf,
  WORKER,
} from './test-repository.ts';

const CONFIG = '.github/promotion.yml';
const everywhere = (...images: string[]) => ({
  [overlay('dev')]: kustomization(...images),
  [overlay('stg')]: kustomization(...images),
  [overlay('prod')]: kustomization(...images),
});
const ladder = 'environments:\n  dev:\n  stg: { requires: dev }\n  prod: { requires: stg }\n';

type More = Omit<Askings, 'promotion'> & { readonly now?: string; readonly delivery?: 'commit' | 'pull-request' };

/** Sends a request at a time, by an actor. */
const ask = (
  stage: TestRepository | GitHubTestRepository,
  asking: PromoteOptions,
  { now, delivery, ...more }: More = {},
) => {
  const clock = now === undefined ? stage.world.clock : testClock(now);
  const teams = 'fake' in stage ? () => teamsOf(clientOf(stage.fake), REPOSITORY) : undefined;
  const run = { ...runOf(asking), settings: { delivery } };
  return promote({ promotion: promotionOf(asking), ...run, ...more }, { ...stage.world, clock, teams });
};

const codes = async (work: Promise<unknown>) => (await violationsOf(work)).map(({ code, line }) => `${code} ${line}`);

/** The requests of a run, without earlier ones. */
const requestsOf = async ({ fake }: GitHubTestRepository, work: () => Promise<unknown>): Promise<string[]> => {
  fake.resetRequests();
  await work().catch(() => undefined);
  return transcript(fake.requests);
};
const QUERY = expect.stringMatching(/^POST \/graphql query /);
const COMMIT = 'POST /graphql mutation createCommitOnBranch → 200';

describe.each(hosts)('an environment with `requires`, %s', (_, open) => {
  it('gets an image that the other environment runs, has run, or gets in the same promotion', async () => {
    await using stage = await open({ ...everywhere(`${NAME}:v1`), [CONFIG]: ladder });
    const promoted = async (tag: string, ...environments: string[]) => {
      const promotion = stage.promote({ environments, images: [`${NAME}:${tag}`], source: {} });
      return promotion.then(outcomesOf, () => violationsOf(promotion).then(([first]) => first?.code));
    };
    expect(await promoted('v2', 'prod')).toBe('requirement-unmet');
    expect(await promoted('v2', 'stg', 'prod')).toBe('requirement-unmet');
    expect(await promoted('v2', 'dev')).toEqual(['dev: promoted']);
    expect(await promoted('v2', 'prod')).toBe('requirement-unmet');
    expect(await promoted('v2', 'stg', 'prod')).toEqual(['stg: promoted', 'prod: promoted']);
    expect(await promoted('v3', 'dev', 'stg', 'prod')).toEqual(['dev: promoted', 'stg: promoted', 'prod: promoted']);
    // dev moves on, and its earlier images may still follow.
    expect(await promoted('v4', 'dev')).toEqual(['dev: promoted']);
    expect(await promoted('v5', 'dev')).toEqual(['dev: promoted']);
    expect(await promoted('v4', 'stg')).toEqual(['stg: promoted']);
    await stage.rollback({ environments: ['stg'] });
    expect(await promoted('v4', 'prod')).toBe('requirement-unmet');
  });

  it('gets an image that was tagged again for the release of the same commit', async () => {
    await using stage = await open({ ...everywhere(`${NAME}:v1`), [CONFIG]: ladder });
    const source = build(42);
    await stage.promote({ environments: ['dev'], images: [`${NAME}:${source.sha}`], source });
    const release: Source = { ...source, workflow: 'release.yml', ref: 'refs/tags/v2.0.0' };
    const asked = { environments: ['stg'], images: [`${NAME}:v2.0.0`], source: release };
    expect(outcomesOf(await stage.promote(asked))).toEqual(['stg: promoted']);
  });

  it('is refused with the image of the other environment, at the line of the configuration', async () => {
    await using stage = await open({ ...everywhere(`${NAME}:v1`), [CONFIG]: ladder });
    expect(await violationsOf(stage.promote({ images: [`${NAME}:v2`] }))).toMatchObject([
      {
        code: 'requirement-unmet',
        message: `prod requires stg to run "${NAME}:v2" first; stg runs "${NAME}:v1" (${overlay('stg')}, line 5).`,
        path: CONFIG,
        line: 4,
      },
    ]);
  });

  it('gets nothing if the other environment has no manifests', async () => {
    const { [overlay('stg')]: _, ...others } = everywhere(`${NAME}:v1`);
    await using stage = await open({ ...others, [CONFIG]: ladder });
    expect(await codes(stage.promote({ images: [`${NAME}:v2`] }))).toEqual(['requirement-unmet 4']);
  });
});

describe('the requests of policies', () => {
  it('are two, or one for a refusal, with any `requires` in the reference layout', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: ladder });
    const source = build(1);
    const step = (environment: string, tag: string) => () =>
      ask(stage, { environments: [environment], images: [`${NAME}:${tag}`], source });
    expect(await requestsOf(stage, step('prod', 'v2'))).toEqual([QUERY]);
    expect(await requestsOf(stage, step('dev', 'v2'))).toEqual([QUERY, COMMIT]);
    expect(await requestsOf(stage, step('stg', 'v2'))).toEqual([QUERY, COMMIT]);
    // dev has moved on: its records ride along as well.
    await stage.promote({ environments: ['dev'], images: [`${NAME}:v3`] });
    await stage.promote({ environments: ['dev'], images: [`${NAME}:v4`] });
    expect(await requestsOf(stage, step('stg', 'v3'))).toEqual([QUERY, COMMIT]);
  });

  it('are no more if the configuration names other files', async () => {
    const files = {
      'deploy/dev/shop/kustomization.yaml': kustomization(`${NAME}:v2`),
      'deploy/prod/shop/kustomization.yaml': kustomization(`${NAME}:v1`),
    };
    const moved = 'files: "deploy/{environment}/{product}"\n';
    const steps = async (config: string) => {
      await using stage = await onGitHub({ ...files, [CONFIG]: config });
      return requestsOf(stage, () => ask(stage, { images: [`${NAME}:v2`], trigger: 'by-hand' }));
    };
    const requires =
      'requires: dev\nimages: ["**"]\ntags: [v*]\nfreeze: [{ from: 2026-01-01T00:00Z, until: 2026-01-02T00:00Z }]\n';
    expect(await steps(moved + requires)).toHaveLength((await steps(moved)).length);
  });
});

describe('the actor of a request by hand', () => {
  const config = 'actors: [octocat, team:sre]\n';
  const byHand = { trigger: 'by-hand', images: [`${NAME}:v2`] } as const;
  const stageWith = () => onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });

  it('is found in `actors` without a further request', async () => {
    await using stage = await stageWith();
    const asker = { actor: 'octocat', triggeringActor: 'octocat' };
    expect(await requestsOf(stage, () => ask(stage, byHand, { asker }))).toEqual([QUERY, COMMIT]);
  });

  it('is found in a team with one request', async () => {
    await using stage = await stageWith();
    const asker = { actor: 'mallory', triggeringActor: 'mallory' };
    expect(await requestsOf(stage, () => ask(stage, byHand, { asker }))).toEqual([
      QUERY,
      'GET /orgs/acme/teams/sre/memberships/mallory → 404 Not Found',
    ]);
    expect(await violationsOf(ask(stage, byHand, { asker }))).toMatchObject([
      {
        code: 'actor-not-allowed',
        line: 1,
        hint: expect.stringContaining('GitHub shows no membership of sre; if there is one, the token may not read it'),
      },
    ]);
  });

  it('is refused if the team cannot be read', async () => {
    await using stage = await stageWith();
    stage.fake.faults.always(
      { method: 'GET' },
      {
        kind: 'answer',
        when: 'before',
        status: 403,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"No."}',
      },
    );
    const [violation] = await violationsOf(ask(stage, byHand, { asker: { actor: 'hubot', triggeringActor: 'hubot' } }));
    expect(violation?.hint).toContain('The team sre cannot be read: GitHub refuses, "No."');
  });

  it('includes the login that started the run again', async () => {
    await using stage = await stageWith();
    const asker = { actor: 'octocat', triggeringActor: 'mallory' };
    expect(await codes(ask(stage, byHand, { asker }))).toEqual(['actor-not-allowed 1']);
  });
});

describe('an automatic request', () => {
  const source: Source = { repository: 'acme/shop', ref: 'refs/heads/main', runNumber: 42, workflow: 'ci.yml' };
  const payload = {
    product: 'shop',
    environments: ['prod'],
    images: [`${NAME}:v2`],
    source: { repository: 'acme/shop', ref: 'refs/heads/main', run_number: 42, workflow: 'ci.yml' },
  };
  const config = 'sources: [{ repository: "acme/{product}", refs: [refs/heads/main] }]\n';
  const MADE = Date.parse('2026-11-30T12:00:00Z') / 1000;

  /** Dispatches with a proof of the source, and gets it received `later` seconds afterwards. */
  const dispatch = async (
    stage: GitHubTestRepository,
    { later = 0, sent = payload, run = 7000, forged = false } = {},
  ) => {
    const key = await newKey('one');
    await using issuer = await startIssuer({ '/.well-known/jwks': { keys: [key.jwk] } });
    const claims = {
      iss: issuer.url,
      aud: proofAudience(REPOSITORY, payload),
      repository: 'acme/shop',
      ref: 'refs/heads/main',
      run_number: '42',
      workflow_ref: 'acme/shop/.github/workflows/ci.yml@refs/heads/main',
      event_name: 'push',
      nbf: MADE - 600,
      exp: MADE + 300,
    };
    const token = await sign(claims, forged ? await newKey('two') : key);
    const clock = testClock(new Date((MADE + later) * 1000).toISOString());
    const client = clientOf(stage.fake, { clock });
    const creation = () => runCreation(client, REPOSITORY, run);
    const proofs = async () => createProofs({ repository: REPOSITORY, issuer: issuer.url, creation, clock });
    const promotion = promotionOf({ images: sent.images, source, proof: token });
    const asked = { promotion, ...runOf({}), payload: { ...sent, proof: token } };
    const outcome = await promote(asked, { ...stage.world, clock, proofs }).then(
      outcomesOf,
      (error) => error.violations,
    );
    return { outcome, keys: issuer.seen.length };
  };

  it('proves its source, with one request to the issuer', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    stage.fake.resetRequests();
    expect(await dispatch(stage)).toEqual({ outcome: ['prod: promoted'], keys: 1 });
    expect(transcript(stage.fake.requests)).toEqual([QUERY, COMMIT]);
  });

  it('may have waited for hours: then the run is looked up as well', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    const createdAt = new Date((MADE + 20) * 1000);
    stage.fake.repository(REPOSITORY).runs.set(7000, { id: 7000, status: 'in_progress', conclusion: null, createdAt });
    stage.fake.resetRequests();
    expect(await dispatch(stage, { later: 7200 })).toMatchObject({ outcome: ['prod: promoted'] });
    expect(transcript(stage.fake.requests)).toEqual([
      QUERY,
      'GET /repos/acme/manifests/actions/runs/7000 → 200',
      COMMIT,
    ]);
  });

  it('is refused if the run cannot be read', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    const { outcome } = await dispatch(stage, { later: 7200, run: 1 });
    expect(outcome).toMatchObject([{ code: 'proof-rejected', message: expect.stringContaining('status 404') }]);
  });

  it('cannot reuse the proof of another request', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    const { outcome } = await dispatch(stage, { sent: { ...payload, images: [`${NAME}:evil`] } });
    expect(outcome).toMatchObject([{ code: 'proof-rejected', path: CONFIG, line: 1 }]);
    expect(await stage.read(overlay('prod'))).toBe(kustomization(`${NAME}:v1`));
  });

  it('is refused without a proof before any other check than the configuration', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: `${config}tags: [v*]\n` });
    const asked = { images: [`${NAME}:latest`], source: { ...source, repository: 'evil/shop' } };
    expect(await codes(ask(stage, asked))).toEqual(['source-not-allowed 1', 'proof-missing 1']);
    expect(await stage.messages()).toHaveLength(1);
  });

  it.each(sample([1, 50, 51, 333, 1000]))(
    'costs at most three requests without a proof, for %i products',
    async (count) => {
      await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
      const products = Array.from({ length: count }, (_, index) => `product-${index}`);
      const environments = ['dev', 'stg', 'prod'].slice(0, Math.max(1, Math.floor(1000 / count)));
      const asked = { products, environments, images: [`${NAME}:v2`], source };
      const requests = await requestsOf(stage, async () => {
        expect((await codes(ask(stage, asked)))[0]).toBe('proof-missing 1');
      });
      expect(requests).toHaveLength(1);
      const rollback = await requestsOf(stage, async () => {
        const back = stage.rollback({ ...asked, images: [], trigger: 'automatic' });
        expect((await codes(back))[0]).toBe('proof-missing 1');
      });
      expect(rollback).toHaveLength(1);
    },
  );

  it('costs at most three requests with the proof of another one, including those to the issuer', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    stage.fake.resetRequests();
    const { outcome, keys } = await dispatch(stage, { forged: true });
    expect(outcome).toMatchObject([{ code: 'proof-rejected' }]);
    expect(stage.fake.requests.length + keys).toBeLessThanOrEqual(3);
  });

  it('needs a proof for a rollback as well', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    await stage.commit({ [overlay('prod')]: kustomization(`${NAME}:v2`) }, `x\n\nPromotion: prod ${NAME}:v2`);
    const asked = { trigger: 'automatic', source } as const;
    expect(await codes(stage.rollback(asked))).toEqual(['proof-missing 1']);
    expect(outcomesOf(await stage.rollback({ trigger: 'by-hand' }))).toEqual(['prod: promoted']);
  });

  it('is believed if no proof is required, and the report says so', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: `${config}proof: none\n` });
    const { notices, ...promoted } = await ask(stage, { images: [`${NAME}:v2`], source });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(notices).toMatchObject([{ message: expect.stringContaining('believed without a proof'), line: 2 }]);
  });

  it('needs no proof if it is direct, as it is the run itself', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    const direct = { trigger: 'direct', images: [`${NAME}:v2`] } as const;
    expect(await codes(ask(stage, { ...direct, source: { ...source, ref: 'refs/heads/x' } }))).toEqual([
      'source-not-allowed 1',
    ]);
    expect(outcomesOf(await ask(stage, { ...direct, source }))).toEqual(['prod: promoted']);
  });

  it('may not use a registry of its own where images may be added, neither as new name nor in a registry check', async () => {
    const bare = { [overlay('prod')]: 'resources:\n  - ../../base\n' };
    const [renamed, added] = [[`${NAME}=evil.example.com/web:v2`], ['evil.example.com/web:v2']];
    for (const { images, settings, expected } of [
      { images: renamed, settings: 'add-images: true\n', expected: 'rename-not-allowed 6' },
      { images: added, settings: 'add-images: true\nverify: true\n', expected: 'image-not-allowed 2' },
    ]) {
      await using stage = await onGitHub({ ...bare, [CONFIG]: settings });
      expect(await codes(ask(stage, { images }))).toEqual([expected]);
      expect(await stage.messages()).toHaveLength(1);
    }
    await using stage = await onGitHub({ ...bare, [CONFIG]: 'add-images: true\n' });
    expect(outcomesOf(await ask(stage, { images: renamed, trigger: 'by-hand' }))).toEqual(['prod: promoted']);
    expect(outcomesOf(await ask(stage, { images: [`${WORKER}:v2`] }))).toEqual(['prod: promoted']);
  });

  it('may not use a registry of its own', async () => {
    await using stage = await onGitHub(everywhere(`${NAME}:v1`));
    const images = [`${NAME}=evil.example.com/web:v2`];
    expect(await codes(ask(stage, { images }))).toEqual(['rename-not-allowed 6']);
    expect(outcomesOf(await ask(stage, { images, trigger: 'by-hand' }))).toEqual(['prod: promoted']);
  });
});

it('a request with an image that may not be promoted sends nothing to its registry', async () => {
  const registry = { asked: [] as string[] };
  const open = async (): Promise<Registry> => ({
    inspect: async ({ repository }) => {
      registry.asked.push(repository);
      return { verdict: 'absent' };
    },
    read: async () => ({ verdict: 'absent' }),
    tag: async () => ({ verdict: 'tagged' }),
  });
  const evil = [`${NAME}=127.0.0.1:6379/web:v2`];
  for (const images of ['', `images: ["${NAME}"]\n`]) {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: `${images}verify: true\n` });
    const run = (asked: string[]) =>
      promote({ promotion: promotionOf({ images: asked }), ...runOf({}) }, { ...stage.world, registry: open });
    expect(await codes(run(evil))).toEqual([images === '' ? 'rename-not-allowed 6' : 'image-not-allowed 1']);
    expect(registry.asked.splice(0)).toEqual([]);
    expect(await codes(run([`${NAME}:v2`]))).toEqual(['image-absent undefined']);
    expect(registry.asked.splice(0)).toEqual([NAME]);
  }
});

describe('a freeze', () => {
  const window = 'freeze: [{ from: 2026-12-24T00:00+09:00, until: 2027-01-05T00:00+09:00, reason: year end }]';
  const config = `environments:\n  dev:\n  stg:\n  prod: { ${window} }\n`;
  const christmas = { now: '2026-12-25T12:00:00Z' };
  const both = { environments: ['dev', 'prod'], images: [`${NAME}:v2`] };

  it('leaves out its environment, and promotes the others', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    const { environments, violations, ...promoted } = await ask(stage, both, christmas);
    expect(outcomesOf({ environments })).toEqual(['dev: promoted', 'prod: refused, frozen']);
    expect(violations).toMatchObject([
      { code: 'frozen', message: '"prod" of "shop" is frozen until 2027-01-04T15:00:00Z (year end).', line: 4 },
    ]);
    expect(outcomeOf(environments, violations)).toBe('refused');
    expect(promoted.changed).toBe(true);
    expect(await stage.read(overlay('prod'))).toBe(kustomization(`${NAME}:v1`));
    expect(await stage.read(overlay('dev'))).toBe(kustomization(`${NAME}:v2`));
  });

  it('ends at its given time', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    const later = { now: '2027-01-04T15:00:00Z' };
    expect(outcomesOf(await ask(stage, both, later))).toEqual(['dev: promoted', 'prod: promoted']);
  });

  it('is not reported for unchanged images', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v2`), [CONFIG]: config });
    const { environments, violations } = await ask(stage, both, christmas);
    expect(outcomesOf({ environments })).toEqual(['dev: unchanged', 'prod: unchanged']);
    expect(violations).toEqual([]);
  });

  it('blocks environments that require the frozen one', async () => {
    const chain = `environments:\n  dev: { ${window} }\n  prod: { requires: dev }\n`;
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: chain });
    expect(await codes(ask(stage, both, christmas))).toEqual(['requirement-unmet 3']);
  });

  it('is overridden by a person with a reason, which the commit records', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    const person = { trigger: 'by-hand', override: 'freeze', reason: 'hotfix of the checkout' } as const;
    expect(outcomesOf(await ask(stage, { ...both, ...person }, christmas))).toEqual([
      'dev: promoted',
      'prod: promoted',
    ]);
    expect((await stage.messages())[0]).toContain(
      'Reason: hotfix of the checkout\nOverride: freeze of prod for shop until 2027-01-04T15:00:00Z (year end)\n',
    );
  });

  it('allows the opening of a pull request', async () => {
    await using stage = await onGitHub({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
    const asked = { environments: ['prod'], images: [`${NAME}:v2`] };
    const { environments } = await ask(stage, asked, { ...christmas, delivery: 'pull-request' });
    expect(outcomesOf({ environments })).toEqual(['prod: proposed']);
  });

  it('applies in a checkout with any delivery of the configuration', async () => {
    const proposed = config.replace('prod: { ', 'prod: { delivery: pull-request, ');
    await using stage = await inCheckout({ ...everywhere(`${NAME}:v1`), [CONFIG]: proposed });
    expect(outcomesOf(await ask(stage, both, christmas))).toEqual(['dev: promoted', 'prod: refused, frozen']);
  });
});

describe('several products in one request', () => {
  const config = `environments: { prod: }
products:
  shop: { images: ["**/shop/web"] }
  blog: { images: ["**/shop/web"], tags: ["v*"], freeze: [{ from: 2026-12-24T00:00Z, until: 2026-12-25T00:00Z }] }
`;
  const own = {
    [overlay('prod', 'shop')]: kustomization(`${NAME}:v1`),
    [overlay('prod', 'blog')]: kustomization(`${NAME}:v1`),
  };
  const both = { products: ['shop', 'blog'], environments: ['prod'] };

  it('have their own settings, in one commit', async () => {
    await using stage = await onGitHub({ ...own, [CONFIG]: config });
    expect(await codes(ask(stage, { ...both, images: [`${NAME}:latest`] }))).toEqual(['tag-not-allowed 4']);
    expect(outcomesOf(await ask(stage, { ...both, images: [`${NAME}:v2`] }))).toEqual([
      'prod: promoted',
      'prod: promoted',
    ]);
    expect(await stage.messages()).toHaveLength(2);
  });

  it('are frozen separately', async () => {
    await using stage = await onGitHub({ ...own, [CONFIG]: config });
    const promoted = await ask(stage, { ...both, images: [`${NAME}:v2`] }, { now: '2026-12-24T12:00:00Z' });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted', 'prod: refused, frozen']);
    expect(await stage.read(overlay('prod', 'blog'))).toBe(own[overlay('prod', 'blog')]);
  });

  it('of one manifest are left out together', async () => {
    const shared = { 'shared/prod/kustomization.yaml': kustomization(`${NAME}:v1`, `${WORKER}:v1`) };
    await using stage = await onGitHub({ ...shared, [CONFIG]: `files: "shared/{environment}"\n${config}` });
    const promoted = await ask(stage, { ...both, images: [`${NAME}:v2`] }, { now: '2026-12-24T12:00:00Z' });
    expect(outcomesOf(promoted)).toEqual(['prod: refused, frozen', 'prod: refused, frozen']);
    expect(await stage.messages()).toHaveLength(1);
  });
});

it('the command line reports policies that it cannot enforce', async () => {
  const config = `sources: [{ repository: acme/shop }]\nactors: [octocat]\ntags: [v*]\n`;
  await using stage = await inCheckout({ ...everywhere(`${NAME}:v1`), [CONFIG]: config });
  const reported = ['sources', 'proof', 'actors'] as const;
  const automatic = await ask(stage, { images: [`${NAME}:v2`], source: { repository: 'evil/shop' } }, { reported });
  expect(outcomesOf(automatic)).toEqual(['prod: promoted']);
  expect(automatic.notices.map(({ message }) => message)).toEqual([
    'Not enforced here: The configuration does not let "evil/shop" without a ref ask for prod of shop.',
    'Not enforced here: The request proves no source, and the configuration requires it for prod of shop.',
  ]);
  const byHand = await ask(stage, { images: [`${NAME}:v3`], trigger: 'by-hand' }, { reported });
  expect(byHand.notices.map(({ message }) => message)).toEqual([
    'Not enforced here: Nobody says who asks, and the configuration limits who may ask for prod of shop.',
  ]);
  expect(await codes(ask(stage, { images: [`${NAME}:latest`] }, { reported }))).toEqual(['tag-not-allowed 3']);
});

it('a tag kept by an asterisk is judged by its value in each environment', async () => {
  const filesWith = (dev: string, prod: string) => ({
    [CONFIG]: 'environments:\n  dev:\n  prod: { requires: dev, tags: ["v*"] }\n',
    [overlay('dev')]: kustomization(`${NAME}:${dev}`),
    [overlay('prod')]: kustomization(`${NAME}:${prod}`),
  });
  const images = [`${NAME}=b.example/web:*`];
  const renaming = { environments: ['dev', 'prod'], images, trigger: 'by-hand' as const };
  const codesFor = async (dev: string, prod: string) => {
    await using stage = await onGitHub(filesWith(dev, prod));
    return (await violationsOf(stage.promote(renaming))).map(({ code }) => code);
  };
  expect(await codesFor('v2', 'latest')).toContain('tag-not-allowed');
  expect(await codesFor('v2', 'v1')).toEqual(['requirement-unmet']);
  await using stage = await onGitHub(filesWith('v2', 'v2'));
  expect(outcomesOf(await stage.promote(renaming))).toEqual(['dev: promoted', 'prod: promoted']);
  expect(await stage.read(overlay('prod'))).toContain('newName: b.example/web\n');
});

describe('a required environment whose manifest lists an image many times', () => {
  it('is asked once, and named with the first line', async () => {
    const many = kustomization(...Array.from({ length: 300 }, () => `${NAME}:v1`));
    const config = 'environments: { dev: , stg: , prod: { requires: stg } }\n';
    await using stage = await onGitHub({
      '.github/promotion.yml': config,
      [overlay('stg')]: many,
      [overlay('prod')]: many,
    });
    const [violation] = await violationsOf(stage.promote({ images: [`${NAME}:v9`], source: build(9) }));
    expect(violation?.code).toBe('requirement-unmet');
    expect(violation?.message.match(/line \d+/g)).toHaveLength(1);
  });
});
