import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunContext, TriggerEvent } from '../../../src/domain/request/event.ts';
import { readInputs } from '../../../src/domain/request/parse-inputs.ts';
import {
  type CommitAnswer,
  type PendingRequest,
  readRequest,
  usesRun,
  withCommit,
} from '../../../src/domain/request/request.ts';
import { codesOf, problemsOf, shownBy, unprintable } from '../errors/problems.ts';

const sha = 'a'.repeat(40);
const behindTag = 'c'.repeat(40);
const digest = `sha256:${'0a'.repeat(32)}`;

const run: RunContext = {
  repository: 'acme/shop',
  ref: 'refs/heads/main',
  sha,
  workflowRef: 'acme/shop/.github/workflows/build.yml@refs/heads/main',
  runId: 12,
  runNumber: 3,
  runAttempt: 1,
  actor: 'octocat',
};

type Raw = Readonly<Record<string, string>>;

const read = (raw: Raw, event: TriggerEvent, at: RunContext = run): PendingRequest =>
  readRequest({ inputs: readInputs(raw, event).inputs, event, run: at });
const ask = (raw: Raw, event: TriggerEvent, commit?: CommitAnswer) => withCommit(read(raw, event), commit);
const codes = (raw: Raw, event: TriggerEvent): string[] => codesOf(() => ask(raw, event));

const dispatched = (client_payload: unknown): TriggerEvent => ({
  name: 'repository_dispatch',
  payload: { client_payload },
});
const byHand = (inputs: Readonly<Record<string, unknown>> = {}): TriggerEvent => ({
  name: 'workflow_dispatch',
  payload: { inputs },
});
const push: TriggerEvent = {
  name: 'push',
  payload: { head_commit: { id: sha }, repository: { default_branch: 'main' } },
};
const release: TriggerEvent = { name: 'release', payload: { action: 'published', release: { tag_name: 'v1.4.0' } } };

const payload = { product: 'shop', environments: ['stg', 'prod'], images: ['web:v1'] };
const step = { product: 'shop', environments: 'dev', images: 'web' };

describe('a schedule', () => {
  const schedule: TriggerEvent = { name: 'schedule', payload: { schedule: '0 5 * * 1' } };
  const onward = { product: 'shop', environments: 'prod', from: 'stg' };

  test('of the manifest repository may promote the images of another environment, without a source', () => {
    const { promotion } = ask(onward, schedule);
    expect(promotion).toMatchObject({ trigger: 'direct', scheduled: true, from: 'stg', environments: ['prod'] });
    expect(promotion.source).toBeUndefined();
    expect(read(onward, schedule).question).toBeUndefined();
  });

  test('of an application is an ordinary direct request', () => {
    const elsewhere = { ...onward, repository: 'acme/manifests' };
    expect(codes(elsewhere, schedule)).toEqual(['inputs-conflict']);
    expect(ask({ ...step, repository: 'acme/manifests', tag: 'v1' }, schedule).promotion).toMatchObject({
      trigger: 'direct',
      source: { repository: 'acme/shop' },
    });
    expect(codes(onward, push)).toEqual(['inputs-conflict']);
  });
});

describe('a check', () => {
  test('accepts two tags of one image', () => {
    const { promotion } = ask({ command: 'check', images: 'web:v1,web:v2,web', tag: 'v2' }, push);
    expect(promotion.images).toEqual([
      { name: 'web', tag: 'v1' },
      { name: 'web', tag: 'v2' },
    ]);
    expect(codes({ ...step, images: 'web:v1,web:v2' }, push)).toEqual(['images-disagree']);
  });
});

describe('an event that cannot be trusted', () => {
  const fork: TriggerEvent = {
    name: 'workflow_run',
    payload: { workflow_run: { head_sha: sha, head_branch: 'v9', head_repository: { full_name: 'mallory/shop' } } },
  };

  test.each<[string, Raw]>([
    ['dispatch', { command: 'dispatch', repository: 'acme/manifests', ...step }],
    ['promote', { command: 'promote', repository: 'acme/manifests', ...step }],
    ['retag', { command: 'retag', images: 'web', tags: 'v9' }],
  ])('of a fork is refused for %s with any tag', (_, raw) => {
    for (const tag of ['{ref}', '{sha}', 'v1']) expect(codes({ ...raw, tag }, fork)).toEqual(['event-unsupported']);
    if (raw.command !== 'retag') expect(codes({ ...raw, images: 'web:v1' }, fork)).toEqual(['event-unsupported']);
  });

  test('with a payload on another ref than the default branch is refused for a promotion and a rollback', () => {
    const event = byHand({ payload: JSON.stringify({ product: 'shop', environments: ['stg'], images: ['web'] }) });
    const known = { ...event, payload: { ...(event.payload as object), repository: { default_branch: 'main' } } };
    for (const raw of [{ tag: 'v1' }, { command: 'rollback' }] as Raw[]) {
      expect(codesOf(() => read(raw, known, { ...run, ref: 'refs/heads/old' }))).toEqual(['event-unsupported']);
      expect(codesOf(() => read(raw, known))).toEqual([]);
    }
  });
});

