import { describe, expect, test } from 'vitest';
import { readInputs } from '../../../src/domain/request/parse-inputs.ts';
import { codesOf, problemsOf } from '../errors/problems.ts';

const form = (inputs: Readonly<Record<string, unknown>>) => ({ name: 'workflow_dispatch', payload: { inputs } });

test('a form fills in the inputs that the step leaves unset', () => {
  const { inputs } = readInputs(
    { product: '', tag: 'v2' },
    form({ product: 'shop', environment: 'dev', image: 'web', tag: 'v1', reason: 'fix', 'dry-run': 'true' }),
  );
  expect(inputs).toMatchObject({
    command: 'promote',
    product: ['shop'],
    environments: ['dev'],
    images: [{ name: 'web' }],
    tag: { text: 'v2' },
    reason: 'fix',
    'dry-run': true,
  });
});

test('values with GitHub types count as text, and empty ones as unset', () => {
  expect(readInputs({}, form({ 'dry-run': true, tag: 362525, product: null, reason: '' })).inputs).toEqual({
    command: 'promote',
    'dry-run': true,
    tag: expect.objectContaining({ text: '362525' }),
  });
});

test('other inputs of a form are ignored', () => {
  const inputs = { delivery: 'merge', config: 'x.yml', branch: 'x', override: 'freeze', token: 'x', labels: 'x' };
  expect(readInputs({}, form(inputs))).toEqual({ inputs: { command: 'promote' }, warnings: [] });
});

test('a form with a payload is automatic, and no other event is a form', () => {
  expect(readInputs({}, form({ payload: '{}', product: 'shop' })).inputs).toEqual({ command: 'promote' });
  expect(readInputs({}, { name: 'push', payload: { inputs: { product: 'shop' } } }).inputs).toEqual({
    command: 'promote',
  });
});

test('a rollback reads its target', () => {
  const { inputs } = readInputs({ command: 'rollback' }, form({ product: 'shop', environments: 'prod', to: 'v1' }));
  expect(inputs).toMatchObject({ environments: ['prod'], to: { kind: 'tag', tag: 'v1' } });
});

describe('an input that the command does not use', () => {
  test('is named in a warning', () => {
    expect(readInputs({}, form({ to: 'v1' })).warnings).toEqual([
      {
        message: "The workflow's input `to` is filled in, and the command promote does not use it.",
        hint: 'Leave it empty.',
      },
    ]);
    expect(readInputs({ command: 'rollback' }, form({ tag: 'v1' })).warnings).toHaveLength(1);
  });

  test('is ignored in a workflow of an application', () => {
    expect(readInputs({ command: 'check', images: 'web' }, form({ product: 'shop', to: 'x' })).warnings).toEqual([]);
  });
});

describe('a form with problems', () => {
  test('has both spellings at once', () => {
    expect(problemsOf(() => readInputs({}, form({ image: 'web', images: 'worker' })))).toEqual([
      {
        code: 'inputs-conflict',
        message: "The workflow's inputs `images` and `image` are both filled in.",
        hint: 'Fill in one of them.',
      },
    ]);
    expect(codesOf(() => readInputs({ images: 'x' }, form({ image: 'web', images: 'worker' })))).toEqual([]);
  });

  test('is reported with the problems of the step', () => {
    const read = () =>
      readInputs({ override: 'freeze', delivery: 'x' }, form({ from: 'stg', tag: 'v1', product: '..' }));
    expect(codesOf(read)).toEqual(['input-invalid', 'product-invalid', 'inputs-conflict', 'inputs-conflict']);
  });

  test('may give the reason for an override of the step', () => {
    expect(codesOf(() => readInputs({ override: 'freeze' }, form({ reason: 'hotfix' })))).toEqual([]);
  });

  test('names an unknown command', () => {
    expect(codesOf(() => readInputs({ command: 'deploy' }, form({ product: 'shop' })))).toEqual(['input-invalid']);
  });
});
