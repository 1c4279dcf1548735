import { type CompactVerifyResult, compactVerify, createLocalJWKSet, errors } from 'jose';
import { type Claims, rejection } from '../../domain/proof/claims.ts';
import type { Rejection } from '../../domain/proof/verdict.ts';
import { isObject } from '../../domain/request/json.ts';
import { quote } from '../../domain/text.ts';
import type { Clock } from '../../ports.ts';
import type { Unanswered } from './http.ts';
import { fetchKeys } from './keys.ts';

/** GitHub signs with RS256. Whatever the header of a token says, no other algorithm is tried. */
const ALGORITHM = 'RS256';

export type Signed =
  | { readonly kind: 'signed'; readonly claims: Claims }
  | { readonly kind: 'unsigned'; readonly rejection: Rejection };

/** What a token says, if its issuer has signed it. A key that is not among those of the issuer is looked for once more: the issuer may
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
    // Told below: a signed text that is no JSON.
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
