/** Whether a branch under `promotion/` is ours, and the changes that its commit lists. */

import { PromotionError } from '../errors.ts';
import { parseReference, type Reference } from '../image.ts';
import type { SnapshotEntry } from '../manifests/find-manifests.ts';
import type { FileChange } from '../model.ts';
import { parseTrailers } from '../records/trailer.ts';
import { listed, quote } from '../text.ts';

/** Whether it is one of the logins; an App's has its `[bot]`, so that no person can have the same. */
export function isOneOf(login: string | undefined, logins: readonly string[]): boolean {
  return login !== undefined && logins.some((one) => one.toLowerCase() === login.toLowerCase());
}

/** For comparisons where nothing depends on whose it is: the name of an App comes with `[bot]` and without. */
export function plainLogin(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, '');
}

/** A branch under `promotion/` as it stands. */
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

/** Why a claimed commit is not ours after all; undefined where it is: the host vouches for its author or knows who has pushed it, no
 * other pull request has brought it, and it changes exactly what is planned for its items on its base. */
export function refute(
  { vouched, signed }: Pick<BranchState['head'], 'vouched' | 'signed'>,
  { broughtBy, pusher, paths, before, after, others }: ExaminedCommit,
  { ours, planned }: { readonly ours: readonly string[]; readonly planned: readonly FileChange[] | string },
): string | undefined {
  if (broughtBy === 'unknown') return 'the token may not see which pull requests it belongs to';
  if (broughtBy !== undefined) return `it was made by merging pull request ${broughtBy}`;
  if (!signed && pusher === undefined) return 'it is not signed, and the server does not tell who has pushed it';
  if (!signed && !isOneOf(pusher, ours)) return `it is not signed, and ${quote(pusher ?? '')} has pushed it`;
  if (signed && !isOneOf(vouched, ours)) return 'GitHub names another author';
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

/** The changes that the body of a commit lists, as `changeLines` prints them. */
export function toldChanges(message: string): ToldChange[] {
  return message.split('\n').flatMap((line) => {
    const [, path, from = '', to = ''] = /^- (.+): (\S*) → (\S+)$/.exec(line) ?? [];
    const reference = referenceIn(to);
    return path === undefined || reference === undefined ? [] : [{ path, from: referenceIn(from), to: reference }];
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
