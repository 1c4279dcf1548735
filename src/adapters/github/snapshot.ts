/** Reads the head of a branch as a snapshot, and other commits by their ids. */

import { fail } from '../../domain/errors.ts';
import { refuseMoment } from '../../domain/history/steps.ts';
import { quote } from '../../domain/text.ts';
import type { PastStates, Snapshot, SnapshotEntry, Wanted } from '../../ports.ts';
import { unavailable } from './answers.ts';
import { headAt, landingsOn } from './branch-history.ts';
import { type BaseCommit, fullName, type GitHubPlace, waitBeforeRetry } from './client.ts';
import { entryOf, FIRST_PATHS, filesOf, loadBlob } from './files.ts';
import { HISTORIES_TOGETHER, historiesOf } from './histories.ts';
import { ownLogins, serverName } from './people.ts';
import { EVERY, listedFor } from './pulls/proposal-queries.ts';
import { readProposals } from './pulls/read.ts';
import {
  ask,
  headQuery,
  type RawParts,
  type RawRef,
  type RawRepository,
  revisionQuery,
  type Selection,
  statesQuery,
} from './queries.ts';

type Read = { readonly snapshot: Snapshot; readonly base: BaseCommit };

/** A hundred paths, asked for less and less: histories and branches left out first, then half of the paths, down to one. */
const HEAD_ATTEMPTS = 9;

/** Reads the head of the branch and, from that same commit, the wanted parts; if they take several queries, the first one decides
 * the commit.
 * @throws PromotionError for a repository, branch or token that does not do. */
export async function readSnapshot(place: GitHubPlace, branch: string | undefined, wanted: Wanted): Promise<Read> {
  const { paths, histories } = { paths: [...new Set(wanted.paths)], histories: [...new Set(wanted.histories)] };
  const products = wanted.products === 'all' ? [EVERY] : [...new Set(wanted.products)];
  const { base, parts, selected, repository } = await readHead(place, branch, {
    paths,
    histories,
    products: listedFor(products),
  });
  if (wanted.at !== undefined) return readPast({ base, repository, wanted }, wanted.at);
  const files = filesOf(place, base.commit);
  const logins = ownLogins(repository.viewer ?? '', place.client.tokenKind);
  const past = historiesOf(
    { place, branch: base.branch, commit: base.commit, host: serverName(repository.url), logins },
    histories,
  );
  await files.keep(parts, selected.paths);
  past.keep(parts, selected.histories);
  await files.read(paths);
  const proposals = await readProposals(base, repository, products);
  return {
    base,
    snapshot: {
      commit: base.commit,
      branch: base.branch,
      defaultBranch: repository.defaultBranchRef?.name,
      repository: base.nameWithOwner,
      proposals,
      read: (asked, along = []) => files.read(asked, { histories: past.unread(along), keep: past.keep }),
      history: (path, enough) => past.read(path, enough),
      trust: (writers) => past.trust(writers),
      readAt: (revision, asked) => readRevision(place, revision, asked),
      statesOf: statesOn(base),
    },
  };
}

/** Finds the head of the branch at that time, from its present head. */
const readPast = async (
  { base: head, repository, wanted }: Pick<Head, 'base' | 'repository'> & { readonly wanted: Wanted },
  moment: string,
): Promise<Read> => {
  const { place, branch } = head;
  const commit = (await headAt(place, branch, moment)) ?? refuseMoment(moment);
  const base = { ...head, commit };
  const files = filesOf(place, commit);
  const logins = ownLogins(repository.viewer ?? '', place.client.tokenKind);
  const past = historiesOf({ place, branch, commit, host: serverName(repository.url), logins }, wanted.histories);
  return {
    base,
    snapshot: {
      commit,
      branch,
      defaultBranch: repository.defaultBranchRef?.name,
      repository: base.nameWithOwner,
      read: (asked, along = []) => files.read(asked, { histories: past.unread(along), keep: past.keep }),
      history: (path, enough) => past.read(path, enough),
      trust: (writers) => past.trust(writers),
      readAt: (revision, asked) => readRevision(place, revision, asked),
      statesOf: statesOn(base),
    },
  };
};

type Head = {
  readonly base: BaseCommit;
  readonly parts: RawParts;
  readonly selected: Selection;
  readonly repository: RawRepository;
};

const readHead = async (place: GitHubPlace, branch: string | undefined, wanted: Selection): Promise<Head> => {
  let selected: Selection = {
    ...wanted,
    paths: wanted.paths.slice(0, FIRST_PATHS),
    histories: wanted.histories.slice(0, HISTORIES_TOGETHER),
  };
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, headQuery(selected, branch));
    if (answer.kind === 'answered' && answer.data) {
      const { base, parts } = headOf(place, branch, answer.data);
      return { base, parts, selected, repository: answer.data };
    }
    const { reason, overloaded } = answer.kind === 'lost' ? answer : { reason: 'an empty answer', overloaded: false };
    if (attempt === HEAD_ATTEMPTS) unavailable(`the branch of ${quote(fullName(place))} is read`, reason);
    if (overloaded) selected = less(selected);
    await waitBeforeRetry(place.clock, attempt);
  }
};

