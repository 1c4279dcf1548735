/** The record of an item: the commit that set it, the references that are held, and whether a request may change it. */

import { canonicalReference, printReference, type Reference, sameReference } from '../image.ts';
import type { Notice, Source, Superseded, Trigger } from '../model.ts';
import { quote } from '../text.ts';
import { type Build, type BuildsOf, buildsIn, entriesOf, type ImagePlace, type TrailerEntry } from './history.ts';
import type { PromotionTrailer, RecordedSource } from './trailer.ts';

/** A reference that automation leaves alone. */
type Hold = {
  readonly reference: Reference;
  /** `rollback`: everything older than the build is held, too. `removal`: a person replaced by hand a reference that we had set. */
  readonly because: 'rollback' | 'removal';
  readonly build?: Build | undefined;
  /** The commit whose trailer records it. */
  readonly commit: string;
  /** The message of that commit, which may have a reason. */
  readonly message?: string | undefined;
};

/** The record of an item, read from trailers. */
export type ItemRecord = {
  /** The commit that set the reference of the file. Undefined at first use and after an edit by hand. */
  readonly set?:
    | {
        readonly commit: string;
        /** When that commit was made, RFC 3339. */
        readonly at?: string | undefined;
        readonly build?: Build | undefined;
        /** The build that a rollback replaced when it set the reference. */
        readonly replaced?: Build | undefined;
      }
    | undefined;
  readonly holds: readonly Hold[];
  readonly notice?: Notice | undefined;
};

/** Reads the record of an item from the history of the file that lists it. A trailer is found by its reference and not by its
 * place, so an order of commits by date does no harm where lines of development were merged. */
export function recordOf(place: ImagePlace): ItemRecord {
  const entries = entriesOf(place);
  const index = entries.findIndex(({ trailer }) => sameReference(trailer.reference, place.current));
  const entry = entries[index];
  const builds = buildsIn(entries);
  return {
    // A rollback brings a build back: the build is that of the promotion before.
    set: entry && {
      commit: entry.commit.id,
      at: entry.commit.committedAt,
      build: builds(place.current, index),
      ...(entry.trailer.kind === 'rollback' ? { replaced: builds(entry.trailer.instead, index) } : {}),
    },
    holds: [...rollbackHolds(entries, place.current, builds), ...removalHolds(entries, place.current)],
    notice: unreadable(place, entry) ?? (entry === undefined && !place.history.complete ? unread(place) : undefined),
  };
}

/** The source that is kept when an image of one environment is promoted to another. */
export function promotedSource(record: ItemRecord): RecordedSource | undefined {
  return record.set?.build?.source;
}

/** References that were rolled back and are still held. An edit by hand only lifts the hold of the reference that it brings back. */
const rollbackHolds = (entries: readonly TrailerEntry[], current: Reference, builds: BuildsOf): Hold[] => {
  const holds = new Map<string, Hold>();
  const since = promotionsSince();
  for (const { trailer, commit } of entries) {
    if (trailer.kind === 'promotion') {
      since.add(trailer);
      continue;
    }
    const { instead: reference } = trailer;
    const { id, message } = commit;
    const hold = { reference, because: 'rollback', build: builds(reference), commit: id, message } as const;
    if (sameReference(reference, current) || since.end(hold)) continue;
    holds.set(printReference(reference), hold);
  }
  return [...holds.values()];
};

/** The promotions after a rollback, as far as it matters for its hold: a history can have tens of thousands of either. */
const promotionsSince = () => {
  let byPerson = false;
  const references = new Set<string>();
  const [numbers, dates, datesOfNumbered] = [tally(), tally(), tally()];

  const add = ({ reference, source }: PromotionTrailer): void => {
    if (Object.keys(source).length === 0) byPerson = true;
    references.add(canonicalReference(reference));
    const [workflow, date] = [numberedWorkflow(source), branchDate(source)];
    if (workflow !== undefined) numbers.add(workflow, source.runNumber);
    if (date === undefined) return;
    dates.add('', date);
    if (workflow !== undefined) datesOfNumbered.add(workflow, date);
  };

  /** Whether one of them ends a hold. A newer build does, and so does a promotion by a person: it has no source, or sets the held image or
   * an older one. A build that cannot be compared, such as a tag among branches, passed the hold and does not
   * end it. */
  const end = ({ reference, build }: Hold): boolean => {
    if (byPerson || references.has(canonicalReference(reference))) return true;
    if (build === undefined) return false;
    const [workflow, date] = [numberedWorkflow(build.source), branchDate(build.source)];
    if (workflow !== undefined && numbers.others(workflow, build.source.runNumber) > 0) return true;
    // Builds of one workflow compare by their numbers alone.
    return (
      date !== undefined &&
      dates.others('', date) > (workflow === undefined ? 0 : datesOfNumbered.others(workflow, date))
    );
  };
  return { add, end };
};

