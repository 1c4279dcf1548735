import type { Violation } from '../../domain/errors.ts';
import type { MergeMethod } from '../../domain/model.ts';
import { isOwnedBy } from '../../domain/policy/shared-places.ts';
import { idIn } from '../../domain/proposal/carried.ts';
import { chooseMethod } from '../../domain/proposal/delivery-parts.ts';
import { listed, quote } from '../../domain/text.ts';
import type { BranchMoved, CommitMessage, PullRequest } from '../../ports.ts';
import type { DeliveryContext, PartResult } from './context.ts';
import type { ProposalDraft } from './draft.ts';

type Open = {
  readonly draft: ProposalDraft;
  readonly pullRequest: PullRequest;
  /** Of the commit that the branch has, and its id. */
  readonly message: string;
  readonly commit: string;
};

type LandedPart = Pick<PartResult, 'outcome' | 'commit' | 'violations'> & { readonly kind: 'landed' };

/** Arms or merges as far as it is asked for and allowed; nothing that awaits a review stays armed. */
export async function land(open: Open, context: DeliveryContext): Promise<LandedPart | BranchMoved> {
  const { draft, pullRequest } = open;
  const { delivery } = draft.part;
  const obstacle = delivery === 'pull-request' ? undefined : obstacleOf(open, context);
  const stays = delivery === 'pull-request' || obstacle !== undefined;
  const waits = pullRequest.waits !== 'idle' && (stays || delivery === 'auto-merge');
  if (waits && !stays && !isArmedForAnother(open)) return { kind: 'landed', outcome: 'armed', violations: [] };
  if (waits) {
    const disarmed = await draft.pullRequests.disarm(pullRequest);
    if (disarmed.kind === 'branch-moved') return disarmed;
  }
  if (stays) return { kind: 'landed', outcome: 'proposed', violations: obstacle === undefined ? [] : [obstacle] };
  return carryOut(open, delivery, context);
}

/** Another run has armed it for its own commit, just before this one moved the branch: merged so, ours would have no record. */
const isArmedForAnother = ({ pullRequest, message }: Open): boolean => {
  const armedFor = idIn(pullRequest.armedWith ?? '');
  return armedFor !== undefined && armedFor !== idIn(message);
};

const carryOut = async (
  { draft, pullRequest, message, commit }: Open,
  delivery: 'auto-merge' | 'merge',
  { gathered }: DeliveryContext,
): Promise<LandedPart | BranchMoved> => {
  const choice = chooseMethod(draft.looks.mergeMethod, pullRequest.methods);
  const how = delivery === 'merge' ? 'merge' : 'arm';
  if (choice.kind === 'refused' && !(how === 'arm' && pullRequest.queue)) {
    const violation = methodViolation(choice, draft.looks.mergeMethod, gathered.snapshot.branch);
    return { kind: 'landed', outcome: 'proposed', violations: [violation] };
  }
  const landed = await draft.pullRequests.land(gathered.snapshot, pullRequest, {
    how,
    head: commit,
    method: choice.kind === 'chosen' ? choice.method : 'merge',
    message: mergeMessage(message, pullRequest.number),
  });
  switch (landed.kind) {
    case 'branch-moved':
      return landed;
    case 'merged':
      return { kind: 'landed', outcome: 'promoted', commit: landed.commit, violations: [] };
    case 'armed':
      return { kind: 'landed', outcome: 'armed', violations: [] };
    case 'refused':
      return { kind: 'landed', outcome: 'proposed', violations: [landed.violation] };
  }
};

/** Title and body of the merge: those of the commit, so that its trailers survive, without what only concerns the branch. */
const mergeMessage = (message: string, number: number): CommitMessage => {
  const [headline = '', ...rest] = message.split('\n');
  const body = rest.filter((line) => !/^Delivery: /.test(line));
  return { headline: `${headline} (#${number})`, body: body.join('\n').trim() };
};

/** What keeps a pull request open whatever GitHub would allow. */
const obstacleOf = ({ draft, pullRequest }: Open, { decided }: DeliveryContext): Violation | undefined => {
  const { number } = pullRequest;
  const reviewed = draft.items.filter(({ delivery }) => delivery === 'pull-request').map(({ item }) => item);
  if (reviewed.length > 0) {
    const what = listed(
      [...new Set(reviewed.map(({ image, environment }) => `${image} for ${environment}`))].map(quote),
    );
    return {
      code: 'not-merged',
      message: `Pull request ${number} stays open: it carries ${what}, which was proposed for review.`,
      hint: 'Review and merge it, or ask for all that it carries with the same delivery.',
    };
  }
  const frozen = (decided.frozen ?? []).find((spot) => draft.items.some(({ item }) => isOwnedBy(item, spot)));
  if (frozen !== undefined) {
    return {
      code: 'frozen',
      message: `Pull request ${number} stays open: ${frozen.environment} of ${frozen.product} is frozen.`,
      hint: 'Run it again when the freeze is over.',
    };
  }
  if (!pullRequest.draft) return undefined;
  return {
    code: 'not-merged',
    message: `Pull request ${number} stays open: it is a draft.`,
    hint: 'Mark it as ready for review, or do not set `draft` together with the delivery auto-merge or merge.',
  };
};

const methodViolation = (
  { by, allowed }: Extract<ReturnType<typeof chooseMethod>, { readonly kind: 'refused' }>,
  wanted: MergeMethod | undefined,
  branch: string,
): Violation => {
  const method = wanted === undefined ? 'no merge method' : `no merge-method ${wanted}`;
  const others = allowed.length === 0 ? '' : `, or set \`merge-method\` to ${allowed.join(' or ')}`;
  return by === 'settings'
    ? {
        code: 'not-merged',
        message: `The settings of the manifest repository allow ${method}.`,
        hint: `Allow it under Settings, General, Pull Requests${others}.`,
      }
    : {
        code: 'not-merged',
        message: `The rules of the branch ${quote(branch)} allow ${method}.`,
        hint: `Allow it in the ruleset under Settings, Rules${others}.`,
      };
};
