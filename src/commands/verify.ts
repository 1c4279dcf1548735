import type { Violation } from '../domain/errors.ts';
import { printReference, type Reference } from '../domain/image.ts';
import { explainAbsent, explainUnknown } from '../domain/registry/explain.ts';
import type { Registry } from '../ports.ts';
import { type Inspected, inspectAll } from './images.ts';

export type Verification = {
  /** The digest of every image that is there, by its printed reference. */
  readonly digests: ReadonlyMap<string, string>;
  /** `image-absent` and `registry-unknown`, one for each other image. */
  readonly violations: readonly Violation[];
};

/** Milliseconds that a fresh push may take to be seen everywhere in its registry. */
const PATIENCE = 3_000;

/** Looks every image up in its registry, as the setting `verify` asks for.
 * @throws PromotionError `image-invalid` and `credentials-invalid`. */
export async function verifyImages(registry: Registry, references: readonly Reference[]): Promise<Verification> {
  const distinct = [...new Map(references.map((reference) => [printReference(reference), reference])).values()];
  const inspected = await inspectAll(registry, distinct, PATIENCE);
  return {
    digests: new Map(
      inspected.flatMap(({ reference, verdict }): [string, string][] =>
        verdict.verdict === 'present' ? [[printReference(reference), verdict.digest]] : [],
      ),
    ),
    violations: inspected.flatMap(explain),
  };
}

const explain = ({ reference, verdict }: Inspected): Violation[] => {
  if (verdict.verdict === 'present') return [];
  return [verdict.verdict === 'absent' ? explainAbsent(reference) : explainUnknown(reference, verdict)];
};
