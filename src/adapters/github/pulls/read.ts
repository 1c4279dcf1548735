import type { MergeMethod } from '../../../domain/model.ts';
import type { Proposal, Proposals, PullRequest } from '../../../ports.ts';
import { actorLogin, ownLogins, type RawPerson, serverName, vouchedAuthor } from '../logins.ts';
import type { Base } from '../place.ts';
import type { RawRepository } from '../reading.ts';
import { readBranches } from './branches.ts';
import { examine } from './examine.ts';
import type { Nodes, RawLatest, RawProposal, RawPullRequest, RawRule, RawRules } from './fields.ts';

/** Takes in what the first query brought along. Only of a branch that no pull request tells about it has to be asked how many
 * commits it has.
 * @returns undefined where the token may not read pull requests. */
export async function readProposals(
  base: Base,
  repository: RawRepository,
  products: readonly string[],
): Promise<Proposals | undefined> {
  const raw = await readBranches(base.place, products, repository);
  // A null in a list is a pull request that may not be read, with or without a word about it.
  if (raw === undefined || raw.some(({ open, latest }) => hasHole(open) || hasHole(latest))) return undefined;
  const head = repository.ref ?? repository.defaultBranchRef ?? {};
  const { url = '', nameWithOwner, viewer = '' } = repository;
  const server = url.slice(0, -nameWithOwner.length - 1);
  const host = serverName(url);
  const list = await Promise.all(raw.map((proposal) => proposalOf(base, proposal, { head, host })));
  return {
    self: viewer,
    logins: ownLogins(viewer, base.place.client.tokenKind),
    server,
    repository: nameWithOwner,
    list: list.filter((proposal) => proposal !== undefined),
    examine: (questions) => examine(base.place, questions),
  };
}

const hasHole = (connection: Nodes<object>): boolean =>
  connection === null || connection.nodes === null || connection.nodes.includes(null);

/** Of the branch that is promoted to the rules; the host name of the server. */
type Server = { readonly head: RawRules; readonly host: string };

const proposalOf = async (base: Base, raw: RawProposal, { head, host }: Server): Promise<Proposal | undefined> => {
  const { target, prefix, name } = raw;
  if (target === null) return undefined;
  const branch = `${prefix}${name}`.replace(/^refs\/heads\//, '');
  const parent = listOf(target.parents)[0]?.oid;
  const open = listOf(raw.open).filter(isOwn);
  const pullRequest = open.find(({ baseRefName }) => baseRefName === base.branch) ?? open[0];
  const told = pullRequest ?? listOf(raw.latest).find((each) => isOwn(each) && each.headRefOid === target.oid);
  return {
    branch,
    head: {
      id: target.oid,
      message: target.message,
      author: loginIn(target.author),
      vouched: vouchedAuthor(target, host),
      signed: target.signature?.wasSignedByGitHub === true,
      committedAt: target.committedDate,
      parents: listOf(target.parents).map(({ oid }) => oid),
    },
    commits: told === undefined ? await countCommits(base, { id: target.oid, parent }) : commitsOf(told),
    pullRequest: pullRequest && pullRequestOf(pullRequest, head),
    declined: told?.state === 'CLOSED',
  };
};

const isOwn = ({ isCrossRepository }: RawLatest): boolean => !isCrossRepository;

const loginIn = (person: RawPerson): string => person?.user?.login ?? person?.name ?? '';

const commitsOf = ({ state, commits }: RawLatest): number => (state === 'MERGED' ? 0 : commits.totalCount);

/** Where that cannot be found out, more than one: such a branch is not touched. */
const countCommits = async ({ place, commit }: Base, head: { id: string; parent?: string | undefined }) => {
  if (head.id === commit) return 0;
  if (head.parent === commit) return 1;
  const { client, owner, name } = place;
  const answer = await client.rest<{ ahead_by?: number }>({
    route: `GET /repos/{owner}/{repo}/compare/${commit}...${head.id}`,
    parameters: { owner, repo: name, per_page: 1 },
    repeat: true,
  });
  return answer.kind === 'answered' ? (answer.data?.ahead_by ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
};

/** `base`: the branch that its base is likely to be, for a pull request that does not tell the rules of its own. */
export function pullRequestOf(raw: RawPullRequest, base: RawRules = {}): PullRequest {
  const reviews = listOf(raw.latestOpinionatedReviews);
  const approvers = reviews.flatMap(({ state, author }) => (state === 'APPROVED' && author ? [author.login] : []));
  return {
    key: raw.id,
    number: raw.number,
    url: raw.url,
    title: raw.title,
    description: raw.body,
    author: actorLogin(raw.author),
    editor: actorLogin(raw.editor),
    base: raw.baseRefName,
    waits: raw.isInMergeQueue ? 'queued' : raw.autoMergeRequest === null ? 'idle' : 'armed',
    armedWith: raw.autoMergeRequest?.commitBody ?? undefined,
    draft: raw.isDraft,
    merges: mergesOf(raw),
    approved: raw.reviewDecision === 'APPROVED' || approvers.length > 0,
    approvers,
    labels: listOf(raw.labels).map(({ name }) => name),
    assignees: listOf(raw.assignees).map(({ login }) => login),
    reviewers: [
      ...listOf(raw.reviewRequests).flatMap(({ requestedReviewer }) => requestedReviewer?.login ?? []),
      ...reviews.flatMap(({ author }) => author?.login ?? []),
    ],
    asksTeams: listOf(raw.reviewRequests).some(({ requestedReviewer }) => requestedReviewer?.login === undefined),
    queue: raw.isMergeQueueEnabled,
    methods: { settings: settingsOf(raw), rules: rulesOf(raw.baseRef ?? base) },
  };
}

const mergesOf = ({ mergeable, mergeStateStatus }: RawPullRequest): PullRequest['merges'] => {
  if (mergeable === 'MERGEABLE') return mergeStateStatus === 'BEHIND' ? 'behind' : 'clean';
  return mergeable === 'CONFLICTING' ? 'conflicting' : 'unknown';
};

const settingsOf = ({ repository }: RawPullRequest): MergeMethod[] => {
  const { mergeCommitAllowed, squashMergeAllowed, rebaseMergeAllowed } = repository;
  return METHODS.filter(
    (method) => ({ merge: mergeCommitAllowed, squash: squashMergeAllowed, rebase: rebaseMergeAllowed })[method],
  );
};

const METHODS: readonly MergeMethod[] = ['merge', 'squash', 'rebase'];

/** Every rule has its say. */
const rulesOf = ({ rules }: RawRules): MergeMethod[] | undefined => {
  if (rules === undefined || hasHole(rules)) return undefined;
  return listOf(rules).reduce((methods, rule) => methods.filter((method) => allows(rule, method)), [...METHODS]);
};

const allows = ({ type, parameters }: RawRule, method: MergeMethod): boolean => {
  if (type === 'REQUIRED_LINEAR_HISTORY' && method === 'merge') return false;
  const allowed = parameters?.allowedMergeMethods;
  return !allowed || allowed.some((name) => name.toLowerCase() === method);
};

export const listOf = <T>(connection: Nodes<T> | undefined): T[] =>
  (connection?.nodes ?? []).flatMap((node) => (node === null ? [] : [node]));
