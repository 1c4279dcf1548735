import { describeWithPrograms } from '../programs.ts';

/** Describes what a real registry does. */
export const describeWithRegistry = (name: string, tests: () => void): void =>
  describeWithPrograms(name, ['docker-registry', 'skopeo', 'htpasswd', 'openssl'], tests);
