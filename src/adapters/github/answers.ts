/** Answers of GitHub as values: results, refusals and lost answers. */

import { fail } from '../../domain/errors.ts';
import { listed, quoteWords } from '../../domain/text.ts';
import type { BranchMoved } from '../../ports.ts';

/** One refused part of a request. `type` and `path` come with GraphQL, `status` with REST. */
export type GitHubProblem = {
  readonly message: string;
  readonly type?: string | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly status?: number | undefined;
  /** The documentation page that GitHub refers to, if it is a particular one. */
  readonly documentation?: string | undefined;
  /** When to retry after a rate limit that was not waited for. */
  readonly seconds?: number | undefined;
};

/** `problems` can be beside data: GraphQL answers in part. */
export type Answered<T> = {
  readonly kind: 'answered';
  readonly data: T | undefined;
  readonly problems: readonly GitHubProblem[];
};

/** No answer, or one that leaves open whether the request took effect. `overloaded`: a smaller request may succeed. */
export type LostAnswer = { readonly kind: 'lost'; readonly reason: string; readonly overloaded: boolean };

export type GitHubAnswer<T> = Answered<T> | LostAnswer;

export function answered<T>(data: T | undefined, problems: readonly GitHubProblem[] = []): Answered<T> {
  return { kind: 'answered', data, problems };
}

export function lostAnswer(reason: string, { overloaded }: { readonly overloaded: boolean }): LostAnswer {
  return { kind: 'lost', reason, overloaded };
}

/** The result for a request that a limit stopped and that is not worth the wait, since its base ages: start over when the limit is over. */
export function limitedIn(problems: readonly GitHubProblem[]): BranchMoved | undefined {
  const seconds = problems.find((problem) => problem.seconds !== undefined)?.seconds;
  return seconds === undefined ? undefined : { kind: 'branch-moved', wait: seconds * 1000 };
}

/** Reads the body of a GraphQL answer; one that ran into a limit of time or size counts as lost, even with data in it. */
export function graphqlAnswer<T>(body: unknown): GitHubAnswer<T> {
  if (typeof body !== 'object' || body === null) return lostAnswer('the answer is not JSON', { overloaded: false });
  const { data, errors } = body as { data?: T | null; errors?: readonly GitHubProblem[] | null };
  if (data === undefined && errors === undefined) return lostAnswer('the answer is empty', { overloaded: false });
  const problems = (errors ?? []).map(({ message, type, path }) => ({ message: String(message), type, path }));
  const exhausted = problems.find(isExhausted);
  if (exhausted !== undefined) return lostAnswer(exhausted.message, { overloaded: true });
  return answered(data ?? undefined, problems);
}

/** The answer to a mutation. A refused mutation is null with an error; a null without an error leaves open whether it was made. */
export function mutationAnswer<T>(answer: GitHubAnswer<T>): GitHubAnswer<T> {
  if (answer.kind === 'lost' || answer.problems.length > 0) return answer;
  const isTold = Object.values(answer.data ?? {}).every((made) => made !== null);
  return isTold ? answer : unseen(answer.problems);
}

/** A mutation was made, but its result cannot be read. */
export function unseen([problem]: readonly GitHubProblem[]): LostAnswer {
  return lostAnswer(problem?.message ?? 'an empty answer', { overloaded: false });
}

const isExhausted = ({ type, message }: GitHubProblem): boolean =>
  type === 'RESOURCE_LIMITS_EXCEEDED' ||
  (type === undefined && /something went wrong while executing your query|timeout|timed out/i.test(message));

/** @throws PromotionError, always: nothing more can be done about lost answers. */
export function unavailable(doing: string, reason: string): never {
  fail(
    'host-unavailable',
    `GitHub does not answer while ${doing}: ${quoteWords(reason)}.`,
    'Run it again; see https://www.githubstatus.com, or the network between the runner and GitHub.',
  );
}

/** The whole message of GitHub, with the documentation page that it refers to. A ruleset's refusal is a heading and then one rule
 * a line. */
export function githubMessage({ message, documentation }: GitHubProblem): string {
  const rules = violatedRules(message);
  const words = listed((rules.length > 0 ? rules : linesOf(message)).slice(0, MOST_LINES).map(quoteWords));
  return documentation === undefined ? words : `${words}, see ${documentation}`;
}

/** The rules that a ruleset's refusal names; none for any other refusal. */
export function violatedRules(message: string): readonly string[] {
  const [heading = '', ...rules] = linesOf(message);
  return /rule violations? found/i.test(heading) ? rules : [];
}

const linesOf = (message: string): string[] =>
  message
    .split(/[\r\n]+/)
    .map((line) => line.trim().replace(/^- /, '').replace(/\.$/, ''))
    .filter((line) => line !== '');

const MOST_LINES = 20;
