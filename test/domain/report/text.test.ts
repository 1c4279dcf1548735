import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderText } from '../../../src/domain/report/plain-text.ts';
import { buildReport } from '../../../src/domain/report/report.ts';
import { COMMIT, checked, environment, hostile, promoted, refused, reportOf, web } from './samples.ts';

describe('renderText', () => {
  it('shows the changes, their files and the commit', () => {
    expect(renderText(buildReport(promoted))).toBe(
      `Promoted shop in stg
  shop stg: promoted
    ${web} v1.3.0 → v1.4.0
      applications/shop/overlays/stg/kustomization.yaml:12
  commit ${COMMIT}
`,
    );
  });

  it('names an image once if it had no version before', () => {
    const [change] = environment().changes;
    const changes = change === undefined ? [] : [{ ...change, from: { repository: web } }];
    const text = renderText(buildReport({ ...promoted, environments: [environment({ changes })] }));
    expect(text).toContain(`    ${web} → v1.4.0\n`);
  });

  it('shows problems with place and hint', () => {
    expect(renderText(buildReport(refused))).toBe(
      `Refused the promotion
error: No file of "stg" lists the image "registry.example.com/shop/wep". [image-not-listed]
  at applications/shop/overlays/stg/kustomization.yaml:3
  The nearest name there is "registry.example.com/shop/web".
warning: The key "colour" of the payload is not known.
`,
    );
  });

  it('shows superseded images and the reason', () => {
    const left = environment({
      outcome: 'superseded',
      changes: [],
      superseded: [
        {
          image: web,
          requested: { repository: web, tag: 'v1.2.0' },
          current: { repository: web, tag: 'v1.3.0' },
          reason: 'older',
          message: 'Run 41 of release.yml built it, and run 42 is there.',
        },
      ],
    });
    expect(renderText(buildReport({ command: 'promote', environments: [left] }))).toBe(
      `Left out the promotion of shop in stg
  shop stg: superseded
    ${web} v1.2.0 left out: older
      Run 41 of release.yml built it, and run 42 is there.
`,
    );
  });

  it('names the images of a check', () => {
    expect(renderText(buildReport(checked))).toBe(
      `Missing: 1 of 2 images
  ${web}:v1.4.0 present sha256:${'0'.repeat(64)}
  ${web}:v1.5.0 absent
`,
    );
  });

  it('marks a dry run', () => {
    const report = buildReport({ ...promoted, commit: undefined, dryRun: true });
    expect(renderText(report)).toMatch(/^Dry run: shop in stg would change\n {2}shop stg: would change\n/);
  });

  it('names the environments with the outcome', () => {
    const environments = [environment({ name: 'stg' }), environment({ name: 'prod', outcome: 'refused' })];
    expect(renderText(buildReport({ ...promoted, environments }))).toMatch(/^Refused the promotion of shop in prod\n/);
  });

  it('keeps every value on its line without control characters, except hints of several lines', () => {
    const lines = (text: string) => renderText(reportOf(text)).split('\n').length;
    fc.assert(
      fc.property(hostile, (text) => {
        expect(lines(text)).toBe(lines('x') + 2 * (text.split('\n').length - 1));
        expect(renderText(reportOf(text))).not.toMatch(/[^\P{C}\n]/u);
      }),
    );
  });
});
