import type { Violation } from '../errors.ts';

/** Why a proof does not do, without ever showing it. */
export type Rejection = Pick<Violation, 'code' | 'message' | 'hint'>;

export type ProofVerdict =
  | {
      readonly kind: 'accepted';
      /** GitHub's number of the repository that asks, which no other repository ever gets. */
      readonly repositoryId?: string | undefined;
    }
  /** With everything that is wrong, at least one. */
  | { readonly kind: 'rejected'; readonly rejections: readonly Rejection[] };
