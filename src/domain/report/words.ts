import type { Report, ReportEnvironment, ReportImage } from './schema.ts';

/** What became of an environment. A dry run leaves everything as it is, and says what it would do. */
export function outcomeWord(
  { outcome, changes }: ReportEnvironment,
  report: Pick<Report, 'dry-run' | 'command' | 'changed' | 'commit' | 'repository'>,
): string {
  if (report['dry-run'] && changes.length > 0) return 'would change';
  if (outcome === 'promoted' && isUncommitted(report)) return 'changed';
  return report.command === 'rollback' && outcome === 'promoted' ? 'rolled back' : outcome;
}

/** Whether the files of a checkout were written and nobody asked for a commit. */
export function isUncommitted({
  repository,
  commit,
  changed,
}: Pick<Report, 'repository' | 'commit' | 'changed'>): boolean {
  return repository === undefined && commit === undefined && changed;
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