/** Counts values in groups. */
const tally = () => {
  const groups = new Map<string, { all: number; readonly of: Map<number | undefined, number> }>();
  return {
    add: (group: string, value: number | undefined): void => {
      const known = groups.get(group) ?? { all: 0, of: new Map() };
      known.all++;
      known.of.set(value, (known.of.get(value) ?? 0) + 1);
      groups.set(group, known);
    },
    /** How many of the group have another value. */
    others: (group: string, value: number | undefined): number => {
      const known = groups.get(group);
      return known === undefined ? 0 : known.all - (known.of.get(value) ?? 0);
    },
  };
};

const numberedWorkflow = ({ repository, workflow, runNumber }: RecordedSource): string | undefined =>
  isKnown(repository) && isKnown(workflow) && isKnown(runNumber)
    ? `${repository.toLowerCase()} ${workflow}`
    : undefined;

/** Milliseconds. Recorded dates are never in the future. */
const branchDate = (source: RecordedSource): number | undefined => {
  const date = Date.parse(source.committedAt ?? '');
  return isBranch(source) && !Number.isNaN(date) ? date : undefined;
};

const removalHolds = (entries: readonly TrailerEntry[], current: Reference): Hold[] => {
  const last = entries.filter(({ position }) => position === entries[0]?.position);
  if (last.some(({ trailer }) => sameReference(trailer.reference, current))) return [];
  return last.map(({ trailer, commit }) => ({
    reference: trailer.reference,
    because: 'removal',
    commit: commit.id,
  }));
};

/** Commits older than the deciding entry do not matter. */
const unreadable = (
  { environment, image, path, history }: ImagePlace,
  entry: TrailerEntry | undefined,
): Notice | undefined => {
  const commit = history.commits.slice(0, entry?.position).find((each) => each.unreadable);
  return (
    commit && {
      message: `The pull request behind commit ${commit.id.slice(0, 7)} cannot be read, so it is not known whether it set ${image} in ${environment}; the request passes as if it had not.`,
      hint: 'Give the token Pull requests: read (for the workflow\'s own token "permissions: pull-requests: read").',
      path,
    }
  );
};

const unread = ({ environment, image, path, history }: ImagePlace): Notice => ({
  message: `The last ${history.commits.length} commits of the manifest do not tell what set ${image} in ${environment}; older ones are not read, and the request passes.`,
  path,
});

/** One item of a request, with its record. */
export type ItemQuestion = {
  readonly trigger: Trigger;
  readonly order: 'newer' | 'any';
  readonly environment: string;
  /** The repository that runs after the change. */
  readonly image: string;
  /** The reference of the file after the change. */
  readonly requested: Reference;
  /** The reference of the file at the snapshot. */
  readonly current: Reference;
  readonly source?: Source | undefined;
  /** Creation time of the sending or receiving run, RFC 3339. Set only for re-runs. */
  readonly createdAt?: string | undefined;
  readonly record: ItemRecord;
  /** When the receiving run started, RFC 3339. */
  readonly start: string;
};

export type Decision =
  | { readonly kind: 'pass' }
  /** A `warning` for a tag or a release: somebody waits for it. All others are routine. */
  | { readonly kind: 'superseded'; readonly superseded: Superseded; readonly severity: 'notice' | 'warning' };

/** Decides whether an item may be set. A person may set anything; automation leaves held references alone and, with
 * `order: newer`, those that a newer build has set. A request for the present reference passes and ends as unchanged. */
