import { beforeAll, describe, expect, it } from 'vitest';
import { verifyBundle } from '../../src/adapters/provenance/bundle.ts';
import { readTrustedRoots } from '../../src/adapters/provenance/trusted-root.ts';
import { type Instance, startSigstore, statementOf, workflowOf } from './sigstore.ts';

const DIGEST = `sha256:${'1'.repeat(64)}`;
const PATH = '.github/trusted_root.jsonl';

let [publicGood, github, stranger]: Instance[] = [];

beforeAll(async () => {
  [publicGood, github, stranger] = await Promise.all([
    startSigstore('public'),
    startSigstore('github'),
    startSigstore('public'),
  ]);
});

const given = (instance: Instance | undefined): Instance => {
  if (instance === undefined) throw new Error('Sigstore is not started');
  return instance;
};

const asked = { builder: workflowOf('acme/shop'), statement: statementOf(DIGEST) };
const trust = (...lines: string[]) => readTrustedRoots({ path: PATH, text: `${lines.join('\n')}\n` });
const verify = (bundle: string, trusted: ReturnType<typeof trust>) => verifyBundle(Buffer.from(bundle), trusted);

describe('verifying a bundle', () => {
  it.each([
    ['a transparency log', 'public'],
    ['a signed timestamp', 'github'],
  ])('accepts one with %s, from a signer at any place of the trusted root', async (_, kind) => {
    const instance = given(kind === 'public' ? publicGood : github);
    const trusted = trust(given(publicGood).trustedRoot(), given(github).trustedRoot());
    expect(verify(await instance.attest(asked), trusted)).toEqual({
      kind: 'signed',
      certificate: workflowOf('acme/shop'),
      statement: { predicateType: 'https://slsa.dev/provenance/v1', digests: [DIGEST] },
    });
  });

  it('refuses a signer that the trusted root does not name', async () => {
    const bundle = await given(stranger).attest(asked);
    // Both have the same name: only the keys differ.
    expect(verify(bundle, trust(given(publicGood).trustedRoot()))).toMatchObject({ kind: 'unusable' });
    expect(verify(bundle, trust(given(github).trustedRoot()))).toMatchObject({ kind: 'unusable' });
  });

  it('refuses a signer that had retired before, and gives its date', async () => {
    const bundle = await given(publicGood).attest(asked);
    const until = new Date('2024-02-29T00:00:00Z');
    expect(verify(bundle, trust(given(publicGood).trustedRoot(until)))).toMatchObject({
      kind: 'unusable',
      problem: expect.stringMatching(/^is signed on .* lists from 2020-01-01 until 2024-02-29 only$/),
    });
  });

  it.each([
    ['public', 'has no entry in a transparency log'],
    ['github', 'has no signed timestamp'],
  ])('refuses a bundle of the %s instance without its proof of time', async (kind, problem) => {
    const instance = given(kind === 'public' ? publicGood : github);
    const bundle = await instance.attest({ ...asked, unlogged: true });
    expect(verify(bundle, trust(instance.trustedRoot()))).toEqual({ kind: 'unusable', problem });
  });

  it('does not accept the timestamp of one instance as the log of another', async () => {
    const bundle = JSON.parse(await given(publicGood).attest(asked));
    const other = JSON.parse(await given(github).attest(asked));
    bundle.verificationMaterial = {
      ...other.verificationMaterial,
      certificate: bundle.verificationMaterial.certificate,
    };
    const trusted = trust(given(publicGood).trustedRoot(), given(github).trustedRoot());
    expect(verify(JSON.stringify(bundle), trusted)).toMatchObject({ kind: 'unusable' });
  });

  it.each(['payload', 'signature', 'certificate', 'log entry'])(
    'refuses a bundle whose %s was exchanged',
    async (part) => {
      const [one, other] = await Promise.all(
        [DIGEST, `sha256:${'2'.repeat(64)}`].map(async (digest) =>
          JSON.parse(await given(publicGood).attest({ ...asked, statement: statementOf(digest) })),
        ),
      );
      if (part === 'payload') one.dsseEnvelope.payload = other.dsseEnvelope.payload;
      if (part === 'signature') one.dsseEnvelope.signatures = other.dsseEnvelope.signatures;
      if (part === 'certificate') one.verificationMaterial.certificate = other.verificationMaterial.certificate;
      if (part === 'log entry') one.verificationMaterial.tlogEntries = other.verificationMaterial.tlogEntries;
      const trusted = trust(given(publicGood).trustedRoot());
      expect(verify(JSON.stringify(one), trusted)).toMatchObject({
        kind: 'unusable',
        problem: expect.stringMatching(/^does not verify: /),
      });
    },
  );

  it('refuses a bundle whose log entry claims another time', async () => {
    const bundle = JSON.parse(await given(publicGood).attest(asked));
    const [entry] = bundle.verificationMaterial.tlogEntries;
    entry.integratedTime = String(Number(entry.integratedTime) - 60);
    expect(verify(JSON.stringify(bundle), trust(given(publicGood).trustedRoot()))).toMatchObject({ kind: 'unusable' });
  });

  it('refuses the name of a log that would slow a regular expression down', async () => {
    const bundle = JSON.parse(await given(publicGood).attest(asked));
    const { checkpoint } = bundle.verificationMaterial.tlogEntries[0].inclusionProof;
    checkpoint.envelope = checkpoint.envelope.replace(/\u2014 \S+/, '\u2014 (.*)*(.*)*(.*)*(.*)*(.*)*(.*)*x');
    expect(verify(JSON.stringify(bundle), trust(given(publicGood).trustedRoot()))).toEqual({
      kind: 'unusable',
      problem: 'has a checkpoint of a log without a proper name',
    });
  });

  it.each([
    ['no JSON', '{', 'is not a readable bundle'],
    ['JSON that is no bundle', '{"mediaType":"application/json"}', 'is not a readable bundle'],
    ['nothing', '', 'is not a readable bundle'],
  ])('refuses %s', (_, text, problem) => {
    expect(verify(text, trust(given(publicGood).trustedRoot()))).toEqual({ kind: 'unusable', problem });
  });

  it('refuses a signature over a payload that is no statement', async () => {
    const trusted = trust(given(publicGood).trustedRoot());
    const problem = 'does not sign an in-toto statement';
    const text = await given(publicGood).attest({ ...asked, payloadType: 'text/plain' });
    expect(verify(text, trusted)).toEqual({ kind: 'unusable', problem });
    const note = await given(publicGood).attest({ ...asked, statement: { hello: 'world' } });
    expect(verify(note, trusted)).toEqual({ kind: 'unusable', problem });
  });
});

describe('reading a trusted root', () => {
  it('accepts one that spans several lines', () => {
    const text = JSON.stringify(JSON.parse(given(publicGood).trustedRoot()), undefined, 2);
    expect(readTrustedRoots({ path: PATH, text }).roots).toHaveLength(1);
  });

  it.each([
    ['an empty file', '\n', 'is empty'],
    ['text', 'hello\n', 'line 1, is not JSON'],
    ['other JSON', '{"a": 1}\n', 'is not a trusted root'],
    [
      'a root without a certificate authority',
      '{"mediaType": "application/vnd.dev.sigstore.trustedroot+json;version=0.1"}',
      'names no certificate authority',
    ],
    [
      'a root with a broken certificate',
      '{"mediaType": "application/vnd.dev.sigstore.trustedroot.v0.2+json", "certificateAuthorities": [{"certChain": {"certificates": [{"rawBytes": "AA=="}]}}]}',
      'cannot be read as a trusted root',
    ],
  ])('refuses %s', (_, text, problem) => {
    expect(() => readTrustedRoots({ path: PATH, text })).toThrow(problem);
  });
});
