import type { CommitRelation } from './domain/await/judge-application.ts';
import type { LiveApplication } from './domain/await/live-application.ts';
import type { Dispatch, SentPayload } from './domain/dispatch/plan-dispatch.ts';
import type { Violation } from './domain/errors.ts';
import type { StepHistory } from './domain/history/steps.ts';
import type { Reference } from './domain/image.ts';
import type { SnapshotEntry } from './domain/manifests/find-manifests.ts';
import type { FileChange, MergeMethod, Notice, Source } from './domain/model.ts';
import type { Member } from './domain/policy/facts.ts';
import type { ProofVerdict } from './domain/proof/token-claims.ts';
import type { AttestationAnswer, ExaminedBundle } from './domain/provenance/attestation.ts';
import type { History, HistoryCommit } from './domain/records/history.ts';
import type { ManifestVerdict, Tagging, Unknown, Verdict } from './domain/registry/verdict.ts';
import type { ResultLine } from './domain/report/action-outputs.ts';

/** Pull requests, in the project's words. Types only. */

/** The dependencies of the commands, in the project's words. Types only. */

export type { DirectoryEntry, SnapshotEntry } from './domain/manifests/find-manifests.ts';

export type { History, HistoryCommit } from './domain/records/history.ts';

/** The reads of the first request; the rest can be read later from the same snapshot. */
export type Wanted = {
  readonly paths: readonly string[];
  readonly histories: readonly string[];
  /** Products whose proposals are read along, or those of all, as far as they have an open pull request. */
  readonly products?: readonly string[] | 'all' | undefined;
  /** The snapshot is that of the branch's head at this time, RFC 3339. */
  readonly at?: string | undefined;
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
  /** Name of the directory of a checkout. */
  readonly directory?: string | undefined;
  /** Undefined where there are none, as in a checkout, or where the token may not see them. */
  readonly proposals?: Proposals | undefined;
  /** Entries in the order of the paths; the empty path is the root. A path through a symbolic link is absent, as git has it. Any
   * other path that is not a clean relative one is a defect of the caller. The histories that will be read may come along. */
  read(paths: readonly string[], histories?: readonly string[]): Promise<readonly SnapshotEntry[]>;
  /** Commits that touched the path, or any for the root, newest first; at most 500, `complete` tells whether these are all. A
   * host that reads in pages asks after each whether these are enough, and then reads no further; without `enough` it reads all
   * it may. */
  history(path: string, enough?: (commits: readonly HistoryCommit[]) => boolean): Promise<History>;
  /** Logins besides the token's whose commits and pull requests are ours: histories that are read from now on believe them. */
  trust(writers: readonly string[]): void;
  /** The entries at the paths in another commit of the repository: the id, at least 7 digits of it, with `^` for the commit
   * before it. Undefined where there is no such commit. */
  readAt(revision: string, paths: readonly string[]): Promise<readonly SnapshotEntry[] | undefined>;
  /** The entries at the path when each of the commits, which are whole ids from its history, reached the branch. If a merge brought
   * a commit, the entry is that after the merge. */
  statesOf(path: string, commits: readonly string[]): Promise<PastStates>;
}

/** `complete`: the host found out for every commit when it reached the branch. */
export type PastStates = { readonly entries: readonly SnapshotEntry[]; readonly complete: boolean };

export type CommitMessage = { readonly headline: string; readonly body: string };

/** A commit to be made. `id` is in the message as `Promotion-Id`. */
export type CommitRequest = {
  readonly id: string;
  readonly message: CommitMessage;
  readonly files: readonly FileChange[];
};

export type Committed = {
  readonly kind: 'committed';
  readonly commit: string;
  readonly url?: string | undefined;
  /** Files of a checkout that had the change already. */
  readonly found?: readonly string[] | undefined;
  readonly notices?: readonly Notice[] | undefined;
};

/** The files of a checkout were changed; no commit was asked for. */
export type Written = { readonly kind: 'written' };

