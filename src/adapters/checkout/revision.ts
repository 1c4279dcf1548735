import { gitIn } from './git.ts';

/** The commit and the full ref of a checkout, as a workflow's run would name them; empty where git has none. */
export async function revisionOfCheckout(
  directory: string,
): Promise<{ readonly sha?: string | undefined; readonly ref?: string | undefined }> {
  const git = gitIn(directory);
  const ask = async (...question: string[]): Promise<string | undefined> => {
    const answer = await git(question).catch(() => undefined);
    return answer?.code === 0 ? answer.output.trim() || undefined : undefined;
  };
  return {
    sha: await ask('rev-parse', '--quiet', '--verify', 'HEAD'),
    ref: await ask('symbolic-ref', '--quiet', 'HEAD'),
  };
}
