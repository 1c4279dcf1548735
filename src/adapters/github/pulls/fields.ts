import type { RawActor, RawPerson } from '../logins.ts';

/** What is read of the branches under `promotion/` and of their pull requests. */

export type RawPullRequest = {
  readonly id: string;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly author: RawActor;
  /** Of the body. */
  readonly editor: RawActor;
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED';
  readonly isDraft: boolean;
  readonly isCrossRepository: boolean;
  readonly headRefOid: string;
  /** What its branch has by now: the pull request itself may be late to notice. */
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
  readonly reviewRequests: Nodes<{
    readonly requestedReviewer: { readonly login?: string; readonly slug?: string } | null;
  }>;
  readonly latestOpinionatedReviews: Nodes<{
    readonly state: string;
    readonly author: { readonly login: string } | null;
  }>;
  readonly baseRef: { readonly rules: Nodes<RawRule> } | null;
  readonly repository: {
    readonly mergeCommitAllowed: boolean;
    readonly squashMergeAllowed: boolean;
    readonly rebaseMergeAllowed: boolean;
  };
};

export type RawRule = {
  readonly type: string;
  readonly parameters: { readonly allowedMergeMethods?: readonly string[] | null } | null;
};

export type Nodes<T> = { readonly nodes: readonly (T | null)[] | null } | null;

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
  readonly associatedPullRequests: Nodes<RawPullRequest>;
};

/** `p0` is the first of the products. */
export type RawBranches = {
  readonly nodes: readonly (RawProposal | null)[] | null;
  readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};
export type RawProposals = Readonly<Record<`p${number}`, RawBranches | null>> & { readonly url?: string | undefined };

/** More branches than most have: one for each set of environments that is promoted together. */
const MOST_BRANCHES = 30;
/** Of those who have more, with an environment for each of their customers, say. */
const BRANCHES_OF_PAGE = 50;

/** Stands for all products at once. */
export const EVERY = '';

export const PULL_REQUEST = `fragment Proposed on PullRequest {
  id number url title body author { __typename login } editor { __typename login } state isDraft isCrossRepository headRefOid baseRefName
  headRef { target { oid } }
  mergeable mergeStateStatus reviewDecision isInMergeQueue isMergeQueueEnabled
  autoMergeRequest { commitBody }
  commits { totalCount }
  labels(first: 100) { nodes { name } }
  assignees(first: 20) { nodes { login } }
  reviewRequests(first: 50) {
    nodes { requestedReviewer { ... on User { login } ... on Bot { login } ... on Team { slug } } }
  }
  latestOpinionatedReviews(first: 50) { nodes { state author { login } } }
  baseRef {
    rules(first: 100) { nodes { type parameters { ... on PullRequestParameters { allowedMergeMethods } } } }
  }
  repository { mergeCommitAllowed squashMergeAllowed rebaseMergeAllowed }
}`;

export const PROPOSAL = `fragment Proposal on Ref {
  name prefix
  target {
    ... on Commit { oid message committedDate author { name email user { login } } committer { name email user { login } }
      signature { isValid wasSignedByGitHub } parents(first: 2) { nodes { oid } } }
  }
  associatedPullRequests(first: 3, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { ...Proposed } }
}
${PULL_REQUEST}`;

const BRANCH_NODES = 'nodes { ...Proposal } pageInfo { hasNextPage endCursor }';

/** The branches of each product, whose prefixes are the variables `p0`, `p1` … */
export function proposalFields(products: readonly string[] = []): string {
  if (products.length === 0) return '';
  const aliases = products.map(
    (product, at) =>
      `p${at}: refs(refPrefix: $p${at}, first: ${product === EVERY ? 100 : MOST_BRANCHES}) { ${BRANCH_NODES} }`,
  );
  return ['url', ...aliases].join('\n  ');
}

/** Those that come after the ones that were read, as `p0`. */
export const MORE_PROPOSALS = `query Proposals($owner: String!, $name: String!, $prefix: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    id nameWithOwner
    p0: refs(refPrefix: $prefix, first: ${BRANCHES_OF_PAGE}, after: $after) { ${BRANCH_NODES} }
  }
}
${PROPOSAL}`;
