/** Requests of each command and delivery, as the fake GitHub counted them. */
import { MANIFESTS, manifestsOnGitHub } from '../test/action/job.ts';
import { kustomization, overlay } from '../test/commands/test-repository.ts';
import { pointsOf } from '../test/github/requests.ts';
import type { FakeGitHub } from '../test/github/server.ts';
import { type Job, runAction } from '../test/load/action.ts';
import { closing } from './measure.ts';

export type Counted = {
  readonly what: string;
  readonly outcome: string;
  readonly requests: number;
  /** The content-creating requests among them, as far as GitHub's rule is known: mutations, and every write over REST. */
  readonly writes: number;
  /** Of the hourly limit of GraphQL, by GitHub's formula. */
  readonly points: number;
};

const NAME = 'registry.example.com/shop/web';
const source = { repository: 'acme/shop', ref: 'refs/heads/main', workflow: 'ci.yml', event: 'push' };
const build = (run_number: number): Job['payload'] => ({
  product: 'shop',
  environments: ['dev', 'stg'],
  images: [`${NAME}:v${run_number}`],
  source: { ...source, run_number, sha: run_number.toString(16).padStart(40, 'a') },
});

const proposal = { delivery: 'pull-request' };
const dressed = { ...proposal, labels: 'release', reviewers: 'octocat', assignees: 'octocat' };

/** A request with that many products, which makes one commit. */
const MANY = 50;
const many = Array.from({ length: MANY }, (_, at) => `product${at}`);
const all = { products: many, environments: ['dev', 'stg'], images: [`${NAME}:v2`] };
const back = { command: 'rollback', product: 'shop', environments: 'dev' };
const sent = { repository: MANIFESTS, product: 'shop', environments: 'dev', images: `${NAME}:v3` };

const steps: readonly { readonly what: string; readonly job: Job }[] = [
  { what: 'commit', job: { payload: build(5) } },
  { what: 'commit, nothing to change', job: { payload: build(5) } },
  { what: 'commit, an older build', job: { payload: build(4) } },
  { what: 'commit, dry run', job: { payload: build(6), inputs: { 'dry-run': 'true' } } },
  { what: `commit, ${MANY} products at once`, job: { payload: all } },
  { what: 'pull-request, new', job: { payload: build(7), inputs: proposal } },
  { what: 'pull-request, nothing to change', job: { payload: build(7), inputs: proposal } },
  { what: 'pull-request, updated', job: { payload: build(8), inputs: proposal } },
  { what: 'pull-request, updated and merged', job: { payload: build(9), inputs: { delivery: 'merge' } } },
  { what: 'pull-request, new and merged', job: { payload: build(10), inputs: { delivery: 'merge' } } },
  { what: 'pull-request, new with label, reviewer and assignee', job: { payload: build(11), inputs: dressed } },
  { what: 'rollback', job: { payload: {}, inputs: back } },
  { what: 'status', job: { payload: {}, inputs: { command: 'status' } } },
  { what: 'dispatch', job: { payload: {}, inputs: { command: 'dispatch', ...sent } } },
];

export function requests(): Promise<readonly Counted[]> {
  const files = many.flatMap((product) =>
    ['dev', 'stg'].map((environment) => [overlay(environment, product), kustomization(`${NAME}:v1`)]),
  );
  return closing(manifestsOnGitHub(Object.fromEntries(files)), count);
}

const count = async (github: FakeGitHub): Promise<readonly Counted[]> => {
  github.repository(MANIFESTS).settings.actionsMayCreatePullRequests = true;
  const counted: Counted[] = [];
  for (const { what, job } of steps) {
    github.resetRequests();
    const { outputs } = await (await runAction(github, MANIFESTS, job)).ended;
    const writes = github.requests.filter(({ kind, method }) => (kind ? kind === 'mutation' : method !== 'GET'));
    const { outcome = 'none' } = outputs;
    const points = pointsOf(github.requests);
    counted.push({ what, outcome, requests: github.requests.length, writes: writes.length, points });
  }
  return counted;
};
