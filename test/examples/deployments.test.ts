/** The script of deployments.yml, executed with a `gh` that writes down what it is asked for. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWithPrograms } from '../programs.ts';
import { readWorkflow } from '../runner/workflow.ts';
import { examples } from './world.ts';

const workflow = await readWorkflow(join(examples, 'manifests/deployments.yml'));
const script = workflow.jobs.promote?.steps.find(({ run }) => run !== undefined)?.run ?? '';

const recordDeployments = async (report: unknown): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'deployments-'));
  try {
    const gh = ['#!/bin/bash', `echo "$*" >> ${folder}/asked`];
    const input = `case "$*" in *--input*) cat >> ${folder}/asked; echo 7 ;; esac`;
    await writeFile(join(folder, 'gh'), [...gh, input].join('\n'), { mode: 0o755 });
    await writeFile(join(folder, 'asked'), '');
    await writeFile(join(folder, 'promotion-report.json'), JSON.stringify(report));
    execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      env: { PATH: `${folder}:${process.env.PATH}`, RUNNER_TEMP: folder },
    });
    return (await readFile(join(folder, 'asked'), 'utf8')).split(/\n(?=api )/).map((text) => text.trim());
  } finally {
    await rm(folder, { recursive: true });
  }
};

const environment = (name: string, product: string, outcome = 'promoted') => ({ name, product, outcome });
const report = {
  source: { repository: 'acme/shop', sha: 'a'.repeat(40) },
  environments: [environment('stg', 'shop'), environment('prod', 'shop', 'proposed'), environment('stg', 'billing')],
};

describeWithPrograms('the script of deployments.yml', ['jq'], () => {
  it('records each environment once that the promotion has reached', async () => {
    const [created = '', status, ...more] = await recordDeployments(report);
    expect(created).toContain('api repos/acme/shop/deployments --input - --jq .id');
    expect(JSON.parse(created.slice(created.indexOf('{')))).toEqual({
      ref: 'a'.repeat(40),
      environment: 'stg',
      production_environment: false,
      auto_merge: false,
      required_contexts: [],
    });
    expect(status).toBe('api repos/acme/shop/deployments/7/statuses --raw-field state=success --silent');
    expect(more).toEqual([]);
  });

  it('takes a report that no environment variable could hold', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => environment('stg', `product-${at}`));
    expect(JSON.stringify(many).length).toBeGreaterThan(128 * 1024);
    const [created = '', ...more] = await recordDeployments({ ...report, environments: many });
    expect(created).toContain('api repos/acme/shop/deployments --input -');
    expect(more).toHaveLength(1);
  });

  it('records nothing for a promotion whose source nobody knows', async () => {
    expect(await recordDeployments({ ...report, source: undefined })).toEqual(['']);
  });
});
