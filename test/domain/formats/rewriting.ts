import { expect } from 'vitest';
import { type ErrorCode, PromotionError } from '../../../src/domain/errors.ts';
import { parseImage } from '../../../src/domain/image.ts';
import { type RewriteRequest, type Rewritten, rewrite } from '../../../src/domain/rewrite.ts';

export type Rewriting = {
  readonly path?: string;
  readonly additions?: RewriteRequest['additions'];
};

/** Rewrites a text for requests in the syntax of the step's input, and again: twice is once. */
export function rewriting(text: string, images: string | readonly string[], options: Rewriting = {}): Rewritten {
  const request: RewriteRequest = {
    images: [images].flat().map((image) => parseImage(image)),
    additions: options.additions ?? 'refused',
  };
  const path = options.path ?? 'some/file.yaml';
  const once = rewrite({ path, text }, request);
  const twice = rewrite({ path, text: once.text }, request);
  expect(twice.text).toBe(once.text);
  expect(twice.found.map(({ changed }) => changed)).toEqual(once.found.map(() => false));
  return once;
}

/** The lines that differ, old ones with `-` and new ones with `+`: as in a review. */
export function changedLines(before: string, after: string): string[] {
  const old = before.split('\n');
  const now = after.split('\n');
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1)) {
    old.pop();
    now.pop();
  }
  while (old.length > 0 && now.length > 0 && old[0] === now[0]) {
    old.shift();
    now.shift();
  }
  return [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
}

/** The refusal of a rewrite: the code and the line of each violation. */
export function refusal(
  text: string,
  images: string | readonly string[],
  options: Rewriting = {},
): { readonly code: ErrorCode; readonly line: number | undefined }[] {
  try {
    rewriting(text, images, options);
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.violations.map(({ code, line }) => ({ code, line }));
  }
  return [];
}

/** The lines on which other tools fill in the version of the image, which stay as they are. */
export function filledIn(text: string, images: string | readonly string[], options: Rewriting = {}): number[] {
  return rewriting(text, images, options).leftAlone.flatMap(({ reason, line }) => (reason === 'filled-in' ? line : []));
}