/** The branch is no longer where the snapshot saw it: nothing was written, start over. */
export type BranchMoved = {
  readonly kind: 'branch-moved';
  /** Milliseconds to let pass before, where a rate limit stopped the write: until it may be made, others have moved the branch. */
  readonly wait?: number | undefined;
  /** How many writes one attempt makes, each of which counts for the limits; one if it is absent. */
  readonly writes?: number | undefined;
  /** An answer was lost, and the write may have landed. */
  readonly unsure?: true | undefined;
};

/** Where the manifest repository lives. */
export interface Host {
  /** @throws PromotionError for a token, repository or branch that does not do. */
  snapshot(wanted: Wanted): Promise<Snapshot>;
  /** Commits onto the snapshot's branch, all files or none.
   * @throws PromotionError when the host refuses; a moved branch is a value. */
  commit(snapshot: Snapshot, request: CommitRequest): Promise<Committed | Written | BranchMoved>;
  /** Those of the paths whose changes nobody has committed; undefined where there is no working tree. */
  readonly uncommitted?: ((paths: readonly string[]) => Promise<readonly string[]>) | undefined;
  /** Undefined where there are none, as in a checkout. */
  readonly pullRequests?: PullRequests | undefined;
  /** The history of the branch; undefined if no command needs it. */
  readonly past?: ((snapshot: Snapshot) => BranchHistory) | undefined;
}

export type StepQuestion = {
  readonly paths: readonly string[];
  /** RFC 3339. */
  readonly since: string;
  /** Further logins whose pull requests from `promotion/…` are ours. */
  readonly writers: readonly string[];
  /** Called with the progress of the reading. */
  readonly onProgress: (done: number, all: number) => void;
};

/** The steps of each path, in the order of the paths, and the problems of reading. */
export type StepAnswer = { readonly histories: readonly StepHistory[]; readonly problems: readonly Notice[] };

export type StateQuestion = { readonly revision: string; readonly path: string };

