import { changesTable, leftOutTable, syncsTable } from './changes.ts';
import { shownDiff } from './diff.ts';
import { headlineOf } from './headline.ts';
import { type Links, linksOf } from './links.ts';
import { code, fence, link, prose } from './markdown.ts';
import { moodOf } from './outcome.ts';
import type { Report } from './schema.ts';
import { assemble, type Section } from './sections.ts';
import { clip, placeCell, table } from './table.ts';
import { otherNotices, verdictWord } from './words.ts';

/** GitHub refuses a summary of more than 1 MiB. */
const LARGEST_SUMMARY = 1_000_000;

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

/** A run that did something and not all that was asked, such as arming a pull request, is not good. */
const signOf = (report: Report): string => {
  const mood = moodOf(report);
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
