import { listed } from '../text.ts';
import type { Report, ReportOutcome } from './schema.ts';

const MOST_NAMES = 5;

/** What happened, in one line: the title of the summary and the first line of the text. Of the environments it names those
 * that the outcome comes from. */
export function headlineOf(report: Report): string {
  return report['dry-run'] ? `Dry run: ${prospect(report)}` : sentence(report);
}

/** What a dry run foresees, whatever its command calls the outcome. */
const prospect = (report: Report): string => {
  const { outcome, environments, images } = report;
  if (outcome === 'tagged') return `${counted(images.length)} would be tagged`;
  if (outcome === 'dispatched') return 'the promotion would be dispatched';
  const changing = environments.filter(({ changes }) => changes.length > 0);
  return changing.length === 0 ? sentence(report) : `${namesOf(changing)} would change`;
};

const counted = (images: number): string => (images === 1 ? '1 image' : `${images} images`);

const sentence = (report: Report): string => {
  const { command, outcome } = report;
  if (command === 'check' || command === 'retag') return aboutImages(report);
  if (command === 'dispatch' || command === 'status')
    return others[outcome] ?? `Dispatched the promotion, and its run ended as ${outcome}`;
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
  return named.length === 0 ? '' : namesOf(named);
};

const namesOf = (environments: Report['environments']): string =>
  `${enumerated(environments.map(({ product }) => product))} in ${enumerated(environments.map(({ name }) => name))}`;

const aboutImages = ({ command, outcome, images, missing }: Report): string => {
  const number = counted(images.length);
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
