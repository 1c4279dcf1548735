import { headlineFor } from '../../domain/config/settings.ts';
import { fail, PromotionError } from '../../domain/errors.ts';
import { commitMessage } from '../../domain/message.ts';
import type { Notice } from '../../domain/model.ts';
import { changeOf, type PlannedItem, type PromotionPlan } from '../../domain/plan/plan-promotion.ts';
import { isOneOf } from '../../domain/proposal/branch-claim.ts';
import {
  carriedBy,
  deliveryLines,
  itemKey,
  type ProposedItem,
  reasonIn,
  sameCarried,
} from '../../domain/proposal/carried.ts';
import {
  type ProposalPart,
  type PullRequestOptions,
  pullRequestOptionsOf,
} from '../../domain/proposal/delivery-parts.ts';
import { refuseUnrecorded } from '../../domain/proposal/description.ts';
import type { StateTrailer, Trailer } from '../../domain/records/trailer.ts';
import { listed, quote } from '../../domain/text.ts';
import type { CommitMessage, Proposal, Proposals, PullRequests } from '../../ports.ts';
import { overridesIn } from '../promotion/freeze.ts';
import { examineOwnership, knownOwnership, oursIn } from '../promotion/ownership.ts';
import type { ConfiguredTarget } from '../promotion/read-manifests.ts';
import { type CarriedOver, isKept, isWhole, keep } from './carry-over.ts';
import { type Additional, closingTrailers, type DeliveryContext, planOf, targetsOf } from './context.ts';
/** The wanted pull request, and its present state. */
export type ProposalDraft = {
  readonly kind: 'proposal';
  readonly part: ProposalPart<ConfiguredTarget>;
  readonly pullRequests: PullRequests;
  readonly proposals: Proposals;
  readonly standing?: Proposal | undefined;
  readonly plan: PromotionPlan;
  /** The present items of the branch. */
  readonly carried: readonly ProposedItem[];
  /** The changes on the base, with their records. */
  readonly items: readonly CarriedItem[];
  readonly looks: PullRequestOptions;
  readonly reason?: string | undefined;
  readonly trailers: readonly Trailer[];
  readonly message: CommitMessage;
  /** Whether the branch has all of these changes. */
  readonly state: 'outdated' | 'current';
  readonly notices: readonly Notice[];
};

export type CarriedItem = ProposedItem & { readonly item: PlannedItem };

/** @throws PromotionError `foreign-commit` and `branch-taken` for a branch that is not ours to move. */
export async function planProposal(
  part: ProposalPart<ConfiguredTarget>,
  context: DeliveryContext,
): Promise<ProposalDraft> {
  const { shipment, gathered, host } = context;
  const { proposals } = gathered.snapshot;
  if (host.pullRequests === undefined || proposals === undefined) return unreadable(part);
  const standing = proposals.list.find(({ branch }) => branch === part.key);
  const ours = oursIn(gathered);
  if (standing !== undefined) await examineOwnership([standing], gathered);
  const carried = carriedOf(standing, ours);
  if (standing?.pullRequest !== undefined) checkBase(standing, gathered.snapshot.branch);
  const keeping =
    standing === undefined || carried.length === 0
      ? { kept: [], notices: [] }
      : await keep(carried, { proposal: standing, targets: part.targets }, context);
  const plan = planOf(part.targets, context, requestsOf(keeping.kept));
  const items = plan.items
    .filter(({ state }) => state === 'changed')
    .map((item) => carriedItem(item, { part, context, carried, kept: keeping.kept }));
  if (standing !== undefined && items.length > 0) await refuseForeign(standing, context);
  const reason = reasonOf(shipment.reason, keeping.kept, standing);
  const { kind } = shipment;
  const trailers: Trailer[] = [...items.map(({ trailer }) => trailer), ...closingTrailers(shipment)];
  refuseUnrecorded(part.key, trailers, deliveryLines(items));
  const changes = items.map(({ item }) => changeOf(item));
  const changing = targetsOf(
    part.targets,
    items.map(({ item }) => item),
  );
  const { headline, body } = commitMessage({
    kind,
    headline: headlineFor(gathered.config, changing),
    changes,
    reason,
    overrides: overridesIn(
      context.decided,
      items.map(({ item }) => item),
    ),
    trailers,
  });
  const isCurrent =
    standing !== undefined &&
    sameCarried(items, carried) &&
    isUpToDate(standing, context) &&
    (await isWhole(plan, standing.head.parents[0], gathered));
  return {
    kind: 'proposal',
    part,
    pullRequests: host.pullRequests,
    proposals,
    standing,
    plan,
    items,
    looks: pullRequestOptionsOf(part, shipment.settings),
    reason,
    trailers,
    message: { headline, body: [body, ...deliveryLines(items)].join('\n') },
    carried,
    state: isCurrent ? 'current' : 'outdated',
    notices: [...keeping.notices, ...openedByOthers(standing, ours), ...unseenOwners(items, context)],
  };
}

