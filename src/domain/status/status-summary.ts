/** The parts of a summary for status and validate. */
import { address, code, link, prose, row, type Section } from '../report/markdown.ts';
import type { RunningImage, Status, StatusRow } from './rows.ts';
import {
  age,
  groupFreezes,
  markMeanings,
  marksOf,
  printUnread,
  type StatusMark,
  sourceCommit,
  usedMarks,
  version,
} from './status-table.ts';

type PageOptions = {
  /** Address of the GitHub server, such as `https://github.com`. */
  readonly server: string;
  /** The manifest repository, owner/name, where there is one. */
  readonly repository?: string | undefined;
  readonly branch: string;
  readonly now: Date;
};

/** The status as parts of a summary. */
export function statusSections(status: Status, options: PageOptions): Section[] {
  const { environments, rows, freezes, proposals } = status;
  const header = ['Product', 'Image', ...environments.map(prose)];
  const lines = rows.map((line) => {
    const cells = environments.map((environment) => cell(line, environment, options));
    return row([prose(line.product), code(line.image), ...cells]);
  });
  return [
    {
      lead: ['### Products and environments', '', row(header), row(header.map(() => '---'))],
      rows: lines.length > 0 ? lines : [row(['nothing is listed', ...header.slice(1).map(() => '')])],
      tail: legendOf(status),
    },
    ...list('Held', heldOf(rows)),
    ...list(
      'Frozen',
      groupFreezes(freezes).map(({ where, frozen }) => prose(`${where} ${frozen}`)),
    ),
    ...list(
      'Open promotions',
      proposals.map(({ number, branch }) => {
        const { server, repository } = options;
        const url = repository === undefined ? undefined : address(server, [repository, 'pull', String(number)]);
        return `${link(prose(`#${number}`), url)} ${code(branch)}`;
      }),
    ),
  ];
}

const legendOf = (status: Status): string[] => {
  const used = usedMarks(status).map((mark) => `${signed(mark)}: ${markMeanings[mark].text}`);
  const lines = [...used, ...printUnread(status)];
  return lines.length === 0 ? [] : ['', lines.join('<br>')];
};

const signed = (mark: StatusMark): string => `${markMeanings[mark].sign} ${markMeanings[mark].word}`;

const list = (title: string, items: readonly string[]): Section[] =>
  items.length === 0 ? [] : [{ lead: [`### ${title}`, ''], rows: items.map((item) => `- ${item}`) }];

const heldOf = (rows: readonly StatusRow[]): string[] =>
  rows.flatMap(({ product, runs }) =>
    [...runs.values()]
      .flat()
      .flatMap(({ environment, held }) =>
        held.map((reference) => `${code(reference)} in ${prose(environment)} of ${prose(product)}`),
      ),
  );

const cell = (line: StatusRow, environment: string, options: PageOptions): string => {
  const all = line.runs.get(environment) ?? [];
  const marks = marksOf(line, environment).map(signed);
  return [...all.map((running) => told(running, options)), ...marks].join('<br>');
};

const told = (running: RunningImage, { server, repository, branch, now }: PageOptions): string => {
  const { reference, path, line, set } = running;
  const file = repository === undefined ? undefined : address(server, [repository, 'blob', branch, path]);
  const since = age(set?.at, now);
  const commit = set && repository !== undefined ? address(server, [repository, 'commit', set.commit]) : undefined;
  return [
    link(code(version(reference)), file === undefined ? undefined : `${file}#L${line}`),
    since === '' ? '' : link(since === '<1m' ? 'just now' : `${since} ago`, commit),
    builtFrom(running, server),
  ]
    .filter((part) => part !== '')
    .join(' ');
};

const builtFrom = (running: RunningImage, server: string): string => {
  const { repository, sha } = running.set?.built ?? running.set?.source ?? {};
  const short = sourceCommit(running) ?? sha?.slice(0, 7);
  if (short === undefined || sha === undefined) return '';
  return `from ${link(code(short), repository === undefined ? undefined : address(server, [repository, 'commit', sha]))}`;
};

/** An image that a promotion would find, with its present reference. */
export type ValidatedImage = {
  readonly product: string;
  readonly environment: string;
  readonly path: string;
  readonly line: number;
  readonly image: string;
};

type ValidationOptions = { readonly server: string; readonly repository?: string | undefined; readonly branch: string };

/** The section of the summary with these images. */
export function validationSections(found: readonly ValidatedImage[], options: ValidationOptions): Section[] {
  const { server, repository, branch } = options;
  const header = ['Product', 'Environment', 'Image', 'Manifest'];
  const lines = found.map(({ product, environment, path, line, image }) => {
    const file = repository === undefined ? undefined : address(server, [repository, 'blob', branch, path]);
    return row([prose(product), prose(environment), code(image), `${link(code(path), file)}, line ${line}`]);
  });
  return [
    {
      lead: ['### What a promotion would find', '', row(header), row(header.map(() => '---'))],
      rows: lines.length > 0 ? lines : [row(['nothing', '', '', ''])],
    },
  ];
}
