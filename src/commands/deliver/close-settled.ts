import { printReference } from '../../domain/image.ts';
import { inert } from '../../domain/message.ts';
import type { Notice } from '../../domain/model.ts';
import { replanItem } from '../../domain/plan/carry.ts';
import { claimOf } from '../../domain/proposal/branch-claim.ts';
import { carriedBy, itemKey, type ProposedItem } from '../../domain/proposal/carried.ts';
import { branchesOf, type DeliveryPart } from '../../domain/proposal/delivery-parts.ts';
import type { Proposal } from '../../ports.ts';
import { knownOwnership, oursAmong, oursIn } from '../promotion/ownership.ts';
import type { ConfiguredTarget } from '../promotion/read-manifests.ts';
import type { DeliveredParts, DeliveryContext, PartResult } from './context.ts';
import type { ProposalDraft } from './draft.ts';

type Closed = Pick<PartResult, 'changed' | 'notices'>;

/** Closes the pull request of the branch that has nothing left to propose. */
export async function closeOwn(
  { standing, pullRequests }: ProposalDraft,
  { gathered, log }: DeliveryContext,
): Promise<Closed> {
  if (standing === undefined || knownOwnership(standing).kind !== 'ours') return { changed: false, notices: [] };
  const comment = `Nothing of this is left to do: \`${inert(gathered.snapshot.branch)}\` has it all already.`;
  const notices = await pullRequests.close(gathered.snapshot, standing, comment);
  log.info(`${standing.branch} has nothing left to propose.`);
  return { changed: notices.length === 0, notices };
}

/** Closes the product's other pull requests whose items are all on the base, or delivered by this request. */
export async function closeSettled(
  parts: readonly DeliveryPart<ConfiguredTarget>[],
  context: DeliveryContext,
  deliveredParts: DeliveredParts,
): Promise<readonly Notice[]> {
  const { gathered, host, shipment, log } = context;
  const { proposals } = gathered.snapshot;
  const { pullRequests } = host;
  if (pullRequests === undefined || proposals === undefined || shipment.mode === 'dry-run') return [];
  const own = new Set(parts.map(({ key }) => key));
  const others = proposals.list.filter(
    (proposal) =>
      proposal.pullRequest?.base === gathered.snapshot.branch &&
      !own.has(proposal.branch) &&
      claimOf(proposal, oursIn(gathered)) === 'claimed',
  );
  const settled = others.filter(
    (proposal) => reasonsToClose(proposal, { context, parts, deliveredParts }) !== undefined,
  );
  const notices: Notice[] = [];
  for (const proposal of await oursAmong(settled, gathered)) {
    const reasons = reasonsToClose(proposal, { context, parts, deliveredParts }) ?? [];
    log.info(`Closing pull request ${proposal.pullRequest?.number}: all that it carries is settled.`);
    notices.push(...(await pullRequests.close(gathered.snapshot, proposal, commentOf(reasons))));
  }
  return notices;
}

type SettleContext = {
  readonly context: DeliveryContext;
  readonly parts: readonly DeliveryPart<ConfiguredTarget>[];
  readonly deliveredParts: DeliveredParts;
};

/** The result for each item of the pull request; undefined while one of them is still to be merged. */
const reasonsToClose = (proposal: Proposal, circumstances: SettleContext): string[] | undefined => {
  const carried = carriedBy(proposal, []);
  const targets = circumstances.context.gathered.targets.filter(({ product }) =>
    proposal.branch.startsWith(branchesOf(product)),
  );
  const reasons = carried.map((one) => reasonOf(one, targets, circumstances));
  const known = reasons.filter((reason) => reason !== undefined);
  return known.length === carried.length && known.length > 0 ? known : undefined;
};

const reasonOf = (
  carried: ProposedItem,
  targets: readonly ConfiguredTarget[],
  { context, parts, deliveredParts }: SettleContext,
): string | undefined => {
  const { environment, reference } = carried.trailer;
  const target = targets.find((candidate) => candidate.environment === environment);
  if (target === undefined) return undefined;
  const what = `${printReference(reference)} for ${environment}`;
  const key = itemKey(environment, reference.repository);
  const named = context.decided.items.find(
    (item) => item.product === target.product && itemKey(item.environment, item.image) === key,
  );
  if (named === undefined) {
    return replanItem(carried, [target]).kind === 'settled' ? `${inert(what)} is on the branch already` : undefined;
  }
  const part = parts.find(({ targets }) =>
    targets.some((one) => one.product === target.product && one.environment === environment),
  );
  const result = part === undefined ? undefined : deliveredParts.get(part.key);
  if (result === undefined) return undefined;
  const { pullRequest, outcome } = result;
  const now = inert(printReference(named.to));
  if (pullRequest !== undefined && outcome !== 'promoted') {
    return `${inert(what)} is covered by #${pullRequest.number}, which has ${now}`;
  }
  return `${inert(what)} is overtaken: the branch has ${now}`;
};

const commentOf = (reasons: readonly string[]): string =>
  ['Nothing of this is left to do:', '', ...reasons.slice(0, 50).map((reason) => `- ${reason}`)].join('\n');
