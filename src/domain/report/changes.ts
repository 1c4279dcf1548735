import type { Links } from './links.ts';
import { code, link, prose } from './markdown.ts';
import { shortReference } from './print.ts';
import type { Report, ReportEnvironment } from './schema.ts';
import type { Section } from './sections.ts';
import { clip, shortPlaceCell, table } from './table.ts';
import { outcomeWord, reasonFor } from './words.ts';

/** What became of each environment: old and new references, and where it can be seen. */
export function changesTable(report: Report, links: Links): Section | undefined {
  const header = ['Product', 'Environment', 'Outcome', 'Image', 'From', 'To', 'Where'];
  const rows = report.environments.flatMap((environment) => {
    const { product, name, changes } = environment;
    const start = [prose(product), prose(name), outcomeCell(environment, report, links)];
    if (changes.length === 0) return [start];
    return changes.map((change) => [
      ...start,
      code(change.image),
      code(shortReference(change.from, change.image)),
      compared(code(shortReference(change.to, change.image)), links.compare(change)),
      shortPlaceCell(change, links),
    ]);
  });
  return table('Environments', header, rows);
}

const compared = (reference: string, comparison: string | undefined): string =>
  comparison === undefined ? reference : `${reference} (${link('compare', comparison)})`;

const outcomeCell = (environment: ReportEnvironment, report: Report, links: Links): string => {
  const word = outcomeWord(environment, report);
  const number = environment['pull-request-number'];
  if (number !== undefined) return `${word} ${link(prose(`#${number}`), links.pullRequest(number))}`;
  const isUndone = environment.outcome === 'failed' || environment.outcome === 'refused';
  if (report.commit === undefined || environment.changes.length === 0 || isUndone) return word;
  return `${word} ${link(code(report.commit.slice(0, 7)), links.commit)}`;
};

/** What was asked for and is not there, and why. */
export function leftOutTable({ environments }: Report): Section | undefined {
  const rows = environments.flatMap(({ product, name, superseded }) =>
    superseded.map((item) => [
      prose(product),
      prose(name),
      code(item.image),
      code(shortReference(item.requested, item.image)),
      code(shortReference(item.current, item.image)),
      `**${item.reason}:** ${prose(clip(reasonFor(item)))}`,
    ]),
  );
  return table('Left out', ['Product', 'Environment', 'Image', 'Asked for', 'Stays', 'Why'], rows);
}

/** Who or what brings the changes to the cluster. */
export function syncsTable({ environments }: Report, links: Links): Section | undefined {
  const rows = environments.flatMap(({ product, name, applications = [] }) =>
    applications.map((application) => [
      prose(product),
      prose(name),
      link(code(application.name), application.url ?? links.file(application.file)),
      application.sync === 'automatic' ? 'by itself' : '**when a person syncs it**',
    ]),
  );
  return table('Argo CD', ['Product', 'Environment', 'Application', 'Syncs'], rows);
}