describe('a request of excessive size', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join();

  test.each<[string, Raw, string[]]>([
    ['a thousand places', { product: many(500), environments: 'a,b', images: 'web:v1' }, []],
    ['more places', { product: many(501), environments: 'a,b', images: 'web:v1' }, ['payload-too-large']],
    ['a million places', { product: many(1000), environments: many(1000), images: 'web:v1' }, ['payload-too-large']],
    ['a thousand images', { ...step, images: many(1000), tag: 'v1' }, []],
    ['more images', { ...step, images: many(1001), tag: 'v1' }, ['payload-too-large']],
  ])('is refused beyond its bounds: %s', (_, raw, expected) => {
    expect(codes(raw, push)).toEqual(expected);
    expect(codes({ ...raw, command: 'dispatch', repository: 'acme/manifests' }, push)).toEqual(expected);
  });
});

describe('an automatic request', () => {
  test.each([
    ['repository_dispatch', dispatched(payload)],
    ['workflow_dispatch with a payload', byHand({ payload: JSON.stringify(payload), product: 'other' })],
    ['a payload on the command line', { name: 'command-line', payload: { client_payload: JSON.stringify(payload) } }],
  ])('has the fields of the payload: %s', (_, event) => {
    expect(ask({}, event)).toEqual({
      promotion: {
        trigger: 'automatic',
        products: ['shop'],
        environments: ['stg', 'prod'],
        images: [{ name: 'web', tag: 'v1' }],
      },
      tags: [],
      settings: {},
      dryRun: false,
      warnings: [],
    });
    expect(read({}, event).question).toBeUndefined();
  });

  test('keeps its source, its proof and its warnings', () => {
    const { promotion, warnings } = ask(
      {},
      dispatched({ ...payload, source: { sha }, proof: 'a.b.c', delivery: 'merge' }),
    );
    expect(promotion.source).toEqual({ sha });
    expect(promotion.proof).toBe('a.b.c');
    expect(warnings).toHaveLength(1);
  });

  test('has the values of the step instead', () => {
    const { promotion } = ask(
      { product: 'other', environments: 'dev', images: 'worker', tag: 'v2', reason: 'x' },
      dispatched({ ...payload, digest }),
    );
    expect(promotion).toMatchObject({
      products: ['other'],
      environments: ['dev'],
      images: [{ name: 'worker', tag: 'v2' }],
      reason: 'x',
    });
  });

  test('has the tag of the step for images that name none', () => {
    expect(ask({ tag: 'v2' }, dispatched({ ...payload, images: ['web', 'worker:v1'] })).promotion.images).toEqual([
      { name: 'web', tag: 'v2' },
      { name: 'worker', tag: 'v1' },
    ]);
  });

  test('may name a tag alone', () => {
    const { promotion } = ask({}, dispatched({ product: 'shop', environment: 'dev', tag: 'v1' }));
    expect(promotion).toMatchObject({ images: [], tag: 'v1' });
  });

  test.each([
    ['nothing', {}, {}, ['product-missing', 'environment-missing', 'image-missing']],
    ['no product', { ...payload, product: '' }, {}, ['product-missing']],
    ['empty lists', { ...payload, environments: [] }, {}, ['environment-missing']],
    ['no image', { ...payload, images: [] }, {}, ['image-missing']],
    ['no tag', { ...payload, images: ['web'] }, {}, ['tag-missing']],
    ['no payload', undefined, {}, ['payload-invalid']],
    ['from', payload, { from: 'stg', environments: 'prod' }, ['inputs-conflict']],
    ['an override', payload, { override: 'freeze', reason: 'x' }, ['inputs-conflict']],
    [
      'a disagreement among other problems',
      { images: ['web:v1', 'web:v2'] },
      {},
      ['product-missing', 'environment-missing', 'images-disagree'],
    ],
    ['a disagreement', { ...payload, images: ['web', 'web:v1'] }, { tag: 'v2' }, ['images-disagree']],
  ])('is refused with %s', (_, sent, raw, expected) => {
    expect(codes(raw, dispatched(sent))).toEqual(expected);
  });

  test('is refused with the place for the missing value', () => {
    expect(problemsOf(() => ask({}, dispatched({ ...payload, product: null })))).toEqual([
      {
        code: 'product-missing',
        message: 'The request names no product.',
        hint: 'Add `product` to the payload, or set the input `product` on the step.',
      },
    ]);
  });
});

