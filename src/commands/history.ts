import { imageAllowed, inOrder } from '../domain/config/settings.ts';
import { PromotionError } from '../domain/errors.ts';
import type { HistoryEntry } from '../domain/history/entry.ts';
import { type DeliveryHistory, figuresOf } from '../domain/history/figures.ts';
import {
  entriesFrom,
  type FollowedManifest,
  followManifest,
  type HistorySite,
  type ManifestQuestion,
  type StateImage,
} from '../domain/history/follow-manifest.ts';
import { historyCsv, historyLines, historySections } from '../domain/history/print.ts';
import { landingsOf } from '../domain/history/steps.ts';
import type { Notice } from '../domain/model.ts';
import { renderPage } from '../domain/page/page.ts';
import { type ListedAt, listedIn } from '../domain/plan/carry.ts';
import type { Since } from '../domain/request/input-table.ts';
import { nothingFound, ordered, type StatusScope } from '../domain/status/discover.ts';
import { counted, listed } from '../domain/text.ts';
import type { BranchHistory, SnapshotEntry } from '../ports.ts';
import { type Ended, type Job, presentName, worldOf } from './job.ts';
import { type FoundSpot, foundSpot, readConfig, spotsOf } from './promotion/read-manifests.ts';
import { logStep, snapshotLines, type World } from './promotion/run-promotion.ts';
import {
  concludeStatus,
  findPairs,
  type Reported,
  readLeniently,
  type StatusRequest,
  status,
  statusAsked,
  statusWanted,
} from './status.ts';
export type HistoryRequest = StatusScope & {
  readonly config?: string | undefined;
  /** 90 days where it is not given. */
  readonly since?: Since | undefined;
};

export type HistoryResult = {
  /** By its present name; undefined for a checkout. */
  readonly repository?: string | undefined;
  readonly branch: string;
  readonly history: DeliveryHistory;
};

/** Lists the changes of each environment, with date, build and actor. Changes nothing.
 * @throws PromotionError as `status` does. */
export async function history(
  request: HistoryRequest,
  { host, log, clock, server }: World & { readonly server: string },
): Promise<HistoryResult> {
  const now = clock.now();
  const window = { since: momentOf(request.since ?? { days: DEFAULT_DAYS }, now), until: utcSeconds(now) };
  const wanted = { ...statusWanted(request), histories: [], products: undefined };
  const snapshot = await logStep(log, 'Read the manifest repository', {
    step: () => host.snapshot(wanted),
    lines: snapshotLines,
  });
  const past = host.past?.(snapshot);
  if (past === undefined) throw new Error('the host gives no account of the past');
  const { config } = await readConfig(request.config, snapshot);
  if (request.environments !== undefined) inOrder(config, request.environments);
  const { found, problems } = await log.group('Find the manifests', async () => {
    const pairs = await findPairs(request, config, snapshot);
    const spots = pairs.flatMap(({ product, environment }) =>
      spotsOf(config, { products: [product], environments: [environment] }),
    );
    return readLeniently(snapshot, spots, request.products ?? []);
  });
  const places = found.flatMap(placesOf);
  const paths = [...new Set(places.map(({ path }) => path))];
  const answer = await log.group('Read the history', () =>
    past.steps({
      paths,
      since: window.since,
      writers: config.value.writers ?? [],
      onProgress: (done, all) => log.info(`The history of ${done} of ${counted(all, 'manifest')} is read.`),
    }),
  );
  const steps = new Map(paths.map((path, index) => [path, landingsOf(answer.histories[index]?.steps ?? [])]));
  const incomplete = paths.filter((_, index) => answer.histories[index]?.complete === false);
  const questions = places.map((place) => ({ ...place, steps: steps.get(place.path) ?? [] }));
  const site: HistorySite = { server, repository: snapshot.repository };
  const followed = await log.group('Follow the images', () => followAll(questions, past, site));
  const order = ordered(
    config,
    found.map(({ environment }) => environment),
  );
  const rank = (name: string): number => order.indexOf(name);
  const entries = followed.entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const figures = figuresOf(entries, window).sort(
    (a, b) => (a.product < b.product ? -1 : a.product > b.product ? 1 : 0) || rank(a.environment) - rank(b.environment),
  );
  return {
    repository: snapshot.repository,
    branch: snapshot.branch,
    history: {
      ...window,
      entries,
      figures,
      problems: [
        ...nothingFound(config, request, found),
        ...problems.map(({ code: _, ...notice }) => notice),
        ...answer.problems,
        ...cutNotice(incomplete, answer.problems),
        ...followed.problems,
      ],
    },
  };
}

