import { describeWithPrograms } from '../programs.ts';

/** Describes tests with a real registry. */
export const describeWithRegistry = (name: string, tests: () => void): void =>
  describeWithPrograms(name, ['docker-registry', 'skopeo', 'htpasswd', 'openssl'], tests);
