import { PromotionError } from '../../domain/errors.ts';
import { canonicalRepository, printReference, sameReference, sameRepository } from '../../domain/image.ts';
import type { Notice } from '../../domain/model.ts';
import { listedIn, type ReplannedItem, replanItem } from '../../domain/plan/carry.ts';
import type { ManifestFile, PlannedItem, PromotionPlan } from '../../domain/plan/plan-promotion.ts';
import type { RequirementFact } from '../../domain/policy/facts.ts';
import { unmetFinder } from '../../domain/policy/requires.ts';
import { itemKey, type ProposedItem } from '../../domain/proposal/carried.ts';
import { decide } from '../../domain/records/record.ts';
import type { Proposal } from '../../ports.ts';
import { readRequirements } from '../promotion/policies.ts';
import { type ConfiguredTarget, type PromotionFacts, readRecord } from '../promotion/read-manifests.ts';
import type { DeliveryContext } from './context.ts';

/** A carried item that stays in the pull request. */
export type CarriedOver = {
  readonly carried: ProposedItem;
  readonly again: Extract<ReplannedItem, { readonly kind: 'changes' }>;
};

type Keeping = { readonly kept: readonly CarriedOver[]; readonly notices: readonly Notice[] };

/** The items that stay in a pull request although the request does not name them: the base lacks them, the configuration allows
 * them, and nothing newer is on the base. */
export async function keep(
  carried: readonly ProposedItem[],
  { proposal, targets }: { readonly proposal: Proposal; readonly targets: readonly ConfiguredTarget[] },
  context: DeliveryContext,
): Promise<Keeping> {
  const products = new Set(targets.map(({ product }) => product));
  const named = new Set(
    context.decided.items
      .filter(({ product }) => products.has(product))
      .map(({ environment, image }) => itemKey(environment, image)),
  );
  const unnamed = carried.filter(
    ({ trailer }) => !named.has(itemKey(trailer.environment, trailer.reference.repository)),
  );
  const judged = await Promise.all(
    unnamed.map(async (one) => ({ one, again: await judge(one, { proposal, targets }, context) })),
  );
  const changing = judged.flatMap(({ one, again }) => (again.kind === 'changes' ? [{ carried: one, again }] : []));
  const { whole: passing, torn } = withoutTorn(changing, context.decided.items);
  const unmet = await unmetAmong(passing, context);
  return {
    kept: passing.filter((kept) => !unmet.some(({ one }) => one === kept)),
    notices: [
      ...judged.flatMap(({ one, again }) => (again.kind === 'dropped' ? [dropped(one, proposal, again.why)] : [])),
      ...torn.map((one) => dropped(one.carried, proposal, tornApart(one))),
      ...unmet.map(({ one, why }) => dropped(one.carried, proposal, why)),
    ],
  };
}

/** A place that environments share changes for all of them or for none, so that one dropped item may drop others. */
const withoutTorn = (
  kept: readonly CarriedOver[],
  named: readonly PlannedItem[],
): { readonly whole: readonly CarriedOver[]; readonly torn: readonly CarriedOver[] } => {
  const items = [...named, ...kept.map(({ again }) => again.item)];
  const isTorn = ({ again: { item } }: CarriedOver): boolean =>
    (item.owners ?? []).some(
      ({ environment }) => environment !== item.environment && !items.some((other) => isPart(item, environment, other)),
    );
  const torn = kept.filter(isTorn);
  if (torn.length === 0) return { whole: kept, torn };
  const rest = withoutTorn(
    kept.filter((one) => !torn.includes(one)),
    named,
  );
  return { whole: rest.whole, torn: [...torn, ...rest.torn] };
};

const isPart = (item: PlannedItem, environment: string, other: PlannedItem): boolean =>
  other.environment === environment &&
  other.path === item.path &&
  other.place === item.place &&
  sameReference(other.to, item.to);

const tornApart = ({ again: { item } }: CarriedOver): string =>
  `its place in ${item.path} is common to other environments, for which it is not carried`;

const judge = async (
  carried: ProposedItem,
  { proposal, targets }: { readonly proposal: Proposal; readonly targets: readonly ConfiguredTarget[] },
  context: DeliveryContext,
): Promise<ReplannedItem> => {
  const again = replanItem(carried, targets);
  const target = targets.find(({ environment }) => environment === carried.trailer.environment);
  if (again.kind !== 'changes' || target === undefined || carried.trailer.kind === 'rollback') return again;
  if (target.settings.provenance !== undefined && carried.trailer.built === undefined) {
    const why = `its build provenance, which ${target.environment} demands by now, was not verified when it was asked for`;
    return { kind: 'dropped', why };
  }
  const { environment, image, path, from: current } = again.item;
  const record = await readRecord({ environment, image, path, current }, target.settings, context.gathered.snapshot);
  const decision = decide({
    trigger: 'automatic',
    order: target.settings.order,
    environment,
    image,
    requested: again.item.to,
    current,
    source: carried.trailer.source,
    record,
    start: proposal.head.committedAt,
  });
  if (decision.kind === 'pass') return again;
  return { kind: 'dropped', why: `${environment} runs ${printReference(current)}, which is newer or was gone back to` };
};

