/** The changes of images in the steps of a manifest. */
import { canonicalReference, canonicalRepository, type Reference, sameReference } from '../image.ts';
import type { BuildCommit, StateTrailer } from '../records/trailer.ts';
import { address } from '../report/markdown.ts';
import type { HistoryEntry, HistoryKind, SourceCommit, VerifiedBuild } from './entry.ts';
import { askedIn, type BranchStep, setBy } from './steps.ts';

/** One image in one state of a manifest: the names it answers to, and what runs. */
export type StateImage = { readonly names: readonly string[]; readonly reference: Reference };

/** One manifest of one product in one environment. */
export type ManifestPlace = { readonly product: string; readonly environment: string; readonly path: string };

export type ManifestQuestion = ManifestPlace & {
  /** Newest first, as `landingsOf` gives them. */
  readonly steps: readonly BranchStep[];
  /** The present images of the manifest. */
  readonly current: readonly StateImage[];
  /** The images in the states that have been read, by revision; undefined for a state that cannot be read as a manifest. */
  readonly states: ReadonlyMap<string, readonly StateImage[] | undefined>;
  /** The oldest step created or renamed the file: an image without a record in it may be older. */
  readonly begins?: true | undefined;
};

/** The server and repository of commits and pull requests. */
export type HistorySite = { readonly server: string; readonly repository?: string | undefined };

export type FollowedManifest =
  | { readonly kind: 'followed'; readonly changes: readonly ImageChange[] }
  /** Revisions whose states are to be read first. */
  | { readonly kind: 'more'; readonly revisions: readonly string[] };

/** One image that one step changed. */
export type ImageChange = {
  readonly step: BranchStep;
  readonly image: string;
  readonly from?: Reference | undefined;
  readonly to?: Reference | undefined;
  readonly trailer?: StateTrailer | undefined;
};

/** Follows the images through the steps. A step with trailers says itself what it set, so that only the state before the first
 * step and those after an edit by hand are read; if the steps do not lead to the present manifest, every state is read. */
export function followManifest(question: ManifestQuestion): FollowedManifest {
  const { steps, states, current } = question;
  const oldest = steps.at(-1);
  if (oldest === undefined) return { kind: 'followed', changes: [] };
  const start = `${oldest.landed}^`;
  const missing = new Set<string>(states.has(start) ? [] : [start]);
  const changes: ImageChange[] = [];
  let before = states.get(start) ?? [];
  for (const step of [...steps].reverse()) {
    const after = stateAfter(step, before, question);
    if (after === undefined) missing.add(step.landed);
    else {
      changes.push(...changesBetween(before, after, { step, environment: question.environment }));
      before = after;
    }
  }
  if (missing.size > 0) return { kind: 'more', revisions: [...missing] };
  const unread = steps.map(({ landed }) => landed).filter((revision) => !states.has(revision));
  const isTrue = changesBetween(before, current, undefined).length === 0;
  const told = question.begins
    ? changes.filter(({ step, trailer }) => step !== oldest || trailer !== undefined)
    : changes;
  return isTrue || unread.length === 0 ? { kind: 'followed', changes: told } : { kind: 'more', revisions: unread };
}

/** Undefined where the state has to be read. One that cannot be read as a manifest changes nothing. */
const stateAfter = (
  step: BranchStep,
  before: readonly StateImage[],
  { states, environment }: ManifestQuestion,
): readonly StateImage[] | undefined => {
  if (states.has(step.landed)) return states.get(step.landed) ?? before;
  const trailers = setBy(step, environment);
  return trailers.length === 0 ? undefined : withTrailers(before, trailers);
};

/** Images that have one repository by now, and the reference that a trailer gave them. */
type Alike = { readonly positions: number[]; reference?: Reference };

/** Undefined if a trailer is about an image that is not there. */
const withTrailers = (
  images: readonly StateImage[],
  trailers: readonly StateTrailer[],
): readonly StateImage[] | undefined => {
  const groups = byRepository(images);
  return trailers.every((trailer) => apply(trailer, groups)) ? referencesSet(images, groups) : undefined;
};

