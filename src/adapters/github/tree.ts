import type { FileChange } from '../../domain/model.ts';
import type { BranchMoved, CommitRequest } from '../../ports.ts';
import { answered, limitedIn, unavailable } from './answer.ts';
import type { Write, Written } from './mutation.ts';
import type { Base } from './place.ts';
import { type Refused, refuse } from './refusals.ts';

/** What one request of POST git/trees may carry; GitHub gives up on some 2.5 million bytes. */
const CHUNK = 2_000_000;
const CHUNK_FILES = 200;

const UPDATE = 'mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }';

export type Made = Written & { readonly kind: 'made' };

/** Makes the commit on no branch, for what createCommitOnBranch does not take: modes, many files, many bytes, another branch's
 * commit. No author is sent, so that GitHub signs the commit of an App.
 * @returns `branch-moved` where a limit stops it: until that is over, others have moved on.
 * @throws PromotionError for what GitHub refuses on the way; nothing of it shows anywhere then. */
export async function makeCommit(
  base: Base,
  { message, files }: CommitRequest,
  scene: Refused,
): Promise<Made | BranchMoved> {
  let tree = base.tree;
  for (const chunk of chunks(files)) {
    const entries: Entry[] = [];
    for (const entry of await Promise.all(chunk.map((file) => entryOf(base, file, scene)))) {
      if (entry.kind === 'branch-moved') return entry;
      entries.push(entry);
    }
    const body = { base_tree: tree, tree: entries.map(({ kind: _, ...entry }) => entry) };
    const made = await make<{ sha: string }>(base, { what: 'trees', body }, scene);
    if (made.kind === 'branch-moved') return made;
    tree = made.data.sha;
  }
  const text = message.body === '' ? message.headline : `${message.headline}\n\n${message.body}`;
  const body = { message: text, tree, parents: [base.commit] };
  const commit = await make<{ sha: string; html_url?: string }>(base, { what: 'commits', body }, scene);
  if (commit.kind === 'branch-moved') return commit;
  return { kind: 'made', commit: commit.data.sha, url: commit.data.html_url };
}

/** Moves the branch to a commit that was made. */
export function moveOf({ place, branch, commit, repository }: Base, { commit: made, url }: Made): Write {
  const update = { name: `refs/heads/${branch}`, beforeOid: commit, afterOid: made };
  const input = { repositoryId: repository, refUpdates: [update] };
  return async (sending) => {
    const answer = await place.client.graphql<{ updateRefs: object | null }>({
      document: UPDATE,
      variables: { input },
      ...sending,
    });
    if (answer.kind === 'lost') return answer;
    return answered(answer.data?.updateRefs ? { commit: made, url } : undefined, answer.problems);
  };
}

type Entry = { readonly kind: 'entry'; readonly path: string } & Readonly<Record<string, string>>;

/** Text stands in the tree itself, which makes the blob on the way; a byte-order mark or much of it goes as bytes. */
const entryOf = async (
  base: Base,
  { path, executable, after }: FileChange,
  scene: Refused,
): Promise<Entry | BranchMoved> => {
  const entry = { kind: 'entry', path, mode: executable ? '100755' : '100644', type: 'blob' } as const;
  if (!after.startsWith('\uFEFF') && Buffer.byteLength(after) <= CHUNK) return { ...entry, content: after };
  const body = { content: Buffer.from(after).toString('base64'), encoding: 'base64' };
  const made = await make<{ sha: string }>(base, { what: 'blobs', body }, scene);
  return made.kind === 'branch-moved' ? made : { ...entry, sha: made.data.sha };
};

/** Objects are named by their content and seen by nobody yet, so that making them again does no harm. */
const make = async <T>(
  { place }: Base,
  made: { what: string; body: object },
  scene: Refused,
): Promise<{ readonly kind: 'object'; readonly data: T } | BranchMoved> => {
  const { client, owner, name } = place;
  const answer = await client.rest<T>({
    route: `POST /repos/{owner}/{repo}/git/${made.what}`,
    parameters: { owner, repo: name, ...made.body },
    repeat: true,
    ages: true,
  });
  if (answer.kind === 'lost') return unavailable('the commit is prepared', answer.reason);
  if (answer.data) return { kind: 'object', data: answer.data };
  return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: 'an empty answer' }, scene);
};

const chunks = (files: readonly FileChange[]): FileChange[][] => {
  const found: FileChange[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const size = Buffer.byteLength(file.after);
    const last = found.at(-1);
    if (last === undefined || bytes + size > CHUNK || last.length >= CHUNK_FILES) {
      found.push([file]);
      bytes = size;
    } else {
      last.push(file);
      bytes += size;
    }
  }
  return found;
};
