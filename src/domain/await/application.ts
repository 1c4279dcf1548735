/** An Application as Argo CD describes it, reduced to what decides whether a promotion runs. Types only. */

/** A source that the Application takes manifests from. */
export type LiveSource = {
  /** Address of the repository. */
  readonly repository?: string | undefined;
  readonly path?: string | undefined;
};

/** The last operation, or the one that runs. `phase` is Argo CD's: Running, Succeeded, Failed, Error or Terminating. */
export type LiveOperation = {
  readonly phase: string;
  readonly message: string;
  /** What it synced, one revision for each source. */
  readonly revisions: readonly string[];
  readonly startedAt?: Date | undefined;
  readonly finishedAt?: Date | undefined;
};

/** Something of the Application that Argo CD complains about. */
export type LiveProblem = {
  /** Such as `ComparisonError`, or `Deployment web`. */
  readonly subject: string;
  readonly message: string;
  readonly since?: Date | undefined;
};

export type LiveApplication = {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
  /** The ApplicationSet that owns it. */
  readonly applicationSet?: string | undefined;
  /** Name or address of the destination cluster. */
  readonly cluster?: string | undefined;
  /** Whether Argo CD syncs it by itself. */
  readonly automated: boolean;
  readonly sources: readonly LiveSource[];
  /** Synced, OutOfSync or Unknown. */
  readonly sync: string;
  /** What it was last compared with, one revision for each source. */
  readonly revisions: readonly string[];
  /** A sync that has been asked for and has not begun. */
  readonly isRequested: boolean;
  readonly operation?: LiveOperation | undefined;
  /** Healthy, Progressing, Degraded, Suspended, Missing or Unknown. */
  readonly health: string;
  readonly healthMessage: string;
  /** When the health became what it is; Argo CD tells from v2.14 on. */
  readonly healthSince?: Date | undefined;
  /** References that the live pods run. */
  readonly images: readonly string[];
  /** Conditions whose type ends in `Error`. */
  readonly errors: readonly LiveProblem[];
  /** Resources that are Degraded or Suspended, by their health. */
  readonly degraded: readonly LiveProblem[];
  readonly suspended: readonly LiveProblem[];
  /** When Argo CD last compared it. */
  readonly reconciledAt?: Date | undefined;
};
