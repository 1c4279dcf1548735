import { fail } from '../domain/errors.ts';
import { runTrailer } from '../domain/records/trailer.ts';
import type { Command, Inputs } from '../domain/request/table.ts';
import type { Request } from '../domain/request/trigger.ts';
import type { Clock, Dispatches, Host, Log, Registry } from '../ports.ts';
import {
  concludeCheck,
  concludeDispatch,
  concludePromotion,
  concludeRetag,
  type Ended,
  type Known,
} from './conclude.ts';
import type { Prover } from './dispatch.ts';
import type { Asking, Authorities } from './policies.ts';
import { type PromoteRequest, promote } from './promote.ts';

/** What an edge hands to the commands. What not every command needs is opened by the one that does. */
export type Doors = {
  readonly host: () => Host;
  readonly registry: () => Promise<Registry>;
  readonly dispatches: () => Promise<Dispatches>;
  /** Undefined where the job may not ask for OpenID Connect tokens. */
  readonly prover: () => Promise<Prover | undefined>;
  /** Undefined where nobody can tell who belongs to a team, and what is proven. */
  readonly teams?: Authorities['teams'];
  readonly proofs?: Authorities['proofs'];
  readonly log: Log;
  readonly clock: Clock;
  /** The `Promotion-Id` of this run. */
  readonly id: string;
  /** When this run started, RFC 3339. */
  readonly start: string;
  /** Address of the GitHub server, such as `https://github.com`. */
  readonly server: string;
};

export type Job = {
  readonly inputs: Inputs;
  readonly request: Request;
  /** Who asks, and what the policies may not take for granted. */
  readonly asking: Omit<Asking, 'promotion'>;
  readonly doors: Doors;
  /** What a report of failure may say by then. */
  readonly known: Known;
};

/** @throws whatever keeps the command from its end; the edge tells it with `concludeFailure`. */
export function startCommand(job: Job): Promise<Ended> {
  return starters[job.inputs.command](job);
}

const startPromotion = async ({ inputs, request, asking, doors, known }: Job): Promise<Ended> => {
  const { promotion, settings, dryRun } = request;
  const { id, start, server } = doors;
  const asked: PromoteRequest = {
    ...asking,
    promotion,
    settings,
    config: inputs.config,
    mode: dryRun ? 'dry-run' : 'deliver',
    id,
    run: promotion.source === undefined ? undefined : runTrailer(server, promotion.source),
    start,
  };
  return concludePromotion(asked, await promote(asked, { ...doors, host: doors.host() }), known);
};

const startCheck = async ({ inputs, request, doors, known }: Job): Promise<Ended> => {
  const { check } = await import('./check.ts');
  const { images } = request.promotion;
  const onUnknown = inputs['on-unknown'] ?? 'fail';
  return concludeCheck(await check({ images, onUnknown, registry: await doors.registry(), log: doors.log }), known);
};

const startRetag = async ({ request, doors, known }: Job): Promise<Ended> => {
  const { retag } = await import('./retag.ts');
  const { promotion, tags, dryRun } = request;
  const registry = await doors.registry();
  return concludeRetag(await retag({ images: promotion.images, tags, dryRun, registry, log: doors.log }), known);
};

const startDispatch = async ({ inputs, request, doors, known }: Job): Promise<Ended> => {
  const { dispatch } = await import('./dispatch.ts');
  const { workflow, wait, repository = '' } = inputs;
  const { dispatches, prover, server, clock, log } = doors;
  const asked = { promotion: request.promotion, repository, workflow, eventType: inputs['event-type'], wait };
  const means = { dryRun: request.dryRun, dispatches: await dispatches(), prover: await prover() };
  return concludeDispatch(await dispatch({ ...asked, ...means, server, clock, log }), known);
};

const notBuilt = async ({ inputs }: Job): Promise<Ended> =>
  fail('input-invalid', `The command ${inputs.command} is not supported yet.`, 'Use the command promote.');

const starters: Readonly<Record<Command, (job: Job) => Promise<Ended>>> = {
  promote: startPromotion,
  check: startCheck,
  retag: startRetag,
  dispatch: startDispatch,
  rollback: notBuilt,
  status: notBuilt,
};
