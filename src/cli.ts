import { readFile } from 'node:fs/promises';
import { headOfCheckout } from './adapters/checkout/head.ts';
import { checkoutHost } from './adapters/checkout/host.ts';
import { systemClock as clock } from './adapters/clock.ts';
import { end } from './adapters/end.ts';
import { newId } from './adapters/id.ts';
import { printHelp } from './adapters/terminal/help.ts';
import { terminal } from './adapters/terminal/terminal.ts';
import { concludeFailure, type Ended, type Known } from './commands/conclude.ts';
import { type Doors, startCommand } from './commands/start.ts';
import { fail } from './domain/errors.ts';
import { commandLineExitCode } from './domain/report/outcome.ts';
import { buildReport } from './domain/report/report.ts';
import { type Arguments, parseArguments } from './domain/request/arguments.ts';
import { commandOf } from './domain/request/byhand.ts';
import { type Event, payloadOf } from './domain/request/event.ts';
import { type Request, readRequest, withCommit } from './domain/request/trigger.ts';
import { usesRun } from './domain/request/wish.ts';
import { quote } from './domain/text.ts';
import { version } from './version.ts';

const environment = process.env;
const start = clock.now().toISOString();
// Whatever reads a pipe wants names whole.
const columns = process.stdout.isTTY ? process.stdout.columns : undefined;
const { log, printReport, printJson, printDiff } = terminal(process, environment);

type Running = Extract<Arguments, { kind: 'run' }>;

const perform = async (running: Running, known: Known): Promise<Ended> => {
  const { inputs, dir, payload } = running;
  known.command = inputs.command;
  known.dryRun = inputs['dry-run'];
  const event = await readEvent(payload);
  const read = async (): Promise<Request> => {
    const run = usesRun(inputs) ? await headOfCheckout(dir) : {};
    const pending = readRequest({ inputs, event, run }, (warnings) => {
      known.notices = warnings;
    });
    const request = withCommit(pending);
    known.promotion = request.promotion;
    return request;
  };
  const asking = { payload: payloadOf(event), reported: unenforced };
  return startCommand({ inputs, read, asking, doors: doorsFor(running), run: {}, known });
};

/** Whoever works on a checkout can edit the files as well: what limits senders has nothing to hold on to here. */
const unenforced = ['sources', 'proof', 'actors', 'renames'] as const;

const readEvent = async (payload: string | undefined): Promise<Event> => {
  if (payload === undefined) return { name: 'command-line', payload: {} };
  try {
    const content = payload === '-' ? await readInput() : await readFile(payload, 'utf8');
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

const readInput = async (): Promise<string> => {
  const { text } = await import('node:stream/consumers');
  return text(process.stdin);
};

const doorsFor = ({ inputs, dir }: Running): Doors => ({
  host: () => checkoutHost({ directory: dir, writes: inputs.delivery === 'commit' ? 'commit' : 'files' }),
  registry: async () => {
    const { createRegistry } = await import('./adapters/registry/registry.ts');
    return createRegistry({ clock, log, environment });
  },
  dispatches: () => fail('input-invalid', 'The command dispatch runs in a workflow only.', 'Use it as a step.'),
  prover: async () => undefined,
  log,
  clock,
  id: newId,
  start,
  server: environment.GITHUB_SERVER_URL ?? 'https://github.com',
  width: columns,
});

const show = ({ result, diff, lines }: Ended, form: 'text' | 'json'): number => {
  const report = buildReport(result);
  if (form === 'json') printJson(report);
  else {
    if (diff) printDiff(diff);
    printReport(report, lines);
  }
  return commandLineExitCode({ outcome: report.outcome, violations: result.violations ?? [] });
};

const main = async (argv: readonly string[]): Promise<number> => {
  const known: Known = { command: commandOf(argv[0]) ?? 'promote', notices: [] };
  try {
    const parsed = parseArguments(argv);
    if (parsed.kind === 'version') process.stdout.write(`${version}\n`);
    if (parsed.kind === 'help') process.stdout.write(printHelp(parsed.command, columns));
    if (parsed.kind !== 'run') return 0;
    const ended = await perform(parsed, known).catch((error: unknown) => concludeFailure(error, known));
    return show(ended, parsed.json ? 'json' : 'text');
  } catch (error) {
    return show(concludeFailure(error, known), argv.includes('--json') ? 'json' : 'text');
  }
};

// Whoever reads the output may have enough of it, as head has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
await end(await main(process.argv.slice(2)));
