import { BRANCHES, branchesOf } from '../../../domain/proposal/branch.ts';
import { unavailable } from '../answer.ts';
import { type Place, pause } from '../place.ts';
import { ask } from '../reading.ts';
import { EVERY, MORE_PROPOSALS, type RawBranches, type RawProposal } from './fields.ts';

const ATTEMPTS = 5;
const FROM_THE_START = { hasNextPage: true, endCursor: null };

/** All branches of a product, of which the first query brought the `first` page unless it had to do without: one that is not seen would be taken for one that
 * is not there, and never be brought up to date. */
export async function readBranches(
  place: Place,
  product: string,
  first: RawBranches | null | undefined,
): Promise<readonly (RawProposal | null)[]> {
  const prefix = `refs/heads/${product === EVERY ? BRANCHES : branchesOf(product)}`;
  const nodes = [...(first?.nodes ?? [])];
  for (let page = first === undefined ? FROM_THE_START : first?.pageInfo; page?.hasNextPage; ) {
    const more = await readPage(place, { prefix, after: page.endCursor });
    nodes.push(...(more.nodes ?? []));
    page = more.pageInfo;
  }
  return nodes;
}

const readPage = async (place: Place, variables: { prefix: string; after: string | null }): Promise<RawBranches> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, { document: MORE_PROPOSALS, variables });
    const page = answer.kind === 'answered' ? answer.data?.p0 : undefined;
    if (page) return page;
    const reason = answer.kind === 'lost' ? answer.reason : 'an empty answer';
    if (attempt === ATTEMPTS) unavailable('the branches of pull requests are read', reason);
    await pause(place.clock, attempt);
  }
};
