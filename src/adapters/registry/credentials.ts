import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../../domain/errors.ts';
import {
  type Credentials,
  type DockerConfig,
  findCredentials,
  findHelper,
  parseDockerConfig,
} from '../../domain/registry/dockerconfig.ts';
import { quote } from '../../domain/text.ts';
import { askHelper } from './helper.ts';

export type CredentialOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that a credential helper may take. */
  readonly timeout: number;
};

/** The credentials of the registry with this key of the docker configuration, and of no other. */
export type FindCredentials = (key: string) => Promise<Credentials | undefined>;

/** Reads the docker configuration at the first question, and asks about each registry once.
 * The function throws PromotionError `credentials-invalid`. */
export function createCredentials(options: CredentialOptions): FindCredentials {
  const known = new Map<string, Promise<Credentials | undefined>>();
  let config: Promise<DockerConfig | undefined> | undefined;
  return (key) => {
    config ??= readConfig(options.environment);
    const found = known.get(key) ?? config.then((read) => read && lookUp(read, key, options));
    known.set(key, found);
    return found;
  };
}

const lookUp = async (
  config: DockerConfig,
  key: string,
  options: CredentialOptions,
): Promise<Credentials | undefined> => {
  const helper = findHelper(config, key);
  const kept = helper === undefined ? undefined : await askHelper(helper, key, options);
  return kept ?? findCredentials(config, key);
};

const readConfig = async (environment: CredentialOptions['environment']): Promise<DockerConfig | undefined> => {
  const home = environment.HOME || environment.USERPROFILE || homedir();
  const path = join(environment.DOCKER_CONFIG || join(home, '.docker'), 'config.json');
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
