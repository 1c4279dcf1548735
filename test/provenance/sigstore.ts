import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { dsse } from '@sigstore/core';
// By their files: the index of the package also changes how every request of the process is sent.
import { initializeCA, initializeCTLog } from '@sigstore/mock/dist/fulcio/index.js';
import { initializeTLog } from '@sigstore/mock/dist/rekor/index.js';
import { initializeTSA } from '@sigstore/mock/dist/timestamp/index.js';
import { HashAlgorithm, PublicKeyDetails, TrustedRoot } from '@sigstore/protobuf-specs';

/** Claims of the building workflow that end up in the certificate; undefined leaves the extension out. */
export type Builder = Readonly<Partial<Record<keyof typeof oids, string>>>;

const oids = {
  issuer: '1.3.6.1.4.1.57264.1.8',
  buildSigner: '1.3.6.1.4.1.57264.1.9',
  sourceRepository: '1.3.6.1.4.1.57264.1.12',
  sourceCommit: '1.3.6.1.4.1.57264.1.13',
  sourceRef: '1.3.6.1.4.1.57264.1.14',
  sourceRepositoryId: '1.3.6.1.4.1.57264.1.15',
  buildConfig: '1.3.6.1.4.1.57264.1.18',
} as const;

export const SHA = 'a'.repeat(40);

/** The claims of a release workflow of a repository on github.com. */
export function workflowOf(repository: string, builder: Builder = {}): Builder {
  const address = `https://github.com/${repository}`;
  return {
    issuer: 'https://token.actions.githubusercontent.com',
    sourceRepository: address,
    sourceRepositoryId: '4711',
    sourceCommit: SHA,
    sourceRef: 'refs/heads/main',
    buildConfig: `${address}/.github/workflows/release.yml@refs/heads/main`,
    buildSigner: `${address}/.github/workflows/release.yml@refs/heads/main`,
    ...builder,
  };
}

/** A statement about a digest, by default that SLSA provenance v1 is known of it. */
export function statementOf(digest: string, predicateType = 'https://slsa.dev/provenance/v1') {
  const [algorithm = '', hex] = digest.split(':');
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'registry.example.com/shop/web', digest: { [algorithm]: hex } }],
    predicateType,
    predicate: { buildDefinition: { buildType: 'https://actions.github.io/buildtypes/workflow/v1' } },
  };
}

/** `public`: with a transparency log and a log of certificates. `github`: with signed timestamps alone. */
export type InstanceKind = 'public' | 'github';

export type Attesting = {
  readonly builder: Builder;
  readonly statement: object;
  /** Leaves the proof of time out. */
  readonly unlogged?: true;
  readonly payloadType?: string;
};

/** An instance of Sigstore with keys of its own. */
export type Instance = {
  /** The bundle, as JSON. */
  readonly attest: (attesting: Attesting) => Promise<string>;
  /** One line of `gh attestation trusted-root`; `until` is when its certificate authority was retired. */
  readonly trustedRoot: (until?: Date) => string;
};

