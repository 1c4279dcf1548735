import type { HistoryEntry, HistoryWindow } from '../history/entry.ts';
import type { DeliveryFigures } from '../history/figures.ts';
import { escapeHtml, printDuration, printNumber, shorten } from './escape.ts';

/** Two pictures in SVG, drawn from the history: a row for each environment, so that no meaning depends on colour alone. */

export type ChartSource = {
  readonly entries: readonly HistoryEntry[];
  readonly figures: readonly DeliveryFigures[];
  readonly window: HistoryWindow;
  /** In the order of promotion. */
  readonly environments: readonly string[];
};

const WEEK = 7 * 24 * 3_600_000;
const WIDTH = 400;
const LEFT = 70;
const RIGHT = 325;
/** More bars than these could not be told apart. */
const MOST_BARS = 60;
/** Of an environment: bars grow up from a line, and rollbacks down. */
const ROW = 40;
const UP = 26;
const DOWN = 9;

/** How many promotions and rollbacks there were in each week, the last of which ends now. */
export function promotionsChart({ entries, figures, window, environments }: ChartSource): string {
  const until = Date.parse(window.until);
  const weeks = Math.max(1, Math.ceil((until - Date.parse(window.since)) / WEEK));
  const each = Math.ceil(weeks / MOST_BARS);
  const count = Math.ceil(weeks / each);
  const binOf = ({ at }: HistoryEntry): number => count - 1 - Math.floor((until - Date.parse(at)) / (WEEK * each));
  const rows = shownIn(environments, entries).map((environment) => {
    const own = entries.filter((entry) => entry.environment === environment);
    const bins = (kind: HistoryEntry['kind']): number[] => {
      const commits = own.filter((entry) => entry.kind === kind);
      const distinct = new Map(commits.map((entry) => [`${entry.product} ${entry.commit}`, entry]));
      const numbers = new Array<number>(count).fill(0);
      for (const entry of distinct.values()) numbers[binOf(entry)] = (numbers[binOf(entry)] ?? 0) + 1;
      return numbers.slice(0, count);
    };
    return { environment, promotions: bins('promotion'), rollbacks: bins('rollback') };
  });
  const most = Math.max(1, ...rows.flatMap(({ promotions, rollbacks }) => [...promotions, ...rollbacks]));
  const step = (RIGHT - LEFT) / count;
  const width = round(Math.max(1, step - Math.min(3, step / 4)));
  const bars = (numbers: readonly number[], { base, room }: { readonly base: number; readonly room: number }): string =>
    numbers
      .map((number, index) => {
        if (number === 0) return '';
        const height = Math.sign(room) * Math.max(2, Math.round((Math.abs(room) * number) / most));
        return `M${round(LEFT + (index + 0.5) * step)} ${base}v${-height}`;
      })
      .join('');
  const base = (index: number): number => index * ROW + UP + 4;
  const told = rows.map(({ environment, promotions, rollbacks }) => {
    const rolledBack = sum(rollbacks) === 0 ? '' : `, ${sum(rollbacks)} rolled back`;
    return `${environment} ${sum(promotions)}${rolledBack}`;
  });
  const title = each === 1 ? 'Promotions a week' : `Promotions every ${each} weeks`;
  const since = new Date(until - count * each * WEEK).toISOString().slice(0, 10);
  const label = `${title} since ${since}: ${told.join('; ')}`;
  return figure(`${title}, rollbacks below the line`, {
    label,
    height: rows.length * ROW + 20,
    parts: [
      path('axis', rows.map((_, index) => `M${LEFT} ${base(index)}H${RIGHT}`).join('')),
      strokes('bars', {
        data: rows.map(({ promotions }, index) => bars(promotions, { base: base(index), room: UP })).join(''),
        width,
      }),
      strokes('back', {
        data: rows.map(({ rollbacks }, index) => bars(rollbacks, { base: base(index), room: -DOWN })).join(''),
        width,
      }),
      ...rows.map(({ environment }, index) => name(environment, base(index))),
      ...rows.map(({ environment }, index) => {
        const average = figures.find((one) => one.environment === environment)?.promotionsPerWeek ?? 0;
        return words(`${printNumber(average)}/week`, { x: WIDTH, y: base(index), class: 'end' });
      }),
      words(since, { x: LEFT, y: rows.length * ROW + 14, class: 'soft' }),
      words('now', { x: RIGHT, y: rows.length * ROW + 14, class: 'soft end' }),
    ],
  });
}

