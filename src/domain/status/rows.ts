/** The status as data: each image with its record, and how environments compare. */

import { printReference, type Reference, sameReference } from '../image.ts';
import type { Notice } from '../model.ts';
import type { ListedAt } from '../plan/carry.ts';
import { entriesOf, type History, type HistoryCommit, type ImagePlace, stateTrailers } from '../records/history.ts';
import { recordOf } from '../records/record.ts';
import type { BuildCommit, RecordedSource, StateTrailer } from '../records/trailer.ts';

/** `recorded`: a trailer records it. `edited`: the trailers record other references, so somebody changed it by hand.
 * `unrecorded`: nothing is known of the image there. `unread`: the history was not read far enough to tell. */
type RecordState = 'recorded' | 'edited' | 'unrecorded' | 'unread';

/** How a reference compares to that of the environment before, in the order of promotion. `different`: not the same, and nothing
 * tells which is newer. */
export type VersionRelation = 'same' | 'ahead' | 'behind' | 'different';

/** The commit that set a reference. */
type RecordedSetting = {
  readonly by: 'promotion' | 'rollback';
  readonly commit: string;
  /** RFC 3339. */
  readonly at: string;
  readonly source: RecordedSource;
  /** The commit in the image, where its build provenance was verified. */
  readonly built?: BuildCommit | undefined;
};

/** One image where it is in one manifest. */
export type RunningImage = {
  readonly environment: string;
  readonly reference: Reference;
  readonly path: string;
  readonly line: number;
  readonly record: RecordState;
  readonly set?: RecordedSetting | undefined;
  /** Printed references that automation leaves alone. */
  readonly held: readonly string[];
};

/** One image of one product, through its environments. */
export type StatusRow = {
  readonly product: string;
  /** The repository that runs, or the name that all environments know it by where the repositories differ. */
  readonly image: string;
  /** By environment; more than one where several manifests list it. */
  readonly runs: ReadonlyMap<string, readonly RunningImage[]>;
  readonly relations: ReadonlyMap<string, VersionRelation>;
};

export type Freeze = { readonly product: string; readonly environment: string; readonly frozen: string };

export type OpenProposal = { readonly branch: string; readonly number: number; readonly url: string };

export type Status = {
  /** In the order of promotion. */
  readonly environments: readonly string[];
  readonly rows: readonly StatusRow[];
  readonly freezes: readonly Freeze[];
  readonly proposals: readonly OpenProposal[];
  /** Manifests that could not be read. */
  readonly problems: readonly Notice[];
};

/** The images of one product in one environment. */
export type ProductListing = {
  readonly product: string;
  readonly environment: string;
  readonly images: readonly { readonly listed: ListedAt; readonly running: RunningImage }[];
};

type RowDraft = {
  readonly product: string;
  readonly names: Set<string>;
  readonly listings: ProductListing['images'][number][];
};

/** One row for each image of each product: environments may know it by different names, as long as one leads to the other. */
export function rowsOf(listings: readonly ProductListing[], environments: readonly string[]): StatusRow[] {
  const drafts = new Map<string, RowDraft[]>();
  for (const { product, images } of listings) {
    const known = drafts.get(product) ?? [];
    drafts.set(product, known);
    for (const image of images) {
      const names = [...image.listed.names, image.listed.image.repository];
      const draft = known.find((candidate) => names.some((name) => candidate.names.has(name)));
      if (draft === undefined) known.push({ product, names: new Set(names), listings: [image] });
      else {
        draft.listings.push(image);
        for (const name of names) draft.names.add(name);
      }
    }
  }
  return [...drafts.values()].flat().map((draft) => rowOf(draft, environments));
}

const rowOf = ({ product, listings }: RowDraft, environments: readonly string[]): StatusRow => {
  const all = listings.map(({ running }) => running);
  const there = environments.filter((environment) => all.some((running) => running.environment === environment));
  const runs = new Map(there.map((name) => [name, all.filter((running) => running.environment === name)]));
  const repositories = new Set(listings.map(({ listed }) => listed.image.repository));
  const [first] = listings;
  const image = repositories.size === 1 ? first?.listed.image.repository : first?.listed.names[0];
  return { product, image: image ?? '', runs, relations: relationsOf(runs, environments) };
};