const DEFAULT_DAYS = 90;
const DAY = 24 * 60 * 60 * 1000;

const momentOf = (since: Since, now: Date): string =>
  'moment' in since ? since.moment : utcSeconds(new Date(now.getTime() - since.days * DAY));

const utcSeconds = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');

type HistoryPlace = Omit<ManifestQuestion, 'steps' | 'states'> & { readonly spot: FoundSpot };

/** A manifest that several environments share is followed once for each of them. */
const placesOf = (spot: FoundSpot): HistoryPlace[] =>
  spot.files.map(({ path }) => ({
    spot,
    path,
    product: spot.product,
    environment: spot.environment,
    current: imagesIn(spot, path) ?? [],
  }));

/** The images that the product has in the manifest; undefined where it cannot be read as one. Other files of the target count in
 * their present state. */
const imagesIn = (spot: FoundSpot, path: string, text?: string): StateImage[] | undefined => {
  try {
    const files = spot.files.map(({ path: other, text: current, executable }) => ({
      path: other,
      executable,
      text: other === path ? (text ?? current) : current,
    }));
    return foundSpot(spot, files, [])
      .files.flatMap((file) => ownImages(spot, file))
      .filter((image) => image.path === path)
      .map(({ names, image }) => ({ names, reference: image }));
  } catch (error) {
    if (error instanceof PromotionError) return undefined;
    throw error;
  }
};

const ownImages = (spot: FoundSpot, file: FoundSpot['files'][number]): ListedAt[] => {
  const isShared = file.owners?.some(({ product }) => product !== spot.product) ?? false;
  const images = listedIn([file]);
  return isShared ? images.filter(({ image }) => imageAllowed(spot.settings, image.repository)) : images;
};

type Followed = { readonly entries: HistoryEntry[]; readonly problems: readonly Notice[] };

/** Reads the states that the manifests need, all of one round together. */
const followAll = async (
  questions: readonly (HistoryPlace & Pick<ManifestQuestion, 'steps'>)[],
  past: BranchHistory,
  site: HistorySite,
): Promise<Followed> => {
  const states = new Map<string, Map<string, SnapshotEntry>>(questions.map(({ path }) => [path, new Map()]));
  for (;;) {
    const results = questions.map((question) => followOne(question, states.get(question.path) ?? new Map()));
    const wanted = results.flatMap((result, index) => {
      const path = questions[index]?.path ?? '';
      return result.kind === 'more' ? result.revisions.map((revision) => ({ revision, path })) : [];
    });
    const distinct = [...new Map(wanted.map((one) => [`${one.revision} ${one.path}`, one])).values()];
    if (distinct.length === 0) {
      const entries = results.flatMap((result, index) => {
        const question = questions[index];
        return question && result.kind === 'followed' ? entriesFrom(question, result.changes, site) : [];
      });
      return { entries: entries.reverse(), problems: begunNotice(questions, states) };
    }
    const read = await past.states(distinct);
    distinct.forEach(({ revision, path }, index) => {
      states.get(path)?.set(revision, read[index] ?? { kind: 'absent' });
    });
  }
};

const followOne = (
  question: HistoryPlace & Pick<ManifestQuestion, 'steps'>,
  entries: ReadonlyMap<string, SnapshotEntry>,
): FollowedManifest => {
  const { spot, path } = question;
  const states = new Map(
    [...entries].map(([revision, entry]) => [
      revision,
      entry.kind === 'file' ? imagesIn(spot, path, entry.text) : absent(entry),
    ]),
  );
  const begins = isBegun(question, entries) ? true : undefined;
  return followManifest({ ...question, states, begins });
};

/** A missing file lists nothing; an unreadable one gives no answer. */
const absent = ({ kind }: SnapshotEntry): StateImage[] | undefined => (kind === 'absent' ? [] : undefined);

const MOST_NAMED = 5;