describe('a request by hand', () => {
  test('has the fields of the form', () => {
    const request = ask({}, byHand({ product: 'shop', environment: 'prod', image: 'web', tag: 'v1', reason: 'fix' }));
    expect(request.promotion).toEqual({
      trigger: 'by-hand',
      products: ['shop'],
      environments: ['prod'],
      images: [{ name: 'web', tag: 'v1' }],
      reason: 'fix',
    });
  });

  test('may take the images of another environment, and override a freeze', () => {
    const request = ask(
      { override: 'freeze' },
      byHand({ product: 'shop', environments: 'prod', from: 'stg', reason: 'x' }),
    );
    expect(request.promotion).toMatchObject({ from: 'stg', override: 'freeze', images: [] });
  });

  test("in an application's own workflow has that run as its source", () => {
    const pending = read({ ...step, repository: 'acme/manifests', tag: '{sha:7}' }, byHand());
    expect(pending.question).toEqual({ repository: 'acme/shop', revision: sha, required: false });
    expect(withCommit(pending).promotion).toMatchObject({
      trigger: 'by-hand',
      images: [{ name: 'web', tag: 'aaaaaaa' }],
      source: { repository: 'acme/shop', sha, event: 'workflow_dispatch', runNumber: 3 },
    });
    expect(ask({ ...step, repository: 'Acme/Shop', tag: 'v1' }, byHand()).promotion.source).toBeUndefined();
  });

  test('is refused with the place for the missing value', () => {
    const hints = problemsOf(() => ask({}, byHand())).map(({ hint }) => hint);
    expect(hints[0]).toBe("Fill in the workflow's input `product`, or set the input `product` on the step.");
    expect(problemsOf(() => ask({}, { name: 'command-line', payload: {} }))[0]?.hint).toBe('Give --product.');
  });
});

