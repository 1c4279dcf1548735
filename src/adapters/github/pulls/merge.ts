import type { BranchMoved, Landed, Landing, PullRequest } from '../../../ports.ts';
import { lost, type Problem } from '../answer.ts';
import { type Base, pause } from '../place.ts';
import { explainRefusal, type Refused } from '../refusals.ts';
import type { Losses } from './lost.ts';
import { readState, type State, UNREAD } from './state.ts';

/** While GitHub computes whether a pull request can be merged, it says that it cannot. */
const PATIENCE = 5;

export type Merging = {
  readonly base: Base;
  readonly pullRequest: PullRequest;
  readonly landing: Landing;
  readonly attempted: Refused;
  readonly losses: Losses;
};

/** Merges the very head that was decided on, with our title and body. Of the refusals that GitHub gives the same status some
 * pass with time or a fresh start, and the others are final. */
export async function mergePullRequest(merging: Merging): Promise<Landed | BranchMoved> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(merging);
    if (outcome.kind !== 'computing') return outcome;
    if (attempt === PATIENCE) return { kind: 'branch-moved' };
    await pause(merging.base.place.clock, attempt);
  }
}

type Outcome = Landed | BranchMoved | { readonly kind: 'computing' };

const tryOnce = async (merging: Merging): Promise<Outcome> => {
  const { base, pullRequest, landing, losses, attempted } = merging;
  const { client, owner, name } = base.place;
  const { head, method, message } = landing;
  const texts = method === 'rebase' ? {} : { commit_title: message.headline, commit_message: message.body };
  const answer = await client.rest<{ readonly sha?: string }>({
    route: `PUT /repos/{owner}/{repo}/pulls/${pullRequest.number}/merge`,
    parameters: { owner, repo: name, sha: head, merge_method: method, ...texts },
  });
  if (answer.kind === 'answered' && answer.data?.sha) return { kind: 'merged', commit: answer.data.sha };
  if (answer.kind === 'lost' || answer.data) {
    const state = await readState(base, pullRequest.key);
    const loss = answer.kind === 'lost' ? answer : lost('the answer names no commit', { overloaded: false });
    return landedIn(state, landing) ?? losses('a pull request is merged', loss);
  }
  const problem = answer.problems[0] ?? { message: 'an empty answer' };
  return (await judge(problem, merging)) ?? { kind: 'refused', violation: explainRefusal(problem, attempted) };
};

/** Undefined for a refusal that is final. */
const judge = async (
  { message, status }: Problem,
  { base, pullRequest, landing, losses }: Merging,
): Promise<Outcome | undefined> => {
  if (/base branch was modified/i.test(message) || status === 409) return { kind: 'branch-moved' };
  if (!/is not mergeable|not up to date|out of date/i.test(message)) return undefined;
  const state = await readState(base, pullRequest.key);
  const landed = landedIn(state, landing);
  if (landed !== undefined) return landed;
  if (state === undefined) return losses('a pull request is merged', UNREAD);
  if (state.state === 'CLOSED' || state.headRefOid !== landing.head) return { kind: 'branch-moved' };
  const isBehind = state.baseRef?.target?.oid !== base.commit;
  if (!/is not mergeable/i.test(message)) return isBehind ? { kind: 'branch-moved' } : undefined;
  if (state.mergeable === 'UNKNOWN') return { kind: 'computing' };
  return state.mergeable === 'CONFLICTING' && isBehind ? { kind: 'branch-moved' } : undefined;
};

/** What has been merged meanwhile, be it by a request whose answer was lost. */
export const landedIn = (state: State | undefined, { head }: Landing): Landed | undefined =>
  state?.state === 'MERGED' && state.headRefOid === head && state.mergeCommit !== null
    ? { kind: 'merged', commit: state.mergeCommit.oid }
    : undefined;
