/** Picks the command of a job, and reports a run that threw. */
import { dispositionOf } from '../domain/errors.ts';
import type { EnvironmentOutcome } from '../domain/model.ts';
import { violationsOf } from '../domain/report/report.ts';
import type { Command } from '../domain/request/input-table.ts';
import type { Ended, Job, KnownFacts } from './job.ts';

/** @throws the error that ended the command; the edge reports it with `concludeFailure`. */
export function startCommand(job: Job): Promise<Ended> {
  return starters[job.inputs.command](job);
}

/** Only the command that runs is imported. */
const starters: Readonly<Record<Command, (job: Job) => Promise<Ended>>> = {
  promote: async (job) => (await import('./promote.ts')).startPromotion(job),
  check: async (job) => (await import('./check.ts')).startCheck(job),
  retag: async (job) => (await import('./retag.ts')).startRetag(job),
  dispatch: async (job) => (await import('./dispatch.ts')).startDispatch(job),
  rollback: async (job) => (await import('./rollback.ts')).startRollback(job),
  status: async (job) =>
    job.inputs.page === undefined
      ? (await import('./status.ts')).startStatus(job)
      : (await import('./history.ts')).startStatusPage(job),
  history: async (job) => (await import('./history.ts')).startHistory(job),
  validate: async (job) => (await import('./validate.ts')).startValidation(job),
  await: async (job) => (await import('./await.ts')).startAwait(job),
};

/** The full report of a run that threw. */
export function concludeFailure(error: unknown, known: KnownFacts): Ended {
  const violations = violationsOf(error);
  const { command, promotion, repository, branch, dryRun, notices, concerned = [] } = known;
  const outcome = dispositionOf(violations) === 'refused' ? 'refused' : 'failed';
  const environments = (promotion?.products ?? []).flatMap((product) =>
    (promotion?.environments ?? []).map((name): EnvironmentOutcome => {
      const place = concerned.find((one) => one.product === product && one.name === name);
      const delivery = place?.delivery ?? known.delivery ?? 'commit';
      return { product, name, delivery, outcome, changes: [], superseded: [] };
    }),
  );
  return {
    result: {
      command,
      dryRun,
      environments,
      violations,
      notices,
      repository,
      branch,
      reason: promotion?.reason,
      source: promotion?.source,
    },
  };
}
