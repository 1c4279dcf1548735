import { fail } from '../domain/errors.ts';
import { LONGEST_CONTENTION } from '../domain/limits.ts';
import type { BranchMoved, Clock, Log } from '../ports.ts';

/** How much wider than an attempt is long the first waits spread, and how much wider each time. */
const FIRST = 4;
const GROWTH = 2;
const WIDEST = 60_000;
/** Rate limits count writes by the minute: whoever met one comes back somewhen in a minute for each write of an attempt, but in two
 * minutes the first time, since fewer may be about. */
const WIDTH_OF_LIMIT = 60_000;
/** Bounds of what counts as the length of an attempt, which may have met trouble of its own. */
const SHORTEST_ATTEMPT = 250;
const LONGEST_ATTEMPT = 5_000;

/** What of the request has come to its end, and what has been written of the rest. */
export type Progress = {
  readonly ledger: { readonly size: number };
  readonly unfinished: ReadonlyMap<string, { readonly commit: string }>;
};

/** Runs the attempt until its answer is something else than a moved branch, each time from a fresh read, for up to ten
 * minutes. Writers that lost together must not come back together, and where many are about there is room for one in each
 * length of an attempt: the waits are uniform, as wide as that many attempts, and each loss says that there are more. What is left
 * of the ten minutes is never given away: the last waits are as wide as that.
 * @throws PromotionError `branch-contended` with the number of attempts. */
export async function startOver<T extends { readonly kind: string }>(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  attempt: () => Promise<T | BranchMoved>,
  progress: Progress = { ledger: { size: 0 }, unfinished: new Map() },
): Promise<Exclude<T, BranchMoved>> {
  const deadline = clock.now().getTime() + LONGEST_CONTENTION;
  let losses = 0;
  let limits = 0;
  for (let attempts = 1; ; attempts++) {
    const began = clock.now().getTime();
    const answer = await attempt();
    if (answer.kind !== 'branch-moved') return answer as Exclude<T, BranchMoved>;
    const ended = clock.now().getTime();
    const { wait, writes = 1, unsure } = answer as BranchMoved;
    const length = ended - began;
    const width = wait === undefined ? widthAfter(++losses, length) : WIDTH_OF_LIMIT * Math.min(2 ** ++limits, writes);
    const rest = deadline - length - ended - (wait ?? 0);
    if (rest <= 0) return giveUp(attempts, remains(progress, unsure));
    const pause = (wait ?? 0) + clock.random() * Math.min(width, rest);
    log.info(sentence(attempts, pause, wait));
    await clock.sleep(pause);
  }
}

const widthAfter = (losses: number, length: number): number => {
  const unit = Math.min(Math.max(length, SHORTEST_ATTEMPT), LONGEST_ATTEMPT);
  return Math.min(unit * FIRST * GROWTH ** (losses - 1), WIDEST);
};

const sentence = (attempts: number, pause: number, wait: number | undefined): string => {
  const why = wait === undefined ? 'The branch moved' : 'GitHub limited the writing';
  const seconds = Math.max(1, Math.round(pause / 1000));
  return `${why} while attempt ${attempts} was under way; starting over from a fresh read in about ${seconds} s.`;
};

const giveUp = (attempts: number, remaining: string): never =>
  fail(
    'branch-contended',
    `The branch moved, or a rate limit kept it from being moved, during each of ${attempts} attempts in ten minutes; ${remaining}.`,
    'Run the step again, and give its workflow a concurrency group with queue: max, so that promotions wait for each other.',
  );

const remains = ({ ledger, unfinished }: Progress, unsure: true | undefined): string => {
  const [left] = unfinished.values();
  if (left !== undefined) {
    return `the branch of the pull request was brought to ${left.commit}, but not its description, or not all that was asked for after it`;
  }
  if (unsure) return 'an answer was lost last, so whether anything has been written is not known';
  return ledger.size > 0 ? 'beyond what is told as delivered nothing has been written' : 'nothing has been written';
};
