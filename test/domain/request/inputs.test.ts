import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commands, inputNames, inputTable } from '../../../src/domain/request/input-table.ts';
import { inputsOf, parseInputs } from '../../../src/domain/request/parse-inputs.ts';
import { codesOf, problemsOf, shownBy, unprintable } from '../errors/problems.ts';

const parse = (raw: Readonly<Record<string, string>>) => parseInputs(raw, 'action');
const codes = (raw: Readonly<Record<string, string>>): string[] => codesOf(() => parse(raw));
const messages = (raw: Readonly<Record<string, string>>): string[] =>
  problemsOf(() => parse(raw)).map(({ message }) => message);

test('no input means the command promote with everything unset', () => {
  expect(parse({})).toEqual({ command: 'promote' });
  expect(parse(Object.fromEntries(inputNames.map((name) => [name, ''])))).toEqual({ command: 'promote' });
  expect(parse({ product: ' \n ' })).toEqual({ command: 'promote' });
});

test('every input of promote is read', () => {
  expect(
    parse({
      token: 'secret',
      repository: 'acme/manifests',
      branch: 'main',
      config: 'promotion/config.yml',
      product: 'shop',
      environments: 'stg, prod\nstg\n',
      images: 'web:v1\nworker=shop/worker\n',
      tag: 'v1',
      delivery: 'merge',
      'merge-method': 'squash',
      labels: 'release, kind: image',
      reviewers: 'octocat, team:sre',
      assignees: 'octocat',
      draft: 'false',
      reason: ' Because. ',
      'dry-run': 'True',
    }),
  ).toEqual({
    command: 'promote',
    token: 'secret',
    repository: 'acme/manifests',
    branch: 'main',
    config: 'promotion/config.yml',
    product: ['shop'],
    environments: ['stg', 'prod'],
    images: [
      { name: 'web', tag: 'v1' },
      { name: 'worker', newName: 'shop/worker' },
    ],
    tag: { text: 'v1', parts: [{ kind: 'literal', text: 'v1' }] },
    delivery: 'merge',
    'merge-method': 'squash',
    labels: ['release', 'kind: image'],
    reviewers: ['octocat', 'team:sre'],
    assignees: ['octocat'],
    draft: false,
    reason: 'Because.',
    'dry-run': true,
  });
});

test('every input of the other commands is read', () => {
  const dispatch = { command: 'dispatch', repository: 'acme/manifests', workflow: 'promote.yml', wait: '600' };
  expect(parse(dispatch)).toMatchObject({ workflow: 'promote.yml', wait: 600 });
  expect(parse({ command: 'check', images: 'web', 'on-unknown': 'missing' })).toMatchObject({
    'on-unknown': 'missing',
  });
  expect(parse({ command: 'retag', images: 'web:a', tags: '{version},latest' }).tags).toHaveLength(2);
  expect(parse({ command: 'rollback', to: 'v1' }).to).toEqual({ kind: 'tag', tag: 'v1' });
  expect(parse({ command: 'rollback', to: 'commit:0123abc' }).to).toEqual({ kind: 'commit', id: '0123abc' });
  expect(parse({ from: 'stg', override: 'freeze', reason: 'hotfix' })).toMatchObject({
    from: 'stg',
    override: 'freeze',
  });
});

describe('booleans accept the spellings of YAML 1.2 and no others', () => {
  test.each(['true', 'True', 'TRUE'])('%s', (text) => expect(parse({ 'dry-run': text })['dry-run']).toBe(true));
  test.each(['false', 'False', 'FALSE'])('%s', (text) => expect(parse({ 'dry-run': text })['dry-run']).toBe(false));
  test.each(['yes', 'no', 'on', 'off', '1', '0', 'tRUE', 'y', 'null'])('rejects %s', (text) => {
    expect(codes({ 'dry-run': text })).toEqual(['input-invalid']);
  });
});

