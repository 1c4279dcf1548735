import { gitIn } from './git.ts';
import { looseHead } from './loose.ts';

/** The commit and the full ref of a checkout, as a workflow's run would name them; absent where git has none. */
export type Head = { readonly sha?: string | undefined; readonly ref?: string | undefined };

/** What HEAD is; nothing of it where there is no commit, no branch, or no git at all. */
export async function headOfCheckout(directory: string): Promise<Head> {
  return looseHead(directory) ?? askGit(directory);
}

const askGit = async (directory: string): Promise<Head> => {
  const git = gitIn(directory);
  const ask = async (...question: string[]): Promise<string | undefined> => {
    const answer = await git(question).catch(() => undefined);
    return answer?.code === 0 ? answer.output.trim() || undefined : undefined;
  };
  const [sha, ref] = await Promise.all([
    ask('rev-parse', '--quiet', '--verify', 'HEAD'),
    ask('symbolic-ref', '--quiet', 'HEAD'),
  ]);
  return { sha, ref };
};
