/** The requests and their results, as the reader of the story sees them. */
import { stringify } from 'yaml';
import type { Handle } from '../test/github/handles.ts';
import type { PullRequest } from '../test/github/world.ts';
import type { Page } from './page.ts';
import type { Texts } from './stage.ts';

const yaml = (value: unknown): string => stringify(value, { lineWidth: 0 });

/** A step as somebody writes it into a workflow. */
export function showStep(page: Page, given: Texts): void {
  page.show(yaml([{ uses: 'OWNER/image-promotion@v1', with: given }]));
}

export function showInputs(page: Page, inputs: Texts): void {
  page.show(yaml(inputs));
}

/** The payload of the last dispatch, in short. */
export function showPayload(page: Page, { workflowDispatches }: Handle): void {
  const { source, environments, images, ...rest } = JSON.parse(String(workflowDispatches.at(-1)?.inputs.payload));
  const { sha, ref, workflow, run_number: number } = source;
  const from = `${source.repository}@${sha.slice(0, 7)} ${ref} ${workflow}#${number}`;
  page.show(yaml({ ...rest, environments: environments.join(', '), images: images.join(', '), source: from }));
}

/** The commit with its message, trailers and changes. */
export async function showCommit(page: Page, { repository: { git } }: Handle, commit: string): Promise<void> {
  page.show(await git.output(['show', '--no-patch', '--format=commit %h by %an%n%n%B', commit]));
  await showDiff(page, git, [`${commit}^`, commit]);
}

export async function showPullRequest(page: Page, { repository: { git } }: Handle, shown: PullRequest): Promise<void> {
  page.show(`#${shown.number} ${shown.title}\n${shown.head} → ${shown.base}, labels: ${shown.labels.join(', ')}`);
  await showDiff(page, git, [shown.base, shown.head]);
}

/** As git shows it, but for two lines that say nothing to people. */
const showDiff = async (
  page: Page,
  git: Handle['repository']['git'],
  between: readonly [string, string],
): Promise<void> => {
  const colour = page.coloured ? 'always' : 'never';
  const lines = (await git.output(['diff', `--color=${colour}`, '--unified=1', ...between])).split('\n');
  page.quote(lines.filter((line) => !/^(\u001b\[\d*m)*(diff --git|index) /.test(line)).join('\n'));
};
