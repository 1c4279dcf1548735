import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type ErrorCode, PromotionError } from '../../src/domain/errors.ts';
import { checkRepository, checkTag, type ImageRequest } from '../../src/domain/image.ts';
import { rewrite } from '../../src/domain/rewrite.ts';

const rejects = fileURLToPath(new URL('../golden/reject', import.meta.url));

/** The refusal of a file or request; `absent` comes from the planner, which knows all files, and an invalid image is refused
 * before any file is read. */
const reasons: Readonly<Record<string, ErrorCode | 'absent'>> = {
  '01-tag-with-plus': 'tag-invalid',
  '02-tag-is-tilde': 'tag-invalid',
  '03-tag-starts-with-dash': 'tag-invalid',
  '04-tag-too-long': 'tag-invalid',
  '05-tag-with-newline': 'tag-invalid',
  '07-name-includes-tag': 'image-invalid',
  '08-uppercase-repository': 'image-invalid',
  '10-image-not-listed': 'absent',
  '11-duplicate-images-key': 'manifest-invalid',
  '13-anchor-holder-alias-not-requested': 'image-shared',
  '14-images-is-a-mapping': 'manifest-invalid',
  '15-merge-conflict-markers': 'manifest-invalid',
  '17-helm-parameter-tag-without-repository': 'absent',
  '19-no-tag-no-digest': 'tag-missing',
};

const checked = (images: readonly ImageRequest[]): readonly ImageRequest[] => {
  for (const { name, newName, tag } of images) {
    checkRepository(name);
    if (newName !== undefined) checkRepository(newName);
    if (tag !== undefined) checkTag(tag);
  }
  return images;
};

/** The thrown error, or the number of found images. */
const outcome = (path: string, text: string, images: readonly ImageRequest[]): string => {
  try {
    const { found, text: after } = rewrite({ path, text }, { images: checked(images), additions: 'refused' });
    expect(after).toBe(text);
    return found.length === 0 ? 'absent' : 'found';
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    expect(error.violations.every(({ message, hint }) => message !== '' && hint !== '')).toBe(true);
    return error.violations.map(({ code }) => code).join();
  }
};

const folders = readdirSync(rejects).filter((name) => name !== '20-environment-escapes-path');

test.each(folders)('%s', (name) => {
  const read = (file: string): string => readFileSync(join(rejects, name, file), 'utf8');
  const { images } = JSON.parse(read('request.json')) as { images: ImageRequest[] };
  expect(outcome('kustomization.yaml', read('before.yaml'), images)).toBe(reasons[name]);
});
