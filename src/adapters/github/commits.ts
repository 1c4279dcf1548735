import { PromotionError } from '../../domain/errors.ts';
import type { Ancestry, Commits } from '../../ports.ts';
import { unavailable } from './answer.ts';
import type { GitHubClient } from './client.ts';
import { refuse } from './refusals.ts';
import { resolveCommit } from './source.ts';

type Compared = {
  readonly status?: string;
  readonly commits?: readonly { readonly commit: { readonly message: string } }[];
};

/** By GitHub's words for how the second commit relates to the first. */
const relations = { identical: 'same', ahead: 'later', behind: 'earlier', diverged: 'unrelated' } as const;

/** The history of a repository by GitHub's comparison, which lists at most 250 commits: more than a rollout sees.
 * https://docs.github.com/en/rest/commits/commits#compare-two-commits */
export function githubCommits(client: GitHubClient, repository: string): Commits {
  const [owner = '', repo = ''] = repository.split('/');
  return {
    compare: async (commit, revision): Promise<Ancestry> => {
      const answer = await client.rest<Compared>({
        route: `GET /repos/{owner}/{repo}/compare/${commit}...${revision}`,
        parameters: { owner, repo },
        repeat: true,
      });
      if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
      const [problem] = answer.problems;
      // A commit that GitHub does not know is none of this repository, or was thrown away.
      if (problem?.status === 404) return { kind: 'known', relation: 'unrelated', messages: [] };
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
