/** Teams, logins and authors, as GitHub names and vouches for them. */

import type { Member } from '../../domain/policy/facts.ts';
import { quoteWords } from '../../domain/text.ts';
import type { Teams } from '../../ports.ts';
import type { GitHubAnswer } from './answers.ts';
import type { GitHubClient, TokenKind } from './client.ts';

/** The teams of the owner of the manifest repository, `owner/name`, each login of each team asked for once. Needs Members: read, which
 * the workflow's own token never has. */
export function teamsOf(client: GitHubClient, repository: string): Teams {
  const [org = ''] = repository.split('/');
  const known = new Map<string, Promise<Member>>();
  const ask = async (team: string, login: string): Promise<Member> =>
    memberOf(
      await client.rest({
        ask: ({ rest }, options) =>
          rest.teams.getMembershipForUserInOrg({ org, team_slug: team, username: login, ...options }),
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
const memberOf = (answer: GitHubAnswer<{ readonly state?: unknown }>): Member => {
  if (answer.kind === 'lost')
    return { state: 'unreadable', reason: `GitHub does not answer, ${quoteWords(answer.reason)}.` };
  if (answer.data !== undefined) return { state: answer.data.state === 'active' ? 'member' : 'unseen' };
  const [problem] = answer.problems;
  if (problem?.status === 404) return { state: 'unseen' };
  return { state: 'unreadable', reason: `GitHub refuses, ${quoteWords(problem?.message ?? 'an empty answer')}.` };
};

/** A person, or an App, whose login GraphQL gives without its `[bot]`. */
export type RawActor = { readonly __typename?: string; readonly login: string } | null;

/** Author or committer of a commit. `user` is never an App. */
export type RawPerson = {
  readonly name: string | null;
  readonly email: string | null;
  readonly user: { readonly login: string } | null;
} | null;

/** The name of the server, which is in the addresses that it gives to accounts. */
export function serverName(repositoryUrl: string | undefined): string {
  return repositoryUrl !== undefined && URL.canParse(repositoryUrl) ? new URL(repositoryUrl).hostname : 'github.com';
}

/** As a commit has it, an App's with `[bot]`. */
export function actorLogin(actor: RawActor | undefined): string | undefined {
  if (!actor) return undefined;
  return actor.__typename === 'Bot' ? `${plain(actor.login)}[bot]` : actor.login;
}

/** A text and its last edit. */
export type RawEdited = { readonly editor: RawActor; readonly lastEditedAt?: string | null };

/** Who has edited the text last, and undefined if nobody has. An editor whose account is gone is null, as if there were none: GitHub
 * shows this login instead. */
export function editorLogin({ editor, lastEditedAt }: RawEdited): string | undefined {
  return actorLogin(editor) ?? (lastEditedAt ? 'ghost' : undefined);
}

/** How a commit names the owner of the token. Only an installation's token is an App's for certain, and only a personal one is not. */
export function ownLogins(login: string, kind: TokenKind): string[] {
  const bot = `${plain(login)}[bot]`;
  if (login === '') return [];
  if (login === bot || kind === 'installation') return [bot];
  return kind === 'other' ? [login, bot] : [login];
}

const plain = (login: string): string => login.replace(/\[bot\]$/, '');

export type RawSigned = {
  readonly author: RawPerson;
  readonly committer: RawPerson;
  readonly signature: { readonly isValid: boolean; readonly wasSignedByGitHub: boolean } | null;
};

/** The author of a commit that GitHub has made itself: signed by it, and committed by it as well, since it also signs what people
 * commit in a codespace. The name is chosen by its owner. For an App the address decides, which is unique to it: it must be one
 * of the server's own, for an address elsewhere can be anybody's. */
export function vouchedAuthor({ author, committer, signature }: RawSigned, host: string): string | undefined {
  if (signature?.isValid !== true || !signature.wasSignedByGitHub) return undefined;
  if (!isOf(committer?.email, `noreply@${host}`) && !isOf(committer?.email, 'noreply@github.com')) return undefined;
  if (author?.user) return author.user.login;
  const [, login, domain = ''] = /^(?:\d+\+)?([^@\s]+\[bot\])@users\.noreply\.(.+)$/i.exec(author?.email ?? '') ?? [];
  return [host, 'github.com'].includes(domain.toLowerCase()) ? login : undefined;
}

const isOf = (email: string | null | undefined, own: string): boolean => email?.toLowerCase() === own;
