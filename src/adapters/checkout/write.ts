import { chmodSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PromotionError } from '../../domain/errors.ts';
import type { FileChange } from '../../domain/model.ts';
import { quote } from '../../domain/text.ts';
import { newId } from '../id.ts';

/** Puts the new text of every file in place, or leaves all of them as they were. Each file is replaced by a rename, so that a
 * reader sees the old text or the new one. Step by step at once: to wait for a step takes longer than the step.
 * @throws PromotionError `file-unwritable`. */
export async function writeFiles(directory: string, files: readonly FileChange[]): Promise<void> {
  const stagedAt = stagingIn(directory, await newId());
  const staged: FileChange[] = [];
  const replaced: FileChange[] = [];
  try {
    for (const file of files) {
      staged.push(file);
      stage(directory, file, stagedAt(file));
    }
    for (const file of files) {
      renameSync(stagedAt(file), join(directory, file.path));
      replaced.push(file);
    }
  } catch (error) {
    await Promise.all(staged.map((file) => rm(stagedAt(file), { force: true })));
    for (const file of replaced) await restore(directory, file);
    throw unwritable(error);
  }
}

/** Brings back what stood there before. */
export async function restoreFiles(directory: string, files: readonly FileChange[]): Promise<void> {
  for (const file of files) await restore(directory, file);
}

/** Whether every file still holds the text that the plan was made from. */
export function areUnchanged(directory: string, files: readonly FileChange[]): boolean {
  return files.every((file) => textOf(join(directory, file.path)) === file.before);
}

const textOf = (location: string): string | undefined => {
  try {
    return readFileSync(location, 'utf8');
  } catch {
    return undefined;
  }
};

/** Names that nothing has yet: through a link that lies in wait under a known name, the text would land elsewhere. */
const stagingIn =
  (directory: string, id: string) =>
  (file: FileChange): string =>
    join(directory, `${file.path}.promotion-${id}`);

const stage = (directory: string, file: FileChange, staged: string): void => {
  const { mode } = lstatSync(join(directory, file.path));
  writeFileSync(staged, file.after, { flag: 'wx' });
  chmodSync(staged, mode & 0o7777);
};

const restore = async (directory: string, file: FileChange): Promise<void> => {
  await writeFile(join(directory, file.path), file.before);
};

const unwritable = (error: unknown): PromotionError =>
  new PromotionError(
    [
      {
        code: 'file-unwritable',
        message: `A manifest cannot be written: ${quote(error instanceof Error ? error.message : String(error))}.`,
        hint: 'Check the permissions and the free space of the checkout; no file has been changed.',
      },
    ],
    { cause: error },
  );
