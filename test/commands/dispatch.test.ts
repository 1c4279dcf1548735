import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { githubDispatches } from '../../src/adapters/github/dispatch.ts';
import { proofAudience } from '../../src/adapters/oidc/id-token.ts';
import { concludeDispatch, type DispatchRequest, dispatch } from '../../src/commands/dispatch.ts';
import { fail, PromotionError } from '../../src/domain/errors.ts';
import { buildReport } from '../../src/domain/report/report.ts';
import { parseInputs } from '../../src/domain/request/parse-inputs.ts';
import { readPayload } from '../../src/domain/request/payload.ts';
import { readRequest, withCommit } from '../../src/domain/request/request.ts';
import type { Log, Prover } from '../../src/ports.ts';
import { testClock } from '../adapters/github/clock.ts';
import { clientOf, github, REPOSITORY } from '../adapters/github/github.ts';
import { before, type Fault, serverError } from '../github/faults.ts';
import { transcript } from '../github/requests.ts';
import type { FakeGitHub } from '../github/server.ts';

const SHA = '3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912';
const START = { method: 'POST', path: '/repos/acme/manifests/actions/workflows/promote.yml/dispatches' };
const LOOK = { method: 'GET', path: '/repos/acme/manifests/actions/runs/7000' };
const files = { '.github/workflows/promote.yml': 'on: [workflow_dispatch]\n' };

/** The request of a push to main of acme/shop, as the action reads it. */
const promotion = withCommit(
  readRequest({
    inputs: parseInputs(
      { command: 'dispatch', repository: REPOSITORY, product: 'shop', images: 'registry.example.com/shop/web' },
      'action',
    ),
    event: { name: 'push', payload: { head_commit: { id: SHA }, repository: { default_branch: 'main' } } },
    run: {
      repository: 'acme/shop',
      ref: 'refs/heads/main',
      sha: SHA,
      workflowRef: 'acme/shop/.github/workflows/build.yml@refs/heads/main',
      runId: 1,
      runNumber: 42,
      runAttempt: 1,
      actor: 'octocat',
    },
  }),
  { sha: SHA, committedAt: '2026-11-30T18:00:00+09:00' },
).promotion;

const payload = {
  product: 'shop',
  environments: ['dev'],
  images: [`registry.example.com/shop/web:${SHA}`],
  source: {
    repository: 'acme/shop',
    sha: SHA,
    ref: 'refs/heads/main',
    committed_at: '2026-11-30T09:00:00Z',
    event: 'push',
    workflow: 'build.yml',
    run_id: 1,
    run_number: 42,
    run_attempt: 1,
    actor: 'octocat',
  },
};

const run = async (fake: FakeGitHub, more: Partial<DispatchRequest> = {}) => {
  const lines: string[] = [];
  const log: Log = {
    info: (line) => lines.push(...line.split('\n')),
    debug: () => undefined,
    group: (heading, step) => {
      lines.push(`# ${heading}`);
      return step();
    },
  };
  const clock = testClock();
  const dispatches = githubDispatches(clientOf(fake, { clock }), clock, REPOSITORY);
  const server = 'https://github.com';
  const result = await dispatch({
    promotion,
    repository: REPOSITORY,
    dryRun: false,
    server,
    dispatches,
    clock,
    log,
    ...more,
  });
  return { ...result, lines, slept: clock.slept };
};

/** The state of the run before it is read. */
const becomes = (fake: FakeGitHub, status: string, conclusion: string | null = null): Fault =>
  before(() => {
    fake.repository(REPOSITORY).runs.set(7000, { id: 7000, status, conclusion, createdAt: new Date(0) });
  });
const ends = (fake: FakeGitHub, conclusion: string): Fault => becomes(fake, 'completed', conclusion);

