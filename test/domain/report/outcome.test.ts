import { describe, expect, it } from 'vitest';
import type { ErrorCode, Violation } from '../../../src/domain/errors.ts';
import type { Outcome } from '../../../src/domain/model.ts';
import { actionExitCode, commandLineExitCode, outcomeOf } from '../../../src/domain/report/outcome.ts';

const violation = (code: ErrorCode): Violation => ({ code, message: 'What is wrong.', hint: 'What to do.' });
const environments = (...outcomes: Outcome[]) => outcomes.map((outcome) => ({ outcome }));

describe('the outcome of several', () => {
  it.each<[Outcome[], Outcome]>([
    [['unchanged', 'promoted'], 'promoted'],
    [['promoted', 'superseded'], 'superseded'],
    [['superseded', 'armed'], 'armed'],
    [['armed', 'proposed'], 'proposed'],
    [['proposed', 'refused'], 'refused'],
    [['refused', 'failed'], 'failed'],
    [[], 'unchanged'],
  ])('of %j is %s', (outcomes, expected) => {
    expect(outcomeOf(environments(...outcomes), [])).toBe(expected);
  });

  it('is refused for a refusal and failed for any other error', () => {
    expect(outcomeOf([], [violation('image-not-listed')])).toBe('refused');
    expect(outcomeOf([], [violation('input-unknown')])).toBe('failed');
    expect(outcomeOf([], [violation('image-not-listed'), violation('host-unavailable')])).toBe('failed');
  });
});

describe('exit codes', () => {
  it.each([
    ['promoted', [], 0, 0],
    ['unchanged', [], 0, 0],
    ['superseded', [], 0, 0],
    ['missing', [], 0, 0],
    ['success', [], 0, 0],
    ['failure', [], 1, 1],
    ['cancelled', [], 1, 1],
    ['refused', [], 1, 3],
    ['refused', ['image-not-listed'], 1, 3],
    ['failed', ['input-unknown'], 1, 2],
    ['failed', ['host-unavailable'], 1, 1],
    ['proposed', ['branch-protected'], 1, 1],
  ] as const)('%s with violations %j: the action %d, the command line %d', (outcome, codes, action, commandLine) => {
    const ended = { outcome, violations: codes.map(violation) };
    expect(actionExitCode(ended)).toBe(action);
    expect(commandLineExitCode(ended)).toBe(commandLine);
  });
});
