/** A finding: a small checkout, a command line, and the outcomes of which one has to hold as a whole. */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../golden/findings');

type Outcome = {
  readonly exit: number | readonly number[];
  /** Regular expressions over standard output and error together. */
  readonly says?: readonly string[];
  readonly never?: readonly string[];
  /** The folder that the checkout equals afterwards. */
  readonly after?: string;
};

export type Finding = {
  readonly name: string;
  readonly kind: string;
  readonly why: string;
  readonly args: readonly string[];
  readonly outcomes: readonly Outcome[];
};

type Expectation = Outcome & { readonly kind: string; readonly or?: readonly Outcome[] };

export async function readFindings(): Promise<Finding[]> {
  return Promise.all((await readdir(folder)).sort().map(readFinding));
}

const readFinding = async (name: string): Promise<Finding> => {
  const read = (file: string): Promise<string> => readFile(join(folder, name, file), 'utf8');
  const { args } = JSON.parse(await read('request.json')) as Pick<Finding, 'args'>;
  const { kind, or = [], ...outcome } = JSON.parse(await read('expect.json')) as Expectation;
  return { name, kind, args, why: (await read('why.txt')).trim(), outcomes: [outcome, ...or] };
};

export type Ending = { readonly code: number; readonly output: string };
/** Runs a command line in a checkout. */
export type Runner = (args: readonly string[], checkout: string) => Promise<Ending>;

export async function copyOf(name: string): Promise<{ readonly checkout: string } & AsyncDisposable> {
  const checkout = await mkdtemp(join(tmpdir(), 'finding-'));
  await cp(join(folder, name, 'before'), checkout, { recursive: true });
  return { checkout, [Symbol.asyncDispose]: () => rm(checkout, { recursive: true, force: true }) };
}

/** Runs the finding in a copy of its checkout and returns the problems of each of its outcomes; none if one holds. A command that
 * changed something is run again and has to change nothing. */
export async function judge({ name, args, outcomes }: Finding, checkout: string, run: Runner): Promise<string[]> {
  const before = await filesOf(join(folder, name, 'before'));
  const { code, output } = await run(args, checkout);
  const now = await filesOf(checkout);
  const afters = await Promise.all(outcomes.map(async ({ after = 'after' }) => filesOf(join(folder, name, after))));
  const problems = outcomes.map((outcome, index) => {
    const after = afters[index];
    const expected = code === 0 && after !== undefined && after.size > 0 ? after : before;
    return [...spoken(outcome, { code, output }), ...differences(expected, now)].join('\n');
  });
  const common = /internal|readback-differs|^\s+at .*:\d+:\d+/m.test(output)
    ? ['reads like a defect of the program']
    : [];
  if (differences(before, now).length > 0) {
    const again = await run(args, checkout);
    if (again.code !== 0) common.push(`the second run ends with ${again.code}: ${again.output}`);
    common.push(...differences(now, await filesOf(checkout)).map((difference) => `the second run: ${difference}`));
  }
  if (common.length === 0 && problems.includes('')) return [];
  return [...common, ...problems.filter((problem) => problem !== ''), `It ended with ${code} and said:\n${output}`];
}

const spoken = ({ exit, says = [], never = [] }: Outcome, { code, output }: Ending): string[] => [
  ...([exit].flat().includes(code) ? [] : [`ends with ${code} instead of ${[exit].flat().join(' or ')}`]),
  ...says.filter((text) => !new RegExp(text, 's').test(output)).map((text) => `does not say /${text}/`),
  ...never.filter((text) => new RegExp(text, 's').test(output)).map((text) => `says /${text}/`),
];

type Files = ReadonlyMap<string, string>;

/** The content of all files below a directory, byte for byte; empty where there is none. */
const filesOf = async (directory: string): Promise<Files> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const own = paths.map((path) => path.slice(directory.length + 1)).filter((path) => !path.startsWith('.git/'));
  return new Map(
    await Promise.all(own.sort().map(async (path) => [path, await readFile(join(directory, path), 'latin1')] as const)),
  );
};

const differences = (expected: Files, now: Files): string[] =>
  [...new Set([...expected.keys(), ...now.keys()])]
    .filter((path) => expected.get(path) !== now.get(path))
    .map((path) => `${path} is\n${now.get(path)}\ninstead of\n${expected.get(path)}`);