/** Branches are read by themselves where they were left out. */
const less = ({ paths, histories }: Selection): Selection => ({
  paths: histories.length > 0 ? paths : paths.slice(0, Math.ceil(paths.length / 2)),
  histories: [],
});

const headOf = (
  place: GitHubPlace,
  branch: string | undefined,
  repository: RawRepository,
): Pick<Head, 'base' | 'parts'> => {
  const head = branch === undefined ? repository.defaultBranchRef : repository.ref;
  if (!head?.target) return missing(place, branch, repository.defaultBranchRef);
  const { target } = head;
  const base: BaseCommit = {
    place,
    repository: repository.id,
    nameWithOwner: repository.nameWithOwner,
    branch: branch ?? head.name,
    commit: target.oid,
    tree: target.tree.oid,
  };
  return { base, parts: target };
};

const missing = (place: GitHubPlace, branch: string | undefined, ordinary: RawRef | null | undefined): never => {
  const repository = quote(fullName(place));
  if (branch === undefined || !ordinary) {
    fail('branch-missing', `The repository ${repository} has no commit yet.`, 'Commit the manifests to it first.');
  }
  fail(
    'branch-missing',
    `The repository ${repository} has no branch ${quote(branch)}.`,
    `Check the input \`branch\`; without it, the default branch ${quote(ordinary.name)} is used.`,
  );
};
const REVISION_ATTEMPTS = 5;

/** Entries of another commit, in the order of the paths; undefined where the repository has no such commit. */
async function readRevision(
  place: GitHubPlace,
  revision: string,
  paths: readonly string[],
): Promise<readonly SnapshotEntry[] | undefined> {
  for (let attempt = 1, size = FIRST_PATHS; ; attempt++, size = Math.ceil(size / 2)) {
    const first = paths.slice(0, size);
    const answer = await ask(place, revisionQuery(revision, { paths: first, histories: [] }));
    if (answer.kind === 'answered') {
      const { object } = answer.data ?? {};
      if (!object?.oid || !isMeant(revision, object.oid)) return undefined;
      const files = filesOf(place, object.oid);
      await files.keep(object, first);
      return files.read(paths);
    }
    if (attempt === REVISION_ATTEMPTS) unavailable('an earlier commit is read', answer.reason);
    await waitBeforeRetry(place.clock, attempt);
  }
}

/** How many states of a manifest one query brings. */
const REVISIONS_TOGETHER = 25;

/** If a merge brought a commit, the state after the merge counts: a state that was only on the merged branch never ran. */
const statesOn = (base: Pick<BaseCommit, 'place' | 'commit'>): Snapshot['statesOf'] => {
  const landingsOf = landingsOn(base);
  const read = async (path: string, commits: readonly string[]): Promise<PastStates> => {
    const landings = await landingsOf(commits);
    const known = [...new Set(landings.flatMap((landing) => landing ?? []))];
    return { entries: await readStates(base.place, path, known), complete: !landings.includes(undefined) };
  };
  /** Each image of a manifest asks for the same states. */
  const known = new Map<string, Promise<PastStates>>();
  return (path, commits) => {
    const key = `${commits.length} ${path}`;
    const answer = known.get(key) ?? read(path, commits);
    known.set(key, answer);
    return answer;
  };
};

/** The entry at the path in each of the commits. */
async function readStates(
  place: GitHubPlace,
  path: string,
  commits: readonly string[],
): Promise<readonly SnapshotEntry[]> {
  const entries: SnapshotEntry[] = [];
  for (let size = REVISIONS_TOGETHER; entries.length < commits.length; ) {
    const some = commits.slice(entries.length, entries.length + size);
    const found = await readSome(place, path, some);
    if (found !== undefined) entries.push(...found);
    else size = Math.max(1, Math.floor(some.length / 2));
  }
  return entries;
}

/** Undefined where GitHub could not answer for so many, and may for fewer. */
const readSome = async (
  place: GitHubPlace,
  path: string,
  commits: readonly string[],
): Promise<SnapshotEntry[] | undefined> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, statesQuery(path, commits));
    if (answer.kind === 'answered') {
      const states = (answer.data ?? {}) as Readonly<Record<string, RawParts | null | undefined>>;
      return Promise.all(commits.map((_, at) => entryOf(states[`s${at}`]?.f0, path, (id) => loadBlob(place, id))));
    }
    if (answer.overloaded && commits.length > 1) return undefined;
    if (attempt === REVISION_ATTEMPTS) unavailable('earlier states of a manifest are read', answer.reason);
    await waitBeforeRetry(place.clock, attempt);
  }
};

/** A branch or a tag may have a name of hexadecimal digits, and git prefers it to a shortened id. */
const isMeant = (revision: string, oid: string): boolean => revision.endsWith('^') || oid.startsWith(revision);
