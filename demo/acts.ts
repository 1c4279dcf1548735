import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { PullRequest } from '../test/github/world.ts';
import type { Page } from './page.ts';
import type { Act } from './perform.ts';
import { check, checkRun, checkTags, entriesOf, reasonsOf } from './seen.ts';
import { showCommit, showInputs, showPayload, showPullRequest, showStep } from './shown.ts';
import { type Build, type Stage, type Texts, WEB } from './stage.ts';
import { openVault, type Vault } from './vault.ts';

/** A step of the application: the pushed ref decides the environments. */
const asking = (tag: string): Texts => ({
  command: 'dispatch',
  repository: 'acme/manifests',
  workflow: 'promote.yml',
  product: 'shop',
  images: WEB,
  tag,
});

const BUILD = asking('{sha:7}');
const RELEASE = asking('{ref}');

const dispatch = async ({ inShop }: Stage, build: Build, given: Texts): Promise<void> => {
  checkRun(await inShop(build, given), { outcome: 'dispatched' });
};

/** The only pull request. */
const proposal = ({ manifests }: Stage, version: string): PullRequest => {
  const [shown, ...others] = manifests.pullRequests;
  if (shown === undefined) throw new Error('There is no pull request.');
  check('The other pull requests', others, []);
  check('Its title', shown.title, `deploy: Promote shop to prod: web v1.3.0 → ${version}`);
  check('Its state', shown.state, 'OPEN');
  return shown;
};

/** The only additional commit of the branch. */
const onlyCommit = async ({ manifests: { repository } }: Stage, { of, since }: Commits): Promise<string> => {
  const commits = (await repository.git.output(['rev-list', of, `^${since}`])).split('\n');
  check('The number of commits', commits.length, 1);
  return commits[0] ?? '';
};

type Commits = { readonly of: string; readonly since: string | undefined };

const merge: Act = {
  title: 'A merge is built, and promoted to dev',
  play: async (stage, page) => {
    const { builds, manifests } = stage;
    const before = await manifests.head();
    page.say('Run 42 of merge.yml in acme/shop has pushed an image of its commit. Its last step:');
    showStep(page, BUILD);
    await dispatch(stage, builds.merge42, BUILD);
    page.outcome('dispatched: it starts promote.yml in acme/manifests, with this payload');
    showPayload(page, manifests);
    const run = await stage.promote();
    checkRun(run, { outcome: 'promoted', environments: { dev: 'promoted' } });
    await checkTags(stage, { dev: builds.merge42.sha.slice(0, 7), stg: 'v1.4.0', prod: 'v1.3.0' });
    page.outcome('promoted: one commit on main, made without a clone');
    await showCommit(page, manifests, await onlyCommit(stage, { of: 'main', since: before }));
    page.say('A job of its own waits until Argo CD runs it, with the report of that run:');
    showStep(page, AWAIT);
    const awaited = await stage.untilItRuns(
      run.outputs.report ?? '',
      `${WEB}:${builds.merge42.sha.slice(0, 7)}`,
      AWAIT,
    );
    checkRun(awaited, { outcome: 'running' });
    page.outcome('running: synced at that commit, healthy, and the pods have the image');
  },
};

const AWAIT = { command: 'await' };

const release: Act = {
  title: 'A release goes to stg and prod',
  play: async (stage, page) => {
    const { builds, manifests } = stage;
    const before = await manifests.head();
    page.say('Somebody tags that commit as v1.5.0. The step of release.yml differs in its tag: "{ref}".');
    await dispatch(stage, builds.release7, RELEASE);
    page.outcome('dispatched: a tag is for stg and prod');
    showPayload(page, manifests);
    const run = await stage.promote();
    checkRun(run, { outcome: 'proposed', environments: { stg: 'promoted', prod: 'proposed' } });
    await checkTags(stage, { stg: 'v1.5.0', prod: 'v1.3.0' });
    const shown = proposal(stage, 'v1.5.0');
    page.outcome('promoted in stg: a commit on main');
    await showCommit(page, manifests, await onlyCommit(stage, { of: 'main', since: before }));
    page.outcome('proposed for prod: a pull request, as the configuration wants it');
    await showPullRequest(page, manifests, shown);
  },
};

const late: Act = {
  title: 'An older build comes late, and is left out',
  play: async (stage, page) => {
    const { builds, manifests } = stage;
    const before = await manifests.head();
    page.say('Run 41 of merge.yml, of the merge before, has waited for a runner. Now it asks, too.');
    await dispatch(stage, builds.merge41, BUILD);
    page.outcome('dispatched: for dev, with the older image');
    showPayload(page, manifests);
    const run = await stage.promote();
    checkRun(run, { outcome: 'superseded', environments: { dev: 'superseded' } });
    await checkTags(stage, { dev: builds.merge42.sha.slice(0, 7) });
    check('The head of main', await manifests.head(), before);
    page.outcome('superseded: no commit, main stands where it stood');
    page.show(reasonsOf(run));
  },
};

const update: Act = {
  title: 'A newer release updates the pull request',
  play: async (stage, page) => {
    const { manifests } = stage;
    const { number, headOid } = proposal(stage, 'v1.5.0');
    page.say(`Nobody has merged pull request ${number} yet, and v1.5.1 is tagged.`);
    await dispatch(stage, stage.builds.release8, RELEASE);
    page.outcome('dispatched');
    showPayload(page, manifests);
    const run = await stage.promote();
    checkRun(run, { outcome: 'proposed', environments: { stg: 'promoted', prod: 'proposed' } });
    await checkTags(stage, { stg: 'v1.5.1', prod: 'v1.3.0' });
    const shown = proposal(stage, 'v1.5.1');
    check('The number of the pull request', shown.number, number);
    check('That its branch has moved', shown.headOid !== headOid, true);
    await onlyCommit(stage, { of: shown.head, since: shown.base });
    page.outcome(`proposed: the same pull request ${number}, its one commit replaced (stg has its commit, too)`);
    await showPullRequest(page, manifests, shown);
  },
};

