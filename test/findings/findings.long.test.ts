/** Runs the built command line on each finding, as a process in a checkout with a commit. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commandLine } from '../cli/commandline.ts';
import { copyOf, judge, type Runner, readFindings } from './finding.ts';
import { knownFailures } from './known.ts';

const run: Runner = async (args, checkout) => {
  const { code, stdout, stderr } = await commandLine(args, { directory: checkout });
  return { code, output: stdout + stderr };
};

const identity = ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com'];

const commitAll = (checkout: string): void => {
  const git = (...command: string[]): void => void execFileSync('git', command, { cwd: checkout });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all', '--force');
  git(...identity, 'commit', '--quiet', '--message=Start');
};

const findings = (await readFindings()).filter(({ name }) => !knownFailures.has(name));

it.each(findings.map((finding) => [finding.name, finding] as const))('%s', async (_, finding) => {
  await using copy = await copyOf(finding.name);
  commitAll(copy.checkout);
  expect((await judge(finding, copy.checkout, run)).join('\n\n'), finding.why).toBe('');
});
