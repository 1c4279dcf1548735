/** Random input by seed: a fixed row of cases, and as long as FUZZ_SECONDS says by hand, with other cases each time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { PromotionError } from '../../src/domain/errors.ts';
import { isLong } from '../sample.ts';

const seconds = Number(process.env.FUZZ_SECONDS ?? 0);

/** How long a test of this room may take in a run by hand; nothing in CI comes near it. */
export const PATIENCE = (seconds + 120) * 1000;

/** The case that is being tried, as JSON: a message may repeat what it says. */
let tried = '';

/** @param runs how many cases are tried: one in 25 in the fast suite, three times as many in the long one */
export function fuzz<T>(cases: fc.Arbitrary<T>, runs: number, check: (value: T) => void): void {
  const remember = (value: T): void => {
    tried = JSON.stringify(value) ?? '';
    check(value);
  };
  fc.assert(fc.property(cases, remember), budget(runs));
}

/** The same where a check takes a process. */
export const fuzzProcesses = <T>(
  cases: fc.Arbitrary<T>,
  runs: number,
  check: (value: T) => Promise<void>,
): Promise<void> => fc.assert(fc.asyncProperty(cases, check), budget(runs));

const budget = (runs: number) =>
  seconds > 0
    ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }
    : { numRuns: isLong ? 3 * runs : Math.ceil(runs / 25), seed: 20_261_130 };

/** The result of bad input: a refusal with a reason, and never any other error. `readback-differs` and `internal` say that a
 * defect was noticed in time; here they are failures, too. */
export function refusalOf(work: () => unknown): PromotionError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    const defect = error.violations.find(({ code }) => code === 'readback-differs' || code === 'internal');
    if (defect !== undefined) throw new Error(`noticed a defect: ${defect.message}`, { cause: error });
    for (const { message, hint } of error.violations) {
      const said = `${message}\n${hint}`;
      const mistakes = ['undefined', '[object', 'NaN'].filter((word) => said.includes(word) && !tried.includes(word));
      if (mistakes.length > 0 || /[\u0000-\u0009\u000b-\u001f\u007f]|\n\s+at /.test(said)) {
        throw new Error(`not for people: ${JSON.stringify(said)}`);
      }
      if (said.length > 20_000) throw new Error(`too long for people: ${said.length} characters`);
    }
    return error;
  }
}

const root = join(import.meta.dirname, '../..');

export const textsBelow = (directory: string, name: RegExp): string[] =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .toSorted()
    .map((path) => readFileSync(join(root, directory, path), 'utf8'));

/** Pieces that mean something to a reader of YAML or JSON, or to a rewriter of images. */
const pieces = [
  ...['\n', '\r\n', '\r', '\t', ' ', '  ', ': ', ':', '- ', '-', '? ', '# ', '#', ', ', '[', ']', '{', '}', '"', "'"],
  ...['|', '>', '|-', '>+2', '&a ', '*a', '<<: *a', '!!str ', '! ', '!<x> ', '%YAML 1.1\n---\n', '---\n', '...\n'],
  ...['null', '~', '0x1f', '1e3', '012', '.5', 'yes', '2024-01-01', '{{ .x }}', '<path:a#b>'],
  ...['\uFEFF', '\u0085', '\u2028', '\u00A0', '\uD800', '\uFFFD', '\u0000', '\u001b[31m', '😀', 'é'],
  ...['__proto__: ', 'constructor: ', 'image: ', 'images:\n', 'newTag: ', 'repository: ', 'tag: ', 'kind: List\n'],
  ...['registry.example.com/shop/web', 'web:v1', '@sha256:', 'sha256:'.padEnd(71, 'a'), 'a'.repeat(300)],
];

type Mutation = {
  readonly at: number;
  readonly length: number;
  readonly how: keyof typeof mutations;
  readonly piece: string;
};
type Cut = { readonly before: string; readonly cut: string; readonly after: string; readonly piece: string };

const mutations = {
  lost: ({ before, after }: Cut) => before + after,
  doubled: ({ before, cut, after }: Cut) => before + cut + cut + after,
  inserted: ({ before, cut, after, piece }: Cut) => before + piece + cut + after,
  moved: ({ before, cut, after, piece }: Cut) => cut + before + piece + after,
  truncated: ({ before }: Cut) => before,
  // From here on whole lines.
  doubledLine: ({ before, cut, after }: Cut) => inLine(before, cut + after, (line) => `${line}\n${line}`),
  lostLine: ({ before, cut, after }: Cut) => inLine(before, cut + after, () => ''),
  nested: ({ before, cut, after }: Cut) => inLine(before, cut + after, (line) => `  ${line}`),
  tabbed: ({ before, cut, after }: Cut) => inLine(before, cut + after, (line) => `\t${line}`),
  returned: ({ before, cut, after }: Cut) => inLine(before, cut + after, (line) => `${line}\r`),
  anchored: ({ before, cut, after }: Cut) => inLine(before, cut + after, (line) => line.replace(/(: |- )/, '$1&a ')),
  aliased: ({ before, cut, after }: Cut) => inLine(before, cut + after, (line) => line.replace(/(: |- ).*/, '$1*a')),
} as const;

/** Changes the line in which `after` begins. */
const inLine = (before: string, after: string, change: (line: string) => string): string => {
  const start = before.lastIndexOf('\n') + 1;
  const length = after.indexOf('\n');
  const end = before.length + (length === -1 ? after.length : length);
  const text = before + after;
  return text.slice(0, start) + change(text.slice(start, end)) + text.slice(end);
};

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat(4), fc.nat(80)),
  how: fc.constantFrom(...(Object.keys(mutations) as (keyof typeof mutations)[])),
  piece: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string() }),
});

/** Up to six changes: a part lost, doubled, moved or inserted. */
export const accidents: fc.Arbitrary<readonly Mutation[]> = fc.array(mutation, { minLength: 1, maxLength: 6 });

export const suffer = (text: string, suffered: readonly Mutation[]): string => suffered.reduce(mutate, text);

export const mutated = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...texts), accidents).map(([text, suffered]) => suffer(text, suffered));

const mutate = (text: string, { at, length, how, piece }: Mutation): string => {
  const start = Math.floor(at * text.length);
  const cut = text.slice(start, start + length);
  return mutations[how]({ before: text.slice(0, start), cut, after: text.slice(start + cut.length), piece });
};
