import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retag } from '../../src/commands/retag.ts';
import { parseImage } from '../../src/domain/image.ts';
import { pushArtifact, pushImage, pushIndex } from '../registry/images.ts';
import { answerWith, type MemoryRegistry, startMemoryRegistry } from '../registry/memory.ts';
import { startRegistry } from '../registry/process.ts';
import { watchRegistry } from '../registry/setup.ts';
import { describeWithRegistry } from '../registry/tools.ts';

type Asked = { images: readonly string[]; tags: readonly string[]; dryRun?: boolean };
const run = async ({ images, tags, dryRun = false }: Asked) => {
  const { registry, log, lines } = watchRegistry();
  return { ...(await retag({ images: images.map(parseImage), tags, dryRun, registry, log })), lines };
};

describe('the command retag', () => {
  let server: MemoryRegistry;
  let web: string;
  let digest: string;
  beforeEach(async () => {
    server = await startMemoryRegistry();
    web = `${server.host}/acme/web`;
    digest = server.put('acme/web', 'sha');
  });
  afterEach(() => server.close());
  const writes = () => server.received.filter(({ method }) => method === 'PUT').map(({ path }) => path);

  it('sets free tags', async () => {
    const result = await run({ images: [`${web}:sha`], tags: ['v1', 'v1.4', 'v1'] });
    expect(result).toMatchObject({ outcome: 'tagged', digest, violations: [] });
    expect(result.tags).toEqual([
      { reference: { repository: web, tag: 'v1' }, digest, outcome: 'tagged' },
      { reference: { repository: web, tag: 'v1.4' }, digest, outcome: 'tagged' },
    ]);
    expect(writes().sort()).toEqual(['/v2/acme/web/manifests/v1', '/v2/acme/web/manifests/v1.4']);
  });

  it('changes nothing the second time', async () => {
    const asked = { images: [`${web}:sha`], tags: ['v1'] };
    await run(asked);
    expect(await run(asked)).toMatchObject({ outcome: 'unchanged', digest, tags: [{ outcome: 'unchanged' }] });
    expect(writes()).toHaveLength(1);
  });

  it('sets missing tags', async () => {
    await run({ images: [`${web}:sha`], tags: ['v1'] });
    const result = await run({ images: [`${web}@${digest}`], tags: ['v1', 'v2'] });
    expect(result).toMatchObject({ outcome: 'tagged', tags: [{ outcome: 'unchanged' }, { outcome: 'tagged' }] });
  });

  it('moves no tag, and then sets no other', async () => {
    const other = server.put('acme/web', 'v1');
    const result = await run({ images: [`${web}:sha`], tags: ['v1', 'v2'] });
    expect(result).toMatchObject({ outcome: 'refused', tags: [] });
    expect(result.violations).toMatchObject([
      { code: 'tag-taken', message: `The tag "${web}:v1" names another image already: ${other} instead of ${digest}.` },
    ]);
    expect(writes()).toEqual([]);
  });

  it('sets nothing in a dry run', async () => {
    const result = await run({ images: [`${web}:sha`], tags: ['v1'], dryRun: true });
    expect(result).toMatchObject({ outcome: 'unchanged', digest, tags: [{ outcome: 'tagged' }] });
    expect(result.lines).toContain(`${web}:v1: free for ${digest}`);
    expect(writes()).toEqual([]);
  });

  it('refuses a missing image', async () => {
    expect(await run({ images: [`${web}:never`], tags: ['v1'] })).toMatchObject({
      outcome: 'refused',
      violations: [{ code: 'image-absent' }],
    });
  });

  it('tags several images, each in its repository, without a digest for all', async () => {
    server.put('acme/api', 'sha');
    const result = await run({ images: [`${web}:sha`, `${server.host}/acme/api:sha`], tags: ['v1'] });
    expect(result).toMatchObject({ outcome: 'tagged', digest: undefined });
    expect(writes().sort()).toEqual(['/v2/acme/api/manifests/v1', '/v2/acme/web/manifests/v1']);
  });

  it('sets no tag if one of several images is missing, or two images get one tag', async () => {
    server.put('acme/web', 'other');
    expect(await run({ images: [`${web}:sha`, `${web}:never`], tags: ['v1'] })).toMatchObject({ outcome: 'refused' });
    expect(await run({ images: [`${web}:sha`, `${web}:other`], tags: ['v1'] })).toMatchObject({
      outcome: 'refused',
      violations: [{ code: 'images-disagree' }],
    });
    expect(writes()).toEqual([]);
  });

  it('fails if the state in the registry is unknown', async () => {
    server.spoil('acme/web', answerWith(410), 'v1');
    expect(await run({ images: [`${web}:sha`], tags: ['v1'] })).toMatchObject({
      outcome: 'failed',
      violations: [{ code: 'registry-unknown' }],
    });
    server.spoil('acme/web', answerWith(410), 'sha');
    expect(await run({ images: [`${web}:sha`], tags: ['v1', 'v2'] })).toMatchObject({
      violations: [{ code: 'registry-unknown', message: expect.stringContaining(`${web}:sha`) }],
    });
  });

  it('fails if a tag may not be set, and lists the tags that were set', async () => {
    const notFound = JSON.stringify({ errors: [] });
    const readOnly = (status: number) =>
      server.spoil(
        'acme/web',
        ({ method }, response) =>
          method === 'PUT'
            ? response.writeHead(status).end()
            : response.writeHead(404, { 'content-type': 'application/json' }).end(notFound),
        'v2',
      );
    readOnly(403);
    expect(await run({ images: [`${web}:sha`], tags: ['v1', 'v2'] })).toMatchObject({
      outcome: 'failed',
      tags: [{ reference: { tag: 'v1' }, outcome: 'tagged' }],
      violations: [{ message: expect.stringMatching(/^The tag ".*:v2" cannot be set: the registry .* answers 403/) }],
    });
    readOnly(201);
    expect(await run({ images: [`${web}:sha`], tags: ['v2'] })).toMatchObject({
      outcome: 'failed',
      violations: [{ code: 'readback-differs', message: expect.stringContaining('is absent after it was set') }],
    });
  });

  it.each([
    [
      ['v 1', '-v1'],
      ['tag-invalid', 'tag-invalid'],
    ],
    [[], ['tag-missing']],
  ])('refuses the tags %j before any request', async (tags, codes) => {
    const refused = await run({ images: [`${web}:sha`], tags }).catch((error) => error);
    expect(refused.violations.map(({ code }: { code: string }) => code)).toEqual(codes);
    expect(server.received).toEqual([]);
  });
});

describeWithRegistry('retag in a real registry', () => {
  it.each(Object.entries({ image: pushImage, index: pushIndex, artifact: pushArtifact }))(
    'gives an %s a further tag',
    async (_, push) => {
      const running = await startRegistry('open');
      try {
        const { digest } = await push({ host: running.host, repository: 'acme/web' }, 'sha');
        const asked = { images: [`${running.host}/acme/web:sha`], tags: ['v1', 'v1.4'] };
        expect(await run(asked)).toMatchObject({ outcome: 'tagged', digest, violations: [] });
        expect(await run(asked)).toMatchObject({ outcome: 'unchanged', digest });
        const other = await pushImage({ host: running.host, repository: 'acme/web' }, 'other');
        expect(await run({ ...asked, images: [`${running.host}/acme/web@${other.digest}`] })).toMatchObject({
          outcome: 'refused',
          violations: [{ code: 'tag-taken' }, { code: 'tag-taken' }],
        });
      } finally {
        await running.close();
      }
    },
  );
});
