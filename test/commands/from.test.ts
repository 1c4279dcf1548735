import { describe, expect, it } from 'vitest';
import { promote } from '../../src/commands/promote.ts';
import {
  build,
  hosts,
  kustomization,
  NAME,
  onGitHub,
  onOneHost,
  outcomesOf,
  overlay,
  promotionOf,
  runOf,
  violationsOf,
  WORKER,
} from './test-repository.ts';

const digest = `sha256:${'d'.repeat(64)}`;
const byHand = { trigger: 'by-hand', from: 'stg' } as const;

describe.each(hosts)('promoting from another environment, %s', (_, open) => {
  it('copies its references with their source, for all listed images', async () => {
    await using stage = await open({
      [overlay('stg')]: kustomization(`${NAME}:v1`, `${WORKER}:v1`),
      [overlay('prod')]: kustomization(`${NAME}:v0`, `${WORKER}:v0`),
    });
    await stage.promote({ environments: ['stg'], images: [`${NAME}:v2`], source: build(42) });
    expect(outcomesOf(await stage.promote({ ...byHand, reason: 'as agreed' }))).toEqual(['prod: promoted']);
    expect(await stage.read(overlay('prod'))).toBe(kustomization(`${NAME}:v2`, `${WORKER}:v1`));
    const [message] = await stage.messages();
    const sha = build(42).sha;
    expect(message).toContain(`Promotion: prod ${NAME}:v2 from acme/shop@${sha} refs/heads/main by ci.yml#42\n`);
    expect(message).toContain(`Promotion: prod ${WORKER}:v1\n`);
    // An older build is known as such, as if it had been promoted directly.
    const late = await stage.promote({ images: [`${NAME}:v1.9`], source: build(41) });
    expect(outcomesOf(late)).toEqual(['prod: superseded, older']);
  });

  it('copies only the named images', async () => {
    await using stage = await open({
      [overlay('stg')]: kustomization(`${NAME}:v1`, `${WORKER}:v1`),
      [overlay('prod')]: kustomization(`${NAME}:v0`, `${WORKER}:v0`),
    });
    await stage.promote({ ...byHand, images: [WORKER] });
    expect(await stage.read(overlay('prod'))).toBe(kustomization(`${NAME}:v0`, `${WORKER}:v1`));
    expect(outcomesOf(await stage.promote({ ...byHand, images: [WORKER] }))).toEqual(['prod: unchanged']);
  });
});

