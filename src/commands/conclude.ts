import { awaitLines, awaitSections } from '../domain/await/print.ts';
import { dispatchSections } from '../domain/dispatch/sections.ts';
import { dispositionOf } from '../domain/errors.ts';
import { printReference } from '../domain/image.ts';
import type { Delivery, EnvironmentOutcome, FileChange, Notice, Promotion } from '../domain/model.ts';
import { explainRenamed } from '../domain/renamed.ts';
import { type Result, violationsOf } from '../domain/report/report.ts';
import type { Command } from '../domain/report/schema.ts';
import type { Section } from '../domain/report/sections.ts';
import { statusSections } from '../domain/status/sections.ts';
import { statusLines, type TableOptions } from '../domain/status/table.ts';
import { validationSections } from '../domain/status/validation.ts';
import type { AwaitResult } from './await.ts';
import type { CheckResult } from './check.ts';
import type { Concerned } from './course.ts';
import type { DispatchResult } from './dispatch.ts';
import type { Promoted } from './promote.ts';
import type { RetagResult } from './retag.ts';
import type { Reported } from './status.ts';
import type { Validated } from './validate.ts';

/** How a command ended, for everyone who shows it. */
export type Ended = {
  readonly result: Result;
  /** What a dry run would change, as a unified diff. */
  readonly diff?: string | undefined;
  /** Without a configuration nothing limits who may ask for what. */
  readonly access?: 'unrestricted' | undefined;
  /** Parts of the summary that only this command has. */
  readonly sections?: readonly Section[] | undefined;
  /** What a terminal or log shows in place of the report. */
  readonly lines?: readonly string[] | undefined;
};

export type StatusView = { readonly server: string } & TableOptions;

/** What is known of a run so far: enough to tell what failed, should it fail now. */
export type Known = {
  command: Command;
  promotion?: Promotion | undefined;
  repository?: string | undefined;
  branch?: string | undefined;
  dryRun?: boolean | undefined;
  /** What the step asks for. */
  delivery?: Delivery | undefined;
  /** What is concerned, once the configuration has been read. */
  concerned?: readonly Concerned[] | undefined;
  notices: readonly Notice[];
};

export async function concludePromotion(promoted: Promoted, known: Known): Promise<Ended> {
  const { configuration, files, notices, environments, ...facts } = promoted;
  const { command, promotion, dryRun } = known;
  const { repository, renamed } = presentName(promoted, known);
  return {
    result: {
      ...facts,
      command,
      dryRun,
      repository,
      environments: dryRun ? environments.map(untouched) : environments,
      notices: [...known.notices, ...renamed, ...notices],
      reason: promotion?.reason,
      source: promotion?.source,
    },
    diff: dryRun && files.length > 0 ? await diffOf(files) : undefined,
    access: configuration === 'absent' && promotion?.trigger === 'automatic' ? 'unrestricted' : undefined,
  };
}

/** Links lead to the repository by the name that it has now. */
const presentName = ({ repository: present }: { readonly repository?: string | undefined }, known: Known) => ({
  repository: present ?? known.repository,
  renamed: present && known.repository ? explainRenamed(known.repository, present) : [],
});

const diffOf = async (files: readonly FileChange[]): Promise<string> => {
  const { unifiedDiff } = await import('../domain/report/unified.ts');
  return unifiedDiff(files);
};

/** Nothing was promoted or proposed by a dry run, whatever it would change. */
const untouched = (environment: EnvironmentOutcome): EnvironmentOutcome =>
  ['promoted', 'proposed', 'armed'].includes(environment.outcome)
    ? { ...environment, outcome: 'unchanged' }
    : environment;

export function concludeStatus(reported: Reported, known: Known, { server, ...table }: StatusView): Ended {
  const { branch, status } = reported;
  const { repository, renamed } = presentName(reported, known);
  return {
    result: {
      command: 'status',
      outcome: 'reported',
      repository,
      branch,
      status,
      notices: [...known.notices, ...renamed, ...status.problems],
    },
    sections: statusSections(status, { server, repository, branch, now: table.now }),
    lines: statusLines(status, table),
  };
}

/** What was found is shown as lines and as a table, beside everything that is wrong. */
export function concludeValidation(validated: Validated, known: Known, server: string): Ended {
  const { branch, found, violations, notices } = validated;
  const { repository, renamed } = presentName(validated, known);
  return {
    result: {
      command: 'validate',
      outcome: violations.length > 0 ? 'refused' : 'valid',
      repository,
      branch,
      found,
      violations,
      notices: [...known.notices, ...renamed, ...notices],
    },
    sections: validationSections(found, { server, repository, branch }),
  };
}

export function concludeCheck(checked: CheckResult, known: Known): Ended {
  const { outcome, built, missing, digest, images, violations, notices } = checked;
  const shown = images.map(({ reference, verdict }) => ({
    image: printReference(reference),
    verdict: verdict.verdict,
    digest: verdict.verdict === 'present' ? verdict.digest : undefined,
  }));
  const result = { command: 'check' as const, outcome, built, missing, digest, images: shown, violations };
  return { result: { ...result, notices: [...known.notices, ...notices] } };
}

export function concludeRetag({ outcome, digest, tags, violations }: RetagResult, known: Known): Ended {
  const images = tags.map((tag) => ({
    image: printReference(tag.reference),
    verdict: tag.outcome,
    digest: tag.digest,
  }));
  const result = { command: 'retag' as const, dryRun: known.dryRun, outcome, digest, images, violations };
  return { result: { ...result, notices: known.notices } };
}

/** A dry run has sent nothing, whatever it would send. */
export function concludeDispatch(dispatched: DispatchResult, known: Known): Ended {
  const { outcome, request, run, results, violations, notices } = dispatched;
  const { dryRun, promotion } = known;
  const repository = dispatched.repository ?? known.repository;
  return {
    result: {
      command: 'dispatch',
      dryRun,
      outcome: dryRun ? 'unchanged' : outcome,
      violations,
      notices: [...known.notices, ...notices],
      repository,
      source: promotion?.source,
    },
    sections: dispatchSections({ request, run, results }),
  };
}

export function concludeAwait(waited: AwaitResult, known: Known): Ended {
  const { outcome, applications, violations, notices } = waited;
  const { repository, branch } = known;
  return {
    result: {
      command: 'await',
      outcome,
      repository,
      branch,
      awaited: applications,
      violations,
      notices: [...known.notices, ...notices],
    },
    sections: awaitSections(applications),
    lines: awaitLines(applications),
  };
}

/** A run that threw, told as fully as one that did not. */
export function concludeFailure(error: unknown, known: Known): Ended {
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
