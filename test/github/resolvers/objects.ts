/** Blobs, trees and tags. */
import { posix } from 'node:path';
import { findEntry, type Mode, readTree, type TreeEntry, typeOf } from '../tree.ts';
import { nameOf, type Repository } from '../world.ts';
import { nodeId } from './identities.ts';
import { repositorySource } from './query.ts';
import type { Asked, Resolvers, Source } from './types.ts';

const CUT = 512_000;
const kinds = { commit: 'Commit', tree: 'Tree', blob: 'Blob', tag: 'Tag' } as const;
const prefixes = { Commit: 'C', Tree: 'T', Blob: 'B', Tag: 'C' } as const;

export async function gitObject(repository: Repository, expression: string): Promise<Source | null> {
  const found = await repository.git.resolve(expression);
  return found ? { __typename: kinds[found.type], repository, oid: found.oid } : null;
}

export const entrySource = (repository: Repository, entry: TreeEntry, path: string): Source => ({
  __typename: 'TreeEntry',
  repository,
  entry,
  path,
});

/** Commit.file: null for missing paths, and behind a symbolic link. */
export async function fileOf(repository: Repository, tree: string, path: string): Promise<Source | null> {
  const clean = path.replace(/\/+$/, '');
  const entry = clean === '' ? undefined : await findEntry(repository.git, tree, clean);
  return entry ? entrySource(repository, entry, clean) : null;
}

const bytesOf = async ({ source }: Asked): Promise<Buffer> =>
  ((await source.repository.git.object(source.oid))?.bytes as Buffer | undefined) ?? Buffer.alloc(0);

/** Assumed: git's own idea of binary, over the whole content. */
const isBinary = (bytes: Buffer): boolean => bytes.includes(0);

/** The text of `Blob.text`: cut, without a byte-order mark, and bytes that are no UTF-8 read as Windows-1252. That GitHub
 * transcodes is known, by which detection is not: a client must not take this text for the bytes. */
const textOf = (bytes: Buffer): string => {
  const cut = bytes.subarray(0, CUT);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(cut, { stream: bytes.length > CUT });
  } catch {
    return new TextDecoder('windows-1252').decode(cut);
  }
};

const common: Resolvers[string] = {
  id: ({ source }) => nodeId(prefixes[source.__typename as 'Blob'], nameOf(source.repository), source.oid),
  abbreviatedOid: ({ source }) => source.oid.slice(0, 7),
  repository: ({ source }) => repositorySource(source.repository),
  commitUrl: ({ source, context }) => `${context.world.serverUrl}/${nameOf(source.repository)}/commit/${source.oid}`,
  commitResourcePath: ({ source }) => `/${nameOf(source.repository)}/commit/${source.oid}`,
};

const decimal = (mode: Mode): number => Number.parseInt(mode, 8);

export const objects: Resolvers = {
  Commit: common,
  Tag: {
    ...common,
    name: async ({ source }) => field(await source.repository.git.object(source.oid), 'tag'),
    message: async ({ source }) => {
      const text = (await source.repository.git.object(source.oid))?.bytes.toString() ?? '';
      return text.slice(text.indexOf('\n\n') + 2);
    },
    target: async ({ source }) =>
      gitObject(source.repository, field(await source.repository.git.object(source.oid), 'object')),
  },
  Tree: {
    ...common,
    entries: async ({ source }) =>
      (await readTree(source.repository.git, source.oid)).map((entry) =>
        entrySource(source.repository, entry, source.path ? `${source.path}/${entry.name}` : entry.name),
      ),
  },
  Blob: {
    ...common,
    byteSize: async (asked) => (await bytesOf(asked)).length,
    isBinary: async (asked) => isBinary(await bytesOf(asked)),
    isTruncated: async (asked) => (await bytesOf(asked)).length > CUT,
    text: async (asked) => {
      const bytes = await bytesOf(asked);
      return isBinary(bytes) ? null : textOf(bytes);
    },
  },
  TreeEntry: {
    name: ({ source }) => source.entry.name,
    nameRaw: ({ source }) => Buffer.from(source.entry.name).toString('base64'),
    path: ({ source }) => source.path,
    pathRaw: ({ source }) => Buffer.from(source.path).toString('base64'),
    mode: ({ source }) => decimal(source.entry.mode),
    type: ({ source }) => typeOf(source.entry.mode),
    oid: ({ source }) => source.entry.oid,
    extension: ({ source }) => posix.extname(source.entry.name),
    isGenerated: () => false,
    repository: ({ source }) => repositorySource(source.repository),
    size: async ({ source }) =>
      typeOf(source.entry.mode) === 'blob' ? (await source.repository.git.object(source.entry.oid))?.bytes.length : 0,
    submodule: ({ source }) =>
      source.entry.mode === '160000'
        ? {
            __typename: 'Submodule',
            path: source.path,
            name: source.path,
            gitUrl: '../elsewhere',
            subprojectCommitOid: source.entry.oid,
          }
        : null,
    object: async ({ source }) => {
      if (source.entry.mode === '160000') return null;
      const found = await gitObject(source.repository, source.entry.oid);
      return found && { ...found, path: source.path };
    },
  },
};

const field = (object: { bytes: Buffer } | undefined, name: string): string =>
  new RegExp(`^${name} (.*)$`, 'm').exec(object?.bytes.toString() ?? '')?.[1] ?? '';
