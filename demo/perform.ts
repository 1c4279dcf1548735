import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from './page.ts';
import { checkRun } from './seen.ts';
import { CONFIGURATION, openStage, type Stage } from './stage.ts';

/** Each act runs, is checked, and only then shown. */
export type Act = { readonly title: string; readonly play: (stage: Stage, page: Page) => Promise<void> };

/** Where the demo leaves the status page. */
export const PAGE = join(tmpdir(), 'image-promotion-demo', 'index.html');

/** Plays the acts one after the other.
 * @throws Error with what did not go as it should */
export async function perform(acts: readonly Act[], page: Page, configuration = CONFIGURATION): Promise<void> {
  const stage = await openStage(configuration);
  try {
    page.title(`image-promotion, in ${acts.length} acts`);
    page.say(introduction(stage));
    page.show(configuration);
    page.say('Every step below is the action as it ships, run by action.yml.');
    for (const [index, { title, play }] of acts.entries()) {
      page.title(`${index + 1}. ${title}`);
      await play(stage, page);
    }
    page.title('What runs where');
    await stage.statusPage(PAGE).then((result) => checkRun(result, { outcome: 'reported' }));
    page.say('The command status writes it as a page, for a browser and a wall. It lies here:');
    page.quote(PAGE);
    page.say(
      'The action keeps no state of its own: git log tells who promoted what, and from where. From here: docs/getting-started.md.',
    );
  } finally {
    await stage.github.close();
  }
}

const introduction = ({ github }: Stage): string =>
  [
    `A GitHub on this machine (${github.serverUrl}, over real git) has two repositories: the application acme/shop, and`,
    'acme/manifests with the manifests of examples/manifests. Their .github/promotion.yml:',
  ].join(' ');
