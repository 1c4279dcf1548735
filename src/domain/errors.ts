/** The one error class of the project, its codes, and how checks gather problems. */
/** The outcome of a run with this problem: `usage` for an impossible step or command line, `refused` for a request that the rules
 * forbid, `failed` for any other failure. */
export type Disposition = 'usage' | 'refused' | 'failed';

export const dispositions = {
  // The step or the command line
  'input-unknown': 'usage',
  'input-invalid': 'usage',
  'input-missing': 'usage',
  'inputs-conflict': 'usage',
  // The request
  'payload-invalid': 'refused',
  'event-unsupported': 'refused',
  'product-missing': 'refused',
  'product-invalid': 'refused',
  'product-unknown': 'refused',
  'environment-missing': 'refused',
  'environment-invalid': 'refused',
  'environment-unknown': 'refused',
  'image-missing': 'refused',
  'image-invalid': 'refused',
  'tag-missing': 'refused',
  'tag-invalid': 'refused',
  'digest-invalid': 'refused',
  'images-disagree': 'refused',
  'placeholder-unknown': 'refused',
  'placeholder-unset': 'refused',
  'source-invalid': 'refused',
  // The dispatch
  'payload-too-large': 'refused',
  'workflow-missing': 'failed',
  'workflow-unfit': 'failed',
  'wait-impossible': 'failed',
  'run-unsuccessful': 'failed',
  // The configuration
  'config-missing': 'refused',
  'config-misplaced': 'refused',
  'config-invalid': 'refused',
  'config-unsupported': 'refused',
  // The manifests
  'path-escapes': 'refused',
  'manifest-missing': 'refused',
  'manifest-ambiguous': 'refused',
  'manifest-too-many': 'refused',
  'manifest-symlink': 'refused',
  'manifest-submodule': 'refused',
  'manifest-lfs': 'refused',
  'manifest-binary': 'refused',
  'manifest-too-large': 'refused',
  'manifest-invalid': 'refused',
  'manifest-format': 'refused',
  'image-not-listed': 'refused',
  'image-ambiguous': 'refused',
  'image-shared': 'refused',
  'file-shared': 'refused',
  'image-not-allowed': 'refused',
  'image-patched': 'refused',
  'marker-invalid': 'refused',
  'too-many-changes': 'refused',
  'readback-differs': 'failed',
  // The policies
  'rename-not-allowed': 'refused',
  'tag-not-allowed': 'refused',
  'requirement-unmet': 'refused',
  'source-not-allowed': 'refused',
  'proof-missing': 'refused',
  'proof-rejected': 'refused',
  'provenance-missing': 'refused',
  'provenance-rejected': 'refused',
  'trusted-root-invalid': 'refused',
  'issuer-unavailable': 'failed',
  'actor-not-allowed': 'refused',
  frozen: 'refused',
  // The records
  'rollback-impossible': 'refused',
  'rollback-overtaken': 'refused',
  // The pull requests
  'foreign-commit': 'refused',
  'branch-taken': 'failed',
  'pull-request-refused': 'failed',
  'not-merged': 'failed',
  // The host
  'token-missing': 'failed',
  'token-invalid': 'failed',
  'permission-missing': 'failed',
  'repository-missing': 'failed',
  'branch-missing': 'failed',
  'branch-protected': 'failed',
  'branch-contended': 'failed',
  'rate-limited': 'failed',
  'host-unavailable': 'failed',
  'host-unexpected': 'failed',
  'not-a-checkout': 'failed',
  'file-unwritable': 'failed',
  'manifest-uncommitted': 'refused',
  // Argo CD
  'report-invalid': 'usage',
  'application-missing': 'failed',
  'application-degraded': 'failed',
  'application-timed-out': 'failed',
  'argocd-refused': 'failed',
  'argocd-unavailable': 'failed',
  // The registry
  'image-absent': 'refused',
  'tag-taken': 'refused',
  'registry-unknown': 'failed',
  'registry-refused': 'refused',
  'credentials-invalid': 'failed',
  interrupted: 'failed',
  internal: 'failed',
} as const satisfies Record<string, Disposition>;

