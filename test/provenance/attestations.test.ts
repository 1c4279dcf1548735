import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAttestations } from '../../src/adapters/provenance/attestations.ts';
import type { ExaminedBundle } from '../../src/domain/provenance/attestation.ts';
import { testClock } from '../adapters/github/clock.ts';
import { silent } from '../commands/test-repository.ts';
import { startServer } from '../registry/server.ts';
import { prepareMachine } from '../registry/setup.ts';
import { isLong } from '../sample.ts';
import { type AttestingRegistry, startAttestingRegistry } from './registry.ts';
import { type Instance, startSigstore, statementOf, workflowOf } from './sigstore.ts';

const PATH = '.github/trusted_root.jsonl';
const NAME = 'shop/web';

let sigstore: Instance;
let registry: AttestingRegistry;
beforeAll(async () => {
  sigstore = await startSigstore('github');
});
beforeEach(async () => {
  registry = await startAttestingRegistry('api');
});
afterEach(() => registry.close());

const attest = (digest: string): Promise<string> =>
  sigstore.attest({ builder: workflowOf('acme/shop'), statement: statementOf(digest) });

const examine = (digest: string, { enough = isSigned, from = registry } = {}) =>
  createAttestations({ clock: testClock(), log: silent, environment: prepareMachine().environment }).examine({
    reference: { repository: `${from.host}/${NAME}`, tag: 'v2', digest },
    trustedRoot: { path: PATH, text: sigstore.trustedRoot() },
    enough,
  });

const isSigned = ({ kind }: ExaminedBundle): boolean => kind === 'signed';

describe.each(['api', 'tag'] as const)('reading bundles by %s', (listing) => {
  beforeEach(async () => {
    await registry.close();
    registry = await startAttestingRegistry(listing);
  });

  it('finds the bundle of an image', async () => {
    const digest = registry.image(NAME, 'v2');
    const attestation = registry.attach(NAME, digest, await attest(digest));
    expect(await examine(digest)).toMatchObject({
      verdict: 'examined',
      listing,
      unread: 0,
      examined: [{ kind: 'signed', attestation, statement: { digests: [digest] } }],
    });
  });

  it('finds no bundle for an image without one', async () => {
    expect(await examine(registry.image(NAME, 'v2'))).toEqual({
      verdict: 'examined',
      listing,
      examined: [],
      unread: 0,
    });
  });
});

