/** Plans the new tags: to set, already set, or taken. */

import type { Violation } from '../errors.ts';
import { printReference, type Reference } from '../image.ts';
import { quote } from '../text.ts';
import { explainUnknown } from './explain.ts';
import type { RegistryManifest, Verdict } from './verdict.ts';

/** A tag that is to name the manifest, and the verdict on its present image. */
type RetagTarget = {
  readonly reference: Reference;
  readonly manifest: RegistryManifest;
  readonly verdict: Verdict;
};

export type PlannedTag = {
  readonly reference: Reference;
  readonly manifest: RegistryManifest;
  readonly outcome: 'tagged' | 'unchanged';
};

/** Decides for every tag whether it is to be set; a tag is never moved from one image to another. */
export function planRetag(targets: readonly RetagTarget[]): { plan: PlannedTag[]; violations: Violation[] } {
  const plan = new Map<string, PlannedTag>();
  const violations: Violation[] = [];
  for (const target of targets) {
    const name = printReference(target.reference);
    const planned = disagreement(target, plan.get(name)) ?? planTag(target);
    if ('code' in planned) violations.push(planned);
    else plan.set(name, planned);
  }
  return { plan: [...plan.values()], violations };
}

const disagreement = ({ reference, manifest }: RetagTarget, other: PlannedTag | undefined): Violation | undefined => {
  if (other === undefined || other.manifest.digest === manifest.digest) return undefined;
  return {
    code: 'images-disagree',
    message: `Two images are to get the tag ${quote(printReference(reference))}: ${other.manifest.digest} and ${manifest.digest}.`,
    hint: 'Name one image of each repository.',
  };
};

const planTag = ({ reference, manifest, verdict }: RetagTarget): PlannedTag | Violation => {
  if (verdict.verdict === 'unknown') return explainUnknown(reference, verdict);
  if (verdict.verdict === 'absent') return { reference, manifest, outcome: 'tagged' };
  if (verdict.digest === manifest.digest) return { reference, manifest, outcome: 'unchanged' };
  return {
    code: 'tag-taken',
    message: `The tag ${quote(printReference(reference))} names another image already: ${verdict.digest} instead of ${manifest.digest}.`,
    hint: 'Choose a tag that is free; a tag that somebody may run is not moved.',
  };
};