describe('invalid values', () => {
  test.each([
    [{ command: 'promotee' }, 'input-invalid'],
    [{ repository: 'https://github.com/acme/manifests' }, 'input-invalid'],
    [{ branch: 'refs/heads/main' }, 'input-invalid'],
    [{ branch: 'a..b' }, 'input-invalid'],
    [{ config: '../promotion.yml' }, 'input-invalid'],
    [{ config: '/promotion.yml' }, 'input-invalid'],
    [{ product: '../shop' }, 'product-invalid'],
    [{ environments: 'dev,/prod' }, 'environment-invalid'],
    [{ images: 'Web:v1' }, 'image-invalid'],
    [{ images: 'web:{sha}' }, 'tag-invalid'],
    [{ tag: '{sh}' }, 'placeholder-unknown'],
    [{ tag: 'a b' }, 'tag-invalid'],
    [{ from: '..' }, 'environment-invalid'],
    [{ delivery: 'push' }, 'input-invalid'],
    [{ 'merge-method': 'fast-forward' }, 'input-invalid'],
    [{ labels: 'a'.repeat(51) }, 'input-invalid'],
    [{ reviewers: 'acme/sre' }, 'input-invalid'],
    [{ assignees: 'team:sre' }, 'input-invalid'],
    [{ override: 'policy', reason: 'x' }, 'input-invalid'],
    [{ reason: 'two\nlines' }, 'input-invalid'],
    [{ reason: 'a\u0007b' }, 'input-invalid'],
    [{ reason: 'a'.repeat(301) }, 'input-invalid'],
    [{ command: 'dispatch', repository: 'a/b', workflow: '.github/workflows/promote.yml' }, 'input-invalid'],
    [{ command: 'dispatch', repository: 'a/b', 'event-type': 'a'.repeat(101) }, 'input-invalid'],
    [{ command: 'dispatch', repository: 'a/b', workflow: 'a.yml', wait: '-1' }, 'input-invalid'],
    [{ command: 'dispatch', repository: 'a/b', workflow: 'a.yml', wait: '5m' }, 'input-invalid'],
    [{ command: 'dispatch', repository: 'a/b', workflow: 'a.yml', wait: '999999' }, 'input-invalid'],
    [{ command: 'check', images: 'web', 'on-unknown': 'ignore' }, 'input-invalid'],
    [{ command: 'retag', images: 'web:a', tags: 'a+b' }, 'tag-invalid'],
    [{ command: 'rollback', to: 'commit:main' }, 'input-invalid'],
    [{ command: 'rollback', to: 'commit:0123' }, 'input-invalid'],
    [{ command: 'rollback', to: '{sha}' }, 'input-invalid'],
    [{ command: 'rollback', to: 'a b' }, 'tag-invalid'],
  ] as const)('%j: %s', (raw, code) => {
    expect(codes(raw)).toEqual([code]);
  });

  test('a reason may have 300 visible characters', () => {
    expect(codes({ reason: '🚀'.repeat(300) })).toEqual([]);
  });

  test('an invalid value is refused with the nearest and all valid ones', () => {
    expect(problemsOf(() => parse({ delivery: 'pull_request' }))).toEqual([
      {
        code: 'input-invalid',
        message: 'The value "pull_request" of `delivery` is not known.',
        hint: 'Did you mean pull-request? It is one of commit, pull-request, auto-merge and merge.',
      },
    ]);
    expect(shownBy(() => parse({ command: 'promot' }))).toContain('Did you mean promote?');
  });
});

describe('inputs of another command', () => {
  test('an unknown one is refused with the nearest of the command', () => {
    expect(problemsOf(() => parse({ environment: 'dev' }))).toEqual([
      {
        code: 'input-unknown',
        message: 'The input "environment" is not known.',
        hint: 'Did you mean `environments`? Otherwise leave it out.',
      },
    ]);
    expect(codes(JSON.parse('{"__proto__": "x", "constructor": "y"}'))).toEqual(['input-unknown', 'input-unknown']);
  });

  test('an unused one is refused with both sides and the remedy', () => {
    expect(problemsOf(() => parse({ to: 'v1' }))).toEqual([
      {
        code: 'inputs-conflict',
        message: '`to` is given, and the command promote does not use it.',
        hint: 'Leave out `to`, or use a command that takes it: rollback.',
      },
    ]);
  });

  const required = { check: { images: 'web' }, retag: { images: 'web:a', tags: 'b' }, dispatch: { repository: 'a/b' } };
  const sample: Readonly<Record<string, string>> = {
    ...{ token: 'x', repository: 'a/b', branch: 'main', config: 'a.yml', product: 'shop', environments: 'dev' },
    ...{
      images: 'web',
      tag: 'v1',
      from: 'stg',
      delivery: 'merge',
      'merge-method': 'merge',
      labels: 'a',
      reviewers: 'a',
    },
    ...{
      assignees: 'a',
      draft: 'false',
      override: 'freeze',
      reason: 'x',
      'dry-run': 'true',
      'on-unknown': 'fail',
      to: 'v1',
    },
    ...{ tags: 'v1', workflow: 'a.yml', 'event-type': 'x', wait: '1' },
    ...{ report: '{}', 'argocd-server': 'https://argocd.example.com', 'argocd-token': 'x', timeout: '1' },
    ...{ since: '90d', at: '2026-11-30T09:00Z', page: 'status.html' },
  };

  test.each(commands)('%s takes the inputs of its table, and the token', (command) => {
    for (const name of inputNames.filter((candidate) => candidate !== 'command')) {
      const raw = { ...required[command as keyof typeof required], command, [name]: sample[name] ?? '' };
      const unused = problemsOf(() => parse(raw)).filter(({ message }) => message.includes('does not use it'));
      const used = name === 'token' || (inputTable[name].commands as readonly string[]).includes(command);
      expect(unused, `${command} ${name}`).toHaveLength(used ? 0 : 1);
    }
  });
});

