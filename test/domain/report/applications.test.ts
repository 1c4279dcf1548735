import { describe, expect, it } from 'vitest';
import { renderText } from '../../../src/domain/report/plain-text.ts';
import { buildReport } from '../../../src/domain/report/report.ts';
import { renderSummary } from '../../../src/domain/report/summary.ts';
import { environment, promoted } from './samples.ts';

const file = 'argocd/overlays/prod/store/app-shop.yaml';
const report = buildReport({
  ...promoted,
  environments: [
    environment({ name: 'stg', applications: [{ name: 'shop-stg', file, sync: 'automatic' }] }),
    environment({
      name: 'prod',
      applications: [
        { name: 'shop-prod', file, sync: 'manual', url: 'https://argocd.example.com/applications/shop-prod' },
      ],
    }),
  ],
});

describe('the Applications of a promotion', () => {
  it('are in the summary, with a link to Argo CD or else to the manifest', () => {
    expect(renderSummary(report, { server: 'https://github.com' })).toContain(
      [
        '### Argo CD',
        '',
        '| Product | Environment | Application | Syncs |',
        '| --- | --- | --- | --- |',
        `| shop | stg | [\`shop-stg\`](https://github.com/acme/manifests/blob/${report.commit}/${file}) | by itself |`,
        '| shop | prod | [`shop-prod`](https://argocd.example.com/applications/shop-prod) | **when a person syncs it** |',
      ].join('\n'),
    );
  });

  it('are in the log', () => {
    const text = renderText(report);
    expect(text).toContain('    Application shop-stg syncs by itself\n');
    expect(text).toContain(
      '    Application shop-prod waits for a person to sync it: https://argocd.example.com/applications/shop-prod\n',
    );
  });
});
