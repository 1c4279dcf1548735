import { readFile } from 'node:fs/promises';
import manifest from '../package.json' with { type: 'json' };
import { checkoutHost } from './adapters/checkout/checkout.ts';
import { gitIn, headOfCheckout } from './adapters/checkout/git.ts';
import { writePage } from './adapters/page-file.ts';
import { systemClock as clock, newId } from './adapters/process.ts';
import { printHelp } from './adapters/terminal/help.ts';
import { type Streams, type Terminal, terminal } from './adapters/terminal/terminal.ts';
import { splitWords } from './adapters/terminal/words.ts';
import type { Dependencies, Ended, KnownFacts } from './commands/job.ts';
import { concludeFailure, startCommand } from './commands/start-command.ts';
import { fail } from './domain/errors.ts';
import { commandLineExitCode } from './domain/report/outcome.ts';
import { buildReport } from './domain/report/report.ts';
import type { Report } from './domain/report/report-schema.ts';
import { type Arguments, parseArguments } from './domain/request/arguments.ts';
import { payloadOf, type TriggerEvent } from './domain/request/event.ts';
import { inFlags, localCommands, USUAL_CONFIG } from './domain/request/input-table.ts';
import { commandOf } from './domain/request/parse-inputs.ts';
import { type PromotionRequest, readRequest, usesRun, withCommit } from './domain/request/request.ts';
import { quote } from './domain/text.ts';

/** The process of the command line, or the part of one that it uses. */
export type CommandLineProcess = Streams & {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
};

type Session = Terminal & {
  readonly surroundings: CommandLineProcess;
  /** RFC 3339. */
  readonly start: string;
  /** Undefined for a pipe, whose reader wants whole names. */
  readonly columns: number | undefined;
};

/** Runs one command line to its end and returns the exit code. */
export async function runCommandLine(argv: readonly string[], surroundings: CommandLineProcess): Promise<number> {
  const { stdout, env } = surroundings;
  const columns = stdout.isTTY ? stdout.columns : undefined;
  const session = { ...terminal(surroundings, env), surroundings, start: clock.now().toISOString(), columns };
  const known: KnownFacts = { command: commandOf(argv[0]) ?? 'promote', notices: [] };
  try {
    const parsed = parseArguments(splitWords(argv));
    if (parsed.kind === 'version') stdout.write(`${version}\n`);
    if (parsed.kind === 'help') stdout.write(printHelp(parsed.command, columns));
    if (parsed.kind !== 'run') return 0;
    const ended = await perform(session, parsed, known).catch((error: unknown) => concludeFailure(error, known));
    return show(session, ended, formOf(parsed));
  } catch (error) {
    const form = argv.includes('--json') ? 'json' : 'text';
    const code = show(session, concludeFailure(error, known), form);
    const unclear = !localCommands.some((command) => command === argv[0]);
    if (form === 'text' && unclear) stdout.write(`\n${printHelp(undefined, columns)}`);
    return code;
  }
}

type Running = Extract<Arguments, { kind: 'run' }>;

const perform = async (session: Session, running: Running, known: KnownFacts): Promise<Ended> => {
  const { inputs, dir, payload } = running;
  known.command = inputs.command;
  known.dryRun = inputs['dry-run'];
  const event = await readEvent(session, payload);
  const read = async (): Promise<PromotionRequest> => {
    const run = usesRun(inputs) ? await headOfCheckout(gitIn(dir)) : {};
    const pending = readRequest({ inputs, event, run }, (warnings) => {
      known.notices = warnings;
    });
    const request = withCommit(pending);
    known.promotion = request.promotion;
    return request;
  };
  const asking = { payload: payloadOf(event), reported: unenforced };
  return startCommand({ inputs, read, asking, dependencies: dependenciesFor(session, running), run: {}, known });
};

/** A local user can edit the files directly, so the policies about senders are not enforced. */
const unenforced = ['sources', 'proof', 'actors', 'renames'] as const;

const readEvent = async ({ surroundings }: Session, payload: string | undefined): Promise<TriggerEvent> => {
  if (payload === undefined) return { name: 'command-line', payload: {} };
  try {
    const content = payload === '-' ? await readInput(surroundings) : await readFile(payload, 'utf8');
    return { name: 'command-line', payload: { client_payload: content } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(
      'payload-invalid',
      `The payload cannot be read: ${quote(reason)}.`,
      'Name a file that exists with --payload, or - for standard input.',
    );
  }
};

const readInput = async ({ stdin }: CommandLineProcess): Promise<string> => {
  const { text } = await import('node:stream/consumers');
  return text(stdin);
};

const dependenciesFor = (
  { surroundings: { env }, log, start, columns }: Session,
  { inputs, dir }: Running,
): Dependencies => ({
  host: () => {
    const writes = inputs.delivery === 'commit' ? 'commit' : 'files';
    return checkoutHost({ directory: dir, writes, config: inputs.config ?? USUAL_CONFIG });
  },
  registry: async () => {
    const { createRegistry } = await import('./adapters/registry/registry.ts');
    return createRegistry({ clock, log, environment: env });
  },
  attestations: async () => {
    const { createAttestations } = await import('./adapters/provenance/attestations.ts');
    return createAttestations({ clock, log, environment: env });
  },
  dispatches: () => inWorkflowOnly('dispatch'),
  prover: async () => undefined,
  argocd: () => inWorkflowOnly('await'),
  commits: () => inWorkflowOnly('await'),
  report: () => inWorkflowOnly('await'),
  savePage: writePage,
  log,
  clock,
  id: newId,
  start,
  server: env.GITHUB_SERVER_URL ?? 'https://github.com',
  width: columns,
});

const inWorkflowOnly = (command: string): never =>
  fail('input-invalid', `The command ${command} runs in a workflow only.`, 'Use it as a step.');

const formOf = ({ json, csv }: Running): 'json' | 'csv' | 'text' => {
  if (json) return 'json';
  return csv ? 'csv' : 'text';
};

const show = (session: Session, { result, diff, lines, csv }: Ended, form: 'text' | 'json' | 'csv'): number => {
  const report = spokenInFlags(buildReport(result));
  if (form === 'json') session.printJson(report);
  else if (form === 'csv') session.printCsv(csv, report);
  else {
    if (diff) session.printDiff(diff);
    session.printReport(report, lines?.map(inFlags));
  }
  return commandLineExitCode({ outcome: report.outcome, violations: result.violations ?? [] });
};

/** The domain's messages name inputs of a step, which are flags here. */
const spokenInFlags = (report: Report): Report => {
  const told = <T extends { readonly message: string; readonly hint?: string | undefined }>(one: T): T => ({
    ...one,
    message: inFlags(one.message),
    ...(one.hint !== undefined && { hint: inFlags(one.hint) }),
  });
  const environments = report.environments.map((each) => ({ ...each, superseded: each.superseded.map(told) }));
  return { ...report, environments, violations: report.violations.map(told), notices: report.notices.map(told) };
};

/** Of this package. */
export const { version } = manifest;
