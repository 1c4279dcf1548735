import { flagsOf, isInput, isOption, optionTable } from '../../domain/request/flags.ts';
import { type Command, inputTable, localCommands } from '../../domain/request/table.ts';

const PURPOSES: Readonly<Partial<Record<Command, string>>> = {
  promote: 'rewrite image tags in the manifests of a checkout',
  rollback: 'bring back what ran before',
  status: 'show what runs where',
  check: 'ask the registry whether images exist',
  retag: 'give an image further tags',
};

const WIDTH = 22;

/** How to use the command line, or one of its commands. */
export function printHelp(command: Command | undefined): string {
  const lines = command === undefined ? overview() : usage(command);
  return `${lines.join('\n')}\n`;
}

const overview = (): string[] => [
  'Usage: node dist/cli.js COMMAND [--FLAG VALUE]…',
  '',
  'Commands:',
  ...localCommands.map((command) => row(command, PURPOSES[command] ?? '')),
  '',
  'node dist/cli.js COMMAND --help shows the flags of a command. Lists repeat their flag or take commas.',
  'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused.',
];

const usage = (command: Command): string[] => [
  `Usage: node dist/cli.js ${command} [--FLAG VALUE]…`,
  '',
  `${command}: ${PURPOSES[command] ?? ''}`,
  '',
  ...flagsOf(command).map((name) => row(`--${name}`, describe(name))),
];

const describe = (name: string): string => {
  if (isInput(name)) return sentence(inputTable[name]);
  return isOption(name) ? sentence(optionTable[name]) : '';
};

const sentence = ({ description, fallback }: { description: string; fallback: string }): string =>
  `${description} Default: ${fallback}.`.replaceAll('`', '');

const row = (label: string, description: string): string => `  ${label.padEnd(WIDTH)}${description}`;
