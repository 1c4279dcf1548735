/** Two repositories on a fake GitHub, and the runs of the built action in both, as action.yml has them. */
import { MANIFESTS, manifestsOnGitHub, start } from '../test/action/job.ts';
import { application, fakeArgoCD } from '../test/argocd/server.ts';
import type { Handle } from '../test/github/handles.ts';
import type { FakeGitHub } from '../test/github/server.ts';
import type { StepResult } from '../test/runner/action.ts';

export const SHOP = 'acme/shop';
export const WEB = 'registry.example.com/shop/web';

export const CONFIGURATION = `commit-message: "deploy: {summary}"
argocd: { applications: "argocd/overlays/*/*/*.yaml" }
environments:
  dev:
  stg:
  prod: { delivery: pull-request, labels: [release] }
`;

/** May start workflows of the manifest repository, and nothing else. */
const DISPATCH_TOKEN = 'dispatch-token';

export type Texts = Readonly<Record<string, string>>;

/** A run of a workflow in the application repository. */
export type Build = {
  readonly workflow: 'merge.yml' | 'release.yml';
  readonly number: number;
  /** The branch or tag that was pushed, in full. */
  readonly ref: string;
  readonly sha: string;
};

export type Stage = {
  readonly github: FakeGitHub;
  readonly manifests: Handle;
  /** The builds of two merges and two releases, each newer than the one before. */
  readonly builds: Readonly<Record<'merge41' | 'merge42' | 'release7' | 'release8', Build>>;
  /** The action as a step of the application, with the token that it has for the manifest repository. */
  readonly inShop: (build: Build, given: Texts) => Promise<StepResult>;
  /** The action as the step of promote.yml, which the last dispatch has started. */
  readonly promote: () => Promise<StepResult>;
  /** The action as a step that writes the status page to the path, as of the evening of the day. */
  readonly statusPage: (path: string) => Promise<StepResult>;
  /** The action as a step that waits for Argo CD, which runs the image in dev. */
  readonly untilItRuns: (report: string, image: string, given: Texts) => Promise<StepResult>;
  /** The action as a step of a workflow in the manifest repository that a person has started. */
  readonly byHand: (inputs: Texts, given: Texts) => Promise<StepResult>;
};

export async function openStage(configuration: string): Promise<Stage> {
  const added = { '.github/promotion.yml': configuration, '.github/workflows/promote.yml': 'on: workflow_dispatch\n' };
  const github = await manifestsOnGitHub(added, { now: clock() });
  const manifests = github.repository(MANIFESTS);
  const permissions = { [MANIFESTS]: { actions: 'write' } } as const;
  github.tokens.set(DISPATCH_TOKEN, { login: 'dispatcher[bot]', kind: 'app', permissions });
  const builds = await buildsOf(await github.create(SHOP, { files: { VERSION: 'v1.4.0\n' } }));
  return {
    github,
    manifests,
    builds,
    inShop: (build, given) =>
      start(github, {
        event: { name: 'push', payload: pushed(build) },
        with: { ...given, token: DISPATCH_TOKEN },
        github: contextOf(build),
      }),
    promote: () => {
      const { inputs, runId } = manifests.workflowDispatches.at(-1) ?? { inputs: {}, runId: 0 };
      return start(github, {
        event: { name: 'workflow_dispatch', payload: { inputs, ref: 'refs/heads/main' } },
        github: { run_id: String(runId), actor: 'dispatcher[bot]', triggering_actor: 'dispatcher[bot]' },
      });
    },
    statusPage: (path) =>
      start(github, {
        event: { name: 'schedule', payload: {} },
        with: { command: 'status', page: path, since: '30d', at: EVENING },
      }),
    untilItRuns: async (report, image, given) => {
      const running = { name: 'shop-dev', revision: (await manifests.head()) ?? '', images: [image] };
      const argocd = await fakeArgoCD({ applications: { 'shop-dev': () => application(running) } });
      const secrets = { 'argocd-server': argocd.url, 'argocd-token': 'argocd-secret' };
      const event = { name: 'push', payload: {} };
      return start(github, { event, with: { ...given, report, ...secrets } }).finally(argocd[Symbol.asyncDispose]);
    },
    byHand: (inputs, given) =>
      start(github, {
        event: { name: 'workflow_dispatch', payload: { inputs, ref: 'refs/heads/main' } },
        with: given,
        github: { workflow_ref: `${MANIFESTS}/.github/workflows/rollback.yml@refs/heads/main` },
      }),
  };
}

/** Of the day on which the story happens. */
const EVENING = '2026-03-02T18:00:00Z';

/** Ids of commits depend on their dates; these pass as steadily as the story goes on. */
const clock = (): (() => Date) => {
  let instant = Date.parse('2026-03-02T09:00:00Z');
  return () => {
    instant += 1000;
    return new Date(instant);
  };
};

const buildsOf = async (shop: Handle): Promise<Stage['builds']> => {
  const merge = async (number: number, version: string): Promise<Build> => {
    const sha = await shop.commit('main', { VERSION: `${version}\n` }, { message: `Make it ${version}` });
    return { workflow: 'merge.yml', number, ref: 'refs/heads/main', sha };
  };
  const release = async (number: number, version: string, { sha }: Build): Promise<Build> => {
    const ref = `refs/tags/${version}`;
    await shop.setRef(ref, sha);
    return { workflow: 'release.yml', number, ref, sha };
  };
  const merge41 = await merge(41, 'v1.4.9');
  const merge42 = await merge(42, 'v1.5.0');
  const release7 = await release(7, 'v1.5.0', merge42);
  const release8 = await release(8, 'v1.5.1', await merge(43, 'v1.5.1'));
  return { merge41, merge42, release7, release8 };
};

const pushed = ({ ref, sha }: Build) => ({
  ref,
  head_commit: { id: sha },
  repository: { full_name: SHOP, default_branch: 'main' },
});

const contextOf = ({ workflow, number, ref, sha }: Build): Texts => ({
  repository: SHOP,
  ref,
  ref_name: ref.replace(/^refs\/(heads|tags)\//, ''),
  sha,
  workflow_ref: `${SHOP}/.github/workflows/${workflow}@${ref}`,
  run_id: String(5000 + number),
  run_number: String(number),
});
