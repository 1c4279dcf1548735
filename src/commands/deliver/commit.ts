import { headlineFor } from '../../domain/config/settings.ts';
import { commitMessage } from '../../domain/message.ts';
import { changeOf, type Plan } from '../../domain/plan/plan.ts';
import type { CommitPart } from '../../domain/proposal/parts.ts';
import type { BranchMoved } from '../../ports.ts';
import { closingTrailers, type PartResult, type Scene } from '../deliver.ts';
import { overridesIn } from '../freeze.ts';
import type { ConfiguredTarget } from '../gather.ts';
import { planOf, targetsOf } from './plan.ts';

export type CommitDraft = {
  readonly kind: 'commit';
  readonly part: CommitPart<ConfiguredTarget>;
  readonly plan: Plan;
};

export function planCommit(part: CommitPart<ConfiguredTarget>, scene: Scene): CommitDraft {
  return { kind: 'commit', part, plan: planOf(part.targets, scene) };
}

/** Commits straight onto the branch that was read. */
export async function commitPart(
  { part, plan }: CommitDraft,
  { shipment, gathered, decided, host, log }: Scene,
): Promise<PartResult | BranchMoved> {
  const { files, items } = plan;
  const { targets } = part;
  const result = { kind: 'delivered', delivery: 'commit', targets, items, files, notices: [], violations: [] } as const;
  if (files.length === 0) return { ...result, outcome: 'unchanged', changed: false };
  if (shipment.mode === 'dry-run') return { ...result, outcome: 'promoted', changed: false };
  const changed = items.filter(({ state }) => state === 'changed');
  const { kind, reason, id, trailerOf } = shipment;
  const trailers = [...changed.map(trailerOf), ...closingTrailers(shipment)];
  const overrides = overridesIn(decided, changed);
  const headline = headlineFor(gathered.config, targetsOf(targets, changed));
  const message = commitMessage({ kind, changes: changed.map(changeOf), reason, overrides, trailers, headline });
  const written = await host.commit(gathered.snapshot, { id, message, files });
  if (written.kind === 'branch-moved') return written;
  const commit = written.kind === 'committed' ? written.commit : undefined;
  log.info(commit === undefined ? `Changed ${files.length} files.` : `Committed ${commit}.`);
  return { ...result, outcome: 'promoted', changed: true, commit };
}
