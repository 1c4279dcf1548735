import { isUuid } from '../records/grammar.ts';
import { idIn } from './carried.ts';

/** Where all of these branches are, below `refs/heads/`. */
export const BRANCHES = 'promotion/';

/** Where the branches of a product's pull requests are, below `refs/heads/`. */
export function branchesOf(product: string): string {
  return `${BRANCHES}${product}/`;
}

/** The product whose branch it is. */
export function productOf(branch: string): string {
  return branch.slice(BRANCHES.length).split('/', 1).join();
}

/** The branch of the one pull request for a product and its environments, which are in the order of promotion. */
export function branchOf(product: string, environments: readonly string[]): string {
  return `${branchesOf(product)}${environments.join('+')}`;
}

/** Where the branches are, below `refs/heads/`, on which a commit is made before another branch moves to it. No product has this
 * name. */
export const WORKBENCHES = `${BRANCHES}_/`;

export function workbenchOf(id: string): string {
  return `${WORKBENCHES}${id}`;
}

const HOUR = 3_600_000;

type Workbench = {
  readonly branch: string;
  /** Of its head, and when that was committed, RFC 3339. */
  readonly message: string;
  readonly committedAt: string;
};

/** Whether a run that came to no end has left the branch, over an hour ago. One that has no commit of its own yet is as old as the
 * id in its name says, which begins with a time (RFC 9562, version 7). */
export function isLeftOver({ branch, message, committedAt }: Workbench, now: Date): boolean {
  const id = branch.startsWith(WORKBENCHES) ? branch.slice(WORKBENCHES.length) : '';
  const made = idIn(message) === id ? Date.parse(committedAt) : timeIn(id);
  return isUuid(id) && now.getTime() - made > HOUR;
}

const timeIn = (id: string): number =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 13).replace('-', ''), 16) : Number.NaN;