export type ErrorCode = keyof typeof dispositions;

/** Where a problem is: a path in the manifest repository and, where known, a line counted from 1. */
export type ErrorPlace = { readonly path?: string | undefined; readonly line?: number | undefined };

/** One problem: what and where in `message`, the remedy in `hint`. */
export type Violation = ErrorPlace & { readonly code: ErrorCode; readonly message: string; readonly hint: string };

/** The only error of the project: all problems that were found, at least one. */
export class PromotionError extends Error {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[], options?: ErrorOptions) {
    super(violations.map((violation) => violation.message).join('\n'), options);
    this.name = 'PromotionError';
    this.violations = violations;
  }
}

export function fail(code: ErrorCode, message: string, hint: string, place: ErrorPlace = {}): never {
  throw new PromotionError([{ code, message, hint, ...place }]);
}

/** The gravest of the violations decides: a failure over wrong usage over a refusal. */
export function dispositionOf(violations: readonly Violation[]): Disposition {
  const found = new Set(violations.map((violation) => dispositions[violation.code] as Disposition));
  return (['failed', 'usage', 'refused'] as const).find((disposition) => found.has(disposition)) ?? 'failed';
}

/** Collects the errors of checks until all of them have run. */
export type Gathering = {
  /** The check's result, or undefined where it found problems. Any other error passes through. */
  readonly attempt: <T>(check: () => T) => T | undefined;
  /** @throws PromotionError with the problems of all checks so far, if there are any. */
  readonly finish: () => void;
};

export function gather(): Gathering {
  const violations: Violation[] = [];
  return {
    attempt: (check) => {
      try {
        return check();
      } catch (error) {
        if (!(error instanceof PromotionError)) throw error;
        violations.push(...error.violations);
        return undefined;
      }
    },
    finish: () => {
      if (violations.length > 0) throw new PromotionError(violations);
    },
  };
}

/** @throws PromotionError as the work does, with each problem once. */
export function onceEach<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    const different = new Map(error.violations.map((one) => [`${one.code} ${one.path} ${one.message}`, one]));
    throw new PromotionError([...different.values()]);
  }
}

/** Runs every check and gathers what they throw, so that all problems of a kind are reported at once.
 * @throws PromotionError with the violations of all checks; anything else that a check throws passes through. */
export function collect<T>(checks: readonly (() => T)[]): T[] {
  const { attempt, finish } = gather();
  const results = checks.map((check) => attempt(check));
  finish();
  return results as T[];
}

/** Runs the work although something is wrong already, so that its problems are reported along with the known ones.
 * @throws PromotionError with both; the known ones alone where the work finds none. */
export async function alongWith<T>(known: readonly Violation[], work: () => Promise<T>): Promise<T> {
  const result = await work().catch((error: unknown) => {
    if (!(error instanceof PromotionError)) throw error;
    throw new PromotionError([...known, ...error.violations]);
  });
  if (known.length > 0) throw new PromotionError(known);
  return result;
}

/** The error of a run that GitHub or a person ends early: a request that was under way may still take effect. */
export function interruption(signal: string): PromotionError {
  return new PromotionError([
    {
      code: 'interrupted',
      message: `The run was stopped (${signal}) before it had ended. A request that was under way may still take effect.`,
      hint: 'Run it again: what has reached its place already is found there and changes nothing.',
    },
  ]);
}

export function isInterruption(error: unknown): error is PromotionError {
  return error instanceof PromotionError && error.violations.some(({ code }) => code === 'interrupted');
}

/** The work, unless the run is stopped before it ends.
 * @throws PromotionError `interrupted` */
export function orStopped<T>(work: Promise<T>, stopped: Promise<never> | undefined): Promise<T> {
  return stopped === undefined ? work : Promise.race([work, stopped]);
}