/** Each environment against the nearest one before it that runs the image at all. */
const relationsOf = (
  runs: ReadonlyMap<string, readonly RunningImage[]>,
  environments: readonly string[],
): Map<string, VersionRelation> => {
  const relations = new Map<string, VersionRelation>();
  let before: RunningImage | undefined;
  for (const environment of environments) {
    const [here] = runs.get(environment) ?? [];
    if (here === undefined) continue;
    if (before !== undefined) relations.set(environment, relationOf(here, before));
    before = here;
  }
  return relations;
};

/** An image of a manifest with its record. */
export function standingOf(environment: string, image: ListedAt, history: History): RunningImage {
  const { image: reference, path, line } = image;
  const place: ImagePlace = { environment, image: reference.repository, path, current: reference, history };
  const entries = entriesOf(place);
  const entry = entries.find(({ trailer }) => sameReference(trailer.reference, reference));
  const { set, holds } = recordOf(place);
  return {
    environment,
    reference,
    path,
    line,
    record:
      entry !== undefined ? 'recorded' : entries.length > 0 ? 'edited' : history.complete ? 'unrecorded' : 'unread',
    set: entry && {
      by: entry.trailer.kind,
      commit: entry.commit.id,
      at: entry.commit.committedAt,
      source: set?.build?.source ?? {},
      built: set?.build?.built,
    },
    held: [...new Set(holds.map((hold) => printReference(hold.reference)))],
  };
}

/** Whether the history records the image; then older commits add nothing. */
export function isKnown(environment: string, { image }: ListedAt, historyOf: HistoryOf): boolean {
  const trailers = historyOf(environment, image.repository).commits.flatMap(stateTrailers);
  return trailers.some((trailer) => trailer.environment === environment && sameReference(trailer.reference, image));
}

/** The part of a history that speaks of one image in one environment. */
export type HistoryOf = (environment: string, repository: string) => History;

/** Takes a long history apart once, for many images. */
export function indexed(history: History): HistoryOf {
  const index = new Map<string, HistoryCommit[]>();
  for (const commit of history.commits) {
    const keys = new Set(stateTrailers(commit).flatMap(keysOf));
    for (const key of keys) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [commit]);
      else known.push(commit);
    }
  }
  return (environment, repository) => ({
    commits: index.get(`${environment} ${repository}`) ?? [],
    complete: history.complete,
  });
}

/** The number of images, each in its environment, that the history records. */
export function countImages({ commits }: History): number {
  return new Set(commits.flatMap(stateTrailers).flatMap(keysOf)).size;
}

const keysOf = (trailer: StateTrailer): string[] => [
  `${trailer.environment} ${trailer.reference.repository}`,
  ...(trailer.kind === 'rollback' ? [`${trailer.environment} ${trailer.instead.repository}`] : []),
];

/** How the image of one environment compares with that of the one before: by the run numbers of one workflow, else by the dates of
 * the source commits, else by the versions in their tags. */
export function relationOf(here: RunningImage, before: RunningImage): VersionRelation {
  if (isSameImage(here, before)) return 'same';
  const order = orderOf(here, before);
  if (Number.isNaN(order)) return 'different';
  return order === 0 ? 'same' : order < 0 ? 'behind' : 'ahead';
}

/** The repository may be another one by environment. */
const isSameImage = (a: RunningImage, b: RunningImage): boolean => {
  if (sameReference(a.reference, b.reference)) return true;
  const [one, other] = [a.reference, b.reference];
  if (one.digest !== undefined && other.digest !== undefined) return one.digest === other.digest;
  return one.tag !== undefined && one.tag === other.tag && !isMoving(one.tag);
};

const isMoving = (tag: string): boolean => tag === 'latest';

/** Below zero where the first is the older one; NaN where they cannot be compared. */
const orderOf = (a: RunningImage, b: RunningImage): number => {
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
