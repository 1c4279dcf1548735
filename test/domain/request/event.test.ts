import { describe, expect, test } from 'vitest';
import {
  defaultEnvironments,
  foreignRun,
  payloadOf,
  type RunContext,
  refOf,
  revisionOf,
  sourceOf,
  strayRef,
  type TriggerEvent,
  triggerOf,
} from '../../../src/domain/request/event.ts';
import { parseInputs } from '../../../src/domain/request/parse-inputs.ts';
import { readRequest } from '../../../src/domain/request/request.ts';

const sha = 'a'.repeat(40);
const head = 'b'.repeat(40);
const run: RunContext = { repository: 'acme/shop', ref: 'refs/heads/main', sha };
const onTag: RunContext = { ...run, ref: 'refs/tags/v1.4.0' };
const event = (name: string, payload: unknown = {}): TriggerEvent => ({ name, payload });

describe('the trigger', () => {
  test.each([
    ['automatic', event('repository_dispatch', { client_payload: { product: 'shop' } })],
    ['automatic', event('repository_dispatch', { client_payload: null })],
    ['automatic', event('workflow_dispatch', { inputs: { payload: '{}' } })],
    ['automatic', event('command-line', { client_payload: '{}' })],
    ['by-hand', event('workflow_dispatch', { inputs: { payload: '' } })],
    ['by-hand', event('workflow_dispatch', { inputs: null })],
    ['by-hand', event('command-line')],
    ['direct', event('push')],
    ['direct', event('schedule', { client_payload: {} })],
    ['direct', event('release', { inputs: { payload: '{}' } })],
  ] as const)('is %s for %j', (trigger, value) => {
    expect(triggerOf(value)).toBe(trigger);
  });

  test('has the payload', () => {
    expect(payloadOf(event('repository_dispatch', { client_payload: { a: 1 } }))).toEqual({ a: 1 });
    expect(payloadOf(event('workflow_dispatch', { inputs: { payload: '{}' } }))).toBe('{}');
    expect(payloadOf(event('push', { client_payload: 'x' }))).toBeUndefined();
  });
});

describe("a payload in a run at a ref of the sender's choice", () => {
  const sent = (branch?: string) =>
    event('workflow_dispatch', { inputs: { payload: '{}' }, repository: { default_branch: branch } });

  test.each(['refs/heads/old', 'refs/tags/main', 'refs/heads/Main', 'refs/heads/main/x', 'main', undefined])(
    'is refused at %s',
    (ref) => {
      expect(strayRef({ event: sent('main'), run: { ...run, ref } })).toMatchObject({ code: 'event-unsupported' });
      expect(strayRef({ event: sent(), run: { ...run, ref } }, 'main')).toMatchObject({ code: 'event-unsupported' });
    },
  );

  test('is accepted at the default branch of any name', () => {
    expect(strayRef({ event: sent('main'), run })).toBeUndefined();
    expect(strayRef({ event: sent('release/2'), run: { ...run, ref: 'refs/heads/release/2' } })).toBeUndefined();
    expect(strayRef({ event: sent('main'), run }, 'other')).toBeUndefined();
    expect(strayRef({ event: sent(), run }, 'main')).toBeUndefined();
  });

  test('is not restricted for a form, or for an event that runs on the default branch only', () => {
    const elsewhere = { ...run, ref: 'refs/heads/old' };
    const form = event('workflow_dispatch', { inputs: { payload: '' }, repository: { default_branch: 'main' } });
    expect(strayRef({ event: form, run: elsewhere })).toBeUndefined();
    expect(
      strayRef({ event: event('repository_dispatch', { client_payload: {} }), run: elsewhere }, 'main'),
    ).toBeUndefined();
  });
});

