import type { Violation } from '../../domain/errors.ts';
import type { MergeMethod, Notice } from '../../domain/model.ts';
import { changeOf, type PlannedItem } from '../../domain/plan/plan-promotion.ts';
import { isOwnedBy } from '../../domain/policy/shared-places.ts';
import { plainLogin } from '../../domain/proposal/branch-claim.ts';
import { deliveryLines, idIn, itemKey, sameDeliveries } from '../../domain/proposal/carried.ts';
import { chooseMethod } from '../../domain/proposal/delivery-parts.ts';
import { type DescribedItem, describe } from '../../domain/proposal/description.ts';
import { promotedSource } from '../../domain/records/record.ts';
import { listed, quote } from '../../domain/text.ts';
import type { Attributes, BranchMoved, CommitMessage, Proposal, PullRequest } from '../../ports.ts';
import { readRecord } from '../promotion/read-manifests.ts';
import { closeOwn } from './close-settled.ts';
import type { DeliveryContext, PartResult, Unfinished } from './context.ts';
import type { ProposalDraft } from './draft.ts';

/** The branch with the commit. */
type OnBranch = { readonly commit: string; readonly message: string; readonly isNew: boolean };

/** Updates the branch and its pull request: first the commit, then the texts, then labels and reviewers; existing parts stay
 * unchanged. A run may end after any step; the next run continues from there. */
export async function propose(draft: ProposalDraft, context: DeliveryContext): Promise<PartResult | BranchMoved> {
  const { part, items, standing } = draft;
  const { files } = draft.plan;
  const { targets, delivery } = part;
  const result = {
    kind: 'delivered',
    delivery,
    targets,
    items: requested(draft, context),
    files,
    violations: [],
  } as const;
  if (context.shipment.mode === 'dry-run')
    return { ...result, ...wouldBe(draft), changed: false, notices: draft.notices };
  if (items.length === 0) {
    const closed = await closeOwn(draft, context);
    return { ...result, ...closed, outcome: 'unchanged', notices: [...draft.notices, ...closed.notices] };
  }
  const left = leftBy(context, standing);
  const open = standing?.pullRequest;
  note(draft, { commit: left, pullRequest: open }, context);
  const branch = await write(draft, context);
  if (branch.kind === 'branch-moved') return branch;
  note(draft, { commit: branch.isNew ? branch.commit : left, pullRequest: open }, context);
  // Until the description names the change, an earlier run may have stopped before it asked for a new review.
  const decorated = open === undefined ? [] : await decorate(draft, open, isStale(open, branch) ? 'again' : 'once');
  const announced = await announce(draft, branch, context);
  if (announced.kind === 'branch-moved') return announced;
  const { pullRequest, isAnnounced } = announced;
  const changed = branch.isNew || isAnnounced;
  note(draft, { commit: changed ? branch.commit : left, pullRequest }, context);
  const added = open === undefined ? await decorate(draft, pullRequest, 'once') : [];
  const landed = await mergeOrArm({ draft, pullRequest, message: branch.message, commit: branch.commit }, context);
  if (landed.kind === 'branch-moved') return landed;
  const { number, url } = pullRequest;
  context.log.info(`Pull request ${number} is ${landed.outcome}: ${url}`);
  return {
    ...result,
    outcome: landed.outcome,
    violations: landed.violations,
    changed: changed || landed.outcome === 'promoted' || isOurs(branch.message, context),
    commit: landed.commit ?? branch.commit,
    pullRequest: { number, url },
    notices: [
      ...draft.notices,
      ...announced.notices,
      ...decorated,
      ...added,
      ...approvalNotice(draft, changed, landed.outcome),
    ],
  };
}

/** The parts that are known to be written, should the run end here. */
const note = (
  { part: { key, delivery, targets } }: ProposalDraft,
  { commit, pullRequest }: { readonly commit: string | undefined; readonly pullRequest: PullRequest | undefined },
  { unfinished }: DeliveryContext,
): void => {
  if (commit === undefined) return;
  const shown: Unfinished['pullRequest'] = pullRequest && { number: pullRequest.number, url: pullRequest.url };
  unfinished.set(key, { delivery, targets, commit, pullRequest: shown });
};

