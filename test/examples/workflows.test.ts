/** Every workflow of the repository against GitHub's own parser and against the promises of the documentation. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAction } from '../runner/action.ts';
import { isOurs, problemsOf, readWorkflow, type Step, type Workflow } from '../runner/workflow.ts';
import { examples } from './world.ts';

const root = join(import.meta.dirname, '../..');
const listed = async (directory: string): Promise<string[]> =>
  (await readdir(join(root, directory))).filter((name) => name.endsWith('.yml')).map((name) => `${directory}/${name}`);

const example = [
  ...(await listed('examples/workflows/application')),
  ...(await listed('examples/workflows/manifests')),
  ...(await listed('examples/workflows/manifests-app')),
];
const own = await listed('.github/workflows');
const action = await readAction(join(root, 'action.yml'));

/** Of the jobs that have steps: one may call another workflow instead. */
const stepsOf = (workflow: Workflow): Step[] => Object.values(workflow.jobs).flatMap(({ steps }) => steps ?? []);

/** Rollbacks do not wait for promotions, and the other commands write nothing. */
const promotes = (step: Step): boolean => isOurs(step) && (step.with?.command ?? 'promote') === 'promote';

describe.each([...example, ...own])('%s', (file) => {
  it('is a workflow to GitHub', async () => {
    expect(await problemsOf(file, await readFile(join(root, file), 'utf8'))).toEqual([]);
  });

  it('lists the permissions of its token, and only a few', async () => {
    const workflow = await readWorkflow(join(root, file));
    expect(workflow.permissions).toBeTypeOf('object');
  });

  it('runs valid shell without any interpolation', async () => {
    const scripts = stepsOf(await readWorkflow(join(root, file))).flatMap(({ run }) => run ?? []);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    const parse = 'for script; do bash --norc -n -c "$script"; done 2>&1';
    if (scripts.length > 0) {
      const told = spawnSync('bash', ['--norc', '-c', parse, 'bash', ...scripts], { encoding: 'utf8' });
      expect(told.stdout).toBe('');
    }
  });

  it('pins third-party actions to a commit, with the version in a comment', async () => {
    const uses = (await readFile(join(root, file), 'utf8')).matchAll(/uses: (\S+)(.*)/g);
    const foreign = [...uses].filter(
      ([, name = '']) => !name.startsWith('OWNER/image-promotion@') && !name.startsWith('./'),
    );
    const loose = foreign.filter(([line]) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
    expect(loose.map(([line]) => line)).toEqual([]);
  });
});

describe.each(example)('%s', (file) => {
  it('uses only inputs and outputs of action.yml', async () => {
    const workflow = await readWorkflow(join(root, file));
    const given = stepsOf(workflow)
      .filter(isOurs)
      .flatMap((step) => Object.keys(step.with ?? {}));
    expect(given.filter((name) => !(name in action.inputs))).toEqual([]);
    const ours = stepsOf(workflow)
      .filter(isOurs)
      .map(({ id }) => id);
    const asked = [...JSON.stringify(workflow).matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)];
    const unknown = asked.filter(([, id, output = '']) => ours.includes(id) && !(output in action.outputs));
    expect(unknown).toEqual([]);
  });

  it('begins with a comment on its purpose', async () => {
    expect(await readFile(join(root, file), 'utf8')).toMatch(/^# [A-Z]/);
  });
});

const manifestWorkflows = async (): Promise<Workflow[]> =>
  Promise.all((await listed('examples/workflows/manifests')).map((file) => readWorkflow(join(root, file))));

const writes = ({ permissions, jobs }: Workflow): boolean =>
  [permissions, ...Object.values(jobs).map((job) => job.permissions)].some((each) => each?.contents === 'write');

describe('promotions in the manifest repository', () => {
  it('are queued, and none replaces a waiting one, except on a server that may not support this', async () => {
    const files = example.filter((file) => !file.includes('/application/'));
    const all = await Promise.all(files.map((file) => readWorkflow(join(root, file))));
    // Where something follows the promotion, only the promoting job is queued.
    const queues = all
      .filter((workflow) => stepsOf(workflow).some(promotes))
      .map(({ file, concurrency, jobs }) => [file, concurrency ?? jobs.promote?.concurrency ?? 'none'] as const);
    const others = queues.filter(([name]) => name !== 'server.yml');
    expect(new Set(others.map(([, queue]) => JSON.stringify(queue)))).toEqual(
      new Set([JSON.stringify({ group: 'promote', queue: 'max' })]),
    );
    expect(queues.filter(([name]) => name === 'server.yml').map(([, queue]) => queue)).toEqual(['none', 'none']);
  });

  it('accept a payload as an event and as an input, since the application examples send the latter', async () => {
    const listening = (await manifestWorkflows()).filter(({ on }) => 'repository_dispatch' in on);
    expect(listening.map(({ file }) => file)).toContain('promote.yml');
    for (const { on } of listening) expect(on).toHaveProperty('workflow_dispatch.inputs.payload.required', true);
  });

  it('are in the folders that the documentation names', async () => {
    expect((await readdir(examples)).sort()).toEqual(['README.md', 'application', 'manifests', 'manifests-app']);
  });

  it('have a variant with the token of an App if they write', async () => {
    const writing = (await manifestWorkflows()).filter(writes).map(({ file }) => file);
    expect(writing).toContain('rollback.yml');
    const withApp = await listed('examples/workflows/manifests-app');
    expect(withApp.map((file) => basename(file))).toEqual(writing.filter((name) => name !== 'pull-requests.yml'));
    for (const file of withApp) expect(writes(await readWorkflow(join(root, file)))).toBe(false);
  });

  it('start the workflows after them by workflow_run, which lists the name of each workflow that pushes', async () => {
    const all = await manifestWorkflows();
    const pushing = [...new Set(all.filter(writes).map(({ name }) => name))].sort();
    const followed = all.flatMap(({ on }) => on.workflow_run?.workflows ?? []);
    expect(followed.sort()).toEqual(pushing);
  });
});
