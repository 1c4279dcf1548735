import { fail } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';
import { type Problem, unavailable } from './answer.ts';
import type { GitHubClient } from './client.ts';
import { refuse } from './refusals.ts';

export type SourceCommit = {
  readonly sha: string;
  /** The committer's date, RFC 3339, UTC: when the commit was made, which a push's event does not promise to tell. */
  readonly committedAt: string;
};

type Body = { readonly sha: string; readonly commit: { readonly committer: { readonly date?: string } | null } };

/** The commit behind a ref (`refs/tags/v1`, `refs/heads/main`, an id); annotated tags are followed.
 * @throws PromotionError for a ref or repository that the token cannot see. */
export async function resolveCommit(client: GitHubClient, repository: string, ref: string): Promise<SourceCommit> {
  const [owner = '', repo = ''] = repository.split('/');
  const path = ref
    .replace(/^refs\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  const answer = await client.rest<Body>({
    route: `GET /repos/{owner}/{repo}/commits/${path}`,
    parameters: { owner, repo },
    repeat: true,
  });
  if (answer.kind === 'lost') return unavailable(`the commit ${quote(ref)} is looked up`, answer.reason);
  const { data } = answer;
  if (data?.commit.committer?.date) return { sha: data.sha, committedAt: data.commit.committer.date };
  const problem = answer.problems[0] ?? { message: 'an empty answer' };
  if (isUnknown(problem)) return unknown(repository, ref);
  if (problem.status === 404) return unseen(repository, ref);
  return refuse(problem, { repository, doing: 'read', tokenKind: client.tokenKind });
}

/** 409 is an empty repository. */
const isUnknown = ({ status, message }: Problem): boolean =>
  status === 422 || status === 409 || /no commit found/i.test(message);

const unknown = (repository: string, ref: string): never =>
  fail(
    'source-invalid',
    `The repository ${quote(repository)} has no commit ${quote(ref)}.`,
    'Check the branch, tag or commit: it has been deleted, or was never pushed.',
  );

const unseen = (repository: string, ref: string): never =>
  fail(
    'repository-missing',
    `GitHub shows this token no commit ${quote(ref)} in a repository ${quote(repository)}.`,
    'Check the name of the repository; if it exists, the token needs Contents: read for it ("permissions: contents: read" in its own workflow).',
  );
