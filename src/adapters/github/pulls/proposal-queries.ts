/** The queries about branches under `promotion/` and their pull requests, with the types of their answers. */

import { BRANCHES, branchesOf } from '../../../domain/proposal/delivery-parts.ts';
import type { RawActor, RawEdited, RawPerson } from '../people.ts';

export type RawPullRequest = {
  readonly id: string;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly author: RawActor;
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED';
  readonly isDraft: boolean;
  readonly isCrossRepository: boolean;
  readonly headRefOid: string;
  /** The head of its branch now: the pull request itself may be late to notice. */
  readonly headRef: { readonly target: { readonly oid: string } | null } | null;
  readonly baseRefName: string;
  readonly mergeable: 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
  readonly mergeStateStatus: string;
  readonly autoMergeRequest: { readonly commitBody: string | null } | null;
  readonly isInMergeQueue: boolean;
  readonly isMergeQueueEnabled: boolean;
  readonly reviewDecision: string | null;
  readonly commits: { readonly totalCount: number };
  readonly labels: Nodes<{ readonly name: string }>;
  readonly assignees: Nodes<{ readonly login: string }>;
  /** No field of a team is queried: it would need rights that nothing else here needs. `GITHUB_TOKEN` sees no team requests at all. */
  readonly reviewRequests: Nodes<{
    readonly requestedReviewer: { readonly __typename: string; readonly login?: string } | null;
  }>;
  readonly latestOpinionatedReviews: Nodes<{
    readonly state: string;
    readonly author: { readonly login: string } | null;
  }>;
  /** Set only for a pull request that a mutation returns; for a list, the rules of the base branch are read once. */
  readonly baseRef?: RawRules | null;
  readonly repository: {
    readonly mergeCommitAllowed: boolean;
    readonly squashMergeAllowed: boolean;
    readonly rebaseMergeAllowed: boolean;
  };
} & RawEdited;

export type RawRules = { readonly rules?: Nodes<RawRule> };

export type RawRule = {
  readonly type: string;
  readonly parameters: { readonly allowedMergeMethods?: readonly string[] | null } | null;
};

export type Nodes<T> = { readonly nodes: readonly (T | null)[] | null } | null;

/** The newest pull request of a branch, open or not. */
export type RawLatest = Pick<RawPullRequest, 'state' | 'isCrossRepository' | 'headRefOid' | 'commits'>;

export type RawProposal = {
  readonly name: string;
  readonly prefix: string;
  readonly target: {
    readonly oid: string;
    readonly message: string;
    readonly committedDate: string;
    readonly author: RawPerson;
    readonly committer: RawPerson;
    readonly signature: { readonly isValid: boolean; readonly wasSignedByGitHub: boolean } | null;
    readonly parents: Nodes<{ readonly oid: string }>;
  } | null;
  readonly open: Nodes<RawPullRequest>;
  readonly latest: Nodes<RawLatest>;
};

/** A branch by its name alone. */
export type RawName = {
  readonly name: string;
  readonly prefix: string;
  /** How many pull requests it has open, where only these are of interest. */
  readonly open?: Nodes<object> | { readonly totalCount: number };
};

export type RawList<T> = {
  readonly nodes: readonly (T | null)[] | null;
  readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};

/** `p0` belongs to the first product: with one product it holds whole proposals, with several only the names of branches. `r0` is the
 * first branch that is asked for by name. */
export type RawProposals = Readonly<
  Record<`p${number}`, RawList<RawProposal> | RawList<RawName> | null> & Record<`r${number}`, RawProposal | null>
> & { readonly url?: string | undefined };

/** GitHub charges for each connection of each branch: with eight branches, more than most products have, the query of one
 * product stays below one point and a half, which is one point. */
const INLINE = 8;

/** Names cost next to nothing. */
const NAMES = 100;

/** The most branches that one query reads whole: seven points. */
export const BRANCHES_TOGETHER = 50;

/** Stands for all products at once, as far as they have a pull request open. */
export const EVERY = '';

/** The key for so many products that one list of all branches is cheaper than one list for each. */
const MANY = '*';

const MOST_PRODUCTS = 50;

/** The lists that are read to find the branches of the products. */
export const listedFor = (products: readonly string[]): readonly string[] =>
  products.length > MOST_PRODUCTS ? [MANY] : products;

