import { unavailable } from '../answer.ts';
import { type Place, pause } from '../place.ts';
import type { Document } from '../queries.ts';
import { ask, isForbidden, type RawRepository } from '../reading.ts';
import {
  BRANCHES_TOGETHER,
  branchesQuery,
  EVERY,
  isInline,
  listedFor,
  moreNames,
  prefixOf,
  type RawList,
  type RawName,
  type RawProposal,
} from './fields.ts';

const ATTEMPTS = 8;

/** Thrown away with everything that was read so far: a part that may not be read is not one that is not there. */
const UNREADABLE = 'unreadable';
type Unreadable = typeof UNREADABLE;

/** All branches of the products, of which the first query brought a page or the names unless it had to do without: one that is not
 * seen would be taken for one that is not there, and never be brought up to date.
 * @returns undefined where the token may not read pull requests. */
export async function readBranches(
  place: Place,
  products: readonly string[],
  first: RawRepository,
): Promise<readonly RawProposal[] | undefined> {
  if (isForbidden(first, /^p\d+$/)) return undefined;
  const listed = listedFor(products);
  const inline = isInline(listed) ? wholeIn(first.p0) : [];
  if (inline === UNREADABLE) return undefined;
  const names: string[] = [];
  for (const [at, product] of listed.entries()) {
    const list = await readNames(place, product, first[`p${at}`]);
    if (list === UNREADABLE) return undefined;
    names.push(...list);
  }
  const prefixes = new Set(products.map(prefixOf));
  const isWanted = (name: string): boolean =>
    products.includes(EVERY) || prefixes.has(name.slice(0, name.lastIndexOf('/') + 1));
  const known = new Set(inline.map(branchName));
  const more = await readByName(
    place,
    names.filter((name) => !known.has(name) && isWanted(name)),
  );
  return more === UNREADABLE ? undefined : [...inline, ...more];
}

const branchName = ({ prefix, name }: Pick<RawName, 'prefix' | 'name'>): string => `${prefix}${name}`;

type Page<T> = RawList<T> | null | undefined;

const wholeIn = (page: Page<RawProposal | RawName>): RawProposal[] | Unreadable => {
  const found: RawProposal[] = [];
  for (const node of page?.nodes ?? []) {
    if (node === null || !('target' in node)) return UNREADABLE;
    found.push(node);
  }
  return found;
};

const readNames = async (
  place: Place,
  product: string,
  first: Page<RawProposal | RawName>,
): Promise<readonly string[] | Unreadable> => {
  const prefix = prefixOf(product);
  const names: string[] = [];
  for (let page = first ?? (await readPage(place, { product, prefix, after: null })); ; ) {
    if (page === UNREADABLE || page.nodes?.includes(null)) return UNREADABLE;
    names.push(...(page.nodes ?? []).flatMap((node) => (node === null || isLeft(node) ? [] : [branchName(node)])));
    if (!page.pageInfo?.hasNextPage) return names;
    page = await readPage(place, { product, prefix, after: page.pageInfo.endCursor });
  }
};

/** Of all products only what is open is of interest, and so nobody asks about each branch that was left behind. */
const isLeft = ({ open }: RawProposal | RawName): boolean =>
  open != null && 'totalCount' in open && open.totalCount === 0;

type Asked = { readonly product: string; readonly prefix: string; readonly after: string | null };

const readPage = async (
  place: Place,
  { product, ...variables }: Asked,
): Promise<RawList<RawProposal | RawName> | Unreadable> => {
  const answer = await insist(place, () => ({ document: moreNames(product), variables }));
  return (isForbidden(answer, /^p0$/) ? undefined : answer.p0) ?? UNREADABLE;
};

const readByName = async (place: Place, names: readonly string[]): Promise<RawProposal[] | Unreadable> => {
  const found: RawProposal[] = [];
  for (let at = 0, size = BRANCHES_TOGETHER; at < names.length; at += size) {
    const answer = await insist(place, (attempt) => {
      size = Math.ceil(BRANCHES_TOGETHER / 2 ** (attempt - 1));
      const batch = names.slice(at, at + size);
      return {
        document: branchesQuery(batch),
        variables: Object.fromEntries(batch.map((name, each) => [`r${each}`, name])),
      };
    });
    if (isForbidden(answer, /^r\d+$/)) return UNREADABLE;
    // One that is null without a word has been deleted in between.
    for (let each = 0; each < size; each++) found.push(...[answer[`r${each}`] ?? []].flat());
  }
  return found;
};

/** Asks again, for less where the question can be made smaller. */
const insist = async (place: Place, question: (attempt: number) => Document): Promise<RawRepository> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, question(attempt));
    if (answer.kind === 'answered' && answer.data) return answer.data;
    const reason = answer.kind === 'lost' ? answer.reason : 'an empty answer';
    if (attempt === ATTEMPTS) unavailable('the branches of pull requests are read', reason);
    await pause(place.clock, attempt);
  }
};
