/** What the commands need of the world, in the project's words. Types only. */
import type { LiveApplication } from './domain/await/application.ts';
import type { Relation } from './domain/await/judge.ts';
import type { Dispatch } from './domain/dispatch/request.ts';
import type { Entry } from './domain/files/entry.ts';
import type { Reference } from './domain/image.ts';
import type { FileChange, Source } from './domain/model.ts';
import type { Member } from './domain/policy/facts.ts';
import type { ProofVerdict } from './domain/proof/verdict.ts';
import type { History, HistoryCommit } from './domain/records/history.ts';
import type { ManifestVerdict, Tagging, Unknown, Verdict } from './domain/registry/verdict.ts';
import type { ResultLine } from './domain/report/result-line.ts';
import type { Proposals, PullRequests } from './ports/pulls.ts';

export type { DirectoryEntry, Entry } from './domain/files/entry.ts';
export type { History, HistoryCommit } from './domain/records/history.ts';
export type * from './ports/pulls.ts';

/** What the first request reads along; whatever is missing in it can be read later from the same snapshot. */
export type Wanted = {
  readonly paths: readonly string[];
  readonly histories: readonly string[];
  /** Products whose proposals are read along, or those of all, as far as they have an open pull request. */
  readonly products?: readonly string[] | 'all' | undefined;
};

/** One commit of the manifest repository, read-only: every answer comes from that commit. */
export interface Snapshot {
  /** The id of the commit, 40 or 64 hexadecimal digits. */
  readonly commit: string;
  readonly branch: string;
  /** Of the repository, where it has one. */
  readonly defaultBranch?: string | undefined;
  /** The present name of the repository, `owner/name`; undefined for a checkout. */
  readonly repository?: string | undefined;
  /** Undefined where there are none, as in a checkout, or where the token may not see them. */
  readonly proposals?: Proposals | undefined;
  /** Entries in the order of the paths; the empty path is the root. A path through a symbolic link is absent, as git has it. Any
   * other path that is not a clean relative one is a defect of the caller. What `histories` will be asked for may come along. */
  read(paths: readonly string[], histories?: readonly string[]): Promise<readonly Entry[]>;
  /** Commits that touched the path, or any for the root, newest first; at most 500, `complete` tells whether these are all. A
   * host that reads in pages asks after each whether these are enough, and then reads no further; without `enough` it reads all
   * it may. */
  history(path: string, enough?: (commits: readonly HistoryCommit[]) => boolean): Promise<History>;
  /** Logins besides the token's whose commits and pull requests are ours: histories that are read from now on believe them. */
  trust(writers: readonly string[]): void;
  /** What stood at the paths in another commit of the repository: the id, at least 7 digits of it, with `^` for the commit before
   * it. Undefined where there is no such commit. */
  readAt(revision: string, paths: readonly string[]): Promise<readonly Entry[] | undefined>;
  /** What stood at the path in each of the commits, which are whole ids out of a history. */
  statesOf(path: string, commits: readonly string[]): Promise<readonly Entry[]>;
}

export type CommitMessage = { readonly headline: string; readonly body: string };

/** What is to be committed in one piece. `id` stands in the message as `Promotion-Id`. */
export type CommitRequest = {
  readonly id: string;
  readonly message: CommitMessage;
  readonly files: readonly FileChange[];
};

export type Committed = { readonly kind: 'committed'; readonly commit: string; readonly url?: string | undefined };
/** The files of a checkout were changed; no commit was asked for. */
export type Written = { readonly kind: 'written' };
/** The branch is no longer where the snapshot saw it: nothing was written, start over. */
export type BranchMoved = {
  readonly kind: 'branch-moved';
  /** Milliseconds to let pass before, where a rate limit stopped the write: until it may be made, others have moved the branch. */
  readonly wait?: number | undefined;
  /** How many writes one attempt makes, each of which counts for the limits; one where it is not told. */
  readonly writes?: number | undefined;
  /** An answer was lost: what it was about may have been written. */
  readonly unsure?: true | undefined;
};

/** Where the manifest repository lives. */
export interface Host {
  /** @throws PromotionError for a token, repository or branch that does not do. */
  snapshot(wanted: Wanted): Promise<Snapshot>;
  /** Commits onto the snapshot's branch, all files or none.
   * @throws PromotionError when the host refuses; a moved branch is a value. */
  commit(snapshot: Snapshot, request: CommitRequest): Promise<Committed | Written | BranchMoved>;
  /** Undefined where there are none, as in a checkout. */
  readonly pullRequests?: PullRequests | undefined;
}

export interface Clock {
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
  /** Uniform in [0, 1). */
  random(): number;
}

