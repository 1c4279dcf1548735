/** Runs the command line on each finding within this process. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command-line.ts';
import { copyOf, judge, type Runner, readFindings } from './finding.ts';
import { knownFailures } from './known.ts';

const run: Runner = async (args, checkout) => {
  let output = '';
  const stream = {
    write: (text: string): void => {
      output += text;
    },
  };
  const stdin = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  const surroundings = { stdout: stream, stderr: stream, env: {}, stdin };
  const code = await runCommandLine([...args, '--dir', checkout], surroundings);
  return { code, output };
};

/** As much of a repository as the command line reads by itself, so that it starts no git. */
const addHead = async (checkout: string): Promise<void> => {
  await mkdir(join(checkout, '.git/refs/heads'), { recursive: true });
  await writeFile(join(checkout, '.git/HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(checkout, '.git/refs/heads/main'), `${'1'.repeat(40)}\n`);
};

const findings = await readFindings();

describe('findings', () => {
  it.each(findings.map((finding) => [finding.name, finding] as const))('%s', async (_, finding) => {
    await using copy = await copyOf(finding.name);
    await addHead(copy.checkout);
    const problems = await judge(finding, copy.checkout, run);
    if (!knownFailures.has(finding.name)) expect(problems.join('\n\n'), finding.why).toBe('');
    else expect(problems, 'passes now: take it from the list of known failures').not.toEqual([]);
  });

  it('lists known failures that exist', () => {
    const names = findings.map(({ name }) => name);
    expect([...knownFailures].filter((name) => !names.includes(name))).toEqual([]);
  });
});