/** Records come from pull requests that we have opened: a pull request that another login opens for our branch brings only text,
 * unless a merge commit brings our own commit. */
const openedByOthers = (standing: Proposal | undefined, ours: readonly string[]): Notice[] => {
  const { branch = '', pullRequest } = standing ?? {};
  if (pullRequest === undefined || isOneOf(pullRequest.author, ours)) return [];
  const opener = pullRequest.author === undefined ? 'somebody unknown' : quote(pullRequest.author);
  const way = pullRequest.author === undefined ? '' : `, or list ${opener} under \`writers\` in the configuration`;
  return [
    {
      message: `Pull request ${pullRequest.number} of the branch ${quote(branch)} was opened by ${opener}: after a squash or a rebase its lines do not count as a record, and later runs do not know what it has set.`,
      hint: `Close it and run this again, so that the token opens a pull request of its own${way}.`,
    },
  ];
};

/** Each product has a pull request of its own, and those of products that the request does not name are not read. Two that change one
 * place conflict, so that nothing is lost, but only the first can be merged. */
const unseenOwners = (items: readonly CarriedItem[], { gathered }: DeliveryContext): Notice[] => {
  const named = new Set(gathered.targets.map(({ product }) => product));
  const notices = items.flatMap(({ item }) => {
    const others = [...new Set((item.owners ?? []).map(({ product }) => product))].filter((name) => !named.has(name));
    if (others.length === 0) return [];
    const message = `The place of ${quote(item.image)} in ${quote(item.path)} belongs to ${listed(others)} as well: if a pull request of ${listed(others)} changes it, too, only the first of the two can be merged as it is.`;
    const hint = `Ask for ${listed([...named, ...others])} in one request, or ask again for the one that conflicts: it is then planned anew.`;
    return [[message, { message, hint, path: item.path, line: item.line }] as const];
  });
  return [...new Map(notices).values()];
};

const unreadable = ({ product }: ProposalPart<ConfiguredTarget>): never =>
  fail(
    'permission-missing',
    `The token may not read pull requests, so none can be opened for ${quote(product)}.`,
    'Give the token Pull requests: write ("permissions: pull-requests: write" for the workflow\'s own token), or set `delivery: commit`.',
  );

/** A branch without a pull request was left by a run that had come no further, unless somebody has closed it. */
const carriedOf = (standing: Proposal | undefined, ours: readonly string[]): readonly ProposedItem[] =>
  standing !== undefined && !standing.declined && knownOwnership(standing).kind === 'ours'
    ? carriedBy(standing, ours)
    : [];

const checkBase = ({ branch, pullRequest }: Proposal, base: string): void => {
  if (pullRequest === undefined || pullRequest.base === base) return;
  fail(
    'branch-taken',
    `Pull request ${pullRequest.number} from ${quote(branch)} is open for the branch ${quote(pullRequest.base)}, not for ${quote(base)}.`,
    'Merge or close it, then run this again.',
  );
};

