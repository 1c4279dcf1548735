import { parseArgs } from 'node:util';
import { type Flag, formOf, knownFlags, type Words } from '../../domain/request/arguments.ts';
import { localCommands } from '../../domain/request/input-table.ts';

type Token = ReturnType<typeof tokensOf>[number];

type OptionToken = Extract<Token, { kind: 'option' }>;

/** Splits the arguments after the program's name: `--flag value`, `--flag=value`, booleans bare or with `=`. The lenient reading of Node.js
 * stops at no mistake, so that all of them can be reported. */
export function splitWords(argv: readonly string[]): Words {
  const flags: Flag[] = [];
  const positions: string[] = [];
  const tokens = tokensOf(argv);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind === 'positional') positions.push(token.value);
    if (token?.kind !== 'option') continue;
    if (isNextFlag(token)) {
      const rest = splitWords(argv.slice(token.index + 1));
      flags.push({ name: token.name, value: undefined }, ...rest.flags);
      return { flags, positions: [...positions, ...rest.positions] };
    }
    flags.push(flagOf(token));
    if (isOfUnknown(token, tokens[at + 1])) at++;
  }
  return { flags, positions };
}

const tokensOf = (argv: readonly string[]) =>
  parseArgs({
    args: [...argv],
    options: {
      ...Object.fromEntries(
        knownFlags.map((name) => [name, { type: formOf(name) === 'boolean' ? 'boolean' : 'string' } as const]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;

/** Node.js takes `--tag --json` for the tag `--json`. */
const isNextFlag = ({ value, inlineValue }: OptionToken): boolean =>
  value !== undefined && !inlineValue && /^-./.test(value);

const flagOf = ({ name, rawName, value }: OptionToken): Flag => {
  if (formOf(name) === undefined) return { name: rawName.startsWith('--') ? name : rawName, value };
  return { name, value: value ?? (formOf(name) === 'boolean' ? 'true' : undefined) };
};

/** A word after an unknown flag counts as its value, so that it is not reported as well. */
const isOfUnknown = (flag: OptionToken, next: Token | undefined): boolean =>
  formOf(flag.name) === undefined &&
  !flag.inlineValue &&
  next?.kind === 'positional' &&
  next.index === flag.index + 1 &&
  !localCommands.some((command) => command === next.value);
