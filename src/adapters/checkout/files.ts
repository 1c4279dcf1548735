/** Reads and writes the files of a checkout. */

import { isUtf8 } from 'node:buffer';
import { chmodSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { lstat, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PromotionError } from '../../domain/errors.ts';
import { LARGEST_MANIFEST } from '../../domain/limits.ts';
import type { FileChange } from '../../domain/model.ts';
import { quote } from '../../domain/text.ts';
import type { DirectoryEntry, SnapshotEntry } from '../../ports.ts';
import { newId } from '../process.ts';

const EXECUTABLE = 0o100;

/** Tells what is at a path below the directory, seen as git sees it: nothing is reached through a symbolic link. Each directory
 * is looked at once, since a snapshot is of one moment. */
export function readerOf(directory: string): (path: string) => Promise<SnapshotEntry> {
  const kinds = new Map<string, ReturnType<typeof kindOf>>();
  const isDirectory = (path: string): boolean => {
    if (path === '') return true;
    const above = path.lastIndexOf('/');
    if (!isDirectory(above < 0 ? '' : path.slice(0, above))) return false;
    const kind = kinds.has(path) ? kinds.get(path) : kindOf(join(directory, path));
    kinds.set(path, kind);
    return kind === 'directory';
  };
  return async (path) => {
    if (path === '') return readRoot(directory);
    const above = path.lastIndexOf('/');
    if (!isDirectory(above < 0 ? '' : path.slice(0, above))) return { kind: 'absent' };
    return readAt(join(directory, path));
  };
}

const readAt = async (location: string): Promise<SnapshotEntry> => {
  switch (kindOf(location)) {
    case 'file':
      return readManifest(location);
    case 'directory':
      return { kind: 'directory', entries: await list(location) };
    case 'symlink':
      return { kind: 'symlink' };
    case 'submodule':
      return { kind: 'submodule' };
    default:
      return { kind: 'absent' };
  }
};

/** The directory that somebody named may be a link, or a worktree, whose `.git` is a file. */
const readRoot = async (directory: string): Promise<SnapshotEntry> => {
  const isDirectory = await stat(directory).then((status) => status.isDirectory(), refuseUnlessAbsent);
  return isDirectory ? { kind: 'directory', entries: await list(directory) } : { kind: 'absent' };
};

const refuseUnlessAbsent = (error: unknown): false => {
  if (isAbsent(error)) return false;
  throw error;
};

const kindOf = (location: string): DirectoryEntry['kind'] | undefined => {
  const status = statusOf(location);
  if (status === undefined) return undefined;
  if (status.isSymbolicLink()) return 'symlink';
  if (status.isFile()) return 'file';
  if (!status.isDirectory()) return undefined;
  // The `.git` of a submodule is a file.
  return statusOf(join(location, '.git'))?.isFile() ? 'submodule' : 'directory';
};

/** At once, since there are many for each path: to wait for a look takes longer than the look. */
const statusOf = (location: string) => {
  try {
    return lstatSync(location, { throwIfNoEntry: false });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const readManifest = async (location: string): Promise<SnapshotEntry> => {
  const { size, mode } = await lstat(location);
  if (size > LARGEST_MANIFEST) return { kind: 'too-large', size };
  const bytes = await readFile(location);
  if (!isUtf8(bytes) || bytes.includes(0)) return { kind: 'binary' };
  return { kind: 'file', text: bytes.toString('utf8'), executable: (mode & EXECUTABLE) !== 0 };
};

const list = async (location: string): Promise<DirectoryEntry[]> => {
  const names = (await readdir(location)).filter((name) => name !== '.git').sort();
  const entries = names.map((name) => ({ name, kind: kindOf(join(location, name)) }));
  return entries.flatMap(({ name, kind }) => (kind === undefined ? [] : [{ name, kind }]));
};

/** Puts the new text of every file in place, or leaves all of them as they were. Each file is replaced by a rename, so that a
 * reader sees the old text or the new one. Step by step at once: to wait for a step takes longer than the step.
 * @throws PromotionError `file-unwritable`. */
export async function writeFiles(directory: string, files: readonly FileChange[]): Promise<void> {
  const stagedAt = stagingIn(directory, await newId());
  const staged: FileChange[] = [];
  const replaced: FileChange[] = [];
  try {
    for (const file of files) {
      staged.push(file);
      stage(directory, file, stagedAt(file));
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

/** Brings back what stood there before. */
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

const stage = (directory: string, file: FileChange, staged: string): void => {
  const { mode } = lstatSync(join(directory, file.path));
  writeFileSync(staged, file.after, { flag: 'wx' });
  chmodSync(staged, mode & 0o7777);
};

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