describe('reading bundles', () => {
  it('stops at the first sufficient bundle and reports those before it', async () => {
    const digest = registry.image(NAME, 'v2');
    registry.attach(NAME, digest, '{}');
    registry.attach(NAME, digest, 'an SBOM', 'application/spdx+json');
    registry.attach(NAME, digest, await attest(digest));
    registry.attach(NAME, digest, await attest(digest));
    expect(await examine(digest)).toMatchObject({
      examined: [{ kind: 'unusable', problem: 'is not a readable bundle' }, { kind: 'signed' }],
    });
  });

  it('reads the manifest if the list does not give its type', async () => {
    const digest = registry.image(NAME, 'v2');
    const attestation = registry.attach(NAME, digest, await attest(digest));
    const other = registry.image(NAME, 'v3');
    registry.spoil(`${NAME}/referrers/${digest}`, (_, response) =>
      response.end(JSON.stringify({ manifests: [{ digest: other }, { digest: attestation }] })),
    );
    expect(await examine(digest)).toMatchObject({ examined: [{ kind: 'signed', attestation }] });
  });

  it('follows the pages of a list', async () => {
    const digest = registry.image(NAME, 'v2');
    const attestation = registry.attach(NAME, digest, await attest(digest));
    const path = `${NAME}/referrers/${digest}`;
    registry.spoil(path, ({ path: asked }, response) => {
      const isLast = asked.includes('?last=1');
      if (!isLast) response.setHeader('link', `</v2/${path}?last=1>; rel="next"`);
      const entry = { digest: attestation, artifactType: 'application/vnd.dev.sigstore.bundle.v0.3+json' };
      response.end(JSON.stringify({ manifests: isLast ? [entry] : [] }));
    });
    expect(await examine(digest)).toMatchObject({ examined: [{ kind: 'signed' }] });
  });

  it('asks no other host for the rest of a list or for a bundle', async () => {
    await using other = await listening();
    const digest = registry.image(NAME, 'v2');
    registry.attach(NAME, digest, await attest(digest));
    registry.spoil(`${NAME}/referrers/${digest}`, (_, response) => {
      response.setHeader('link', `<http://${other.host}/v2/${NAME}/referrers/${digest}>; rel="next"`);
      response.end(JSON.stringify({ manifests: [] }));
    });
    expect(await examine(digest)).toMatchObject({
      verdict: 'unknown',
      detail: 'continues its list of referrers on another host',
    });
    expect(other.received).toEqual([]);
  });

  it('gives up on a list of 100 MB after its first megabytes', async () => {
    const digest = registry.image(NAME, 'v2');
    let sent = 0;
    registry.spoil(`${NAME}/referrers/${digest}`, (_, response) => {
      const chunk = `${' '.repeat(64 * 1024)}`;
      const more = (): void => {
        for (; sent < 100 * 1024 * 1024 && !response.destroyed; sent += chunk.length) {
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    expect(await examine(digest)).toMatchObject({ verdict: 'unknown', detail: 'answers with more than 4 MiB' });
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  it('reports a bundle that is too large, lost or exchanged, and continues with the next', async () => {
    const digest = registry.image(NAME, 'v2');
    const bundles = [1, 2, 3].map((number) => registry.attach(NAME, digest, `{"number": ${number}}`));
    const [large = '', lost = '', exchanged = ''] = bundles;
    registry.spoil(`${NAME}/manifests/${large}`, (_, response) => response.end(Buffer.alloc(5 * 1024 * 1024, ' ')));
    registry.spoil(`${NAME}/manifests/${lost}`, (_, response) => response.writeHead(404).end());
    registry.spoil(`${NAME}/manifests/${exchanged}`, (_, response) => response.end('{"layers": []}'));
    registry.attach(NAME, digest, await attest(digest));
    expect(await examine(digest)).toMatchObject({
      examined: [
        { problem: 'has a manifest that answers with more than 4 MiB' },
        { problem: 'has a manifest that is not in the registry' },
        { problem: 'has a manifest that does not have its digest' },
        { kind: 'signed' },
      ],
    });
  });

  const many = isLong ? 1_000 : 120;

  it(`reads ${many} bundles to find the one that holds`, async () => {
    const digest = registry.image(NAME, 'v2');
    for (let number = 1; number < many; number++) registry.attach(NAME, digest, `{"number": ${number}}`);
    registry.attach(NAME, digest, await attest(digest));
    const answer = await examine(digest);
    if (answer.verdict !== 'examined') throw new Error(answer.detail);
    expect(answer.examined).toHaveLength(many);
    expect(answer.examined.at(-1)).toMatchObject({ kind: 'signed' });
  });

  it('does not count the bundles beyond 2,000 as read', async () => {
    const digest = registry.image(NAME, 'v2');
    const entry = (number: number) => ({
      digest: `sha256:${String(number).padStart(64, '0')}`,
      artifactType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    });
    registry.spoil(`${NAME}/referrers/${digest}`, (_, response) =>
      response.end(JSON.stringify({ manifests: Array.from({ length: 2_100 }, (_, number) => entry(number)) })),
    );
    expect(await examine(digest)).toMatchObject({ verdict: 'examined', unread: 100 });
  });

  it.each([401, 403, 500])('proves nothing where the registry answers %i', async (status) => {
    const digest = registry.image(NAME, 'v2');
    registry.spoil(`${NAME}/referrers/${digest}`, (_, response) => response.writeHead(status).end('{}'));
    expect(await examine(digest)).toMatchObject({ verdict: 'unknown', status });
  });
});

/** A host that nobody should ask. */
const listening = async () => {
  const server = await startServer((_, response) => response.end('{}'));
  return { host: server.host, received: server.received, [Symbol.asyncDispose]: server.close };
};
