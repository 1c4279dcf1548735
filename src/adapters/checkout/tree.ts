import { isUtf8 } from 'node:buffer';
import { lstatSync } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LARGEST_MANIFEST } from '../../domain/limits.ts';
import type { DirectoryEntry, Entry } from '../../ports.ts';

const EXECUTABLE = 0o100;

/** Tells what stands at a path below the directory, seen as git sees it: nothing is reached through a symbolic link. Each directory
 * is looked at once, since a snapshot is of one moment. */
export function readerOf(directory: string): (path: string) => Promise<Entry> {
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

const readAt = async (location: string): Promise<Entry> => {
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
const readRoot = async (directory: string): Promise<Entry> => {
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

const readManifest = async (location: string): Promise<Entry> => {
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
