import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/domain/model.ts';
import { headlineOf } from '../../../src/domain/report/outcome.ts';
import { buildReport, type CommandResult } from '../../../src/domain/report/report.ts';
import type { ReportAwaited } from '../../../src/domain/report/report-schema.ts';
import { awaited, checked, environment, promoted, refused, web } from './samples.ts';

const ended = (outcome: Outcome, over: Partial<CommandResult> = {}): CommandResult => ({
  command: 'promote',
  environments: [environment({ outcome })],
  ...over,
});
const tagged: CommandResult = {
  command: 'retag',
  outcome: 'tagged',
  images: [{ image: `${web}:v1`, verdict: 'tagged' }],
};

const awaiting = (outcome: CommandResult['outcome'], state: ReportAwaited['state'] = 'running'): CommandResult => ({
  command: 'await',
  outcome,
  awaited: [awaited({ state }), awaited({ name: 'shop-green', state: 'running' })],
});

describe('headlineOf', () => {
  it.each<[string, CommandResult]>([
    ['Promoted shop in stg', promoted],
    ['1 file changed, nothing committed', ended('promoted', { changed: true, environments: promoted.environments })],
    ['Rolled back shop in stg', ended('promoted', { command: 'rollback' })],
    ['Proposed the promotion of shop in stg in a pull request', ended('proposed')],
    ['The promotion of shop in stg merges when its requirements are met', ended('armed')],
    ['Nothing to change for the rollback of shop in stg', ended('unchanged', { command: 'rollback' })],
    ['Left out the promotion of shop in stg', ended('superseded')],
    ['Refused the promotion of shop in stg', ended('refused')],
    ['Refused the promotion', refused],
    ['The promotion of shop in stg failed', ended('failed')],
    ['Dry run: shop in stg would change', ended('unchanged', { dryRun: true })],
    ['The promotion ended as built', ended('unchanged', { outcome: 'built' })],
    [
      'Dry run: nothing to change for the promotion',
      ended('unchanged', { dryRun: true, environments: [environment({ outcome: 'unchanged', changes: [] })] }),
    ],
    ['Refused the promotion of shop in stg', ended('refused', { dryRun: true })],
    ['Missing: 1 of 2 images', checked],
    ['Found 2 images in the registry', { ...checked, outcome: 'built', missing: [] }],
    ['Refused the check', { command: 'check', outcome: 'refused' }],
    ['The check failed', { command: 'check', outcome: 'failed' }],
    ['Set 1 tag', tagged],
    ['Nothing to change: the tag is there', { ...tagged, outcome: 'unchanged' }],
    ['Nothing to change: the tags are there', { ...tagged, outcome: 'unchanged', images: [] }],
    ['Refused to set the tags', { ...tagged, outcome: 'refused' }],
    ['Setting the tags failed', { ...tagged, outcome: 'failed' }],
    ['Dry run: 1 tag would be set', { ...tagged, outcome: 'unchanged', dryRun: true }],
    ['Dry run: nothing to change, the tags are there', { command: 'retag', outcome: 'unchanged', dryRun: true }],
    ['The promotion of shop in prod runs', awaiting('running')],
    ['Nothing to wait for', { command: 'await', outcome: 'unchanged' }],
    ['The promotion of shop in prod waits for a person: 1 Application', awaiting('waiting', 'waiting')],
    ['The promotion of shop in prod was overtaken by a newer one', awaiting('overtaken', 'overtaken')],
    ['The promotion of shop in prod does not run: 1 Application degraded', awaiting('degraded', 'degraded')],
    ['The promotion of shop in prod did not run in time: 1 Application left', awaiting('timed-out', 'timed-out')],
    ['Waiting for the promotion failed', { command: 'await', outcome: 'failed' }],
    ['Dispatched the promotion', { command: 'dispatch', outcome: 'dispatched' }],
    ['Dry run: the promotion would be dispatched', { command: 'dispatch', outcome: 'unchanged', dryRun: true }],
    ['Dispatched the promotion, and its run succeeded', { command: 'dispatch', outcome: 'success' }],
    ['Dispatched the promotion, and its run failed', { command: 'dispatch', outcome: 'failure' }],
    ['Dispatched the promotion, and its run was cancelled', { command: 'dispatch', outcome: 'cancelled' }],
    ['Dispatched the promotion, and its run ended as timed out', { command: 'dispatch', outcome: 'timed_out' }],
    ['Refused to dispatch the promotion', { command: 'dispatch', outcome: 'refused' }],
    ['Dispatching the promotion failed', { command: 'dispatch', outcome: 'failed' }],
    ['Refused to say what runs where', { command: 'status', outcome: 'refused' }],
    ['What runs where could not be found out', { command: 'status', outcome: 'failed' }],
    ['What runs where', { command: 'status', outcome: 'reported' }],
  ])('%s', (headline, result) => {
    expect(headlineOf(buildReport(result))).toBe(headline);
  });

  it('names the environments with the outcome, and the first five of many', () => {
    const environments = ['dev', 'stg'].map((name) => environment({ name }));
    const held = environment({ name: 'prod', outcome: 'superseded' });
    expect(headlineOf(buildReport({ command: 'promote', environments: [...environments, held] }))).toBe(
      'Left out the promotion of shop in prod',
    );
    const many = Array.from({ length: 7 }, (_, index) => environment({ name: `e${index}` }));
    expect(headlineOf(buildReport({ command: 'promote', environments: many }))).toBe(
      'Promoted shop in e0, e1, e2, e3, e4 and 2 more',
    );
  });
});
