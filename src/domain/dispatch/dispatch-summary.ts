/** The texts of a dispatch: the parts of the summary, and notices about facts that a sender cannot know. */

import type { PromotionError, Violation } from '../errors.ts';
import type { Notice } from '../model.ts';
import type { ResultLine } from '../report/action-outputs.ts';
import { clip, code, fence, link, prose, type Section, table } from '../report/markdown.ts';
import { quote } from '../text.ts';
import type { Dispatch } from './plan-dispatch.ts';

type DispatchShown = {
  /** As `printDispatch` gives it. */
  readonly request: string;
  /** The results that the run has printed. */
  readonly results?: readonly ResultLine[] | undefined;
  readonly run?: { readonly id: number; readonly url: string | undefined } | undefined;
};

/** The parts of a dispatch's summary: the link to its run, and the request. */
export function dispatchSections({ request, run, results = [] }: DispatchShown): readonly Section[] {
  const started = run === undefined ? [] : [{ lead: ['### Run', '', link(prose(`Run ${run.id}`), run.url)], rows: [] }];
  const block = fence('', request.split('\n'));
  const sent = { lead: ['### Request', '', ...block.slice(0, 1)], rows: block.slice(1, -1), tail: block.slice(-1) };
  return [...started, ...reported(results), sent];
}

/** The report of the run, which decides nothing: any step of its jobs could have written it. */
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

/** GitHub answers 204 also where nothing listens, and drops runs beyond its limits without a word. */
export function explainUnproven(dispatch: Dispatch, repository: string): Notice {
  if (dispatch.kind === 'workflow_dispatch') {
    return {
      message: `The server has taken the request to start ${quote(dispatch.workflow)} of ${repository}, and does not tell which run it is.`,
      hint: `Look for it under Actions of ${repository}.`,
    };
  }
  const type = quote(dispatch.eventType);
  return {
    message: `GitHub has taken the event ${type} for ${repository}, which is no proof that a run started.`,
    hint: `One appears under Actions of ${repository} if a workflow on its default branch listens to repository_dispatch with the type ${type}. With the input \`workflow\`, this step can name the run and wait for it.`,
  };
}

export function explainRepeated(times: number): Notice {
  return {
    message: `GitHub's answer was lost, so the request was sent ${times} times and may have arrived more than once.`,
    hint: 'Of two runs for one request the second finds nothing to change.',
  };
}

/** The run cannot be followed. `sent`: it was started all the same. */
export function explainUnknownRun(started: 'sent' | 'not-sent'): Violation {
  const state = started === 'sent' ? 'The run was started, but cannot be awaited' : 'Nothing was sent';
  return {
    code: 'wait-impossible',
    message: `${state}: the server does not tell which run a workflow_dispatch starts, and \`wait\` asks to follow it.`,
    hint: 'Leave out `wait`. GitHub Enterprise Server tells the run from version 3.20 on.',
  };
}

/** The run was started again, and the time when it began cannot be read. */
export function explainUndated(reason: string): Notice {
  return {
    message: `This run was started again, and when it was created cannot be read: ${reason}. The manifest repository cannot tell whether something newer came in since.`,
    hint: 'Give this job the permission actions: read.',
  };
}

/** The sender cannot know whether the manifest repository demands a proof, and one that does refuses the request there and says
 * so. A build must not fail for a proof that may not be required. */
export function explainUnproved({ violations }: PromotionError): Notice {
  const [violation] = violations;
  return {
    message: `The request goes without a proof of its source. ${violation?.message ?? ''}`.trim(),
    hint: `A manifest repository that requires a proof refuses it. ${violation?.hint ?? ''}`.trim(),
  };
}
