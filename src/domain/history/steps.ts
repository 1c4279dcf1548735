/** The changes of a branch's manifests, step by step, with the record of each step. */
import { fail } from '../errors.ts';
import { parseTrailers, type StateTrailer, type Trailer } from '../records/trailer.ts';
import type { MergedPullRequest } from './entry.ts';

/** A commit that changed a manifest. */
export type BranchStep = {
  /** The commit that made the change. */
  readonly commit: string;
  /** The commit that brought it to the branch: itself, or the merge of its pull request. */
  readonly landed: string;
  /** When it reached the branch, RFC 3339. */
  readonly at: string;
  readonly author: string;
  /** The text whose trailers count: the message, the description of the pull request, or nothing. */
  readonly lines: string;
  /** `hidden`: the record may be where it cannot be read, such as in the description of a pull request. */
  readonly record: 'readable' | 'hidden';
  readonly pullRequest?: MergedPullRequest | undefined;
};

/** The steps of one manifest, newest first. `complete` says whether these are all that the question asks for. */
export type StepHistory = { readonly steps: readonly BranchStep[]; readonly complete: boolean };

/** Newest first, with the commits of one pull request together: they reach the branch at one moment. */
export function landingsOf(steps: readonly BranchStep[]): BranchStep[] {
  const groups = new Map<string, BranchStep[]>();
  for (const step of steps) {
    const group = groups.get(step.landed);
    if (group === undefined) groups.set(step.landed, [step]);
    else group.push(step);
  }
  return [...groups.values()]
    .map(together)
    .map((step, index) => ({ step, index }))
    .sort((a, b) => Date.parse(b.step.at) - Date.parse(a.step.at) || a.index - b.index)
    .map(({ step }) => step);
}

const together = (group: readonly BranchStep[]): BranchStep => {
  const leading = group.find((step) => trailersOf(step).some(isState)) ?? group[0];
  if (leading === undefined) throw new Error('a group has a step');
  if (group.length === 1) return leading;
  // The newest commit comes first, and the trailers of a text count from top to bottom.
  const lines = [...group].reverse().map((step) => step.lines);
  const isHidden = group.every(({ record }) => record === 'hidden');
  return { ...leading, lines: lines.join('\n'), record: isHidden ? 'hidden' : 'readable' };
};

/** A commit in the graph of a branch. */
export type GraphCommit = { readonly id: string; readonly parents: readonly string[] };

/** The commits that were the head of the branch, newest first. The first of `commits` is its head. */
export function lineOf<Commit extends GraphCommit>(
  commits: ReadonlyMap<string, Commit>,
  parentOf: (commit: Commit) => string | undefined = ({ parents }) => parents[0],
): Commit[] {
  const line: Commit[] = [];
  let commit = commits.values().next().value;
  while (commit !== undefined) {
    line.push(commit);
    commit = commits.get(parentOf(commit) ?? '');
  }
  return line;
}

/** For each commit the one of the line that brought it to the branch: itself, or a merge. */
export function landingCommits<Commit extends GraphCommit>(
  commits: ReadonlyMap<string, Commit>,
  line: readonly Commit[],
): Map<string, Commit> {
  const landings = new Map<string, Commit>();
  for (const commit of [...line].reverse()) {
    landings.set(commit.id, commit);
    const waiting = [...commit.parents];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (landings.has(next)) continue;
      landings.set(next, commit);
      waiting.push(...(commits.get(next)?.parents ?? []));
    }
  }
  return landings;
}

/** The references that the step set in the environment, in their order. */
export function setBy(step: BranchStep, environment: string): StateTrailer[] {
  return trailersOf(step)
    .filter(isState)
    .filter((trailer) => trailer.environment === environment);
}

/** The actor, the run and the reason of the step, if it has them. */
export function askedIn(step: BranchStep): Asking {
  const found = askings.get(step) ?? findAsking(step);
  askings.set(step, found);
  return found;
}

type Asking = {
  readonly run?: string | undefined;
  readonly actor?: string | undefined;
  readonly reason?: string | undefined;
};

/** Each change of a step asks. */
const askings = new WeakMap<BranchStep, Asking>();