describe('a dispatch of a run that is started again', () => {
  const repeated = { ...promotion, source: { ...promotion.source, runAttempt: 2 } };
  const sent = (fake: FakeGitHub) => fake.repository(REPOSITORY).dispatches.at(-1)?.clientPayload as typeof payload;

  it('has the creation time of the run, which a first attempt does not look up', async () => {
    await using fake = await github({ files });
    const creation = async () => ({ kind: 'known', at: new Date('2026-11-30T09:05:00.7Z') }) as const;
    await run(fake, { promotion: repeated, creation });
    expect(sent(fake).source).toEqual({ ...payload.source, run_attempt: 2, created_at: '2026-11-30T09:05:00Z' });
    await run(fake, { creation: () => fail('internal', 'Nobody should ask.', '') });
    expect(sent(fake).source).toEqual(payload.source);
  });

  it('is sent without it, with a notice, if the token may not read the run', async () => {
    await using fake = await github({ files });
    const creation = async () => ({ kind: 'unknown', reason: 'GitHub answers with status 403' }) as const;
    const { notices } = await run(fake, { promotion: repeated, creation });
    expect(sent(fake).source).toEqual({ ...payload.source, run_attempt: 2 });
    expect(notices[0]).toMatchObject({ hint: 'Give this job the permission actions: read.' });
  });
});

describe('a repository_dispatch', () => {
  it('has the payload, and the log says that a 204 does not prove its receipt', async () => {
    await using fake = await github({ files });
    const result = await run(fake);
    expect(result).toMatchObject({ outcome: 'dispatched', run: undefined, violations: [] });
    expect(result.notices).toEqual([
      {
        message: 'GitHub has taken the event "promote" for acme/manifests, which is no proof that a run started.',
        hint: 'One appears under Actions of acme/manifests if a workflow on its default branch listens to repository_dispatch with the type "promote". With the input `workflow`, this step can name the run and wait for it.',
      },
    ]);
    expect(fake.repository(REPOSITORY).dispatches).toEqual([
      { eventType: 'promote', clientPayload: payload, login: 'promoter[bot]' },
    ]);
    expect(transcript(fake.requests)).toEqual([
      'GET /repos/acme/manifests → 200',
      'POST /repos/acme/manifests/dispatches → 204',
    ]);
  });

  it('can have another type', async () => {
    await using fake = await github({ files });
    await run(fake, { eventType: 'ship it' });
    expect(fake.repository(REPOSITORY).dispatches).toMatchObject([{ eventType: 'ship it' }]);
  });

  it('reports that it was sent twice', async () => {
    await using fake = await github({ files });
    fake.faults.next({ method: 'POST' }, serverError(502, 'after'));
    expect((await run(fake)).notices[0]?.message).toBe(
      "GitHub's answer was lost, so the request was sent 2 times and may have arrived more than once.",
    );
  });
});

describe('a dispatch to a repository that was renamed', () => {
  it.each([
    ['an event', {}],
    ['a workflow', { workflow: 'promote.yml' }],
  ])('uses its present name, and reports it: %s', async (_, more) => {
    await using fake = await github({ files });
    fake.repository(REPOSITORY).rename('acme/deployments');
    const audiences: string[] = [];
    const prover: Prover = {
      audience: proofAudience,
      token: async (audience) => {
        audiences.push(audience);
        return 'e30.e30.c2ln';
      },
    };
    const result = await run(fake, { ...more, prover });
    expect(result).toMatchObject({ outcome: 'dispatched', repository: 'acme/deployments', violations: [] });
    expect(result.notices[0]).toEqual({
      message:
        'The manifest repository "acme/manifests" is called "acme/deployments" now, and this run uses that name.',
      hint: expect.stringContaining('Set the input `repository` to acme/deployments'),
    });
    expect(audiences).toEqual([proofAudience('acme/deployments', payload)]);
    const { dispatches, workflowDispatches } = fake.repository('acme/deployments');
    expect([...dispatches, ...workflowDispatches]).toHaveLength(1);
    expect(result.run?.url ?? 'https://github.com/acme/deployments/').toContain('https://github.com/acme/deployments/');
  });

  it('does not report different capital letters', async () => {
    await using fake = await github({ files });
    fake.repository(REPOSITORY).rename('Acme/Manifests');
    expect((await run(fake, { workflow: 'promote.yml' })).notices).toEqual([]);
  });
});

