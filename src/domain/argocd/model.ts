/** Argo CD's view of the manifest repository. Types only. */

/** A place that an Application takes manifests from. Any text may hold placeholders of an ApplicationSet. */
export type Source = {
  /** Address of a git repository. */
  readonly repository?: string | undefined;
  /** Branch, tag or commit; HEAD is the default branch. */
  readonly revision?: string | undefined;
  readonly path?: string | undefined;
  /** Values files of Helm: relative to the path, or from the root of another source as `$name/path`. */
  readonly values: readonly string[];
};

export type Application = {
  readonly kind: 'Application' | 'ApplicationSet';
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
  /** The ApplicationSet that makes it. */
  readonly applicationSet?: string | undefined;
  /** Whether its ApplicationSet syncs it step by step (RollingSync). */
  readonly rollingSync?: boolean | undefined;
  /** The manifest that declares it. */
  readonly file: string;
  readonly sources: readonly Source[];
  /** Whether it syncs by itself. */
  readonly sync: 'automatic' | 'manual';
  /** What an ApplicationSet makes Applications from, as it stands there. */
  readonly generators: readonly unknown[];
};

/** An Application that syncs a changed manifest. */
export type Syncing = Pick<Application, 'namespace' | 'project' | 'applicationSet' | 'rollingSync'> & {
  readonly name: string;
  /** The manifest that declares it. */
  readonly file: string;
  readonly sync: Application['sync'];
  /** Of the Application in the user interface of Argo CD, where that is known. */
  readonly url?: string | undefined;
};

/** The same, with what it syncs. */
export type Sync = Syncing & { readonly product: string; readonly environment: string };