/** Progress for people, without any judgement of severity: problems travel in the report. */
export interface Log {
  info(message: string): void;
  debug(message: string): void;
  /** Runs the step under a heading. */
  group<T>(heading: string, step: () => Promise<T>): Promise<T>;
}

/** The registries that images live in; each reference names its own. An image with tag and digest is looked up by its digest,
 * which is what runs. */
export interface Registry {
  /** Asks again for `patience` milliseconds while the image is absent (default 0): a push may take a moment to be seen.
   * @throws PromotionError `credentials-invalid` for a docker configuration or credential helper that does not do, and
   * `image-invalid` for a repository that no registry can have. */
  inspect(reference: Reference, patience?: number): Promise<Verdict>;
  /** The manifest's bytes as they are stored, checked against their digest. Throws as `inspect` does. */
  read(reference: Reference): Promise<ManifestVerdict>;
  /** Stores the manifest of the same repository under the tag, whatever the tag had before. Throws as `inspect` does. */
  tag(tagging: Tagging): Promise<{ readonly verdict: 'tagged' } | Unknown>;
}

/** What became of a dispatch that GitHub took. */
export type Sent = {
  /** The id of the run that it started, where the server tells. */
  readonly run?: number | undefined;
  /** How often it was sent: more than once after lost answers. */
  readonly times: number;
};

/** How far a run is; `conclusion` once it is completed. `unseen`: nothing is known at the moment. */
export type RunState =
  | { readonly kind: 'seen'; readonly status: string; readonly conclusion?: string | undefined }
  | { readonly kind: 'unseen'; readonly reason: string };

/** Starts runs in the manifest repository, and looks at them. */
export interface Dispatches {
  /** The repository's present name, `owner/name`: GitHub leads on from the names that it had before, and a proof is bound to this
   * one. Throws as `send` does. */
  find(dispatch: Dispatch): Promise<string>;
  /** @throws PromotionError for whatever GitHub refuses, with the setting or permission to change; `wait-impossible` where the
   * run must be known and the server never tells it: nothing was sent then. */
  send(dispatch: Dispatch): Promise<Sent>;
  /** @throws PromotionError for a token that may not look. */
  look(run: number): Promise<RunState>;
  /** What the steps of a run that has ended say of their promotions, as far as its logs can be read. */
  results(run: number): Promise<readonly ResultLine[]>;
}

/** The teams of the organization that owns the manifest repository. */
export interface Teams {
  /** `team` is its slug. */
  member(team: string, login: string): Promise<Member>;
}

/** When a run was created, its first attempt; or why nobody can tell. */
export type Creation =
  | { readonly kind: 'known'; readonly at: Date }
  | { readonly kind: 'unknown' /** Follows a colon. */; readonly reason: string };

/** An automatic request and the proof of where it comes from. */
export type ProofQuestion = {
  readonly token: string;
  /** As it arrived, proof included. */
  readonly payload: unknown;
  readonly source: Source;
  /** The issuer of the configuration; by default, that of the server. */
  readonly issuer?: string | undefined;
  /** The manifest repository by its present name, which the proof is made for. */
  readonly repository?: string | undefined;
};

/** Verifies proofs that are made for the manifest repository. */
export interface Proofs {
  verify(question: ProofQuestion): Promise<ProofVerdict>;
}

/** What Argo CD's API answers about one thing. `unavailable` may pass. */
export type ArgoCDAnswer<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Identifies an Application. Without a namespace, Argo CD takes its own. */
export type ApplicationKey = {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
};

/** Argo CD, read-only. Every method throws PromotionError for a refusal that no waiting mends: `argocd-refused` for a token that
 * Argo CD does not accept or an account that lacks the right, `argocd-unavailable` for an address that is not Argo CD's. */
export interface ArgoCD {
  /** `refresh` asks Argo CD to compare the Application with git now. */
  application(key: ApplicationKey, look?: { readonly refresh: true }): Promise<ArgoCDAnswer<LiveApplication>>;
  /** All Applications of the projects that the account may see; of all projects where none is given. */
  applications(projects: readonly string[]): Promise<ArgoCDAnswer<readonly LiveApplication[]>>;
  /** Whether the ApplicationSet syncs its Applications step by step; `unknown` where the account may not look. */
  rollingSync(applicationSet: string, namespace: string | undefined): Promise<'yes' | 'no' | 'unknown'>;
}

/** What lies between two commits of a repository. `messages` are those of the commits after the first, oldest first. */
export type Ancestry =
  | { readonly kind: 'known'; readonly relation: Relation; readonly messages: readonly string[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The history of the manifest repository, as far as await needs it. */
export interface Commits {
  /** @throws PromotionError for a token that may not read the repository. */
  compare(commit: string, revision: string): Promise<Ancestry>;
  /** When the commit was made; undefined where that cannot be found out. */
  date(commit: string): Promise<Date | undefined>;
}
