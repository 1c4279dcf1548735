/** Every command with every outcome that it can have, as runs of the action. */
import type { StepResult } from '../../runner/action.ts';
import { promotions } from './promotions.ts';
import { registries } from './registries.ts';
import { requests } from './requests.ts';

export type Scenario = {
  readonly command: string;
  readonly outcome: string;
  /** What led there, for the reader of the test. */
  readonly when: string;
  readonly run: () => Promise<StepResult>;
  /** What stands on the page, in the words of its reader. */
  readonly says: readonly (string | RegExp)[];
  /** Where it is not what the outcome alone tells. */
  readonly code?: 0 | 1;
};

export const scenarios: readonly Scenario[] = [...promotions, ...registries, ...requests];
