import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dispatchSections } from '../../../src/domain/dispatch/dispatch-summary.ts';
import { inputsOf, payloadOf, planDispatch, printDispatch } from '../../../src/domain/dispatch/plan-dispatch.ts';
import { conclusionOf, judgeEnd, judgeTimeUp, nextLook } from '../../../src/domain/dispatch/wait-for-run.ts';
import { parseImage } from '../../../src/domain/image.ts';
import type { Promotion, Source } from '../../../src/domain/model.ts';
import { assemble } from '../../../src/domain/report/markdown.ts';
import { parsePayload } from '../../../src/domain/request/payload.ts';
import { problemsOf } from '../errors/problems.ts';

const source: Source = {
  actor: 'octocat',
  runAttempt: 1,
  runNumber: 42,
  runId: 7001,
  workflow: 'release.yml',
  event: 'push',
  committedAt: '2026-11-30T09:00:00Z',
  ref: 'refs/tags/v1.4.0',
  sha: '3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912',
  repository: 'acme/shop',
};
const promotion: Promotion = {
  trigger: 'direct',
  products: ['shop'],
  environments: ['stg', 'prod'],
  images: [parseImage('registry.example.com/shop/web:v1.4.0')],
  source,
};

describe('the payload', () => {
  it('prints its keys in a fixed order', () => {
    expect(JSON.stringify({ ...payloadOf(promotion), proof: 'a.b.c' }, undefined, 1)).toMatchInlineSnapshot(`
      "{
       "product": "shop",
       "environments": [
        "stg",
        "prod"
       ],
       "images": [
        "registry.example.com/shop/web:v1.4.0"
       ],
       "source": {
        "repository": "acme/shop",
        "sha": "3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912",
        "ref": "refs/tags/v1.4.0",
        "committed_at": "2026-11-30T09:00:00Z",
        "event": "push",
        "workflow": "release.yml",
        "run_id": 7001,
        "run_number": 42,
        "run_attempt": 1,
        "actor": "octocat"
       },
       "proof": "a.b.c"
      }"
    `);
  });

  it('lists several products under `products`, and a tag alone if no image is named', () => {
    const payload = payloadOf({
      ...promotion,
      products: ['shop', 'web'],
      images: [],
      tag: 'v1.4.0',
      source: undefined,
    });
    expect(payload).toEqual({ products: ['shop', 'web'], environments: ['stg', 'prod'], tag: 'v1.4.0' });
  });

  it('leaves out the unknown fields of the source', () => {
    const known: Source = { repository: 'acme/shop', committedAt: undefined };
    expect(Object.keys(payloadOf({ ...promotion, source: known }).source ?? {})).toEqual(['repository']);
  });

  it('is read by the manifest repository with the same meaning', () => {
    const digest = `sha256:${'ab'.repeat(32)}`;
    const images = fc.uniqueArray(
      fc.record({
        name: fc.stringMatching(/^[a-z][a-z0-9]{0,9}(\/[a-z0-9]{1,9}){0,2}$/),
        newName: fc.option(fc.constantFrom('ghcr.io/acme/web', 'localhost:5000/web'), { nil: undefined }),
        tag: fc.option(fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,20}$/), { nil: undefined }),
        digest: fc.constantFrom(digest),
      }),
      { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
    );
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,9}$/), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.record({ products: names, environments: names, images }), (asked) => {
        const sent = JSON.parse(JSON.stringify(payloadOf({ ...promotion, ...asked })));
        expect(parsePayload(sent)).toEqual({ ...asked, source, tag: undefined, digest: undefined, warnings: [] });
        expect(parsePayload(inputsOf(sent).payload)).toEqual(parsePayload(sent));
      }),
    );
  });
});

