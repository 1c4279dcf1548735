/** A signed statement about an image, and the certificate of its signer. */

/** Who built an image, as the certificate authority has it from the token of the building run. Addresses begin with the server.
 * https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md */
export type BuildCertificate = {
  readonly issuer?: string | undefined;
  /** The workflow that has signed: of a reusable workflow, that one. */
  readonly buildSigner?: string | undefined;
  readonly sourceRepository?: string | undefined;
  readonly sourceCommit?: string | undefined;
  readonly sourceRef?: string | undefined;
  readonly sourceRepositoryId?: string | undefined;
  /** The workflow that the run has begun with. */
  readonly buildConfig?: string | undefined;
};

/** The extensions of the certificate, each of which holds a DER-encoded UTF-8 string. */
export const certificateExtensions: Readonly<Record<string, keyof BuildCertificate>> = {
  '1.3.6.1.4.1.57264.1.8': 'issuer',
  '1.3.6.1.4.1.57264.1.9': 'buildSigner',
  '1.3.6.1.4.1.57264.1.12': 'sourceRepository',
  '1.3.6.1.4.1.57264.1.13': 'sourceCommit',
  '1.3.6.1.4.1.57264.1.14': 'sourceRef',
  '1.3.6.1.4.1.57264.1.15': 'sourceRepositoryId',
  '1.3.6.1.4.1.57264.1.18': 'buildConfig',
};

/** The type of the statement, and its subjects: digests as `algorithm:hexadecimal`. */
export type Statement = { readonly predicateType: string; readonly digests: readonly string[] };

/** The result for a bundle. `unusable`: it is not signed as the trusted root demands, or has no statement. */
export type BundleVerdict =
  | { readonly kind: 'signed'; readonly certificate: BuildCertificate; readonly statement: Statement }
  | { readonly kind: 'unusable' /** Follows the attestation as its subject. */; readonly problem: string };

/** One bundle beside an image, and the digest of the manifest that brings it. */
export type ExaminedBundle = BundleVerdict & { readonly attestation: string };

/** All bundles that were looked at, up to the first that is enough. */
export type AttestationAnswer = {
  readonly verdict: 'examined';
  readonly examined: readonly ExaminedBundle[];
  /** Whether the registry serves the referrers API, or was asked for the tag that replaces it. */
  readonly listing: 'api' | 'tag';
  /** How many were not looked at because there are too many; none after one that is enough. */
  readonly unread: number;
};

const IN_TOTO = 'application/vnd.in-toto+json';

/** The statement of a signed envelope, or why it is none.
 * https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md */
export function readStatement(payloadType: string, payload: string): Statement | string {
  if (payloadType !== IN_TOTO) return 'does not sign an in-toto statement';
  const { _type: type, predicateType, subject } = objectIn(payload);
  if (typeof type !== 'string' || !/^https:\/\/in-toto\.io\/Statement\/v(?:0\.1|1)$/.test(type)) {
    return 'does not sign an in-toto statement';
  }
  if (typeof predicateType !== 'string' || !Array.isArray(subject)) return 'signs a statement about nothing';
  const digests = subject.flatMap((one: unknown) => digestsOf(fieldsOf(fieldsOf(one).digest)));
  return { predicateType, digests };
}

const digestsOf = (digest: Fields): string[] =>
  Object.entries(digest).flatMap(([algorithm, hex]) =>
    typeof hex === 'string' ? [`${algorithm}:${hex.toLowerCase()}`] : [],
  );

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const objectIn = (text: string): Fields => {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
};

/** A manifest in a list of referrers. */
export type Referrer = { readonly digest: string; readonly artifactType?: string | undefined };

const BUNDLE = /^application\/vnd\.dev\.sigstore\.bundle[.+]/;

/** Whether a media type is that of a bundle, of any version. */
export function isBundleType(mediaType: unknown): boolean {
  return typeof mediaType === 'string' && BUNDLE.test(mediaType);
}

/** The entries of an image index that may bring a bundle; undefined for a text that is no index. An entry that does not tell its
 * type is one of a registry that does not copy it, and its manifest has to be read. */
export function readReferrers(text: string): readonly Referrer[] | undefined {
  const { manifests } = objectIn(text);
  if (!Array.isArray(manifests)) return undefined;
  return manifests.flatMap((entry: unknown) => {
    const { digest, artifactType } = fieldsOf(entry);
    if (typeof digest !== 'string' || !DIGEST.test(digest)) return [];
    if (artifactType === undefined || artifactType === '') return [{ digest }];
    return isBundleType(artifactType) ? [{ digest, artifactType: String(artifactType) }] : [];
  });
}

const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

/** The digest of the bundle that the manifest brings; undefined where it brings none. */
export function bundleIn(manifest: string): string | undefined {
  const { layers } = objectIn(manifest);
  const layer = Array.isArray(layers)
    ? layers.map(fieldsOf).find(({ mediaType }) => isBundleType(mediaType))
    : undefined;
  return typeof layer?.digest === 'string' && DIGEST.test(layer.digest) ? layer.digest : undefined;
}

/** The tag by which a registry without the referrers API keeps them.
 * https://github.com/opencontainers/distribution-spec/blob/main/spec.md#referrers-tag-schema */
export function referrersTag(digest: string): string {
  const [algorithm = '', hex = ''] = digest.split(':');
  return `${algorithm.slice(0, 32)}-${hex.slice(0, 64)}`;
}

/** Where a list of referrers goes on; undefined at its end. */
export function nextPage(link: string | undefined, from: URL): URL | undefined {
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '') ?? [];
  return target !== undefined && URL.canParse(target, from.href) ? new URL(target, from) : undefined;
}
