import type { Entry } from '../../ports.ts';
import { unavailable } from './answer.ts';
import { filesOf } from './files.ts';
import { type Place, pause } from './place.ts';
import { FIRST } from './portions.ts';
import { revisionQuery } from './queries.ts';
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

/** A branch or a tag may have a name of hexadecimal digits, and git prefers it to a shortened id. */
const isMeant = (revision: string, oid: string): boolean => revision.endsWith('^') || oid.startsWith(revision);
