import { isOneOf } from '../../domain/proposal/ownership.ts';
import { stateTrailers } from '../../domain/records/history.ts';
import { parseTrailers } from '../../domain/records/trailer.ts';
import type { HistoryCommit } from '../../ports.ts';
import { unavailable } from './answer.ts';
import { actorLogin, type RawActor, vouchedAuthor } from './logins.ts';
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
  /** What it says counts. */
  | { readonly kind: 'own' }
  /** Something else counts: a description, or nothing. */
  | { readonly kind: 'other'; readonly lines: string }
  /** Our last version of the description of a pull request that somebody else has edited. */
  | { readonly kind: 'edited'; readonly number: number }
  | { readonly kind: 'unreadable' };

const OWN: Origin = { kind: 'own' };

export type Trust = {
  /** Name of the server. */
  readonly host: string;
  /** Logins whose commits and pull requests are ours. */
  readonly ours: () => readonly string[];
};

/** Lines in a message count when the commit was pushed as such, or came by a pull request of ours; those that another pull request
 * has brought are text. Most commits are ours by their signature: the pull request behind one is asked for only where that can
 * matter. */
export function originsOf(place: Place, { host, ours }: Trust): Origins {
  const settled = new Map<string, HistoryCommit>();

  const settle = (commit: RawCommit, origin: Origin): HistoryCommit => {
    const known = commitFrom(commit, origin);
    settled.set(commit.oid, known);
    return known;
  };

  const of: Origins['of'] = (commit) => {
    const known = settled.get(commit.oid);
    if (known !== undefined) return known;
    return isDoubtful(commit, { host, ours }) ? undefined : plainOf(commit);
  };

  const read: Origins['read'] = async (commits) => {
    const open = new Map(commits.filter((commit) => of(commit) === undefined).map((commit) => [commit.oid, commit]));
    const batch = [...open.values()].slice(0, TOGETHER);
    for (let attempt = 1, size = batch.length; ; attempt++, size = Math.ceil(size / 2)) {
      const asked = batch.slice(0, size);
      const answer = await ask(place, originQuery(asked));
      if (answer.kind === 'answered' && answer.data) {
        const { data } = answer;
        const origins = asked.map((commit, at) => {
          const forbidden = isForbidden(data, new RegExp(`^c${at}$`));
          return originIn(commit, forbidden ? undefined : data[`c${at}`], ours());
        });
        const whole = await withVersions(place, origins, ours());
        asked.forEach((commit, at) => void settle(commit, whole[at] ?? OWN));
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

const tells = (commit: RawCommit): boolean => stateTrailers(plainOf(commit)).length > 0;

/** A squash gets its number at the end of the first line: its message can be that of a description which others may edit. Without any
 * lines, a commit of ours may be one that somebody has squashed in words of their own. */
const isDoubtful = (commit: RawCommit, { host, ours }: Trust): boolean => {
  const { author, message } = commit;
  const isOurs = isOneOf(vouchedAuthor(commit, host), ours());
  if (tells(commit)) return !isOurs || /\(#\d+\)$/.test(message.split('\n', 1).join());
  const name = author?.user?.login ?? author?.name ?? '';
  return isOurs || isOneOf(name, ours()) || isOneOf(`${name}[bot]`, ours());
};

const commitFrom = (commit: RawCommit, origin: Origin): HistoryCommit => {
  const plain = plainOf(commit);
  if (origin.kind === 'own') return plain;
  return origin.kind === 'other' ? { ...plain, lines: origin.lines } : { ...plain, lines: '', unreadable: true };
};

const originIn = (commit: RawCommit, raw: RawOrigin | null | undefined, ours: readonly string[]): Origin => {
  const nodes = raw?.associatedPullRequests?.nodes;
  if (!nodes || nodes.includes(null)) return { kind: 'unreadable' };
  const merged = nodes.filter((node) => node?.state === 'MERGED');
  if (merged.length === 0) return OWN;
  const own = merged.find(
    (node) =>
      node?.headRefName.startsWith('promotion/') && !node.isCrossRepository && isOneOf(actorLogin(node.author), ours),
  );
  if (!own) return { kind: 'other', lines: '' };
  const isEdited = own.editor !== null && !isOneOf(actorLogin(own.editor), ours);
  if (tells(commit) && !(isEdited && own.mergeCommit?.oid === commit.oid)) return OWN;
  return isEdited ? { kind: 'edited', number: own.number } : { kind: 'other', lines: own.body };
};

type RawEdits = {
  readonly userContentEdits: {
    readonly nodes: readonly ({ readonly editor: RawActor; readonly diff: string | null } | null)[] | null;
  } | null;
} | null;

/** Each edit comes with the whole text that it has left; what is only a part of one has no lines. */
const withVersions = async (
  place: Place,
  origins: readonly Origin[],
  ours: readonly string[],
): Promise<readonly Origin[]> => {
  const numbers = [...new Set(origins.flatMap((origin) => (origin.kind === 'edited' ? [origin.number] : [])))];
  if (numbers.length === 0) return origins;
  const parts = numbers.map((_, at) => `p${at}: pullRequest(number: $p${at}) { ...Edits }`);
  const document = [
    `query Edits($owner: String!, $name: String!${numbers.map((_, at) => `, $p${at}: Int!`).join('')}) {`,
    `  repository(owner: $owner, name: $name) { ${parts.join(' ')} }`,
    '}',
    'fragment Edits on PullRequest { userContentEdits(first: 50) { nodes { editor { __typename login } diff } } }',
  ].join('\n');
  const variables = Object.fromEntries(numbers.map((number, at) => [`p${at}`, number]));
  const { client, owner, name } = place;
  const answer = await client.graphql<{ readonly repository: Record<string, RawEdits> | null }>({
    document,
    variables: { owner, name, ...variables },
    repeat: true,
  });
  const data = answer.kind === 'answered' ? answer.data?.repository : undefined;
  return origins.map((origin): Origin => {
    if (origin.kind !== 'edited') return origin;
    const edits = data?.[`p${numbers.indexOf(origin.number)}`]?.userContentEdits?.nodes ?? [];
    const version = edits.find((edit) => isOneOf(actorLogin(edit?.editor), ours) && isWhole(edit?.diff ?? ''));
    return version?.diff ? { kind: 'other', lines: version.diff } : { kind: 'unreadable' };
  });
};

const isWhole = (text: string): boolean => parseTrailers(text).some(({ kind }) => kind === 'id');
