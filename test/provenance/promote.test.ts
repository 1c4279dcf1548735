import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createAttestations } from '../../src/adapters/provenance/attestations.ts';
import { createRegistry } from '../../src/adapters/registry/registry.ts';
import { promote } from '../../src/commands/promote.ts';
import { rollback } from '../../src/commands/rollback.ts';
import { status } from '../../src/commands/status.ts';
import { sourceCommit } from '../../src/domain/status/status-table.ts';
import { testClock } from '../adapters/github/clock.ts';
import {
  build,
  hosts,
  kustomization,
  onGitHub,
  outcomesOf,
  overlay,
  type PromoteOptions,
  promotionOf,
  runOf,
  type TestRepository,
  violationsOf,
} from '../commands/test-repository.ts';
import { prepareMachine } from '../registry/setup.ts';
import { type AttestingRegistry, startAttestingRegistry } from './registry.ts';
import { type Builder, type Instance, SHA, startSigstore, statementOf, workflowOf } from './sigstore.ts';

const CONFIG = '.github/promotion.yml';
const ROOT = '.github/trusted_root.jsonl';
const NAME = 'shop/web';

let sigstore: Instance;
let stranger: Instance;
let registry: AttestingRegistry;
beforeAll(async () => {
  [sigstore, stranger] = await Promise.all([startSigstore('public'), startSigstore('public')]);
});
beforeEach(async () => {
  registry = await startAttestingRegistry('api');
});
afterEach(() => registry.close());

const web = (version: string): string => `${registry.host}/${NAME}${version}`;

const rule = `provenance: { trusted-root: ${ROOT}, workflow: release.yml, refs: [refs/heads/main] }`;
const demanding = `sources: [{ repository: acme/shop }]\nproof: none\n${rule}\n`;

const begin = (config = demanding): Record<string, string> => ({
  ...Object.fromEntries(['dev', 'stg', 'prod'].map((name) => [overlay(name), kustomization(web(':v1'))])),
  [CONFIG]: config,
  [ROOT]: `${sigstore.trustedRoot()}\n`,
});

/** Dependencies with a real registry client; `opened` counts the reads of attestations. */
const worldOf = (stage: TestRepository) => {
  const clock = testClock();
  const options = { clock, log: stage.world.log, environment: prepareMachine().environment };
  const opened: string[] = [];
  const attestations = async () => {
    opened.push('attestations');
    return createAttestations(options);
  };
  return { ...stage.world, clock, registry: async () => createRegistry(options), attestations, opened };
};

const source = build(7, { sha: 'b'.repeat(40) });

const ask = (stage: TestRepository, asking: PromoteOptions = {}, world = worldOf(stage)) =>
  promote({ promotion: promotionOf({ images: [web(':v2')], source, ...asking }), ...runOf(asking) }, world);

/** The entry of the image in prod. */
const runs = async (stage: TestRepository): Promise<unknown> =>
  parse((await stage.read(overlay('prod'))) ?? '').images[0];

const refused = async (config = demanding, asking: PromoteOptions = {}) => {
  await using stage = await onGitHub(begin(config));
  const violations = await violationsOf(ask(stage, asking));
  expect(await stage.read(overlay('prod'))).toBe(kustomization(web(':v1')));
  return violations;
};

/** Puts an image with one attestation, and gives its digest. */
const attested = async (builder: Builder = {}, by = sigstore): Promise<string> => {
  const digest = registry.image(NAME, 'v2');
  const bundle = await by.attest({ builder: workflowOf('acme/shop', builder), statement: statementOf(digest) });
  registry.attach(NAME, digest, bundle);
  return digest;
};

describe.each(hosts)('an image with a build provenance, %s', (_, open) => {
  it('is promoted by its digest, and the record names the commit that it was built from', async () => {
    const digest = await attested();
    await using stage = await open(begin());
    expect(outcomesOf(await ask(stage))).toEqual(['prod: promoted']);
    expect(await runs(stage)).toEqual({ name: web(''), newTag: 'v2', digest });
    const [message = ''] = await stage.messages();
    expect(message.split('\n').filter((line) => /^(Promotion|Built):/.test(line))).toEqual([
      `Promotion: prod ${web(`:v2@${digest}`)} from acme/shop@${source.sha} refs/heads/main by ci.yml#7`,
      `Built: prod ${web(`:v2@${digest}`)} from acme/shop@${SHA}`,
    ]);
  });

  it('is refused by the trusted root of the very commit that is read', async () => {
    await attested();
    await using stage = await open({ ...begin(), [ROOT]: `${stranger.trustedRoot()}\n` });
    expect(await violationsOf(ask(stage))).toMatchObject([{ code: 'provenance-rejected', path: CONFIG, line: 3 }]);
    await stage.commit({ [ROOT]: `${stranger.trustedRoot()}\n${sigstore.trustedRoot()}\n` });
    expect(outcomesOf(await ask(stage))).toEqual(['prod: promoted']);
  });
});