/** Git knows a file by its path alone. */
const isBegun = ({ steps }: Pick<ManifestQuestion, 'steps'>, entries: ReadonlyMap<string, SnapshotEntry>): boolean => {
  const oldest = steps.at(-1);
  return oldest !== undefined && entries.get(`${oldest.landed}^`)?.kind === 'absent';
};

const begunNotice = (
  questions: readonly Pick<ManifestQuestion, 'path' | 'steps'>[],
  states: ReadonlyMap<string, ReadonlyMap<string, SnapshotEntry>>,
): Notice[] => {
  const begun = questions.filter((question) => isBegun(question, states.get(question.path) ?? new Map()));
  const paths = [...new Set(begun.map(({ path }) => path))];
  if (paths.length === 0) return [];
  return [
    {
      message:
        paths.length === 1
          ? `${paths[0]} was made or renamed within this time; its earlier history is not shown.`
          : `${counted(paths.length, 'file')} were made or renamed within this time; their earlier history is not shown.`,
    },
  ];
};

const shownPaths = (paths: readonly string[]): string =>
  paths.length <= MOST_NAMED
    ? listed(paths)
    : listed([...paths.slice(0, MOST_NAMED), `${paths.length - MOST_NAMED} more files`]);

/** Reported once, unless the host has given the reason. */
const cutNotice = (paths: readonly string[], problems: readonly Notice[]): Notice[] =>
  paths.length === 0 || problems.length > 0
    ? []
    : [{ message: `The history of ${shownPaths(paths)} is not read to its end: older changes are missing.` }];

export type PageRequest = StatusRequest & { readonly since?: Since | undefined };

export type StatusPage = { readonly reported: Reported; readonly html: string };

/** The status, and the page that shows it with its history. Changes nothing.
 * @throws PromotionError as `status` does */
export async function statusPage(
  request: PageRequest,
  world: World & { readonly server: string },
): Promise<StatusPage> {
  const { since, at, ...asked } = request;
  const told = await status({ ...asked, at }, world);
  const { history: past } = await history({ ...asked, since: beforeMoment(since, at) }, world);
  const known = new Set(told.status.problems.map(({ message }) => message));
  const problems = [...told.status.problems, ...past.problems.filter(({ message }) => !known.has(message))];
  const reported = { ...told, status: { ...told.status, problems } };
  // The page of a moment knows nothing that came later.
  const until = at ?? past.until;
  const entries = past.entries.filter((entry) => Date.parse(entry.at) <= Date.parse(until));
  const window = { since: past.since, until };
  const html = renderPage({
    now: at === undefined ? world.clock.now() : new Date(at),
    server: world.server,
    repository: reported.repository,
    directory: reported.directory,
    branch: reported.branch,
    status: reported.status,
    window,
    entries,
    figures: at === undefined ? past.figures : figuresOf(entries, window),
  });
  return { reported, html };
}

/** Days count back from the moment that the page is of. */
const beforeMoment = (since: Since = { days: 90 }, at: string | undefined): Since =>
  at === undefined || 'moment' in since
    ? since
    : { moment: new Date(Date.parse(at) - since.days * DAY).toISOString().replace(/\.\d+Z$/, 'Z') };

/** Runs the command for a job. */
export async function startHistory(job: Job): Promise<Ended> {
  const { product: products, environments, config, since } = job.inputs;
  const { server } = job.dependencies;
  const result = await history({ products, environments, config, since }, { ...worldOf(job), server });
  return concludeHistory(result, job);
}

/** Runs the command status for a job that asks for the page as well. */
export async function startStatusPage(job: Job): Promise<Ended> {
  const { page = '', since } = job.inputs;
  const { server, savePage } = job.dependencies;
  const { reported, html } = await statusPage({ ...statusAsked(job), since }, { ...worldOf(job), server });
  await savePage(page, html);
  return concludeStatus(reported, job, page);
}

const concludeHistory = (read: HistoryResult, { dependencies, known }: Job): Ended => {
  const { server } = dependencies;
  const { branch, history } = read;
  const { repository, renamed } = presentName(read, known);
  return {
    result: {
      command: 'history',
      outcome: 'reported',
      repository,
      branch,
      history,
      notices: [...known.notices, ...renamed, ...history.problems],
    },
    sections: historySections(history, server),
    lines: historyLines(history),
    csv: historyCsv(history.entries),
  };
};
