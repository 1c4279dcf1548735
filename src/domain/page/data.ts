import type { HistoryEntry } from '../history/entry.ts';
import { printReference, type Reference } from '../image.ts';
import type { RecordedSource } from '../records/trailer.ts';
import { bytesOf } from '../report/action-outputs.ts';
import { rangeOf } from '../report/markdown.ts';
import type { RunningImage, Status } from '../status/rows.ts';
import { version } from '../status/status-table.ts';
import { visible } from '../text.ts';
import { embeddedJson, shorten } from './escape.ts';
import type { Waiting } from './matrix.ts';

/** The length of each change on the page, so that thousands fit: bytes of a reason, characters of a version, digits of a commit. */
export type Detail = { readonly reason: number; readonly version: number; readonly commit: number };

export type PageData = {
  readonly server: string;
  readonly repository?: string | undefined;
  readonly branch: string;
  readonly status: Status;
  readonly waiting: readonly Waiting[];
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Changes that are not among the entries, by product. */
  readonly left: ReadonlyMap<string, number>;
};

/** The order is that of the script. */
const kinds: readonly HistoryEntry['kind'][] = ['promotion', 'rollback', 'by-hand', 'unknown'];
const records: readonly RunningImage['record'][] = ['recorded', 'edited', 'unrecorded', 'unread'];

/** The data for the script of the page: names once, and numbers that point to them, from 1; 0 where there is none. */
export function packData(data: PageData, detail: Detail): unknown {
  const { status, server } = data;
  const products = listOf(status.rows.map(({ product }) => product));
  const environments = listOf(status.environments);
  const [images, versions, people, sources, reasons, paths, repositories] = [
    listOf(),
    listOf(),
    listOf(),
    listOf(),
    listOf(),
    listOf(),
    listOf(),
  ];
  const sourceOf = (source: RecordedSource | undefined): number =>
    source?.sha === undefined
      ? 0
      : sources.add(`${repositories.add(source.repository)} ${source.sha.slice(0, detail.commit)}`);
  const runOf = (run: string | undefined): number | string => {
    const inside = run?.startsWith(`${server}/`) ? run.slice(server.length + 1) : undefined;
    const [, repository, id] = /^([^/]+\/[^/]+)\/actions\/runs\/(\d+)$/.exec(inside ?? '') ?? [];
    return repository === undefined || id === undefined ? 0 : `${repositories.add(repository)} ${id}`;
  };
  const shown = (reference: Reference | undefined, { image }: HistoryEntry): number =>
    versions.add(reference === undefined ? undefined : shorten(told(reference, image), detail.version));
  const secondsOf = ({ at }: HistoryEntry): number => Math.round(Date.parse(at) / 1000);
  const changes = data.entries.map((entry, index) =>
    trimmed([
      // The time that lies between it and the newer change before it.
      secondsOf(data.entries[index - 1] ?? entry) - secondsOf(entry),
      products.add(entry.product),
      environments.add(entry.environment),
      images.add(entry.image),
      kinds.indexOf(entry.kind),
      shown(entry.from, entry),
      shown(entry.to, entry),
      entry.commit.slice(0, detail.commit),
      sourceOf(entry.source),
      runOf(entry.run),
      people.add(entry.actor ?? entry.author),
      reasons.add(cutBytes(entry.reason, detail.reason)),
      entry.pullRequest?.number ?? 0,
      // A lead time of no second is known.
      entry.leadTime === undefined ? 0 : entry.leadTime + 1,
      comparison(entry),
    ]),
  );
  const running = status.rows.flatMap(({ product, runs, relations }) =>
    [...runs.values()]
      .flat()
      .map((one) => [
        products.add(product),
        environments.add(one.environment),
        printReference(one.reference),
        paths.add(one.path),
        one.line,
        records.indexOf(one.record),
        one.set?.commit ?? '',
        one.set === undefined ? 0 : Math.round(Date.parse(one.set.at) / 1000),
        sourceOf(one.set?.source),
        one.set?.by ?? '',
        relations.get(one.environment) ?? '',
        one.held.map(visible),
      ]),
  );
  return {
    server,
    repository: data.repository ?? '',
    branch: data.branch,
    products: products.all,
    environments: environments.all,
    images: images.all,
    versions: versions.all,
    people: people.all,
    sources: sources.all,
    repositories: repositories.all,
    reasons: reasons.all,
    paths: paths.all,
    running,
    frozen: status.freezes.map(({ product, environment, frozen }) => [
      products.add(product),
      environments.add(environment),
      visible(frozen),
    ]),
    waiting: data.waiting.map(({ product, environments: where, number }) => [
      products.add(product),
      where.map((environment) => environments.add(environment)),
      number,
    ]),
    left: [...data.left].map(([product, count]) => [products.add(product), count]),
    newest: data.entries.slice(0, 1).map(secondsOf)[0] ?? 0,
    changes,
  };
}

/** With the repository, where that is another one than before. */
const told = (reference: Reference, image: string): string =>
  reference.repository === image ? version(reference) : `${reference.repository} ${version(reference)}`;

/** 1 where the application's commits between the two versions can be shown by these, 2 by these with a `v` before them. */
const comparison = ({ from, to, source }: HistoryEntry): number => {
  if (from === undefined || to === undefined || source?.repository === undefined) return 0;
  const range = rangeOf({ from: printReference(from), to: printReference(to) }, source);
  if (range === undefined) return 0;
  return range === `v${from.tag}...v${to.tag}` ? 2 : 1;
};

type Names = { readonly all: string[]; readonly add: (name: string | undefined) => number };

const listOf = (names: readonly string[] = []): Names => {
  const all: string[] = [];
  const places = new Map<string, number>();
  const add = (name: string | undefined): number => {
    if (name === undefined || name === '') return 0;
    const known = places.get(name);
    if (known !== undefined) return known;
    all.push(visible(name));
    places.set(name, all.length);
    return all.length;
  };
  for (const name of names) add(name);
  return { all, add };
};

const cutBytes = (text: string | undefined, most: number): string | undefined => {
  if (text === undefined || embeddedBytes(text) <= most) return text;
  let kept = [...text].slice(0, most);
  while (kept.length > 0 && embeddedBytes(kept.join('')) > most) kept = kept.slice(0, Math.floor(kept.length * 0.9));
  return kept.length === 0 ? undefined : `${kept.join('')}…`;
};

const embeddedBytes = (text: string): number => bytesOf(embeddedJson(visible(text))) - 2;

const trimmed = (values: readonly (string | number)[]): (string | number)[] => {
  const kept = [...values];
  while (kept.at(-1) === 0) kept.pop();
  return kept;
};
