/** Runs of dispatch. */
import type { FakeGitHub } from '../../github/server.ts';
import { MANIFESTS } from '../job.ts';
import type { Scenario } from './scenarios.ts';
import { ending, inApplication, inManifests, WEB } from './world.ts';

type Given = Readonly<Record<string, string>>;

const asked = { command: 'dispatch', repository: MANIFESTS, product: 'shop', images: WEB };
const workflow = { workflow: 'promote.yml' };
const awaited = { ...workflow, wait: '60' };

const sent = (given: Given, work: (github: FakeGitHub, step: () => Promise<never>) => unknown = (_, step) => step()) =>
  inManifests(
    { files: { '.github/workflows/promote.yml': 'on: workflow_dispatch\n' } },
    (github) => work(github, () => inApplication(github, { ...asked, ...given }) as Promise<never>) as Promise<never>,
  );

const dispatch = (scenario: Omit<Scenario, 'command'>): Scenario => ({ command: 'dispatch', ...scenario });

export const requests: readonly Scenario[] = [
  dispatch({
    outcome: 'dispatched',
    when: 'it sends an event',
    run: () => sent({}),
    says: ['Dispatched the promotion', 'no proof that a run started', '"environments": [ "dev" ]'],
  }),
  dispatch({
    outcome: 'dispatched',
    when: 'it starts a workflow',
    run: () => sent(workflow),
    says: ['Dispatched the promotion', 'Run 7000', 'promote.yml'],
  }),
  dispatch({
    outcome: 'dispatched',
    when: 'the run takes longer than it waits',
    run: () => sent({ ...workflow, wait: '1' }),
    says: ['Run 7000', 'has not ended'],
  }),
  dispatch({
    outcome: 'success',
    when: 'the run has ended well',
    run: () => sent(awaited, (github, step) => ending(github, 'success', step)),
    says: ['Dispatched the promotion, and its run succeeded', 'Run 7000'],
  }),
  dispatch({
    outcome: 'failure',
    when: 'the run has failed',
    run: () => sent(awaited, (github, step) => ending(github, 'failure', step)),
    says: ['and its run failed', 'Its summary says why'],
  }),
  dispatch({
    outcome: 'cancelled',
    when: 'the run was cancelled',
    run: () => sent(awaited, (github, step) => ending(github, 'cancelled', step)),
    says: ['and its run was cancelled', 'queue: max'],
  }),
  dispatch({
    outcome: 'unchanged',
    when: 'it is a dry run',
    run: () => sent({ 'dry-run': 'true' }),
    says: ['Dry run: the promotion would be dispatched', '"environments": [ "dev" ]'],
  }),
  dispatch({
    outcome: 'refused',
    when: 'the request makes no sense',
    run: () => sent({ product: '..', environments: 'a b' }),
    says: ['Refused to dispatch the promotion', '..', 'a b'],
  }),
  dispatch({
    outcome: 'failed',
    when: 'there is no such workflow',
    run: () => sent({ workflow: 'promot.yml' }),
    says: ['Dispatching the promotion failed', 'promot.yml'],
  }),
];