describe('the commit', () => {
  const commit = (value: string) => ({ kind: 'commit', sha: value });
  const merged = { action: 'closed', pull_request: { merged: true, merge_commit_sha: head } };
  const built = (repository: string | null) => ({
    workflow_run: { head_sha: head, head_repository: repository && { full_name: repository } },
  });

  test.each([
    ['of a push is its head commit', event('push', { head_commit: { id: head } }), run, commit(head)],
    ['of a push without one is that of the run', event('push'), run, commit(sha)],
    [
      'of an annotated tag is not the tag object',
      event('push', { after: sha, head_commit: { id: head } }),
      onTag,
      commit(head),
    ],
    [
      'of a pushed tag without one has to be asked for',
      event('push', { after: sha }),
      onTag,
      { kind: 'ref', ref: 'refs/tags/v1.4.0' },
    ],
    [
      'of a release is behind its tag',
      event('release', { release: { tag_name: 'v2', target_commitish: 'main' } }),
      onTag,
      { kind: 'ref', ref: 'refs/tags/v2' },
    ],
    [
      'of a tag that looks like a commit is behind the tag',
      event('release', { release: { tag_name: head } }),
      onTag,
      { kind: 'ref', ref: `refs/tags/${head}` },
    ],
    ['of a workflow_run is that of the build', event('workflow_run', built('Acme/Shop')), run, commit(head)],
    ['of a merged pull request is the merge', event('pull_request', merged), run, commit(head)],
    ['of a merged pull_request_target is the merge', event('pull_request_target', merged), run, commit(head)],
    ['of a run by hand is that of the run', event('workflow_dispatch'), run, commit(sha)],
    [
      'of a run by hand at a tag has to be asked for',
      event('workflow_dispatch'),
      onTag,
      { kind: 'ref', ref: 'refs/tags/v1.4.0' },
    ],
    ['of a checkout is known', event('command-line'), { ref: 'refs/tags/v1', sha }, commit(sha)],
    ['of a schedule is that of the run', event('schedule'), run, commit(sha)],
    ['may have 64 digits', event('schedule'), { ...run, sha: 'a'.repeat(64) }, commit('a'.repeat(64))],
  ] as const)('%s', (_, value, at, revision) => {
    expect(revisionOf({ event: value, run: at })).toEqual(revision);
  });

  test('of a workflow_run is foreign if a fork was built, or the repository is unknown', () => {
    const foreign = (value: TriggerEvent, at: RunContext = run) => foreignRun({ event: value, run: at })?.code;
    expect(foreign(event('workflow_run', built('mallory/shop')))).toBe('event-unsupported');
    expect(foreign(event('workflow_run', built(null)))).toBe('event-unsupported');
    expect(foreign(event('workflow_run', {}))).toBe('event-unsupported');
    expect(foreign(event('workflow_run', built('acme/shop')), {})).toBe('event-unsupported');
    expect(foreign(event('workflow_run', built('ACME/shop')))).toBeUndefined();
    expect(foreign(event('push', built('mallory/shop')))).toBeUndefined();
  });

  test.each([
    ['a deleted branch', event('push', { deleted: true }), run],
    ['a run of a fork', event('workflow_run', built('mallory/shop')), run],
    ['a run of a fork that is gone', event('workflow_run', built(null)), run],
    [
      'an open pull request',
      event('pull_request', { action: 'opened', pull_request: { merge_commit_sha: head } }),
      run,
    ],
    [
      'a pull request closed without merging',
      event('pull_request', { ...merged, pull_request: { merged: false, merge_commit_sha: head } }),
      run,
    ],
    ['a merged pull request that is labelled', event('pull_request', { ...merged, action: 'labeled' }), run],
    ['a review', event('pull_request_review', { action: 'submitted', pull_request: { merge_commit_sha: head } }), run],
    ['a release without a tag', event('release', { release: {} }), run],
    ['a release with an impossible tag', event('release', { release: { tag_name: 'a..b' } }), run],
    ['upper-case digits', event('push', { head_commit: { id: 'A'.repeat(40) } }), run],
    ['a short commit', event('schedule'), { ...run, sha: 'abc1234' }],
    ['the commit of zeros', event('schedule'), { ...run, sha: '0'.repeat(40) }],
    ['no commit', event('schedule'), {}],
  ] as const)('is refused for %s', (_, value, at) => {
    expect(revisionOf({ event: value, run: at })).toMatchObject({
      kind: 'none',
      violation: { code: 'event-unsupported', message: expect.any(String), hint: expect.any(String) },
    });
  });
});

test.each([
  ['push', {}, 'refs/heads/main'],
  ['release', { release: { tag_name: 'v2' } }, 'refs/tags/v2'],
  ['workflow_run', { workflow_run: { head_branch: 'release/1' } }, 'refs/heads/release/1'],
  ['workflow_run', {}, undefined],
])('the reference of %s %j is %s', (name, payload, ref) => {
  expect(refOf({ event: event(name, payload), run })).toBe(ref);
});

