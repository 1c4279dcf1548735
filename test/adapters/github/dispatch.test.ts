import { describe, expect, it } from 'vitest';
import { githubDispatches } from '../../../src/adapters/github/dispatch.ts';
import type { Dispatch } from '../../../src/domain/dispatch/plan-dispatch.ts';
import { drop, type Fault, primaryLimit, secondaryLimit, serverError } from '../../github/faults.ts';
import { transcript } from '../../github/requests.ts';
import type { FakeGitHub } from '../../github/server.ts';
import type { Token } from '../../github/world.ts';
import { testClock } from './clock.ts';
import { clientOf, github, REPOSITORY, violationsOf } from './github.ts';

const files = { '.github/workflows/promote.yml': 'on: [workflow_dispatch]\n' };
const payload = { product: 'shop', environments: ['dev'], images: ['web:v2'] };
const event: Dispatch = { kind: 'repository_dispatch', eventType: 'promote', payload };
const workflow: Dispatch = { kind: 'workflow_dispatch', workflow: 'promote.yml', payload, run: 'welcome' };

const EVENT = { method: 'POST', path: '/repos/acme/manifests/dispatches' };
const START = { method: 'POST', path: '/repos/acme/manifests/actions/workflows/promote.yml/dispatches' };

const token = (kind: Token['kind'], permissions: Token['permissions'][string] | undefined): Token => ({
  login: 'somebody',
  kind,
  permissions: permissions === undefined ? {} : { '*': permissions },
});
const tokens = {
  token: token('app', { contents: 'write', actions: 'write' }),
  ghs_actions: token('app', { contents: 'read', actions: 'write' }),
  ghs_contents: token('app', { contents: 'write' }),
  ghs_stranger: token('actions', undefined),
  github_pat_reader: token('user', { contents: 'read' }),
  ghp_reader: token('user', { contents: 'read' }),
};
type Reach = { readonly token?: string; readonly repository?: string };

const start = (options = {}) => github({ files, settings: { private: true } }, { tokens, ...options });
const dispatchesOf = (fake: FakeGitHub, { repository = REPOSITORY, ...reach }: Reach = {}) => {
  const clock = testClock();
  return githubDispatches(clientOf(fake, { ...reach, clock }), clock, repository);
};
const says = (status: number, message: string): Fault => ({
  kind: 'answer',
  when: 'before',
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});
const noContent: Fault = { kind: 'answer', when: 'before', status: 204, headers: {}, body: '' };

describe('sending a dispatch', () => {
  it('an event takes one request', async () => {
    await using fake = await start();
    expect(await dispatchesOf(fake, { token: 'ghs_contents' }).send(event)).toEqual({ times: 1 });
    expect(transcript(fake.requests)).toEqual(['POST /repos/acme/manifests/dispatches → 204']);
    expect(fake.repository(REPOSITORY).dispatches).toEqual([
      { eventType: 'promote', clientPayload: payload, login: 'somebody' },
    ]);
  });

  it('starts a workflow on the default branch with one input, and returns its run', async () => {
    await using fake = await github({ files, defaultBranch: 'trunk' }, { tokens });
    expect(await dispatchesOf(fake, { token: 'ghs_actions' }).send(workflow)).toEqual({ run: 7000, times: 1 });
    expect(transcript(fake.requests)).toEqual([
      'GET /repos/acme/manifests → 200',
      'POST /repos/acme/manifests/actions/workflows/promote.yml/dispatches → 200',
    ]);
    expect(fake.repository(REPOSITORY).workflowDispatches).toEqual([
      { workflow: 'promote.yml', ref: 'trunk', inputs: { payload: JSON.stringify(payload) }, runId: 7000 },
    ]);
  });

  it('succeeds without the run if GitHub does not return it', async () => {
    await using fake = await start();
    fake.faults.next(START, noContent);
    expect(await dispatchesOf(fake).send(workflow)).toEqual({ run: undefined, times: 1 });
  });

  describe('on a server without return_run_details', () => {
    const unknownKey = says(422, 'Invalid request.\n\n"return_run_details" is not a permitted key.');

    it('is repeated without it', async () => {
      await using fake = await start();
      fake.faults.next(START, unknownKey);
      expect(await dispatchesOf(fake).send(workflow)).toEqual({ run: undefined, times: 1 });
      expect(fake.requests.at(-1)?.body).toEqual({ ref: 'main', inputs: { payload: JSON.stringify(payload) } });
    });

    it('is refused before sending if the run is required', async () => {
      await using fake = await start();
      fake.faults.next(START, unknownKey);
      expect(await violationsOf(dispatchesOf(fake).send({ ...workflow, run: 'required' }))).toEqual([
        {
          code: 'wait-impossible',
          message:
            'Nothing was sent: the server does not tell which run a workflow_dispatch starts, and `wait` asks to follow it.',
          hint: 'Leave out `wait`. GitHub Enterprise Server tells the run from version 3.20 on.',
        },
      ]);
      expect(fake.repository(REPOSITORY).workflowDispatches).toEqual([]);
    });
  });
});

