/** Runs the action as CI does on GitHub: on the examples of this repository, with a token that only reads. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manifestsOnGitHub, start } from '../action/job.ts';
import { readWorkflow } from '../runner/workflow.ts';

const root = join(import.meta.dirname, '../..');
const OWN = 'OWNER/image-promotion';

const examples = async (): Promise<Record<string, string>> => {
  const entries = await readdir(join(root, 'examples'), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return Object.fromEntries(paths.map((path, index) => [path.slice(root.length + 1), texts[index] ?? '']));
};

it('the workflow of this repository shows what a pull request would promote, and writes nothing', async () => {
  const { jobs } = await readWorkflow(join(root, '.github/workflows/ci.yml'));
  const step = jobs.action?.steps.find(({ uses }) => uses === './');
  const given = Object.fromEntries(Object.entries(step?.with ?? {}).map(([name, value]) => [name, String(value)]));
  const reader = {
    login: 'github-actions[bot]',
    kind: 'actions' as const,
    permissions: { [OWN]: { contents: 'read' as const } },
  };
  await using github = await manifestsOnGitHub(
    {},
    { repositories: { [OWN]: { files: await examples() } }, tokens: { reader } },
  );
  const run = await start(github, {
    event: { name: 'pull_request', payload: { action: 'opened', pull_request: { merged: false } } },
    with: given,
    token: 'reader',
    github: {
      repository: OWN,
      ref: 'refs/pull/1/merge',
      sha: 'a'.repeat(40),
      workflow_ref: `${OWN}/.github/workflows/ci.yml@refs/pull/1/merge`,
    },
  });
  expect(run.stdout).toContain('+    newTag: "ci" # the storefront');
  expect(run.code).toBe(0);
});
