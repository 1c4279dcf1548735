/** What the commands need of the world, in the project's words. Types only. */
import type { Dispatch } from './domain/dispatch/request.ts';
import type { Violation } from './domain/errors.ts';
import type { Reference } from './domain/image.ts';
import type { FileChange, MergeMethod, Notice, Source } from './domain/model.ts';
import type { Member } from './domain/policy/facts.ts';
import type { ProofVerdict } from './domain/proof/verdict.ts';
import type { ManifestVerdict, Tagging, Unknown, Verdict } from './domain/registry/verdict.ts';

/** What stands at a path of a snapshot. */
export type Entry =
  | { readonly kind: 'file'; readonly text: string; readonly executable: boolean }
  | { readonly kind: 'directory'; readonly entries: readonly DirectoryEntry[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'symlink' }
  | { readonly kind: 'submodule' }
  /** Not UTF-8, or with a NUL byte. */
  | { readonly kind: 'binary' }
  /** Over the limit of a manifest, and so not read. `size` in bytes. */
  | { readonly kind: 'too-large'; readonly size: number };

export type DirectoryEntry = { readonly name: string; readonly kind: 'file' | 'directory' | 'symlink' | 'submodule' };

/** A commit that touched a path. */
export type HistoryCommit = {
  readonly id: string;
  readonly message: string;
  /** RFC 3339. */
  readonly committedAt: string;
  /** Of the pull request from `promotion/…` that the commit came in by, where the commit's own message says nothing. */
  readonly description?: string | undefined;
};

export type History = { readonly commits: readonly HistoryCommit[]; readonly complete: boolean };

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
  /** Undefined where there are none, as in a checkout, or where the token may not see them. */
  readonly proposals?: Proposals | undefined;
  /** Entries in the order of the paths; the empty path is the root. A path through a symbolic link is absent, as git has it. Any
   * other path that is not a clean relative one is a defect of the caller. */
  read(paths: readonly string[]): Promise<readonly Entry[]>;
  /** Commits that touched the path, or any for the root, newest first; at most 500, `complete` tells whether these are all. A
   * host that reads in pages asks after each whether these are enough, and then reads no further; without `enough` it reads all
   * it may. */
  history(path: string, enough?: (commits: readonly HistoryCommit[]) => boolean): Promise<History>;
  /** What stood at the paths in another commit of the repository: the id, at least 7 digits of it, with `^` for the commit before
   * it. Undefined where there is no such commit. */
  readAt(revision: string, paths: readonly string[]): Promise<readonly Entry[] | undefined>;
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

/** The branches under `promotion/` of the wanted products. */
export type Proposals = {
  /** Login of the token. */
  readonly self: string;
  /** Address of the server, such as `https://github.com`, and `owner/name` of the manifest repository. */
  readonly server: string;
  readonly repository: string;
  readonly list: readonly Proposal[];
};

/** One of these branches, with the pull request that it has open. */
export type Proposal = {
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly head: ProposedCommit;
  /** How many commits it has that would be lost with it: none where it is merged as it is. */
  readonly commits: number;
  readonly pullRequest?: PullRequest | undefined;
};

export type ProposedCommit = {
  readonly id: string;
  readonly message: string;
  /** Login where GitHub knows one, else the name in the commit. */
  readonly author: string;
  /** The same, or `GitHub` for what was made on its site or through its API. */
  readonly committer: string;
  /** RFC 3339. */
  readonly committedAt: string;
  /** Of the first parent. */
  readonly parent?: string | undefined;
};

export type PullRequest = {
  /** The host's own name for it. */
  readonly key: string;
  readonly number: number;
  readonly url: string;
  readonly description: string;
  /** The branch that it asks to be merged into. */
  readonly base: string;
  /** What will merge it: nobody yet, auto-merge or the merge queue. */
  readonly waits: 'idle' | 'armed' | 'queued';
  readonly draft: boolean;
  /** Whether it merges as it stands; `unknown` while nobody has computed it. */
  readonly merges: 'clean' | 'behind' | 'conflicting' | 'unknown';
  readonly approved: boolean;
  readonly approvers: readonly string[];
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** Who was asked or has answered; teams as `team:slug`. */
  readonly reviewers: readonly string[];
  /** Whether a merge queue stands before the base. */
  readonly queue: boolean;
  readonly methods: {
    readonly settings: readonly MergeMethod[];
    /** What the rules of the base leave of them, where they say. */
    readonly rules?: readonly MergeMethod[] | undefined;
  };
};

/** The commit that a branch under `promotion/` shall have on top of the snapshot's, and what stands there now. */
export type Draft = {
  readonly branch: string;
  readonly standing?: Proposal | undefined;
  readonly commit: CommitRequest;
};

export type Announcement = {
  readonly branch: string;
  /** What is open already, to be brought up to date. */
  readonly standing?: PullRequest | undefined;
  readonly title: string;
  readonly description: string;
  readonly draft: boolean;
  /** Said below it. */
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
  /** It stays open, and this is why. */
  | { readonly kind: 'refused'; readonly violation: Violation };

/** Pull requests of the manifest repository. Whatever may have moved meanwhile is a value, and so is an answer that was lost:
 * every step can be taken again after a fresh read. */
export interface PullRequests {
  /** Makes the branch or moves it, exactly once, to a commit on the snapshot's own; disarms before it moves.
   * @throws PromotionError when the host refuses. */
  write(snapshot: Snapshot, draft: Draft): Promise<Committed | BranchMoved>;
  /** Opens the pull request or changes its texts.
   * @throws PromotionError when the host refuses. */
  announce(snapshot: Snapshot, announcement: Announcement): Promise<Announced | BranchMoved>;
  /** Adds what is not there yet; what cannot be added is told and no more. */
  dress(pullRequest: PullRequest, attributes: Attributes): Promise<readonly Notice[]>;
  land(snapshot: Snapshot, pullRequest: PullRequest, landing: Landing): Promise<Landed | BranchMoved>;
  /** Nobody merges it any more unless asked again.
   * @throws PromotionError when the host refuses. */
  disarm(pullRequest: PullRequest): Promise<BranchMoved | { readonly kind: 'disarmed' }>;
  /** With a comment, and deletes the branch if it still is where the snapshot saw it. What fails is told and no more. */
  close(snapshot: Snapshot, proposal: Proposal, comment: string): Promise<readonly Notice[]>;
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
  /** @throws PromotionError for whatever GitHub refuses, with the setting or permission to change; `wait-impossible` where the
   * run must be known and the server never tells it: nothing was sent then. */
  send(dispatch: Dispatch): Promise<Sent>;
  /** @throws PromotionError for a token that may not look. */
  look(run: number): Promise<RunState>;
}

/** The teams of the organization that owns the manifest repository. */
export interface Teams {
  /** `team` is its slug. */
  member(team: string, login: string): Promise<Member>;
}

/** An automatic request and the proof of where it comes from. */
export type ProofQuestion = {
  readonly token: string;
  /** As it arrived, proof included. */
  readonly payload: unknown;
  readonly source: Source;
  /** The issuer of the configuration; by default, that of the server. */
  readonly issuer?: string | undefined;
};

/** Verifies proofs that are made for the manifest repository. */
export interface Proofs {
  verify(question: ProofQuestion): Promise<ProofVerdict>;
}
