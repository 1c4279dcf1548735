/** The history of the environments, as data. Types only. */
import type { Reference } from '../image.ts';
import type { BuildCommit, RecordedSource } from '../records/trailer.ts';

/** `by-hand`: no trailer speaks of the change. `unknown`: the record is where it could not be read, such as in the description
 * of a pull request, seen from a checkout. */
export type HistoryKind = 'promotion' | 'rollback' | 'by-hand' | 'unknown';

/** The build that a promotion brought, as far as its trailer says. `url` is that of the commit. */
export type SourceCommit = RecordedSource & { readonly url?: string | undefined };

export type VerifiedBuild = BuildCommit & { readonly url?: string | undefined };

export type MergedPullRequest = { readonly number: number; readonly url?: string | undefined };

/** One image that changed in one environment of one product. */
export type HistoryEntry = {
  /** The moment when the change reached the branch: RFC 3339, UTC, seconds. */
  readonly at: string;
  readonly product: string;
  readonly environment: string;
  /** The identity of the image: the repository that runs after the change. */
  readonly image: string;
  /** Path of the manifest. */
  readonly path: string;
  /** Undefined where the manifest did not list the image before. */
  readonly from?: Reference | undefined;
  /** Undefined where the manifest lists the image no more. */
  readonly to?: Reference | undefined;
  readonly kind: HistoryKind;
  /** The whole id of the commit of the manifest repository. */
  readonly commit: string;
  /** Of the commit; undefined in a checkout. */
  readonly url?: string | undefined;
  /** The author of the commit by the name that git has. */
  readonly author?: string | undefined;
  readonly source?: SourceCommit | undefined;
  /** The commit in the image, where its build provenance was verified. `url` is that of the commit. */
  readonly built?: VerifiedBuild | undefined;
  /** Address of the run that asked. */
  readonly run?: string | undefined;
  /** Login of the person or App that asked. */
  readonly actor?: string | undefined;
  readonly reason?: string | undefined;
  readonly pullRequest?: MergedPullRequest | undefined;
  /** Seconds from the source commit to the branch; only of promotions whose trailer has the date of the commit. */
  readonly leadTime?: number | undefined;
};

/** The period of a history: from `since` to `until`, both RFC 3339. */
export type HistoryWindow = { readonly since: string; readonly until: string };
