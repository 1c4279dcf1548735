import { canonicalRepository, printImage, sameRepository } from '../../domain/image.ts';
import type { DeliverySettings, Notice, Promotion } from '../../domain/model.ts';
import { type LeftOut, type PlannedItem, type PromotionPlan, planPromotion } from '../../domain/plan/plan-promotion.ts';
import type { TargetSettings } from '../../domain/policy/facts.ts';
import { otherOwners, withOtherOwners } from '../../domain/policy/shared-places.ts';
import { carriedBy, type ProposedItem } from '../../domain/proposal/carried.ts';
import { branchesOf, partsOf } from '../../domain/proposal/delivery-parts.ts';
import {
  type Decision,
  decide,
  decide as decideItem,
  explainEndedHold,
  type ItemQuestion,
  type ItemRecord,
} from '../../domain/records/record.ts';
import { moment } from '../../domain/request/payload.ts';
import { quote } from '../../domain/text.ts';
import type { Creation, Proposal, Proposals, Snapshot } from '../../ports.ts';
import { oursAmong } from './ownership.ts';
import { type ConfiguredTarget, type PromotionFacts, readRecord } from './read-manifests.ts';

type SupersedeRequest = {
  readonly promotion: Promotion;
  readonly start: string;
  readonly settings: DeliverySettings;
  /** When the receiving run was created, where it was started again. */
  readonly creation?: (() => Promise<Creation>) | undefined;
};

/** Removes from a plan the items that a newer build has set, and held ones. */
export async function supersede(
  plan: PromotionPlan,
  { promotion, start, settings, creation }: SupersedeRequest,
  gathered: PromotionFacts,
): Promise<PromotionPlan> {
  if (promotion.trigger === 'by-hand') {
    return { ...plan, notices: [...plan.notices, ...(await endedHolds(plan.items, gathered))] };
  }
  const { createdAt, notices: undated } = await repetitionOf(promotion, creation);
  const own = new Set(partsOf(gathered.targets, settings.delivery).map(({ key }) => key));
  const concerned = concernedProposals(plan.items, gathered.snapshot.proposals, own);
  const proposals = await oursAmong(concerned, gathered);
  const silent = otherOwners(plan.items, gathered.targets, promotion.environments);
  const spots = new Map([...silent, ...gathered.targets].map((spot) => [ownerKey(spot), spot]));
  const judged = await Promise.all(
    plan.items.flatMap((item) =>
      withOtherOwners([item], silent).map(async (one) => {
        const judgement = await judge({ promotion, start, createdAt, item: one, proposals, spots }, gathered.snapshot);
        const { superseded } = judgement;
        return { ...judgement, superseded: superseded && { ...superseded, item } };
      }),
    ),
  );
  const leftOut = judged.flatMap(({ superseded }) => (superseded === undefined ? [] : [superseded]));
  const decided = leaveOut(plan, leftOut, gathered.targets);
  return { ...decided, notices: [...plan.notices, ...undated, ...judged.flatMap(({ notices }) => notices)] };
}

/** A person may set a rolled-back image, and gets a notice. */
const endedHolds = async (
  items: readonly PlannedItem[],
  { targets, snapshot }: PromotionFacts,
): Promise<readonly Notice[]> => {
  const byOwner = new Map(targets.map((target) => [ownerKey(target), target]));
  const found = await Promise.all(
    items.map(async (item): Promise<Notice[]> => {
      const target = byOwner.get(ownerKey(item));
      if (target === undefined || item.state === 'unchanged') return [];
      const { environment, image, path, line, from: current, to: requested } = item;
      const record = await readRecord({ environment, image, path, current }, target.settings, snapshot);
      const message = explainEndedHold(record, { environment, requested });
      return message === undefined ? [] : [{ message, path, line }];
    }),
  );
  return found.flat();
};

type Repetition = { readonly createdAt?: string | undefined; readonly notices: readonly Notice[] };

/** When a run that was started again was created: the one that asks as it says itself, the one that receives as GitHub knows. Of both
 * the earlier moment counts. */
