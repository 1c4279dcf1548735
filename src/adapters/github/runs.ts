import type { Creation } from '../../ports.ts';
import type { GitHubClient } from './client.ts';

/** When a run was created, whichever attempt of it is under way: `created_at` stays, `run_started_at` does not. Needs Actions: read. */
export async function runCreation(client: GitHubClient, repository: string, run: number): Promise<Creation> {
  const [owner = '', repo = ''] = repository.split('/');
  const answer = await client.rest<{ readonly created_at?: unknown }>({
    route: 'GET /repos/{owner}/{repo}/actions/runs/{run}',
    parameters: { owner, repo, run },
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
