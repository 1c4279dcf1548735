import { judgeClaims, rejection, repositoryIdOf } from '../../domain/proof/claims.ts';
import { isExpired, judgeTimes, type Validity, validityOf } from '../../domain/proof/times.ts';
import type { ProofVerdict, Rejection } from '../../domain/proof/verdict.ts';
import type { Clock, Creation, ProofQuestion, Proofs } from '../../ports.ts';
import { proofAudience } from './audience.ts';
import { openToken } from './signature.ts';

export type ProofOptions = {
  /** The manifest repository, `owner/name`, where a question names none. */
  readonly repository: string;
  /** Where the configuration names none. */
  readonly issuer: string;
  /** Asked only for a token that has expired by now. */
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