/** Nothing that is not ours may be merged in our name, so an armed pull request is disarmed, as far as the token may. */
const refuseForeign = async (standing: Proposal, context: DeliveryContext): Promise<void> => {
  const ownership = knownOwnership(standing);
  if (ownership.kind !== 'foreign') return;
  const { branch, head, pullRequest } = standing;
  const where = pullRequest === undefined ? '' : ` of pull request ${pullRequest.number}`;
  const why = ownership.why === undefined ? '' : `: ${ownership.why}`;
  const self = context.gathered.snapshot.proposals?.self ?? '';
  fail(
    'foreign-commit',
    `The branch ${quote(branch)}${where} has a commit that ${quote(self)} has not made (${head.id.slice(0, 7)} by ${quote(head.author)})${why}; an update would lose it.${await disarm(standing, context)}`,
    'Merge or close the pull request and delete its branch, or take the commit off it; then run this again. If a token of another login has made it, list that login under `writers` in the configuration.',
  );
};

const disarm = async ({ pullRequest }: Proposal, { host, shipment }: DeliveryContext): Promise<string> => {
  if (pullRequest === undefined || pullRequest.waits === 'idle' || shipment.mode === 'dry-run') return '';
  const isDisarmed = await host.pullRequests?.disarm(pullRequest).then(
    ({ kind }) => kind === 'disarmed',
    (error: unknown) => {
      if (error instanceof PromotionError) return false;
      throw error;
    },
  );
  return isDisarmed ? ' It was armed and is no longer.' : ' It is armed, and the token cannot change that.';
};

const requestsOf = (kept: readonly CarriedOver[]): Additional => {
  const requests = new Map<string, CarriedOver['again']['request'][]>();
  for (const { again, carried } of kept) {
    const { environment } = carried.trailer;
    const others = requests.get(environment);
    if (others === undefined) requests.set(environment, [again.request]);
    else others.push(again.request);
  }
  return requests;
};

type CarryContext = {
  readonly part: ProposalPart<ConfiguredTarget>;
  readonly context: DeliveryContext;
  readonly carried: readonly ProposedItem[];
  readonly kept: readonly CarriedOver[];
};

/** A carried item keeps its record, and so does an item that is requested again without a source. */
const carriedItem = (item: PlannedItem, { part, context, carried, kept }: CarryContext): CarriedItem => {
  const stays = isKept(kept, item);
  if (stays !== undefined) return { ...stays.carried, item };
  const key = itemKey(item.environment, item.image);
  const before = carried.find(({ trailer }) => itemKey(trailer.environment, trailer.reference.repository) === key);
  const trailer = context.shipment.trailerOf(item) as StateTrailer;
  return {
    item,
    delivery: part.delivery,
    trailer: isNews(trailer, before?.trailer) ? trailer : withBuild(before?.trailer ?? trailer, trailer),
  };
};

/** A request without a source may still have a proven build. */
const withBuild = (trailer: StateTrailer, latest: StateTrailer): StateTrailer =>
  trailer.kind === 'promotion' && latest.kind === 'promotion' && latest.built !== undefined
    ? { ...trailer, built: latest.built }
    : trailer;

const isNews = (trailer: StateTrailer, before: StateTrailer | undefined): boolean => {
  if (trailer.kind === 'rollback' || before?.kind !== 'promotion') return true;
  const isSame = trailer.reference.tag === before.reference.tag && trailer.reference.digest === before.reference.digest;
  return !isSame || Object.values(trailer.source).some((part) => part !== undefined);
};

/** A branch that merges cleanly is left alone, so that its reviews and checks remain valid. */
const isUpToDate = ({ head, pullRequest, commits }: Proposal, { gathered }: DeliveryContext): boolean =>
  commits === 1 && (head.parents[0] === gathered.snapshot.commit || pullRequest?.merges === 'clean');

const reasonOf = (
  own: string | undefined,
  kept: readonly CarriedOver[],
  standing: Proposal | undefined,
): string | undefined => {
  const earlier = kept.length > 0 && standing !== undefined ? reasonIn(standing.head.message) : undefined;
  if (own === undefined || earlier === undefined || earlier.includes(own)) return own ?? earlier;
  return `${own}; ${earlier}`.slice(0, 300);
};