const requested = ({ part, plan }: ProposalDraft, { decided }: DeliveryContext): PlannedItem[] => {
  const asked = new Set(
    decided.items.map(({ product, environment, image }) => `${product} ${itemKey(environment, image)}`),
  );
  return plan.items.filter(({ environment, image }) => asked.has(`${part.product} ${itemKey(environment, image)}`));
};

const wouldBe = ({ items, part, standing }: ProposalDraft): Pick<PartResult, 'outcome' | 'pullRequest'> => {
  const outcomes = { 'pull-request': 'proposed', 'auto-merge': 'armed', merge: 'promoted' } as const;
  if (items.length === 0) return { outcome: 'unchanged' };
  const open = standing?.pullRequest;
  return { outcome: outcomes[part.delivery], pullRequest: open && { number: open.number, url: open.url } };
};

/** An earlier attempt of this run has written it. */
const isOurs = (message: string, { shipment }: DeliveryContext): boolean => idIn(message) === shipment.id;

/** The commit of an earlier attempt of this run on the branch. */
const leftBy = (context: DeliveryContext, standing: Proposal | undefined): string | undefined =>
  standing !== undefined && isOurs(standing.head.message, context) ? standing.head.id : undefined;

const write = async (
  draft: ProposalDraft,
  { shipment, gathered, log }: DeliveryContext,
): Promise<(OnBranch & { readonly kind: 'written' }) | BranchMoved> => {
  const { part, standing, message, plan, state, pullRequests } = draft;
  if (state === 'current' && standing !== undefined) {
    log.info(`${part.key} is up to date.`);
    return { kind: 'written', commit: standing.head.id, message: standing.head.message, isNew: false };
  }
  const request = { id: shipment.id, message, files: plan.files };
  const written = await pullRequests.write(gathered.snapshot, { branch: part.key, standing, commit: request });
  if (written.kind === 'branch-moved') return written;
  log.info(`${part.key} has ${written.commit}.`);
  return { kind: 'written', commit: written.commit, message: `${message.headline}\n\n${message.body}`, isNew: true };
};

type Opened = {
  readonly kind: 'announced';
  readonly pullRequest: PullRequest;
  readonly notices: readonly Notice[];
  readonly isAnnounced: boolean;
};

/** Whether the description is about another commit than the branch has: an earlier attempt of the run has the same id. */
const isStale = ({ description }: PullRequest, { message, isNew }: OnBranch): boolean =>
  isNew || idIn(description) !== idIn(message);

/** The texts are up to date when they name the commit of the branch, and how it is to be delivered. */
const announce = async (
  draft: ProposalDraft,
  branch: OnBranch,
  context: DeliveryContext,
): Promise<Opened | BranchMoved> => {
  const { part, standing, looks, pullRequests } = draft;
  const open = standing?.pullRequest;
  if (open !== undefined && !isStale(open, branch) && sameDeliveries(draft.items, draft.carried)) {
    return { kind: 'announced', pullRequest: open, notices: [], isAnnounced: false };
  }
  const announced = await pullRequests.announce(context.gathered.snapshot, {
    branch: part.key,
    commit: branch.commit,
    standing: standing && open && { pullRequest: open, head: standing.head.id },
    title: branch.message.split('\n', 1).join(),
    description: await description(draft, branch, context),
    draft: looks.draft,
    comment: open?.approved && isStale(open, branch) ? COMMENT : undefined,
  });
  return announced.kind === 'branch-moved' ? announced : { ...announced, isAnnounced: true };
};

const COMMENT =
  'This pull request has changed after it was approved: see its description for what it carries now. Please review it again.';