describe('the request', () => {
  const many = (count: number): Promotion => ({
    ...promotion,
    images: Array.from({ length: count }, (_, index) => parseImage(`registry.example.com/shop/${index}:v1`)),
  });

  it('is an event of type promote, or starts a workflow', () => {
    const payload = payloadOf(promotion);
    expect(planDispatch({}, payload)).toEqual({ kind: 'repository_dispatch', eventType: 'promote', payload });
    expect(planDispatch({ eventType: 'ship' }, payload)).toMatchObject({ eventType: 'ship' });
    const workflow = 'promote.yml';
    expect(planDispatch({ workflow }, payload)).toEqual({
      kind: 'workflow_dispatch',
      workflow,
      payload,
      run: 'welcome',
    });
    expect(planDispatch({ workflow, wait: 60 }, payload)).toMatchObject({ run: 'required' });
  });

  it.each([
    { means: {}, kind: 'repository_dispatch', fits: 1960 },
    // The quotes of a text within JSON count twice.
    { means: { workflow: 'promote.yml' }, kind: 'workflow_dispatch', fits: 1840 },
  ])('is at most 65,535 bytes: a $kind', ({ means, kind, fits }) => {
    expect(problemsOf(() => planDispatch(means, payloadOf(many(fits - 300))))).toEqual([]);
    expect(problemsOf(() => planDispatch(means, payloadOf(many(fits))))).toMatchObject([
      {
        code: 'payload-too-large',
        message: expect.stringMatching(
          new RegExp(`^The payload has \\d{5} bytes, and GitHub takes 65535 in a ${kind}\\.$`),
        ),
      },
    ]);
  });

  it('has at most ten keys as an event, which GitHub counts', () => {
    const more = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`key${index}`, index]));
    const payload = { ...payloadOf(promotion), ...more };
    expect(problemsOf(() => planDispatch({}, payload))).toMatchObject([
      { code: 'payload-too-large', message: 'The payload has 12 keys, and GitHub takes 10.' },
    ]);
    expect(problemsOf(() => planDispatch({ workflow: 'promote.yml' }, payload))).toEqual([]);
  });

  it('is printed without its proof', () => {
    const payload = { ...payloadOf({ ...promotion, source: undefined }), proof: 'secret' };
    expect(printDispatch(planDispatch({}, payload), 'acme/manifests')).toMatchInlineSnapshot(`
      "POST /repos/acme/manifests/dispatches
      event_type: "promote"
      client_payload: {
        "product": "shop",
        "environments": [
          "stg",
          "prod"
        ],
        "images": [
          "registry.example.com/shop/web:v1.4.0"
        ],
        "proof": "(OpenID Connect token)"
      }"
    `);
    const printed = printDispatch(planDispatch({ workflow: 'promote.yml' }, payload), 'acme/manifests');
    expect(printed.split('\n').slice(0, 3)).toEqual([
      'POST /repos/acme/manifests/actions/workflows/promote.yml/dispatches',
      'ref: the default branch',
      'inputs.payload: {',
    ]);
    expect(printed).not.toContain('secret');
  });

  it('is shown in the summary below the link to its run', () => {
    const run = { id: 7, url: 'https://github.com/acme/manifests/actions/runs/7' };
    expect(assemble(dispatchSections({ request: 'POST /x\n{}', run }), 10_000)).toBe(
      '### Run\n\n[Run 7](https://github.com/acme/manifests/actions/runs/7)\n\n### Request\n\n```\nPOST /x\n{}\n```\n\n',
    );
    expect(assemble(dispatchSections({ request: 'a' }), 10_000)).toBe('### Request\n\n```\na\n```\n\n');
  });
});

describe('waiting', () => {
  it('polls every two seconds at first, later after a tenth of the time passed, at least twice a minute', () => {
    expect([0, 19_000, 60_000, 200_000, 3_600_000].map(nextLook)).toEqual([2_000, 2_000, 6_000, 20_000, 30_000]);
    let looks = 0;
    for (let elapsed = 0; elapsed < 600_000; elapsed += nextLook(elapsed)) looks++;
    expect(looks).toBeLessThan(50);
  });

  it('treats an unknown conclusion as a failure', () => {
    expect(['success', 'timed_out', 'exploded', undefined].map(conclusionOf)).toEqual([
      'success',
      'timed_out',
      'failure',
      'failure',
    ]);
  });

  it('reports how long it has waited', () => {
    const { message } = judgeTimeUp({
      url: 'https://github.com/a/b/actions/runs/7',
      seconds: 1,
      last: 'it is "queued"',
    });
    expect(message).toMatch(/^After 1 second the run \S+ has not ended: it is "queued"\./);
  });

  it('gives a remedy for every conclusion but success', () => {
    const url = 'https://github.com/acme/manifests/actions/runs/7';
    expect(judgeEnd('success', url)).toEqual({ violations: [], notices: [] });
    expect(judgeEnd('skipped', url)).toMatchObject({
      violations: [],
      notices: [{ message: `The run ${url} ended as skipped.` }],
    });
    for (const conclusion of [
      'failure',
      'cancelled',
      'timed_out',
      'action_required',
      'stale',
      'startup_failure',
    ] as const) {
      const { violations } = judgeEnd(conclusion, url);
      expect(violations).toMatchObject([
        { code: 'run-unsuccessful', message: `The run ${url} ended as ${conclusion}.` },
      ]);
      expect(violations[0]?.hint).toMatch(/\.$/);
    }
  });
});