const dropped = ({ trailer }: ProposedItem, { pullRequest, branch }: Proposal, why: string): Notice => {
  const where = pullRequest === undefined ? branch : `Pull request ${pullRequest.number}`;
  return {
    message: `${where} no longer carries ${printReference(trailer.reference)} for ${trailer.environment}: ${why}.`,
  };
};

export function isKept(kept: readonly CarriedOver[], { environment, image }: PlannedItem): CarriedOver | undefined {
  return kept.find(({ again }) => again.item.environment === environment && sameRepository(again.item.image, image));
}

/** Whether a branch that was made on the commit `parent` has all changes. Later changes of the base, such as another manifest
 * that lists the image, are not in it, and would stay unchanged after the merge. */
export async function isWhole(
  { files, items }: PromotionPlan,
  parent: string | undefined,
  { snapshot, targets }: Pick<PromotionFacts, 'snapshot' | 'targets'>,
): Promise<boolean> {
  if (parent === undefined || parent === snapshot.commit) return parent !== undefined;
  const entries = await snapshot.readAt(
    parent,
    files.map(({ path }) => path),
  );
  const images = new Set(items.flatMap(({ image, from }) => [image, from.repository]).map(canonicalRepository));
  return files.every((file, at) => {
    const entry = entries?.[at];
    const readers = targets.flatMap((target) => target.files.filter(({ path }) => path === file.path));
    return entry?.kind === 'file' && readers.every((reader) => isAlike(reader, entry.text, images));
  });
}

/** The merge brings together all other changes of the file. */
const isAlike = (file: ManifestFile, former: string, images: ReadonlySet<string>): boolean => {
  if (file.text === former) return true;
  const count = (text: string): number =>
    listedIn([{ ...file, text }]).filter(({ image }) => images.has(canonicalRepository(image.repository))).length;
  try {
    return count(file.text) === count(former);
  } catch (error) {
    if (error instanceof PromotionError) return false;
    throw error;
  }
};

/** A carried item that is dropped, with the reason. */
type Unmet = { readonly one: CarriedOver; readonly why: string };

/** Items whose required environment runs the image no more. A rollback needs no requirement. */
async function unmetAmong(
  kept: readonly CarriedOver[],
  { gathered, decided }: DeliveryContext,
): Promise<readonly Unmet[]> {
  const requiring = kept.filter(({ carried }) => carried.trailer.kind === 'promotion');
  const kin = new Map(requiring.map((one) => [one.again.item, one]));
  const testimonies = await readRequirements([...kin.keys()], gathered, (item) => ({
    source: sourceOf(kin.get(item)),
    names: namesOf(item, gathered.targets),
  }));
  return leaving(requiring, [...decided.items, ...kept.map(({ again }) => again.item)], {
    spots: gathered.targets,
    testimonies,
  });
}

type CarryGrounds = { readonly spots: readonly ConfiguredTarget[]; readonly testimonies: readonly RequirementFact[] };

/** A dropped item may be the requirement of another one. */
const leaving = (
  kept: readonly CarriedOver[],
  remaining: readonly PlannedItem[],
  grounds: CarryGrounds,
): readonly Unmet[] => {
  const unmetOf = unmetFinder({ ...grounds, items: remaining, remaining });
  const out = kept.flatMap((one): Unmet[] => {
    const violation = unmetOf(one.again.item);
    return violation === undefined ? [] : [{ one, why: violation.message.replace(/\.$/, '') }];
  });
  if (out.length === 0) return [];
  const gone = new Set(out.map(({ one }) => one));
  const items = new Set(out.map(({ one }) => one.again.item));
  const staying = kept.filter((one) => !gone.has(one));
  return [
    ...out,
    ...leaving(
      staying,
      remaining.filter((item) => !items.has(item)),
      grounds,
    ),
  ];
};

const sourceOf = (one: CarriedOver | undefined) =>
  one?.carried.trailer.kind === 'promotion' ? one.carried.trailer.source : {};

/** A carried item is found by its running repository; another environment may list it under a common name. */
const namesOf = ({ product, environment, path, from }: PlannedItem, targets: readonly ConfiguredTarget[]): string[] =>
  targets
    .filter((target) => target.product === product && target.environment === environment)
    .flatMap(({ files }) => listedIn(files.filter((file) => file.path === path)))
    .filter(({ image }) => sameRepository(image.repository, from.repository))
    .flatMap(({ names }) => names);