/** The history of a branch up to a snapshot. */
export interface BranchHistory {
  steps(question: StepQuestion): Promise<StepAnswer>;
  /** The entries at the paths, in the order of the questions. A revision is a whole id, with `^` for the commit before it; where
   * there is no such commit, everything is absent. */
  states(questions: readonly StateQuestion[]): Promise<readonly SnapshotEntry[]>;
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
 * which decides what runs. */
export interface Registry {
  /** Asks again for `patience` milliseconds while the image is absent (default 0): a push may take a moment to be seen.
   * @throws PromotionError `credentials-invalid` for a docker configuration or credential helper that does not do, and
   * `image-invalid` for a repository that no registry can have. */
  inspect(reference: Reference, patience?: number): Promise<Verdict>;
  /** The manifest's bytes as they are stored, checked against their digest. Throws as `inspect` does. */
  read(reference: Reference): Promise<ManifestVerdict>;
  /** Stores the manifest of the same repository under the tag, and replaces what the tag had. Throws as `inspect` does. */
  tag(tagging: Tagging): Promise<{ readonly verdict: 'tagged' } | Unknown>;
}

/** A file of the manifest repository that names the instances of Sigstore whose signatures count. */
export type TrustedRootFile = { readonly path: string; readonly text: string };

export type AttestationQuestion = {
  /** With a digest. */
  readonly reference: Reference;
  readonly trustedRoot: TrustedRootFile;
  readonly enough: (examined: ExaminedBundle) => boolean;
};

/** Signed statements that are beside images in their registries. */
export interface Attestations {
  /** Examines the Sigstore bundles of the image in the order in which its registry lists them, until one is enough.
   * @throws PromotionError `trusted-root-invalid`, and as the registry does */
  examine(question: AttestationQuestion): Promise<AttestationAnswer | Unknown>;
}

/** The result of an accepted dispatch. */
export type Sent = {
  /** The id of the run that it started, where the server tells. */
  readonly run?: number | undefined;
  /** How often it was sent: more than once after lost answers. */
  readonly times: number;
};

/** The state of a run, with its `conclusion` once it is completed. `unseen`: nothing is known at present. */
export type RunState =
  | { readonly kind: 'seen'; readonly status: string; readonly conclusion?: string | undefined }
  | { readonly kind: 'unseen'; readonly reason: string };

/** Starts runs in the manifest repository, and reads their state. */
export interface Dispatches {
  /** The repository's present name, `owner/name`: GitHub leads on from the names that it had before, and a proof is bound to this
   * one. Throws as `send` does. */
  find(dispatch: Dispatch): Promise<string>;
  /** @throws PromotionError for each refusal of GitHub, with the setting or permission to change; `wait-impossible` where the
   * run must be known and the server never tells it: nothing was sent then. */
  send(dispatch: Dispatch): Promise<Sent>;
  /** @throws PromotionError for a token that may not look. */
  look(run: number): Promise<RunState>;
  /** The reports of promotions in the logs of a completed run, as far as they can be read. */
  results(run: number): Promise<readonly ResultLine[]>;
}

/** The teams of the organization that owns the manifest repository. */
export interface Teams {
  /** `team` is its slug. */
  member(team: string, login: string): Promise<Member>;
}

/** The creation time of a run's first attempt, or the reason why it is unknown. */
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

/** An answer of Argo CD's API. `unavailable` may be temporary. */
export type ArgoCDAnswer<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Identifies an Application. Without a namespace, Argo CD takes its own. */
type ApplicationKey = {
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

/** The commits between two commits of a repository. `messages` are those of the commits after the first, oldest first. */
export type Ancestry =
  | { readonly kind: 'known'; readonly relation: CommitRelation; readonly messages: readonly string[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The history of the manifest repository, as far as await needs it. */
export interface Commits {
  /** @throws PromotionError for a token that may not read the repository. */
  compare(commit: string, revision: string): Promise<Ancestry>;
  /** When the commit was made; undefined where that cannot be found out. */
  date(commit: string): Promise<Date | undefined>;
}

/** The branches under `promotion/` of the wanted products. */
export type Proposals = {
  /** Login of the token. */
  readonly self: string;
  /** The same as GitHub writes it in a commit, an App's with `[bot]`; both where the token does not tell whose it is. */
  readonly logins: readonly string[];
  /** Address of the server, such as `https://github.com`, and `owner/name` of the manifest repository. */
  readonly server: string;
  readonly repository: string;
  readonly list: readonly Proposal[];
  /** The facts of the host about commits that claim to be ours, in the order of the questions: one request for some twenty of
   * them, and one more for each that is not signed. */
  examine(questions: readonly Examination[]): Promise<readonly Evidence[]>;
};

/** A commit on its one parent, and the paths that it may have changed. */
export type Examination = {
  readonly branch: string;
  readonly head: ProposedCommit;
  readonly parent: string;
  readonly paths: readonly string[];
};

export type Evidence = {
  /** Number of the merged pull request that has made the commit; `unknown` where the token may not see that. */
  readonly broughtBy?: number | 'unknown' | undefined;
  /** Login of who has moved the branch to a commit that is not signed, by the server's own record. */
  readonly pusher?: string | undefined;
  /** The entries at the paths, in the order of the question. */
  readonly before: readonly SnapshotEntry[];
  readonly after: readonly SnapshotEntry[];
  /** Other paths, or directories, in which the commit and its parent differ. */
  readonly others: readonly string[];
};

/** One of these branches, with the pull request that it has open. */
export type Proposal = {
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly head: ProposedCommit;
  /** How many commits it has that would be lost with it: none where it is merged as it is. */
  readonly commits: number;
  readonly pullRequest?: PullRequest | undefined;
  /** Whether a person has closed a pull request of this very commit: its changes are not wanted. */
  readonly declined: boolean;
};

type ProposedCommit = {
  readonly id: string;
  readonly message: string;
  /** Login where GitHub knows one, else the name in the commit. */
  readonly author: string;
  /** Login of the author whom the host vouches for, since it has made and signed the commit itself; an App's with `[bot]`. */
  readonly vouched?: string | undefined;
  readonly signed: boolean;
  /** RFC 3339. */
  readonly committedAt: string;
  /** Two at most. */
  readonly parents: readonly string[];
};

export type PullRequest = {
  /** The host's own name for it. */
  readonly key: string;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Login of who has opened it, an App's with `[bot]`. */
  readonly author?: string | undefined;
  /** Login of who has edited the description last, if anybody has. */
  readonly editor?: string | undefined;
  /** The branch that it asks to be merged into. */
  readonly base: string;
  /** The pending merge: none, auto-merge or the merge queue. */
  readonly waits: 'idle' | 'armed' | 'queued';
  /** The body that the commit of its merge will have, where it was armed with one: later commits on the branch do not change it. */
  readonly armedWith?: string | undefined;
  readonly draft: boolean;
  /** Whether it can be merged; `unknown` until GitHub has computed it. */
  readonly merges: 'clean' | 'behind' | 'conflicting' | 'unknown';
  readonly approved: boolean;
  readonly approvers: readonly string[];
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** Logins of those who were asked or have answered. */
  readonly reviewers: readonly string[];
  /** Whether teams were asked, too. Their names take rights that many tokens do not have. */
  readonly asksTeams: boolean;
  /** Whether a merge queue is before the base. */
  readonly queue: boolean;
  readonly methods: {
    readonly settings: readonly MergeMethod[];
    /** The methods that the rules of the base allow, if they limit them. */
    readonly rules?: readonly MergeMethod[] | undefined;
  };
};

/** The commit that a branch under `promotion/` gets on top of the snapshot's, and its present state. */
export type Draft = {
  readonly branch: string;
  readonly standing?: Proposal | undefined;
  readonly commit: CommitRequest;
};

export type Announcement = {
  readonly branch: string;
  /** The commit that it describes. */
  readonly commit: string;
  /** The open pull request to update, and the earlier commit of its branch. */
  readonly standing?: { readonly pullRequest: PullRequest; readonly head: string } | undefined;
  readonly title: string;
  readonly description: string;
  readonly draft: boolean;
  /** Shown in the line below. */
  readonly comment?: string | undefined;
};

export type Announced = {
  readonly kind: 'announced';
  readonly pullRequest: PullRequest;
  readonly notices: readonly Notice[];
};

export type Attributes = {
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
  readonly assignees: readonly string[];
};

export type Landing = {
  /** `arm`: as soon as the requirements are met, or at once where nothing is to be waited for. */
  readonly how: 'arm' | 'merge';
  /** The commit that was decided on. */
  readonly head: string;
  /** Not used by a merge queue, which has its own. */
  readonly method: MergeMethod;
  readonly message: CommitMessage;
};

export type Landed =
  | { readonly kind: 'merged'; readonly commit: string }
  | { readonly kind: 'armed' }
  /** The reason why it stays open. */
  | { readonly kind: 'refused'; readonly violation: Violation };

/** Pull requests of the manifest repository. A branch that moved meanwhile is a value, and so is a lost answer:
 * every step can be taken again after a fresh read. */
export interface PullRequests {
  /** Makes the branch or moves it, exactly once, to a commit on the snapshot's own; disarms before it moves.
   * @throws PromotionError when the host refuses. */
  write(snapshot: Snapshot, draft: Draft): Promise<Committed | BranchMoved>;
  /** Opens the pull request or changes its texts. `branch-moved` also where it has been merged or closed meanwhile, or another
   * login has changed the branch and the texts no longer match.
   * @throws PromotionError when the host refuses. */
  announce(snapshot: Snapshot, announcement: Announcement): Promise<Announced | BranchMoved>;
  /** Adds what is missing. Reports failures and continues. */
  decorate(pullRequest: PullRequest, attributes: Attributes): Promise<readonly Notice[]>;
  land(snapshot: Snapshot, pullRequest: PullRequest, landing: Landing): Promise<Landed | BranchMoved>;
  /** Cancels the pending merge.
   * @throws PromotionError when the host refuses. */
  disarm(pullRequest: PullRequest): Promise<BranchMoved | { readonly kind: 'disarmed' }>;
  /** With a comment, and deletes the branch if it still is where the snapshot saw it. Reports failures and continues. */
  close(snapshot: Snapshot, proposal: Proposal, comment: string): Promise<readonly Notice[]>;
}

/** Makes the proof of a run for its request. */
export type Prover = {
  /** Of a token for this payload, which has no proof yet. `repository` is the manifest repository. */
  readonly audience: (repository: string, payload: SentPayload) => string | Promise<string>;
  /** @throws PromotionError where there is none to be had. */
  readonly token: (audience: string) => Promise<string>;
};
