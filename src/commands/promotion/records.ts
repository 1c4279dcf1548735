import type { Settings } from '../../domain/config/settings.ts';
import { sameReference } from '../../domain/image.ts';
import { entriesOf, type ImagePlace } from '../../domain/records/history.ts';
import { type ItemRecord, recordOf } from '../../domain/records/record.ts';
import type { HistoryCommit, Snapshot } from '../../ports.ts';
import { historyPathOf } from './read-manifests.ts';
/** The record of an image, from as much of the history as it takes. */
export async function readRecord(
  item: Omit<ImagePlace, 'history'>,
  settings: Pick<Settings, 'files'>,
  snapshot: Snapshot,
): Promise<ItemRecord> {
  const history = await snapshot.history(historyPathOf(settings, item.path), (commits) => suffices(item, commits));
  return recordOf({ ...item, history });
}

/** Where the newest trailer is the promotion that set what the file holds, nothing older matters. */
const suffices = (item: Omit<ImagePlace, 'history'>, commits: readonly HistoryCommit[]): boolean => {
  const [newest] = entriesOf({ ...item, history: { commits, complete: false } });
  return newest?.trailer.kind === 'promotion' && sameReference(newest.trailer.reference, item.current);
};
