/** The scripts of examples that read a report, executed on reports of real runs, and the examples of docs/outputs.md. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../../src/domain/report/report-schema.ts';
import { checkout, commandLine, root } from '../../cli/commandline.ts';
import { blocksOf } from '../../docs/pages.ts';
import { describeWithPrograms } from '../../programs.ts';
import { readWorkflow } from '../../runner/workflow.ts';
import { dispatched } from '../job.ts';
import { inManifests, release, released, WEB } from './world.ts';

const page = await readFile(join(root, 'docs/outputs.md'), 'utf8');
const shownAfter = (marker: string): string =>
  new RegExp(`<!-- ${marker} -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

/** The script of the example. */
const scriptOf = async (file: string): Promise<string> => {
  const { jobs } = await readWorkflow(join(root, 'examples/workflows/manifests', file));
  return jobs.promote?.steps.find(({ run }) => run !== undefined)?.run ?? '';
};

/** Executes a script in a job; `curl` and `gh` write down what they are asked for, and `gh` answers with the text. */
const execute = async (script: string, report: unknown, answer = '{}') => {
  const folder = await mkdtemp(join(tmpdir(), 'outputs-'));
  try {
    const tool = [
      '#!/bin/bash',
      `echo "$*" >> ${folder}/asked`,
      `case "$*" in *@-*|*'input -'*) cat >> ${folder}/sent;; esac`,
    ];
    for (const name of ['curl', 'gh'])
      await writeFile(join(folder, name), [...tool, `cat ${folder}/answer`].join('\n'), { mode: 0o755 });
    for (const [name, text] of Object.entries({
      asked: '',
      sent: '',
      answer,
      'promotion-report.json': JSON.stringify(report),
    })) {
      await writeFile(join(folder, name), text);
    }
    execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        RUNNER_TEMP: folder,
        GITHUB_SERVER_URL: 'https://github.com',
        WEBHOOK: 'https://slack.example.com/hook',
        RUN: 'https://github.com/acme/manifests/actions/runs/9001',
      },
    });
    const asked = (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n');
    return { asked, sent: await readFile(join(folder, 'sent'), 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
};

const reportOf = async (run: ReturnType<typeof released>) => JSON.parse((await run).outputs.report ?? '');

describeWithPrograms('the script', ['jq'], () => {
  describe('of slack-details.yml', async () => {
    const script = await scriptOf('slack-details.yml');
    const messageOf = async (report: unknown): Promise<string[]> => {
      const { asked, sent } = await execute(script, report);
      expect(asked).toEqual(['--fail --silent --show-error --json @- https://slack.example.com/hook']);
      return JSON.parse(sent).text.split('\n');
    };

    it('lists the changes', async () => {
      expect((await messageOf(await reportOf(inManifests({}, released)))).slice(0, 3)).toEqual([
        '*<https://github.com/acme/manifests/actions/runs/9001|promote: promoted>*',
        '• shop in stg: promoted',
        `    ${WEB}:v1.4.0 → ${WEB}:v1.5.0`,
      ]);
    });

    it('lists the problems, without characters that Slack interprets', async () => {
      const asked = { ...release(), images: ['registry.example.com/shop/<!channel>:v1&1'] };
      const lines = await messageOf(await reportOf(inManifests({}, (github) => dispatched(github, asked))));
      expect(lines[0]).toContain('|promote: refused>*');
      expect(lines.at(-1)).toContain('&lt;!channel&gt;');
      expect(lines.join('\n')).not.toContain('<!');
    });
  });

  describe('of release-notes.yml', async () => {
    const script = await scriptOf('release-notes.yml');
    const notes = { url: 'https://api.github.com/repos/acme/shop/releases/7', body: 'Faster.' };

    it('lists the environments of a release once', async () => {
      const report = await reportOf(inManifests({}, released));
      const { asked, sent } = await execute(script, report, JSON.stringify(notes));
      expect(asked).toEqual([
        'api repos/acme/shop/releases/tags/v1.5.0',
        `api --method PATCH ${notes.url} --input - --silent`,
      ]);
      const { body } = JSON.parse(sent);
      const commit = `https://github.com/acme/manifests/commit/${report.commit}`;
      expect(body).toBe(`Faster.\n- [shop in stg: promoted](${commit})\n- [shop in prod: promoted](${commit})`);
      const again = await execute(script, report, JSON.stringify({ ...notes, body }));
      expect(JSON.parse(again.sent)).toEqual({ body });
    });

    it('is empty for a build that is no release', async () => {
      const main = { ...release(), source: { ...release().source, ref: 'refs/heads/main' } };
      const report = await reportOf(inManifests({}, (github) => dispatched(github, main)));
      expect(await execute(script, report)).toEqual({ asked: [''], sent: '' });
    });
  });
});

describe('the examples of docs/outputs.md', () => {
  describeWithPrograms('the report of a dry run', ['jq'], () => {
    it('are read by their commands', () => {
      const [script] = blocksOf('docs/outputs.md', page).filter(({ language }) => language === 'sh');
      const shown = execFileSync('bash', ['-euo', 'pipefail', '-c', script?.text ?? ''], {
        cwd: root,
        encoding: 'utf8',
      });
      expect(shown).toBe('stg: 2 changes\nprod: 2 changes\n');
    });
  });

  it('match a real report', async () => {
    const shown = JSON.parse(shownAfter('report'));
    expect(v.parse(reportSchema, shown)).toEqual(shown);
    const asked = { ...release(), environments: ['stg'], images: [`${WEB}:v1.5.0`] };
    const report = await reportOf(inManifests({}, (github) => dispatched(github, asked)));
    // Each run makes a commit of its own.
    expect(JSON.parse(JSON.stringify(report).replaceAll(report.commit, shown.commit))).toEqual(shown);
  });

  it('match a real status', async () => {
    await using place = await checkout('files');
    const run = await commandLine(['status', '--dir', place.directory]);
    expect(run.stdout).toBe(shownAfter('status'));
  });
});
