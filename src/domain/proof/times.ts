import { type Claims, rejection } from './claims.ts';
import type { Rejection } from './verdict.ts';

/** Between the making of a token and the run that it starts, in milliseconds: a dispatch may take a while, and clocks differ. */
const GRACE = 10 * 60 * 1000;

/** The first and the last moment at which a token is valid, in milliseconds since 1970. */
export type Validity = { readonly from: number; readonly until: number };

/** Undefined for a token that does not say. Dates are in seconds, RFC 7519. */
export function validityOf({ nbf, iat, exp }: Claims): Validity | undefined {
  const from = typeof nbf === 'number' ? nbf : iat;
  return typeof from === 'number' && typeof exp === 'number' ? { from: from * 1000, until: exp * 1000 } : undefined;
}

/** Whether it has to be asked when the receiving run was created: a run cannot be younger than now. */
export function isExpired({ until }: Validity, now: Date): boolean {
  return now.getTime() > until + GRACE;
}

/** What counts is not when the run comes to look but when it was created: it may have waited for hours, and a run that is started
 * again keeps the token of its first attempt. */
export function judgeTimes({ from, until }: Validity, created: Date): Rejection | undefined {
  const moment = created.getTime();
  if (moment > until + GRACE) {
    return rejection(
      `had expired at ${printed(until)}, before this run was created at ${printed(moment)}`,
      'Dispatch again: a token lasts five minutes, and each request needs one of its own.',
    );
  }
  if (moment < from - GRACE) {
    return rejection(
      `is valid from ${printed(from)}, after this run was created at ${printed(moment)}`,
      'Dispatch again; if it stays so, correct the clock of the runner.',
    );
  }
  return undefined;
}

const printed = (moment: number): string => {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? 'a date out of range' : date.toISOString().replace(/\.\d+Z$/, 'Z');
};
