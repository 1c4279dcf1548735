/** Reads the files and directories of one commit, in queries whose size follows from the answers. */

import { createHash } from 'node:crypto';
import { fail } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';
import type { DirectoryEntry, SnapshotEntry } from '../../ports.ts';
import { unavailable } from './answers.ts';
import { type GitHubPlace, waitBeforeRetry } from './client.ts';
import { ask, commitQuery, type RawBlob, type RawEntry, type RawParts, type RawTree } from './queries.ts';

/** Queries, or whole blobs, on their way at the same time. */
const PARALLEL = 4;

/** How often the smallest possible question is asked. */
const ATTEMPTS = 4;

/** The most that the texts of one snapshot may have together, in characters. */
const MOST = 256_000_000;

interface Files {
  /** Stores the additional results of a query: `f0` is the first of the paths. */
  keep(parts: RawParts, paths: readonly string[]): Promise<void>;
  /** In the order of the paths; where anything has to be asked for, the riders come along. */
  read(paths: readonly string[], riders?: Riders): Promise<readonly SnapshotEntry[]>;
}

/** Histories that a query for files brings along. */
type Riders = {
  readonly histories: readonly string[];
  keep(parts: RawParts, histories: readonly string[]): void;
};

/** The files of one commit, each read once. */
export function filesOf(place: GitHubPlace, commit: string): Files {
  const known = new Map<string, SnapshotEntry>();
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

  /** Makes the request smaller if GitHub could not answer it; optional parts are left out first. */
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
    await waitBeforeRetry(place.clock, attempt);
    const half = Math.ceil(paths.length / 2);
    await fetch(paths.slice(0, half), attempt + 1);
    if (half < paths.length) await fetch(paths.slice(half), 1);
  };

  /** The first query is small and shows how large the others may be. */
  const fetchAll = async (queue: string[], riders?: Riders): Promise<void> => {
    const first = queue.splice(0, Math.min(FIRST_PATHS, most()));
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

/** The bytes of a blob instead of JSON around their Base64. */
const RAW = { accept: 'application/vnd.github.raw+json' };

export const loadBlob = async ({ client, owner, name, clock }: GitHubPlace, id: string): Promise<Uint8Array> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await client.bytes({
      ask: ({ rest }, options) =>
        rest.git.getBlob({ owner, repo: name, file_sha: id, ...options, headers: { ...options.headers, ...RAW } }),
      repeat: true,
    });
    if (answer.kind === 'answered' && answer.data) return answer.data;
    const reason = answer.kind === 'lost' ? answer.reason : (answer.problems[0]?.message ?? 'the blob is not there');
    if (attempt === ATTEMPTS) unavailable('a file is read', reason);
    await waitBeforeRetry(clock, attempt);
  }
};

/** Works on the remaining items, a few at a time; nothing more is begun after the first failure. */
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

/** The paths in the first query, when the size of the files is not known yet. GitHub answers a query in ten seconds or not at
 * all. */
export const FIRST_PATHS = 100;

/** Each path makes the query longer, and GitHub limits the time that it checks a query, too. */
const MOST_PATHS = 500;

/** The size and the duration that a query aims at: far from where GitHub gives up. */
const CHARACTERS = 2_000_000;

const MILLISECONDS = 4_000;

/** An answer: the number of paths, the amount of text, and the duration. */
type Portion = { readonly paths: number; readonly characters: number; readonly milliseconds: number };

/** How many paths to ask for at once: small files take few queries, and large ones do not overload one. */
interface Portions {
  /** How many paths the next queries may ask for, if they are like these. */
  sizeAfter(portion: Portion): number;
  /** GitHub could not answer for so many: later requests stay below that number. */
  overloaded(paths: number): void;
  most(): number;
}

export function portions(): Portions {
  let most = MOST_PATHS;
  return {
    sizeAfter: ({ paths, characters, milliseconds }) => {
      const share = Math.max(characters / CHARACTERS, milliseconds / MILLISECONDS);
      return Math.max(1, Math.floor(paths / share));
    },
    overloaded: (paths) => {
      most = Math.max(1, Math.min(most, Math.floor(paths / 2)));
    },
    most: () => most,
  };
}

/** The limit of a manifest, in bytes. */
const LARGEST = 4 * 1024 * 1024;

const DIRECTORY = 0o040000;

const SYMLINK = 0o120000;

const SUBMODULE = 0o160000;

/** Reads the bytes of a blob by its id, whole. */
type Load = (id: string) => Promise<Uint8Array>;

/** The entry at the path. GitHub's text is only believed when it hashes to the blob's id: it is cut at 512,000 bytes, loses its
 * byte-order mark, and other encodings arrive converted. A text with another hash is loaded whole. */
export async function entryOf(
  raw: RawEntry | RawTree | null | undefined,
  path: string,
  load: Load,
): Promise<SnapshotEntry> {
  if (raw === null || raw === undefined) return { kind: 'absent' };
  if (!('mode' in raw)) return directory(raw);
  if (raw.mode === SYMLINK) return { kind: 'symlink' };
  if (raw.mode === SUBMODULE) return { kind: 'submodule' };
  const { object } = raw;
  if (object && 'entries' in object) return directory(object);
  if (!object || !('oid' in object)) return unreadable(path);
  if (object.byteSize > LARGEST) return { kind: 'too-large', size: object.byteSize };
  const text = isWhole(object) ? object.text : decode(await load(object.oid), object, path);
  if (text === undefined || text.includes('\0')) return { kind: 'binary' };
  return { kind: 'file', text, executable: (raw.mode & 0o100) !== 0 };
}

/** The id that git gives these bytes, by the hash function of an id of this length. */
export function blobId(bytes: Uint8Array, length: number): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

const isWhole = (blob: RawBlob): blob is RawBlob & { readonly text: string } => {
  if (blob.text === null || blob.isTruncated) return false;
  const bytes = Buffer.from(blob.text, 'utf8');
  return bytes.length === blob.byteSize && blobId(bytes, blob.oid.length) === blob.oid;
};

const decode = (bytes: Uint8Array, { oid }: RawBlob, path: string): string | undefined => {
  if (blobId(bytes, oid.length) !== oid) return unreadable(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const directory = ({ entries }: RawTree): SnapshotEntry => ({
  kind: 'directory',
  entries: (entries ?? []).map(({ name, mode }) => ({ name, kind: kindOf(mode) })),
});

const kindOf = (mode: number): DirectoryEntry['kind'] => {
  if (mode === DIRECTORY) return 'directory';
  if (mode === SYMLINK) return 'symlink';
  return mode === SUBMODULE ? 'submodule' : 'file';
};

const unreadable = (path: string): never =>
  fail(
    'host-unexpected',
    `GitHub's answer for the file ${quote(path)} is not what the commit holds.`,
    'Run it again; if it stays so, report this message.',
    { path },
  );