it('a dry run prints the request, sends nothing and requests no proof', async () => {
  await using fake = await github({ files });
  const prover: Prover = { audience: () => fail('internal', 'asked', ''), token: () => fail('internal', 'asked', '') };
  const result = await run(fake, { dryRun: true, workflow: 'promote.yml', wait: 60, prover });
  expect(fake.requests).toEqual([]);
  expect(result).toMatchObject({ outcome: 'dispatched', violations: [], notices: [] });
  expect(result.lines.slice(0, 9)).toEqual([
    '# Write the request',
    'POST /repos/acme/manifests/actions/workflows/promote.yml/dispatches',
    'ref: the default branch',
    'inputs.payload: {',
    '  "product": "shop",',
    '  "environments": [',
    '    "dev"',
    '  ],',
    '  "images": [',
  ]);
  expect(result.request).toBe(result.lines.slice(1).join('\n'));
});

describe('a workflow_dispatch', () => {
  const workflow = 'promote.yml';

  it('is logged with the link to its run', async () => {
    await using fake = await github({ files });
    const result = await run(fake, { workflow });
    expect(result).toMatchObject({
      outcome: 'dispatched',
      run: { id: 7000, url: 'https://github.com/acme/manifests/actions/runs/7000' },
      violations: [],
      notices: [],
    });
    expect(fake.repository(REPOSITORY).workflowDispatches).toEqual([
      { workflow, ref: 'main', inputs: { payload: JSON.stringify(payload) }, runId: 7000 },
    ]);
    expect(fake.requests).toHaveLength(2);
  });

  it('follows the run to its success', async () => {
    await using fake = await github({ files });
    const states = ['queued', 'queued', 'in_progress'].map((status) => becomes(fake, status));
    let looks = 0;
    for (const [index, state] of [...states, ends(fake, 'success')].entries()) {
      fake.faults.next((request) => request.path === LOOK.path && looks === index, state);
    }
    fake.faults.always(
      LOOK,
      before(() => {
        looks += 1;
      }),
    );
    const result = await run(fake, { workflow, wait: 60 });
    expect(result).toMatchObject({ outcome: 'success', violations: [], notices: [], slept: [2000, 2000, 2000, 2000] });
    const start = result.lines.indexOf('# Send the request');
    expect(result.lines.slice(start)).toEqual([
      '# Send the request',
      'It started the run https://github.com/acme/manifests/actions/runs/7000',
      '# Wait for the end of the run, at most 60 seconds',
      'After 2 seconds: it is "queued", so no runner has taken it.',
      'After 6 seconds: it is "in_progress".',
      'The run https://github.com/acme/manifests/actions/runs/7000 ended as success.',
    ]);
    const polled = Array(4).fill(`GET ${LOOK.path} → 200`);
    expect(transcript(fake.requests).slice(2)).toEqual([...polled, `GET ${LOOK.path}/jobs → 200`]);
  });

  it.each(['failure', 'cancelled', 'timed_out', 'startup_failure'])(
    'reports that it ended as %s',
    async (conclusion) => {
      await using fake = await github({ files });
      fake.faults.next(LOOK, ends(fake, conclusion));
      const result = await run(fake, { workflow, wait: 60 });
      expect(result).toMatchObject({ outcome: conclusion, violations: [{ code: 'run-unsuccessful' }] });
      expect(buildReport({ command: 'dispatch', ...result })).toMatchObject({ outcome: conclusion });
    },
  );

  it('reports that an unfinished run is no success', async () => {
    await using fake = await github({ files });
    fake.faults.always(LOOK, becomes(fake, 'waiting'));
    const result = await run(fake, { workflow, wait: 45 });
    expect(result).toMatchObject({ outcome: 'dispatched', violations: [] });
    expect(result.notices).toEqual([
      {
        message:
          'After 45 seconds the run https://github.com/acme/manifests/actions/runs/7000 has not ended: it is "waiting", so a protection rule of its deployment environment holds it. Whether the promotion succeeds is not known yet.',
        hint: 'Follow the run at its address, or raise the input `wait`. Steps that need the promotion ask whether the output `outcome` is `success`.',
      },
    ]);
    expect(result.slept.reduce((sum, each) => sum + each)).toBe(45_000);
  });

  it('continues to wait while GitHub does not answer', async () => {
    await using fake = await github({ files });
    for (let times = 0; times < 3; times++) fake.faults.next(LOOK, serverError(503));
    fake.faults.next((request) => request.method === 'GET' && request.path === LOOK.path, ends(fake, 'success'));
    expect(await run(fake, { workflow, wait: 60 })).toMatchObject({ outcome: 'success' });
  });

  it('remains dispatched if the token expires during the wait, with a violation', async () => {
    await using fake = await github({ files });
    fake.faults.next(LOOK, { kind: 'revoke' });
    expect(await run(fake, { workflow, wait: 60 })).toMatchObject({
      outcome: 'dispatched',
      run: { id: 7000 },
      violations: [{ code: 'token-invalid' }],
    });
  });

  it('cannot be awaited on a server that does not return the run', async () => {
    await using fake = await github({ files });
    fake.faults.next(START, { kind: 'answer', when: 'after', status: 204, headers: {}, body: '' });
    expect(await run(fake, { workflow, wait: 60 })).toMatchObject({
      outcome: 'dispatched',
      violations: [
        {
          code: 'wait-impossible',
          message: expect.stringMatching(/^The run was started, but cannot be awaited: /),
          hint: expect.stringContaining('3.20'),
        },
      ],
      notices: [],
    });
  });

  it('without `wait` gets a notice on such a server', async () => {
    await using fake = await github({ files });
    fake.faults.next(START, { kind: 'answer', when: 'after', status: 204, headers: {}, body: '' });
    expect(await run(fake, { workflow })).toMatchObject({
      outcome: 'dispatched',
      violations: [],
      notices: [{ message: expect.stringContaining('does not tell which run it is') }],
    });
  });
});