describe('promoting from another environment', () => {
  it('copies digest and repository, and reports their changes', async () => {
    await using stage = await onOneHost({
      [overlay('stg')]: kustomization(`web=mirror.example.com/web:v1@${digest}`),
      [overlay('prod')]: kustomization('web=registry.example.com/web:v0'),
    });
    const { environments } = await stage.promote(byHand);
    const text = await stage.read(overlay('prod'));
    for (const part of ['newName: mirror.example.com/web', 'newTag: "v1"', `digest: ${digest}`])
      expect(text).toContain(part);
    expect(environments).toMatchObject([
      { changes: [{ image: 'mirror.example.com/web', from: { repository: 'registry.example.com/web' } }] },
    ]);
  });

  it('finds an image under any name in the other environment', async () => {
    await using stage = await onOneHost({
      [overlay('stg')]: kustomization(`web=${NAME}:v1`),
      [overlay('prod')]: kustomization(`${NAME}:v0`),
    });
    await stage.promote(byHand);
    expect(await stage.read(overlay('prod'))).toBe(kustomization(`${NAME}:v1`));
  });

  it('leaves out images that the other environment does not list, or may not get, and reports them', async () => {
    await using stage = await onOneHost({
      '.github/promotion.yml': `environments: { dev: , stg: , prod: { images: ["${NAME}"] } }\n`,
      [overlay('stg')]: kustomization(`${NAME}:v1`, 'docker.io/library/redis:7', 'debug:v1', 'untagged'),
      [overlay('prod')]: kustomization(`${NAME}:v0`, 'docker.io/library/redis:6', 'untagged'),
    });
    const { notices } = await stage.promote(byHand);
    expect(await stage.read(overlay('prod'))).toBe(
      kustomization(`${NAME}:v1`, 'docker.io/library/redis:6', 'untagged'),
    );
    expect(notices.map(({ message }) => message)).toEqual([
      '"docker.io/library/redis" is left out: the configuration does not let it be promoted to prod.',
      '"debug" is left out: no manifest of shop in prod lists it.',
      '"untagged" is left out: it has no tag or digest that can be promoted.',
    ]);
  });

  it('works product by product', async () => {
    await using stage = await onOneHost({
      [overlay('stg')]: kustomization(`${NAME}:v1`),
      [overlay('stg', 'blog')]: kustomization('blog:b1'),
      [overlay('prod')]: kustomization(`${NAME}:v0`),
      [overlay('prod', 'blog')]: kustomization('blog:b0'),
    });
    await stage.promote({ ...byHand, products: ['shop', 'blog'] });
    expect(await stage.read(overlay('prod'))).toBe(kustomization(`${NAME}:v1`));
    expect(await stage.read(overlay('prod', 'blog'))).toBe(kustomization('blog:b1'));
  });

  it.each([
    { what: 'two references of one image', stg: [`${NAME}:v1`, `web=${NAME}:v2`], images: [], code: 'image-ambiguous' },
    { what: 'a named image that it does not list', stg: [`${NAME}:v1`], images: ['wep'], code: 'image-not-listed' },
    { what: 'a named image without a tag', stg: [NAME], images: [NAME], code: 'tag-missing' },
    { what: 'nothing that could be promoted', stg: ['other:v1'], images: [], code: 'image-missing' },
  ])('is refused for $what', async ({ stg, images, code }) => {
    await using stage = await onOneHost({
      [overlay('stg')]: kustomization(...stg),
      [overlay('prod')]: kustomization(`${NAME}:v0`),
    });
    expect(await violationsOf(stage.promote({ ...byHand, images }))).toMatchObject([{ code }]);
    expect(await stage.messages()).toHaveLength(1);
  });

  it('is refused if the configuration does not list the environment', async () => {
    await using stage = await onOneHost({
      '.github/promotion.yml': 'environments: { dev: , prod: }\n',
      [overlay('prod')]: kustomization(`${NAME}:v0`),
    });
    expect(await violationsOf(stage.promote(byHand))).toMatchObject([{ code: 'environment-unknown' }]);
  });

  it('keeps the source if the digest is written as well', async () => {
    await using stage = await onOneHost({
      '.github/promotion.yml': 'environments: { stg: , prod: { verify: digest } }\n',
      [overlay('stg')]: kustomization(`${NAME}:v1`),
      [overlay('prod')]: kustomization(`${NAME}:v0`),
    });
    await stage.promote({ environments: ['stg'], images: [`${NAME}:v2`], source: build(42) });
    const none = () => Promise.reject(new Error('nobody asks for more'));
    const registry = { inspect: async () => ({ verdict: 'present', digest }) as const, read: none, tag: none };
    const promotion = promotionOf(byHand);
    await promote({ promotion, ...runOf(byHand) }, { ...stage.world, registry: async () => registry });
    expect((await stage.messages())[0]).toContain(
      `Promotion: prod ${NAME}:v2@${digest} from acme/shop@${build(42).sha} refs/heads/main by ci.yml#42\n`,
    );
  });

  it('takes two requests, including the records', async () => {
    await using stage = await onGitHub({
      [overlay('stg')]: kustomization(`${NAME}:v1`),
      [overlay('prod')]: kustomization(`${NAME}:v0`),
    });
    await stage.promote(byHand);
    expect(stage.fake.requests).toHaveLength(2);
  });
});
