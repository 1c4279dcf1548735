import { X509Certificate as PrintableCertificate } from 'node:crypto';
import { type Bundle, bundleFromJSON } from '@sigstore/bundle';
import { ASN1Obj, type X509Certificate } from '@sigstore/core';
import { type SignedEntity, type Signer, toSignedEntity } from '@sigstore/verify';
import {
  type BuildCertificate,
  type BundleVerdict,
  certificateExtensions,
  readStatement,
} from '../../domain/provenance/attestation.ts';
import { quote } from '../../domain/text.ts';
import type { Root, TrustedRoots } from './trusted-root.ts';

/** Verifies a bundle against each root separately: no instance of Sigstore vouches for the signatures of another. */
export function verifyBundle(bytes: Uint8Array, trusted: TrustedRoots): BundleVerdict {
  const bundle = attempt(() => bundleFromJSON(JSON.parse(Buffer.from(bytes).toString('utf8'))));
  if (bundle === undefined) return unusable('is not a readable bundle');
  if (bundle.content.$case !== 'dsseEnvelope') return unusable('does not sign an in-toto statement');
  const entity = attempt(() => toSignedEntity(bundle));
  if (entity === undefined) return unusable('is not a readable bundle');
  if (entity.key.$case !== 'certificate') return unusable('is signed with a bare key and not for a workflow');
  if (!hasProperNames(bundle)) return unusable('has a checkpoint of a log without a proper name');
  const outcomes = trusted.roots.map((root) => ({ root, outcome: verifyAgainst(root, entity) }));
  const signer = outcomes.flatMap(({ outcome }) => (outcome instanceof Error ? [] : [outcome]))[0];
  if (signer === undefined)
    return unusable(rejectionOf({ bundle, certificate: entity.key.certificate }, trusted, outcomes));
  const { payloadType, payload } = bundle.content.dsseEnvelope;
  const statement = readStatement(payloadType, payload.toString('utf8'));
  if (typeof statement === 'string') return unusable(statement);
  return { kind: 'signed', certificate: certificateOf(signer), statement };
}

const unusable = (problem: string): BundleVerdict => ({ kind: 'unusable', problem });

/** Bundles of strangers may break a parser in any way; all errors count alike. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** The names of logs in a checkpoint are taken for regular expressions when they are compared with those of the trusted root: one
 * that somebody has made up could take forever. */
const hasProperNames = ({ verificationMaterial: { tlogEntries } }: Bundle): boolean =>
  tlogEntries.every(({ inclusionProof }) =>
    [...(inclusionProof?.checkpoint?.envelope ?? '').matchAll(/\u2014 (\S+)/gu)].every(([, name = '']) =>
      /^[\w.:/~%-]+$/.test(name),
    ),
  );

type RootOutcome = { readonly root: Root; readonly outcome: Signer | Error };

const verifyAgainst = ({ verifier }: Root, entity: SignedEntity): Signer | Error => {
  try {
    return verifier.verify(entity);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

/** The values of the extensions in the certificate that has been verified. */
const certificateOf = ({ identity }: Signer): BuildCertificate => {
  const values = (identity?.oids ?? []).flatMap(({ oid, value }) => {
    const name = certificateExtensions[oid?.id.join('.') ?? ''];
    const text = name === undefined ? undefined : utf8In(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(values);
};

const UTF8_STRING = 0x0c;

const utf8In = (der: Buffer): string | undefined =>
  attempt(() => {
    const { tag, value } = ASN1Obj.parseBuffer(Buffer.from(der));
    return tag.number === UTF8_STRING && tag.isUniversal()
      ? new TextDecoder('utf-8', { fatal: true }).decode(value)
      : undefined;
  });

type Rejected = { readonly bundle: Bundle; readonly certificate: X509Certificate };

/** The reason why no root accepts the bundle: that of the root with its authority is the most useful. */
const rejectionOf = (
  { bundle, certificate }: Rejected,
  { path }: TrustedRoots,
  outcomes: readonly RootOutcome[],
): string => {
  const own = outcomes.find(({ root }) => authoritiesOf(root, certificate).length > 0);
  const issuer = quote(issuerOf(certificate));
  if (own === undefined) return `is signed with a certificate of ${issuer}, which ${quote(path)} does not list`;
  const { root, outcome } = own;
  const validity = authoritiesOf(root, certificate).find((one) => !overlaps(one.validFor, certificate))?.validFor;
  if (validity !== undefined) {
    const [from, until] = [validity.start, validity.end].map((date) => date.toISOString().slice(0, 10));
    return `is signed on ${dayOf(certificate)} with a certificate of ${issuer}, which ${quote(path)} lists from ${from} until ${until} only`;
  }
  const { tlogEntries, timestampVerificationData } = bundle.verificationMaterial;
  if (root.logged && tlogEntries.length === 0) return 'has no entry in a transparency log';
  if (tlogEntries.length === 0 && (timestampVerificationData?.rfc3161Timestamps.length ?? 0) === 0) {
    return 'has no signed timestamp';
  }
  return `does not verify: ${wordsOf(outcome)}`;
};

/** The authorities of the root that have issued the certificate. */
const authoritiesOf = ({ material }: Root, certificate: X509Certificate) =>
  material.certificateAuthorities.filter(({ certChain }) =>
    certChain.some(
      (authority) =>
        authority.subject.equals(certificate.issuer) && attempt(() => certificate.verify(authority)) === true,
    ),
  );

type Validity = { readonly start: Date; readonly end: Date };

/** A certificate is valid for minutes, and was used within them. */
const overlaps = ({ start, end }: Validity, { notBefore, notAfter }: X509Certificate): boolean =>
  start <= notAfter && notBefore <= end;

const dayOf = ({ notBefore }: X509Certificate): string => notBefore.toISOString().slice(0, 10);

const issuerOf = (certificate: X509Certificate): string =>
  attempt(() => new PrintableCertificate(derOf(certificate)).issuer.replaceAll('\n', ', ')) ?? 'an unknown authority';

const derOf = (certificate: X509Certificate): Buffer => certificate.root.toDER();

const wordsOf = (outcome: RootOutcome['outcome']): string => {
  if (!(outcome instanceof Error)) return 'it is accepted';
  const { message, cause } = outcome;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
};
