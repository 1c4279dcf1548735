/** The report as plain text, a diff as people see it, and the words that text and summary share. */

import type { ErrorPlace } from '../errors.ts';
import { visible } from '../text.ts';
import { headlineOf, isUncommitted } from './outcome.ts';
import type { Report, ReportEnvironment, ReportImage } from './report-schema.ts';

/** The report as plain text, for a log or a terminal: results, places, items that were left out, and remedies. Every
 * line is free of control characters. */
export function renderText(report: Report): string {
  return [
    headlineOf(report),
    ...environmentLines(report),
    ...imageLines(report),
    ...foundLines(report),
    ...deliveryLines(report),
    ...problemLines('error', report.violations),
    ...problemLines('warning', otherNotices(report)),
  ]
    .map((line) => `${visible(line)}\n`)
    .join('');
}

const environmentLines = (report: Report): string[] => report.environments.flatMap((each) => linesOf(each, report));

const linesOf = (environment: ReportEnvironment, report: Report): string[] => {
  const { name, product, changes, superseded, applications = [] } = environment;
  return [
    `  ${product} ${name}: ${outcomeWord(environment, report)}`,
    ...changes.flatMap((change) => [`    ${change.image} ${stepOf(change)}`, `      ${printPlace(change)}`]),
    ...superseded.flatMap((item) => [
      `    ${item.image} ${shortReference(item.requested, item.image)} left out: ${item.reason}`,
      `      ${reasonFor(item)}`,
    ]),
    ...applications.map(({ name: application, sync, url }) => {
      const how = sync === 'automatic' ? 'syncs by itself' : 'waits for a person to sync it';
      return `    Application ${application} ${how}${url === undefined ? '' : `: ${url}`}`;
    }),
  ];
};

/** A new version has nothing before the arrow. */
const stepOf = ({ from, to, image }: ReportEnvironment['changes'][number]): string =>
  `${from === image ? '' : `${shortReference(from, image)} `}→ ${shortReference(to, image)}`;

const imageLines = (report: Report): string[] =>
  report.images.map((image) =>
    [` `, image.image, verdictWord(image, report), image.digest].filter((part) => part !== undefined).join(' '),
  );

const foundLines = ({ found = [] }: Report): string[] =>
  found.map(
    ({ product, environment, image, ...place }) => `  ${product} ${environment}: ${image} (${printPlace(place)})`,
  );

const deliveryLines = ({ repository, commit, 'pull-request-url': urls }: Report): string[] => [
  // A report without a repository is of a checkout.
  ...(commit === undefined ? [] : [`  commit ${commit}${repository === undefined ? ', not pushed' : ''}`]),
  ...urls.map((url) => `  pull request ${url}`),
];

type PrintedProblem = Report['notices'][number] & { readonly code?: string };

const problemLines = (level: 'error' | 'warning', problems: readonly PrintedProblem[]): string[] =>
  problems.flatMap(({ code, message, hint, path, line }) => [
    `${level}: ${message}${code === undefined ? '' : ` [${code}]`}`,
    ...(path === undefined ? [] : [`  at ${printPlace({ path, line })}`]),
    ...(hint === undefined ? [] : hint.split('\n').map((text) => `  ${text}`)),
  ]);

/** The outcome of an environment in a word or two. A dry run changes nothing and names the change that it would make. */
export function outcomeWord(
  { outcome, changes }: ReportEnvironment,
  report: Pick<Report, 'dry-run' | 'command' | 'changed' | 'commit' | 'repository'>,
): string {
  if (report['dry-run'] && changes.length > 0) return 'would change';
  if (outcome === 'promoted' && isUncommitted(report)) return 'changed';
  return report.command === 'rollback' && outcome === 'promoted' ? 'rolled back' : outcome;
}

/** The verdict on an image, or the outcome of a tag. */
export function verdictWord({ verdict }: ReportImage, report: Pick<Report, 'dry-run'>): string {
  return report['dry-run'] && verdict === 'tagged' ? 'would be set' : verdict;
}

/** The reason why an image was left out, next to the column or line that names its repository. */
export function reasonFor({ image, message }: ReportEnvironment['superseded'][number]): string {
  return image === '' ? message : message.replaceAll(`${image}:`, '').replaceAll(`${image}@`, '@');
}

/** The notices that are not already shown with an item that was left out. */
export function otherNotices({ environments, notices }: Report): Report['notices'] {
  const told = new Set(environments.flatMap(({ superseded }) => superseded.map(({ message }) => message)));
  return notices.filter(({ message }) => !told.has(message));
}

/** `path:line`, as editors and terminals take it. */
export function printPlace({ path, line }: ErrorPlace): string {
  if (path === undefined) return '';
  return line === undefined ? path : `${path}:${line}`;
}

/** A reference beside the image that it belongs to: the tag alone where the repository is the same, the digest shortened. */
export function shortReference(reference: string, image: string): string {
  const own = reference.startsWith(image) && /^[:@]/.test(reference.slice(image.length));
  const rest = own ? reference.slice(image.length).replace(/^:/, '') : reference;
  return rest.replace(/(@[a-z0-9]+:[0-9a-f]{12})[0-9a-f]+$/i, '$1…');
}

const LONGEST_PATH = 20;

/** A long path by its end, as many of the last parts as are not too long, one at least. */
export function shortPath(path: string): string {
  if (path.length <= LONGEST_PATH) return path;
  const parts = path.split('/');
  let shown = parts.at(-1) ?? '';
  for (const part of parts.slice(0, -1).reverse()) {
    if (shown.length + part.length + 1 > LONGEST_PATH) break;
    shown = `${part}/${shown}`;
  }
  return shown === path ? path : `…/${shown}`;
}

/** A unified diff for people: a carriage return at the end of a line is shown as ␍, a tab stays, and any other control or
 * invisible character appears as an escape. */
export function shownDiff(diff: string): string {
  return diff.split('\n').map(shownLine).join('\n');
}

const shownLine = (line: string): string => {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  const shown = text.split('\t').map(visible).join('\t');
  return text === line ? shown : `${shown}␍`;
};

/** The kind of a line of a unified diff, which decides its colour. */
type DiffLine = { readonly kind: 'header' | 'hunk' | 'removed' | 'added' | 'same'; readonly text: string };

/** Tells the lines of a unified diff apart by the lengths that its hunks announce: a removed `-- x` is not a header. */
export function diffLines(diff: string): DiffLine[] {
  let left = 0;
  return diff.split('\n').map((text): DiffLine => {
    if (left === 0) {
      left = announced(text);
      return { kind: left === 0 ? 'header' : 'hunk', text };
    }
    if (text.startsWith('\\')) return { kind: 'same', text };
    left -= text.startsWith(' ') ? 2 : 1;
    return { kind: kindOf(text), text };
  });
}

/** How many lines of both sides follow a hunk's heading. */
const announced = (text: string): number => {
  const [, before = '0', after = '0'] = /^@@ -\d+,(\d+) \+\d+,(\d+) @@$/.exec(text) ?? [];
  return Number(before) + Number(after);
};

const kindOf = (text: string): DiffLine['kind'] => {
  if (text.startsWith('+')) return 'added';
  return text.startsWith('-') ? 'removed' : 'same';
};
