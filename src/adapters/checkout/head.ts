import { type Git, gitIn } from './git.ts';

/** The commit and the full ref of a checkout, as a workflow's run would name them; absent where git has none. */
export type Head = { readonly sha?: string | undefined; readonly ref?: string | undefined };

export function headOfCheckout(directory: string): Promise<Head> {
  return readHead(gitIn(directory));
}

/** What HEAD is; nothing of it where there is no commit, no branch, or no git at all. */
export async function readHead(git: Git): Promise<Head> {
  const ask = async (...question: string[]): Promise<string[]> => {
    const answer = await git(question).catch(() => undefined);
    return answer?.code === 0 ? answer.output.split('\n').filter((line) => line !== '') : [];
  };
  const [commit, name] = await ask('rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD');
  if (name !== undefined) return { sha: commit, ref: name === 'HEAD' ? undefined : name };
  // No commit yet, no git, or another ref by the name of HEAD, of which git names neither.
  const [[sha], [ref]] = await Promise.all([
    ask('rev-parse', '--quiet', '--verify', 'HEAD'),
    ask('symbolic-ref', '--quiet', 'HEAD'),
  ]);
  return { sha, ref };
}
