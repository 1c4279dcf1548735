/** The commits that a merge makes, by each of the three methods. */
import { notMergeable } from '../errors.ts';
import { commitsBetween } from '../history.ts';
import { commitTree, person, webFlow } from '../repository.ts';
import { type CommitData, readCommit } from '../tree.ts';
import type { PullRequest, Repository } from '../world.ts';
import type { By } from '../writes.ts';
import type { Merge } from './merge.ts';
import { mergedTree } from './standing.ts';

export async function makeMerge(
  by: By,
  pullRequest: PullRequest,
  merge: Merge & { readonly base: string },
): Promise<string> {
  const { repository, world, viewer } = by;
  const { base, method } = merge;
  if (method === 'rebase') return rebase(by, pullRequest, base);
  const tree = await mergedTree(repository, base, pullRequest.headOid);
  if (!tree) throw notMergeable();
  const squash = method === 'squash';
  const text = squash ? await squashText(repository, pullRequest, base) : mergeText(repository, pullRequest);
  const headline = merge.headline ?? text.headline;
  const body = merge.body ?? text.body;
  const oid = await commitTree(repository, {
    tree,
    parents: squash ? [base] : [base, pullRequest.headOid],
    message: body ? `${headline}\n\n${body}` : headline,
    author: person(squash ? pullRequest.author : (viewer.token?.login ?? ''), world.now()),
    committer: webFlow(world.now()),
  });
  repository.verified.add(oid);
  return oid;
}

export const commitsOf = async ({ git }: Repository, base: string, head: string): Promise<string[]> =>
  (await commitsBetween(git, base, head)).reverse();

type Text = { readonly headline: string; readonly body: string };

const mergeText = ({ owner }: Repository, { number, head, title }: PullRequest): Text => ({
  headline: `Merge pull request #${number} from ${owner}/${head}`,
  body: title,
});

const split = (message: string): Text => {
  const [headline = '', ...rest] = message.split('\n');
  return { headline, body: rest.join('\n').trim() };
};

/** GitHub's default: the only commit's message, or the title and a list of all messages; co-authors come last, behind a
 * rule that ends git's block of trailers. */
const squashText = async (repository: Repository, pullRequest: PullRequest, base: string): Promise<Text> => {
  const ids = await commitsOf(repository, base, pullRequest.headOid);
  const commits = await Promise.all(ids.map((oid) => readCommit(repository.git, oid)));
  const [only] = commits;
  const alone = commits.length === 1 && only ? split(only.message) : undefined;
  const headline = `${alone?.headline ?? pullRequest.title} (#${pullRequest.number})`;
  const listed = commits.map(({ message }) => `* ${message.trim()}`).join('\n\n');
  const { squashMessage } = repository.settings;
  const said = { commits: alone?.body ?? listed, body: pullRequest.body, blank: '' }[squashMessage];
  return { headline, body: [said, coAuthors(commits, pullRequest)].filter(Boolean).join('\n\n') };
};

const coAuthors = (commits: readonly CommitData[], { author }: PullRequest): string => {
  const others = new Set(
    commits
      .map((commit) => commit.author)
      .filter(({ name }) => name !== author)
      .map(({ name, email }) => `Co-authored-by: ${name} <${email}>`),
  );
  return others.size > 0 ? `---------\n\n${[...others].join('\n')}` : '';
};

/** Each commit anew upon the base. `git merge-tree` finds the merge base by itself, so each step merges the commit with a
 * throw-away child of the commit's own parent that has our tree. */
const rebase = async ({ repository, world, viewer }: By, { headOid }: PullRequest, base: string): Promise<string> => {
  const committer = person(viewer.token?.login ?? '', world.now());
  let tip = base;
  for (const oid of await commitsOf(repository, base, headOid)) {
    const commit = await readCommit(repository.git, oid);
    const ours = await readCommit(repository.git, tip);
    const aside = await commitTree(repository, {
      ...commit,
      tree: ours.tree,
      message: 'Aside',
      parents: commit.parents.slice(0, 1),
    });
    const tree = await mergedTree(repository, aside, oid);
    if (!tree) throw notMergeable();
    tip = await commitTree(repository, {
      tree,
      parents: [tip],
      message: commit.message,
      author: commit.author,
      committer,
    });
  }
  return tip;
};
