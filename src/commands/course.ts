import type { EnvironmentOutcome, FileChange, Notice } from '../domain/model.ts';
import { changeOf, type PlannedItem } from '../domain/plan/plan.ts';
import type { Clock, Host, Log, Snapshot, Wanted } from '../ports.ts';
import { startOver } from './attempts.ts';
import { deliver, type Shipment } from './deliver.ts';
import type { Gathered } from './gather.ts';
import type { Decided } from './supersede.ts';

export type World = { readonly host: Host; readonly log: Log; readonly clock: Clock };

/** What a command that changes manifests does with one commit of the manifest repository. */
export type Course<Found extends Gathered = Gathered> = {
  /** What the first query reads. `earlier` is what an attempt found before the branch moved. */
  wanted(earlier: Found | undefined): Wanted;
  gather(snapshot: Snapshot): Promise<Found>;
  decide(gathered: Found): Promise<Decided>;
  ship(gathered: Found): Shipment;
};

/** What came of it. */
export type Promoted = {
  readonly branch: string;
  readonly configuration: Gathered['configuration'];
  readonly environments: readonly EnvironmentOutcome[];
  readonly changed: boolean;
  readonly commit?: string | undefined;
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
};

/** Follows the course to its end, from a fresh read whenever the branch moves under way.
 * @throws PromotionError when the request is refused or cannot be carried out; nothing is written then. */
export async function follow<Found extends Gathered>(course: Course<Found>, world: World): Promise<Promoted> {
  const { host, log } = world;
  let earlier: Found | undefined;
  const { gathered, decided, delivered } = await startOver(world, async () => {
    const snapshot = await log.group('Read the manifest repository', () => host.snapshot(course.wanted(earlier)));
    const gathered = await log.group('Find the manifests', () => course.gather(snapshot));
    earlier = gathered;
    const decided = await log.group('Plan the changes', () => course.decide(gathered));
    const delivered = await log.group('Deliver', () => deliver(course.ship(gathered), { gathered, decided, host }));
    return delivered.kind === 'branch-moved' ? delivered : { kind: 'done', gathered, decided, delivered };
  });
  return {
    branch: gathered.snapshot.branch,
    configuration: gathered.configuration,
    environments: outcomesOf(gathered, decided),
    changed: delivered.kind !== 'nothing',
    commit: delivered.kind === 'committed' ? delivered.commit : undefined,
    files: decided.files,
    notices: [...gathered.notices, ...decided.notices],
  };
}

const outcomesOf = ({ targets }: Gathered, { items, leftOut }: Decided): EnvironmentOutcome[] =>
  targets.map(({ product, environment }) => {
    const own = (item: PlannedItem): boolean => item.product === product && item.environment === environment;
    const changes = items.filter((item) => own(item) && item.state === 'changed').map(changeOf);
    const superseded = leftOut.filter(({ item }) => own(item)).map((left) => left.superseded);
    const outcome = superseded.length > 0 ? 'superseded' : changes.length > 0 ? 'promoted' : 'unchanged';
    return { name: environment, product, delivery: 'commit', outcome, changes, superseded };
  });
