import { expect, it } from 'vitest';
import { renderText } from '../../../src/domain/report/plain-text.ts';
import { buildReport } from '../../../src/domain/report/report.ts';
import { environment } from './samples.ts';

it('each environment of a rollback is reported as rolled back', () => {
  const environments = [environment({ outcome: 'promoted' })];
  const report = { command: 'rollback', environments, repository: 'acme/manifests', commit: 'c'.repeat(40) } as const;
  expect(renderText(buildReport(report))).toContain(' stg: rolled back\n');
  expect(renderText(buildReport({ ...report, command: 'promote' }))).toContain(' stg: promoted\n');
});
