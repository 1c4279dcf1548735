import type { Report, ReportEnvironment, ReportImage } from './schema.ts';

/** What became of an environment. A dry run leaves everything as it is, and says what it would do. */
export function outcomeWord({ outcome, changes }: ReportEnvironment, report: Pick<Report, 'dry-run'>): string {
  return report['dry-run'] && changes.length > 0 ? 'would change' : outcome;
}

/** What the registry said of an image, or what became of a tag. */
export function verdictWord({ verdict }: ReportImage, report: Pick<Report, 'dry-run'>): string {
  return report['dry-run'] && verdict === 'tagged' ? 'would be set' : verdict;
}

/** Why an image was left out, beside the column or line that names its repository already. */
export function reasonFor({ image, message }: ReportEnvironment['superseded'][number]): string {
  return image === '' ? message : message.replaceAll(`${image}:`, '').replaceAll(`${image}@`, '@');
}

/** The notices that what was left out does not tell already. */
export function otherNotices({ environments, notices }: Report): Report['notices'] {
  const told = new Set(environments.flatMap(({ superseded }) => superseded.map(({ message }) => message)));
  return notices.filter(({ message }) => !told.has(message));
}
