/** The summary of a run as a page of Markdown. */

import {
  assemble,
  clip,
  code,
  fence,
  type Links,
  link,
  linksOf,
  placeCell,
  prose,
  type Section,
  shortPlaceCell,
  table,
} from './markdown.ts';
import { headlineOf, outcomeSign } from './outcome.ts';
import { otherNotices, outcomeWord, reasonFor, shortReference, shownDiff, verdictWord } from './plain-text.ts';
import type { Report, ReportEnvironment } from './report-schema.ts';

/** GitHub refuses a summary of more than 1 MiB. */
const LARGEST_SUMMARY = 1_000_000;

type SummaryOptions = {
  /** Address of the GitHub server, such as `https://github.com`. */
  readonly server: string;
  /** A unified diff of a dry run. */
  readonly diff?: string | undefined;
  /** Without a configuration every sender may promote every image, and the summary says so. */
  readonly access?: 'unrestricted' | undefined;
  /** Further parts, such as a command's own table, after the changes. */
  readonly sections?: readonly Section[] | undefined;
};

/** The summary of a run as GitHub-flavoured Markdown, under 1 MiB; rows that do not fit are left out and counted. */
export function renderSummary(report: Report, options: SummaryOptions): string {
  const links = linksOf(report, options.server);
  const sections = [
    heading(report, links, options),
    violations(report, links),
    changesTable(report, links),
    syncsTable(report, links),
    leftOutTable(report),
    images(report),
    ...(options.sections ?? []),
    notices(report, links),
    difference(options.diff),
  ];
  return assemble(
    sections.filter((section) => section !== undefined),
    LARGEST_SUMMARY,
  );
}

const signs = { good: '✅', waiting: '⏳', quiet: '➖', bad: '❌' } as const;

/** A run that did only a part of its request, such as arming a pull request, is no full success. */
const signOf = (report: Report): string => {
  const mood = outcomeSign(report);
  if (report.outcome === 'refused') return '⛔';
  return mood !== 'bad' && report.violations.length > 0 ? '⚠️' : signs[mood];
};

const heading = (report: Report, links: Links, { access }: SummaryOptions): Section => {
  const { repository, branch, commit, reason } = report;
  const facts = [
    repository === undefined
      ? undefined
      : fact('Manifests', [link(code(repository), links.repository), branch && code(branch)]),
    commit === undefined ? undefined : fact('Commit', [link(code(commit.slice(0, 7)), links.commit)]),
    source(report, links),
    reason === undefined ? undefined : fact('Reason', [prose(clip(reason))]),
    report['dry-run'] ? fact('Dry run', ['nothing was changed']) : undefined,
    access === 'unrestricted'
      ? '- Every holder of the dispatch token may promote every listed image: the manifest repository has no configuration file that limits it.'
      : undefined,
  ];
  const pullRequests = report['pull-request-number'].map((number) =>
    fact('Pull request', [link(prose(`#${number}`), links.pullRequest(number))]),
  );
  const lead = [`## ${signOf(report)} ${prose(headlineOf(report))}`, ''];
  return { lead, rows: [...facts.filter((line) => line !== undefined), ...pullRequests] };
};

const fact = (name: string, parts: readonly (string | undefined)[]): string =>
  `- **${name}:** ${parts.filter((part) => part !== undefined).join(' ')}`;

const source = ({ source }: Report, links: Links): string | undefined => {
  if (source === undefined || Object.keys(source).length === 0) return undefined;
  const run = [source.workflow, source.run_number && `#${source.run_number}`].filter(Boolean).join(' ');
  return fact('Source', [
    source.repository && code(source.repository),
    source.sha && link(code(source.sha.slice(0, 7)), links.sourceCommit),
    source.ref && code(source.ref),
    run === '' ? undefined : `by ${link(prose(run), links.sourceRun)}`,
  ]);
};

const violations = ({ violations }: Report, links: Links): Section | undefined =>
  table(
    'Problems',
    ['What', 'What to do', 'Where'],
    violations.map(({ message, hint, path, line }) => [
      prose(clip(message)),
      prose(clip(hint)),
      placeCell({ path, line }, links),
    ]),
  );

const images = (report: Report): Section | undefined =>
  table(
    'Images',
    ['Image', report.command === 'retag' ? 'Tag' : 'Verdict', 'Digest'],
    report.images.map((image) => [
      code(image.image),
      verdictWord(image, report),
      image.digest === undefined ? '' : code(image.digest),
    ]),
  );

const notices = (report: Report, links: Links): Section | undefined =>
  table(
    'Notices',
    ['What', 'What to do', 'Where'],
    otherNotices(report).map(({ message, hint, path, line }) => [
      prose(clip(message)),
      prose(clip(hint ?? '')),
      placeCell({ path, line }, links),
    ]),
  );

const difference = (diff: string | undefined): Section | undefined => {
  if (diff === undefined || diff === '') return undefined;
  const lines = shownDiff(diff).replace(/\n$/, '').split('\n').map(clip);
  const block = fence('diff', lines);
  return { lead: ['### Diff', '', ...block.slice(0, 1)], rows: lines, tail: block.slice(-1) };
};

/** The outcome of each environment: old and new references, and their places. */
function changesTable(report: Report, links: Links): Section | undefined {
  const header = ['Product', 'Environment', 'Outcome', 'Image', 'From', 'To', 'Where'];
  const rows = report.environments.flatMap((environment) => {
    const { product, name, changes } = environment;
    const start = [prose(product), prose(name), outcomeCell(environment, report, links)];
    if (changes.length === 0) return [start];
    return changes.map((change) => [
      ...start,
      code(change.image),
      change.from === change.image ? '' : code(shortReference(change.from, change.image)),
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

/** The items that were left out, and why. */
function leftOutTable({ environments }: Report): Section | undefined {
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

/** The Applications that bring the changes to the cluster. */
function syncsTable({ environments }: Report, links: Links): Section | undefined {
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
