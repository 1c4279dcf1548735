import type { Notice } from './model.ts';
import { quote } from './text.ts';

/** None where the name is the one that was given; GitHub takes capital letters for small ones. */
export function explainRenamed(given: string, present: string): Notice[] {
  if (given.toLowerCase() === present.toLowerCase()) return [];
  return [
    {
      message: `The manifest repository ${quote(given)} is called ${quote(present)} now, and this run uses that name.`,
      hint: `Set the input \`repository\` to ${present}: GitHub forgets the old name when somebody makes another repository of it.`,
    },
  ];
}
