import { PromotionError, type Violation } from '../errors.ts';
import type { Notice } from '../model.ts';
import { actors } from './actors.ts';
import type { Facts, Kind, Policy } from './facts.ts';
import { images } from './images.ts';
import { believed, proof } from './proof.ts';
import { renames } from './renames.ts';
import { requires } from './requires.ts';
import { sources } from './sources.ts';
import { tags } from './tags.ts';

const policies = { images, renames, tags, requires, sources, proof, actors } as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;

/** Which policies judge, in the order in which they are told. */
const judging: Readonly<Record<Kind, readonly PolicyName[]>> = {
  promotion: ['images', 'renames', 'tags', 'requires', 'sources', 'proof', 'actors'],
  rollback: ['images', 'actors'],
};

/** Lets the request pass, with what somebody should read about it. Of the policies that are only `reported` nothing is enforced.
 * @throws PromotionError with the violations of all other policies. */
export function enforce(facts: Facts, reported: readonly PolicyName[] = []): Notice[] {
  const judged = judging[facts.kind].map((name) => ({ name, violations: policies[name](facts) }));
  const violations = judged.filter(({ name }) => !reported.includes(name)).flatMap((one) => one.violations);
  if (violations.length > 0) throw new PromotionError(violations);
  const notices = judged.flatMap((one) => one.violations.map(noticeOf));
  return facts.kind === 'promotion' ? [...notices, ...believed(facts)] : notices;
}

const noticeOf = ({ message, hint, path, line }: Violation): Notice => ({
  message: `Not enforced here: ${message}`,
  hint,
  path,
  line,
});
