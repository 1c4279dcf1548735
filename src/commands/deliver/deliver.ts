import { headlineFor } from '../../domain/config/settings.ts';
import { collect, dispositionOf, type Violation } from '../../domain/errors.ts';
import { commitMessage } from '../../domain/message.ts';
import type { Delivery, EnvironmentOutcome, FileChange, Notice, Outcome, Superseded } from '../../domain/model.ts';
import { changeOf, type PlannedItem, type PromotionPlan } from '../../domain/plan/plan-promotion.ts';
import { allAt, isAt } from '../../domain/policy/facts.ts';
import { BRANCHES, type CommitPart, partsOf } from '../../domain/proposal/delivery-parts.ts';
import { firstOf } from '../../domain/report/outcome.ts';
import type { ReportOutcome } from '../../domain/report/report-schema.ts';
import { quote } from '../../domain/text.ts';
import type { BranchMoved } from '../../ports.ts';
import { overridesIn } from '../promotion/freeze.ts';
import { examineOwnership } from '../promotion/ownership.ts';
import type { ConfiguredTarget, PromotionFacts } from '../promotion/read-manifests.ts';
import type { closeSettled as CloseSettled } from './close-settled.ts';
import {
  closingTrailers,
  type DeliveredParts,
  type DeliveryContext,
  givenDelivery,
  type PartResult,
  planOf,
  targetsOf,
  type Unfinished,
} from './context.ts';
import type { planProposal as PlanProposal } from './draft.ts';
import type { propose as Propose } from './propose.ts';

type Delivered =
  | { readonly kind: 'delivered'; readonly notices: readonly Notice[] }
  | BranchMoved
  /** This part has moved the branch, so the others need a fresh read. */
  | { readonly kind: 'underway' };

/** The writes of an attempt: a proposal needs a tree, a commit, the move of its branch and its texts. */
const WRITES = { commit: 1, proposal: 4 };

/** Carries out a decided plan, part by part; the only step of a command that writes. All parts are planned before the first is
 * written, and parts that an earlier attempt has delivered are not touched again.
 * @throws PromotionError when the host refuses; the parts in `deliveredParts` have been delivered by then. */
export async function deliver(context: DeliveryContext, deliveredParts: DeliveredParts): Promise<Delivered> {
  const { shipment, gathered, host } = context;
  const parts = partsOf(gathered.targets, givenDelivery(shipment.settings, host));
  const pending = parts.filter(({ key }) => !deliveredParts.has(key));
  const standing = new Set(pending.map(({ key }) => key));
  await examineOwnership(
    (gathered.snapshot.proposals?.list ?? []).filter(({ branch }) => standing.has(branch)),
    gathered,
  );
  const drafts = await all(
    pending.map(async (part) => (part.kind === 'commit' ? planCommit(part, context) : draftProposal(part, context))),
  );
  for (const [index, draft] of drafts.entries()) {
    const result = draft.kind === 'commit' ? await commitPart(draft, context) : await proposePart(draft, context);
    if (result.kind === 'branch-moved') return { ...result, writes: WRITES[draft.kind] };
    deliveredParts.set(draft.part.key, { ...result, leftOut: context.decided.leftOut });
    context.unfinished.delete(draft.part.key);
    const isMoved = result.outcome === 'promoted' && shipment.mode === 'deliver';
    if (isMoved && index < drafts.length - 1) return { kind: 'underway' };
  }
  const isSettling = shipment.mode === 'deliver' && (gathered.snapshot.proposals?.list.length ?? 0) > 0;
  return {
    kind: 'delivered',
    notices: isSettling ? await settle(parts, context, deliveredParts) : [],
  };
}

/* Pull requests are a large feature: it is loaded where one is asked for, or open. */

const draftProposal: typeof PlanProposal = async (...asked) => (await import('./draft.ts')).planProposal(...asked);

const proposePart: typeof Propose = async (...asked) => (await import('./propose.ts')).propose(...asked);

const settle: typeof CloseSettled = async (...asked) => (await import('./close-settled.ts')).closeSettled(...asked);

/** The plans of all parts.
 * @throws PromotionError with the problems of all of them. */
const all = async <T>(pending: readonly Promise<T>[]): Promise<T[]> => {
  const settled = await Promise.allSettled(pending);
  return collect(
    settled.map((one) => () => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    }),
  );
};