describe('the setting provenance', () => {
  it('reads no attestations if the setting is absent', async () => {
    registry.image(NAME, 'v2');
    await using stage = await onGitHub(begin('verify: digest\n'));
    const world = worldOf(stage);
    expect(outcomesOf(await ask(stage, {}, world))).toEqual(['prod: promoted']);
    expect(world.opened).toEqual([]);
    expect(registry.received.filter(({ path }) => path.includes('referrers'))).toEqual([]);
  });

  it('refuses an image without an attestation, and shows the lines that add one', async () => {
    const digest = registry.image(NAME, 'v2');
    const [violation, ...others] = await refused();
    expect(others).toEqual([]);
    expect(violation).toMatchObject({ code: 'provenance-missing', path: CONFIG, line: 3 });
    expect(violation?.message).toContain(`${web(`:v2@${digest}`)}`);
    expect(violation?.hint).toContain('actions/attest-build-provenance');
    expect(violation?.hint).toContain('push-to-registry: true');
  });

  it('reports a registry without the referrers API', async () => {
    await registry.close();
    registry = await startAttestingRegistry('tag');
    registry.image(NAME, 'v2');
    expect(await refused()).toMatchObject([{ message: expect.stringContaining('does not serve the referrers API') }]);
  });

  it.each<[string, Builder, string[]]>([
    ['another repository', { sourceRepository: 'https://github.com/evil/shop' }, ['evil/shop', 'acme/shop']],
    ['another server', { issuer: 'https://gitlab.com' }, ['https://gitlab.com', 'token.actions.githubusercontent.com']],
    [
      'another workflow',
      { buildConfig: 'https://github.com/acme/shop/.github/workflows/ci.yml@refs/heads/main' },
      ['ci.yml', 'release.yml'],
    ],
    ['another ref', { sourceRef: 'refs/heads/dev' }, ['refs/heads/dev', 'refs/heads/main']],
  ])('refuses a build of %s, and names the found and the wanted value', async (_, builder, words) => {
    await attested(builder);
    const [violation] = await refused();
    expect(violation?.code).toBe('provenance-rejected');
    for (const word of words) expect(violation?.message).toContain(word);
  });

  it('refuses a valid bundle of another image', async () => {
    const [digest, other] = [registry.image(NAME, 'v2'), registry.image(NAME, 'v3')];
    const statement = statementOf(other);
    registry.attach(NAME, digest, await sigstore.attest({ builder: workflowOf('acme/shop'), statement }));
    expect(await refused()).toMatchObject([
      { message: expect.stringContaining(`and not about this image (${digest})`) },
    ]);
  });

  it('refuses a bundle of an unknown signer', async () => {
    await attested({}, stranger);
    expect(await refused()).toMatchObject([{ message: expect.stringContaining('does not list') }]);
  });

  it('accepts an older image with its bundle of that time, since the age of a build does not matter', async () => {
    const digest = await attested();
    await using stage = await onGitHub(begin());
    expect(outcomesOf(await ask(stage))).toEqual(['prod: promoted']);
    await stage.commit({ [overlay('prod')]: kustomization(web(':v3')) });
    expect(outcomesOf(await ask(stage, { trigger: 'by-hand' }))).toEqual(['prod: promoted']);
    expect(await runs(stage)).toEqual({ name: web(''), newTag: 'v2', digest });
  });

  it('accepts the first valid bundle, and reports the others', async () => {
    const digest = registry.image(NAME, 'v2');
    registry.attach(NAME, digest, '{}');
    await attested();
    await using stage = await onGitHub(begin());
    const { notices, environments } = await ask(stage);
    expect(outcomesOf({ environments })).toEqual(['prod: promoted']);
    expect(notices.map(({ message }) => message)).toContainEqual(expect.stringContaining('is not a readable bundle'));
  });

  it('reports no proof if the registry does not answer', async () => {
    const digest = await attested();
    registry.spoil(`${NAME}/referrers/${digest}`, (_, response) => response.writeHead(503).end());
    expect(await refused()).toMatchObject([{ code: 'registry-unknown', path: CONFIG }]);
  });

  it('reports its refusal together with all other problems', async () => {
    registry.image(NAME, 'v2');
    const violations = await refused(`${demanding}tags: ["release-*"]\n`);
    expect(violations.map(({ code }) => code).sort()).toEqual(['provenance-missing', 'tag-not-allowed']);
  });

  it('reads no attestations of an image that may not be promoted', async () => {
    await attested();
    const violations = await refused(`${demanding}images: ["registry.example.com/*"]\n`);
    expect(violations.map(({ code }) => code)).toEqual(['image-not-allowed']);
    expect(registry.received).toEqual([]);
  });

  it('requires an existing and valid trusted root', async () => {
    await attested();
    await using stage = await onGitHub({ ...begin(), [ROOT]: 'hello\n' });
    expect(await violationsOf(ask(stage))).toMatchObject([{ code: 'trusted-root-invalid', path: ROOT, line: 1 }]);
    await using without = await onGitHub({ ...begin(), [ROOT.replace('jsonl', 'json')]: '', [ROOT]: '\n' });
    expect(await violationsOf(ask(without))).toMatchObject([{ code: 'trusted-root-invalid' }]);
    const elsewhere = demanding.replace(ROOT, 'roots.jsonl');
    expect(await refused(elsewhere)).toMatchObject([
      { code: 'trusted-root-invalid', message: expect.stringContaining('roots.jsonl'), path: CONFIG, line: 3 },
    ]);
  });

  it('does not block a rollback', async () => {
    registry.image(NAME, 'v1');
    await using stage = await onGitHub(begin());
    await attested();
    await ask(stage);
    const world = worldOf(stage);
    const promotion = promotionOf({ trigger: 'by-hand' });
    expect(outcomesOf(await rollback({ promotion, ...runOf({}) }, world))).toEqual(['prod: promoted']);
    expect(world.opened).toEqual([]);
  });

  it('is an error of the configuration without `sources`', async () => {
    await attested();
    expect(await refused(`${rule}\n`)).toMatchObject([
      { code: 'config-invalid', message: expect.stringContaining('sources'), path: CONFIG, line: 1 },
    ]);
  });
});

