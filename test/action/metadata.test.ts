/** Compares action.yml with the code. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outputsOf } from '../../src/domain/report/action-outputs.ts';
import { buildReport } from '../../src/domain/report/report.ts';
import { inputNames } from '../../src/domain/request/input-table.ts';
import { readAction } from '../runner/action.ts';

const action = await readAction(join(import.meta.dirname, '../../action.yml'));

describe('action.yml', () => {
  it('lists the inputs of the code in the same order, and no other', () => {
    expect(Object.keys(action.inputs)).toEqual(inputNames);
  });

  it('gives a default to the command and the token alone', () => {
    const defaults = Object.entries(action.inputs).filter(([, input]) => input.default !== undefined);
    expect(defaults.map(([name]) => name)).toEqual(['command', 'token']);
  });

  it('lists the outputs of the code, and no other', () => {
    const { outputs } = outputsOf(buildReport({ command: 'promote' }));
    expect(Object.keys(action.outputs)).toEqual(Object.keys(outputs));
  });

  it('has one bash step and interpolates nothing into its text', () => {
    expect(action.runs.using).toBe('composite');
    expect(action.runs.steps).toHaveLength(1);
    const [step] = action.runs.steps;
    expect(step?.run).not.toContain('${{');
    expect(Object.keys(step?.env ?? {})).toEqual(['INPUTS', 'SOURCE_TOKEN']);
  });
});