const repetitionOf = async (
  { source }: Promotion,
  creation: (() => Promise<Creation>) | undefined,
): Promise<Repetition> => {
  const sent = (source?.runAttempt ?? 1) > 1 ? source?.createdAt : undefined;
  const received = await creation?.();
  const moments = [sent, received?.kind === 'known' ? moment(received.at.toISOString()) : undefined];
  const [createdAt] = moments.filter((one) => one !== undefined).sort();
  return { createdAt, notices: received?.kind === 'unknown' ? [undatedRun(received.reason)] : [] };
};

const undatedRun = (reason: string): Notice => ({
  message: `This run was started again, and when it was created cannot be read: ${reason}. Whether it reverts something that came in since is not looked at.`,
  hint: 'Give the workflow the permission actions: read.',
});

/** Plans again without the items. An item that is left out in one of its manifests is left out in all of them, and so is everything
 * else that is asked of the same place: for another environment or product, say, whose place it is, too. */
export function leaveOut(
  decided: PromotionPlan,
  out: readonly LeftOut[],
  targets: readonly ConfiguredTarget[],
): PromotionPlan {
  if (out.length === 0) return decided;
  const causes = causesOf(decided.items, out);
  const direct = new Set(out.map(({ item }) => item));
  const along = decided.items
    .filter((item) => item.state === 'changed' && !direct.has(item))
    .flatMap((item) => {
      const superseded = causes.get(item)?.superseded;
      return superseded === undefined ? [] : [{ item, superseded }];
    });
  const remaining = decided.items.filter((item) => !causes.has(item));
  const { items, files } = planPromotion(targets.map((target) => only(remaining, target)));
  const distinct = [...new Map(out.map((one) => [one.item, one])).values()];
  return { ...decided, items, files, leftOut: [...decided.leftOut, ...distinct, ...along] };
}

/** The removed items, direct or dependent, with the reason. */
const causesOf = (items: readonly PlannedItem[], out: readonly LeftOut[]): Map<PlannedItem, LeftOut> => {
  const kin = kinOf(items);
  const causes = new Map<PlannedItem, LeftOut>(out.map((one) => [one.item, one]));
  // Extended during the loop: a dependent item adds its own related items. All that share a key are added by the first of them.
  for (const [item, cause] of causes) {
    for (const key of kinKeys(item)) {
      for (const other of kin.get(key) ?? []) if (!causes.has(other)) causes.set(other, cause);
      kin.delete(key);
    }
  }
  return causes;
};

const kinOf = (items: readonly PlannedItem[]): Map<string, PlannedItem[]> => {
  const kin = new Map<string, PlannedItem[]>();
  for (const item of items) {
    for (const key of kinKeys(item)) {
      const others = kin.get(key);
      if (others === undefined) kin.set(key, [item]);
      else others.push(item);
    }
  }
  return kin;
};

/** Those of one image in one environment of one product, and those at one place. */
const kinKeys = ({ product, environment, image, path, place }: PlannedItem): string[] => {
  const repository = canonicalRepository(image);
  return [JSON.stringify([product, environment, repository]), JSON.stringify([path, place, repository])];
};

type Judged = Pick<SupersedeRequest, 'promotion' | 'start'> &
  Pick<Repetition, 'createdAt'> &
  Pick<Waiting, 'proposals'> & {
    readonly item: PlannedItem;
    readonly spots: ReadonlyMap<string, TargetSettings>;
  };

type Judgement = { readonly superseded?: LeftOut | undefined; readonly notices: readonly Notice[] };

const judge = async (
  { promotion, start, createdAt, item, proposals, spots }: Judged,
  snapshot: Snapshot,
): Promise<Judgement> => {
  const target = spots.get(ownerKey(item));
  if (target === undefined) return { notices: [] };
  const { environment, image, path, from: current, to: requested, product } = item;
  const { order } = target.settings;
  const question = {
    trigger: promotion.trigger,
    order,
    source: promotion.source,
    environment,
    image,
    requested,
    start,
    createdAt,
  };
  const pending = decidePending(question, { product, proposals });
  if (pending.kind === 'superseded') return leave(item, pending);
  if (item.state === 'unchanged') return { notices: [] };
  const record = await readRecord({ environment, image, path, current }, target.settings, snapshot);
  const decision = decideItem({ ...question, current, record });
  const notices = record.notice === undefined ? [] : [record.notice];
  if (decision.kind === 'pass') return { notices };
  const left = leave(item, decision);
  return { ...left, notices: [...notices, ...left.notices] };
};

