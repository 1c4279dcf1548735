import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../../src/domain/report/action-outputs.ts';
import { unifiedDiff } from '../../../src/domain/report/diff.ts';
import { shownDiff } from '../../../src/domain/report/plain-text.ts';
import { buildReport } from '../../../src/domain/report/report.ts';
import { renderSummary } from '../../../src/domain/report/summary.ts';
import { renderPage } from './page.ts';
import { COMMIT, checked, environment, hostile, promoted, refused, reportOf, web } from './samples.ts';

const server = 'https://github.com';
const MEBIBYTE = 1_048_576;
const page = (...[report, options]: [Parameters<typeof renderSummary>[0], object?]) =>
  renderPage(renderSummary(report, { server, ...options }));

describe('renderSummary', () => {
  it('shows the changes, with links to the commit, the file, the source and the compare view', () => {
    expect(renderSummary(buildReport(promoted), { server })).toBe(
      `## ✅ Promoted shop in stg

- **Manifests:** [\`acme/manifests\`](https://github.com/acme/manifests) \`main\`
- **Commit:** [\`3f2c1ab\`](https://github.com/acme/manifests/commit/${COMMIT})
- **Source:** \`acme/shop\` [\`3f2c1ab\`](https://github.com/acme/shop/commit/${COMMIT}) \`refs/tags/v1.4.0\` by [release.yml &#35;&#8203;42](https://github.com/acme/shop/actions/runs/7)

### Environments

| Product | Environment | Outcome | Image | From | To | Where |
| --- | --- | --- | --- | --- | --- | --- |
| shop | stg | promoted [\`3f2c1ab\`](https://github.com/acme/manifests/commit/${COMMIT}) | \`${web}\` | \`v1.3.0\` | \`v1.4.0\` ([compare](https://github.com/acme/shop/compare/v1.3.0...v1.4.0)) | [\`…/kustomization.yaml:12\`](https://github.com/acme/manifests/blob/${COMMIT}/applications/shop/overlays/stg/kustomization.yaml#L12) |

`,
    );
  });

  it('shows a refusal with its hint and place', () => {
    expect(page(buildReport(refused)).rows).toEqual([
      ['What', 'What to do', 'Where'],
      [
        'No file of stg lists the image registry.example.com/shop/wep.',
        'The nearest name there is registry.example.com/shop/web.',
        'applications/shop/overlays/stg/kustomization.yaml:3',
      ],
      ['What'],
      ['The key colour of the payload is not known.'],
    ]);
  });

  it('does not show the commit of one environment for a failed one', () => {
    const environments = [environment(), environment({ name: 'prod', outcome: 'failed' })];
    const { rows } = page(buildReport({ ...promoted, environments }));
    const outcomes = rows.filter(([product]) => product === 'shop').map(([, name, outcome]) => `${name}: ${outcome}`);
    expect(outcomes).toEqual([`stg: promoted ${COMMIT.slice(0, 7)}`, 'prod: failed']);
  });

  it('links places on the branch if there is no commit', () => {
    const report = buildReport({ ...refused, repository: 'acme/manifests', branch: 'main' });
    expect(page(report).links).toContain(
      'https://github.com/acme/manifests/blob/main/applications/shop/overlays/stg/kustomization.yaml#L3',
    );
  });

  it('links places on the default branch if the branch is unknown', () => {
    const report = buildReport({ ...refused, repository: 'acme/manifests' });
    expect(page(report).links).toContain(
      'https://github.com/acme/manifests/blob/HEAD/applications/shop/overlays/stg/kustomization.yaml#L3',
    );
  });

  it.each([
    ['✅', promoted],
    ['⏳', { ...promoted, environments: [environment({ outcome: 'proposed' })] }],
    ['➖', { ...promoted, environments: [environment({ outcome: 'unchanged' })] }],
    ['⛔', refused],
    ['❌', { ...promoted, environments: [environment({ outcome: 'failed' })] }],
    ['⚠️', { ...promoted, outcome: 'proposed', violations: refused.violations }],
  ] as const)('begins with the outcome: %s', (sign, result) => {
    expect(renderSummary(buildReport(result), { server })).toMatch(new RegExp(`^## ${sign} `, 'u'));
  });

  it('links the pull requests of the run and of each environment', () => {
    const report = buildReport({
      ...promoted,
      environments: [environment({ outcome: 'proposed', delivery: 'pull-request', pullRequest: 7 })],
      pullRequests: [{ number: 7, url: 'https://github.com/acme/manifests/pull/7' }],
    });
    const links = page(report).links.filter((link) => link === 'https://github.com/acme/manifests/pull/7');
    expect(links).toHaveLength(2);
  });

  it('shows superseded images and the reason, once', () => {
    const superseded = [
      {
        image: web,
        requested: { repository: web, tag: 'v1.2.0' },
        current: { repository: web, tag: 'v1.3.0' },
        reason: 'older',
        message: `${web}:v1.2.0 comes from run 41, and run 42 built what is there.`,
      },
    ] as const;
    const report = buildReport({
      command: 'promote',
      environments: [environment({ outcome: 'superseded', changes: [], superseded })],
      notices: [{ message: superseded[0].message }],
    });
    expect(page(report).rows).toEqual([
      ['Product', 'Environment', 'Outcome'],
      ['shop', 'stg', 'superseded'],
      ['Product', 'Environment', 'Image', 'Asked for', 'Stays', 'Why'],
      ['shop', 'stg', web, 'v1.2.0', 'v1.3.0', 'older: v1.2.0 comes from run 41, and run 42 built what is there.'],
    ]);
  });

  it('shows the answers of a registry', () => {
    expect(page(buildReport(checked)).rows).toEqual([
      ['Image', 'Verdict', 'Digest'],
      [`${web}:v1.4.0`, 'present', `sha256:${'0'.repeat(64)}`],
      [`${web}:v1.5.0`, 'absent', ''],
    ]);
  });

  it('shows the diff of a dry run in a fence that the diff cannot close', () => {
    const before = 'text: |\n  ```\n  </pre><b>x</b>\ntag: old\n';
    const diff = unifiedDiff([{ path: 'dev/values.yaml', before, after: before.replace('old', 'new') }]);
    const markdown = renderSummary(buildReport({ ...promoted, dryRun: true, commit: undefined }), { server, diff });
    expect(markdown).toContain(`\n\`\`\`\`diff\n${shownDiff(diff)}\`\`\`\`\n`);
    expect(renderPage(markdown).elements).not.toContain('b');
    expect(markdown).toContain('**Dry run:** nothing was changed');
    expect(markdown).toContain('| shop | stg | would change |');
  });

  it('shows the tags of a dry run', () => {
    const images = [
      { image: `${web}:v1`, verdict: 'tagged' },
      { image: `${web}:v2`, verdict: 'unchanged' },
    ] as const;
    expect(page(buildReport({ command: 'retag', outcome: 'unchanged', dryRun: true, images })).rows).toEqual([
      ['Image', 'Tag'],
      [`${web}:v1`, 'would be set'],
      [`${web}:v2`, 'unchanged'],
    ]);
  });

  it('warns of unrestricted access on request', () => {
    const warning = 'Every holder of the dispatch token may promote every listed image';
    expect(renderSummary(buildReport(promoted), { server, access: 'unrestricted' })).toContain(warning);
    expect(renderSummary(buildReport(promoted), { server })).not.toContain(warning);
  });

  it('takes further parts between the changes and the notices', () => {
    const sections = [{ lead: ['### Argo CD', ''], rows: ['- shop-dev syncs by itself'] }];
    expect(page(buildReport(promoted), { sections }).html).toContain(
      '<h3>Argo CD</h3>\n<ul>\n<li>shop-dev syncs by itself</li>',
    );
  });

  it('has no links without a server', () => {
    expect(page(buildReport(promoted), { server: '' }).links).toEqual([]);
  });
});

