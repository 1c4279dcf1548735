/** The outcome of a run: its exit code and its headline. */

import { dispositionOf, type Violation } from '../errors.ts';
import type { EnvironmentOutcome, Outcome } from '../model.ts';
import { counted, listed } from '../text.ts';
import type { Report, ReportOutcome } from './report-schema.ts';

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

type ReportEnd = { readonly outcome: ReportOutcome; readonly violations: readonly Violation[] };

/** 0, or 1 for `refused`, `failed`, any violation (such as a pull request that could not be armed and stays `proposed`)
 * and an awaited run that did not succeed. */
export function actionExitCode({ outcome, violations }: ReportEnd): 0 | 1 {
  return violations.length > 0 || unsuccessful.has(outcome) ? 1 : 0;
}

/** 0 done, 1 failed, 2 wrong usage, 3 refused. */
export function commandLineExitCode({ outcome, violations }: ReportEnd): 0 | 1 | 2 | 3 {
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

/** The sign of the outcome. */
type Mood = 'good' | 'waiting' | 'quiet' | 'bad';

export function outcomeSign({ outcome }: Pick<Report, 'outcome'>): Mood {
  if (unsuccessful.has(outcome)) return 'bad';
  if (['proposed', 'armed', 'dispatched', 'missing', 'waiting'].includes(outcome)) return 'waiting';
  return ['unchanged', 'superseded', 'skipped', 'overtaken'].includes(outcome) ? 'quiet' : 'good';
}

const MOST_NAMES = 5;

/** The result in one line: the title of the summary and the first line of the text. Of the environments it names those
 * that the outcome comes from. */
export function headlineOf(report: Report): string {
  const foreseen = report['dry-run'] ? prospectOf(report) : undefined;
  if (foreseen !== undefined) return `Dry run: ${foreseen}`;
  const { command, outcome } = report;
  return sentenceOf(report) ?? `The ${nouns[command]} ended as ${outcome.replaceAll('_', ' ')}`;
}

/** The result that a run without --dry-run would have; undefined where a dry run ends as any other. */
const prospectOf = ({ command, outcome, environments, images }: Report): string | undefined => {
  if (outcome === 'failed' || outcome === 'refused') return undefined;
  if (command === 'dispatch') return 'the promotion would be dispatched';
  if (command === 'retag') {
    const free = images.filter(({ verdict }) => verdict === 'tagged');
    return free.length === 0 ? 'nothing to change, the tags are there' : `${counted(free.length, 'tag')} would be set`;
  }
  const changing = environments.filter(({ changes }) => changes.length > 0);
  return changing.length === 0 ? `nothing to change for the ${nouns[command]}` : `${namesOf(changing)} would change`;
};

const nouns = {
  promote: 'promotion',
  rollback: 'rollback',
  check: 'check',
  retag: 'retag',
  dispatch: 'dispatch',
  status: 'status',
  history: 'history',
  validate: 'validation',
  await: 'wait',
} as const;

const sentenceOf = (report: Report): string | undefined => {
  const { command, outcome } = report;
  if (command === 'promote' || command === 'rollback') return ofEnvironments(report)[outcome];
  if (command === 'check') return ofCheck(report)[outcome];
  if (command === 'retag') return ofTags(report)[outcome];
  if (command === 'validate') return ofValidation(report)[outcome];
  if (command === 'await') return ofAwait(report)[outcome];
  if (command === 'history') return ofHistory(report)[outcome];
  return command === 'dispatch' ? ofDispatch(outcome) : ofStatus[outcome];
};

type Sentences = Partial<Record<ReportOutcome, string>>;

const ofEnvironments = (report: Report): Sentences => {
  const noun = nouns[report.command];
  const place = placeOf(report);
  const files = uncommittedFiles(report);
  const what = place === '' ? noun : `${noun} of ${place}`;
  return {
    promoted:
      files > 0
        ? `${counted(files, 'file')} changed, nothing committed`
        : `${report.command === 'rollback' ? 'Rolled back' : 'Promoted'} ${place}`.trimEnd(),
    proposed: `Proposed the ${what} in a pull request`,
    armed: `The ${what} merges when its requirements are met`,
    unchanged: `Nothing to change for the ${what}`,
    superseded: `Left out the ${what}`,
    refused: `Refused the ${what}`,
    failed: `The ${what} failed`,
  };
};

/** The number of files that were written to a checkout without a commit. */
const uncommittedFiles = (report: Report): number =>
  isUncommitted(report)
    ? new Set(report.environments.flatMap(({ changes }) => changes.map(({ path }) => path))).size
    : 0;

const ofCheck = ({ images, missing }: Report): Sentences => ({
  built: `Found ${counted(images.length, 'image')} in the registry`,
  missing: `Missing: ${missing.length} of ${counted(images.length, 'image')}`,
  refused: 'Refused the check',
  failed: 'The check failed',
});

const ofTags = ({ images }: Report): Sentences => ({
  tagged: `Set ${counted(images.filter(({ verdict }) => verdict === 'tagged').length, 'tag')}`,
  unchanged: `Nothing to change: ${images.length === 1 ? 'the tag is' : 'the tags are'} there`,
  refused: 'Refused to set the tags',
  failed: 'Setting the tags failed',
});

const ofDispatch = (outcome: ReportOutcome): string => {
  const alone: Sentences = {
    dispatched: 'Dispatched the promotion',
    success: 'Dispatched the promotion, and its run succeeded',
    failure: 'Dispatched the promotion, and its run failed',
    cancelled: 'Dispatched the promotion, and its run was cancelled',
    refused: 'Refused to dispatch the promotion',
    failed: 'Dispatching the promotion failed',
  };
  return alone[outcome] ?? `Dispatched the promotion, and its run ended as ${outcome.replaceAll('_', ' ')}`;
};

const ofAwait = ({ awaited = [] }: Report): Sentences => {
  const places = awaited.map(({ product, environment }) => ({ product, name: environment }));
  const what = places.length === 0 ? 'The promotion' : `The promotion of ${namesOf(places)}`;
  const of = (state: string): string => counted(awaited.filter((one) => one.state === state).length, 'Application');
  return {
    running: `${what} runs`,
    unchanged: 'Nothing to wait for',
    waiting: `${what} waits for a person: ${of('waiting')}`,
    overtaken: `${what} was overtaken by a newer one`,
    degraded: `${what} does not run: ${of('degraded')} degraded`,
    'timed-out': `${what} did not run in time: ${of('timed-out')} left`,
    refused: 'Refused to wait for the promotion',
    failed: 'Waiting for the promotion failed',
  };
};

const ofValidation = ({ found = [], violations }: Report): Sentences => ({
  valid:
    found.length === 0
      ? 'Nothing is wrong, and no image is listed'
      : `Valid: ${counted(distinctOf(found.map(repositoryIn)), 'image')} in ${counted(distinctOf(found.map(({ environment }) => environment)), 'environment')} can be promoted`,
  refused: `Found ${counted(violations.length, 'problem')}`,
  failed: 'The manifests could not be validated',
});

const distinctOf = (names: readonly string[]): number => new Set(names).size;

/** An image is counted once, even with different tags. */
const repositoryIn = ({ product, image }: NonNullable<Report['found']>[number]): string =>
  `${product} ${image.replace(/@.*$/, '').replace(/:[^:/]*$/, '')}`;

const ofHistory = ({ history }: Report): Sentences => ({
  reported: `${counted(history?.entries.length ?? 0, 'change')} since ${history?.since.slice(0, 10) ?? 'then'}`,
  refused: 'Refused to read the history',
  failed: 'The history could not be read',
});

const ofStatus: Sentences = {
  reported: 'What runs where',
  refused: 'Refused to say what runs where',
  failed: 'What runs where could not be found out',
};

const placeOf = ({ environments, outcome }: Report): string => {
  const causes = environments.filter((environment) => environment.outcome === outcome);
  const named = causes.length === 0 ? environments : causes;
  return named.length === 0 ? '' : namesOf(named);
};

const namesOf = (environments: readonly { readonly product: string; readonly name: string }[]): string =>
  `${enumerated(environments.map(({ product }) => product))} in ${enumerated(environments.map(({ name }) => name))}`;

const enumerated = (words: readonly string[]): string => {
  const unique = [...new Set(words)];
  if (unique.length <= MOST_NAMES) return listed(unique);
  return listed([...unique.slice(0, MOST_NAMES), `${unique.length - MOST_NAMES} more`]);
};

/** Whether the files of a checkout were written without a commit. */
export function isUncommitted({
  repository,
  commit,
  changed,
}: Pick<Report, 'repository' | 'commit' | 'changed'>): boolean {
  return repository === undefined && commit === undefined && changed;
}
