/** Adds labels, reviewers and assignees to a pull request. */

import { PromotionError } from '../../../domain/errors.ts';
import type { Notice } from '../../../domain/model.ts';
import { quote, quoteWords } from '../../../domain/text.ts';
import type { Attributes, PullRequest } from '../../../ports.ts';
import type { GitHubProblem } from '../answers.ts';
import type { GitHubClient, GitHubPlace, RestCall } from '../client.ts';

/** Adds labels, reviewers and assignees: all of a kind in one request and, only if that is refused, each on its own. A failure is
 * reported and does not fail the promotion. */
export async function decoratePullRequest(
  place: GitHubPlace,
  { key, number, asksTeams }: PullRequest,
  { labels, reviewers: wanted, assignees }: Attributes,
): Promise<readonly Notice[]> {
  const teams = asksTeams && wanted.some(isTeam) ? await teamsAsked(place, key) : new Set();
  const reviewers = wanted.filter((name) => !teams.has(name));
  const { client, owner, name: repo } = place;
  const issue = { owner, repo, issue_number: number };
  const pull = { owner, repo, pull_number: number };
  return [
    ...(await each('label', labels, (names) =>
      post(client, ({ rest }, options) => rest.issues.addLabels({ ...issue, labels: [...names], ...options })),
    )),
    ...(await each('reviewer', reviewers, (names) =>
      post(client, ({ rest }, options) => rest.pulls.requestReviewers({ ...pull, ...reviewBody(names), ...options })),
    )),
    ...(await each('assignee', assignees, (names) =>
      post(client, ({ rest }, options) => rest.issues.addAssignees({ ...issue, assignees: [...names], ...options })),
    )),
  ];
}

const TEAMS = `query Teams($id: ID!) {
  node(id: $id) {
    ... on PullRequest { reviewRequests(first: 100) { nodes { requestedReviewer { ... on Team { slug } } } } }
  }
}`;

type RawTeams = {
  readonly node: {
    readonly reviewRequests?: {
      readonly nodes: readonly ({ readonly requestedReviewer: { readonly slug?: string } | null } | null)[] | null;
    } | null;
  } | null;
};

/** Teams that have been asked for a review, as `team:slug`. None where the token may not see them, since asking a team twice does
 * no harm: a classic token needs read:org for it, and `GITHUB_TOKEN` never may. */
const teamsAsked = async ({ client }: GitHubPlace, key: string): Promise<ReadonlySet<string>> => {
  try {
    const answer = await client.graphql<RawTeams>({ document: TEAMS, variables: { id: key }, repeat: true });
    const nodes = answer.kind === 'answered' ? (answer.data?.node?.reviewRequests?.nodes ?? []) : [];
    return new Set(nodes.map((node) => `team:${node?.requestedReviewer?.slug}`));
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return new Set();
  }
};

const reviewBody = (names: readonly string[]) => ({
  reviewers: names.filter((name) => !isTeam(name)),
  team_reviewers: names.filter(isTeam).map((name) => name.slice('team:'.length)),
});

const isTeam = (name: string): boolean => name.startsWith('team:');

type Kind = 'label' | 'reviewer' | 'assignee';

/** The reason for a failure, if there is one, and GitHub's answer about the pull request. */
type Posted = { readonly problem?: GitHubProblem | undefined; readonly body?: unknown };

const each = async (
  kind: Kind,
  names: readonly string[],
  add: (names: readonly string[]) => Promise<Posted>,
): Promise<Notice[]> => {
  if (names.length === 0) return [];
  const { problem, body } = await add(names);
  if (problem === undefined) return unassigned(kind, names, body);
  if (names.length === 1) return [notice(kind, names[0] ?? '', problem)];
  const notices: Notice[] = [];
  for (const name of names) {
    const alone = await add([name]);
    if (alone.problem !== undefined) notices.push(notice(kind, name, alone.problem));
    else notices.push(...unassigned(kind, [name], alone.body));
  }
  return notices;
};

const post = async (client: GitHubClient, ask: RestCall['ask']): Promise<Posted> => {
  try {
    const answer = await client.rest<unknown>({ ask, repeat: true });
    if (answer.kind === 'lost') return { problem: { message: answer.reason } };
    return answer.data === undefined
      ? { problem: answer.problems[0] ?? { message: 'an empty answer' } }
      : { body: answer.data };
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { problem: error };
  }
};

/** GitHub leaves out people who cannot be assigned, without an error. */
const unassigned = (kind: Kind, names: readonly string[], body: unknown): Notice[] => {
  if (kind !== 'assignee') return [];
  const { assignees } = (body ?? {}) as { readonly assignees?: readonly { readonly login: string }[] | null };
  if (!assignees) return [];
  const there = new Set(assignees.map(({ login }) => login.toLowerCase()));
  const absent = names.filter((name) => !there.has(name.toLowerCase()));
  return absent.map((name) => notice(kind, name, { message: 'GitHub has left the login out', status: 422 }));
};

const notice = (kind: Kind, name: string, { message, status }: GitHubProblem): Notice => ({
  message: `The ${kind} ${quote(name)} could not be added: ${quoteWords(message)}.`,
  hint: status === 422 ? conditions[kind] : status === 403 || status === 404 ? rights[kind] : undefined,
});

const PULL_REQUESTS =
  'Give the token Pull requests: write (for the workflow\'s own token "permissions: pull-requests: write").';

/** For a token without the right. */
const rights: Readonly<Record<Kind, string>> = {
  label:
    'GitHub creates a label that does not exist yet only for a token with Issues: write ("permissions: issues: write" for the workflow\'s own token): give it that, or create the label once.',
  reviewer: PULL_REQUESTS,
  assignee: PULL_REQUESTS,
};

const conditions: Readonly<Record<Kind, string>> = {
  label: 'The name of a label has at most 50 characters.',
  reviewer: 'Reviewers must have access to the repository and cannot be who opened it; a team is written team:slug.',
  assignee: 'Assignees must have write access to the repository.',
};
