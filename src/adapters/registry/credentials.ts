/** Credentials from the configurations of docker, podman, skopeo and buildah, and from credential helpers. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../../domain/errors.ts';
import {
  type CredentialQuery,
  type Credentials,
  type DockerConfig,
  findEntry,
  findHelper,
  lengthOf,
  parseDockerConfig,
  parseHelperAnswer,
  readCredentials,
} from '../../domain/registry/docker-config.ts';
import { quote } from '../../domain/text.ts';

type CredentialOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that a credential helper may take. */
  readonly timeout: number;
};

/** The credentials for a repository of a registry, and for no other. */
export type FindCredentials = (subject: CredentialQuery) => Promise<Credentials | undefined>;

/** Reads the docker configuration and those of podman, skopeo and buildah at the first question, and asks about each repository
 * once. The function throws PromotionError `credentials-invalid`. */
export function createCredentials(options: CredentialOptions): FindCredentials {
  const asked = new Map<string, ReturnType<typeof askHelper>>();
  const known = new Map<string, Promise<Credentials | undefined>>();
  let configs: Promise<readonly DockerConfig[]> | undefined;
  const ask: Ask = (helper, key) => {
    const answer = asked.get(`${helper} ${key}`) ?? askHelper(helper, key, options);
    asked.set(`${helper} ${key}`, answer);
    return answer;
  };
  return (subject) => {
    configs ??= readConfigs(options.environment);
    const id = `${subject.key} ${subject.name}`;
    const found = known.get(id) ?? configs.then((read) => lookUp(read, subject, ask));
    known.set(id, found);
    return found;
  };
}

type Ask = (helper: string, key: string) => Promise<Credentials | undefined>;

/** The longest matching key of all files wins, and between equal keys the earlier file. The key of a helper is always a whole registry. */
const lookUp = async (
  configs: readonly DockerConfig[],
  subject: CredentialQuery,
  ask: Ask,
): Promise<Credentials | undefined> => {
  const entries = configs.flatMap((config) => {
    const key = findEntry(config, subject);
    return key === undefined ? [] : [{ config, key, length: lengthOf(key) }];
  });
  const helped = configs.flatMap((config) => {
    const helper = findHelper(config, subject.key);
    return helper === undefined ? [] : [{ config, helper, length: lengthOf(subject.key) }];
  });
  const order = (config: DockerConfig) => configs.indexOf(config);
  const candidates = [...helped, ...entries].sort((a, b) => b.length - a.length || order(a.config) - order(b.config));
  for (const candidate of candidates) {
    const found =
      'helper' in candidate
        ? await ask(candidate.helper, subject.key)
        : readCredentials(candidate.config, candidate.key);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** In this order: the file that `REGISTRY_AUTH_FILE` names, docker's, and podman's default. */
const readConfigs = async (environment: CredentialOptions['environment']): Promise<DockerConfig[]> => {
  const home = environment.HOME || environment.USERPROFILE || homedir();
  const runtime = environment.XDG_RUNTIME_DIR;
  const paths = [
    environment.REGISTRY_AUTH_FILE || undefined,
    join(environment.DOCKER_CONFIG || join(home, '.docker'), 'config.json'),
    runtime ? join(runtime, 'containers', 'auth.json') : undefined,
  ];
  const read = await Promise.all(paths.map((path) => (path === undefined ? undefined : readConfig(path))));
  return read.filter((config) => config !== undefined);
};

const readConfig = async (path: string): Promise<DockerConfig | undefined> => {
  try {
    return parseDockerConfig(await readFile(path, 'utf8'), path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (typeof code !== 'string') throw error;
    return fail(
      'credentials-invalid',
      `The docker configuration ${quote(path)} cannot be read (${code}).`,
      'Let the user of this job read it.',
    );
  }
};

type HelperOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. */
  readonly timeout: number;
};

// The output of docker's own helpers, with exit code 1, for an unknown registry.
const NOT_FOUND = 'credentials not found in native keychain';

/** Asks `docker-credential-NAME get` for the credentials of a registry; undefined where it has none. The output of the helper is
 * never shown: it may be the secret.
 * @throws PromotionError `credentials-invalid` for a helper that is missing, fails, hangs or prints rubbish. */
async function askHelper(name: string, key: string, options: HelperOptions): Promise<Credentials | undefined> {
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
