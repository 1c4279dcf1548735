import { listed } from '../text.ts';
import type { Report, ReportOutcome } from './schema.ts';

const MOST_NAMES = 5;

/** What happened, in one line: the title of the summary and the first line of the text. Of the environments it names those
 * that the outcome comes from. */
export function headlineOf(report: Report): string {
  if (!report['dry-run']) return sentence(report);
  const place = placeOf(report);
  if (place === '' || !performed.has(report.outcome)) return `Dry run: ${sentence(report)}`;
  return `Dry run: ${place} would be ${report.outcome}`;
}

const performed: ReadonlySet<ReportOutcome> = new Set<ReportOutcome>(['promoted', 'proposed', 'armed']);

const sentence = (report: Report): string => {
  const { command, outcome } = report;
  if (command === 'check' || command === 'retag') return aboutImages(report);
  if (command === 'dispatch' || command === 'status') return others[outcome] ?? `Ended as ${outcome}`;
  const noun = command === 'rollback' ? 'rollback' : 'promotion';
  const done = command === 'rollback' ? 'Rolled back' : 'Promoted';
  const place = placeOf(report);
  const what = place === '' ? noun : `${noun} of ${place}`;
  const sentences: Partial<Record<ReportOutcome, string>> = {
    promoted: `${done} ${place}`.trimEnd(),
    proposed: `Proposed the ${what} in a pull request`,
    armed: `The ${what} merges when its requirements are met`,
    unchanged: `Nothing to change for the ${what}`,
    superseded: `Left out the ${what}`,
    refused: `Refused the ${what}`,
    failed: `The ${what} failed`,
  };
  return sentences[outcome] ?? `The ${what} ended as ${outcome}`;
};

const placeOf = ({ environments, outcome }: Report): string => {
  const causes = environments.filter((environment) => environment.outcome === outcome);
  const named = causes.length === 0 ? environments : causes;
  if (named.length === 0) return '';
  return `${enumerated(named.map(({ product }) => product))} in ${enumerated(named.map(({ name }) => name))}`;
};

const aboutImages = ({ command, outcome, images, missing }: Report): string => {
  const number = images.length === 1 ? '1 image' : `${images.length} images`;
  const sentences: Partial<Record<ReportOutcome, string>> = {
    built: `Found ${number} in the registry`,
    missing: `Missing: ${missing.length} of ${number}`,
    tagged: `Tagged ${number}`,
    unchanged: `${number} had the tags already`,
    refused: `Refused the ${command}`,
    failed: `The ${command} failed`,
  };
  return sentences[outcome] ?? `The ${command} ended as ${outcome}`;
};

const others: Partial<Record<ReportOutcome, string>> = {
  dispatched: 'Dispatched the promotion',
  success: 'Dispatched the promotion, and its run succeeded',
  failure: 'Dispatched the promotion, and its run failed',
  reported: 'What runs where',
  refused: 'Refused',
  failed: 'Failed',
};

const enumerated = (words: readonly string[]): string => {
  const unique = [...new Set(words)];
  if (unique.length <= MOST_NAMES) return listed(unique);
  return listed([...unique.slice(0, MOST_NAMES), `${unique.length - MOST_NAMES} more`]);
};