/** The beginning of the branches' full names. */
export const prefixOf = (product: string): string =>
  `refs/heads/${product === EVERY || product === MANY ? BRANCHES : branchesOf(product)}`;

export const PULL_REQUEST = `fragment Proposed on PullRequest {
  id number url title body author { __typename login } editor { __typename login } lastEditedAt state isDraft isCrossRepository headRefOid
  baseRefName
  headRef { target { oid } }
  mergeable mergeStateStatus reviewDecision isInMergeQueue isMergeQueueEnabled
  autoMergeRequest { commitBody }
  commits { totalCount }
  labels(first: 100) { nodes { name } }
  assignees(first: 20) { nodes { login } }
  reviewRequests(first: 50) { nodes { requestedReviewer { __typename ... on User { login } ... on Bot { login } } } }
  latestOpinionatedReviews(first: 50) { nodes { state author { login } } }
  repository { mergeCommitAllowed squashMergeAllowed rebaseMergeAllowed }
}`;

export const BRANCH_RULES =
  'rules(first: 100) { nodes { type parameters { ... on PullRequestParameters { allowedMergeMethods } } } }';

/** One pull request, as a mutation answers with it. */
export const ANNOUNCED = `pullRequest { ...Proposed baseRef { ${BRANCH_RULES} } }`;

const PROPOSAL = `fragment Proposal on Ref {
  name prefix
  target {
    ... on Commit { oid message committedDate author { name email user { login } } committer { name email user { login } }
      signature { isValid wasSignedByGitHub } parents(first: 2) { nodes { oid } } }
  }
  open: associatedPullRequests(first: 2, states: OPEN, orderBy: { field: CREATED_AT, direction: DESC }) {
    nodes { ...Proposed }
  }
  latest: associatedPullRequests(first: 1, orderBy: { field: CREATED_AT, direction: DESC }) {
    nodes { state isCrossRepository headRefOid commits { totalCount } }
  }
}
${PULL_REQUEST}`;

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

const OPEN_ONES = 'open: associatedPullRequests(first: 1, states: OPEN) { totalCount }';

const namesOf = (product: string): string =>
  `{ nodes { name prefix ${product === EVERY ? OPEN_ONES : ''} } ${PAGE_INFO} }`;

/** Whether the first query brings along everything about the branches. */
export const isInline = ([first, ...others]: readonly string[]): boolean =>
  others.length === 0 && first !== undefined && first !== EVERY && first !== MANY;

/** The branches of each product, whose prefixes are the variables `p0`, `p1` … */
export function proposalFields(products: readonly string[] = []): string {
  if (products.length === 0) return '';
  if (isInline(products))
    return `url p0: refs(refPrefix: $p0, first: ${INLINE}) { nodes { ...Proposal } ${PAGE_INFO} }`;
  const aliases = products.map(
    (product, at) => `p${at}: refs(refPrefix: $p${at}, first: ${NAMES}) ${namesOf(product)}`,
  );
  return aliases.join('\n  ');
}

export const proposalFragments = (products: readonly string[]): readonly string[] =>
  isInline(products) ? [PROPOSAL] : [];

/** Names that come after those that were read, as `p0`. */
export const moreNames = (product: string): string => `query Names(
  $owner: String!, $name: String!, $prefix: String!, $after: String
) {
  repository(owner: $owner, name: $name) {
    id nameWithOwner
    p0: refs(refPrefix: $prefix, first: ${NAMES}, after: $after) ${namesOf(product)}
  }
}`;

/** All about branches by their names, which are the variables `r0`, `r1` … */
export const branchesQuery = (branches: readonly string[]): string =>
  [
    `query Proposals($owner: String!, $name: String!, ${branches.map((_, at) => `$r${at}: String!`).join(', ')}) {`,
    '  repository(owner: $owner, name: $name) {',
    '    id nameWithOwner',
    ...branches.map((_, at) => `    r${at}: ref(qualifiedName: $r${at}) { ...Proposal }`),
    '  }',
    '}',
    PROPOSAL,
  ].join('\n');

/** The nodes of a connection without those that are null because the token may not read them. */
export const listOf = <T>(connection: Nodes<T> | undefined): T[] =>
  (connection?.nodes ?? []).flatMap((node) => (node === null ? [] : [node]));