const byRepository = (images: readonly StateImage[]): Map<string, Alike> => {
  const groups = new Map<string, Alike>();
  for (const [position, { reference }] of images.entries()) {
    const key = canonicalRepository(reference.repository);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { positions: [position] });
    else group.positions.push(position);
  }
  return groups;
};

/** False if none of the images is meant. */
const apply = (trailer: StateTrailer, groups: Map<string, Alike>): boolean => {
  const repositories = [trailer.reference, ...(trailer.kind === 'rollback' ? [trailer.instead] : [])];
  const keys = [...new Set(repositories.map(({ repository }) => canonicalRepository(repository)))];
  const [meant, ...others] = keys.flatMap((key) => groups.get(key) ?? []);
  if (meant === undefined) return false;
  for (const { positions } of others) for (const position of positions) meant.positions.push(position);
  for (const key of keys) groups.delete(key);
  meant.reference = trailer.reference;
  groups.set(canonicalRepository(trailer.reference.repository), meant);
  return true;
};

const referencesSet = (images: readonly StateImage[], groups: ReadonlyMap<string, Alike>): readonly StateImage[] => {
  const after = [...images];
  for (const { positions, reference } of groups.values()) {
    if (reference === undefined) continue;
    for (const position of positions) after[position] = { ...(images[position] as StateImage), reference };
  }
  return after;
};

type ChangeContext = { readonly step: BranchStep; readonly environment: string };

/** An image is the same one before and after where a name leads from one to the other; a single image that is left on either side
 * has moved to another repository. Without a context the result only counts. */
const changesBetween = (
  before: readonly StateImage[],
  after: readonly StateImage[],
  context: ChangeContext | undefined,
): ImageChange[] => {
  const { take, rest } = takenFrom(before);
  const pairs: { from?: StateImage; to?: StateImage }[] = after.map((to) => {
    const from = take(to);
    return from === undefined ? { to } : { from, to };
  });
  const gone = rest();
  const added = pairs.filter(({ from }) => from === undefined);
  if (gone.length === 1 && added.length === 1 && added[0] && gone[0])
    added[0].from = gone.splice(0, 1)[0] as StateImage;
  const all = [...pairs, ...gone.map((from): { from?: StateImage; to?: StateImage } => ({ from }))];
  const changes = new Map<string, ImageChange>();
  for (const { from, to } of all) {
    if (from && to && sameReference(from.reference, to.reference)) continue;
    const image = (to ?? from)?.reference.repository ?? '';
    const change = { image, from: from?.reference, to: to?.reference };
    // Several places of one image that change alike are one change.
    const key = JSON.stringify(change);
    if (changes.has(key)) continue;
    const trailer = context && change.to && trailerFor(change.to, context);
    changes.set(key, { ...change, step: context?.step ?? nothing, trailer });
  }
  return [...changes.values()];
};

const nothing: BranchStep = { commit: '', landed: '', at: '', author: '', lines: '', record: 'readable' };

/** Takes for each image the first one of the same name or repository that is left, and rather one that has the same reference. */
const takenFrom = (images: readonly StateImage[]) => {
  const taken = new Set<number>();
  const queues = new Map<string, { readonly positions: number[]; next: number }>();
  const keysOf = ({ names, reference }: StateImage): string[] => [
    ...names.map((name) => `name ${name}`),
    `runs ${canonicalRepository(reference.repository)}`,
  ];
  const exactly = (image: StateImage): string[] =>
    keysOf(image).map((key) => `${key} at ${canonicalReference(image.reference)}`);
  for (const [position, image] of images.entries()) {
    for (const key of new Set([...keysOf(image), ...exactly(image)])) {
      const queue = queues.get(key);
      if (queue === undefined) queues.set(key, { positions: [position], next: 0 });
      else queue.positions.push(position);
    }
  }
  const first = (keys: readonly string[]): number =>
    Math.min(
      ...keys.map((key) => {
        const queue = queues.get(key);
        if (queue === undefined) return Number.POSITIVE_INFINITY;
        while (taken.has(queue.positions[queue.next] ?? -1)) queue.next++;
        return queue.positions[queue.next] ?? Number.POSITIVE_INFINITY;
      }),
    );
  return {
    take: (image: StateImage): StateImage | undefined => {
      const exact = first(exactly(image));
      const position = Number.isFinite(exact) ? exact : first(keysOf(image));
      taken.add(position);
      return images[position];
    },
    rest: (): StateImage[] => images.filter((_, position) => !taken.has(position)),
  };
};

