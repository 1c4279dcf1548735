/** Enforces the policies that apply to a request. */

import { PromotionError, type Violation } from '../errors.ts';
import type { Notice } from '../model.ts';
import { actors } from './actors.ts';
import type { Admission, AdmissionPolicy, Facts, Policy, RequestKind } from './facts.ts';
import { images, renames, tags } from './images.ts';
import { requires } from './requires.ts';
import { shared } from './shared-places.ts';
import { proof, sources, unprovenNotices } from './sources.ts';

const policies = { shared, images, renames, tags, requires, actors } as const satisfies Record<string, Policy>;
const admissions = { sources, proof } as const satisfies Record<string, AdmissionPolicy>;

type EnforcedName = keyof typeof policies;
type AdmissionName = keyof typeof admissions;
export type PolicyName = EnforcedName | AdmissionName;

/** Which policies judge, in the order in which they are reported. */
const judging: Readonly<Record<RequestKind, readonly EnforcedName[]>> = {
  promotion: ['shared', 'images', 'renames', 'tags', 'requires', 'actors'],
  rollback: ['shared', 'images', 'actors'],
};

/** Admits a request whose sender is allowed; returns notices. Only automatic rollbacks have to prove their source.
 * @throws PromotionError with the violations of all policies that are not only `reported`. */
export function admit(facts: Admission, reported: readonly PolicyName[] = []): Notice[] {
  if (facts.kind === 'rollback' && facts.promotion.trigger !== 'automatic') return [];
  const judged = (['sources', 'proof'] as const).map((name) => ({ name, violations: admissions[name](facts) }));
  return [...conclude(judged, reported), ...unprovenNotices(facts)];
}

/** Enforces the policies; returns notices. Violations of policies that are only `reported` become notices.
 * @throws PromotionError with the violations of all other policies. */
export function enforce(facts: Facts, reported: readonly PolicyName[] = []): Notice[] {
  return conclude(
    judging[facts.kind].map((name) => ({ name, violations: policies[name](facts) })),
    reported,
  );
}

type JudgedPolicy = { readonly name: PolicyName; readonly violations: readonly Violation[] };

const conclude = (judged: readonly JudgedPolicy[], reported: readonly PolicyName[]): Notice[] => {
  const violations = judged.filter(({ name }) => !reported.includes(name)).flatMap((one) => one.violations);
  if (violations.length > 0) throw new PromotionError(violations);
  return judged.flatMap((one) => one.violations.map(noticeOf));
};

const noticeOf = ({ message, hint, path, line }: Violation): Notice => ({
  message: `Not enforced here: ${message}`,
  hint,
  path,
  line,
});
