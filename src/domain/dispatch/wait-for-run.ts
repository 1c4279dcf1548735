/** How a run that a dispatch started is followed, and the meaning of its end. */

import type { Violation } from '../errors.ts';
import type { Notice } from '../model.ts';
import { counted, quote } from '../text.ts';

/** GitHub's conclusions of a finished run, and so the outcomes of a dispatch that waited for one. */
export const conclusions = [
  'success',
  'failure',
  'neutral',
  'cancelled',
  'skipped',
  'timed_out',
  'action_required',
  'stale',
  'startup_failure',
] as const;

export type Conclusion = (typeof conclusions)[number];

/** Milliseconds until the next look at a run that has been followed for `elapsed` milliseconds: two seconds at first, later a
 * tenth of the time passed, at most half a minute. So a short run is seen at once, and a long one takes few requests. */
export function nextLook(elapsed: number): number {
  return Math.min(30_000, Math.max(2_000, Math.round(elapsed / 10)));
}

/** The conclusion of a run; an unknown word counts as failure, since it may not mean success. */
export function conclusionOf(text: string | undefined): Conclusion {
  return conclusions.find((conclusion) => conclusion === text) ?? 'failure';
}

/** The violations and notices for the end of an awaited run; none for a success. */
export function judgeEnd(
  conclusion: Conclusion,
  url: string,
): { readonly violations: readonly Violation[]; readonly notices: readonly Notice[] } {
  const message = `The run ${url} ended as ${conclusion}.`;
  if (conclusion === 'success') return { violations: [], notices: [] };
  if (conclusion === 'skipped' || conclusion === 'neutral') {
    const hint = 'Nothing was promoted if no job of it ran: look at the conditions (`if:`) of its jobs.';
    return { violations: [], notices: [{ message, hint }] };
  }
  return { violations: [{ code: 'run-unsuccessful', message, hint: hints[conclusion] }], notices: [] };
}

const hints: Readonly<Record<Exclude<Conclusion, 'success' | 'skipped' | 'neutral'>, string>> = {
  failure: 'Its summary says why; once that is mended, run this job again.',
  cancelled:
    'Somebody cancelled it, or a newer run of the same concurrency group took its place: with "queue: max" in the group no run is lost. Run this job again.',
  timed_out: 'Its job took longer than `timeout-minutes` allows: look at its log, then run this job again.',
  action_required: 'It waits for somebody to approve it.',
  stale: 'GitHub gave up on it, as no runner took its job: see whether a runner with its labels is online.',
  startup_failure: 'Its workflow file is not valid: the page of the run says where.',
};

/** `wait` is over and the run is not. */
export function judgeTimeUp({ url, seconds, last }: TimeUp): Notice {
  return {
    message: `After ${counted(seconds, 'second')} the run ${url} has not ended: ${last}. Whether the promotion succeeds is not known yet.`,
    hint: 'Follow the run at its address, or raise the input `wait`. Steps that need the promotion ask whether the output `outcome` is `success`.',
  };
}

type TimeUp = {
  readonly url: string;
  readonly seconds: number;
  /** The last status, as `describeStatus` prints it. */
  readonly last: string;
};

export function describeStatus(status: string): string {
  return `it is ${quote(status)}${meanings[status] ?? ''}`;
}

const meanings: Readonly<Record<string, string>> = {
  queued: ', so no runner has taken it',
  pending: ', so another run of its concurrency group is under way',
  waiting: ', so a protection rule of its deployment environment holds it',
  requested: ', so GitHub is about to start it',
};