type CommitDraft = {
  readonly kind: 'commit';
  readonly part: CommitPart<ConfiguredTarget>;
  readonly plan: PromotionPlan;
};

function planCommit(part: CommitPart<ConfiguredTarget>, context: DeliveryContext): CommitDraft {
  return { kind: 'commit', part, plan: planOf(part.targets, context) };
}

/** Commits straight onto the branch that was read. */
async function commitPart(
  { part, plan }: CommitDraft,
  { shipment, gathered, decided, host, log }: DeliveryContext,
): Promise<PartResult | BranchMoved> {
  const { files, items } = plan;
  const { targets } = part;
  const result = { kind: 'delivered', delivery: 'commit', targets, items, files, notices: [], violations: [] } as const;
  if (files.length === 0) {
    const notices = uncommittedNotices((await host.uncommitted?.(pathsOf(items))) ?? []);
    return { ...result, outcome: 'unchanged', changed: false, notices };
  }
  const changed = items.filter(({ state }) => state === 'changed');
  const passed = passedNotices(targetsOf(targets, changed), { shipment, host });
  if (shipment.mode === 'dry-run') return { ...result, outcome: 'promoted', changed: false, notices: passed };
  const { kind, reason, id, trailerOf } = shipment;
  const trailers = [...changed.map(trailerOf), ...closingTrailers(shipment)];
  const overrides = overridesIn(decided, changed);
  const headline = headlineFor(gathered.config, targetsOf(targets, changed));
  const message = commitMessage({ kind, changes: changed.map(changeOf), reason, overrides, trailers, headline });
  const written = await host.commit(gathered.snapshot, { id, message, files });
  if (written.kind === 'branch-moved') return written;
  if (written.kind === 'written') {
    log.info(`Changed ${files.length} files.`);
    return { ...result, outcome: 'promoted', changed: true };
  }
  log.info(`Committed ${written.commit}.`);
  const notices = [...passed, ...foundNotices(written.found ?? []), ...(written.notices ?? [])];
  return { ...result, outcome: 'promoted', changed: true, commit: written.commit, notices };
}

/** A commit in a checkout is made without the pull request that the configuration asks for. */
const passedNotices = (
  targets: readonly ConfiguredTarget[],
  { shipment: { settings }, host }: Pick<DeliveryContext, 'shipment' | 'host'>,
): readonly Notice[] => {
  if (host.pullRequests !== undefined || settings.delivery !== 'commit') return [];
  return targets.flatMap(({ product, environment, settings: { delivery, origin } }) =>
    delivery === 'commit'
      ? []
      : [
          {
            message: `The configuration delivers ${environment} of ${product} by ${delivery}, and --delivery commit commits to the checkout instead.`,
            hint: `Before you push it to the branch that Argo CD follows: promote in a workflow, or push the commit on a branch under ${BRANCHES} and open a pull request.`,
            ...origin.delivery,
          },
        ],
  );
};

const pathsOf = (items: readonly PlannedItem[]): readonly string[] => [...new Set(items.map(({ path }) => path))];

const uncommittedNotices = (paths: readonly string[]): readonly Notice[] =>
  paths.map((path) => ({
    message: `${quote(path)} has what was asked for, and changes that are not committed.`,
    hint: 'Add --delivery commit to commit what this promotion changes.',
    path,
  }));

const foundNotices = (paths: readonly string[]): readonly Notice[] =>
  paths.map((path) => ({ message: `${quote(path)} had the change already, and now it is committed.`, path }));

/** The result of a command that changes manifests. */
export type Promoted = {
  /** By its present name; undefined for a checkout. */
  readonly repository?: string | undefined;
  readonly branch: string;
  readonly configuration: PromotionFacts['configuration'];
  readonly environments: readonly EnvironmentOutcome[];
  readonly changed: boolean;
  /** On the branch where there is one, else on the branch of a pull request. */
  readonly commit?: string | undefined;
  readonly pullRequests: readonly { readonly number: number; readonly url: string }[];
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
  readonly violations: readonly Violation[];
  /** Set if the violations do not decide it: a pull request that could not be armed or merged stays proposed. */
  readonly outcome?: ReportOutcome | undefined;
};

