import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../src/commands/check.ts';
import { verifyImages } from '../../src/commands/promotion/verify.ts';
import { PromotionError } from '../../src/domain/errors.ts';
import { type ImageRequest, parseImage, parseReference } from '../../src/domain/image.ts';
import { answerWith, type MemoryRegistry, startMemoryRegistry } from '../registry/memory.ts';
import { prepareMachine, watchRegistry } from '../registry/setup.ts';

let server: MemoryRegistry;
let digest: string;
beforeAll(async () => {
  server = await startMemoryRegistry();
  digest = server.put('acme/web', 'v1');
  server.spoil('acme/private', answerWith(403));
  server.spoil('acme/broken', answerWith(410));
});
afterAll(() => server.close());

const at = (image: string) => `${server.host}/${image}`;
const run = (images: readonly string[], onUnknown: 'fail' | 'missing' = 'fail') => {
  const { registry, log, lines } = watchRegistry();
  const requests = images.map((image): ImageRequest => parseImage(at(image)));
  return check({ images: requests, onUnknown, registry, log }).then((result) => ({ ...result, lines }));
};

describe('the command check', () => {
  it('finds an image with its digest', async () => {
    const result = await run(['acme/web:v1']);
    expect(result).toMatchObject({ outcome: 'built', built: true, missing: [], digest, violations: [] });
    expect(result.lines).toContain(`${at('acme/web:v1')}: present, ${digest}`);
  });

  it('lists the missing images, and gives no digest for several', async () => {
    const result = await run(['acme/web:v1', 'acme/web:v2', 'acme/new:v1']);
    expect(result).toMatchObject({ outcome: 'missing', built: false, digest: undefined, violations: [] });
    expect(result.missing).toEqual([at('acme/web:v2'), at('acme/new:v1')]);
  });

  it('has built: true only if every image was found', async () => {
    server.put('acme/api', 'v1');
    expect(await run(['acme/web:v1', 'acme/api:v1'])).toMatchObject({
      outcome: 'built',
      built: true,
      digest: undefined,
    });
    expect(await run(['acme/web:v1', 'acme/api:v2'])).toMatchObject({ outcome: 'missing', built: false });
  });

  it('fails for every image in unknown state, and also lists the missing ones', async () => {
    const result = await run(['acme/web:v2', 'acme/private:v1', 'acme/broken:v1']);
    expect(result).toMatchObject({ outcome: 'failed', built: false, missing: [at('acme/web:v2')], notices: [] });
    expect(result.violations).toMatchObject([
      {
        code: 'registry-unknown',
        message: `Whether "${at('acme/private:v1')}" exists is unknown: the registry ${server.host} answers 403, and this job is not logged in to it.`,
        hint: expect.stringMatching(
          /^Log in .* With the input `on-unknown: missing` such an image counts as missing\.$/,
        ),
      },
      { code: 'registry-unknown', message: expect.stringContaining('answers 410.') },
    ]);
  });

  it('counts unknown images as missing with on-unknown: missing, with a notice', async () => {
    const result = await run(['acme/web:v1', 'acme/private:v1'], 'missing');
    expect(result).toMatchObject({
      outcome: 'missing',
      built: false,
      missing: [at('acme/private:v1')],
      violations: [],
    });
    expect(result.notices).toMatchObject([{ message: expect.stringContaining('answers 403') }]);
  });

  it('asks for an image once, by the name that runs', async () => {
    const { registry, log } = watchRegistry();
    const images = [{ name: 'web', newName: at('acme/web'), tag: 'v1' }, parseImage(at('acme/web:v1'))];
    const before = server.received.length;
    const result = await check({ images, onUnknown: 'fail', registry, log });
    expect(result).toMatchObject({ outcome: 'built', digest });
    expect(server.received.length - before).toBe(1);
  });

  it('asks for up to eight images at once', async () => {
    let [now, most] = [0, 0];
    const { registry, log } = watchRegistry();
    const counting: typeof registry = {
      ...registry,
      inspect: async (reference) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now--;
        return reference.tag === 'v7' ? { verdict: 'absent' } : { verdict: 'present', digest };
      },
    };
    const images = Array.from({ length: 50 }, (_, index) => parseImage(at(`acme/many:v${index}`)));
    const result = await check({ images, onUnknown: 'fail', registry: counting, log });
    expect(most).toBe(8);
    expect(result.missing).toEqual([at('acme/many:v7')]);
    expect(result.images.map(({ reference }) => reference.tag)).toEqual(images.map(({ tag }) => tag));
  });

  it('refuses all impossible images before any request', async () => {
    const { registry, log, lines } = watchRegistry();
    const images = [
      { name: 'ghcr.io/Acme/Web', tag: 'v1' },
      { name: 'Acme/web', tag: 'v1' },
      { name: at('acme/web'), tag: '-v1' },
      { name: at('acme/web'), digest: 'sha256:1' },
      { name: at('acme/web') },
    ];
    const refused = await check({ images, onUnknown: 'missing', registry, log }).catch((error) => error);
    expect(refused).toBeInstanceOf(PromotionError);
    expect(refused.violations).toMatchObject([
      { code: 'image-invalid', hint: 'Write it in lower case: "ghcr.io/acme/web".' },
      { code: 'image-invalid', hint: 'Write it in lower case: "acme/web".' },
      { code: 'tag-invalid' },
      { code: 'digest-invalid' },
      { code: 'tag-missing' },
    ]);
    expect(lines).toEqual([]);
  });

  it('refuses to check no image', async () => {
    await expect(run([])).rejects.toMatchObject({ violations: [{ code: 'image-missing' }] });
  });

  it('reports invalid credentials once, not for every image', async () => {
    server.spoil('acme/locked', (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic' }).end());
    const { registry, log } = watchRegistry(prepareMachine({ credsStore: 'nowhere' }));
    const images = ['v1', 'v2', 'v3'].map((tag) => parseImage(at(`acme/locked:${tag}`)));
    await expect(check({ images, onUnknown: 'missing', registry, log })).rejects.toMatchObject({
      violations: [{ code: 'credentials-invalid', message: expect.stringContaining('is not installed') }],
    });
  });
});

describe('verifyImages', () => {
  it('gives the digests of the found images, and a violation for each other one', async () => {
    const { registry, waits } = watchRegistry();
    const references = ['acme/web:v1', 'acme/web:v1', 'acme/web:v9', 'acme/private:v1'].map((image) =>
      parseReference(at(image)),
    );
    const { digests, violations } = await verifyImages(registry, references);
    expect([...digests]).toEqual([[at('acme/web:v1'), digest]]);
    expect(violations.map(({ code }) => code)).toEqual(['image-absent', 'registry-unknown']);
    expect(waits).toEqual([1000, 1000, 1000]);
  });

  it('asks no registry without an image', async () => {
    expect(await verifyImages(watchRegistry().registry, [])).toEqual({ digests: new Map(), violations: [] });
  });
});
