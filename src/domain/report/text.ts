import { visible } from '../text.ts';
import { headlineOf } from './headline.ts';
import { printPlace, shortReference } from './print.ts';
import type { Report } from './schema.ts';

/** The report as plain text, for a log or a terminal: what happened and where, what was left out and why, what to do. Every
 * line is free of control characters. */
export function renderText(report: Report): string {
  return [
    headlineOf(report),
    ...environmentLines(report),
    ...imageLines(report),
    ...deliveryLines(report),
    ...problemLines('error', report.violations),
    ...problemLines('warning', report.notices),
  ]
    .map((line) => `${visible(line)}\n`)
    .join('');
}

const environmentLines = ({ environments }: Report): string[] =>
  environments.flatMap(({ name, product, outcome, changes, superseded, applications = [] }) => [
    `  ${product} ${name}: ${outcome}`,
    ...changes.flatMap((change) => [
      `    ${change.image} ${shortReference(change.from, change.image)} → ${shortReference(change.to, change.image)}`,
      `      ${printPlace(change)}`,
    ]),
    ...superseded.flatMap(({ image, requested, reason, message }) => [
      `    ${image} ${shortReference(requested, image)} left out: ${reason}`,
      `      ${message}`,
    ]),
    ...applications.map(({ name: application, sync, url }) => {
      const how = sync === 'automatic' ? 'syncs by itself' : 'waits for a person to sync it';
      return `    Application ${application} ${how}${url === undefined ? '' : `: ${url}`}`;
    }),
  ]);

const imageLines = ({ images }: Report): string[] =>
  images.map(({ image, verdict, digest }) => `  ${image} ${verdict}${digest === undefined ? '' : ` ${digest}`}`);

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
