import { PromotionError } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';

const LONGEST_OUTPUT = 64 * 1024 * 1024;

/** What a git command came to; a non-zero exit is a value, since git answers questions with it. */
export type GitAnswer = { readonly code: number; readonly output: string; readonly error: string };

export type Git = (arguments_: readonly string[], input?: string) => Promise<GitAnswer>;

/** The git program on the checkout at `directory`. Paths are taken literally, never as patterns. */
export function gitIn(directory: string): Git {
  return async (arguments_, input) => {
    const { execFile } = await import('node:child_process');
    return new Promise((resolve, reject) => {
      const child = execFile(
        'git',
        ['--literal-pathspecs', '-c', 'core.quotePath=false', ...arguments_],
        { cwd: directory, maxBuffer: LONGEST_OUTPUT, encoding: 'utf8' },
        (error, output, errorOutput) => {
          if (error === null) return resolve({ code: 0, output, error: errorOutput });
          if (typeof error.code === 'number') return resolve({ code: error.code, output, error: errorOutput });
          return reject(notStarted(error));
        },
      );
      // A git that ends before it has read everything says why by its exit code.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  };
}

const notStarted = (error: Error): PromotionError =>
  new PromotionError(
    [
      {
        code: 'not-a-checkout',
        message: `git cannot be run: ${quote(error.message)}.`,
        hint: 'Install git, or leave out --delivery commit to change the files alone.',
      },
    ],
    { cause: error },
  );

/** The output of a command that must succeed.
 * @throws PromotionError `not-a-checkout` with git's own words. */
export async function must(git: Git, arguments_: readonly string[], input?: string): Promise<string> {
  const answer = await git(arguments_, input);
  if (answer.code === 0) return answer.output;
  throw new PromotionError([
    {
      code: 'not-a-checkout',
      message: `git ${arguments_[0]} fails: ${quote(answer.error.trim() || answer.output.trim())}.`,
      hint: 'Run the command in a checkout of the manifest repository that git can work with.',
    },
  ]);
}
