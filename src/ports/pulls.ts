/** Pull requests, in the project's words. Types only. */
import type { Violation } from '../domain/errors.ts';
import type { MergeMethod, Notice } from '../domain/model.ts';
import type { BranchMoved, CommitMessage, CommitRequest, Committed, Entry, Snapshot } from '../ports.ts';

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
  /** What the host knows of commits that say they are ours, in the order of the questions: one request for some twenty of them, and
   * one more for each that is not signed. */
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
  /** What stands at the paths, in the order of the question. */
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
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
  /** Whether somebody has closed a pull request of this very commit: what it carries is not wanted. */
  readonly declined: boolean;
};

export type ProposedCommit = {
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
  /** What will merge it: nobody yet, auto-merge or the merge queue. */
  readonly waits: 'idle' | 'armed' | 'queued';
  /** The body that the commit of its merge will have, where it was armed with one: it stays whatever the branch has by now. */
  readonly armedWith?: string | undefined;
  readonly draft: boolean;
  /** Whether it merges as it stands; `unknown` while nobody has computed it. */
  readonly merges: 'clean' | 'behind' | 'conflicting' | 'unknown';
  readonly approved: boolean;
  readonly approvers: readonly string[];
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  /** Logins of those who were asked or have answered. */
  readonly reviewers: readonly string[];
  /** Whether teams were asked, too. Their names take rights that many tokens do not have. */
  readonly asksTeams: boolean;
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
  /** The commit that it tells of. */
  readonly commit: string;
  /** What is open already, to be brought up to date, and the commit that its branch had before. */
  readonly standing?: { readonly pullRequest: PullRequest; readonly head: string } | undefined;
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
  /** Opens the pull request or changes its texts. `branch-moved` also where it has been merged or closed meanwhile, or somebody
   * else has written the branch and the texts tell of what is no longer there.
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
