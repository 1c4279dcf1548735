import type { BranchMoved } from '../../../ports.ts';
import { type Lost, unavailable } from '../answer.ts';

/** What to do about answers that were lost: whoever asks starts over from a fresh read, which tells what took effect. */
export type Losses = (doing: string, lost: Lost) => BranchMoved;

const MOST = 4;

/** Counts them, over the whole run.
 * @throws PromotionError `host-unavailable` when there are too many. */
export function countLosses(): Losses {
  let count = 0;
  return (doing, { reason }) => {
    count += 1;
    return count > MOST ? unavailable(doing, reason) : { kind: 'branch-moved', unsure: true };
  };
}
