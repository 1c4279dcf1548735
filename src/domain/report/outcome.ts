import { dispositionOf, type Violation } from '../errors.ts';
import type { EnvironmentOutcome, Outcome } from '../model.ts';
import type { Report, ReportOutcome } from './schema.ts';

/** Of several outcomes the first of these counts, in an environment and in a run. */
const precedence = ['failed', 'refused', 'proposed', 'armed', 'superseded', 'promoted', 'unchanged'] as const;

/** The outcome of a promotion or a rollback. Wrong usage counts as failed: there was nothing to refuse. */
export function outcomeOf(
  environments: readonly Pick<EnvironmentOutcome, 'outcome'>[],
  violations: readonly Violation[],
): ReportOutcome {
  const found = environments.map(({ outcome }) => outcome);
  if (violations.length === 0) return firstOf(found);
  return firstOf([...found, dispositionOf(violations) === 'refused' ? 'refused' : 'failed']);
}

export function firstOf(outcomes: readonly Outcome[]): Outcome {
  return precedence.find((outcome) => outcomes.includes(outcome)) ?? 'unchanged';
}

type Ended = { readonly outcome: ReportOutcome; readonly violations: readonly Violation[] };

/** 0, or 1 for `refused`, `failed`, any violation (such as a pull request that could not be armed and stays `proposed`)
 * and an awaited run that did not succeed. */
export function actionExitCode({ outcome, violations }: Ended): 0 | 1 {
  return violations.length > 0 || unsuccessful.has(outcome) ? 1 : 0;
}

/** 0 done, 1 failed, 2 wrong usage, 3 refused. */
export function commandLineExitCode({ outcome, violations }: Ended): 0 | 1 | 2 | 3 {
  if (violations.length > 0) return ({ failed: 1, usage: 2, refused: 3 } as const)[dispositionOf(violations)];
  if (outcome === 'refused') return 3;
  return unsuccessful.has(outcome) ? 1 : 0;
}

const unsuccessful: ReadonlySet<ReportOutcome> = new Set<ReportOutcome>([
  'failed',
  'refused',
  'failure',
  'cancelled',
  'timed_out',
  'action_required',
  'stale',
  'startup_failure',
  'degraded',
  'timed-out',
]);

/** How bad it looks at a glance. */
export type Mood = 'good' | 'waiting' | 'quiet' | 'bad';

export function moodOf({ outcome }: Pick<Report, 'outcome'>): Mood {
  if (unsuccessful.has(outcome)) return 'bad';
  if (['proposed', 'armed', 'dispatched', 'missing', 'waiting'].includes(outcome)) return 'waiting';
  return ['unchanged', 'superseded', 'skipped', 'overtaken'].includes(outcome) ? 'quiet' : 'good';
}
