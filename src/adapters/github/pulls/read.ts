/** Reads the branches under `promotion/` and their pull requests. */

import type { MergeMethod } from '../../../domain/model.ts';
import type { Proposal, Proposals, PullRequest } from '../../../ports.ts';
import { lostAnswer, unavailable } from '../answers.ts';
import { type BaseCommit, type GitHubPlace, waitBeforeRetry } from '../client.ts';
import { actorLogin, editorLogin, ownLogins, type RawPerson, serverName, vouchedAuthor } from '../people.ts';
import { ask, isForbidden, type QueryDocument, type RawRepository } from '../queries.ts';
import { examine } from './examine.ts';
import {
  BRANCHES_TOGETHER,
  branchesQuery,
  EVERY,
  isInline,
  listedFor,
  listOf,
  moreNames,
  type Nodes,
  prefixOf,
  type RawLatest,
  type RawList,
  type RawName,
  type RawProposal,
  type RawPullRequest,
  type RawRule,
  type RawRules,
} from './proposal-queries.ts';

/** Stores the additional results of the first query. Only for a branch without a pull request must the number of its commits be
 * read.
 * @returns undefined where the token may not read pull requests. */
export async function readProposals(
  base: BaseCommit,
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

const proposalOf = async (
  base: BaseCommit,
  raw: RawProposal,
  { head, host }: Server,
): Promise<Proposal | undefined> => {
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
const countCommits = async ({ place, commit }: BaseCommit, head: { id: string; parent?: string | undefined }) => {
  if (head.id === commit) return 0;
  if (head.parent === commit) return 1;
  const { client, owner, name } = place;
  const answer = await client.rest<{ ahead_by?: number }>({
    ask: ({ rest }, options) =>
      rest.repos.compareCommitsWithBasehead({
        owner,
        repo: name,
        basehead: `${commit}...${head.id}`,
        per_page: 1,
        ...options,
      }),
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
    editor: editorLogin(raw),
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

/** The state of a pull request after something went wrong with it. */
export type PullRequestState = {
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED';
  readonly headRefOid: string;
  readonly mergeable: 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
  readonly mergeCommit: { readonly oid: string } | null;
  readonly autoMergeRequest: object | null;
  readonly isInMergeQueue: boolean;
  /** Of the branch that it is merged into, now. */
  readonly baseRef: { readonly target: { readonly oid: string } | null } | null;
};

const STATE_QUERY = `query State($id: ID!) {
  node(id: $id) {
    ... on PullRequest {
      state headRefOid mergeable mergeCommit { oid } autoMergeRequest { enabledAt } isInMergeQueue
      baseRef { target { oid } }
    }
  }
}`;

/** Stands for a state that cannot be read: the refusal may then be about something else than the state that was seen. */
export const UNREAD = lostAnswer('the pull request cannot be read', { overloaded: false });

/** Undefined where it cannot be read. */
export async function readState({ place }: BaseCommit, key: string): Promise<PullRequestState | undefined> {
  const answer = await place.client.graphql<{ readonly node: PullRequestState | null }>({
    document: STATE_QUERY,
    variables: { id: key },
    repeat: true,
  });
  return answer.kind === 'answered' ? (answer.data?.node ?? undefined) : undefined;
}

type BranchBody = {
  readonly repository: { readonly ref: { readonly target: { readonly oid: string } | null } | null } | null;
};

const BRANCH_QUERY = `query Look($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }
}`;

/** The present head of the branch, since the message of a lost race is not documented. Undefined if the branch is deleted or
 * cannot be read. */
export async function readBranch({ client, owner, name }: GitHubPlace, branch: string): Promise<string | undefined> {
  const variables = { owner, name, ref: `refs/heads/${branch}` };
  const answer = await client.graphql<BranchBody>({ document: BRANCH_QUERY, variables, repeat: true });
  return answer.kind === 'answered' ? answer.data?.repository?.ref?.target?.oid : undefined;
}

const LIST_ATTEMPTS = 8;

/** Discards everything that was read so far: an unreadable part must not count as absent. */
const UNREADABLE = 'unreadable';

type Unreadable = typeof UNREADABLE;

/** All branches of the products, of which the first query brought a page or the names unless it had to do without: one that is not
 * seen would be taken for one that is not there, and never be brought up to date.
 * @returns undefined where the token may not read pull requests. */
export async function readBranches(
  place: GitHubPlace,
  products: readonly string[],
  first: RawRepository,
): Promise<readonly RawProposal[] | undefined> {
  if (isForbidden(first, /^p\d+$/)) return undefined;
  const listed = listedFor(products);
  const inline = isInline(listed) ? wholeIn(first.p0) : [];
  if (inline === UNREADABLE) return undefined;
  const names: string[] = [];
  for (const [at, product] of listed.entries()) {
    const list = await readNames(place, product, first[`p${at}`]);
    if (list === UNREADABLE) return undefined;
    names.push(...list);
  }
  const prefixes = new Set(products.map(prefixOf));
  const isWanted = (name: string): boolean =>
    products.includes(EVERY) || prefixes.has(name.slice(0, name.lastIndexOf('/') + 1));
  const known = new Set(inline.map(branchName));
  const more = await readByName(
    place,
    names.filter((name) => !known.has(name) && isWanted(name)),
  );
  return more === UNREADABLE ? undefined : [...inline, ...more];
}

const branchName = ({ prefix, name }: Pick<RawName, 'prefix' | 'name'>): string => `${prefix}${name}`;

type Page<T> = RawList<T> | null | undefined;

const wholeIn = (page: Page<RawProposal | RawName>): RawProposal[] | Unreadable => {
  const found: RawProposal[] = [];
  for (const node of page?.nodes ?? []) {
    if (node === null || !('target' in node)) return UNREADABLE;
    found.push(node);
  }
  return found;
};

const readNames = async (
  place: GitHubPlace,
  product: string,
  first: Page<RawProposal | RawName>,
): Promise<readonly string[] | Unreadable> => {
  const prefix = prefixOf(product);
  const names: string[] = [];
  for (let page = first ?? (await readPage(place, { product, prefix, after: null })); ; ) {
    if (page === UNREADABLE || page.nodes?.includes(null)) return UNREADABLE;
    names.push(...(page.nodes ?? []).flatMap((node) => (node === null || isLeft(node) ? [] : [branchName(node)])));
    if (!page.pageInfo?.hasNextPage) return names;
    page = await readPage(place, { product, prefix, after: page.pageInfo.endCursor });
  }
};

/** For all products only open pull requests matter, so that branches without one are not read. */
const isLeft = ({ open }: RawProposal | RawName): boolean =>
  open != null && 'totalCount' in open && open.totalCount === 0;

type NamesPage = { readonly product: string; readonly prefix: string; readonly after: string | null };

const readPage = async (
  place: GitHubPlace,
  { product, ...variables }: NamesPage,
): Promise<RawList<RawProposal | RawName> | Unreadable> => {
  const answer = await insist(place, () => ({ document: moreNames(product), variables }));
  return (isForbidden(answer, /^p0$/) ? undefined : answer.p0) ?? UNREADABLE;
};

const readByName = async (place: GitHubPlace, names: readonly string[]): Promise<RawProposal[] | Unreadable> => {
  const found: RawProposal[] = [];
  for (let at = 0, size = BRANCHES_TOGETHER; at < names.length; at += size) {
    const answer = await insist(place, (attempt) => {
      size = Math.ceil(BRANCHES_TOGETHER / 2 ** (attempt - 1));
      const batch = names.slice(at, at + size);
      return {
        document: branchesQuery(batch),
        variables: Object.fromEntries(batch.map((name, each) => [`r${each}`, name])),
      };
    });
    if (isForbidden(answer, /^r\d+$/)) return UNREADABLE;
    // One that is null without a word has been deleted in between.
    for (let each = 0; each < size; each++) found.push(...[answer[`r${each}`] ?? []].flat());
  }
  return found;
};

/** Repeats the query, with fewer parts if that is possible. */
const insist = async (place: GitHubPlace, question: (attempt: number) => QueryDocument): Promise<RawRepository> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, question(attempt));
    if (answer.kind === 'answered' && answer.data) return answer.data;
    const reason = answer.kind === 'lost' ? answer.reason : 'an empty answer';
    if (attempt === LIST_ATTEMPTS) unavailable('the branches of pull requests are read', reason);
    await waitBeforeRetry(place.clock, attempt);
  }
};
