import type { CommitRequest } from '../../ports.ts';
import { type Answer, answered } from './answer.ts';
import type { Base } from './place.ts';

export type Written = { readonly commit: string; readonly url?: string | undefined };
/** Moves the branch from the base to the new commit, or does nothing; may be asked again, since it names the base. With `ages`
 * a limit is not waited for, and its problem tells the seconds. */
export type Write = (sending?: { readonly ages: true }) => Promise<Answer<Written>>;

export type CommitBody = {
  readonly createCommitOnBranch: { readonly commit: { readonly oid: string; readonly url: string } | null } | null;
};

const DOCUMENT = `mutation Commit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid url } }
}`;

const MOST_FILES = 200;
/** GitHub takes some forty million bytes in a request; a fraction of it is plenty. */
const MOST_BYTES = 5_000_000;

/** createCommitOnBranch writes every file as a plain one, so an executable would lose its bit. */
export function fitsMutation({ files }: CommitRequest): boolean {
  const bytes = files.reduce((sum, { after }) => sum + Buffer.byteLength(after), 0);
  return files.length <= MOST_FILES && bytes <= MOST_BYTES && files.every(({ executable }) => !executable);
}

/** What `createCommitOnBranch` is asked for. */
export function commitInput(base: Base, { message, files }: CommitRequest): object {
  return {
    branch: { repositoryNameWithOwner: base.nameWithOwner, branchName: base.branch },
    expectedHeadOid: base.commit,
    message: { headline: message.headline, body: message.body },
    fileChanges: {
      additions: files.map(({ path, after }) => ({ path, contents: Buffer.from(after).toString('base64') })),
    },
  };
}

/** One request: GitHub makes the commit, signs it and moves the branch. */
export function mutationOf(base: Base, request: CommitRequest): Write {
  const input = commitInput(base, request);
  return async (sending) => {
    const answer = await base.place.client.graphql<CommitBody>({
      document: DOCUMENT,
      variables: { input },
      ...sending,
    });
    if (answer.kind === 'lost') return answer;
    const commit = answer.data?.createCommitOnBranch?.commit;
    return answered(commit ? { commit: commit.oid, url: commit.url } : undefined, answer.problems);
  };
}
