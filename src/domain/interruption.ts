import { PromotionError } from './errors.ts';

/** A run that GitHub or a person ends early: what it has done so far is told, and what was under way is named as open. */
export function interruption(signal: string): PromotionError {
  return new PromotionError([
    {
      code: 'interrupted',
      message: `The run was stopped (${signal}) before it had ended. A request that was under way may still take effect.`,
      hint: 'Run it again: what has reached its place already is found there and changes nothing.',
    },
  ]);
}
