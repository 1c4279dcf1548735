/** Whether a branch under `promotion/` is ours, and the changes that its commit lists. */
import { PromotionError } from '../errors.ts';
import { type ImageRequest, parseReference, printReference, type Reference } from '../image.ts';
import type { SnapshotEntry } from '../manifests/find-manifests.ts';
import { MOST_LINES } from '../message.ts';
import type { FileChange } from '../model.ts';
import { parseTrailers, type StateTrailer } from '../records/trailer.ts';
import { listed, quote } from '../text.ts';

/** Whether it is one of the logins; an App's has its `[bot]`, so that no person can have the same. */
export function isOneOf(login: string | undefined, logins: readonly string[]): boolean {
  return login !== undefined && logins.some((one) => one.toLowerCase() === login.toLowerCase());
}

/** For comparisons where nothing depends on whose it is: the name of an App comes with `[bot]` and without. */
export function plainLogin(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, '');
}

/** A branch under `promotion/` in its present state. */
type BranchState = {
  readonly head: {
    readonly message: string;
    readonly author: string;
    readonly vouched?: string | undefined;
    readonly signed: boolean;
    readonly parents: readonly string[];
  };
  /** Commits that would be lost with it. */
  readonly commits: number;
};

/** `spent`: nothing would be lost with the branch. `foreign`: somebody else has something on it. `claimed`: it may be ours, which is
 * to be examined, since names and messages are free text. */
export function claimOf({ head, commits }: BranchState, ours: readonly string[]): 'spent' | 'foreign' | 'claimed' {
  if (commits === 0) return 'spent';
  const { message, author, vouched, signed, parents } = head;
  const kinds = parseTrailers(message).map(({ kind }) => kind);
  const tells = kinds.includes('id') && (kinds.includes('promotion') || kinds.includes('rollback'));
  const names = signed ? [vouched] : [author, `${author}[bot]`];
  const isClaimed = commits === 1 && parents.length === 1 && tells && names.some((name) => isOneOf(name, ours));
  return isClaimed ? 'claimed' : 'foreign';
}

type ExaminedCommit = {
  readonly broughtBy?: number | 'unknown' | undefined;
  readonly pusher?: string | undefined;
  readonly paths: readonly string[];
  readonly before: readonly SnapshotEntry[];
  readonly after: readonly SnapshotEntry[];
  readonly others: readonly string[];
};

/** The reason why a claimed commit is not ours; undefined if it is ours: the host vouches for its author or knows who has pushed
 * it, no other pull request has brought it, and its changes are exactly the plan for its items on its base. */
export function explainForeign(
  { vouched, signed }: Pick<BranchState['head'], 'vouched' | 'signed'>,
  { broughtBy, pusher, paths, before, after, others }: ExaminedCommit,
  { ours, plan }: { readonly ours: readonly string[]; readonly plan: () => readonly FileChange[] | string },
): string | undefined {
  if (broughtBy === 'unknown') return 'not all pull requests that it belongs to can be seen';
  if (broughtBy !== undefined) return `it was made by merging pull request ${broughtBy}`;
  if (!signed && pusher === undefined) return 'it is not signed, and the server does not tell who has pushed it';
  if (!signed && !isOneOf(pusher, ours)) return `it is not signed, and ${quote(pusher ?? '')} has pushed it`;
  if (signed && !isOneOf(vouched, ours)) return 'GitHub names another author';
  // A foreign commit needs no plan.
  const planned = plan();
  if (typeof planned === 'string') return `its lines and its files do not belong together (${planned})`;
  const wanted = new Map(planned.map((file) => [file.path, file]));
  const wrong = paths.filter((path, at) => !isAsPlanned(wanted.get(path), before[at], after[at]));
  const unexpected = [...wrong, ...others];
  if (unexpected.length === 0) return undefined;
  return `it does not change ${listed(unexpected.slice(0, 3).map(quote))} as its lines say`;
}

const isAsPlanned = (
  change: FileChange | undefined,
  before: SnapshotEntry | undefined,
  after: SnapshotEntry | undefined,
): boolean => {
  if (before?.kind !== 'file') return before?.kind === after?.kind && change === undefined;
  const text = change?.after ?? before.text;
  return after?.kind === 'file' && after.executable === before.executable && after.text === text;
};

/** A value that a commit says it has changed. */
export type ToldChange = { readonly path: string; readonly from?: Reference | undefined; readonly to: Reference };

/** The changes that the body of a commit lists, as `changeLines` prints them: no more than it prints. */
export function toldChanges(message: string): ToldChange[] {
  const told: ToldChange[] = [];
  for (const line of message.split('\n')) {
    const [, path, from = '', to = ''] = /^- (.+): (\S*) → (\S+)$/.exec(line) ?? [];
    const reference = referenceIn(to);
    if (path === undefined || reference === undefined) continue;
    told.push({ path, from: referenceIn(from), to: reference });
    if (told.length === MOST_LINES) break;
  }
  return told;
}

/** The requests that lead to the trailers. An image that changes its repository is known on the base by the one that it had. */
export function requestsFor(trailers: readonly StateTrailer[], told: readonly ToldChange[]): ImageRequest[] {
  const names = new Map<string, Set<string>>();
  for (const { from, to } of told) {
    const key = printReference(to);
    names.set(key, (names.get(key) ?? new Set()).add(from?.repository ?? to.repository));
  }
  return trailers.flatMap(({ reference }) => {
    const { repository, tag, digest } = reference;
    return [...(names.get(printReference(reference)) ?? [repository])].map((name) =>
      name === repository ? { name, tag, digest } : { name, newName: repository, tag, digest },
    );
  });
}

const referenceIn = (text: string): Reference | undefined => {
  try {
    return parseReference(text);
  } catch (error) {
    if (error instanceof PromotionError) return undefined;
    throw error;
  }
};
