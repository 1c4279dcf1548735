import type { Place } from '../place.ts';

type Activity = { readonly after: string; readonly actor: { readonly login: string } | null };

/** Login of who has moved the branch to the commit, by the server's own record (`GET /repos/{owner}/{repo}/activity`, newest first, with
 * an App's `[bot]`). Undefined where that cannot be had: older servers do not keep it. */
export async function readPusher(place: Place, branch: string, commit: string): Promise<string | undefined> {
  const { client, owner, name } = place;
  const answer = await client.rest<readonly Activity[]>({
    route: 'GET /repos/{owner}/{repo}/activity',
    parameters: { owner, repo: name, ref: `refs/heads/${branch}`, per_page: 10 },
    repeat: true,
  });
  if (answer.kind === 'lost' || !Array.isArray(answer.data)) return undefined;
  const [newest] = answer.data as readonly Activity[];
  return newest?.after === commit ? newest.actor?.login : undefined;
}