const INPUTS = { product: 'shop', environment: 'prod', reason: 'Checkout fails' };
/** A rollback waits for no review. */
const BACK = { command: 'rollback', delivery: 'commit' };

const back: Act = {
  title: 'A rollback, and what it keeps out',
  play: async (stage, page) => {
    const { manifests } = stage;
    const { number } = proposal(stage, 'v1.5.1');
    await manifests.mergePullRequest(number);
    await checkTags(stage, { prod: 'v1.5.1' });
    page.say(
      `octocat merges pull request ${number}: prod has v1.5.1, whose checkout fails. Back it goes, by this step:`,
    );
    showStep(page, BACK);
    page.say('octocat starts its workflow with these inputs:');
    showInputs(page, INPUTS);
    const before = await manifests.head();
    checkRun(await stage.byHand(INPUTS, BACK), { outcome: 'promoted', environments: { prod: 'promoted' } });
    await checkTags(stage, { stg: 'v1.5.1', prod: 'v1.3.0' });
    page.outcome('promoted: prod has what it had before');
    await showCommit(page, manifests, await onlyCommit(stage, { of: 'main', since: before }));
    page.say('Then somebody runs the promotion of v1.5.1 once more.');
    const again = await stage.promote();
    checkRun(again, { outcome: 'superseded', environments: { stg: 'unchanged', prod: 'superseded' } });
    await checkTags(stage, { prod: 'v1.3.0' });
    page.outcome('superseded: prod stays as it is');
    page.show(reasonsOf(again));
  },
};

const HISTORY = { command: 'history', environments: 'prod', since: '2026-03-01' };

const past: Act = {
  title: 'What reached prod, when, and why',
  play: async (stage, page) => {
    showStep(page, HISTORY);
    const read = await stage.byHand({}, HISTORY);
    checkRun(read, { outcome: 'reported' });
    const entries = entriesOf(read);
    check(
      'The kinds of the entries',
      entries.map(({ kind }) => kind),
      ['rollback', 'promotion'],
    );
    page.outcome('reported: each change with its run, and four figures of delivery');
    page.show(
      entries.map(({ at, kind, from, to }) => `${at.slice(0, 16)} ${kind}: ${tagIn(from)} → ${tagIn(to)}`).join('\n'),
    );
  },
};

const tagIn = (reference = ''): string => reference.slice(reference.lastIndexOf(':') + 1);

const attested: Act = {
  title: 'Only images whose build is attested',
  play: async (_, page) => {
    page.say('The configuration of a second repository demands a signed build provenance:');
    const vault = await openVault();
    try {
      await show(vault, page);
    } finally {
      await vault.close();
    }
  },
};

const show = async (vault: Vault, page: Page): Promise<void> => {
  page.show(vault.rule);
  const refused = await vault.promote();
  check('The outcome', refused.outputs.outcome, 'refused');
  check('The reason', refused.stdout.includes('provenance-missing'), true);
  page.outcome('refused: nobody has signed the image');
  await vault.attest();
  checkRun(await vault.promote(), { outcome: 'promoted', environments: { dev: 'promoted' } });
  page.outcome('promoted: the signature names repository, workflow and commit, and the commit says so');
  page.show((await vault.built()).replace(/([0-9a-f]{7})[0-9a-f]{33,}/g, '$1…'));
};

const validate: Act = {
  title: 'A check on pull requests of the manifest repository',
  play: async (stage, page) => {
    page.say('validate.yml reads configuration and manifests as they would be after the merge, by this step:');
    showStep(page, VALIDATE);
    checkRun(await stage.byHand({}, VALIDATE), { outcome: 'valid' });
    page.outcome('valid: each product has what a promotion looks for');
  },
};

const VALIDATE = { command: 'validate' };

const root = join(import.meta.dirname, '..');

/** The lines that the command line would change in an example. */
const differenceIn = (example: string, image: string): string => {
  const given = ['--dir', `examples/${example}`, '--product', 'shop', '--environments', 'dev', '--images', image];
  const command = ['dist/cli.js', 'promote', ...given, '--dry-run'];
  const shown = execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  return shown
    .split('\n')
    .filter((line) => /^[-+]/.test(line))
    .join('\n');
};

const checkout: Act = {
  title: 'Values that comments mark, layered values and shared files, in a checkout',
  play: async (_, page) => {
    page.say('A comment ties a value to an image, in .env files and variables of Terraform, too (examples/markers).');
    const marked = differenceIn('markers', 'registry.example.com/shop/web:1.10');
    check('That a marked value changes', /^\+.*1\.10/m.test(marked), true);
    page.quote(marked);
    page.say(
      'The repository is in values.yaml, the tag in values-dev.yaml, and an ApplicationSet has both environments.',
    );
    const layered = differenceIn('layers', 'registry.example.com/shop/web:b42');
    check('The files that change', layered.match(/^\+\+\+ .*/gm), [
      '+++ b/argocd/shop.yaml',
      '+++ b/charts/shop/values-dev.yaml',
    ]);
    page.quote(layered);
    page.outcome('two differences; nothing is written, since these were dry runs');
  },
};

export const acts: readonly Act[] = [merge, release, late, update, back, past, validate, attested, checkout];
