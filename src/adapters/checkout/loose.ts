import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Head } from './head.ts';

/** Variables by which git looks elsewhere. */
const LED = /^GIT_(?:DIR|COMMON_DIR|WORK_TREE|NAMESPACE|CEILING_DIRECTORIES)$/;

/** HEAD as an ordinary repository has it in its files: to start git takes longer than a dry run spends on a manifest. Undefined where
 * git alone knows: in worktrees and submodules, for packed refs and those that are kept in other ways, for unusual names. */
export function looseHead(directory: string): Head | undefined {
  if (Object.keys(process.env).some((name) => LED.test(name))) return undefined;
  try {
    const repository = repositoryOf(realpathSync(directory));
    if (repository === undefined) return undefined;
    const head = contentOf(join(repository, 'HEAD'));
    if (isCommit(head)) return { sha: head };
    const [, ref = ''] = /^ref: (refs\/heads\/\w[\w-]*(?:[./]\w[\w-]*)*)$/.exec(head) ?? [];
    const sha = contentOf(join(repository, ref));
    return isCommit(sha) ? { sha, ref } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for a `.git` that is a file and leads elsewhere. */
const repositoryOf = (directory: string): string | undefined => {
  const found = join(directory, '.git');
  const status = lstatSync(found, { throwIfNoEntry: false });
  if (status !== undefined) return status.isDirectory() ? found : undefined;
  return dirname(directory) === directory ? undefined : repositoryOf(dirname(directory));
};

/** A link is how git has written symbolic refs once. */
const contentOf = (file: string): string => (lstatSync(file).isFile() ? readFileSync(file, 'utf8').trimEnd() : '');

const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
