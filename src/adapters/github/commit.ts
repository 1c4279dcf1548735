import type { BranchMoved, CommitRequest, Committed } from '../../ports.ts';
import { type Lost, limitedIn, type Problem, unavailable } from './answer.ts';
import { findLanded, look } from './landed.ts';
import { fitsMutation, mutationOf, type Write } from './mutation.ts';
import type { Base } from './place.ts';
import { isFinal, type Refused, readingOf, refuse, saysMoved } from './refusals.ts';
import { makeCommit, moveOf } from './tree.ts';

/** How often the write is tried; each time against the same base, so that only one can ever land. */
const ATTEMPTS = 3;

type Writing = {
  readonly base: Base;
  readonly request: CommitRequest;
  readonly scene: Refused;
  readonly write: Write;
};

/** Commits onto the branch if it still is at the base. After an answer that does not tell, looks for the commit before
 * anything is written again.
 * @throws PromotionError for what GitHub refuses, in its words, and when it cannot be found out what happened. */
export async function commitFiles(base: Base, request: CommitRequest): Promise<Committed | BranchMoved> {
  const paths = request.files.map(({ path }) => path);
  const scene: Refused = { ...readingOf(base.place), doing: 'commit', branch: base.branch, paths };
  if (fitsMutation(request)) return write({ base, request, scene, write: mutationOf(base, request) });
  const made = await makeCommit(base, request, scene);
  return made.kind === 'branch-moved' ? made : write({ base, request, scene, write: moveOf(base, made) });
}

const write = async (writing: Writing): Promise<Committed | BranchMoved> => {
  const outcome = await attempt(writing, { ages: true });
  if (outcome.kind === 'lost') return settle(writing, outcome.reason, 1);
  if (outcome.kind === 'refused') return judge(writing, outcome.problem);
  return outcome;
};

/** `tries` counts the writes whose answers were lost: any of them may have landed, or may land yet. */
const settle = async (writing: Writing, reason: string, tries: number): Promise<Committed | BranchMoved> => {
  const { base, request, scene } = writing;
  const landing = await findLanded(base, request.id);
  if (landing.kind === 'committed') return landing;
  if (landing.kind === 'moved') return { kind: 'branch-moved' };
  if (landing.kind === 'unknown' || tries === ATTEMPTS) {
    return unavailable('the commit is made, and whether it was made is not known', reason);
  }
  const outcome = await attempt(writing);
  if (outcome.kind === 'lost') return settle(writing, outcome.reason, tries + 1);
  if (outcome.kind === 'committed') return outcome;
  const late = await findLanded(base, request.id);
  if (late.kind === 'committed') return late;
  if (late.kind === 'moved' || outcome.kind === 'branch-moved') return { kind: 'branch-moved' };
  return refuse(outcome.problem, scene);
};

type Outcome = Committed | BranchMoved | Lost | { readonly kind: 'refused'; readonly problem: Problem };

/** Only a first write may be dropped for its age: after a lost answer, another base would let two of them land. */
const attempt = async ({ write: send, scene }: Writing, sending?: { readonly ages: true }): Promise<Outcome> => {
  const answer = await send(sending);
  if (answer.kind === 'lost') return answer;
  const { data, problems } = answer;
  if (data !== undefined) return { kind: 'committed', ...data };
  const limited = limitedIn(problems);
  if (limited !== undefined) return limited;
  const problem = problems[0] ?? { message: 'an empty answer' };
  return saysMoved(problem) && !isFinal(problem, scene) ? { kind: 'branch-moved' } : { kind: 'refused', problem };
};

/** The wording of a lost race is not documented, so an unknown refusal is checked against the branch. */
const judge = async ({ base, request, scene }: Writing, problem: Problem): Promise<Committed | BranchMoved> => {
  if (isFinal(problem, scene)) return refuse(problem, scene);
  const landing = await look(base, request.id);
  if (landing.kind === 'committed') return landing;
  return landing.kind === 'moved' || landing.kind === 'away' ? { kind: 'branch-moved' } : refuse(problem, scene);
};
