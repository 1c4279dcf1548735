/** Requests of each command and delivery, as the fake GitHub counted them. */
import { MANIFESTS, manifestsOnGitHub } from '../test/action/job.ts';
import type { FakeGitHub } from '../test/github/server.ts';
import { type Job, runAction } from '../test/load/action.ts';
import { closing } from './measure.ts';

export type Counted = { readonly what: string; readonly outcome: string; readonly requests: number };

const NAME = 'registry.example.com/shop/web';
const source = { repository: 'acme/shop', ref: 'refs/heads/main', workflow: 'ci.yml', event: 'push' };
const build = (run_number: number): Job['payload'] => ({
  product: 'shop',
  environments: ['dev', 'stg'],
  images: [`${NAME}:v${run_number}`],
  source: { ...source, run_number, sha: run_number.toString(16).padStart(40, 'a') },
});

const proposal = { delivery: 'pull-request' };

const steps: readonly { readonly what: string; readonly job: Job }[] = [
  { what: 'commit', job: { payload: build(5) } },
  { what: 'commit, nothing to change', job: { payload: build(5) } },
  { what: 'commit, an older build', job: { payload: build(4) } },
  { what: 'commit, dry run', job: { payload: build(6), inputs: { 'dry-run': 'true' } } },
  { what: 'pull-request, new', job: { payload: build(7), inputs: proposal } },
  { what: 'pull-request, nothing to change', job: { payload: build(7), inputs: proposal } },
  { what: 'pull-request, updated', job: { payload: build(8), inputs: proposal } },
  { what: 'pull-request, updated and merged', job: { payload: build(9), inputs: { delivery: 'merge' } } },
];

export function requests(): Promise<readonly Counted[]> {
  return closing(manifestsOnGitHub(), count);
}

const count = async (github: FakeGitHub): Promise<readonly Counted[]> => {
  github.repository(MANIFESTS).settings.actionsMayCreatePullRequests = true;
  const counted: Counted[] = [];
  for (const { what, job } of steps) {
    github.resetRequests();
    const { outputs } = await (await runAction(github, MANIFESTS, job)).ended;
    counted.push({ what, outcome: outputs.outcome ?? 'none', requests: github.requests.length });
  }
  return counted;
};
