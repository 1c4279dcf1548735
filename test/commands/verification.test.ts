import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createRegistry } from '../../src/adapters/registry/registry.ts';
import { promote } from '../../src/commands/promote.ts';
import { rollback } from '../../src/commands/rollback.ts';
import type { Registry } from '../../src/ports.ts';
import { testClock } from '../adapters/github/clock.ts';
import { answerWith, type MemoryRegistry, startMemoryRegistry } from '../registry/memory.ts';
import { type Machine, prepareMachine } from '../registry/setup.ts';
import {
  hosts,
  kustomization,
  onGitHub,
  outcomesOf,
  overlay,
  type PromoteOptions,
  promotionOf,
  REPOSITORY,
  runOf,
  type TestRepository,
  violationsOf,
} from './test-repository.ts';

let server: MemoryRegistry;
beforeEach(async () => {
  server = await startMemoryRegistry();
});
afterEach(() => server.close());

const CONFIG = '.github/promotion.yml';
const web = (version: string): string => `${server.host}/shop/web${version}`;
const worker = (version: string): string => `${server.host}/shop/worker${version}`;

const freeze = 'freeze: [{ from: 2026-12-24T00:00Z, until: 2026-12-25T00:00Z }]';

/** dev, stg and prod run the images, under the configuration. */
const begin = (config: string, ...images: string[]): Record<string, string> => ({
  ...Object.fromEntries(['dev', 'stg', 'prod'].map((name) => [overlay(name), kustomization(...images)])),
  [CONFIG]: config,
});

/** Dependencies with a real registry client; `opened` counts its uses. */
const worldOf = (
  stage: TestRepository,
  { machine = prepareMachine(), now }: { machine?: Machine; now?: string } = {},
) => {
  const clock = testClock(now);
  const opened: Registry[] = [];
  const registry = async (): Promise<Registry> => {
    const one = createRegistry({ clock, log: stage.world.log, environment: machine.environment });
    opened.push(one);
    return one;
  };
  return { ...stage.world, clock, registry, opened };
};

const ask = (stage: TestRepository, asking: PromoteOptions, world = worldOf(stage)) =>
  promote({ promotion: promotionOf(asking), ...runOf(asking) }, world);

const goBack = (stage: TestRepository, world = worldOf(stage)) =>
  rollback({ promotion: promotionOf({ trigger: 'by-hand' }), ...runOf({}) }, world);

const codes = async (work: Promise<unknown>) => (await violationsOf(work)).map(({ code }) => code);

type Entry = { readonly name: string; readonly newTag?: string; readonly digest?: string };

/** The references in the overlay of an environment, in its order. */
const runs = async (stage: TestRepository, environment = 'prod'): Promise<string[]> => {
  const { images }: { images: Entry[] } = parse((await stage.read(overlay(environment))) ?? '');
  return images.map(({ name, newTag, digest }) => `${name}${newTag ? `:${newTag}` : ''}${digest ? `@${digest}` : ''}`);
};

/** The requests of the registry, as `HEAD shop/web:v2`. */
const asked = (): string[] =>
  server.received.map(({ method, path }) => `${method} ${path.replace('/v2/', '').replace('/manifests/', ':')}`);

