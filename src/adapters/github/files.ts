import { fail } from '../../domain/errors.ts';
import type { Entry } from '../../ports.ts';
import { unavailable } from './answer.ts';
import { entryOf } from './entries.ts';
import { type Place, pause } from './place.ts';
import { FIRST, portions } from './portions.ts';
import { commitQuery, type RawParts } from './queries.ts';
import { ask } from './reading.ts';

/** Queries, or whole blobs, on their way at the same time. */
const PARALLEL = 4;
/** How often the smallest possible question is asked. */
const ATTEMPTS = 4;
/** What the texts of one snapshot may take together, in characters. */
const MOST = 256_000_000;

export interface Files {
  /** Takes in what a query brought along: `f0` is the first of the paths. */
  keep(parts: RawParts, paths: readonly string[]): Promise<void>;
  /** In the order of the paths; where anything has to be asked for, the riders come along. */
  read(paths: readonly string[], riders?: Riders): Promise<readonly Entry[]>;
}

/** Histories that a query for files brings along. */
export type Riders = {
  readonly histories: readonly string[];
  keep(parts: RawParts, histories: readonly string[]): void;
};

/** The files of one commit, each read once. */
export function filesOf(place: Place, commit: string): Files {
  const known = new Map<string, Entry>();
  const { sizeAfter, overloaded, most } = portions();
  let held = 0;

  const keep = async (parts: RawParts, paths: readonly string[]): Promise<void> => {
    const queue = paths.map((path, at) => ({ path, at }));
    await each(
      () => queue.shift(),
      async ({ path, at }) => {
        const entry = await entryOf(parts[`f${at}`], path, (id) => loadBlob(place, id));
        held += entry.kind === 'file' ? entry.text.length : 0;
        if (held > MOST) tooMuch();
        known.set(path, entry);
      },
    );
  };

  /** Asks for less at once where GitHub could not answer for all; what only comes along is left out first. */
  const fetch = async (paths: readonly string[], attempt: number, riders?: Riders): Promise<void> => {
    const histories = riders?.histories ?? [];
    const answer = await ask(place, commitQuery(commit, { paths, histories }));
    const parts = answer.kind === 'answered' ? answer.data?.object : undefined;
    if (parts) {
      riders?.keep(parts, histories);
      return keep(parts, paths);
    }
    const reason = answer.kind === 'lost' ? answer.reason : 'the commit is not there';
    if (answer.kind === 'lost' && answer.overloaded) overloaded(paths.length);
    if (attempt >= ATTEMPTS && paths.length === 1) unavailable('files are read', reason);
    await pause(place.clock, attempt);
    const half = Math.ceil(paths.length / 2);
    await fetch(paths.slice(0, half), attempt + 1);
    if (half < paths.length) await fetch(paths.slice(half), 1);
  };

  /** The first query is small, and tells how large the others may be. */
  const fetchAll = async (queue: string[], riders?: Riders): Promise<void> => {
    const first = queue.splice(0, Math.min(FIRST, most()));
    const [start, before] = [place.clock.now().getTime(), held];
    await fetch(first, 1, riders);
    const milliseconds = place.clock.now().getTime() - start;
    const size = sizeAfter({ paths: first.length, characters: held - before, milliseconds });
    await each(
      () => (queue.length > 0 ? queue.splice(0, Math.min(size, most())) : undefined),
      (batch) => fetch(batch, 1),
    );
  };

  return {
    keep,
    read: async (paths, riders) => {
      for (const path of paths) checkPath(path);
      const unknown = [...new Set(paths)].filter((path) => !known.has(path));
      if (unknown.length > 0) await fetchAll(unknown, riders);
      return paths.map((path) => known.get(path) ?? { kind: 'absent' });
    },
  };
}

export const loadBlob = async ({ client, owner, name, clock }: Place, id: string): Promise<Uint8Array> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await client.bytes({
      route: 'GET /repos/{owner}/{repo}/git/blobs/{id}',
      parameters: { owner, repo: name, id, headers: { accept: 'application/vnd.github.raw+json' } },
      repeat: true,
    });
    if (answer.kind === 'answered' && answer.data) return answer.data;
    const reason = answer.kind === 'lost' ? answer.reason : (answer.problems[0]?.message ?? 'the blob is not there');
    if (attempt === ATTEMPTS) unavailable('a file is read', reason);
    await pause(clock, attempt);
  }
};

/** Works on what there is to take, a few at a time; after the first failure nothing more is begun. */
const each = async <T>(take: () => T | undefined, work: (item: T) => Promise<void>): Promise<void> => {
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let item = take(); item !== undefined && !failed; item = take()) {
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
};

/** The empty path is the root. */
const checkPath = (path: string): void => {
  if (path === '') return;
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) throw new Error(`not a clean path: ${path}`);
};

const tooMuch = (): never =>
  fail(
    'manifest-too-large',
    'The files of this promotion have over 256 million characters together.',
    'Name fewer files in the setting files.',
  );
