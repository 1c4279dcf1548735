import { printReference, type Reference, sameReference } from '../image.ts';
import type { Source, Superseded, Trigger } from '../model.ts';
import type { Build } from './history.ts';
import type { Hold, ItemRecord } from './record.ts';
import type { RecordedSource } from './trailer.ts';

/** One item of a request, against what its record says. */
export type Question = {
  readonly trigger: Trigger;
  readonly order: 'newer' | 'any';
  readonly environment: string;
  /** The repository that runs after the change. */
  readonly image: string;
  /** What the file would hold after the change. */
  readonly requested: Reference;
  /** What the file holds at the snapshot. */
  readonly current: Reference;
  readonly source?: Source | undefined;
  /** When the run that asks, or that receives the request, was created; known only of a run that was started again. RFC 3339. */
  readonly createdAt?: string | undefined;
  readonly record: ItemRecord;
  /** When the receiving run started, RFC 3339. */
  readonly start: string;
};

export type Decision =
  | { readonly kind: 'pass' }
  /** A `warning` for a tag or a release: somebody waits for it. Anything else is the daily course of things. */
  | { readonly kind: 'superseded'; readonly superseded: Superseded; readonly severity: 'notice' | 'warning' };

/** Decides whether an item may be set. A person may set anything; automation leaves alone what is held and, with
 * `order: newer`, what a newer build has set. What the file holds already passes and comes out as unchanged. */
export function decide(question: Question): Decision {
  const { trigger, order, requested, current, record } = question;
  if (trigger === 'by-hand' || sameReference(requested, current)) return { kind: 'pass' };
  const hold = record.holds.find((candidate) => holds(candidate, question));
  if (hold !== undefined) return superseded(question, 'held', heldMessage(question, hold));
  const { set } = record;
  if (order === 'any' || set === undefined) return { kind: 'pass' };
  const { build } = set;
  if (build !== undefined && isOlder({ ...question, build })) {
    return superseded(question, 'older', olderMessage(question, build));
  }
  return isRepeated(question, set)
    ? superseded(question, 'repeated', repeatedMessage(question, set))
    : { kind: 'pass' };
}

/** Whether a run that was started again would revert what came since it was created. What is known to be newer than that, or than
 * what was rolled back, passes, and so does what the same run has set itself. */
const isRepeated = (question: Question, { at, build, replaced }: NonNullable<ItemRecord['set']>): boolean => {
  const { createdAt } = question;
  if (createdAt === undefined || at === undefined || !(Date.parse(createdAt) < Date.parse(at))) return false;
  const known = [build, replaced].filter(isKnown);
  return !known.some((other) => isNewer({ ...question, build: other }) || isSameRun(question.source, other.source));
};

type Compared = Pick<Question, 'source' | 'start'> & { readonly build: Build };

/** Whether the source of a request is older than a build. Whatever cannot be compared is neither older nor newer. */
export function isOlder(compared: Compared): boolean {
  return difference(compared) < 0;
}

function isNewer(compared: Compared): boolean {
  return difference(compared) > 0;
}

/** Below 0 where the source is older: by the numbers of the same workflow's runs or else, among branches, by the date of the commit.
 * NaN where nothing can be compared. */
const difference = ({ source, build, start }: Compared): number => {
  if (source === undefined) return Number.NaN;
  if (haveSameWorkflow(source, build.source) && isKnown(source.runNumber) && isKnown(build.source.runNumber)) {
    return source.runNumber - build.source.runNumber;
  }
  if (!isBranch(source) || !isBranch(build.source) || source.event === 'workflow_dispatch') return Number.NaN;
  return committed(source, start, start) - committed(build.source, build.recordedAt ?? start, start);
};

/** Milliseconds; NaN for what is unknown, which is neither earlier nor later than anything. A clock that runs ahead must not win
 * for good: a date in the future counts as the time at which the request, or the record, was made. */
const committed = ({ committedAt }: RecordedSource, madeAt: string, start: string): number => {
  const date = Date.parse(committedAt ?? '');
  return date > Date.parse(start) ? Math.min(Date.parse(madeAt), Date.parse(start)) : date;
};

const haveSameWorkflow = (a: RecordedSource, b: RecordedSource): boolean =>
  isKnown(a.repository) &&
  isKnown(a.workflow) &&
  a.repository.toLowerCase() === b.repository?.toLowerCase() &&
  a.workflow === b.workflow;

const isSameRun = (source: Source | undefined, build: RecordedSource): boolean =>
  source?.runNumber !== undefined && source.runNumber === build.runNumber && haveSameWorkflow(source, build);

const isBranch = ({ ref }: RecordedSource): boolean => ref?.startsWith('refs/heads/') ?? false;

const isKnown = <T>(value: T | undefined): value is T => value !== undefined;

const holds = ({ reference, because, build }: Hold, question: Question): boolean => {
  if (isSameImage(reference, question.requested)) return true;
  return because === 'rollback' && build !== undefined && isOlder({ ...question, build });
};

/** Where both name a digest it decides, else the tag: `verify: digest` may have added one to what was asked for. */
const isSameImage = (a: Reference, b: Reference): boolean => {
  if (a.repository !== b.repository) return false;
  return isKnown(a.digest) && isKnown(b.digest) ? a.digest === b.digest : isKnown(a.tag) && a.tag === b.tag;
};

const superseded = (question: Question, reason: 'older' | 'held' | 'repeated', message: string): Decision => {
  const { image, requested, current, source } = question;
  const isRelease = source?.event === 'release' || (source?.ref?.startsWith('refs/tags/') ?? false);
  return {
    kind: 'superseded',
    superseded: { image, requested, current, reason, message },
    severity: isRelease ? 'warning' : 'notice',
  };
};

const olderMessage = ({ environment, requested, current, source }: Question, build: Build): string =>
  `${printReference(requested)}${origin(source)} is older than ${printReference(current)}${origin(build.source)}, which ${environment} runs; it is left out.`;

const repeatedMessage = (
  { environment, requested, current, source, createdAt }: Question,
  { commit, build }: NonNullable<ItemRecord['set']>,
): string =>
  `${printReference(requested)}${origin(source)} comes from a run that was created at ${createdAt} and started again, and ${printReference(current)}${origin(build?.source)}, which ${environment} runs, came later, in commit ${commit.slice(0, 7)}. It is left out; a new run passes, and a person may promote it.`;

const heldMessage = ({ environment, requested }: Question, { reference, because, build, commit }: Hold): string => {
  const what = `${printReference(requested)} is held in ${environment}`;
  const where = `commit ${commit.slice(0, 7)}`;
  if (because === 'removal') {
    return `${what}: ${where} set it and somebody has taken it out by hand. Another build passes, and a person may promote it.`;
  }
  const cause = isSameImage(reference, requested)
    ? 'it was rolled back'
    : `it is older than ${printReference(reference)}${origin(build?.source)}, which was rolled back`;
  return `${what}: ${cause} in ${where}. A newer build passes, and a person may promote it.`;
};

/** ` (release.yml#42 of acme/shop)`, as far as it is known. */
const origin = (source: RecordedSource | undefined): string => {
  const run =
    source?.workflow === undefined || source.runNumber === undefined
      ? undefined
      : `${source.workflow}#${source.runNumber}`;
  const parts = [run ?? source?.committedAt, source?.repository].filter(isKnown);
  return parts.length === 0 ? '' : ` (${parts.join(' of ')})`;
};
