const grammar = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Normalises a moment of RFC 3339 to UTC and whole seconds, `2026-11-30T09:00:00Z`; undefined for anything else. A leap
 * second counts as the one before it. */
export function moment(text: string): string | undefined {
  const found = grammar.exec(text);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const [offsetHour = 0, offsetMinute = 0] = found.slice(8, 10).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, Math.min(second, 59), 0);
  const offset = (found[7] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000;
  const printed = new Date(local.getTime() - offset).toISOString();
  return /^\d{4}-/.test(printed) ? printed.replace('.000Z', 'Z') : undefined;
}

const daysOf = (year: number, month: number): number => {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
};
