/** A time zone. A wall time is what its clocks show, written as the milliseconds at which UTC shows the same. */
export type Zone = {
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
