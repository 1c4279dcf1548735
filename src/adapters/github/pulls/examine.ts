/** Examines the commits of pull requests that claim to be ours. */

import type { Evidence, Examination, SnapshotEntry } from '../../../ports.ts';
import { unavailable } from '../answers.ts';
import { type GitHubPlace, waitBeforeRetry } from '../client.ts';
import { filesOf } from '../files.ts';
import { ask, ENTRY, type RawParts } from '../queries.ts';
import type { Nodes } from './proposal-queries.ts';

/** The texts of files that one query asks for, and the commits: their pull requests are looked up one by one. */
const MOST_PATHS = 100;

const MOST_COMMITS = 20;

const ATTEMPTS = 5;

type RawTreeEntry = { readonly name: string; readonly mode: number; readonly oid: string };

type RawTree = { readonly entries?: readonly RawTreeEntry[] | null } | null;

type RawMerged = {
  readonly number: number;
  readonly state: string;
  readonly mergeCommit: { readonly oid: string } | null;
};

type RawSide = RawParts & Readonly<Record<`d${number}`, { readonly object?: RawTree } | RawTree | undefined>>;

type RawBrought = Nodes<RawMerged> & { readonly totalCount?: number };

type RawHead = RawSide & { readonly associatedPullRequests?: RawBrought };

/** `b0` is the first question's parent, `a0` its commit. */
type Body = Readonly<Record<`b${number}`, RawSide | null>> & Readonly<Record<`a${number}`, RawHead | null>>;

/** Collects the evidence that GitHub has about commits which claim to be ours. */
export async function examine(place: GitHubPlace, questions: readonly Examination[]): Promise<readonly Evidence[]> {
  const found: Evidence[] = [];
  for (const group of groups(questions)) found.push(...(await examineTogether(place, group)));
  return found;
}

const groups = (questions: readonly Examination[]): Examination[][] => {
  const all: Examination[][] = [];
  let paths = Number.POSITIVE_INFINITY;
  for (const question of questions) {
    const last = all.at(-1);
    if (last === undefined || last.length === MOST_COMMITS || paths + question.paths.length > MOST_PATHS) {
      all.push([question]);
      paths = question.paths.length;
    } else {
      last.push(question);
      paths += question.paths.length;
    }
  }
  return all;
};

const examineTogether = async (place: GitHubPlace, questions: readonly Examination[]): Promise<Evidence[]> => {
  const [pushers, body] = await Promise.all([
    Promise.all(questions.map(({ head, branch }) => (head.signed ? undefined : readPusher(place, branch, head.id)))),
    readSides(place, questions),
  ]);
  return Promise.all(
    questions.map(async (question, at) => {
      const [before, after] = [body[`b${at}`], body[`a${at}`]];
      return {
        broughtBy: broughtBy(question, after?.associatedPullRequests),
        pusher: pushers[at],
        before: await entriesOf(place, { id: question.parent, side: before, paths: question.paths }),
        after: await entriesOf(place, { id: question.head.id, side: after, paths: question.paths }),
        others: othersIn(question, before, after),
      };
    }),
  );
};

/** A squash or a merge makes a commit that GitHub signs, of which somebody else has chosen the message and perhaps the files. */
const broughtBy = ({ head }: Examination, merged: RawBrought | undefined): Evidence['broughtBy'] => {
  const { nodes, totalCount = 0 } = merged ?? {};
  if (!nodes || nodes.includes(null)) return 'unknown';
  const brought = nodes.find((node) => node?.mergeCommit?.oid === head.id)?.number;
  // Others, which anybody may open, would push it out of the answer.
  return brought ?? (totalCount > nodes.length ? 'unknown' : undefined);
};

const readSides = async (place: GitHubPlace, questions: readonly Examination[]): Promise<Body> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, documentFor(questions));
    if (answer.kind === 'answered' && answer.data) return answer.data as unknown as Body;
    const reason = answer.kind === 'lost' ? answer.reason : 'an empty answer';
    if (attempt === ATTEMPTS) unavailable('the commits of pull requests are looked at', reason);
    await waitBeforeRetry(place.clock, attempt);
  }
};

