import { type GitHubClient, openClient } from './adapters/github/client.ts';
import { githubHost } from './adapters/github/host.ts';
import { teamsOf } from './adapters/github/people.ts';
import { resolveCommit, runCreation } from './adapters/github/runs.ts';
import { systemClock as clock, exit, listenForSignals, newId } from './adapters/process.ts';
import { readReport, readRunner, readStep } from './adapters/runner/inputs.ts';
import { mask, runnerLog } from './adapters/runner/log.ts';
import { present, preview } from './adapters/runner/outputs.ts';
import type { Dependencies, Ended, KnownFacts } from './commands/job.ts';
import type { Sender } from './commands/promotion/admission.ts';
import { concludeFailure, startCommand } from './commands/start-command.ts';
import { fail, PromotionError } from './domain/errors.ts';
import type { Notice } from './domain/model.ts';
import { hasTokenShape, issuerOf } from './domain/proof/token-claims.ts';
import { actionExitCode } from './domain/report/outcome.ts';
import { type Occasion, payloadOf, proposedCommit, strayRef } from './domain/request/event.ts';
import type { Inputs } from './domain/request/input-table.ts';
import { commandOf, readInputs } from './domain/request/parse-inputs.ts';
import {
  type CommitAnswer,
  type CommitQuestion,
  type PromotionRequest,
  readRequest,
  withCommit,
} from './domain/request/request.ts';
import type { Creation, Proofs, Prover } from './ports.ts';

const environment = process.env;
const start = clock.now().toISOString();
const { run, event: readEvent } = readRunner();
const server = run.serverUrl ?? 'https://github.com';
const log = runnerLog();
const clients = new Map<string, GitHubClient>();
const signals = listenForSignals();

const perform = async (known: KnownFacts): Promise<Ended> => {
  const event = readEvent();
  const step = readStep(environment);
  known.command = commandOf(step.command) ?? 'promote';
  if (step['argocd-token']) mask(step['argocd-token']);
  const { inputs, warnings } = readInputs(step, event);
  known.dryRun = inputs['dry-run'];
  known.repository = inputs.repository ?? run.repository;
  known.branch = inputs.branch;
  known.notices = warnings;
  const tell = (further: readonly Notice[]): void => {
    known.notices = [...known.notices, ...further];
  };
  const read = async (): Promise<PromotionRequest> => {
    const pending = readRequest({ inputs, event, run }, tell);
    const { promotion, settings } = pending.request;
    known.delivery = settings.delivery;
    if (promotion.proof !== undefined && hasTokenShape(promotion.proof)) mask(promotion.proof);
    known.promotion = promotion;
    const request = withCommit(pending, await ask(pending.question, known));
    known.promotion = request.promotion;
    return request;
  };
  const asking = { asker: run, payload: payloadOf(event), strayRef: strayRefFor({ event, run }, known.repository) };
  const isHere = known.repository?.toLowerCase() === run.repository?.toLowerCase();
  const proposed = () => (isHere ? proposedCommit({ event, run }) : undefined);
  return startCommand({ inputs, read, asking, proposed, dependencies: dependenciesFor(inputs), run, known });
};

/** The host knows the default branch of the manifest repository, which matters where the run is in that repository itself. */
const strayRefFor = (occasion: Occasion, repository: string | undefined): Sender['strayRef'] =>
  repository?.toLowerCase() === run.repository?.toLowerCase() ? (branch) => strayRef(occasion, branch) : undefined;

/** One client for a token, so that limits and requests are counted together. */
const open = (token: string): GitHubClient => {
  const opened = clients.get(token);
  if (opened !== undefined) return opened;
  const apiUrl = run.apiUrl ?? 'https://api.github.com';
  const client = openClient({ token, apiUrl, graphqlUrl: run.graphqlUrl ?? `${apiUrl}/graphql`, clock });
  clients.set(token, client);
  return client;
};

/** Reads the repository of the running workflow, with a token that is used for reads alone. */
const ask = async (question: CommitQuestion | undefined, known: KnownFacts): Promise<CommitAnswer | undefined> => {
  if (question === undefined) return undefined;
  try {
    return await resolveCommit(open(environment.SOURCE_TOKEN ?? ''), question.repository, question.revision);
  } catch (error) {
    if (question.required || !(error instanceof PromotionError)) throw error;
    const reasons = error.violations.map(({ message }) => message).join(' ');
    const message = `The date of the commit is not known, so the order of builds goes by run numbers alone. ${reasons}`;
    known.notices = [...known.notices, { message }];
    return undefined;
  }
};