describe('illegal combinations name both sides and both remedies', () => {
  const dispatch = { command: 'dispatch', repository: 'acme/manifests' };
  test.each([
    [{ from: 'stg', tag: 'v1' }, ['`from`', '`tag`']],
    [{ from: 'stg', images: 'web:v1' }, ['`from`', '`images`']],
    [{ from: 'stg', environments: 'prod,stg' }, ['`from`', '`environments`']],
    [{ override: 'freeze' }, ['`override`', '`reason`']],
    [{ ...dispatch, workflow: 'a.yml', 'event-type': 'promote' }, ['`workflow`', '`event-type`']],
    [{ ...dispatch, wait: '5' }, ['`wait`', '`workflow`']],
    [{ delivery: 'commit', 'merge-method': 'squash' }, ['`merge-method`', '`delivery`']],
    [{ delivery: 'commit', labels: 'a' }, ['`labels`', '`delivery`']],
    [{ delivery: 'commit', reviewers: 'a' }, ['`reviewers`', '`delivery`']],
    [{ delivery: 'commit', assignees: 'a' }, ['`assignees`', '`delivery`']],
    [{ delivery: 'commit', draft: 'false' }, ['`draft`', '`delivery`']],
    [{ delivery: 'merge', draft: 'true' }, ['`draft`', '`delivery`']],
    [{ delivery: 'auto-merge', draft: 'true' }, ['`draft`', '`delivery`']],
    [{ command: 'rollback', images: 'web:v1' }, ['`images`', '`to`']],
  ] as const)('%j', (raw, sides) => {
    const problems = problemsOf(() => parse(raw));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.code).toBe('inputs-conflict');
    for (const side of sides) expect(`${problems[0]?.message} ${problems[0]?.hint}`).toContain(side);
  });

  test.each([
    [{ delivery: 'pull-request', draft: 'true' }],
    [{ delivery: 'merge', draft: 'false' }],
    [{ from: 'stg', environments: 'prod', images: 'web' }],
    [{ override: 'freeze', reason: 'hotfix' }],
    [{ ...dispatch, workflow: 'a.yml', wait: '0' }],
    [{ command: 'rollback', images: 'web', to: 'v1' }],
  ])('%j is fine', (raw) => {
    expect(codes(raw)).toEqual([]);
  });

  test.each([
    [{ command: 'dispatch' }, ['input-missing']],
    [{ command: 'check' }, ['input-missing']],
    [{ command: 'retag' }, ['input-missing', 'input-missing']],
  ])('%j lacks a required input', (raw, expected) => {
    expect(codes(raw)).toEqual(expected);
  });

  test('an invalid input does not count as missing', () => {
    expect(messages({ override: 'freeze', reason: 'a\nb' })).toEqual([
      'The value of `reason` has a line break or a control character.',
    ]);
  });
});

test('every problem is reported at once', () => {
  expect(
    codes({ command: 'promote', brunch: 'main', to: 'v1', delivery: 'x', from: 'stg', tag: '{x}', product: '..,/' }),
  ).toEqual([
    'input-unknown',
    'inputs-conflict',
    'input-invalid',
    'placeholder-unknown',
    'product-invalid',
    'product-invalid',
    'inputs-conflict',
  ]);
});

test('the command line rejects inputs about a server', () => {
  expect(codesOf(() => parseInputs({ repository: 'a/b', labels: 'x', delivery: 'merge' }, 'cli'))).toEqual([
    'inputs-conflict',
    'inputs-conflict',
    'inputs-conflict',
  ]);
  expect(inputsOf('promote', 'cli')).toEqual([
    ...['config', 'product', 'environments', 'images', 'tag', 'from', 'delivery', 'override', 'reason', 'dry-run'],
  ]);
});

test('messages quote the text of any input', () => {
  const raw = fc.dictionary(
    fc.oneof(fc.constantFrom(...inputNames), fc.string({ unit: 'binary' })),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(raw, (inputs) => {
      expect(shownBy(() => parse(inputs))).not.toMatch(unprintable);
    }),
    { numRuns: 300 },
  );
});

describe('the start of a history', () => {
  test.each([
    ['90d', { days: 90 }],
    ['12w', { days: 84 }],
    ['2026-11-30', { moment: '2026-11-30T00:00:00Z' }],
    ['2026-11-30T09:00+09:00', { moment: '2026-11-30T00:00:00Z' }],
  ])('%s', (text, since) => {
    expect(parse({ command: 'history', since: text }).since).toEqual(since);
  });

  test.each(['0d', '9999w', '90', 'yesterday', '2026-02-30', '90 d'])('%s is refused', (text) => {
    expect(problemsOf(() => parse({ command: 'history', since: text }))).toMatchObject([
      { code: 'input-invalid', hint: expect.stringContaining('90d') },
    ]);
  });
});

describe('the time of a status', () => {
  test('may have no seconds', () => {
    expect(parse({ command: 'status', at: '2026-11-30T09:00Z' }).at).toBe('2026-11-30T09:00:00Z');
  });

  test('is refused if it is invalid', () => {
    expect(problemsOf(() => parse({ command: 'status', at: 'noon' }))).toMatchObject([{ code: 'input-invalid' }]);
  });
});
