/** The types that all rooms share: the requested promotion, the planned changes and the outcomes. */
import type { Syncing } from './argocd/declared-applications.ts';
import type { Violation } from './errors.ts';
import type { ImageRequest, Reference } from './image.ts';

export type Delivery = 'commit' | 'pull-request' | 'auto-merge' | 'merge';
export type MergeMethod = 'merge' | 'squash' | 'rebase';

/** The trigger of a request: the payload of a dispatch, a person, or the step of any other event. */
export type Trigger = 'automatic' | 'by-hand' | 'direct';

/** The source of a build by its sender. Every present field has been checked. */
export type Source = {
  readonly repository?: string | undefined;
  readonly sha?: string | undefined;
  /** Full, under `refs/`. */
  readonly ref?: string | undefined;
  /** RFC 3339, UTC, seconds: `2026-11-30T09:00:00Z`. */
  readonly committedAt?: string | undefined;
  /** When the run was created, its first attempt: RFC 3339, UTC, seconds. */
  readonly createdAt?: string | undefined;
  readonly event?: string | undefined;
  /** The workflow's file name, such as `release.yml`. */
  readonly workflow?: string | undefined;
  readonly runId?: number | undefined;
  readonly runNumber?: number | undefined;
  readonly runAttempt?: number | undefined;
  readonly actor?: string | undefined;
};

/** A request to run images in environments, with every name and value checked. */
export type Promotion = {
  readonly trigger: Trigger;
  readonly products: readonly string[];
  readonly environments: readonly string[];
  readonly images: readonly ImageRequest[];
  /** A tag or digest without images: for all images that the configuration lists literally. */
  readonly tag?: string | undefined;
  readonly digest?: string | undefined;
  /** The environment whose present images are asked for. */
  readonly from?: string | undefined;
  /** Whether the manifest repository asks itself, by the event `schedule`. */
  readonly scheduled?: true | undefined;
  readonly override?: 'freeze' | undefined;
  readonly reason?: string | undefined;
  readonly source?: Source | undefined;
  readonly proof?: string | undefined;
};

/** The settings of pull requests and delivery; the step overrides the configuration. */
export type DeliverySettings = {
  readonly delivery?: Delivery | undefined;
  readonly mergeMethod?: MergeMethod | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Logins, and teams as `team:slug`. */
  readonly reviewers?: readonly string[] | undefined;
  readonly assignees?: readonly string[] | undefined;
  readonly draft?: boolean | undefined;
};

/** One image in one environment of one product, as found and as asked. */
export type Item = {
  readonly product: string;
  readonly environment: string;
  readonly request: ImageRequest;
  /** The repository that runs after the change. */
  readonly image: string;
};

/** One changed value of a manifest. */
export type Change = {
  readonly product: string;
  readonly environment: string;
  readonly path: string;
  /** The line of the changed value in the changed file, counted from 1. */
  readonly line: number;
  /** The identity of the image: the repository that runs after the change. */
  readonly image: string;
  readonly from: Reference;
  readonly to: Reference;
};

/** A manifest with its new text, ready to be delivered. */
export type FileChange = {
  readonly path: string;
  readonly executable: boolean;
  readonly before: string;
  readonly after: string;
};

export type Outcome =
  | 'promoted'
  | 'proposed'
  | 'armed'
  | 'unchanged'
  | 'superseded'
  | 'refused'
  | 'built'
  | 'missing'
  | 'tagged'
  | 'dispatched'
  | 'reported'
  | 'running'
  | 'waiting'
  | 'overtaken'
  | 'degraded'
  | 'timed-out'
  | 'failed';

/** An item that was left out although it was asked for. */
export type Superseded = {
  readonly image: string;
  readonly requested: Reference;
  readonly current: Reference;
  readonly reason: 'older' | 'held' | 'repeated' | 'frozen';
  /** A sentence for people. */
  readonly message: string;
};

/** The result in one environment of one product. */
export type EnvironmentOutcome = {
  readonly name: string;
  readonly product: string;
  readonly delivery: Delivery;
  readonly outcome: Outcome;
  /** Number of the pull request that carries the changes. */
  readonly pullRequest?: number | undefined;
  readonly changes: readonly Change[];
  /** The requested images that run there already. */
  readonly unchanged?: readonly Reference[] | undefined;
  /** The commit of the branch with the requested images. */
  readonly commit?: string | undefined;
  readonly superseded: readonly Superseded[];
  /** The Applications of Argo CD that sync the changes, if the configuration has `argocd`. */
  readonly applications?: readonly Syncing[] | undefined;
};

/** Something that did not stop the run but that somebody should read. */
export type Notice = Omit<Violation, 'code' | 'hint'> & { readonly hint?: string | undefined };
