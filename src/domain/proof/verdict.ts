import type { Violation } from '../errors.ts';

/** Why a proof does not do, without ever showing it. */
export type Rejection = Pick<Violation, 'code' | 'message' | 'hint'>;

export type ProofVerdict =
  | { readonly kind: 'accepted' }
  /** With everything that is wrong, at least one. */
  | { readonly kind: 'rejected'; readonly rejections: readonly Rejection[] };
