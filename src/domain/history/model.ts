/** A whole history, for everything that shows it. Types only. */
import type { Notice } from '../model.ts';
import type { HistoryEntry, HistoryWindow } from './entry.ts';
import type { DeliveryFigures } from './figures.ts';

export type DeliveryHistory = HistoryWindow & {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly figures: readonly DeliveryFigures[];
  /** What the history does not tell, and why. */
  readonly problems: readonly Notice[];
};
