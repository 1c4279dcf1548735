import { shownDiff } from './diff.ts';
import { headlineOf } from './headline.ts';
import { type Links, linksOf } from './links.ts';
import { code, fence, link, prose, row } from './markdown.ts';
import { moodOf } from './outcome.ts';
import { printPlace, shortReference } from './print.ts';
import type { Report, ReportEnvironment } from './schema.ts';
import { assemble, type Section } from './sections.ts';

/** GitHub refuses a summary of more than 1 MiB. */
const LARGEST_SUMMARY = 1_000_000;
const LONGEST_CELL = 2_000;

export type SummaryOptions = {
  /** Address of the GitHub server, such as `https://github.com`. */
  readonly server: string;
  /** A unified diff of what a dry run would change. */
  readonly diff?: string | undefined;
  /** Without a configuration nothing limits who may ask for what, which the reader is told. */
  readonly access?: 'unrestricted' | undefined;
  /** Further parts, such as a command's own table, after the changes. */
  readonly sections?: readonly Section[] | undefined;
};

/** The summary of a run as GitHub-flavoured Markdown, under 1 MiB; what does not fit is left out by rows, with a count. */
export function renderSummary(report: Report, options: SummaryOptions): string {
  const links = linksOf(report, options.server);
  const sections = [
    heading(report, links, options),
    violations(report, links),
    changes(report, links),
    syncs(report, links),
    leftOut(report),
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

const heading = (report: Report, links: Links, { access }: SummaryOptions): Section => {
  const sign = report.outcome === 'refused' ? '⛔' : signs[moodOf(report)];
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
  const lead = [`## ${sign} ${prose(headlineOf(report))}`, ''];
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
      where({ path, line }, links),
    ]),
  );

const changes = ({ environments, commit }: Report, links: Links): Section | undefined => {
  const header = ['Product', 'Environment', 'Image', 'From', 'To', 'Where', 'Outcome'];
  const rows = environments.flatMap((environment) => {
    const { product, name, changes } = environment;
    const outcome = outcomeCell(environment, commit, links);
    if (changes.length === 0) return [[prose(product), prose(name), '', '', '', '', outcome]];
    return changes.map((change) => [
      prose(product),
      prose(name),
      code(change.image),
      code(shortReference(change.from, change.image)),
      compared(code(shortReference(change.to, change.image)), links.compare(change)),
      where(change, links),
      outcome,
    ]);
  });
  return table('Environments', header, rows);
};

const compared = (reference: string, comparison: string | undefined): string =>
  comparison === undefined ? reference : `${reference} (${link('compare', comparison)})`;

const outcomeCell = (environment: ReportEnvironment, commit: string | undefined, links: Links): string => {
  const number = environment['pull-request-number'];
  if (number !== undefined) return `${environment.outcome} in ${link(prose(`#${number}`), links.pullRequest(number))}`;
  if (commit === undefined || environment.changes.length === 0) return environment.outcome;
  return `${environment.outcome} in ${link(code(commit.slice(0, 7)), links.commit)}`;
};

const leftOut = ({ environments }: Report): Section | undefined => {
  const rows = environments.flatMap(({ product, name, superseded }) =>
    superseded.map((item) => [
      prose(product),
      prose(name),
      code(item.image),
      code(shortReference(item.requested, item.image)),
      code(shortReference(item.current, item.image)),
      `**${item.reason}** ${prose(clip(item.message))}`,
    ]),
  );
  return table('Left out', ['Product', 'Environment', 'Image', 'Asked for', 'Stays', 'Why'], rows);
};

const syncs = ({ environments }: Report, links: Links): Section | undefined => {
  const rows = environments.flatMap(({ product, name, applications = [] }) =>
    applications.map((application) => [
      prose(product),
      prose(name),
      link(code(application.name), application.url ?? links.file(application.file)),
      application.sync === 'automatic' ? 'by itself' : '**when a person syncs it**',
    ]),
  );
  return table('Argo CD', ['Product', 'Environment', 'Application', 'Syncs'], rows);
};

const images = ({ images }: Report): Section | undefined =>
  table(
    'Images',
    ['Image', 'Verdict', 'Digest'],
    images.map(({ image, verdict, digest }) => [code(image), verdict, digest === undefined ? '' : code(digest)]),
  );

const notices = ({ notices }: Report, links: Links): Section | undefined =>
  table(
    'Notices',
    ['What', 'What to do', 'Where'],
    notices.map(({ message, hint, path, line }) => [
      prose(clip(message)),
      prose(clip(hint ?? '')),
      where({ path, line }, links),
    ]),
  );

const difference = (diff: string | undefined): Section | undefined => {
  if (diff === undefined || diff === '') return undefined;
  const lines = shownDiff(diff).replace(/\n$/, '').split('\n').map(clip);
  const block = fence('diff', lines);
  return { lead: ['### Diff', '', ...block.slice(0, 1)], rows: lines, tail: block.slice(-1) };
};

/** Without the columns that are empty in every row. */
const table = (title: string, header: readonly string[], rows: readonly (readonly string[])[]): Section | undefined => {
  if (rows.length === 0) return undefined;
  const used = header.map((_, column) => column).filter((column) => rows.some((cells) => (cells[column] ?? '') !== ''));
  const cut = (cells: readonly string[]): string => row(used.map((column) => cells[column] ?? ''));
  return { lead: [`### ${title}`, '', cut(header), row(used.map(() => '---'))], rows: rows.map(cut) };
};

const where = ({ path, line }: { path?: string | undefined; line?: number | undefined }, links: Links): string =>
  path === undefined ? '' : link(code(printPlace({ path, line })), links.file(path, line));

const clip = (text: string): string => (text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text);
