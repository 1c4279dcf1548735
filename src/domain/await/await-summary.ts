/** The awaited Applications, for the job summary and for the log. */
import { splitReference } from '../image.ts';
import { clip, code, link, prose, type Section, table } from '../report/markdown.ts';
import { shortReference } from '../report/plain-text.ts';
import type { ReportAwaited } from '../report/report-schema.ts';
import { counted } from '../text.ts';

/** One row for each Application: cluster, state, from commit to running, link. */
export function awaitSections(applications: readonly ReportAwaited[]): readonly Section[] {
  const header = [
    'Application',
    'Product',
    'Environment',
    'Cluster',
    'State',
    'From commit to running',
    'Not observed',
  ];
  const rows = applications.map((one) => [
    link(code(one.name), one.url),
    prose(one.product),
    prose(one.environment),
    one.cluster === undefined ? '' : code(one.cluster),
    `**${one.state}:** ${prose(clip(`it ${one.detail}`))}`,
    one.seconds === undefined ? '' : printDuration(one.seconds),
    one.unobserved.map((reference) => code(reference)).join(', '),
  ]);
  return [table('Applications', header, rows)].filter((section) => section !== undefined);
}

/** The same for a log, a line for each Application. */
export function awaitLines(applications: readonly ReportAwaited[]): readonly string[] {
  return applications.map(({ name, product, environment, cluster, state, detail, seconds, unobserved, url }) => {
    const where = cluster === undefined ? '' : ` on ${cluster}`;
    const time = seconds === undefined ? '' : `, ${printDuration(seconds)} after the commit`;
    const note = unobserved.length === 0 ? '' : ` (not observed: ${unobserved.map(short).join(', ')})`;
    const address = url === undefined ? '' : ` ${url}`;
    return `${state}: ${name}${where} (${environment} of ${product}) ${detail}${time}${note}.${address}`;
  });
}

const short = (reference: string): string => shortReference(reference, splitReference(reference).repository);

/** `45 seconds`, `3 min 5 s`, `2 h 10 min`. */
export function printDuration(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
