import { fail } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';
import type { Snapshot, Wanted } from '../../ports.ts';
import { unavailable } from './answer.ts';
import { filesOf } from './files.ts';
import { historiesOf, TOGETHER } from './histories.ts';
import { ownLogins, serverName } from './logins.ts';
import { type Base, fullName, type Place, pause } from './place.ts';
import { FIRST } from './portions.ts';
import { EVERY, listedFor } from './pulls/fields.ts';
import { readProposals } from './pulls/read.ts';
import { headQuery, type RawParts, type Wish } from './queries.ts';
import { ask, type RawRef, type RawRepository } from './reading.ts';
import { readRevision, readStates } from './revisions.ts';

export type Read = { readonly snapshot: Snapshot; readonly base: Base };

/** A hundred paths, asked for less and less: histories and branches left out first, then half of the paths, down to one. */
const ATTEMPTS = 9;

/** Reads the head of the branch and, from that same commit, what is wanted; where that is more than one query takes, the first
 * one decides the commit.
 * @throws PromotionError for a repository, branch or token that does not do. */
export async function readSnapshot(place: Place, branch: string | undefined, wanted: Wanted): Promise<Read> {
  const { paths, histories } = { paths: [...new Set(wanted.paths)], histories: [...new Set(wanted.histories)] };
  const products = wanted.products === 'all' ? [EVERY] : [...new Set(wanted.products)];
  const { base, parts, wish, repository } = await readHead(place, branch, {
    paths,
    histories,
    products: listedFor(products),
  });
  const files = filesOf(place, base.commit);
  const logins = ownLogins(repository.viewer ?? '', place.client.tokenKind);
  const past = historiesOf({ place, commit: base.commit, host: serverName(repository.url), logins }, histories);
  await files.keep(parts, wish.paths);
  past.keep(parts, wish.histories);
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
      statesOf: (path, commits) => readStates(place, path, commits),
    },
  };
}

type Head = {
  readonly base: Base;
  readonly parts: RawParts;
  readonly wish: Wish;
  readonly repository: RawRepository;
};

const readHead = async (place: Place, branch: string | undefined, wanted: Wish): Promise<Head> => {
  let wish: Wish = {
    ...wanted,
    paths: wanted.paths.slice(0, FIRST),
    histories: wanted.histories.slice(0, TOGETHER),
  };
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, headQuery(wish, branch));
    if (answer.kind === 'answered' && answer.data) {
      const { base, parts } = headOf(place, branch, answer.data);
      return { base, parts, wish, repository: answer.data };
    }
    const { reason, overloaded } = answer.kind === 'lost' ? answer : { reason: 'an empty answer', overloaded: false };
    if (attempt === ATTEMPTS) unavailable(`the branch of ${quote(fullName(place))} is read`, reason);
    if (overloaded) wish = less(wish);
    await pause(place.clock, attempt);
  }
};

/** Branches are read by themselves where they were left out. */
const less = ({ paths, histories }: Wish): Wish => ({
  paths: histories.length > 0 ? paths : paths.slice(0, Math.ceil(paths.length / 2)),
  histories: [],
});

const headOf = (place: Place, branch: string | undefined, repository: RawRepository): Pick<Head, 'base' | 'parts'> => {
  const head = branch === undefined ? repository.defaultBranchRef : repository.ref;
  if (!head?.target) return missing(place, branch, repository.defaultBranchRef);
  const { target } = head;
  const base: Base = {
    place,
    repository: repository.id,
    nameWithOwner: repository.nameWithOwner,
    branch: branch ?? head.name,
    commit: target.oid,
    tree: target.tree.oid,
  };
  return { base, parts: target };
};

const missing = (place: Place, branch: string | undefined, ordinary: RawRef | null | undefined): never => {
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