export function decide(question: ItemQuestion): Decision {
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

/** The notice for a person who promotes a rolled-back image: automation may set it again from then on. */
export function explainEndedHold(
  { holds: held }: ItemRecord,
  { environment, requested }: Pick<ItemQuestion, 'environment' | 'requested'>,
): string | undefined {
  const hold = held.find(({ because, reference }) => because === 'rollback' && isSameImage(reference, requested));
  if (hold === undefined) return undefined;
  const reason = /^Reason: (.+)$/m.exec(hold.message ?? '')?.[1];
  const why = reason === undefined ? '' : ` (${quote(reason)})`;
  return `${printReference(requested)} was rolled back in ${environment} in commit ${hold.commit.slice(0, 7)}${why}, and this promotion ends its hold.`;
}

/** Whether a run that was started again would revert a change that came after its creation. A build that is known to be newer than
 * the present one, or than the one that was rolled back, passes, and so does one that the same run has set itself, unless that was
 * rolled back. */
const isRepeated = (question: ItemQuestion, { at, build, replaced }: NonNullable<ItemRecord['set']>): boolean => {
  const { createdAt } = question;
  if (createdAt === undefined || at === undefined || !(Date.parse(createdAt) < Date.parse(at))) return false;
  if (replaced !== undefined && isSameRun(question.source, replaced.source)) return true;
  if (build !== undefined && isSameRun(question.source, build.source)) return false;
  // A date in the future would be that of the attempt, and so newer than everything.
  return ![build, replaced].filter(isKnown).some((other) => isNewer({ ...question, start: createdAt, build: other }));
};

type ComparedBuilds = Pick<ItemQuestion, 'source' | 'start'> & { readonly build: Build };

/** Whether the source of a request is older than a build. Builds that cannot be compared are neither older nor newer. */
export function isOlder(compared: ComparedBuilds): boolean {
  return difference(compared) < 0;
}

function isNewer(compared: ComparedBuilds): boolean {
  return difference(compared) > 0;
}

/** Below 0 where the source is older: by the numbers of the same workflow's runs or else, among branches, by the date of the commit.
 * NaN where nothing can be compared. */
const difference = ({ source, build, start }: ComparedBuilds): number => {
  if (source === undefined) return Number.NaN;
  if (haveSameWorkflow(source, build.source) && isKnown(source.runNumber) && isKnown(build.source.runNumber)) {
    return source.runNumber - build.source.runNumber;
  }
  if (!isBranch(source) || !isBranch(build.source) || source.event === 'workflow_dispatch') return Number.NaN;
  return committed(source, start, start) - committed(build.source, build.recordedAt ?? start, start);
};

/** Milliseconds; NaN for an unknown time, which is neither earlier nor later than anything. A clock that runs ahead must not win
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

const holds = ({ reference, because, build }: Hold, question: ItemQuestion): boolean => {
  if (isSameImage(reference, question.requested)) return true;
  return because === 'rollback' && build !== undefined && isOlder({ ...question, build });
};

/** Where both name a digest it decides, else the tag: `verify: digest` may have added one to the requested reference. */
const isSameImage = (a: Reference, b: Reference): boolean => {
  if (a.repository !== b.repository) return false;
  return isKnown(a.digest) && isKnown(b.digest) ? a.digest === b.digest : isKnown(a.tag) && a.tag === b.tag;
};

const superseded = (question: ItemQuestion, reason: 'older' | 'held' | 'repeated', message: string): Decision => {
  const { image, requested, current, source } = question;
  const isRelease = source?.event === 'release' || (source?.ref?.startsWith('refs/tags/') ?? false);
  return {
    kind: 'superseded',
    superseded: { image, requested, current, reason, message },
    severity: isRelease ? 'warning' : 'notice',
  };
};

const olderMessage = ({ environment, requested, current, source }: ItemQuestion, build: Build): string =>
  `${printReference(requested)}${origin(source)} is older than ${printReference(current)}${origin(build.source)}, which ${environment} runs; it is left out.`;

const repeatedMessage = (
  { environment, requested, current, source, createdAt }: ItemQuestion,
  { commit, build }: NonNullable<ItemRecord['set']>,
): string =>
  `${printReference(requested)}${origin(source)} comes from a run that was created at ${createdAt} and started again, and ${printReference(current)}${origin(build?.source)}, which ${environment} runs, came later, in commit ${commit.slice(0, 7)}. It is left out; a new run passes, and a person may promote it.`;

const heldMessage = ({ environment, requested }: ItemQuestion, { reference, because, build, commit }: Hold): string => {
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