describe('a direct request', () => {
  test('has the inputs of the step, with the run as its source', () => {
    const pending = read({ ...step, tag: '{sha}', delivery: 'merge', 'merge-method': 'squash', draft: 'false' }, push);
    expect(pending.question).toEqual({ repository: 'acme/shop', revision: sha, required: false });
    expect(withCommit(pending, { sha, committedAt: '2026-11-30T18:00:00+09:00' })).toEqual({
      promotion: {
        trigger: 'direct',
        products: ['shop'],
        environments: ['dev'],
        images: [{ name: 'web', tag: sha }],
        source: {
          repository: 'acme/shop',
          sha,
          ref: 'refs/heads/main',
          committedAt: '2026-11-30T09:00:00Z',
          event: 'push',
          workflow: 'build.yml',
          runId: 12,
          runNumber: 3,
          runAttempt: 1,
          actor: 'octocat',
        },
      },
      tags: [],
      settings: { delivery: 'merge', mergeMethod: 'squash', draft: false },
      dryRun: false,
      warnings: [],
    });
  });

  test('is accepted without an answer about its date', () => {
    const { promotion } = ask({ ...step, tag: '{sha}' }, push);
    expect(promotion).toMatchObject({ images: [{ tag: sha }], source: { sha, committedAt: undefined } });
  });

  test('of a release needs the commit of the tag for {sha}', () => {
    const pending = read({ ...step, tag: '{sha}' }, release);
    expect(pending.question).toEqual({ repository: 'acme/shop', revision: 'refs/tags/v1.4.0', required: true });
    expect(withCommit(pending, { sha: behindTag }).promotion).toMatchObject({
      images: [{ tag: behindTag }],
      source: { sha: behindTag },
    });
    expect(codesOf(() => withCommit(pending))).toEqual(['placeholder-unset']);
    expect(codesOf(() => withCommit(pending, { sha: 'main' }))).toEqual(['source-invalid']);
  });

  test('of a release needs no commit for {version}', () => {
    const pending = read({ ...step, tag: '{version}' }, release);
    expect(pending.question).toMatchObject({ required: false });
    expect(withCommit(pending).promotion).toMatchObject({ images: [{ tag: '1.4.0' }] });
  });

  test('ignores payload and form', () => {
    const event = { name: 'push', payload: { client_payload: payload, inputs: { product: 'shop' } } };
    expect(codes({}, event)).toEqual(['product-missing', 'environment-missing', 'image-missing']);
    expect(problemsOf(() => ask({}, event))[0]?.hint).toBe('Set the input `product` on the step.');
  });

  test.each([
    [
      '{sha} of an open pull request',
      { ...step, tag: '{sha}' },
      { name: 'pull_request', payload: {} },
      ['event-unsupported'],
    ],
    ['{version} of a branch', { ...step, tag: '{version}' }, push, ['placeholder-unset']],
    ['from', { product: 'shop', environments: 'dev', from: 'stg' }, push, ['inputs-conflict']],
    [
      'all at once',
      { images: 'web', tag: '{sha}-{version}' },
      { name: 'pull_request', payload: {} },
      ['product-missing', 'environment-missing', 'event-unsupported', 'placeholder-unset'],
    ],
  ])('is refused with %s', (_, raw, event, expected) => {
    expect(codes(raw, event)).toEqual(expected);
  });

  test('of an open pull request may give a tag', () => {
    const { promotion } = ask({ ...step, tag: 'v1' }, { name: 'pull_request', payload: {} });
    expect(promotion).toMatchObject({ images: [{ tag: 'v1' }], source: { repository: 'acme/shop', sha: undefined } });
  });

  test('may name one image twice in the same way', () => {
    for (const [images, tag] of [
      ['web,web:main', '{ref}'],
      [`web,web:${sha}`, '{sha}'],
    ] as const) {
      expect(ask({ ...step, images, tag }, push).promotion.images).toHaveLength(1);
    }
    expect(codes({ ...step, images: 'web,web:v1', tag: '{ref}' }, push)).toEqual(['images-disagree']);
    expect(codes({ ...step, images: 'web,web:v1', tag: '{sha}' }, push)).toEqual(['images-disagree']);
  });

  test('does not look up a commit that no image needs', () => {
    const event = { name: 'pull_request', payload: {} };
    expect(codes({ ...step, images: 'web:v1', tag: '{sha}' }, event)).toEqual([]);
  });
});

describe('a rollback', () => {
  test('takes image names alone, and has no source', () => {
    const request = ask({ command: 'rollback', ...step, to: 'v1' }, push);
    expect(request).toMatchObject({ promotion: { images: [{ name: 'web' }] }, to: { kind: 'tag', tag: 'v1' } });
    expect(request.promotion.source).toBeUndefined();
  });

  test('requires product and environments', () => {
    expect(codes({ command: 'rollback' }, byHand())).toEqual(['product-missing', 'environment-missing']);
  });

  test('may come as a payload without tags', () => {
    const sent = { product: 'shop', environment: 'prod', images: ['web'] };
    expect(ask({ command: 'rollback' }, dispatched(sent)).promotion).toMatchObject({ images: [{ name: 'web' }] });
    expect(codes({ command: 'rollback' }, dispatched({ ...sent, tag: 'v1' }))).toEqual(['payload-invalid']);
    expect(codes({ command: 'rollback' }, dispatched(payload))).toEqual(['payload-invalid']);
  });
});