export async function startSigstore(kind: InstanceKind): Promise<Instance> {
  const keys = { ca: pair('P-384'), ctlog: pair(), tlog: pair(), tsa: pair() };
  // One moment for all, on the second and after the start of all certificates.
  const clock = new Date((Math.floor(Date.now() / 1000) + 5) * 1000);
  const ctlog = kind === 'public' ? await initializeCTLog(keys.ctlog, clock) : undefined;
  const ca = await initializeCA(keys.ca, ctlog, clock);
  const tlog = await initializeTLog(REKOR, keys.tlog, clock);
  const tsa = await initializeTSA(keys.tsa, clock);

  const attest = async ({ builder, statement, unlogged, payloadType = IN_TOTO }: Attesting): Promise<string> => {
    const { publicKey, privateKey } = pair();
    const certificate = await ca.issueCertificate({
      publicKey: publicKey.export({ format: 'der', type: 'spki' }) as Buffer<ArrayBuffer>,
      subjectAltName: builder.buildSigner ?? 'https://github.com/nobody',
      extensions: Object.entries(builder).map(([name, value]) => ({ oid: oids[name as keyof typeof oids], value })),
    });
    const payload = Buffer.from(JSON.stringify(statement));
    const signature = sign('sha256', dsse.preAuthEncoding(payloadType, payload), privateKey);
    const proof =
      kind === 'public' ? { tlogEntries: [await logged(payload, signature)] } : await timestamped(signature);
    return JSON.stringify({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: {
        certificate: { rawBytes: base64(certificate) },
        ...(unlogged === undefined ? proof : { tlogEntries: [] }),
      },
      dsseEnvelope: { payload: base64(payload), payloadType, signatures: [{ sig: base64(signature) }] },
    });
  };

  const logged = async (payload: Buffer, signature: Buffer) => {
    const entry = await tlog.log({
      apiVersion: '0.0.1',
      kind: 'dsse',
      spec: {
        payloadHash: { algorithm: 'sha256', value: createHash('sha256').update(payload).digest('hex') },
        signatures: [{ signature: base64(signature), verifier: '' }],
      },
    });
    const [one] = Object.values(entry) as LoggedEntry[];
    const proof = one?.verification.inclusionProof;
    if (one === undefined || proof === undefined) throw new Error('the log proves nothing');
    return {
      logIndex: String(one.logIndex),
      logId: { keyId: Buffer.from(one.logID, 'hex').toString('base64') },
      kindVersion: { kind: 'dsse', version: '0.0.1' },
      integratedTime: String(one.integratedTime),
      inclusionPromise: { signedEntryTimestamp: one.verification.signedEntryTimestamp },
      inclusionProof: {
        logIndex: String(proof.logIndex),
        rootHash: Buffer.from(proof.rootHash, 'hex').toString('base64'),
        treeSize: String(proof.treeSize),
        hashes: [],
        checkpoint: { envelope: proof.checkpoint },
      },
      canonicalizedBody: one.body,
    };
  };

  const timestamped = async (signature: Buffer) => {
    const answer = await tsa.timestamp({
      artifactHash: createHash('sha256').update(signature).digest(),
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
      nonce: 1,
      policyOID: '1.3.6.1.4.1.57264.2',
      certReq: true,
    });
    return { timestampVerificationData: { rfc3161Timestamps: [{ signedTimestamp: base64(answer) }] } };
  };

  const validFor = (end?: Date) => ({ start: new Date('2020-01-01T00:00:00Z'), end });
  const authority = (certificates: readonly ArrayBufferView[], end?: Date) => ({
    subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
    uri: '',
    certChain: { certificates: certificates.map((rawBytes) => ({ rawBytes: bytes(rawBytes) })) },
    validFor: validFor(end),
    operator: '',
  });
  const log = (publicKey: Uint8Array, keyId: Uint8Array) => ({
    baseUrl: REKOR,
    hashAlgorithm: HashAlgorithm.SHA2_256,
    publicKey: {
      rawBytes: Buffer.from(publicKey),
      keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256,
      validFor: validFor(),
    },
    logId: { keyId: Buffer.from(keyId) },
    checkpointKeyId: undefined,
    operator: '',
  });
  const logs =
    ctlog === undefined
      ? { tlogs: [], ctlogs: [] }
      : {
          tlogs: [log(tlog.publicKey, createHash('sha256').update(tlog.publicKey).digest())],
          ctlogs: [log(ctlog.publicKey, bytes(ctlog.logID))],
        };
  const trustedRoot = (until?: Date): string =>
    JSON.stringify(
      TrustedRoot.toJSON({
        mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
        certificateAuthorities: [authority([ca.rootCertificate], until)],
        timestampAuthorities: kind === 'github' ? [authority([tsa.intCertificate, tsa.rootCertificate])] : [],
        ...logs,
      }),
    );
  return { attest, trustedRoot };
}

/** An entry as the interface of Rekor answers it. */
type LoggedEntry = {
  readonly logIndex: number;
  readonly logID: string;
  readonly integratedTime: number;
  readonly body: string;
  readonly verification: {
    readonly signedEntryTimestamp: string;
    readonly inclusionProof: {
      readonly logIndex: number;
      readonly rootHash: string;
      readonly treeSize: number;
      readonly checkpoint: string;
    };
  };
};

/** The name of the log, which is in its checkpoints. */
const REKOR = 'https://rekor.example.com';

const IN_TOTO = 'application/vnd.in-toto+json';

const pair = (namedCurve = 'P-256'): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve });

const bytes = (view: ArrayBufferView): Buffer => Buffer.from(view.buffer, view.byteOffset, view.byteLength);

const base64 = (view: ArrayBufferView): string => bytes(view).toString('base64');
