/** What runs where, as data. Types only. */
import type { Reference } from '../image.ts';
import type { Notice } from '../model.ts';
import type { RecordedSource } from '../records/trailer.ts';

/** `recorded`: a trailer says what set it. `edited`: trailers tell of other references, so somebody changed it by hand.
 * `unrecorded`: nothing is known of the image there. `unread`: the history was not read far enough to tell. */
export type RecordState = 'recorded' | 'edited' | 'unrecorded' | 'unread';

/** How a reference stands to that of the environment before, in the order of promotion. `different`: not the same, and nothing
 * tells which is newer. */
export type Relation = 'same' | 'ahead' | 'behind' | 'different';

/** What set a reference. */
export type Setting = {
  readonly by: 'promotion' | 'rollback';
  readonly commit: string;
  /** RFC 3339. */
  readonly at: string;
  readonly source: RecordedSource;
};

/** One image where it stands in one manifest. */
export type Running = {
  readonly environment: string;
  readonly reference: Reference;
  readonly path: string;
  readonly line: number;
  readonly record: RecordState;
  readonly set?: Setting | undefined;
  /** Printed references that automation leaves alone. */
  readonly held: readonly string[];
};

/** One image of one product, through its environments. */
export type Row = {
  readonly product: string;
  /** The repository that runs, or the name that all environments know it by where the repositories differ. */
  readonly image: string;
  /** By environment; more than one where several manifests list it. */
  readonly runs: ReadonlyMap<string, readonly Running[]>;
  readonly relations: ReadonlyMap<string, Relation>;
};

export type Freeze = { readonly product: string; readonly environment: string; readonly frozen: string };

export type OpenProposal = { readonly branch: string; readonly number: number; readonly url: string };

export type Status = {
  /** In the order of promotion. */
  readonly environments: readonly string[];
  readonly rows: readonly Row[];
  readonly freezes: readonly Freeze[];
  readonly proposals: readonly OpenProposal[];
  /** Manifests that could not be read. */
  readonly problems: readonly Notice[];
};
