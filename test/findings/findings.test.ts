/** Runs the command line on each finding within this process. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
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

/** Without git on the path a finding is judged by its files alone, and a missing program costs nothing. */
beforeEach(() => {
  vi.stubEnv('PATH', '');
});

const findings = await readFindings();

describe('findings', () => {
  it.each(findings.map((finding) => [finding.name, finding] as const))('%s', async (_, finding) => {
    await using copy = await copyOf(finding.name);
    const problems = await judge(finding, copy.checkout, run);
    if (!knownFailures.has(finding.name)) expect(problems.join('\n\n'), finding.why).toBe('');
    else expect(problems, 'passes now: take it from the list of known failures').not.toEqual([]);
  });

  it('lists known failures that exist', () => {
    const names = findings.map(({ name }) => name);
    expect([...knownFailures].filter((name) => !names.includes(name))).toEqual([]);
  });
});
