import type { Entry } from '../../ports.ts';
import { unavailable } from './answer.ts';
import { entryOf } from './entries.ts';
import { filesOf, loadBlob } from './files.ts';
import { type Place, pause } from './place.ts';
import { FIRST } from './portions.ts';
import { type RawParts, revisionQuery, statesQuery } from './queries.ts';
import { ask } from './reading.ts';

const ATTEMPTS = 5;

/** Entries of another commit, in the order of the paths; undefined where the repository has no such commit. */
export async function readRevision(
  place: Place,
  revision: string,
  paths: readonly string[],
): Promise<readonly Entry[] | undefined> {
  for (let attempt = 1, size = FIRST; ; attempt++, size = Math.ceil(size / 2)) {
    const first = paths.slice(0, size);
    const answer = await ask(place, revisionQuery(revision, { paths: first, histories: [] }));
    if (answer.kind === 'answered') {
      const { object } = answer.data ?? {};
      if (!object?.oid || !isMeant(revision, object.oid)) return undefined;
      const files = filesOf(place, object.oid);
      await files.keep(object, first);
      return files.read(paths);
    }
    if (attempt === ATTEMPTS) unavailable('an earlier commit is read', answer.reason);
    await pause(place.clock, attempt);
  }
}

/** How many states of a manifest one query brings. */
const TOGETHER = 25;

/** What stood at the path in each of the commits. */
export async function readStates(place: Place, path: string, commits: readonly string[]): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let size = TOGETHER; entries.length < commits.length; ) {
    const some = commits.slice(entries.length, entries.length + size);
    const found = await readSome(place, path, some);
    if (found !== undefined) entries.push(...found);
    else size = Math.max(1, Math.floor(some.length / 2));
  }
  return entries;
}

/** Undefined where GitHub could not answer for so many, and may for fewer. */
const readSome = async (place: Place, path: string, commits: readonly string[]): Promise<Entry[] | undefined> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, statesQuery(path, commits));
    if (answer.kind === 'answered') {
      const states = (answer.data ?? {}) as Readonly<Record<string, RawParts | null | undefined>>;
      return Promise.all(commits.map((_, at) => entryOf(states[`s${at}`]?.f0, path, (id) => loadBlob(place, id))));
    }
    if (answer.overloaded && commits.length > 1) return undefined;
    if (attempt === ATTEMPTS) unavailable('earlier states of a manifest are read', answer.reason);
    await pause(place.clock, attempt);
  }
};

/** A branch or a tag may have a name of hexadecimal digits, and git prefers it to a shortened id. */
const isMeant = (revision: string, oid: string): boolean => revision.endsWith('^') || oid.startsWith(revision);