describe('the commands of an application', () => {
  test('check uses the commit by default', () => {
    const { promotion } = ask({ command: 'check', images: 'shop/web,shop/worker:v1' }, push);
    expect(promotion.images).toEqual([
      { name: 'shop/web', tag: sha },
      { name: 'shop/worker', tag: 'v1' },
    ]);
    expect(read({ command: 'check', images: 'shop/web' }, push).question).toBeUndefined();
    expect(read({ command: 'check', images: 'shop/web' }, release).question).toMatchObject({ required: true });
  });

  test('retag fills in its tags, each once', () => {
    const onTag = { ...run, ref: 'refs/tags/v1.4.0' };
    const pending = read(
      { command: 'retag', images: 'shop/web', tag: '{sha}', tags: '{version},{ref},1.4.0' },
      push,
      onTag,
    );
    expect(withCommit(pending)).toMatchObject({
      promotion: { images: [{ name: 'shop/web', tag: sha }] },
      tags: ['1.4.0', 'v1.4.0'],
    });
    expect(codes({ command: 'retag', images: 'shop/web', tags: 'x' }, push)).toEqual(['tag-missing']);
    expect(codes({ command: 'retag', images: 'web:a', tags: '{version}' }, push)).toEqual(['placeholder-unset']);
  });

  const dispatch = { command: 'dispatch', repository: 'acme/manifests', product: 'shop' };

  test('dispatch sends the commit of a push to dev', () => {
    expect(ask(dispatch, push).promotion).toMatchObject({
      products: ['shop'],
      environments: ['dev'],
      images: [],
      tag: sha,
      source: { repository: 'acme/shop', sha, runNumber: 3 },
    });
  });

  test('dispatch sends the commit of a release to stg and prod', () => {
    const pending = read(dispatch, release);
    expect(pending.question).toMatchObject({ revision: 'refs/tags/v1.4.0', required: true });
    expect(withCommit(pending, { sha: behindTag }).promotion).toMatchObject({
      environments: ['stg', 'prod'],
      tag: behindTag,
      source: { sha: behindTag },
    });
  });

  test('dispatch requires environments for any other event', () => {
    expect(codes(dispatch, byHand())).toEqual(['environment-missing']);
    expect(codes(dispatch, byHand({ environments: 'dev' }))).toEqual([]);
    expect(codes({ ...dispatch, environments: 'dev' }, { name: 'schedule', payload: {} })).toEqual([]);
  });

  test('dispatch in a repository_dispatch run does not use its payload', () => {
    expect(codes(dispatch, dispatched({ product: '..' }))).toEqual(['environment-missing']);
  });
});

test('any event is read or refused in visible characters', () => {
  const name = fc.oneof(
    fc.constantFrom('push', 'release', 'workflow_run', 'pull_request', 'workflow_dispatch', 'repository_dispatch'),
    fc.string({ unit: 'binary' }),
  );
  const text = fc.string({ unit: 'binary' });
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({
      inputs: fc.dictionary(fc.constantFrom('product', 'image', 'tag', 'payload', 'from'), fc.jsonValue()),
      client_payload: fc.jsonValue(),
      release: fc.record({ tag_name: text }),
      workflow_run: fc.record({ head_sha: text, head_branch: text, head_repository: fc.record({ full_name: text }) }),
    }),
  );
  fc.assert(
    fc.property(name, body, text, (event, content, ref) => {
      const raw = { ...step, tag: '{sha:7}-{ref}' };
      const request = () => withCommit(read(raw, { name: event, payload: content }, { ...run, ref }));
      expect(shownBy(request)).not.toMatch(unprintable);
    }),
    { numRuns: 300 },
  );
});

describe('the commit and the ref of a checkout', () => {
  const event: TriggerEvent = { name: 'command-line', payload: {} };
  const head: RunContext = { sha, ref: 'refs/heads/main' };
  const inputs = (raw: Raw) => readInputs(raw, event).inputs;

  test.each<Raw>([
    { command: 'promote', ...step, tag: '{sha:7}' },
    { command: 'promote', ...step, tag: 'main-{ref}' },
    { command: 'retag', images: 'web:v1', tags: 'latest, {ref}' },
    { command: 'check', images: 'web' },
  ])('are used by %o', (raw) => {
    expect(usesRun(inputs(raw))).toBe(true);
    expect(() => withCommit(read(raw, event, head))).not.toThrow();
    expect(() => withCommit(read(raw, event, {}))).toThrow();
  });

  test.each<Raw>([
    { command: 'promote', ...step, tag: 'v1' },
    { command: 'promote', ...step, images: 'web:v1' },
    { command: 'promote', ...step, images: '', from: 'stg' },
    { command: 'rollback', product: 'shop', environments: 'dev' },
    { command: 'retag', images: 'web:v1', tags: 'latest' },
  ])('are not used by %o', (raw) => {
    expect(usesRun(inputs(raw))).toBe(false);
    expect(withCommit(read(raw, event, head))).toEqual(withCommit(read(raw, event, {})));
  });
});
