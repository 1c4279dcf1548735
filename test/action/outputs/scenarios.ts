/** Every command with every outcome that it can have, as runs of the action. */
import type { StepResult } from '../../runner/action.ts';
import { promotions } from './promotions.ts';
import { registries } from './registries.ts';
import { requests } from './requests.ts';

export type Scenario = {
  readonly command: string;
  readonly outcome: string;
  /** The situation, for the reader of the test. */
  readonly when: string;
  readonly run: () => Promise<StepResult>;
  /** The expected text of the page. */
  readonly says: readonly (string | RegExp)[];
  /** The exit code, if the outcome does not give it. */
  readonly code?: 0 | 1;
};

export const scenarios: readonly Scenario[] = [...promotions, ...registries, ...requests];
