/** Reads and writes the files of a checkout. */

import { isUtf8 } from 'node:buffer';
import {
  chmodSync,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PromotionError } from '../../domain/errors.ts';
import { LARGEST_MANIFEST } from '../../domain/limits.ts';
import type { FileChange } from '../../domain/model.ts';
import { quote } from '../../domain/text.ts';
import type { DirectoryEntry, SnapshotEntry } from '../../ports.ts';
import { newId } from '../process.ts';

const EXECUTABLE = 0o100;

/** Returns the entry at a path below the directory, as git sees it: no symbolic link is followed. Each directory is looked at
 * once, since a snapshot is of one moment. Synchronously: to wait for a file takes longer than to read it. */
export function readerOf(directory: string): (path: string) => Promise<SnapshotEntry> {
  const folder = folderOf(directory);
  return async (path) => {
    if (path === '') return readRoot(directory, folder);
    switch (folder.kindAt(path)) {
      case 'file':
        return readManifest(join(directory, path));
      case 'directory':
        return { kind: 'directory', entries: folder.list(path) };
      case 'symlink':
        return { kind: 'symlink' };
      case 'submodule':
        return { kind: 'submodule' };
      default:
        return { kind: 'absent' };
    }
  };
}

type Kind = DirectoryEntry['kind'];

type Folder = {
  /** Undefined if there is no entry, or a link or a submodule above it. */
  kindAt(path: string): Kind | undefined;
  /** The entries of a directory, without `.git`. */
  list(path: string): DirectoryEntry[];
};

const folderOf = (directory: string): Folder => {
  const kinds = new Map<string, Kind | undefined>();
  const listed = new Map<string, DirectoryEntry[]>();
  const look = (path: string): Kind | undefined => {
    const above = path.lastIndexOf('/');
    const parent = above < 0 ? '' : path.slice(0, above);
    if (parent !== '' && kindAt(parent) !== 'directory') return undefined;
    return listed.has(parent) ? undefined : kindOf(join(directory, path));
  };
  const kindAt = (path: string): Kind | undefined => {
    if (kinds.has(path)) return kinds.get(path);
    const kind = look(path);
    kinds.set(path, kind);
    return kind;
  };
  const list = (path: string): DirectoryEntry[] => {
    const known = listed.get(path);
    if (known !== undefined) return known;
    const location = join(directory, path);
    const entries = readdirSync(location, { withFileTypes: true })
      .filter(({ name }) => name !== '.git')
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry): DirectoryEntry[] => {
        const kind = kindOfEntry(entry, join(location, entry.name));
        return kind === undefined ? [] : [{ name: entry.name, kind }];
      });
    for (const { name, kind } of entries) kinds.set(path === '' ? name : `${path}/${name}`, kind);
    listed.set(path, entries);
    return entries;
  };
  return { kindAt, list };
};

/** The directory that somebody named may be a link, or a worktree, whose `.git` is a file. */
const readRoot = async (directory: string, folder: Folder): Promise<SnapshotEntry> => {
  const isDirectory = await stat(directory).then((status) => status.isDirectory(), refuseUnlessAbsent);
  return isDirectory ? { kind: 'directory', entries: folder.list('') } : { kind: 'absent' };
};

const refuseUnlessAbsent = (error: unknown): false => {
  if (isAbsent(error)) return false;
  throw error;
};

const kindOf = (location: string): Kind | undefined => {
  const status = statusOf(location);
  return status && kindOfEntry(status, location);
};

const kindOfEntry = (entry: Stats | Dirent, location: string): Kind | undefined => {
  if (entry.isSymbolicLink()) return 'symlink';
  if (entry.isFile()) return 'file';
  if (!entry.isDirectory()) return undefined;
  // The `.git` of a submodule is a file.
  return statusOf(join(location, '.git'))?.isFile() ? 'submodule' : 'directory';
};

const statusOf = (location: string): Stats | undefined => {
  try {
    return lstatSync(location, { throwIfNoEntry: false });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const readManifest = (location: string): SnapshotEntry => {
  const { size, mode } = lstatSync(location);
  if (size > LARGEST_MANIFEST) return { kind: 'too-large', size };
  const bytes = readFileSync(location);
  if (!isUtf8(bytes) || bytes.includes(0)) return { kind: 'binary' };
  return { kind: 'file', text: bytes.toString('utf8'), executable: (mode & EXECUTABLE) !== 0 };
};

/** Puts the new text of every file in place, or leaves all of them as they were. Each file is replaced by a rename, so that a
 * reader sees the old text or the new one. Step by step at once: to wait for a step takes longer than the step.
 * @throws PromotionError `file-unwritable`. */
export async function writeFiles(directory: string, files: readonly FileChange[]): Promise<void> {
  const stagedAt = stagingIn(directory, await newId());
  // The mask of the process takes bits away from a new file.
  const masked = process.umask() | 0o7000;
  const staged: FileChange[] = [];
  const replaced: FileChange[] = [];
  try {
    for (const file of files) {
      staged.push(file);
      const mode = modeOf(join(directory, file.path));
      writeFileSync(stagedAt(file), file.after, { flag: 'wx', mode });
      if ((mode & masked) !== 0) chmodSync(stagedAt(file), mode);
    }
    for (const file of files) {
      renameSync(stagedAt(file), join(directory, file.path));
      replaced.push(file);
    }
  } catch (error) {
    await Promise.all(staged.map((file) => rm(stagedAt(file), { force: true })));
    for (const file of replaced) await restore(directory, file);
    throw unwritable(error);
  }
}

/** Restores the earlier texts. */
export async function restoreFiles(directory: string, files: readonly FileChange[]): Promise<void> {
  for (const file of files) await restore(directory, file);
}

/** Whether every file still holds the text that the plan was made from. */
export function areUnchanged(directory: string, files: readonly FileChange[]): boolean {
  return files.every((file) => textOf(join(directory, file.path)) === file.before);
}

const textOf = (location: string): string | undefined => {
  try {
    return readFileSync(location, 'utf8');
  } catch {
    return undefined;
  }
};

/** Names that nothing has yet: through a link that lies in wait under a known name, the text would land elsewhere. */
const stagingIn =
  (directory: string, id: string) =>
  (file: FileChange): string =>
    join(directory, `${file.path}.promotion-${id}`);

const modeOf = (location: string): number => lstatSync(location).mode & 0o7777;

const restore = async (directory: string, file: FileChange): Promise<void> => {
  await writeFile(join(directory, file.path), file.before);
};

const unwritable = (error: unknown): PromotionError =>
  new PromotionError(
    [
      {
        code: 'file-unwritable',
        message: `A manifest cannot be written: ${quote(error instanceof Error ? error.message : String(error))}.`,
        hint: 'Check the permissions and the free space of the checkout; no file has been changed.',
      },
    ],
    { cause: error },
  );