const leave = (
  item: PlannedItem,
  { superseded, severity }: Extract<Decision, { readonly kind: 'superseded' }>,
): Judgement => ({
  superseded: { item, superseded },
  notices: severity === 'warning' ? [{ message: superseded.message, path: item.path, line: item.line }] : [],
});

const ownerKey = ({ product, environment }: Pick<PlannedItem, 'product' | 'environment'>): string =>
  JSON.stringify([product, environment]);

const belongsTo =
  ({ product, environment }: { product: string; environment: string }) =>
  (target: { product: string; environment: string }): boolean =>
    target.product === product && target.environment === environment;

const only = (items: readonly PlannedItem[], target: ConfiguredTarget): ConfiguredTarget => {
  const asked = new Set(items.filter(belongsTo(target)).map(({ request }) => printImage(request)));
  return { ...target, images: target.images.filter((image) => asked.has(printImage(image))) };
};

type Pending = { readonly proposal: Proposal; readonly carried: ProposedItem };

/** The open pull requests of a product. */
type Waiting = {
  readonly product: string;
  /** Those of all products that are ours. */
  readonly proposals: readonly Proposal[];
};

/** The proposals that may have newer items: the owners of all others do not matter.
 * @param own the branches that the request itself is delivered to: there somebody may be about to open the pull request. */
function concernedProposals(
  items: readonly Pick<PlannedItem, 'product' | 'environment' | 'image'>[],
  proposals: Proposals | undefined,
  own: ReadonlySet<string>,
): Proposal[] {
  return (proposals?.list ?? []).filter((proposal) => {
    const { branch, pullRequest, declined } = proposal;
    if (pullRequest === undefined && (!own.has(branch) || declined)) return false;
    return carriedBy(proposal, []).some(({ trailer: { environment, reference } }) =>
      items.some(
        (item) =>
          branch.startsWith(branchesOf(item.product)) &&
          item.environment === environment &&
          sameRepository(item.image, reference.repository),
      ),
    );
  });
}

/** Decides whether an item may be set, or a newer build of it waits in a pull request of the product; so does a rollback, which
 * holds the image that it removes. */
function decidePending(question: Omit<ItemQuestion, 'record' | 'current'>, { product, proposals }: Waiting): Decision {
  const pending = proposals
    .filter(({ branch }) => branch.startsWith(branchesOf(product)))
    .flatMap((proposal) => carriedBy(proposal, []).map((carried): Pending => ({ proposal, carried })));
  for (const { proposal, carried } of pending) {
    const { environment, reference } = carried.trailer;
    if (environment !== question.environment || !sameRepository(reference.repository, question.image)) continue;
    const decision = decide({ ...question, current: reference, record: carriedRecord(carried, proposal) });
    if (decision.kind === 'superseded') return told(decision, proposal);
  }
  return { kind: 'pass' };
}

/** The state after a merge of the pull request. */
const carriedRecord = ({ trailer }: ProposedItem, { head }: Proposal): ItemRecord =>
  trailer.kind === 'promotion'
    ? {
        set: { commit: head.id, at: head.committedAt, build: { source: trailer.source, recordedAt: head.committedAt } },
        holds: [],
      }
    : { holds: [{ reference: trailer.instead, because: 'rollback', commit: head.id }] };

const told = (decision: Extract<Decision, { kind: 'superseded' }>, { branch, pullRequest }: Proposal): Decision => {
  const { superseded } = decision;
  const where = pullRequest === undefined ? quote(branch) : `pull request ${pullRequest.number}`;
  const message =
    superseded.reason === 'older'
      ? superseded.message.replace(/, which \S+ runs; /, `, which waits in ${where}; `)
      : superseded.reason === 'repeated'
        ? superseded.message.replace(/, which \S+ runs, came later/, `, which waits in ${where}, came later`)
        : `${superseded.message.replace(/\.$/, '')} (in ${where}, which is open).`;
  return { ...decision, superseded: { ...superseded, message } };
};
