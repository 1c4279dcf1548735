/** The output of a run in the runner: annotations, groups of the log, debug logging. */
import { describe, expect, it } from 'vitest';
import { commandsIn, type RunnerCommand } from '../../adapters/runner/capture.ts';
import { dispatched } from '../job.ts';
import { inManifests, release } from './world.ts';

const named = (stdout: string, name: string): RunnerCommand[] =>
  commandsIn(stdout).filter((command) => command.name === name);

describe('annotations', () => {
  it('are on the lines of the configuration', async () => {
    const config = 'deliver: commit\nenvironments:\n  prod: { order: latest }\n';
    const { stdout } = await inManifests({ config }, (github) => dispatched(github, release()));
    expect(named(stdout, 'error').map(({ properties }) => properties)).toEqual([
      { title: 'config-invalid', file: '.github/promotion.yml', line: '1' },
      { title: 'config-invalid', file: '.github/promotion.yml', line: '3' },
    ]);
  });

  it('are ten at most, the last of which counts and names the others', async () => {
    const environments = Array.from({ length: 14 }, (_, index) => `no place ${index}`);
    const { stdout, summary } = await inManifests({}, (github) => dispatched(github, { ...release(), environments }));
    const errors = named(stdout, 'error');
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)?.properties.title).toBe('5 more');
    expect(errors.at(-1)?.data).toContain('5 × environment-invalid');
    expect(errors.at(-1)?.data).toContain('no place 13');
    expect(summary).toContain('no place 13');
  });

  it('warn of keys that a payload cannot set', async () => {
    const { code, stdout } = await inManifests({}, (github) =>
      dispatched(github, { ...release(), delivery: 'merge', colour: 'red' }),
    );
    expect(code).toBe(0);
    const warnings = named(stdout, 'warning').map(({ data }) => data);
    expect(warnings).toEqual([expect.stringContaining('"delivery"'), expect.stringContaining('"colour"')]);
  });
});

describe('the log', () => {
  it('folds each step, and shows its result', async () => {
    const { stdout } = await inManifests({}, (github) => dispatched(github, release()));
    expect(named(stdout, 'group').map(({ data }) => data)).toEqual([
      'Read the manifest repository',
      'Find the manifests',
      'Plan the changes',
      'Deliver',
    ]);
    const within = stdout.split('::endgroup::\n').map((part) => part.trimEnd().split('\n').slice(1));
    expect(within[0]).toEqual([expect.stringMatching(/^main is at [0-9a-f]{40}\.$/)]);
    expect(within[1]).toContain('prod of shop has applications/shop/overlays/prod/kustomization.yaml.');
    expect(within[2]).toContain(
      'applications/shop/overlays/prod/kustomization.yaml:11: registry.example.com/shop/web v1.3.0 → v1.5.0',
    );
    expect(within[3]).toEqual([expect.stringMatching(/^Committed [0-9a-f]{40}\.$/)]);
  });

  it('lists requests, times and the remaining limit with debug logging alone', async () => {
    const run = (environment: Readonly<Record<string, string>>) =>
      inManifests({}, (github) => dispatched(github, release(), { environment }));
    expect(named((await run({})).stdout, 'debug')).toEqual([]);
    const told = named((await run({ RUNNER_DEBUG: '1' })).stdout, 'debug').map(({ data }) => data);
    expect(told.slice(0, 2)).toEqual([
      expect.stringMatching(/^POST \/graphql query \w+ → 200 in \d+ ms$/),
      expect.stringMatching(/^POST \/graphql mutation createCommitOnBranch → 200 in \d+ ms$/),
    ]);
    expect(told.slice(2)).toContainEqual(expect.stringMatching(/^Rate limit \w+: \d+ of \d+ remain$/));
  });
});