const description = async (draft: ProposalDraft, branch: OnBranch, context: DeliveryContext): Promise<string> => {
  const { part, proposals, reason, trailers } = draft;
  const { shipment, gathered } = context;
  const { snapshot } = gathered;
  const run = trailers.find((trailer) => trailer.kind === 'run');
  // The commit may be of an earlier run, whose id shows that the texts are those of the commit.
  const id = { kind: 'id' as const, id: idIn(branch.message) ?? shipment.id };
  return describe({
    kind: shipment.kind,
    delivery: part.delivery,
    product: part.product,
    base: snapshot.branch,
    items: await Promise.all(draft.items.map(async (item) => described(item, context))),
    reason,
    asker: shipment.asker,
    run: run?.kind === 'run' ? run.address : undefined,
    trailers: [...trailers.filter(({ kind }) => kind !== 'id'), id],
    deliveries: deliveryLines(draft.items),
    server: proposals.server,
    repository: proposals.repository,
    commit: branch.commit,
  });
};

/** The running build is named where its history is at hand. */
const described = async (
  { item, trailer }: ProposalDraft['items'][number],
  { gathered }: DeliveryContext,
): Promise<DescribedItem> => {
  const { environment, image, path, from: current, product } = item;
  const target = gathered.targets.find((one) => one.product === product && one.environment === environment);
  const record =
    target === undefined
      ? undefined
      : await readRecord({ environment, image, path, current }, target.settings, gathered.snapshot);
  return { change: changeOf(item), trailer, before: record && promotedSource(record) };
};

/** GitHub starts no checks by itself for changes by the workflow's own token. */
const approvalNotice = ({ proposals, part }: ProposalDraft, changed: boolean, outcome: string): Notice[] =>
  !changed || outcome === 'promoted' || plainLogin(proposals.self) !== 'github-actions'
    ? []
    : [
        {
          message: `The checks of ${part.key} wait until somebody with write access approves them: it was written with the workflow's own token.`,
          hint: 'Use the token of a GitHub App in the input `token`, so that checks start by themselves.',
        },
      ];

/** Labels, reviewers and assignees that are not there yet. Reviewers who approved an earlier version are asked `again`. */
async function decorate(
  { looks, pullRequests }: ProposalDraft,
  pullRequest: PullRequest,
  asking: 'once' | 'again',
): Promise<readonly Notice[]> {
  const again = asking === 'again' ? pullRequest.approvers : [];
  const attributes: Attributes = {
    labels: missing(looks.labels, pullRequest.labels),
    assignees: missing(looks.assignees, pullRequest.assignees),
    reviewers: [...new Set([...missing(looks.reviewers, pullRequest.reviewers), ...again])],
  };
  const isDecorated = Object.values(attributes).every(({ length }) => length === 0);
  return isDecorated ? [] : pullRequests.decorate(pullRequest, attributes);
}

/** Labels and logins ignore upper and lower case. */
const missing = (wanted: readonly string[], present: readonly string[]): string[] => {
  const there = new Set(present.map(plainLogin));
  return wanted.filter((name) => !there.has(plainLogin(name)));
};

type Open = {
  readonly draft: ProposalDraft;
  readonly pullRequest: PullRequest;
  /** Of the commit that the branch has, and its id. */
  readonly message: string;
  readonly commit: string;
};

type LandedPart = Pick<PartResult, 'outcome' | 'commit' | 'violations'> & { readonly kind: 'landed' };

/** Arms or merges as far as it is asked for and allowed; nothing that awaits a review stays armed. */
export async function mergeOrArm(open: Open, context: DeliveryContext): Promise<LandedPart | BranchMoved> {
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

/** Title and body of the merge: those of the commit, so that its trailers survive, without the parts about the branch. */
const mergeMessage = (message: string, number: number): CommitMessage => {
  const [headline = '', ...rest] = message.split('\n');
  const body = rest.filter((line) => !/^Delivery: /.test(line));
  return { headline: `${headline} (#${number})`, body: body.join('\n').trim() };
};

/** The reasons to keep a pull request open that GitHub would merge. */
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
