import type { FileChange } from '../../domain/model.ts';
import type { CommitRequest } from '../../ports.ts';
import { answered, unavailable } from './answer.ts';
import type { Write, Written } from './mutation.ts';
import type { Base } from './place.ts';
import { refuse, type Scene } from './refusal.ts';

/** What one request of POST git/trees may carry; GitHub gives up on some 2.5 million bytes. */
const CHUNK = 2_000_000;
const CHUNK_FILES = 200;

const UPDATE = 'mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }';

/** Makes the commit without moving anything, for what createCommitOnBranch does not take: modes, many files, many bytes. No
 * author is sent, so that GitHub signs the commit of an App. Only the returned write moves the branch.
 * @throws PromotionError for what GitHub refuses on the way; nothing of it shows anywhere then. */
export async function commitOf(base: Base, request: CommitRequest, scene: Scene): Promise<Write> {
  return moveTo(base, await makeCommit(base, request, scene));
}

/** The commit alone, on no branch.
 * @throws PromotionError as `commitOf` does. */
export async function makeCommit(base: Base, { message, files }: CommitRequest, scene: Scene): Promise<Written> {
  let tree = base.tree;
  for (const chunk of chunks(files)) {
    const entries = await Promise.all(chunk.map((file) => entryOf(base, file, scene)));
    tree = (await make<{ sha: string }>(base, { what: 'trees', body: { base_tree: tree, tree: entries } }, scene)).sha;
  }
  const text = message.body === '' ? message.headline : `${message.headline}\n\n${message.body}`;
  const body = { message: text, tree, parents: [base.commit] };
  const commit = await make<{ sha: string; html_url?: string }>(base, { what: 'commits', body }, scene);
  return { commit: commit.sha, url: commit.html_url };
}

const moveTo = (
  { place, branch, commit, repository }: Base,
  written: { commit: string; url?: string | undefined },
): Write => {
  const update = { name: `refs/heads/${branch}`, beforeOid: commit, afterOid: written.commit };
  const input = { repositoryId: repository, refUpdates: [update] };
  return async (sending) => {
    const answer = await place.client.graphql<{ updateRefs: object | null }>({
      document: UPDATE,
      variables: { input },
      ...sending,
    });
    if (answer.kind === 'lost') return answer;
    return answered(answer.data?.updateRefs ? written : undefined, answer.problems);
  };
};

/** Text stands in the tree itself, which makes the blob on the way; a byte-order mark or much of it goes as bytes. */
const entryOf = async (base: Base, { path, executable, after }: FileChange, scene: Scene): Promise<object> => {
  const entry = { path, mode: executable ? '100755' : '100644', type: 'blob' };
  if (!after.startsWith('\uFEFF') && Buffer.byteLength(after) <= CHUNK) return { ...entry, content: after };
  const body = { content: Buffer.from(after).toString('base64'), encoding: 'base64' };
  return { ...entry, sha: (await make<{ sha: string }>(base, { what: 'blobs', body }, scene)).sha };
};

/** Objects are named by their content and seen by nobody yet, so that making them again does no harm. */
const make = async <T>({ place }: Base, made: { what: string; body: object }, scene: Scene): Promise<T> => {
  const { client, owner, name } = place;
  const answer = await client.rest<T>({
    route: `POST /repos/{owner}/{repo}/git/${made.what}`,
    parameters: { owner, repo: name, ...made.body },
    repeat: true,
  });
  if (answer.kind === 'lost') return unavailable('the commit is prepared', answer.reason);
  return answer.data ?? refuse(answer.problems[0] ?? { message: 'an empty answer' }, scene);
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
