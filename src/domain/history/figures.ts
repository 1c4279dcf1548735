/** A whole history: its entries, and the figures that DORA names. */
import { sameReference } from '../image.ts';
import type { Notice } from '../model.ts';
import type { HistoryEntry, HistoryWindow } from './entry.ts';
/** Seconds. The median of an even number of durations is the mean of the two in the middle; the 90th percentile is the smallest
 * duration that at least nine in ten do not exceed. */
export type Durations = {
  readonly median?: number | undefined;
  readonly percentile90?: number | undefined;
  /** How many durations these are of. */
  readonly known: number;
  /** How many are left out, because a date is not known. */
  readonly unknown: number;
};

/** Of one product in one environment. A commit is one promotion, however many images it sets. */
export type DeliveryFigures = {
  readonly product: string;
  readonly environment: string;
  readonly promotions: number;
  readonly rollbacks: number;
  readonly byHand: number;
  readonly unknown: number;
  readonly promotionsPerWeek: number;
  /** Rollbacks over promotions; undefined without promotions. */
  readonly shareRolledBack?: number | undefined;
  /** From the source commit to the branch. Of several images in one commit, the longest counts. */
  readonly leadTime: Durations;
  /** From the promotion to the rollback that took it back. */
  readonly timeToRollback: Durations;
};

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** By product and environment, in the order in which the entries name them. */
export function figuresOf(entries: readonly HistoryEntry[], window: HistoryWindow): DeliveryFigures[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const key = `${entry.product} ${entry.environment}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].map((group) => figuresOfGroup(group, window));
}

const figuresOfGroup = (entries: readonly HistoryEntry[], { since, until }: HistoryWindow): DeliveryFigures => {
  const { product = '', environment = '' } = entries[0] ?? {};
  const commits = (kind: HistoryEntry['kind']): HistoryEntry[][] =>
    byCommit(entries.filter((entry) => entry.kind === kind));
  const promotions = commits('promotion');
  const rollbacks = commits('rollback');
  const weeks = (Date.parse(until) - Date.parse(since)) / WEEK;
  return {
    product,
    environment,
    promotions: promotions.length,
    rollbacks: rollbacks.length,
    byHand: commits('by-hand').length,
    unknown: commits('unknown').length,
    promotionsPerWeek: weeks > 0 ? promotions.length / weeks : 0,
    shareRolledBack: promotions.length > 0 ? rollbacks.length / promotions.length : undefined,
    leadTime: durationsOf(promotions.map((group) => longest(group.map(({ leadTime }) => leadTime)))),
    timeToRollback: durationsOf(
      rollbacks.map((group) => longest(group.map((rollback) => secondsSincePromotion(rollback, entries)))),
    ),
  };
};

const byCommit = (entries: readonly HistoryEntry[]): HistoryEntry[][] => {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const others = groups.get(entry.commit);
    if (others === undefined) groups.set(entry.commit, [entry]);
    else others.push(entry);
  }
  return [...groups.values()];
};

const longest = (seconds: readonly (number | undefined)[]): number | undefined => {
  const known = seconds.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

/** Seconds from the newest earlier promotion of the removed reference to this rollback. */
const secondsSincePromotion = (rollback: HistoryEntry, entries: readonly HistoryEntry[]): number | undefined => {
  const { from } = rollback;
  if (from === undefined) return undefined;
  const end = Date.parse(rollback.at);
  const starts = entries
    .filter(({ kind, to, path }) => kind === 'promotion' && path === rollback.path && to && sameReference(to, from))
    .map(({ at }) => Date.parse(at))
    .filter((start) => start <= end);
  return starts.length === 0 ? undefined : Math.round((end - Math.max(...starts)) / 1000);
};

const durationsOf = (seconds: readonly (number | undefined)[]): Durations => {
  const known = seconds.filter((one) => one !== undefined).sort((a, b) => a - b);
  const middle = known.length / 2;
  const [low, high] = [known[Math.ceil(middle) - 1], known[Math.floor(middle)]];
  return {
    median: low === undefined || high === undefined ? undefined : (low + high) / 2,
    percentile90: known[Math.ceil(known.length * 0.9) - 1],
    known: known.length,
    unknown: seconds.length - known.length,
  };
};

export type DeliveryHistory = HistoryWindow & {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly figures: readonly DeliveryFigures[];
  /** The gaps of the history, with the reasons. */
  readonly problems: readonly Notice[];
};
