/** Explains the answers of a registry as violations with a way out. */

import type { Violation } from '../errors.ts';
import { printReference, type Reference } from '../image.ts';
import { quote } from '../text.ts';
import type { Unknown, UnknownCause, Verdict } from './verdict.ts';

/** Names the registry, its answer and the remedy for the most likely cause. */
export function explainUnknown(reference: Reference, unknown: Unknown): Violation {
  return explain(`Whether ${quote(printReference(reference))} exists is unknown`, unknown);
}

/** The same for a tag that was to be set. */
export function explainUnset(reference: Reference, unknown: Unknown): Violation {
  return explain(`The tag ${quote(printReference(reference))} cannot be set`, unknown);
}

/** The same for the attestations of an image. */
export function explainUnattested(reference: Reference, unknown: Unknown): Violation {
  return explain(`Whether ${quote(printReference(reference))} has a build provenance is unknown`, unknown);
}

const explain = (what: string, { registry, detail, cause, remedy, words }: Unknown): Violation => ({
  code: final.has(cause) ? 'registry-refused' : 'registry-unknown',
  message: `${what}: the registry ${registry} ${detail}${likely[cause]}.${words === undefined ? '' : ` It says: ${words}`}`,
  hint:
    remedy ??
    (cause === 'not-logged-in' || cause === 'no-permission' ? neverPushed(registry) : '') + hints[cause](registry),
});

/** Rules of the registry: the same request has the same end every time. */
const final: ReadonlySet<UnknownCause> = new Set(['immutable', 'locked', 'quota']);

/** GitHub's registry makes a package with its first push, and refuses all questions about it until then. */
const neverPushed = (registry: string): string =>
  registry === 'ghcr.io'
    ? 'A package that was never pushed is refused in the same way: if this is its first build, push it. '
    : '';

const likely: Readonly<Record<UnknownCause, string>> = {
  'not-logged-in': ', and this job is not logged in to it',
  'no-permission': ', although this job is logged in to it: the account lacks the permission or its login has expired',
  'rate-limit': ': too many requests, a rate limit',
  unavailable: ': it has a problem of its own',
  unreachable: '',
  timeout: '',
  'login-expired': ': the login of this job has expired',
  immutable: ': its tags are immutable',
  locked: ': the tag or its repository is locked',
  quota: ': its quota is used up',
  refused: '',
  unexpected: '',
};

const hints: Readonly<Record<UnknownCause, (registry: string) => string>> = {
  'not-logged-in': (registry) =>
    `Log in to ${registry} with docker/login-action in a step before this one. Registries answer alike for repositories that are private and for those that do not exist.`,
  'no-permission': (registry) =>
    `Give the account access to this repository at ${registry}, or log in again. Registries answer alike for repositories that are private and for those that do not exist.`,
  'rate-limit': (registry) =>
    `Log in to ${registry}, so that the limit of an account counts and not that of the runner’s address, or run the job again later.`,
  unavailable: (registry) => `Run the job again; if it stays, see whether ${registry} is in order.`,
  unreachable: (registry) => `See whether ${registry} is the right name, and whether the runner may reach it.`,
  timeout: (registry) =>
    `Run the job again; if it stays, see whether ${registry} is in order and the runner may reach it.`,
  'login-expired': (registry) => `Log in to ${registry} again, in a step shortly before this one.`,
  immutable: () => 'Choose a tag that was never used, or change the rule of the repository that makes tags immutable.',
  locked: () => 'Choose another tag, or unlock the tag or the repository at the registry.',
  quota: (registry) => `Delete images that nobody needs from ${registry}, or let its administrators raise the quota.`,
  refused: (registry) => `Change what ${registry} says; running the job again will not help.`,
  unexpected: (registry) =>
    `See whether ${registry} is the right name and really a registry, and not a proxy or a web page.`,
};

export function explainAbsent(reference: Reference): Violation {
  return {
    code: 'image-absent',
    message: `The image ${quote(printReference(reference))} is not in its registry.`,
    hint: 'Push the image first, or name a tag or digest that was pushed.',
  };
}

/** A tag that was set does not name the image that it was set to. */
export function explainMisplaced(reference: Reference, digest: string, found: Exclude<Verdict, Unknown>): Violation {
  const instead = found.verdict === 'present' ? `names ${found.digest}` : 'is absent';
  return {
    code: 'readback-differs',
    message: `The tag ${quote(printReference(reference))} ${instead} after it was set to ${digest}.`,
    hint: 'See whether somebody else sets the same tag, and run the job again.',
  };
}