describe.each(hosts)('verify: true, %s', (_, open) => {
  it('allows an existing image, for one request to its registry', async () => {
    server.put('shop/web', 'v2');
    await using stage = await open(begin('verify: true\n', web(':v1')));
    expect(outcomesOf(await ask(stage, { images: [web(':v2')] }))).toEqual(['prod: promoted']);
    expect(await runs(stage)).toEqual([web(':v2')]);
    expect(asked()).toEqual(['HEAD shop/web:v2']);
  });

  it('refuses a missing image, after a short wait for a fresh push', async () => {
    await using stage = await open(begin('verify: true\n', web(':v1')));
    const world = worldOf(stage);
    expect(await violationsOf(ask(stage, { images: [web(':v2')] }, world))).toMatchObject([
      { code: 'image-absent', message: expect.stringContaining(web(':v2')) },
    ]);
    expect(world.clock.slept).toEqual([1000, 1000, 1000]);
    expect(await stage.messages()).toHaveLength(1);
  });

  it.each([401, 403, 410, 500])('refuses an image in unknown state, as after %i', async (status) => {
    server.spoil('shop/web', answerWith(status));
    await using stage = await open(begin('verify: true\n', web(':v1')));
    const [violation] = await violationsOf(ask(stage, { images: [web(':v2')] }));
    expect(violation).toMatchObject({
      code: 'registry-unknown',
      message: expect.stringMatching(`${server.host}.*${status}`),
    });
    expect(await stage.messages()).toHaveLength(1);
  });

  it('reports every missing image, together with the policies', async () => {
    await using stage = await open(begin('verify: true\ntags: [v*]\n', web(':v1'), worker(':v1')));
    const images = [web(':v2'), worker(':latest')];
    expect(await codes(ask(stage, { images }))).toEqual(['image-absent', 'image-absent', 'tag-not-allowed']);
  });

  it('writes neither of two images if one is missing', async () => {
    server.put('shop/web', 'v2');
    await using stage = await open(begin('verify: true\n', web(':v1'), worker(':v1')));
    expect(await codes(ask(stage, { images: [web(':v2'), worker(':v2')] }))).toEqual(['image-absent']);
    expect(await runs(stage)).toEqual([web(':v1'), worker(':v1')]);
  });

  it('asks once for several environments, and only if the setting is on', async () => {
    server.put('shop/web', 'v2');
    const config = 'environments: { dev: , stg: { verify: true }, prod: { verify: true } }\n';
    await using stage = await open(begin(config, web(':v1')));
    expect(outcomesOf(await ask(stage, { environments: ['dev'], images: [web(':v9')] }))).toEqual(['dev: promoted']);
    expect(asked()).toEqual([]);
    const both = { environments: ['stg', 'prod'], images: [web(':v2')] };
    expect(outcomesOf(await ask(stage, both))).toEqual(['stg: promoted', 'prod: promoted']);
    expect(asked()).toEqual(['HEAD shop/web:v2']);
  });

  it('does not ask for a running image', async () => {
    await using stage = await open(begin('verify: true\n', web(':v1')));
    const world = worldOf(stage);
    expect(outcomesOf(await ask(stage, { images: [web(':v1')] }, world))).toEqual(['prod: unchanged']);
    expect(world.opened).toEqual([]);
  });

  it('does not ask for an image that is left out', async () => {
    await using stage = await open(begin(`verify: true\n${freeze}\n`, web(':v1')));
    const world = worldOf(stage, { now: '2026-12-24T12:00:00Z' });
    expect(outcomesOf(await ask(stage, { images: [web(':v2')] }, world))).toEqual(['prod: refused, frozen']);
    expect(world.opened).toEqual([]);
  });

  it('does not prove that another environment runs the image', async () => {
    server.put('shop/web', 'v2');
    const config = 'environments: { dev: , stg: , prod: { requires: stg, verify: true } }\n';
    await using stage = await open(begin(config, web(':v1')));
    expect(await codes(ask(stage, { images: [web(':v2')] }))).toEqual(['requirement-unmet']);
    expect(await codes(ask(stage, { images: [web(':v3')] }))).toEqual(['image-absent', 'requirement-unmet']);
    await ask(stage, { environments: ['stg'], images: [web(':v2')] });
    expect(outcomesOf(await ask(stage, { images: [web(':v2')] }))).toEqual(['prod: promoted']);
  });
});

