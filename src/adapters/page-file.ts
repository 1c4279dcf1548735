import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail } from '../domain/errors.ts';
import { quote } from '../domain/text.ts';

/** Writes the status page, and makes the folders that it needs.
 * @throws PromotionError `file-unwritable` */
export async function writePage(path: string, html: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, html);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fail(
      'file-unwritable',
      `The page cannot be written to ${quote(path)}: ${quote(reason)}.`,
      'Name a file in a folder that may be written to.',
    );
  }
}
