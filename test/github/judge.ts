/** Real git checks the fake GitHub's objects in memory: the objects and refs of all repositories that a test file has closed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDisk, type GitObject, type Ref } from './disk.ts';

type Closed = { readonly objects: readonly GitObject[]; readonly refs: readonly Ref[] };

const closed: Closed[] = [];

export function submit(repository: Closed): void {
  closed.push(repository);
}

/** Fails where git finds a broken object, a link that leads nowhere, or a name or an object that is not fit for a ref. */
export async function judge(): Promise<void> {
  const repositories = closed.splice(0);
  const objects = new Map(repositories.flatMap((one) => one.objects.map((object) => [object.oid, object])));
  if (objects.size === 0) return;
  const directory = await mkdtemp(join(tmpdir(), 'judged-'));
  const disk = createDisk(directory, 'main');
  try {
    await disk.writePack([...objects.values()]);
    // Each repository has its refs in a folder of its own.
    const created = repositories.flatMap(({ refs }, at) =>
      refs.map(({ name, oid }) => `create ${name.replace(/^refs\/[^/]+\//, `$&${at}/`)} ${oid}`),
    );
    const complaint = await disk.updateRefs(created);
    if (complaint !== undefined) throw new Error(`git refuses refs that the fake GitHub held: ${complaint}`);
  } finally {
    await disk.close();
    await rm(directory, { recursive: true, force: true });
  }
}
