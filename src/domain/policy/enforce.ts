import { PromotionError, type Violation } from '../errors.ts';
import type { Notice } from '../model.ts';
import { actors } from './actors.ts';
import type { Admission, AdmissionPolicy, Facts, Kind, Policy } from './facts.ts';
import { images } from './images.ts';
import { believed, proof } from './proof.ts';
import { renames } from './renames.ts';
import { requires } from './requires.ts';
import { shared } from './shared.ts';
import { sources } from './sources.ts';
import { tags } from './tags.ts';

const policies = { shared, images, renames, tags, requires, actors } as const satisfies Record<string, Policy>;
const admissions = { sources, proof } as const satisfies Record<string, AdmissionPolicy>;

type EnforcedName = keyof typeof policies;
type AdmissionName = keyof typeof admissions;
export type PolicyName = EnforcedName | AdmissionName;

/** Which policies judge, in the order in which they are told. */
const judging: Readonly<Record<Kind, readonly EnforcedName[]>> = {
  promotion: ['shared', 'images', 'renames', 'tags', 'requires', 'actors'],
  rollback: ['shared', 'images', 'actors'],
};

/** Lets a request in that may ask, with what somebody should read about it. A rollback proves its source where it comes by itself.
 * @throws PromotionError with what the policies do not let through that are not only `reported`. */
export function admit(facts: Admission, reported: readonly PolicyName[] = []): Notice[] {
  if (facts.kind === 'rollback' && facts.promotion.trigger !== 'automatic') return [];
  const judged = (['sources', 'proof'] as const).map((name) => ({ name, violations: admissions[name](facts) }));
  return [...conclude(judged, reported), ...believed(facts)];
}

/** Lets the request pass, with what somebody should read about it. Of the policies that are only `reported` nothing is enforced.
 * @throws PromotionError with the violations of all other policies. */
export function enforce(facts: Facts, reported: readonly PolicyName[] = []): Notice[] {
  return conclude(
    judging[facts.kind].map((name) => ({ name, violations: policies[name](facts) })),
    reported,
  );
}

type Judged = { readonly name: PolicyName; readonly violations: readonly Violation[] };

const conclude = (judged: readonly Judged[], reported: readonly PolicyName[]): Notice[] => {
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