describe('the compare view', () => {
  const compared = (from: string, to: string, source: object) => {
    const [stg] = [environment()];
    const changes = stg.changes.map((change) => ({
      ...change,
      from: { repository: web, tag: from },
      to: { repository: web, tag: to },
    }));
    const report = buildReport({
      ...promoted,
      environments: [{ ...stg, changes }],
      source: { repository: 'acme/shop', ...source },
    });
    return page(report).links.find((link) => link.includes('/compare/'));
  };

  it.each([
    ['tags that are commit ids', 'a'.repeat(40), COMMIT, { sha: COMMIT }, `${'a'.repeat(40)}...${COMMIT}`],
    ['shortened commit ids', 'aaaaaaa', '3f2c1ab', { sha: COMMIT }, 'aaaaaaa...3f2c1ab'],
    ['the git tag itself', 'v1.3.0', 'v1.4.0', { ref: 'refs/tags/v1.4.0' }, 'v1.3.0...v1.4.0'],
    ['the git tag without its v', '1.3.0', '1.4.0', { ref: 'refs/tags/v1.4.0' }, 'v1.3.0...v1.4.0'],
    ['another commit than the source’s', 'aaaaaaa', 'bbbbbbb', { sha: COMMIT }, undefined],
    ['another tag than the source’s', 'v1.3.0', 'v1.5.0', { ref: 'refs/tags/v1.4.0' }, undefined],
    ['a commit id and a git tag', 'aaaaaaa', 'v1.4.0', { ref: 'refs/tags/v1.4.0' }, undefined],
    ['no change of the tag', 'v1.4.0', 'v1.4.0', { ref: 'refs/tags/v1.4.0' }, undefined],
  ])('appears with %s', (_, from, to, source, range) => {
    expect(compared(from, to, source)).toBe(range && `https://github.com/acme/shop/compare/${range}`);
  });
});

