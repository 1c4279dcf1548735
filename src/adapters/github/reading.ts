import { type Answer, lost, type Problem } from './answer.ts';
import { isAbout, type Place } from './place.ts';
import type { RawProposals, RawRules } from './pulls/fields.ts';
import type { Document, RawOrigin, RawParts } from './queries.ts';
import { readingOf, refuse } from './refusals.ts';

export type RawRepository = RawProposals &
  Readonly<Record<`c${number}`, RawOrigin | null>> & {
    /** Login of the token, where it was asked for. */
    readonly viewer?: string | undefined;
    readonly id: string;
    readonly nameWithOwner: string;
    readonly defaultBranchRef?: RawRef | null;
    readonly ref?: RawRef | null;
    /** Where the answer has nothing since the token may not read it. */
    readonly forbidden?: readonly Path[] | undefined;
    readonly object?: (RawParts & { readonly __typename?: string; readonly oid?: string }) | null;
  };
type Path = readonly (string | number)[];
export type RawRef = RawRules & {
  readonly name: string;
  readonly target?: (RawParts & { readonly oid: string; readonly tree: { readonly oid: string } }) | null;
};
type Body = { readonly viewer?: { readonly login: string } | null; readonly repository: RawRepository | null };

/** Asks about the repository. GitHub answers in part: a path that the commit lacks is an error beside the data, and so is a
 * pull request that the token may not read. Both are answers; anything else throws or, where it may pass, is lost.
 * @throws PromotionError for a repository that the token cannot see, and for whatever else GitHub refuses. */
export async function ask(place: Place, { document, variables }: Document): Promise<Answer<RawRepository>> {
  const { client, owner, name } = place;
  const answer = await client.graphql<Body>({ document, variables: { owner, name, ...variables } });
  if (answer.kind === 'lost') return answer;
  const problems = answer.problems.filter((problem) => !isAbsence(problem) && !isUnreadable(problem));
  const [problem] = problems;
  if (problem !== undefined) {
    return answer.data !== undefined && isPassing(problem)
      ? lost(problem.message, { overloaded: false })
      : refuse(problem, readingOf(place));
  }
  const repository = answer.data?.repository;
  const forbidden = answer.problems.filter(isUnreadable).map(({ path = [] }) => path);
  if (repository) return { ...answer, data: { ...repository, viewer: answer.data?.viewer?.login, forbidden } };
  return refuse(forbidden.length > 0 ? FORBIDDEN : NOT_FOUND, readingOf(place));
}

const NOT_FOUND: Problem = { type: 'NOT_FOUND', message: 'Could not resolve to a Repository' };
const FORBIDDEN: Problem = { type: 'FORBIDDEN', message: 'Resource not accessible' };

/** Whether something below these fields of the answer may not be read. A requested reviewer does not count: `GITHUB_TOKEN` never
 * sees a team. */
export function isForbidden({ forbidden = [] }: RawRepository, field: RegExp): boolean {
  return forbidden.some((path) => path.at(-1) !== 'requestedReviewer' && path.some((step) => field.test(String(step))));
}

/** A path that the commit does not have. */
const isAbsence = (problem: Problem): boolean => problem.type === 'NOT_FOUND' && isAbout(problem, /^f\d+$/);

/** Pull requests and rules are asked for along with the rest, and many tokens may not read them. Of anything else a null that
 * comes with a refusal would be read as an absence. */
const isUnreadable = (problem: Problem): boolean =>
  problem.type === 'FORBIDDEN' && isAbout(problem, /^(?:[prc]\d+|rules|associatedPullRequests)$/);

/** GitHub's own failures come without a type or as INTERNAL; so does what a server does not know, but then without any data. */
const isPassing = ({ type, path }: Problem): boolean =>
  (type === undefined && path !== undefined) || type === 'INTERNAL' || type === 'SERVICE_UNAVAILABLE';
