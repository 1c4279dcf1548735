import { dispositionOf, type Violation } from '../../domain/errors.ts';
import type { Delivery, EnvironmentOutcome, FileChange, Notice, Outcome, Superseded } from '../../domain/model.ts';
import { changeOf, type PlannedItem } from '../../domain/plan/plan-promotion.ts';
import { firstOf } from '../../domain/report/outcome.ts';
import type { ReportOutcome } from '../../domain/report/report-schema.ts';
import type { Decided } from '../promotion/supersede.ts';
import type { DeliveryContext, PartResult, Unfinished } from './context.ts';

/** What came of all parts together. */
export type Totals = {
  readonly changed: boolean;
  /** On the branch where there is one, else on the branch of a pull request. */
  readonly commit?: string | undefined;
  readonly pullRequests: readonly { readonly number: number; readonly url: string }[];
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
  readonly violations: readonly Violation[];
  /** Where the violations do not tell: a pull request that could not be armed or merged stays proposed. */
  readonly outcome?: ReportOutcome | undefined;
};

/** The parts, as far as they got. */
export type Parts = {
  readonly results: readonly PartResult[];
  /** What ended the run has left of others. */
  readonly unfinished: readonly Unfinished[];
};

type Told = {
  readonly decided: Decided;
  readonly notices: readonly Notice[];
  /** What ended the run, if anything did. */
  readonly violations: readonly Violation[];
};

export function totalsOf({ results, unfinished }: Parts, { decided, notices, violations }: Told): Totals {
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

/** A file of several parts appears as the last one left it. */
const distinct = (files: readonly FileChange[]): FileChange[] => [
  ...new Map(files.map((file) => [file.path, file])).values(),
];

/** What happened where. A place whose part has not been delivered met what ended the run. */
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
    const isAt = (other: { readonly product: string; readonly environment: string }): boolean =>
      other.product === product && other.environment === environment;
    const result = results.find(({ targets }) => targets.some(isAt));
    const begun = result ?? unfinished.find(({ targets }) => targets.some(isAt));
    const items = (result?.items ?? decided.items).filter(isAt);
    const changes = items.filter(({ state }) => state === 'changed').map(changeOf);
    const superseded = (result?.leftOut ?? decided.leftOut).flatMap((left) => (isAt(left.item) ? left.superseded : []));
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

/** What was asked for and is there already, and the commit that holds it; nothing where the branch does not hold what was asked for. */
const standing = ({ outcome, items, commit, read }: Ended): Pick<EnvironmentOutcome, 'unchanged' | 'commit'> => {
  if (outcome !== 'promoted' && outcome !== 'unchanged') return {};
  const unchanged = items.filter(({ state }) => state === 'unchanged').map(({ to }) => to);
  return { ...(unchanged.length > 0 ? { unchanged } : {}), commit: outcome === 'promoted' ? commit : read };
};

/** A freeze refuses what it keeps out; what is older or held was only overtaken. */
const leftOutcome = (superseded: readonly Superseded[]): Outcome =>
  superseded.some(({ reason }) => reason === 'frozen') ? 'refused' : 'superseded';

const undelivered = (violations: readonly Violation[]): Outcome =>
  dispositionOf(violations) === 'refused' ? 'refused' : 'failed';
