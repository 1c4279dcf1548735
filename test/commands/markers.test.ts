/** Marked values are promoted, copied, reported, recorded, verified and rolled back like all others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRegistry } from '../../src/adapters/registry/registry.ts';
import { promote } from '../../src/commands/promote.ts';
import { status } from '../../src/commands/status.ts';
import { validate } from '../../src/commands/validate.ts';
import { testClock } from '../adapters/github/clock.ts';
import { type MemoryRegistry, startMemoryRegistry } from '../registry/memory.ts';
import { prepareMachine } from '../registry/setup.ts';
import { build, hosts, NAME, outcomesOf, promotionOf, runOf, violationsOf, WORKER } from './test-repository.ts';

const CONFIG = '.github/promotion.yml';
const config = (more = ''): string =>
  `files: ["{product}/{environment}/values.yaml", "{product}/{environment}/images.env"]\n${more}`;
const values = (tag: string, name = NAME): string =>
  `web:\n  version: ${tag} # image-promotion: ${name}\n  level: v0\n`;
const env = (tag: string): string => `# image-promotion: ${WORKER}\nWORKER=${tag}\nLEVEL=v0\n`;

const begin = (more?: string, name = NAME): Record<string, string> => ({
  [CONFIG]: config(more),
  ...Object.fromEntries(
    ['stg', 'prod'].flatMap((name_) => [
      [`shop/${name_}/values.yaml`, values('v0', name)],
      [`shop/${name_}/images.env`, env('v0')],
    ]),
  ),
});

describe.each(hosts)('marked values, %s', (_, open) => {
  it('are promoted, recorded, reported, copied by `from` and rolled back', async () => {
    await using stage = await open(begin());
    const asked = { environments: ['stg'], images: [`${NAME}:v1`, `${WORKER}:v1`] };
    expect(outcomesOf(await stage.promote({ ...asked, source: build(7) }))).toEqual(['stg: promoted']);
    expect(await stage.read('shop/stg/values.yaml')).toBe(values('v1'));
    expect(await stage.read('shop/stg/images.env')).toBe(env('v1'));
    expect((await stage.messages())[0]).toContain(`Promotion: stg ${WORKER}:v1 from acme/shop@`);

    const older = await stage.promote({ ...asked, images: [`${WORKER}:v0.5`], source: build(6) });
    expect(outcomesOf(older)).toEqual(['stg: superseded, older']);

    const taken = await stage.promote({ trigger: 'by-hand', from: 'stg', reason: 'as agreed' });
    expect(outcomesOf(taken)).toEqual(['prod: promoted']);
    expect(await stage.read('shop/prod/images.env')).toBe(env('v1'));

    const { rows } = (await status({}, { ...stage.world, clock: testClock('2026-12-25T12:00:00Z') })).status;
    const told = rows.map(({ image, runs }) => [
      image,
      ...[...runs.values()].flat().map((run) => [run.reference.tag, run.record]),
    ]);
    expect(told.sort()).toEqual([
      [NAME, ['v1', 'recorded'], ['v1', 'recorded']],
      [WORKER, ['v1', 'recorded'], ['v1', 'recorded']],
    ]);

    expect(outcomesOf(await stage.rollback({ environments: ['prod'], images: [WORKER] }))).toEqual(['prod: promoted']);
    expect(await stage.read('shop/prod/images.env')).toBe(env('v0'));
    const held = await stage.promote({ images: [`${WORKER}:v1`], source: build(7) });
    expect(outcomesOf(held)).toEqual(['prod: superseded, held']);
  });

  it('follow the policies of their images', async () => {
    await using stage = await open(begin('images: [registry.example.com/shop/web]\ntags: ["v*"]\n'));
    const [allowed] = await violationsOf(stage.promote({ images: [`${WORKER}:v1`] }));
    expect(allowed).toMatchObject({ code: 'image-not-allowed' });
    const [tag] = await violationsOf(stage.promote({ images: [`${NAME}:latest`] }));
    expect(tag).toMatchObject({ code: 'tag-not-allowed' });
  });
});

describe.each(hosts)('a marker without a value, %s', (_, open) => {
  it('refuses requests for its image and warns in requests for others', async () => {
    await using stage = await open({
      ...begin(),
      'shop/prod/values.yaml': `${values('v0')}# image-promotion: r.example/old\n`,
    });
    const [violation] = await violationsOf(stage.promote({ images: ['r.example/old:v1'] }));
    expect(violation).toMatchObject({ code: 'marker-invalid', path: 'shop/prod/values.yaml', line: 4 });
    const { notices } = await stage.promote({ images: [`${NAME}:v1`, `${WORKER}:v1`] });
    expect(notices).toContainEqual(expect.objectContaining({ path: 'shop/prod/values.yaml', line: 4 }));
    const back = await stage.rollback({ images: [NAME] });
    expect(back.notices).toContainEqual(expect.objectContaining({ path: 'shop/prod/values.yaml', line: 4 }));
  });

  it('is reported by status and validate', async () => {
    await using stage = await open({
      ...begin(),
      'shop/prod/values.yaml': `${values('v0')}# image-promotion: r.example/old\n`,
      'shop/prod/images.env': `${env('v0')}# image-promotion: r.example/old:v1\n`,
    });
    const problems = [
      { path: 'shop/prod/images.env', line: 4, message: expect.stringContaining('cannot be read') },
      { path: 'shop/prod/values.yaml', line: 4, message: expect.stringContaining('leads to no value') },
    ];
    const reported = await status({}, { ...stage.world, clock: testClock('2026-12-25T12:00:00Z') });
    expect(reported.status.problems).toMatchObject(problems);
    expect(reported.status.rows).toHaveLength(2);
    const { found, violations } = await validate({}, stage.world);
    expect(violations).toMatchObject(problems.map((problem) => ({ ...problem, code: 'marker-invalid' })));
    expect(found).toHaveLength(4);
  });
});

describe('a marked value in a registry', () => {
  let server: MemoryRegistry;
  beforeEach(async () => {
    server = await startMemoryRegistry();
  });
  afterEach(() => server.close());

  it.each(hosts)('is verified before it is written, %s', async (_, open) => {
    const name = `${server.host}/shop/web`;
    await using stage = await open(begin('verify: true\n', name));
    const clock = testClock();
    const { environment } = prepareMachine();
    const registry = async () => createRegistry({ clock, log: stage.world.log, environment });
    server.put('shop/web', 'v1');
    const run = (images: string[]) =>
      promote({ promotion: promotionOf({ images }), ...runOf({}) }, { ...stage.world, clock, registry });
    expect(outcomesOf(await run([`${name}:v1`]))).toEqual(['prod: promoted']);
    expect(await violationsOf(run([`${name}:v2`]))).toMatchObject([{ code: 'image-absent' }]);
  });
});