const dependenciesFor = (inputs: Inputs): Dependencies => ({
  host: (repository = repositoryOf(inputs)) => {
    return githubHost({ client: open(inputs.token ?? ''), clock, repository, branch: inputs.branch });
  },
  registry: async () => {
    const { createRegistry } = await import('./adapters/registry/registry.ts');
    return createRegistry({ clock, log, environment });
  },
  attestations: async () => {
    const { createAttestations } = await import('./adapters/provenance/attestations.ts');
    return createAttestations({ clock, log, environment });
  },
  dispatches: async () => {
    const { githubDispatches } = await import('./adapters/github/dispatch.ts');
    return githubDispatches(open(inputs.token ?? ''), clock, repositoryOf(inputs));
  },
  prover: openProver,
  argocd: async () => {
    const { 'argocd-server': server = '', 'argocd-token': token = '' } = inputs;
    const { argocdServer } = await import('./adapters/argocd/argocd.ts');
    return argocdServer({ server, token });
  },
  commits: async (repository) => {
    const { githubCommits } = await import('./adapters/github/runs.ts');
    return githubCommits(open(inputs.token ?? ''), repository);
  },
  report: () => readReport(inputs.report),
  creation,
  teams: () => teamsOf(open(inputs.token ?? ''), repositoryOf(inputs)),
  proofs: () => (proofs ??= openProofs(inputs)),
  savePage: async (...page) => {
    const { writePage } = await import('./adapters/page-file.ts');
    return writePage(...page);
  },
  log,
  clock,
  id: newId,
  start,
  server,
  width: 120,
  stopped: signals.stopped,
  preview: ({ result, sections }) => preview({ result, sections }, { log, server, repository: run.repository }),
});

const repositoryOf = (inputs: Inputs): string =>
  inputs.repository ??
  run.repository ??
  fail('repository-missing', 'No manifest repository is given.', 'Set the input `repository` to owner/name.');

const openProver = async (): Promise<Prover | undefined> => {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = environment;
  if (!url) return undefined;
  const { proofAudience } = await import('./adapters/oidc/id-token.ts');
  const { requestIdToken } = await import('./adapters/oidc/id-token.ts');
  return {
    audience: proofAudience,
    token: async (audience) => {
      const proof = await requestIdToken({ url, token, clock }, audience);
      mask(proof);
      return proof;
    },
  };
};

/** Asked once, however often the run starts over. */
let created: Promise<Creation> | undefined;

const creation = (): Promise<Creation> => {
  const { repository = '', runId = 0 } = run;
  created ??= askCreation(repository, runId);
  return created;
};

const askCreation = async (repository: string, runId: number): Promise<Creation> => {
  try {
    return await runCreation(open(environment.SOURCE_TOKEN ?? ''), repository, runId);
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { kind: 'unknown', reason: error.message };
  }
};

/** Each proof is verified once, however often the run starts over. */
let proofs: Promise<Proofs> | undefined;

const openProofs = async (inputs: Inputs): Promise<Proofs> => {
  const { createProofs } = await import('./adapters/oidc/verify-proof.ts');
  return createProofs({
    repository: repositoryOf(inputs),
    issuer: issuerOf(server),
    creation,
    clock,
  });
};

const tellRequests = (): number => {
  const metered = [...clients.values()].map((client) => client.requests());
  for (const { request, status, milliseconds } of metered.flatMap(({ calls }) => calls)) {
    log.debug(`${request} → ${status ?? 'no answer'} in ${milliseconds} ms`);
  }
  for (const { resource, remaining, limit } of metered.flatMap(({ limits }) => limits)) {
    log.debug(`Rate limit ${resource}: ${remaining} of ${limit} remain`);
  }
  return metered.reduce((sum, { count }) => sum + count, 0);
};

const known: KnownFacts = { command: 'promote', notices: [] };
/** The time for a stopped command to report more than the edge knows. */
const GRACE = 1_000;

const stoppedAtLast = signals.stopped.catch(async (error: unknown) => {
  await clock.sleep(GRACE);
  throw error;
});
const ended = await Promise.race([perform(known), stoppedAtLast]).catch((error: unknown) =>
  concludeFailure(error, known),
);
const result = { ...ended.result, requests: tellRequests() };
const { report, unwritten } = present({ ...ended, result }, { log, server, repository: run.repository });
const violations = [...(result.violations ?? []), ...unwritten];
await exit(actionExitCode({ outcome: report.outcome, violations }));
// Work in progress must not continue after the report.
if (signals.received()) process.exit();
