/** Whether an environment is frozen at a moment, and until when. */

import type { FreezeWindow } from '../config/schema.ts';
import type { Settings } from '../config/settings.ts';

/** That an environment is frozen, and for how long. */
export type Frozen = {
  /** The first moment at which no window holds any more, RFC 3339, UTC; undefined where one window follows the other for months. */
  readonly until?: string | undefined;
  readonly reason?: string | undefined;
};

type Weekly = Extract<FreezeWindow, { readonly days: unknown }>;

const DAY = 24 * 3_600_000;

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** Windows that follow each other without a gap are one; with more than these nobody sees the end. */
const MOST_IN_A_ROW = 100;

/** Whether one of the windows holds at the moment. Windows are half open: the first moment belongs to them, the last does not. */
export function frozenAt({ freeze }: Pick<Settings, 'freeze'>, now: Date): Frozen | undefined {
  const first = freeze.filter((window) => endOf(window, now.getTime()) !== undefined);
  if (first.length === 0) return undefined;
  const reason = first.find((window) => window.reason !== undefined)?.reason;
  let until = now.getTime();
  for (let row = 0; row < MOST_IN_A_ROW; row++) {
    const ends = freeze.flatMap((window) => endOf(window, until) ?? []);
    if (ends.length === 0) return { until: printInstant(until), reason };
    until = Math.max(...ends);
  }
  return { reason };
}

/** `until 2027-01-04T15:00:00Z (year end)`, for people. */
export function printFrozen({ until, reason }: Frozen): string {
  const end = until === undefined ? 'without an end in sight' : `until ${until}`;
  return reason === undefined ? end : `${end} (${reason})`;
}

/** The end of the window that holds at the moment. */
const endOf = (window: FreezeWindow, now: number): number | undefined => {
  if ('days' in window) return weeklyEnd(window, now);
  const until = instantOf(window.until);
  return instantOf(window.from) <= now && now < until ? until : undefined;
};

/** A window belongs to the day on which it begins. Where clocks are set back, the whole of the repeated hour is in it; where they
 * jump, a time that they leave out is the moment of the jump. */
const weeklyEnd = ({ days, from, until, timezone }: Weekly, now: number): number | undefined => {
  const zone = zoneOf(timezone);
  const today = Math.floor(zone.wallAt(now) / DAY) * DAY;
  const ends = [today - DAY, today, today + DAY]
    .filter((date) => days.some((day) => day === DAYS[new Date(date).getUTCDay()]))
    .map((date) => ({
      start: zone.instantsOf(date + millisecondsOf(from)).first,
      end: zone.instantsOf(date + millisecondsOf(until) + (until <= from ? DAY : 0)).last,
    }))
    .filter(({ start, end }) => start <= now && now < end)
    .map(({ end }) => end);
  return ends.length === 0 ? undefined : Math.max(...ends);
};

const millisecondsOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
};

const instantOf = (text: string): number => Date.parse(text.toUpperCase());

const printInstant = (instant: number): string => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
/** A time zone. A wall time is what its clocks show, written as the milliseconds at which UTC shows the same. */
type Zone = {
  readonly wallAt: (instant: number) => number;
  /** When the clocks show the wall time: twice where they are set back. Where they jump over it, the moment of the jump. */
  readonly instantsOf: (wall: number) => { readonly first: number; readonly last: number };
};

const SECOND = 1_000;

const HOUR = 3_600 * SECOND;

/** The zone of a name of the IANA database. Seconds are the smallest unit. */
export function zoneOf(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  const wallAt = (instant: number): number => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  };

  const offsetAt = (instant: number): number => wallAt(instant) - Math.floor(instant / SECOND) * SECOND;

  /** The moment at which the clocks leap from before the wall time to after it. */
  const jumpOver = (wall: number, earliest: number, latest: number): number => {
    let [before, after] = [earliest, latest];
    while (after - before > SECOND) {
      const middle = Math.floor((before + after) / 2 / SECOND) * SECOND;
      if (wallAt(middle) < wall) before = middle;
      else after = middle;
    }
    return after;
  };

  return {
    wallAt,
    instantsOf: (wall) => {
      // No zone is further from UTC than 26 hours, date lines that moved included.
      const candidates = [offsetAt(wall - 36 * HOUR), offsetAt(wall + 36 * HOUR)].map((offset) => wall - offset);
      const found = candidates.filter((instant) => wallAt(instant) === wall);
      if (found.length > 0) return { first: Math.min(...found), last: Math.max(...found) };
      const jump = jumpOver(wall, Math.min(...candidates), Math.max(...candidates));
      return { first: jump, last: jump };
    },
  };
}