describe('the proof of a dispatch', () => {
  const token = 'eyJhbGciOiJub25lIn0.e30.c2lnbmF0dXJl';
  /** A prover, and its questions in order. */
  const watchProver = () => {
    const asked: unknown[] = [];
    const prover: Prover = {
      audience: (repository, bare) => {
        asked.push({ repository, bare });
        return 'image-promotion:abc';
      },
      token: async (audience) => {
        asked.push(audience);
        return token;
      },
    };
    return { asked, prover };
  };

  it('is made for the payload without it, is sent along, and is never shown', async () => {
    await using fake = await github({ files });
    const { asked, prover } = watchProver();
    const result = await run(fake, { prover });
    expect(asked).toEqual([{ repository: REPOSITORY, bare: payload }, 'image-promotion:abc']);
    expect(fake.repository(REPOSITORY).dispatches).toMatchObject([{ clientPayload: { ...payload, proof: token } }]);
    expect(JSON.stringify(result)).not.toContain(token);
  });

  it.each([{ workflow: undefined }, { workflow: 'promote.yml' }])(
    'names its recipient as audience: $workflow',
    async (means) => {
      await using fake = await github({ files });
      await run(fake, { ...means, prover: { audience: proofAudience, token: async (audience) => audience } });
      const { dispatches, workflowDispatches } = fake.repository(REPOSITORY);
      const arrived = dispatches[0]?.clientPayload ?? workflowDispatches[0]?.inputs.payload;
      expect(proofAudience(REPOSITORY, arrived)).toBe(readPayload(arrived).proof);
    },
  );

  it('is replaced by a notice if it cannot be had, since only the manifest repository knows whether it needs one', async () => {
    await using fake = await github({ files });
    const result = await run(fake, {
      prover: {
        ...watchProver().prover,
        token: async () => fail('host-unavailable', 'The issuer does not answer.', 'Try again.'),
      },
    });
    expect(result.outcome).toBe('dispatched');
    expect(result.notices[0]).toEqual({
      message: 'The request goes without a proof of its source. The issuer does not answer.',
      hint: 'A manifest repository that requires a proof refuses it. Try again.',
    });
    expect(fake.repository(REPOSITORY).dispatches).toMatchObject([{ clientPayload: payload }]);
  });

  it('counts towards the size of the payload', async () => {
    await using fake = await github({ files });
    const large = run(fake, { prover: { ...watchProver().prover, token: async () => 'x'.repeat(66_000) } });
    const error = await large.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PromotionError);
    expect(error).toMatchObject({ violations: [{ code: 'payload-too-large' }] });
    expect(fake.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

/** Where GitHub keeps the logs of jobs: a server of its own, which is asked without a token. */
const logStore = async (logs: Readonly<Record<string, string>>) => {
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    response.end(logs[new URL(request.url ?? '', 'http://127.0.0.1').pathname]);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorizations,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

describe('the report of the awaited run', () => {
  const LOGGED = [
    '2026-11-30T12:00:00.0000000Z Promoted shop in dev',
    `2026-11-30T12:00:01.0000000Z ${'image-promotion-result: '}{"command":"promote","outcome":"promoted","environments":[{"product":"shop","name":"dev","outcome":"promoted"}]}`,
    '2026-11-30T12:00:02.0000000Z the line image-promotion-result: {"command":"promote","outcome":"failed","environments":[]}',
    '2026-11-30T12:00:03.0000000Z image-promotion-result: {"command":"pro',
  ].join('\r\n');
  const awaited =
    'image-promotion-result: {"command":"await","outcome":"running","environments":[{"product":"shop","name":"dev","outcome":"running | <b>"}]}';

  it('is read from the logs of its jobs, shown as text, and the log server gets no token', async () => {
    await using fake = await github({ files });
    await using store = await logStore({ '/one': LOGGED, '/two': awaited });
    fake.faults.next(
      LOOK,
      before(() => {
        const logs = [`${store.url}/one?signature=1`, `${store.url}/two?signature=2`];
        fake
          .repository(REPOSITORY)
          .runs.set(7000, { id: 7000, status: 'completed', conclusion: 'success', createdAt: new Date(0), logs });
      }),
    );
    const result = await run(fake, { workflow: 'promote.yml', wait: 60 });
    expect(result.results).toMatchObject([
      { command: 'promote', outcome: 'promoted', environments: [{ product: 'shop', name: 'dev' }] },
      { command: 'await', outcome: 'running' },
    ]);
    expect(store.authorizations).toEqual([undefined, undefined]);
    const { sections = [] } = concludeDispatch(result, { command: 'dispatch', notices: [] });
    const table = sections.find(({ lead }) => lead[0] === '### The run reports');
    expect(table?.rows).toEqual([
      '| `promote` | shop | dev | promoted |',
      '| `await` | shop | dev | running &#124; &#60;b&#62; |',
    ]);
  });

  it('is left out if the logs cannot be read, and the conclusion decides', async () => {
    await using fake = await github({ files });
    fake.faults.next(LOOK, ends(fake, 'success'));
    fake.faults.always({ method: 'GET', path: `${LOOK.path}/jobs` }, serverError(503));
    expect(await run(fake, { workflow: 'promote.yml', wait: 60 })).toMatchObject({
      outcome: 'success',
      results: [],
      violations: [],
    });
  });
});