const documentFor = (questions: readonly Examination[]) => {
  const variables: Record<string, string> = {};
  const declared: string[] = [];
  const declare = (name: string, type: string, value: string): string => {
    variables[name] = value;
    declared.push(`$${name}: ${type}`);
    return `$${name}`;
  };
  const sides = questions.map(({ head, parent, paths }, at) => {
    const files = asked(paths).map((path, index) => {
      return `f${index}: file(path: ${declare(`f${at}_${index}`, 'String!', path)}) { ...Entry }`;
    });
    const directories = directoriesOf(paths).map((path, index) =>
      path === ''
        ? `d${index}: tree { entries { name mode oid } }`
        : `d${index}: file(path: ${declare(`d${at}_${index}`, 'String!', path)}) { object { ... on Tree { entries { name mode oid } } } }`,
    );
    const fields = ['__typename', ...files, ...directories].join('\n    ');
    const merged = 'associatedPullRequests(first: 10) { totalCount nodes { number state mergeCommit { oid } } }';
    return [
      `b${at}: object(oid: ${declare(`b${at}`, 'GitObjectID!', parent)}) { ... on Commit { ${fields} } }`,
      `a${at}: object(oid: ${declare(`a${at}`, 'GitObjectID!', head.id)}) { ... on Commit { ${fields} ${merged} } }`,
    ].join('\n  ');
  });
  const document = [
    `query Examine(${['$owner: String!', '$name: String!', ...declared].join(', ')}) {`,
    `  repository(owner: $owner, name: $name) { id nameWithOwner`,
    `  ${sides.join('\n  ')} }`,
    '}',
    ...(questions.some(({ paths }) => paths.length > 0) ? [ENTRY] : []),
  ].join('\n');
  return { document, variables };
};

/** The rest is read afterwards. */
const asked = (paths: readonly string[]): readonly string[] => paths.slice(0, MOST_PATHS);

type Side = { readonly id: string; readonly side: RawSide | null | undefined; readonly paths: readonly string[] };

const entriesOf = async (place: GitHubPlace, { id, side, paths }: Side): Promise<readonly SnapshotEntry[]> => {
  if (!side) return paths.map(() => ({ kind: 'absent' }));
  const files = filesOf(place, id);
  await files.keep(side, asked(paths));
  return files.read(paths);
};

/** The root, and every directory on the way to a path. */
const directoriesOf = (paths: readonly string[]): string[] => [
  ...new Set(['', ...paths.flatMap((path) => parentsOf(path))]),
];

const parentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/** Where the two differ, apart from the paths themselves and the way to them: a mode counts as well. An entry that cannot be seen counts as
 * different. */
const othersIn = (
  { paths }: Examination,
  before: RawSide | null | undefined,
  after: RawSide | null | undefined,
): string[] => {
  const known = new Set(paths);
  const listed = new Map<string, Listing>();
  for (const [at, directory] of directoriesOf(paths).entries()) {
    const [former, latter] = [entriesIn(before, at), entriesIn(after, at)];
    if (former !== undefined && latter !== undefined) listed.set(directory, { former, latter });
  }
  if (!listed.has('')) return ['.'];
  return [...listed].flatMap(([directory, { former, latter }]) =>
    [...new Set([...former.keys(), ...latter.keys()])].flatMap((name) => {
      const path = directory === '' ? name : `${directory}/${name}`;
      const [one, other] = [former.get(name), latter.get(name)];
      const isLookedAt = known.has(path) || listed.has(path);
      return one?.mode === other?.mode && (one?.oid === other?.oid || isLookedAt) ? [] : [path];
    }),
  );
};

type Listing = {
  readonly former: ReadonlyMap<string, RawTreeEntry>;
  readonly latter: ReadonlyMap<string, RawTreeEntry>;
};

const entriesIn = (side: RawSide | null | undefined, at: number): ReadonlyMap<string, RawTreeEntry> | undefined => {
  const raw = side?.[`d${at}`];
  const tree = raw && 'object' in raw ? raw.object : (raw as RawTree | undefined);
  return tree?.entries ? new Map(tree.entries.map((entry) => [entry.name, entry])) : undefined;
};

type Activity = { readonly after: string; readonly actor: { readonly login: string } | null };

/** The login that moved the branch to the commit, by the server's own record (`GET /repos/{owner}/{repo}/activity`, newest first,
 * with an App's `[bot]`). Undefined if it cannot be read: older servers do not keep it. */
export async function readPusher(place: GitHubPlace, branch: string, commit: string): Promise<string | undefined> {
  const { client, owner, name } = place;
  const answer = await client.rest<readonly Activity[]>({
    ask: ({ rest }, options) =>
      rest.repos.listActivities({ owner, repo: name, ref: `refs/heads/${branch}`, per_page: 10, ...options }),
    repeat: true,
  });
  if (answer.kind === 'lost' || !Array.isArray(answer.data)) return undefined;
  const [newest] = answer.data as readonly Activity[];
  return newest?.after === commit ? newest.actor?.login : undefined;
}
