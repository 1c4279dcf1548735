import { stateTrailers } from '../../domain/records/history.ts';
import type { HistoryCommit } from '../../ports.ts';
import { unavailable } from './answer.ts';
import { type Place, pause } from './place.ts';
import { originQuery, type RawCommit, type RawOrigin } from './queries.ts';
import { ask, isForbidden } from './reading.ts';

/** Commits whose pull requests one query asks for. GitHub looks for each of them in the whole repository, and gives up on a hundred. */
const TOGETHER = 50;
/** Down to one, which is what large repositories take. */
const ATTEMPTS = 7;

/** By which pull requests commits came in. */
export interface Origins {
  /** Undefined while that has to be asked for. */
  of(commit: RawCommit): HistoryCommit | undefined;
  /** Asks for the first of them that have to be asked for, as many as one query takes. */
  read(commits: readonly RawCommit[]): Promise<void>;
}

type Origin =
  | { readonly kind: 'direct' }
  | { readonly kind: 'promotion'; readonly description: string }
  | { readonly kind: 'unreadable' };

const DIRECT: Origin = { kind: 'direct' };

/** The pull request behind a commit is asked for only where it can matter: a commit without trailers that GitHub made, which may
 * be a squash that lost them. Whoever pushed a commit has pushed its message. */
export function originsOf(place: Place): Origins {
  const settled = new Map<string, HistoryCommit>();

  const settle = (commit: RawCommit, origin: Origin): HistoryCommit => {
    const known = commitFrom(commit, origin);
    settled.set(commit.oid, known);
    return known;
  };

  const of: Origins['of'] = (commit) => {
    const known = settled.get(commit.oid);
    if (known !== undefined) return known;
    return isDoubtful(commit) ? undefined : settle(commit, DIRECT);
  };

  const read: Origins['read'] = async (commits) => {
    const open = new Map(commits.filter((commit) => of(commit) === undefined).map((commit) => [commit.oid, commit]));
    const batch = [...open.values()].slice(0, TOGETHER);
    for (let attempt = 1, size = batch.length; ; attempt++, size = Math.ceil(size / 2)) {
      const asked = batch.slice(0, size);
      const answer = await ask(place, originQuery(asked));
      if (answer.kind === 'answered' && answer.data) {
        const { data } = answer;
        asked.forEach(
          (commit, at) => void settle(commit, originIn(data[`c${at}`], isForbidden(data, new RegExp(`^c${at}$`)))),
        );
        return;
      }
      const reason = answer.kind === 'lost' ? answer.reason : 'an empty answer';
      if (attempt === ATTEMPTS) unavailable('the pull requests behind commits are read', reason);
      await pause(place.clock, attempt);
    }
  };

  return { of, read };
}

const plainOf = ({ oid, message, committedDate }: RawCommit): HistoryCommit => ({
  id: oid,
  message,
  committedAt: committedDate,
});

const isDoubtful = (commit: RawCommit): boolean =>
  commit.committedViaWeb && stateTrailers(plainOf(commit)).length === 0;

const commitFrom = (commit: RawCommit, origin: Origin): HistoryCommit => {
  const plain = plainOf(commit);
  if (origin.kind === 'promotion') return { ...plain, description: origin.description };
  return origin.kind === 'unreadable' ? { ...plain, unreadable: true } : plain;
};

const originIn = (raw: RawOrigin | null | undefined, forbidden: boolean): Origin => {
  const nodes = raw?.associatedPullRequests?.nodes;
  if (forbidden || !nodes || nodes.includes(null)) return { kind: 'unreadable' };
  const [pullRequest] = nodes;
  if (!pullRequest?.headRefName.startsWith('promotion/') || pullRequest.isCrossRepository) return DIRECT;
  return { kind: 'promotion', description: pullRequest.body };
};