/** The parts, as far as they got. */
export type Parts = {
  readonly results: readonly PartResult[];
  /** The unfinished parts. */
  readonly unfinished: readonly Unfinished[];
};

type Findings = {
  readonly decided: PromotionPlan;
  readonly notices: readonly Notice[];
  /** The error that ended the run, if there was one. */
  readonly violations: readonly Violation[];
};

/** The result of all parts together. */
export function totalsOf(
  { results, unfinished }: Parts,
  { decided, notices, violations }: Findings,
): Omit<Promoted, 'repository' | 'branch' | 'configuration' | 'environments'> {
  const landed = results.filter(({ outcome }) => outcome === 'promoted');
  const refusals = [...violations, ...(decided.violations ?? [])];
  const unmerged = results.flatMap((result) => result.violations);
  return {
    changed: unfinished.length > 0 || results.some(({ changed }) => changed),
    commit: [...landed.toReversed(), ...results.toReversed(), ...unfinished].find(({ commit }) => commit !== undefined)
      ?.commit,
    pullRequests: [...results, ...unfinished].flatMap(({ pullRequest }) => pullRequest ?? []),
    files: distinct(results.length === 0 ? decided.files : results.flatMap(({ files }) => files)),
    notices: [...notices, ...results.flatMap((result) => result.notices)],
    violations: [...refusals, ...unmerged],
    outcome: refusals.length === 0 && unmerged.length > 0 ? 'proposed' : undefined,
  };
}

/** A file that several parts change in different ways appears once for each of them. */
const distinct = (files: readonly FileChange[]): FileChange[] => [
  ...new Map(files.map((file) => [JSON.stringify([file.path, file.after]), file])).values(),
];

/** The result for each target. A target whose part was not delivered has the error that ended the run. */
export function environmentsOf(
  {
    gathered,
    decided,
    given,
  }: Pick<DeliveryContext, 'gathered' | 'decided'> & { readonly given: Delivery | undefined },
  { results, unfinished }: Parts,
  violations: readonly Violation[],
): EnvironmentOutcome[] {
  return gathered.targets.map((target) => {
    const { product, environment } = target;
    const isHere = ({ targets }: Pick<PartResult, 'targets'>): boolean => allAt(targets, target).length > 0;
    const result = results.find(isHere);
    const begun = result ?? unfinished.find(isHere);
    const items = allAt(result?.items ?? decided.items, target);
    const changes = items.filter(({ state }) => state === 'changed').map(changeOf);
    const superseded = (result?.leftOut ?? decided.leftOut).flatMap((left) =>
      isAt(target)(left.item) ? left.superseded : [],
    );
    const ended = result === undefined && violations.length > 0 ? undelivered(violations) : undefined;
    const outcome = (changes.length > 0 && result?.outcome) || 'unchanged';
    return {
      name: environment,
      product,
      delivery: begun?.delivery ?? given ?? target.settings.delivery,
      outcome: ended ?? firstOf([outcome, ...(superseded.length > 0 ? [leftOutcome(superseded)] : [])]),
      pullRequest: changes.length > 0 ? begun?.pullRequest?.number : undefined,
      changes,
      ...standing({ outcome: ended ?? outcome, items, commit: result?.commit, read: gathered.snapshot.commit }),
      superseded,
    };
  });
}

type Ended = {
  readonly outcome: Outcome;
  readonly items: readonly PlannedItem[];
  readonly commit: string | undefined;
  /** The commit that was read. */
  readonly read: string;
};

/** The unchanged requested items and the commit that holds them; empty if the branch does not hold them. */
const standing = ({ outcome, items, commit, read }: Ended): Pick<EnvironmentOutcome, 'unchanged' | 'commit'> => {
  if (outcome !== 'promoted' && outcome !== 'unchanged') return {};
  const unchanged = items.filter(({ state }) => state === 'unchanged').map(({ to }) => to);
  return { ...(unchanged.length > 0 ? { unchanged } : {}), commit: outcome === 'promoted' ? commit : read };
};

/** An item left out by a freeze is refused; an older or held one is superseded. */
const leftOutcome = (superseded: readonly Superseded[]): Outcome =>
  superseded.some(({ reason }) => reason === 'frozen') ? 'refused' : 'superseded';

const undelivered = (violations: readonly Violation[]): Outcome =>
  dispositionOf(violations) === 'refused' ? 'refused' : 'failed';
