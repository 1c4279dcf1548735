import { PromotionError, type Violation } from '../../../src/domain/errors.ts';

/** The violations that the call throws; none where it returns. Anything else that it throws passes through. */
export function problemsOf(call: () => unknown): readonly Violation[] {
  try {
    call();
    return [];
  } catch (error) {
    if (error instanceof PromotionError) return error.violations;
    throw error;
  }
}

export function codesOf(call: () => unknown): string[] {
  return problemsOf(call).map(({ code }) => code);
}

/** Every text for a person. */
export function shownBy(call: () => unknown): string {
  return problemsOf(call)
    .map(({ message, hint }) => `${message} ${hint}`)
    .join(' ');
}

/** Control, format, private and unpaired characters, and separators other than the blank. */
export const unprintable = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
