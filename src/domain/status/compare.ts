import { type Reference, sameReference } from '../image.ts';
import type { RecordedSource } from '../records/trailer.ts';
import type { Relation, Running } from './model.ts';

/** How what one environment runs stands to what the one before it runs: by the run numbers of one workflow, else by the dates of
 * the source commits, else by the versions in their tags. */
export function relationOf(here: Running, before: Running): Relation {
  if (isSame(here, before)) return 'same';
  const order = orderOf(here, before);
  if (Number.isNaN(order)) return 'different';
  return order === 0 ? 'same' : order < 0 ? 'behind' : 'ahead';
}

/** The repository may be another one by environment. */
const isSame = (a: Running, b: Running): boolean => {
  if (sameReference(a.reference, b.reference)) return true;
  const [one, other] = [a.reference, b.reference];
  if (one.digest !== undefined && other.digest !== undefined) return one.digest === other.digest;
  return one.tag !== undefined && one.tag === other.tag && !isMoving(one.tag);
};

const isMoving = (tag: string): boolean => tag === 'latest';

/** Below zero where the first is the older one; NaN where nothing tells. */
const orderOf = (a: Running, b: Running): number => {
  const [one, other] = [a.set?.source ?? {}, b.set?.source ?? {}];
  if (isSameCommit(one, other)) return 0;
  if (isSameWorkflow(one, other)) return (one.runNumber ?? Number.NaN) - (other.runNumber ?? Number.NaN);
  const dates = Date.parse(one.committedAt ?? '') - Date.parse(other.committedAt ?? '');
  return Number.isNaN(dates) ? compareVersions(a.reference, b.reference) : dates;
};

const isSameCommit = (a: RecordedSource, b: RecordedSource): boolean =>
  a.sha !== undefined && a.sha === b.sha && a.repository?.toLowerCase() === b.repository?.toLowerCase();

const isSameWorkflow = (a: RecordedSource, b: RecordedSource): boolean =>
  a.repository !== undefined &&
  a.repository.toLowerCase() === b.repository?.toLowerCase() &&
  a.workflow !== undefined &&
  a.workflow === b.workflow &&
  a.runNumber !== undefined &&
  b.runNumber !== undefined;

const compareVersions = (a: Reference, b: Reference): number => {
  const [one, other] = [versionOf(a.tag), versionOf(b.tag)];
  if (one === undefined || other === undefined) return Number.NaN;
  const difference = one.map((number, index) => number - (other[index] ?? 0)).find((number) => number !== 0);
  // Only whole releases: which of two pre-releases is newer is not worth a guess.
  return difference ?? Number.NaN;
};

/** A number alone may as well be a commit. */
const versionOf = (tag = ''): readonly number[] | undefined => {
  const [, ...numbers] = /^(?=v|.*\.)v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(tag) ?? [];
  return numbers.length === 0 ? undefined : numbers.map((number) => Number(number ?? 0));
};