describe.each(hosts)('verify: digest, %s', (_, open) => {
  const pinned = 'verify: digest\n';

  it('writes the digest of the tag', async () => {
    const digest = server.put('shop/web', 'v2');
    await using stage = await open(begin(pinned, web(':v1')));
    const { environments } = await ask(stage, { images: [web(':v2')] });
    expect(outcomesOf({ environments })).toEqual(['prod: promoted']);
    expect(await runs(stage)).toEqual([web(`:v2@${digest}`)]);
    expect((await stage.messages())[0]).toContain(`\nPromotion: prod ${web(`:v2@${digest}`)}\n`);
  });

  it('changes nothing if the file has it', async () => {
    const digest = server.put('shop/web', 'v2');
    await using stage = await open(begin(pinned, web(`:v2@${digest}`)));
    expect(outcomesOf(await ask(stage, { images: [web(':v2')] }))).toEqual(['prod: unchanged']);
    expect(await stage.messages()).toHaveLength(1);
  });

  it('adds it to a running tag', async () => {
    const digest = server.put('shop/web', 'v2');
    await using stage = await open(begin(pinned, web(':v2')));
    expect(outcomesOf(await ask(stage, { images: [web(':v2')] }))).toEqual(['prod: promoted']);
    expect(await runs(stage)).toEqual([web(`:v2@${digest}`)]);
  });

  it('keeps a requested digest that the registry has', async () => {
    const digest = server.put('shop/web', 'v2');
    const other = `sha256:${'0'.repeat(64)}`;
    await using stage = await open(begin(pinned, web(':v1')));
    expect(await codes(ask(stage, { images: [web(`:v2@${other}`)] }))).toEqual(['image-absent']);
    expect(outcomesOf(await ask(stage, { images: [web(`:v2@${digest}`)] }))).toEqual(['prod: promoted']);
    expect(await runs(stage)).toEqual([web(`:v2@${digest}`)]);
  });

  it('gives each of two images its own', async () => {
    const digests = [server.put('shop/web', 'v2'), server.put('shop/worker', 'v2')] as const;
    await using stage = await open(begin(pinned, web(':v1'), worker(':v1')));
    expect(outcomesOf(await ask(stage, { images: [web(':v2'), worker(':v2')] }))).toEqual(['prod: promoted']);
    expect(await runs(stage)).toEqual([web(`:v2@${digests[0]}`), worker(`:v2@${digests[1]}`)]);
  });

  it('writes it only in environments with the setting', async () => {
    const digest = server.put('shop/web', 'v2');
    const config = 'environments: { stg: { verify: true }, prod: { verify: digest } }\n';
    await using stage = await open(begin(config, web(':v1')));
    await ask(stage, { environments: ['stg', 'prod'], images: [web(':v2')] });
    expect(await runs(stage, 'stg')).toEqual([web(':v2')]);
    expect(await runs(stage)).toEqual([web(`:v2@${digest}`)]);
  });

  it('writes it for all products of a manifest', async () => {
    const digest = server.put('shop/web', 'v2');
    const config = 'files: shared/{environment}\nproducts: { shop: { verify: digest }, blog: { verify: false } }\n';
    const shared = 'shared/prod/kustomization.yaml';
    await using stage = await open({ [shared]: kustomization(web(':v1')), [CONFIG]: config });
    const both = { products: ['shop', 'blog'], images: [web(':v2')] };
    expect(outcomesOf(await ask(stage, both))).toEqual(['prod: promoted', 'prod: promoted']);
    expect(await stage.read(shared)).toContain(digest);
  });

  it('satisfies `requires` with or without a digest', async () => {
    const digest = server.put('shop/web', 'v2');
    const config = 'environments: { dev: , stg: { requires: dev, verify: digest }, prod: { requires: stg } }\n';
    await using stage = await open(begin(config, web(':v1')));
    const step = (environment: string) => ask(stage, { environments: [environment], images: [web(':v2')] });
    for (const environment of ['dev', 'stg', 'prod']) {
      expect(outcomesOf(await step(environment))).toEqual([`${environment}: promoted`]);
    }
    expect(await runs(stage, 'stg')).toEqual([web(`:v2@${digest}`)]);
  });

  it('changes no frozen environment, except with an override, which the commit records', async () => {
    const digest = server.put('shop/web', 'v2');
    await using stage = await open(begin(`${pinned}${freeze}\n`, web(':v2')));
    const running = { images: [web(':v2')] };
    const frozen = () => worldOf(stage, { now: '2026-12-24T12:00:00Z' });
    expect(outcomesOf(await ask(stage, running, frozen()))).toEqual(['prod: unchanged']);
    expect(await runs(stage)).toEqual([web(':v2')]);
    const person = { trigger: 'by-hand', override: 'freeze', reason: 'an audit' } as const;
    expect(outcomesOf(await ask(stage, { ...running, ...person }, frozen()))).toEqual(['prod: promoted']);
    expect(await runs(stage)).toEqual([web(`:v2@${digest}`)]);
    expect((await stage.messages())[0]).toContain('\nOverride: freeze of prod for shop until 2026-12-25');
  });

  it('does not restore a rolled-back image', async () => {
    server.put('shop/web', 'v1');
    server.put('shop/web', 'v2');
    await using stage = await open(begin(pinned, web(':v1')));
    await ask(stage, { images: [web(':v1')] });
    await ask(stage, { images: [web(':v2')] });
    await goBack(stage);
    expect(outcomesOf(await ask(stage, { images: [web(':v2')] }))).toEqual(['prod: superseded, held']);
  });
});

