/** The state of the fake besides git: plain data, read and changed by the routes and resolvers. */
import type { Git } from './git.ts';

export type Level = 'read' | 'write';
export type Scope =
  | 'contents'
  | 'pull_requests'
  | 'issues'
  | 'actions'
  | 'workflows'
  | 'checks'
  | 'members'
  | 'deployments';
export type Permissions = Partial<Record<Scope, Level>>;
/** `user` is a fine-grained personal access token, `classic` one with scopes. */
export type TokenKind = 'app' | 'user' | 'actions' | 'classic';

export type Token = {
  /** Of the user, or of the App with its `[bot]`. */
  login: string;
  kind: TokenKind;
  /** By `owner/name`, or `*` for every repository. A repository that is not named is invisible. `members` is looked up
   * under the name of the organisation. */
  permissions: Record<string, Permissions>;
  /** Of a classic token, whose permissions are its owner's: without `repo` private repositories are invisible. */
  scopes?: string[];
  revoked?: boolean;
};

export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** Rules for the branches that match the pattern (`*` within a name, `**` across). */
export type Protection = {
  kind: 'classic' | 'ruleset';
  pattern: string;
  requiresPullRequest?: boolean;
  requiredApprovals?: number;
  requiredChecks?: string[];
  /** The branch must be up to date with its base before it is merged. */
  strict?: boolean;
  blocksCreations?: boolean;
  blocksUpdates?: boolean;
  blocksForcePushes?: boolean;
  blocksDeletions?: boolean;
  dismissesStaleReviews?: boolean;
  mergeMethods?: MergeMethod[];
  /** Changes must be made through the merge queue, which uses this method. */
  mergeQueue?: MergeMethod;
  /** Logins that the rules do not concern. */
  bypass?: string[];
};

export type Settings = {
  private: boolean;
  archived: boolean;
  mergeCommitAllowed: boolean;
  squashMergeAllowed: boolean;
  rebaseMergeAllowed: boolean;
  autoMergeAllowed: boolean;
  deleteBranchOnMerge: boolean;
  /** The default body of a squash commit: GitHub's default is the list of messages. */
  squashMessage: 'commits' | 'body' | 'blank';
  actionsMayCreatePullRequests: boolean;
  protections: Protection[];
  /** How often `mergeable` is unknown after a push, before it is computed. */
  unknownMergeable: number;
};

/** Unknown behaviour of real GitHub. The defaults expose a client that assumes too much. */
export type Assumptions = {
  /** The mode after createCommitOnBranch for an existing 100755. */
  executableBit: 'lost' | 'kept';
  /** The answer to arming if no rule protects the base. */
  unprotectedAutoMerge: 'not-configured' | 'clean';
};

export type Review = {
  login: string;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  body: string;
};
export type AutoMerge = { method: MergeMethod; headline?: string; body?: string; login: string; at: Date };

export type PullRequest = {
  number: number;
  title: string;
  body: string;
  /** Who has edited the body last. */
  editor?: string | undefined;
  /** The versions of the body, from the first one on, once it has been edited. */
  edits: { login: string; body: string; at: Date }[];
  state: 'OPEN' | 'CLOSED' | 'MERGED';
  draft: boolean;
  author: string;
  /** Branch names, without `refs/heads/`. */
  head: string;
  base: string;
  /** The last known head, which remains after the branch is deleted. */
  headOid: string;
  /** Of the base when it was closed or merged. */
  baseOid?: string;
  labels: string[];
  assignees: string[];
  /** Logins, and teams as `team:slug`. */
  reviewers: string[];
  reviews: Review[];
  comments: { login: string; body: string; at: Date }[];
  autoMerge?: AutoMerge | undefined;
  queued?: { login: string; at: Date } | undefined;
  mergeCommit?: string;
  mergedBy?: string;
  unknownReads: number;
  createdAt: Date;
  updatedAt: Date;
  closedAt?: Date | undefined;
  mergedAt?: Date;
};

export type CheckState = 'PENDING' | 'SUCCESS' | 'FAILURE';
export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read';
export type Dispatch = { eventType: string; clientPayload: unknown; login: string };
export type WorkflowDispatch = { workflow: string; ref: string; inputs: Record<string, unknown>; runId: number };
export type Run = {
  id: number;
  status: string;
  conclusion: string | null;
  createdAt: Date;
  /** Addresses of the logs of its jobs, which GitHub keeps on another server. */
  logs?: readonly string[];
  [key: string]: unknown;
};

export type DeploymentStatus = {
  readonly id: number;
  readonly state: 'error' | 'failure' | 'inactive' | 'in_progress' | 'queued' | 'pending' | 'success';
  readonly description: string;
  readonly environment_url: string;
  readonly log_url: string;
  readonly login: string;
  readonly at: Date;
};

export type Deployment = {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly task: string;
  readonly environment: string;
  readonly description: string | null;
  readonly payload: unknown;
  readonly transient_environment: boolean;
  readonly production_environment: boolean;
  readonly login: string;
  readonly at: Date;
  /** Oldest first. */
  readonly statuses: DeploymentStatus[];
};

/** The server's record of the moves of a ref, independent of the commits' authors. */
export type Activity = {
  id: number;
  ref: string;
  before: string;
  after: string;
  type: 'push' | 'force_push' | 'branch_creation' | 'branch_deletion' | 'pr_merge';
  login: string;
  at: Date;
};

export type Repository = {
  owner: string;
  name: string;
  readonly id: number;
  readonly git: Git;
  defaultBranch: string;
  settings: Settings;
  readonly pullRequests: PullRequest[];
  /** Name to colour. */
  readonly labels: Map<string, string>;
  readonly collaborators: Map<string, Role>;
  readonly checks: Map<string, Map<string, CheckState>>;
  /** Commits that GitHub signed. */
  readonly verified: Set<string>;
  readonly activities: Activity[];
  readonly dispatches: Dispatch[];
  readonly deployments: Deployment[];
  readonly workflowDispatches: WorkflowDispatch[];
  readonly runs: Map<number, Run>;
  /** The refs and pull requests before the last change, for stale reads. */
  past: { refs: Map<string, string | undefined>; pullRequests?: PullRequest[] };
};

export type World = {
  readonly repositories: Map<string, Repository>;
  /** Repositories by the names that they had before, `owner/name` in lower case. */
  readonly renamed: Map<string, Repository>;
  readonly tokens: Map<string, Token>;
  /** Members by `organisation/team`. */
  readonly teams: Map<string, string[]>;
  readonly assumptions: Assumptions;
  /** Points of the hour that ends at `until`, by budget and owner. */
  readonly used: Map<string, { readonly until: number; readonly points: number }>;
  now(): Date;
  /** Base of the REST API, without a final slash. */
  url: string;
  serverUrl: string;
  /** One change at a time, as a database would have it. */
  exclusive<T>(change: () => Promise<T>): Promise<T>;
};

/** The requesting login, and its view. */
export type Viewer = { readonly token: Token | undefined; readonly stale: boolean };

export const nameOf = (repository: Repository): string => `${repository.owner}/${repository.name}`;
