/** The job of a command: its dependencies, its state while it runs, and its result. */

import type { Delivery, Notice, Promotion } from '../domain/model.ts';
import type { Section } from '../domain/report/markdown.ts';
import type { CommandResult } from '../domain/report/report.ts';
import type { ReportCommand } from '../domain/report/report-schema.ts';
import type { RunContext } from '../domain/request/event.ts';
import type { Inputs } from '../domain/request/input-table.ts';
import type { PromotionRequest } from '../domain/request/request.ts';
import { quote } from '../domain/text.ts';
import type {
  ArgoCD,
  Attestations,
  Clock,
  Commits,
  Creation,
  Dispatches,
  Host,
  Log,
  Prover,
  Registry,
} from '../ports.ts';
import type { Authorities, Sender } from './promotion/admission.ts';
import type { KnownTarget } from './promotion/run-promotion.ts';

/** The dependencies of the commands. Optional ones are opened by the command that needs them. */
export type Dependencies = {
  /** The manifest repository; that of the inputs unless another one is named. */
  readonly host: (repository?: string) => Host;
  readonly registry: () => Promise<Registry>;
  readonly attestations: () => Promise<Attestations>;
  readonly dispatches: () => Promise<Dispatches>;
  /** Undefined where the job may not ask for OpenID Connect tokens. */
  readonly prover: () => Promise<Prover | undefined>;
  /** @throws PromotionError for an address that is not https, or none. */
  readonly argocd: () => Promise<ArgoCD>;
  readonly commits: (repository: string) => Promise<Commits>;
  /** The text of the report that await is given, or of the file that an earlier step has written.
   * @throws PromotionError `report-invalid` where there is no such file */
  readonly report: () => Promise<string>;
  /** Undefined if neither teams nor proofs can be read. */
  readonly teams?: Authorities['teams'];
  readonly proofs?: Authorities['proofs'];
  /** When the run of the workflow was created; undefined where there is none. Answers the same however often it is asked. */
  readonly creation?: (() => Promise<Creation>) | undefined;
  /** Writes the status page to a file.
   * @throws PromotionError `file-unwritable` */
  readonly savePage: (path: string, html: string) => Promise<void>;
  readonly log: Log;
  readonly clock: Clock;
  /** Makes the `Promotion-Id` of this run. */
  readonly id: () => Promise<string>;
  /** When this run started, RFC 3339. */
  readonly start: string;
  /** Address of the GitHub server, such as `https://github.com`. */
  readonly server: string;
  /** Writes a first summary, before a long wait. */
  readonly preview?: ((so: Ended) => void) | undefined;
  /** Rejects where the run is ended early. */
  readonly stopped?: Promise<never> | undefined;
  /** The width of the terminal in columns; undefined without a limit. */
  readonly width?: number | undefined;
};

export type Job = {
  readonly inputs: Inputs;
  /** Reads the request; every command but status needs it. */
  readonly read: () => Promise<PromotionRequest>;
  /** The sender of the request, and the limits of what can be proven. */
  readonly asking: Omit<Sender, 'promotion'>;
  readonly dependencies: Dependencies;
  /** The commit that validate reads instead of the branch.
   * @throws PromotionError `event-unsupported` */
  readonly proposed?: (() => string | undefined) | undefined;
  /** The run of the workflow, as far as there is one. */
  readonly run: Pick<RunContext, 'repository' | 'runId' | 'runAttempt'>;
  /** The known facts for the report of a failure. */
  readonly known: KnownFacts;
};

/** The result of a command, for every output. */
export type Ended = {
  readonly result: CommandResult;
  /** The changes of a dry run, as a unified diff. */
  readonly diff?: string | undefined;
  /** True without a configuration: then every sender may promote every image. */
  readonly access?: 'unrestricted' | undefined;
  /** Parts of the summary that only this command has. */
  readonly sections?: readonly Section[] | undefined;
  /** The lines of a terminal or log instead of the report. */
  readonly lines?: readonly string[] | undefined;
  /** The output of `--csv`. */
  readonly csv?: string | undefined;
};

/** The known facts of a run so far, for the report of a failure. */
export type KnownFacts = {
  command: ReportCommand;
  promotion?: Promotion | undefined;
  repository?: string | undefined;
  branch?: string | undefined;
  dryRun?: boolean | undefined;
  /** The delivery of the step. */
  delivery?: Delivery | undefined;
  /** The targets, once the configuration has been read. */
  concerned?: readonly KnownTarget[] | undefined;
  notices: readonly Notice[];
};

/** The job as the dependencies of a command on the manifest repository. */
export function worldOf({ dependencies, known }: Job) {
  return {
    ...dependencies,
    host: dependencies.host(),
    onTargetsKnown: (concerned: readonly KnownTarget[]): void => {
      known.concerned = concerned;
    },
  };
}

/** Links lead to the repository by the name that it has now. */
export function presentName({ repository: present }: { readonly repository?: string | undefined }, known: KnownFacts) {
  return {
    repository: present ?? known.repository,
    renamed: present && known.repository ? explainRenamed(known.repository, present) : [],
  };
}

/** None where the name is the one that was given; GitHub takes capital letters for small ones. */
export function explainRenamed(given: string, present: string): Notice[] {
  if (given.toLowerCase() === present.toLowerCase()) return [];
  return [
    {
      message: `The manifest repository ${quote(given)} is called ${quote(present)} now, and this run uses that name.`,
      hint: `Set the input \`repository\` to ${present}: GitHub forgets the old name when somebody makes another repository of it.`,
    },
  ];
}