describe('a lost answer', () => {
  it.each([
    { what: 'before it arrived', fault: drop('before'), arrived: 1 },
    { what: 'after it arrived', fault: drop('after'), arrived: 2 },
    { what: 'to a broken gateway', fault: serverError(502, 'after'), arrived: 2 },
  ])('sends the event again, and counts it: $what', async ({ fault, arrived }) => {
    await using fake = await start();
    fake.faults.next(EVENT, fault);
    expect(await dispatchesOf(fake).send(event)).toEqual({ times: 2 });
    const { dispatches } = fake.repository(REPOSITORY);
    expect(dispatches).toHaveLength(arrived);
    expect(new Set(dispatches.map(({ clientPayload }) => JSON.stringify(clientPayload))).size).toBe(1);
  });

  it('starts the workflow again, and follows the later run', async () => {
    await using fake = await start();
    fake.faults.next(START, serverError(504, 'after'));
    expect(await dispatchesOf(fake).send(workflow)).toEqual({ run: 7001, times: 2 });
  });

  it('to the query for the default branch means that nothing was sent', async () => {
    await using fake = await start();
    fake.faults.always({ method: 'GET', path: '/repos/acme/manifests' }, serverError(503));
    expect(await violationsOf(dispatchesOf(fake).send(workflow))).toMatchObject([
      { code: 'host-unavailable', message: expect.stringContaining('while "acme/manifests" is looked up') },
    ]);
    expect(fake.repository(REPOSITORY).workflowDispatches).toEqual([]);
  });

  it('is given up the third time, with the known and unknown facts', async () => {
    await using fake = await start();
    fake.faults.always(EVENT, serverError(503));
    expect(await violationsOf(dispatchesOf(fake).send(event))).toMatchObject([
      {
        code: 'host-unavailable',
        message: expect.stringMatching(/^GitHub does not answer .* Whether it arrived is not known\.$/),
        hint: expect.stringContaining('a request that arrives twice changes nothing the second time'),
      },
    ]);
    expect(fake.requests).toHaveLength(3);
  });
});