const findAsking = (step: BranchStep): Asking => {
  const trailers = trailersOf(step);
  return {
    run: trailers.findLast((trailer) => trailer.kind === 'run')?.address,
    actor: trailers.findLast((trailer) => trailer.kind === 'actor')?.login,
    reason: reasonIn(step.lines),
  };
};

/** A commit has the reason as it was given, the description of a pull request as inert Markdown. */
const reasonIn = (lines: string): string | undefined => {
  const plain = /^[ \t]*Reason: (.+?)[ \t\r]*$/m.exec(lines)?.[1];
  if (plain !== undefined) return plain;
  const shown = /^- \*\*Reason:\*\* (.+?)\r?$/m.exec(lines)?.[1];
  return shown
    ?.replace(/&#8203;/g, '')
    .replace(/<\/?code>|`/g, '')
    .replace(/&#(\d{1,7});/g, (entity, number: string) =>
      Number(number) <= 0x10ffff ? String.fromCodePoint(Number(number)) : entity,
    );
};

/** A commit of many products is asked about once for each. */
const trailersOf = (step: BranchStep): readonly Trailer[] => {
  const found = known.get(step) ?? parseTrailers(step.lines);
  known.set(step, found);
  return found;
};

const known = new WeakMap<BranchStep, readonly Trailer[]>();

const isState = (trailer: Trailer): trailer is StateTrailer =>
  trailer.kind === 'promotion' || trailer.kind === 'rollback';

/** A commit that changed a manifest, as git alone has it. */
export type PlainStep = {
  readonly id: string;
  /** RFC 3339. */
  readonly committedAt: string;
  readonly author: string;
  readonly message: string;
  /** The merge that brought it to the branch, where one did. */
  readonly merge?: { readonly id: string; readonly committedAt: string; readonly message: string } | undefined;
};

/** The records of commits without information on pull requests. GitHub's own message of a merge names the pull request and its
 * branch, and the first line of a squash ends with its number: one that has no trailers may have lost them to the description,
 * where it comes from an author of promotions or is called like one. */
export function stepsByMessage(commits: readonly PlainStep[], promoters: ReadonlySet<string>): BranchStep[] {
  return commits.map((commit) => {
    const { id, committedAt, author, message, merge = { id, committedAt } } = commit;
    const brought = broughtBy(commit);
    const isForeign = brought?.branch !== undefined && !brought.branch.startsWith('promotion/');
    const mayHaveLost = brought !== undefined && (brought.branch !== undefined || isPromotion(commit, promoters));
    return {
      commit: id,
      landed: merge.id,
      at: merge.committedAt,
      author,
      lines: isForeign ? '' : message,
      record: mayHaveLost && !isForeign && !hasRecord(message) ? 'hidden' : 'readable',
      pullRequest: brought && { number: brought.number },
    };
  });
}

const broughtBy = ({
  message,
  merge,
}: PlainStep): { readonly number: number; readonly branch?: string | undefined } | undefined => {
  const [, number, branch] = /^Merge pull request #(\d{1,15}) from [^/\s]+\/(\S+)/.exec(merge?.message ?? '') ?? [];
  if (number !== undefined) return { number: Number(number), branch };
  const squashed = /\(#(\d{1,15})\)$/.exec(headlineOf(message))?.[1];
  return squashed === undefined ? undefined : { number: Number(squashed) };
};

/** The authors of commits that have a record. */
export function promotersOf(commits: readonly PlainStep[]): Set<string> {
  return new Set(commits.filter(({ message }) => hasRecord(message)).map(({ author }) => author));
}

/** Whether the text has a trailer of a promotion or rollback. */
export function hasRecord(text: string): boolean {
  return parseTrailers(text).some(isState);
}

const headlineOf = (message: string): string => message.split('\n', 1).join().trimEnd();

const isPromotion = ({ author, message }: PlainStep, promoters: ReadonlySet<string>): boolean =>
  promoters.has(author) || author.endsWith('[bot]') || /\b(?:Promote|Roll back) /.test(headlineOf(message));

/** Says that the branch does not reach back to the moment. */
export function refuseMoment(moment: string): never {
  return fail(
    'input-invalid',
    `The branch had no commit yet at ${moment}.`,
    'Give a later moment in the input `at`; a clone of limited depth lacks the older commits.',
  );
}