it('verify: digest proposes a digest once, and keeps it', async () => {
  const [web2, worker2] = [server.put('shop/web', 'v2'), server.put('shop/worker', 'v2')];
  await using stage = await onGitHub(begin('verify: digest\ndelivery: pull-request\n', web(':v1'), worker(':v1')));
  const repository = stage.fake.repository(REPOSITORY);
  const branch = 'promotion/shop/prod';
  expect(outcomesOf(await ask(stage, { images: [web(':v2')] }))).toEqual(['prod: proposed']);
  const head = await repository.head(branch);
  expect(outcomesOf(await ask(stage, { images: [web(':v2')] }))).toEqual(['prod: proposed']);
  expect(await repository.head(branch)).toBe(head);
  await ask(stage, { images: [worker(':v2')] });
  const proposed = await repository.read(overlay('prod'), branch);
  for (const digest of [web2, worker2]) expect(proposed).toContain(digest);
});

describe.each(hosts)('a rollback with verify, %s', (_, open) => {
  const prepared = async (config: string) => {
    const stage = await open(begin('', web(':v1')));
    await ask(stage, { images: [web(':v2')] });
    await stage.commit({ [CONFIG]: config });
    return stage;
  };

  it.each(['verify: true\n', 'verify: digest\n'])('is refused if the image is missing (%j)', async (config) => {
    await using stage = await prepared(config);
    expect(await codes(goBack(stage))).toEqual(['image-absent']);
    expect(await runs(stage)).toEqual([web(':v2')]);
  });

  it.each(['verify: true\n', 'verify: digest\n'])('works without the registry (%j)', async (config) => {
    server.spoil('shop/web', answerWith(503));
    await using stage = await prepared(config);
    const { notices, ...promoted } = await goBack(stage);
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(notices).toMatchObject([{ message: expect.stringMatching(`${server.host}.*503`) }]);
    expect(await runs(stage)).toEqual([web(':v1')]);
  });

  it('works with a docker configuration that hangs', async () => {
    server.spoil('shop/web', (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end());
    await using stage = await prepared('verify: true\n');
    const { notices, ...promoted } = await goBack(stage, worldOf(stage, { machine: prepareMachine('rubbish') }));
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(notices).toMatchObject([{ message: expect.stringContaining('docker configuration') }]);
  });

  it('writes no digest that was not there before', async () => {
    server.put('shop/web', 'v1');
    await using stage = await prepared('verify: digest\n');
    await goBack(stage);
    expect(await runs(stage)).toEqual([web(':v1')]);
  });
});
