import type { DeliverySettings, EnvironmentOutcome, FileChange, Notice, Promotion } from '../domain/model.ts';
import { changeOf, type PlannedItem, planPromotion } from '../domain/plan/plan.ts';
import { enforce } from '../domain/policy/enforce.ts';
import type { Trailer } from '../domain/records/trailer.ts';
import type { Clock, Host, Log } from '../ports.ts';
import { startOver } from './attempts.ts';
import { deliver, type Shipment } from './deliver.ts';
import { type Gathered, gather, wantedFor } from './gather.ts';
import { type Decided, supersede } from './supersede.ts';

export type World = { readonly host: Host; readonly log: Log; readonly clock: Clock };

export type PromoteRequest = {
  readonly promotion: Promotion;
  readonly settings: DeliverySettings;
  /** Path of the configuration, where one is given. */
  readonly config?: string | undefined;
  readonly mode: 'deliver' | 'dry-run';
  /** The `Promotion-Id` of this run. */
  readonly id: string;
  /** Of the run that asked, where it is known. */
  readonly run?: Trailer | undefined;
  /** When this run started, RFC 3339. */
  readonly start: string;
};

export type Promoted = {
  readonly branch: string;
  readonly configuration: Gathered['configuration'];
  readonly environments: readonly EnvironmentOutcome[];
  readonly changed: boolean;
  readonly commit?: string | undefined;
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
};

/** Rewrites the requested images in the manifests of each product and environment, and delivers the change.
 * @throws PromotionError when the request is refused or cannot be carried out; nothing is written then. */
export async function promote(request: PromoteRequest, world: World): Promise<Promoted> {
  const { host, log } = world;
  let earlier: Gathered | undefined;
  const { gathered, decided, delivered } = await startOver(world, async () => {
    const snapshot = await log.group('Read the manifest repository', () => host.snapshot(wantedFor(request, earlier)));
    const gathered = await log.group('Find the manifests', () => gather(request, snapshot));
    earlier = gathered;
    const decided = await log.group('Plan the changes', () => decide(request, gathered));
    const delivered = await log.group('Deliver', () => deliver(shipmentOf(request), { gathered, decided, host }));
    return delivered.kind === 'branch-moved' ? delivered : { kind: 'done', gathered, decided, delivered };
  });
  return {
    branch: gathered.snapshot.branch,
    configuration: gathered.configuration,
    environments: outcomesOf(gathered, decided),
    changed: delivered.kind !== 'nothing',
    commit: delivered.kind === 'committed' ? delivered.commit : undefined,
    files: decided.files,
    notices: decided.notices,
  };
}

const decide = async (request: PromoteRequest, gathered: Gathered): Promise<Decided> => {
  const plan = planPromotion(gathered.targets);
  enforce({ promotion: request.promotion, items: plan.items, targets: gathered.targets });
  return supersede(plan, request, gathered);
};

const shipmentOf = ({ promotion, settings, mode, id, run }: PromoteRequest): Shipment => ({
  kind: 'promotion',
  settings,
  mode,
  reason: promotion.reason,
  id,
  run,
  trailerOf: ({ environment, to: reference }) => ({
    kind: 'promotion',
    environment,
    reference,
    source: promotion.source ?? {},
  }),
});

const outcomesOf = ({ targets }: Gathered, { items, leftOut }: Decided): EnvironmentOutcome[] =>
  targets.map(({ product, environment }) => {
    const own = (item: PlannedItem): boolean => item.product === product && item.environment === environment;
    const changes = items.filter((item) => own(item) && item.state === 'changed').map(changeOf);
    const superseded = leftOut.filter(({ item }) => own(item)).map((left) => left.superseded);
    const outcome = superseded.length > 0 ? 'superseded' : changes.length > 0 ? 'promoted' : 'unchanged';
    return { name: environment, product, delivery: 'commit', outcome, changes, superseded };
  });
