/** Runs of workflows and commits of repositories, as far as their dates and relations matter. */

import { fail, PromotionError } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';
import type { Ancestry, Commits, Creation } from '../../ports.ts';
import { type GitHubProblem, unavailable } from './answers.ts';
import type { GitHubClient } from './client.ts';
import { grantContents, refuse } from './refusals.ts';

/** When a run was created, whichever attempt of it is under way: `created_at` stays, `run_started_at` does not. Needs Actions: read. */
export async function runCreation(client: GitHubClient, repository: string, run: number): Promise<Creation> {
  const [owner = '', repo = ''] = repository.split('/');
  const answer = await client.rest<{ readonly created_at?: unknown }>({
    ask: ({ rest }, options) => rest.actions.getWorkflowRun({ owner, repo, run_id: run, ...options }),
    repeat: true,
  });
  if (answer.kind === 'lost') return { kind: 'unknown', reason: 'GitHub does not answer' };
  const at = new Date(String(answer.data?.created_at));
  if (!Number.isNaN(at.getTime())) return { kind: 'known', at };
  const status = answer.problems[0]?.status;
  return {
    kind: 'unknown',
    reason: status === undefined ? 'the answer holds no date' : `GitHub answers with status ${status}`,
  };
}

export type EventCommit = {
  readonly sha: string;
  /** The committer's date, RFC 3339, UTC: when the commit was made, which a push's event does not promise to tell. */
  readonly committedAt: string;
};

type Body = { readonly sha: string; readonly commit: { readonly committer: { readonly date?: string } | null } };

/** As the method has it, but with the slashes of a ref as they are: a proxy may refuse encoded ones. */
const COMMIT = '/repos/{owner}/{repo}/commits/{+ref}';

/** The commit behind a ref (`refs/tags/v1`, `refs/heads/main`, an id); annotated tags are followed.
 * @throws PromotionError for a ref or repository that the token cannot see. */
export async function resolveCommit(client: GitHubClient, repository: string, ref: string): Promise<EventCommit> {
  const [owner = '', repo = ''] = repository.split('/');
  const path = ref
    .replace(/^refs\//, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  const answer = await client.rest<Body>({
    ask: ({ rest }, options) => rest.repos.getCommit({ owner, repo, ref: path, url: COMMIT, ...options }),
    repeat: true,
  });
  if (answer.kind === 'lost') return unavailable(`the commit ${quote(ref)} is looked up`, answer.reason);
  const { data } = answer;
  if (data?.commit.committer?.date) return { sha: data.sha, committedAt: data.commit.committer.date };
  const problem = answer.problems[0] ?? { message: 'an empty answer' };
  if (isUnknown(problem)) return unknown(repository, ref);
  if (problem.status === 404) return unseen(client, repository, ref);
  return refuse(problem, { repository, doing: 'read', tokenKind: client.tokenKind });
}

/** 409 is an empty repository. */
const isUnknown = ({ status, message }: GitHubProblem): boolean =>
  status === 422 || status === 409 || /no commit found/i.test(message);

const unknown = (repository: string, ref: string): never =>
  fail(
    'source-invalid',
    `The repository ${quote(repository)} has no commit ${quote(ref)}.`,
    'Check the branch, tag or commit: it has been deleted, or was never pushed.',
  );

const unseen = ({ tokenKind }: GitHubClient, repository: string, ref: string): never =>
  fail(
    'repository-missing',
    `GitHub shows this token no commit ${quote(ref)} in a repository ${quote(repository)}.`,
    `Check the name of the repository. If it exists, the token has no access to it. ${grantContents({ doing: 'read', repository, tokenKind })}`,
  );

type Compared = {
  readonly status?: string;
  readonly commits?: readonly { readonly commit: { readonly message: string } }[];
};

/** By GitHub's words for how the second commit relates to the first. */
const relations = { identical: 'same', ahead: 'later', behind: 'earlier', diverged: 'unrelated' } as const;

const UNRELATED: Ancestry = { kind: 'known', relation: 'unrelated', messages: [] };

/** GitHub answers the same for a commit that it does not know, which is none of this repository or was thrown away, and for a
 * repository that the token may not see: its own commit tells the two apart. */
const unrelatedTo = async (client: GitHubClient, repository: string, commit: string): Promise<Ancestry> => {
  try {
    await resolveCommit(client, repository, commit);
  } catch (error) {
    if (!(error instanceof PromotionError) || error.violations.some(({ code }) => code !== 'source-invalid'))
      throw error;
  }
  return UNRELATED;
};

/** The history of a repository by GitHub's comparison, which lists at most 250 commits: more than a rollout sees.
 * https://docs.github.com/en/rest/commits/commits#compare-two-commits */
export function githubCommits(client: GitHubClient, repository: string): Commits {
  const [owner = '', repo = ''] = repository.split('/');
  return {
    compare: async (commit, revision): Promise<Ancestry> => {
      const answer = await client.rest<Compared>({
        ask: ({ rest }, options) =>
          rest.repos.compareCommitsWithBasehead({ owner, repo, basehead: `${commit}...${revision}`, ...options }),
        repeat: true,
      });
      if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
      const [problem] = answer.problems;
      if (problem?.status === 404) return unrelatedTo(client, repository, commit);
      if (problem !== undefined) return refuse(problem, { repository, doing: 'read', tokenKind: client.tokenKind });
      const { status = '', commits = [] } = answer.data ?? {};
      const relation = Object.hasOwn(relations, status) ? relations[status as keyof typeof relations] : undefined;
      if (relation === undefined) return unavailable('two commits are compared', 'its answer names no relation');
      return { kind: 'known', relation, messages: commits.map(({ commit: { message } }) => message) };
    },
    date: async (commit) => {
      try {
        return new Date((await resolveCommit(client, repository, commit)).committedAt);
      } catch (error) {
        if (error instanceof PromotionError) return undefined;
        throw error;
      }
    },
  };
}