const ticks = [
  { text: '1 min', seconds: 60 },
  { text: '1 h', seconds: 3600 },
  { text: '1 d', seconds: 86_400 },
  { text: '1 w', seconds: 604_800 },
  { text: '1 mo', seconds: 2_592_000 },
] as const;
const SHORTEST = 60;
const LONGEST = 2_592_000 * 2;

/** How long it took from the source commits to the branch: a dot for each promotion, a high line for the median, a low one for the
 * 90th percentile. Undefined where no lead time is known. */
export function leadTimesChart({ entries, figures, environments }: ChartSource): string | undefined {
  const timed = entries.filter(({ leadTime }) => leadTime !== undefined);
  if (timed.length === 0) return undefined;
  const rows = shownIn(environments, timed);
  const middle = (index: number): number => index * ROW + 20;
  const dots = rows.flatMap((environment, index) => {
    const own = timed.filter((entry) => entry.environment === environment);
    const seen = new Set(
      own.map(({ leadTime = 0 }, place) => `M${across(leadTime)} ${middle(index) + ((place * 7) % 5) * 3 - 6}h0`),
    );
    return [...seen];
  });
  const durationsOf = (environment: string) => figures.find((one) => one.environment === environment)?.leadTime;
  const marks = rows.flatMap((environment, index) => {
    const { median, percentile90 } = durationsOf(environment) ?? {};
    return [
      ...(median === undefined ? [] : [`M${across(median)} ${middle(index) - 14}v28`]),
      ...(percentile90 === undefined ? [] : [`M${across(percentile90)} ${middle(index) + 4}v10`]),
    ];
  });
  const told = rows.map((environment) => {
    const { median, percentile90 } = durationsOf(environment) ?? {};
    if (median === undefined || percentile90 === undefined) return `${environment} unknown`;
    return `${environment} median ${printDuration(median)}, 90th percentile ${printDuration(percentile90)}`;
  });
  const bottom = rows.length * ROW;
  return figure('Lead time from commit to branch: long line median, short line 90th percentile', {
    label: `Lead times: ${told.join('; ')}`,
    height: bottom + 20,
    parts: [
      path('axis', ticks.map(({ seconds }) => `M${across(seconds)} 0V${bottom}`).join('')),
      path('dots', dots.join('')),
      path('mark', marks.join('')),
      ...rows.map((environment, index) => name(environment, middle(index) + 5)),
      ...rows.map((environment, index) => {
        const { median } = durationsOf(environment) ?? {};
        if (median === undefined) return '';
        return words(printDuration(median), { x: WIDTH, y: middle(index) + 5, class: 'end' });
      }),
      ...ticks.map(({ text, seconds }) => words(text, { x: across(seconds), y: bottom + 14, class: 'soft middle' })),
    ],
  });
}

const across = (seconds: number): number => {
  const inside = Math.min(LONGEST, Math.max(SHORTEST, seconds));
  return Math.round(LEFT + ((RIGHT - LEFT) * Math.log(inside / SHORTEST)) / Math.log(LONGEST / SHORTEST));
};

const shownIn = (environments: readonly string[], entries: readonly HistoryEntry[]): string[] => {
  const present = new Set(entries.map(({ environment }) => environment));
  return [...new Set([...environments, ...present])].filter((environment) => present.has(environment));
};

type Drawing = { readonly label: string; readonly height: number; readonly parts: readonly string[] };

const figure = (caption: string, { label, height, parts }: Drawing): string =>
  `<figure><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(label)}">${parts.join('')}</svg>` +
  `<figcaption>${escapeHtml(caption)}</figcaption></figure>`;

const path = (kind: string, data: string): string => (data === '' ? '' : `<path class="${kind}" d="${data}"/>`);

/** Bars are strokes, which take less room than rectangles. */
const strokes = (kind: string, { data, width }: { readonly data: string; readonly width: number }): string =>
  path(kind, data).replace('<path', `<path stroke-width="${width}"`);

const name = (environment: string, y: number): string => `<text y="${y}">${escapeHtml(shorten(environment, 9))}</text>`;

type Position = { readonly x: number; readonly y: number; readonly class: string };

const words = (text: string, { x, y, class: kind }: Position): string =>
  `<text x="${x}" y="${y}" class="${kind}">${escapeHtml(text)}</text>`;

const round = (number: number): number => Math.round(number * 10) / 10;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
