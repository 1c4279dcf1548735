import {
  type Conclusion,
  conclusionOf,
  describeStatus,
  judgeEnd,
  judgeTimeUp,
  nextLook,
} from '../domain/dispatch/wait.ts';
import { PromotionError, type Violation } from '../domain/errors.ts';
import type { Notice } from '../domain/model.ts';
import { counted, quote } from '../domain/text.ts';
import type { Clock, Dispatches, Log, RunState } from '../ports.ts';

export type Following = {
  readonly run: { readonly id: number; readonly url: string };
  /** To the end of the wait. */
  readonly seconds: number;
  readonly dispatches: Dispatches;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopped?: Promise<never> | undefined;
};

export type Followed = {
  /** Undefined where the run did not end in time, or could not be looked at. */
  readonly conclusion?: Conclusion | undefined;
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
};

/** Follows a run to its end, or until the time is up. The run has been started by now, so what goes wrong here is a result. */
export async function followRun(following: Following): Promise<Followed> {
  try {
    const { stopped } = following;
    return await (stopped === undefined ? follow(following) : Promise.race([follow(following), stopped]));
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { violations: error.violations, notices: [] };
  }
}

const follow = async ({ run, seconds, dispatches, clock, log }: Following): Promise<Followed> => {
  const start = clock.now().getTime();
  const passed = () => clock.now().getTime() - start;
  let last = 'nothing has been seen of it';
  for (;;) {
    const left = seconds * 1000 - passed();
    if (left <= 0) return { violations: [], notices: [judgeTimeUp({ url: run.url, seconds, last })] };
    await clock.sleep(Math.min(left, nextLook(passed())));
    const state = await dispatches.look(run.id);
    if (state.kind === 'seen' && state.status === 'completed') {
      const conclusion = conclusionOf(state.conclusion);
      log.info(`The run ${run.url} ended as ${conclusion}.`);
      return { conclusion, ...judgeEnd(conclusion, run.url) };
    }
    const described = describe(state);
    if (described !== last) log.info(`After ${counted(Math.round(passed() / 1000), 'second')}: ${described}.`);
    last = described;
  }
};

const describe = (state: RunState): string =>
  state.kind === 'seen' ? describeStatus(state.status) : `GitHub does not show it (${quote(state.reason)})`;
