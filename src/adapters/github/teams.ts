import type { Member } from '../../domain/policy/facts.ts';
import { quote } from '../../domain/text.ts';
import type { Teams } from '../../ports.ts';
import type { Answer } from './answer.ts';
import type { GitHubClient } from './client.ts';

/** The teams of the owner of the manifest repository, `owner/name`, each login of each team asked for once. Needs Members: read, which
 * the workflow's own token never has. */
export function teamsOf(client: GitHubClient, repository: string): Teams {
  const [org = ''] = repository.split('/');
  const known = new Map<string, Promise<Member>>();
  const ask = async (team: string, login: string): Promise<Member> =>
    memberOf(
      await client.rest({
        route: 'GET /orgs/{org}/teams/{team}/memberships/{login}',
        parameters: { org, team, login },
        repeat: true,
      }),
    );
  return {
    member: (team, login) => {
      const key = JSON.stringify([team, login]);
      const member = known.get(key) ?? ask(team, login);
      known.set(key, member);
      return member;
    },
  };
}

/** 404 says as well that there is no such member as that the token may not see one. Who is invited only is `pending`. */
const memberOf = (answer: Answer<{ readonly state?: unknown }>): Member => {
  if (answer.kind === 'lost')
    return { state: 'unreadable', reason: `GitHub does not answer, ${quote(answer.reason)}.` };
  if (answer.data !== undefined) return { state: answer.data.state === 'active' ? 'member' : 'unseen' };
  const [problem] = answer.problems;
  if (problem?.status === 404) return { state: 'unseen' };
  return { state: 'unreadable', reason: `GitHub refuses, ${quote(problem?.message ?? 'an empty answer')}.` };
};