describe('the source of a run', () => {
  const release: RunContext = {
    repository: 'acme/shop',
    ref: 'refs/tags/v1.4.0',
    sha,
    workflowRef: 'acme/shop/.github/workflows/release.yml@refs/tags/v1.4.0',
    runId: 12,
    runNumber: 3,
    runAttempt: 1,
    actor: 'shop-builds[bot]',
    triggeringActor: 'octocat',
    serverUrl: 'https://github.com',
  };

  test('has every field that is known without a request', () => {
    expect(sourceOf({ event: event('push', { head_commit: { id: head } }), run: release })).toEqual({
      repository: 'acme/shop',
      sha: head,
      ref: 'refs/tags/v1.4.0',
      committedAt: undefined,
      event: 'push',
      workflow: 'release.yml',
      runId: 12,
      runNumber: 3,
      runAttempt: 1,
      actor: 'shop-builds[bot]',
    });
  });

  test('leaves out invalid fields', () => {
    const source = sourceOf({ event: event('pull_request'), run: { ...run, workflowRef: 'x@y', runNumber: -1 } });
    expect(source).toMatchObject({
      sha: undefined,
      workflow: undefined,
      runNumber: undefined,
      repository: 'acme/shop',
    });
  });
});

describe('the environments of a dispatch', () => {
  const pushed = { repository: { default_branch: 'main' } };
  const release = (tag_name: string, prerelease: boolean) => ({
    action: 'published',
    release: { tag_name, prerelease },
  });

  test.each([
    ['push', pushed, 'refs/heads/main', ['dev']],
    ['push', pushed, 'refs/heads/other', []],
    ['push', { ...pushed, deleted: true }, 'refs/heads/main', []],
    ['push', pushed, 'refs/tags/v1.4.0', ['stg', 'prod']],
    ['push', pushed, 'refs/tags/nightly', ['stg', 'prod']],
    ['push', pushed, 'refs/tags/v1.4.0+build-7', ['stg', 'prod']],
    ['push', pushed, 'refs/tags/v1.4.0-rc.1', ['stg']],
    ['push', pushed, 'refs/tags/web/v1.4.0-rc.1+b7', ['stg']],
    ['push', pushed, 'refs/tags/web@1.4.0-0', ['stg']],
    ['release', release('v1.4.0', false), 'refs/tags/v1.4.0', ['stg', 'prod']],
    ['release', release('v1.4.0', true), 'refs/tags/v1.4.0', ['stg']],
    ['release', release('v1.4.0-beta', false), 'refs/tags/v1.4.0-beta', ['stg']],
    ['release', { ...release('v1.4.0', false), action: 'edited' }, 'refs/tags/v1.4.0', []],
    ['workflow_dispatch', pushed, 'refs/heads/main', []],
    ['workflow_run', pushed, 'refs/heads/main', []],
    ['schedule', pushed, 'refs/heads/main', []],
  ])('on %s %j at %s are %j', (name, payload, ref, environments) => {
    expect(defaultEnvironments({ event: event(name, payload), run: { ...run, ref } })).toEqual(environments);
  });

  const asked = (environments: string, { name = 'push', payload = pushed as object, tag = 'v1.4.0-rc.1' } = {}) =>
    readRequest({
      inputs: parseInputs({ command: 'dispatch', repository: 'acme/m', product: 'shop', environments }, 'action'),
      event: event(name, payload),
      run: { ...run, ref: `refs/tags/${tag}` },
    }).request.warnings;

  test('warns of a pre-release for several environments of the step', () => {
    expect(asked('staging, production')).toEqual([
      {
        message: '"v1.4.0-rc.1" is a pre-release, and this step sends it to staging and production.',
        hint: `If only staging is meant to get it, write environments: \${{ contains(github.ref_name, '-') && 'staging' || 'staging, production' }}.`,
      },
    ]);
    const flagged = asked('staging, production', { name: 'release', payload: release('v1.4.0', true), tag: 'v1.4.0' });
    expect(flagged[0]?.hint).toContain("{{ github.event.release.prerelease && 'staging' ||");
  });

  test('warns of a pre-release for production alone', () => {
    expect(asked('production')[0]?.hint).toBe(
      "If production is not meant to get it, give the step an `if:` with !contains(github.ref_name, '-').",
    );
  });

  test.each([
    ['staging', 'v1.4.0-rc.1'],
    ['', 'v1.4.0-rc.1'],
    ['staging, production', 'v1.4.0'],
  ])('does not warn of a dispatch to "%s" at %s', (environments, tag) => {
    expect(asked(environments, { tag })).toEqual([]);
  });
});
