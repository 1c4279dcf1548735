/** The checked effects of a run: the story shows no others. */
import { inspect, isDeepStrictEqual } from 'node:util';
import type { StepResult } from '../test/runner/action.ts';
import type { Stage, Texts } from './stage.ts';

/** @throws Error with the actual and the expected value */
export function check(what: string, seen: unknown, expected: unknown): void {
  if (isDeepStrictEqual(seen, expected)) return;
  throw new Error(`${what}: ${inspect(seen)}, not ${inspect(expected)}.`);
}

/** Outcomes by environment. */
type Expected = { readonly outcome: string; readonly environments?: Texts };

/** @throws Error with the log of the run, if it ends with another outcome */
export function checkRun(result: StepResult, { outcome, environments = {} }: Expected): void {
  try {
    check('The exit code', result.code, 0);
    check('The outcome', result.outputs.outcome, outcome);
    const each = environmentsOf(result).map(({ name, outcome }) => [name, outcome]);
    check('The outcomes of the environments', Object.fromEntries(each), environments);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${result.stdout}${result.stderr}`.trimEnd());
  }
}

/** The tag of the storefront, by environment. */
export async function checkTags({ manifests }: Stage, expected: Texts): Promise<void> {
  for (const [environment, tag] of Object.entries(expected)) {
    const text = await manifests.read(`applications/shop/overlays/${environment}/kustomization.yaml`);
    check(`The tag in ${environment}`, /newTag: "?([^" ]+)"? # the storefront/.exec(text ?? '')?.[1], tag);
  }
}

/** The reason for a superseded item. */
export function reasonsOf(result: StepResult): string {
  return environmentsOf(result)
    .flatMap(({ superseded }) => superseded.map(({ message }) => message))
    .join(' ');
}

type Entry = { readonly at: string; readonly kind: string; readonly from?: string; readonly to?: string };

/** The entries of a history, newest first. */
export function entriesOf({ outputs }: StepResult): readonly Entry[] {
  const report = JSON.parse(outputs.report ?? '{}') as { readonly history?: { readonly entries: readonly Entry[] } };
  return report.history?.entries ?? [];
}

type Environment = {
  readonly name: string;
  readonly outcome: string;
  readonly superseded: readonly { readonly message: string }[];
};

const environmentsOf = ({ outputs }: StepResult): readonly Environment[] =>
  (JSON.parse(outputs.report ?? '{}') as { readonly environments?: readonly Environment[] }).environments ?? [];
