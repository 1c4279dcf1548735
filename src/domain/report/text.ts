import { visible } from '../text.ts';
import { headlineOf } from './headline.ts';
import { printPlace, shortReference } from './print.ts';
import type { Report, ReportEnvironment } from './schema.ts';
import { otherNotices, outcomeWord, reasonFor, verdictWord } from './words.ts';

/** The report as plain text, for a log or a terminal: what happened and where, what was left out and why, what to do. Every
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
    ...changes.flatMap((change) => [
      `    ${change.image} ${shortReference(change.from, change.image)} → ${shortReference(change.to, change.image)}`,
      `      ${printPlace(change)}`,
    ]),
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

const imageLines = (report: Report): string[] =>
  report.images.map((image) =>
    [` `, image.image, verdictWord(image, report), image.digest].filter((part) => part !== undefined).join(' '),
  );

const foundLines = ({ found = [] }: Report): string[] =>
  found.map(
    ({ product, environment, image, ...place }) => `  ${product} ${environment}: ${image} (${printPlace(place)})`,
  );

const deliveryLines = ({ commit, 'pull-request-url': urls }: Report): string[] => [
  ...(commit === undefined ? [] : [`  commit ${commit}`]),
  ...urls.map((url) => `  pull request ${url}`),
];

type Problem = Report['notices'][number] & { readonly code?: string };

const problemLines = (level: 'error' | 'warning', problems: readonly Problem[]): string[] =>
  problems.flatMap(({ code, message, hint, path, line }) => [
    `${level}: ${message}${code === undefined ? '' : ` [${code}]`}`,
    ...(path === undefined ? [] : [`  at ${printPlace({ path, line })}`]),
    ...(hint === undefined ? [] : hint.split('\n').map((text) => `  ${text}`)),
  ]);