/** A check of the registry may have added a digest to the tag that the trailer has. */
const trailerFor = (to: Reference, { step, environment }: ChangeContext): StateTrailer | undefined => {
  const { byReference, byTag, trailers } = lastSet(step, environment);
  const exact = byReference.get(canonicalReference(to)) ?? -1;
  const tagged = to.tag === undefined ? -1 : (byTag.get(`${canonicalRepository(to.repository)} ${to.tag}`) ?? -1);
  return trailers[Math.max(exact, tagged)];
};

/** The positions of the last trailers that set each reference, and each tag of a repository. */
type LastSet = {
  readonly trailers: readonly StateTrailer[];
  readonly byReference: ReadonlyMap<string, number>;
  readonly byTag: ReadonlyMap<string, number>;
};

const lastSet = (step: BranchStep, environment: string): LastSet => {
  const known = knownLastSet.get(step) ?? new Map<string, LastSet>();
  knownLastSet.set(step, known);
  const found = known.get(environment) ?? lastSetIn(setBy(step, environment));
  known.set(environment, found);
  return found;
};

const lastSetIn = (trailers: readonly StateTrailer[]): LastSet => ({
  trailers,
  byReference: new Map(trailers.map(({ reference }, at) => [canonicalReference(reference), at])),
  byTag: new Map(
    trailers.map(({ reference: { repository, tag } }, at) => [`${canonicalRepository(repository)} ${tag ?? ''}`, at]),
  ),
});

const knownLastSet = new WeakMap<BranchStep, Map<string, LastSet>>();

/** The changes of a manifest as entries of the history. */
export function entriesFrom(place: ManifestPlace, changes: readonly ImageChange[], site: HistorySite): HistoryEntry[] {
  return changes.map(({ step, image, from, to, trailer }): HistoryEntry => {
    const { server, repository } = site;
    const at = utcSeconds(step.at);
    const source = trailer?.kind === 'promotion' ? sourceOf(trailer.source, server) : undefined;
    const { pullRequest } = step;
    const asked = trailer === undefined ? {} : askedIn(step);
    const link = (kind: string, id: string): string | undefined =>
      repository === undefined ? undefined : address(server, [repository, kind, id]);
    return {
      at,
      product: place.product,
      environment: place.environment,
      image,
      path: place.path,
      from,
      to,
      kind: kindOf(step, trailer),
      commit: step.commit,
      url: link('commit', step.commit),
      author: step.author === '' ? undefined : step.author,
      source,
      built: trailer?.kind === 'promotion' ? builtOf(trailer.built, server) : undefined,
      ...asked,
      pullRequest: pullRequest && { ...pullRequest, url: link('pull', String(pullRequest.number)) },
      leadTime: leadTimeOf(source?.committedAt, at),
    };
  });
}

const kindOf = (step: BranchStep, trailer: StateTrailer | undefined): HistoryKind => {
  if (trailer !== undefined) return trailer.kind;
  return step.record === 'hidden' ? 'unknown' : 'by-hand';
};

const sourceOf = (source: SourceCommit, server: string): SourceCommit | undefined => {
  const { repository, sha } = source;
  if (Object.values(source).every((value) => value === undefined)) return undefined;
  const url = repository && sha ? address(server, [repository, 'commit', sha]) : undefined;
  return url === undefined ? source : { ...source, url };
};

const builtOf = (built: BuildCommit | undefined, server: string): VerifiedBuild | undefined =>
  built && { ...built, url: address(server, [built.repository, 'commit', built.sha]) };

/** Git gives the zone of the person who made the commit. */
const utcSeconds = (time: string): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** If the commit is dated after the promotion, the lead time is unknown. */
const leadTimeOf = (committedAt: string | undefined, at: string): number | undefined => {
  const seconds = Math.round((Date.parse(at) - Date.parse(committedAt ?? '')) / 1000);
  return seconds >= 0 ? seconds : undefined;
};