describe('the command status', () => {
  it('shows the commit that the image was built from', async () => {
    await attested();
    await using stage = await onGitHub(begin());
    await ask(stage);
    const { status: found } = await status({ products: ['shop'], environments: ['prod'] }, worldOf(stage));
    const running = found.rows.flatMap(({ runs }) => [...runs.values()].flat());
    expect(running).toMatchObject([
      { set: { source: { sha: source.sha }, built: { repository: 'acme/shop', sha: SHA } } },
    ]);
    expect(running.map(sourceCommit)).toEqual([SHA.slice(0, 7)]);
  });
});

describe('requires', () => {
  const config = `${demanding}environments: { dev: , prod: { requires: dev } }\n`;

  it('compares by the proven commit, and ignores the one that the sender names', async () => {
    await attested();
    const other = registry.image(NAME, 'v3');
    const builder = workflowOf('acme/shop', { sourceCommit: 'c'.repeat(40) });
    registry.attach(NAME, other, await sigstore.attest({ builder, statement: statementOf(other) }));
    await using stage = await onGitHub(begin(config));
    await ask(stage, { environments: ['dev'] });
    // The same commit by the word of the sender, another one by that of the builder.
    const lie = { images: [web(':v3')], environments: ['prod'], source: { ...source, runNumber: 8 } };
    expect(await violationsOf(ask(stage, lie))).toMatchObject([{ code: 'requirement-unmet' }]);
  });

  it('accepts another image of the proven commit', async () => {
    await attested();
    const again = registry.image(NAME, 'v2-arm');
    const statement = statementOf(again);
    registry.attach(NAME, again, await sigstore.attest({ builder: workflowOf('acme/shop'), statement }));
    await using stage = await onGitHub(begin(config));
    await ask(stage, { environments: ['dev'] });
    const asking = { images: [web(':v2-arm')], environments: ['prod'], source: build(8, { sha: 'd'.repeat(40) }) };
    expect(outcomesOf(await ask(stage, asking))).toEqual(['prod: promoted']);
  });
});

describe('a pull request', () => {
  it('names the commit that the image was built from, in its commit and its description', async () => {
    const digest = await attested();
    await using stage = await onGitHub(begin());
    expect(outcomesOf(await ask(stage, { delivery: 'pull-request' }))).toEqual(['prod: proposed']);
    const [pullRequest] = stage.fake.repository('acme/manifests').pullRequests;
    expect(pullRequest?.body).toContain(`Built: prod ${web(`:v2@${digest}`)} from acme/shop@${SHA}`);
    expect(pullRequest?.body).toContain('built from');
  });

  it('does not keep an image whose build was not verified when it was requested', async () => {
    const worker = `${registry.host}/shop/worker`;
    const before = 'sources: [{ repository: acme/shop }]\nproof: none\n';
    await using stage = await onGitHub({
      ...begin(before),
      [overlay('prod')]: kustomization(web(':v1'), `${worker}:v1`),
    });
    await ask(stage, { delivery: 'pull-request', images: [`${worker}:v2`] });
    await attested();
    await stage.commit({ [CONFIG]: demanding });
    const { notices } = await ask(stage, { delivery: 'pull-request' });
    expect(notices.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/no longer carries .*worker:v2 for prod: its build provenance, .* was not verified/),
    );
  });
});
