import { fail } from '../domain/errors.ts';
import { LONGEST_CONTENTION } from '../domain/limits.ts';
import type { BranchMoved, Clock, Log } from '../ports.ts';

const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/** Runs the attempt until its answer is something else than a moved branch, each time from a fresh read, for up to ten
 * minutes. The waits are uniform, not exponential alone: writers that lost together must not come back together.
 * @throws PromotionError `branch-contended` with the number of attempts. */
export async function startOver<T extends { readonly kind: string }>(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  attempt: () => Promise<T | BranchMoved>,
): Promise<Exclude<T, BranchMoved>> {
  const start = clock.now().getTime();
  for (let attempts = 1; ; attempts++) {
    const answer = await attempt();
    if (answer.kind !== 'branch-moved') return answer as Exclude<T, BranchMoved>;
    const wait = clock.random() * Math.min(SHORTEST_WAIT * 2 ** attempts, LONGEST_WAIT);
    if (clock.now().getTime() + wait - start > LONGEST_CONTENTION) return giveUp(attempts);
    log.info(`The branch moved while attempt ${attempts} was under way; starting over from a fresh read.`);
    await clock.sleep(wait);
  }
}

const giveUp = (attempts: number): never =>
  fail(
    'branch-contended',
    `The branch moved during each of ${attempts} attempts in ten minutes; nothing has been written.`,
    'Run the step again, and give its workflow a concurrency group with queue: max, so that promotions wait for each other.',
  );