describe('a summary of hostile names and values', () => {
  const calm = page(reportOf('x'));

  it('has the same elements, rows and cells as a harmless one, and links to the server alone', () => {
    fc.assert(
      fc.property(
        hostile.filter((text) => text !== ''),
        (text) => {
          const { elements, rows, links, proseText } = page(reportOf(text));
          expect([...elements].filter((name) => !calm.elements.has(name))).toEqual([]);
          expect(rows.map(({ length }) => length)).toEqual(calm.rows.map(({ length }) => length));
          expect(links.map((link) => new URL(link).origin)).toEqual(calm.links.map(() => server));
          expect(proseText).not.toMatch(/@[\p{L}\p{N}]|#\d/u);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a summary of a large run', () => {
  const environments = Array.from({ length: 12_000 }, (_, index) => environment({ name: `env-${index}` }));
  const violations = Array.from({ length: 12_000 }, (_, index) => ({
    code: 'internal' as const,
    message: `${'界'.repeat(3_000)} ${index}`,
    hint: 'Look into it.',
  }));
  const diff = unifiedDiff(environments.map(({ name }) => ({ path: name, before: 'old\n', after: '```\n' })));
  const markdown = renderSummary(buildReport({ ...promoted, environments, violations }), { server, diff });

  it('stays below 1 MiB', () => {
    expect(bytesOf(markdown)).toBeLessThan(MEBIBYTE);
    expect(bytesOf(markdown)).toBeGreaterThan(MEBIBYTE / 2);
  });

  it('counts the omitted rows of each part, and closes the fence', () => {
    const counts = [...markdown.matchAll(/(\d+) more of (\d+) are not shown here/g)].map(([, , all]) => all);
    expect(counts).toEqual(['12000', '12000', '60000']);
    expect(markdown).toMatch(/\n````\n\n\d+ more of 60000 /);
    const shown = [...markdown.matchAll(/^\| shop \| env-/gm)].length;
    expect(markdown).toContain(`${12_000 - shown} more of 12000`);
  });
});