describe('a refusal names the remedy', () => {
  const permission =
    /^Set the input `token` to that of a GitHub App with (Actions|Contents): write whose installation includes acme\/manifests/;

  it.each<{ what: string; dispatch: Dispatch; reach: Reach; expected: object }>([
    {
      what: 'a token that GitHub does not know',
      dispatch: event,
      reach: { token: 'wrong' },
      expected: { code: 'token-invalid' },
    },
    {
      what: "the application's own token, event",
      dispatch: event,
      reach: { token: 'ghs_stranger' },
      expected: {
        code: 'repository-missing',
        message: 'GitHub shows this token no repository "acme/manifests" to send anything to.',
        hint: expect.stringMatching(/Contents: write .* the workflow's own token reaches its own repository alone\.$/),
      },
    },
    {
      what: "the application's own token, workflow",
      dispatch: workflow,
      reach: { token: 'ghs_stranger' },
      expected: { code: 'repository-missing', hint: expect.stringContaining('Actions: write') },
    },
    {
      what: 'a repository that does not exist',
      dispatch: workflow,
      reach: { repository: 'acme/nowhere' },
      expected: {
        code: 'repository-missing',
        hint: expect.stringMatching(/^Check the spelling of the input `repository`\./),
      },
    },
    {
      what: 'an App without Contents: write',
      dispatch: event,
      reach: { token: 'ghs_actions' },
      expected: {
        code: 'permission-missing',
        message: 'The token may not send events to "acme/manifests": "Resource not accessible by integration".',
        hint: expect.stringMatching(permission),
      },
    },
    {
      what: 'an App without Actions: write',
      dispatch: workflow,
      reach: { token: 'ghs_contents' },
      expected: {
        code: 'permission-missing',
        message: 'The token may not start workflows of "acme/manifests": "Resource not accessible by integration".',
        hint: expect.stringMatching(permission),
      },
    },
    {
      what: 'a fine-grained token',
      dispatch: event,
      reach: { token: 'github_pat_reader' },
      expected: { hint: 'Give the fine-grained personal access token Contents: write for acme/manifests.' },
    },
    {
      what: 'a classic token',
      dispatch: workflow,
      reach: { token: 'ghp_reader' },
      expected: {
        hint: 'Give the classic personal access token the scope repo (public_repo is enough for a public repository), and its owner the role Write in acme/manifests.',
      },
    },
    {
      what: 'a workflow that is not there',
      dispatch: { ...workflow, workflow: 'deploy.yml' },
      reach: {},
      expected: {
        code: 'workflow-missing',
        message: 'The repository "acme/manifests" has no workflow "deploy.yml" on its default branch "main".',
        hint: expect.stringMatching(/^Check the input `workflow`: .* If it is there, the token may not start it\./),
      },
    },
  ])('$what', async ({ dispatch, reach, expected }) => {
    await using fake = await start();
    expect(await violationsOf(dispatchesOf(fake, reach).send(dispatch))).toMatchObject([expected]);
    expect(fake.repository(REPOSITORY)).toMatchObject({ dispatches: [], workflowDispatches: [] });
  });

  it.each([
    [422, "Workflow does not have 'workflow_dispatch' trigger", 'workflow-unfit', 'cannot be started'],
    [422, 'Unexpected inputs provided: ["payload"]', 'workflow-unfit', 'has no input payload'],
    [422, "Required input 'environment' not provided", 'workflow-unfit', 'demands more than the input payload'],
    [422, "Cannot trigger a 'workflow_dispatch' on a disabled workflow", 'workflow-unfit', 'is switched off'],
    [422, 'inputs are too large.', 'payload-too-large', 'does not take a payload of this size'],
    [422, 'No ref found for: main', 'host-unexpected', 'refuses the workflow_dispatch'],
    [403, 'Resource protected by organization SAML enforcement.', 'permission-missing', 'has not authorized the token'],
    [403, 'Repository was archived so is read-only.', 'permission-missing', 'is read-only'],
    [403, 'Must have admin rights to Repository.', 'permission-missing', 'may not start workflows'],
  ])('%i %s', async (status, words, code, message) => {
    await using fake = await start();
    fake.faults.next(START, says(status, words));
    const [violation, ...others] = await violationsOf(dispatchesOf(fake).send(workflow));
    expect(others).toEqual([]);
    expect(violation).toMatchObject({
      code,
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/\.$/),
    });
    expect(violation?.message).toContain(words.replace(/\.$/, '').replaceAll('"', '\\"'));
    expect(fake.requests).toHaveLength(2);
  });

  it('a rate limit that is longer than the allowed wait', async () => {
    await using fake = await start();
    fake.faults.always(EVENT, primaryLimit({ status: 403 }));
    expect(await violationsOf(dispatchesOf(fake).send(event))).toMatchObject([{ code: 'rate-limited' }]);
  });

  it('a short rate limit is waited for, since the request was not executed', async () => {
    await using fake = await start();
    fake.faults.next(EVENT, secondaryLimit({ status: 403, retryAfter: 2 }));
    expect(await dispatchesOf(fake).send(event)).toEqual({ times: 1 });
    expect(fake.repository(REPOSITORY).dispatches).toHaveLength(1);
  });
});

describe('reading a run', () => {
  const RUN = { path: '/repos/acme/manifests/actions/runs/7000' };
  const running = async () => {
    const fake = await start();
    await dispatchesOf(fake).send(workflow);
    return fake;
  };

  it('returns its status, and its conclusion once it has ended', async () => {
    await using fake = await running();
    expect(await dispatchesOf(fake).look(7000)).toEqual({ kind: 'seen', status: 'queued', conclusion: undefined });
    const { runs } = fake.repository(REPOSITORY);
    runs.set(7000, { id: 7000, status: 'completed', conclusion: 'success', createdAt: new Date(0) });
    expect(await dispatchesOf(fake).look(7000)).toEqual({ kind: 'seen', status: 'completed', conclusion: 'success' });
  });

  it('returns nothing if GitHub returns nothing', async () => {
    await using fake = await running();
    expect(await dispatchesOf(fake).look(9)).toEqual({ kind: 'unseen', reason: 'Not Found' });
    fake.faults.always(RUN, serverError(503));
    expect(await dispatchesOf(fake).look(7000)).toMatchObject({ kind: 'unseen' });
  });

  it('names the missing permission', async () => {
    await using fake = await running();
    expect(await violationsOf(dispatchesOf(fake, { token: 'ghs_contents' }).look(7000))).toMatchObject([
      { code: 'permission-missing', hint: 'Give the token Actions: read, or leave out `wait`.' },
    ]);
  });
});
