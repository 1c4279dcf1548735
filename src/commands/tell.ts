import { printReference } from '../domain/image.ts';
import type { PlannedItem } from '../domain/plan/plan.ts';
import { printPlace, shortReference } from '../domain/report/print.ts';
import type { Log, Snapshot } from '../ports.ts';
import type { Gathered } from './gather.ts';
import type { Decided } from './supersede.ts';

/** A step under its heading, and then in the log what it has come to. */
export function tell<T>(
  log: Log,
  heading: string,
  { step, lines }: { readonly step: () => Promise<T>; readonly lines: (result: T) => readonly string[] },
): Promise<T> {
  return log.group(heading, async () => {
    const result = await step();
    for (const line of lines(result)) log.info(line);
    return result;
  });
}

export function snapshotLines({ branch, commit }: Pick<Snapshot, 'branch' | 'commit'>): string[] {
  return [`${branch} stands at ${commit}.`];
}

export function gatheredLines({ config, configuration, targets }: Gathered): string[] {
  return [
    configuration === 'absent' ? 'There is no configuration.' : `The configuration is ${config.path}.`,
    ...targets.flatMap(({ product, environment, files }) =>
      files.map(({ path }) => `${environment} of ${product} has ${path}.`),
    ),
  ];
}

export function decidedLines({ items, leftOut }: Pick<Decided, 'items' | 'leftOut'>): string[] {
  const out = new Map(leftOut.map(({ item, superseded }) => [item, superseded.message]));
  return [
    ...items.filter((item) => !out.has(item)).map(plannedLine),
    ...leftOut.map(({ superseded }) => superseded.message),
  ];
}

const plannedLine = (item: PlannedItem): string => {
  const shown = (reference: PlannedItem['to']) => shortReference(printReference(reference), item.to.repository);
  const change = item.state === 'changed' ? `${shown(item.from)} → ${shown(item.to)}` : `${shown(item.to)} is there`;
  return `${printPlace(item)}: ${item.to.repository} ${change}`;
};
