import { type Answer, lost, type Problem } from './answer.ts';
import { isAbout, type Place } from './place.ts';
import type { RawProposals } from './pulls/fields.ts';
import type { Document, RawParts } from './queries.ts';
import { refuse, sceneOf } from './refusal.ts';

export type RawRepository = RawProposals & {
  /** Login of the token, where it was asked for. */
  readonly viewer?: string | undefined;
  readonly id: string;
  readonly nameWithOwner: string;
  readonly defaultBranchRef?: RawRef | null;
  readonly ref?: RawRef | null;
  readonly object?: (RawParts & { readonly __typename?: string; readonly oid?: string }) | null;
};
export type RawRef = {
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
  const problems = answer.problems.filter((problem) => !isExpected(problem));
  const [problem] = problems;
  if (problem !== undefined) {
    return answer.data !== undefined && isPassing(problem)
      ? lost(problem.message, { overloaded: false })
      : refuse(problem, sceneOf(place));
  }
  const repository = answer.data?.repository;
  if (repository) return { ...answer, data: { ...repository, viewer: answer.data?.viewer?.login } };
  return refuse({ type: 'NOT_FOUND', message: 'Could not resolve to a Repository' }, sceneOf(place));
}

const isExpected = (problem: Problem): boolean => {
  if (problem.type === 'NOT_FOUND') return isAbout(problem, /^f\d+$/);
  return problem.type === 'FORBIDDEN' && isAbout(problem, 'associatedPullRequests');
};

/** GitHub's own failures come without a type or as INTERNAL; so does what a server does not know, but then without any data. */
const isPassing = ({ type, path }: Problem): boolean =>
  (type === undefined && path !== undefined) || type === 'INTERNAL' || type === 'SERVICE_UNAVAILABLE';
