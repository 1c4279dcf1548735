import { execFile } from 'node:child_process';
import { fail } from '../../domain/errors.ts';
import { type Credentials, parseHelperAnswer } from '../../domain/registry/dockerconfig.ts';
import { quote } from '../../domain/text.ts';

export type HelperOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. */
  readonly timeout: number;
};

// What docker's own helpers print, with exit code 1, for a registry that they do not know.
const NOT_FOUND = 'credentials not found in native keychain';

/** Asks `docker-credential-NAME get` for the credentials of a registry; undefined where it has none.
 * What the helper prints is never shown: it may be the secret.
 * @throws PromotionError `credentials-invalid` for a helper that is missing, fails, hangs or prints rubbish. */
export async function askHelper(name: string, key: string, options: HelperOptions): Promise<Credentials | undefined> {
  const program = `docker-credential-${name}`;
  const result = await run(program, key, options);
  if (result.kind === 'failed') {
    return result.output.includes(NOT_FOUND) ? undefined : refuse(program, key, result.problem);
  }
  return (
    parseHelperAnswer(result.output) ?? refuse(program, key, 'prints something other than a user name and a secret')
  );
}

type Result =
  | { readonly kind: 'done'; readonly output: string }
  | { readonly kind: 'failed'; readonly output: string; readonly problem: string };

const run = (program: string, key: string, { environment, timeout }: HelperOptions): Promise<Result> =>
  new Promise((resolve) => {
    // A helper has no business with the inputs and tokens of the step.
    const { INPUTS: _, SOURCE_TOKEN: __, ...env } = environment;
    const options = { env, timeout, killSignal: 'SIGKILL', maxBuffer: 1024 * 1024, windowsHide: true } as const;
    const child = execFile(program, ['get'], options, (error, output) => {
      if (error === null) resolve({ kind: 'done', output });
      else resolve({ kind: 'failed', output, problem: problemOf(error, timeout) });
    });
    // A helper that ends without reading is judged by how it ends.
    child.stdin?.on('error', () => {});
    child.stdin?.end(key);
  });

const problemOf = (error: Error & { code?: unknown; killed?: unknown }, timeout: number): string => {
  if (error.code === 'ENOENT') return 'is not installed';
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'prints more than 1 MiB';
  if (error.killed === true) return `does not end within ${timeout / 1000} seconds`;
  return typeof error.code === 'number' ? `fails with exit code ${error.code}` : 'cannot be run';
};

const refuse = (program: string, key: string, problem: string): never =>
  fail(
    'credentials-invalid',
    `The credential helper ${quote(program)}, which the docker configuration names for ${quote(key)}, ${problem}.`,
    `See what "${program} get" does on the runner, or log in with docker/login-action instead.`,
  );
