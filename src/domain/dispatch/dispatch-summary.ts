/** The parts of a summary for a dispatch: the run, its results and the request. */

import { clip, code, fence, link, prose, type Section, table } from '../report/markdown.ts';
import type { ResultLine } from '../report/result-line.ts';

type DispatchShown = {
  /** As `printDispatch` gives it. */
  readonly request: string;
  /** The results that the run has printed. */
  readonly results?: readonly ResultLine[] | undefined;
  readonly run?: { readonly id: number; readonly url: string | undefined } | undefined;
};

/** What a dispatch adds to the summary: the link to its run, and the request. */
export function dispatchSections({ request, run, results = [] }: DispatchShown): readonly Section[] {
  const started = run === undefined ? [] : [{ lead: ['### Run', '', link(prose(`Run ${run.id}`), run.url)], rows: [] }];
  const block = fence('', request.split('\n'));
  const sent = { lead: ['### Request', '', ...block.slice(0, 1)], rows: block.slice(1, -1), tail: block.slice(-1) };
  return [...started, ...reported(results), sent];
}

/** The run's own words, which decide nothing: any step of its jobs could have written them. */
const reported = (results: readonly ResultLine[]): Section[] => {
  const rows = results.flatMap(({ command, outcome, environments }) =>
    (environments.length > 0 ? environments : [{ product: '', name: '', outcome }]).map((one) => [
      code(command),
      prose(clip(one.product)),
      prose(clip(one.name)),
      prose(clip(one.outcome)),
    ]),
  );
  return [table('The run reports', ['Command', 'Product', 'Environment', 'Outcome'], rows)].filter(
    (section) => section !== undefined,
  );
};
