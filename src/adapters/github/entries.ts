import { createHash } from 'node:crypto';
import { fail } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';
import type { DirectoryEntry, Entry } from '../../ports.ts';
import type { RawBlob, RawEntry, RawTree } from './queries.ts';

/** The limit of a manifest, in bytes. */
const LARGEST = 4 * 1024 * 1024;

const DIRECTORY = 0o040000;
const SYMLINK = 0o120000;
const SUBMODULE = 0o160000;

/** Reads the bytes of a blob by its id, whole. */
export type Load = (id: string) => Promise<Uint8Array>;

/** What stands at the path. GitHub's text is only believed when it hashes to the blob's id: it is cut at 512,000 bytes, loses its
 * byte-order mark, and other encodings arrive converted. What does not hash is loaded whole. */
export async function entryOf(raw: RawEntry | RawTree | null | undefined, path: string, load: Load): Promise<Entry> {
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

const directory = ({ entries }: RawTree): Entry => ({
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
