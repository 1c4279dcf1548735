/** Verifies the proof of where a request comes from: signature, claims and times. */

import { type CompactVerifyResult, compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import {
  type Claims,
  isExpired,
  isTrustworthy,
  judgeClaims,
  judgeTimes,
  type ProofVerdict,
  type Rejection,
  rejection,
  repositoryIdOf,
  type Validity,
  validityOf,
} from '../../domain/proof/token-claims.ts';
import { isObject } from '../../domain/request/json.ts';
import { quote } from '../../domain/text.ts';
import type { Clock, Creation, ProofQuestion, Proofs } from '../../ports.ts';
import { getJson, type JsonAnswer, proofAudience, type Unanswered } from './id-token.ts';

export type ProofOptions = {
  /** The manifest repository, `owner/name`, where a question names none. */
  readonly repository: string;
  /** Where the configuration names none. */
  readonly issuer: string;
  /** Called only for a token that has expired. */
  readonly creation: () => Promise<Creation>;
  readonly clock: Clock;
};

/** Verifies each proof once, however often it is asked. The keys come from the issuer alone, never from where a token points. */
export function createProofs(options: ProofOptions): Proofs {
  const verdicts = new Map<string, Promise<ProofVerdict>>();
  return {
    verify: (question) => {
      const key = JSON.stringify(question);
      const verdict = verdicts.get(key) ?? judge(question, options);
      verdicts.set(key, verdict);
      return verdict;
    },
  };
}

const judge = async (question: ProofQuestion, options: ProofOptions): Promise<ProofVerdict> => {
  const { token, payload, source } = question;
  const issuer = question.issuer ?? options.issuer;
  const signed = await openToken(token, issuer, options.clock);
  if (signed.kind === 'unsigned') return verdictOf([signed.rejection]);
  const { claims } = signed;
  const rejections = judgeClaims(claims, {
    issuer,
    audience: proofAudience(question.repository ?? options.repository, payload),
    source,
  });
  const validity = validityOf(claims);
  if (validity === undefined) return verdictOf([...rejections, timeless]);
  if (rejections.length > 0) return verdictOf(rejections);
  return verdictOf(await judgeValidity(validity, options), repositoryIdOf(claims));
};

const judgeValidity = async (validity: Validity, { clock, creation }: ProofOptions): Promise<Rejection[]> => {
  const now = clock.now();
  const created: Creation = isExpired(validity, now) ? await creation() : { kind: 'known', at: now };
  if (created.kind === 'unknown') {
    return [
      rejection(
        `has expired, and when this run was created cannot be read: ${created.reason}`,
        'Give the receiving workflow the permission actions: read, so that a request may wait for its turn.',
      ),
    ];
  }
  return [judgeTimes(validity, created.at)].flatMap((reason) => reason ?? []);
};

const timeless = rejection('says nothing of its times', 'Send the token as GitHub issued it.');

const verdictOf = (rejections: readonly Rejection[], repositoryId?: string): ProofVerdict =>
  rejections.length === 0 ? { kind: 'accepted', repositoryId } : { kind: 'rejected', rejections };

export type Keys =
  | { readonly kind: 'keys'; readonly keys: JSONWebKeySet }
  | ({ readonly kind: 'failure' } & Unanswered);

/** The keys of an issuer as they are now, from itself alone: GitHub's place for them first, else the one that its discovery document
 * names, which may be another path of the same origin but no other. */
export async function fetchKeys(issuer: string, clock: Clock): Promise<Keys> {
  if (!isTrustworthy(issuer)) return failure(`${quote(issuer)} is no https address`);
  const base = issuer.replace(/\/+$/, '');
  const usual = await getJson(new URL(`${base}/.well-known/jwks`), { clock });
  if (usual.kind === 'answer' || usual.status !== 404) return keysOf(usual);
  const discovery = await getJson(new URL(`${base}/.well-known/openid-configuration`), { clock });
  if (discovery.kind === 'failure') return discovery;
  const address = isObject(discovery.body) ? discovery.body.jwks_uri : undefined;
  if (typeof address !== 'string' || !URL.canParse(address)) return failure('its discovery document names no jwks_uri');
  const url = new URL(address);
  if (url.origin !== new URL(issuer).origin) return failure(`its discovery document leads away to ${quote(url.host)}`);
  return keysOf(await getJson(url, { clock }));
}

const keysOf = (answer: JsonAnswer): Keys => {
  if (answer.kind === 'failure') return answer;
  const { body } = answer;
  if (!isObject(body) || !Array.isArray(body.keys)) return failure('its answer is no set of keys');
  return { kind: 'keys', keys: { keys: body.keys.filter(isObject) } };
};

const failure = (reason: string): Keys => ({ kind: 'failure', reason });

/** GitHub signs with RS256. No other algorithm is tried, even if the header of a token names one. */
const ALGORITHM = 'RS256';

export type Signed =
  | { readonly kind: 'signed'; readonly claims: Claims }
  | { readonly kind: 'unsigned'; readonly rejection: Rejection };

/** The claims of a token, if its issuer has signed it. A key that is not among those of the issuer is looked for once more: the issuer may
 * just have begun to use it. */
export async function openToken(token: string, issuer: string, clock: Clock): Promise<Signed> {
  for (let fetched = 1; ; fetched++) {
    const found = await fetchKeys(issuer, clock);
    if (found.kind === 'failure') return unsigned(unavailable(issuer, found));
    try {
      return claimsOf(await compactVerify(token, createLocalJWKSet(found.keys), { algorithms: [ALGORITHM] }));
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey && fetched === 1) continue;
      return unsigned(explain(error, issuer));
    }
  }
}

const claimsOf = ({ payload }: CompactVerifyResult): Signed => {
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    if (isObject(claims)) return { kind: 'signed', claims };
  } catch {
    // A signed text that is not JSON is reported below.
  }
  return unsigned(malformed);
};

const unsigned = (reason: Rejection): Signed => ({ kind: 'unsigned', rejection: reason });

const malformed = rejection('is no token', 'Send the token as GitHub issued it, in one piece.');

/** Of the messages of the library none is shown: they may repeat parts of the token. */
const explain = (error: unknown, issuer: string): Rejection => {
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return rejection(`is not signed with ${ALGORITHM}`, 'Send the token as GitHub issued it.');
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return rejection(
      `is signed with a key that ${quote(issuer)} does not have`,
      'Send a token of the GitHub server on which the manifest repository is, or set `issuer` where the enterprise has its own.',
    );
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return rejection('has been tampered with: its signature does not fit', 'Send the token as GitHub issued it.');
  }
  return error instanceof errors.JWSInvalid ? malformed : rejection('cannot be verified', malformed.hint);
};

const unavailable = (issuer: string, { reason, remedy }: Unanswered): Rejection => ({
  code: 'issuer-unavailable',
  message: `The keys of the issuer ${quote(issuer)} cannot be had: ${reason}.`,
  hint: remedy ?? 'Run it again; if it stays so, see whether the runner may reach the issuer.',
});
