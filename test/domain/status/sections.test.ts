import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/domain/report/markdown.ts';
import { statusSections } from '../../../src/domain/status/status-summary.ts';
import { empty, now, rowOf, running, sample } from './samples.ts';

const page = { server: 'https://github.com', repository: 'acme/manifests', branch: 'main', now };

describe('a status in Markdown', () => {
  it('is a table with links, and lists of held, frozen and proposed images', () => {
    const text = assemble(statusSections(sample, page), 1_000_000);
    const file = 'https://github.com/acme/manifests/blob/main/applications/shop/overlays';
    const commit = `https://github.com/acme/manifests/commit/${'c'.repeat(40)}`;
    const built = 'https://github.com/acme/shop/commit/3f2c1ab9d04e5f60718293a4b5c6d7e8f9a0b1c2';
    expect(text.split('\n')).toEqual([
      '### Products and environments',
      '',
      '| Product | Image | dev | stg | prod |',
      '| --- | --- | --- | --- | --- |',
      `| shop | \`registry.example.com/shop/web\` | [\`3f2c1ab\`](${file}/dev/kustomization.yaml#L7) [5m ago](${commit}) from [\`3f2c1ab\`](${built}) | [\`v1.4.0\`](${file}/stg/kustomization.yaml#L7) [3d ago](${commit}) from [\`3f2c1ab\`](${built}) | [\`v1.3.0\`](${file}/prod/kustomization.yaml#L7)<br>↓ older<br>✎ by hand<br>! held |`,
      `| shop | \`docker.io/library/redis\` | [\`7\`](${file}/dev/kustomization.yaml#L7) |  |  |`,
      '',
      '↓ older: older than in the environment before<br>✎ by hand: changed by hand, and not by a promotion<br>! held: automation leaves something out, see what is held',
      '',
      '### Held',
      '',
      '- `registry.example.com/shop/web:v1.4.0` in prod of shop',
      '',
      '### Frozen',
      '',
      expect.stringContaining('- prod of shop until 2027'),
      '',
      '### Open promotions',
      '',
      expect.stringContaining('](https://github.com/acme/manifests/pull/12) `promotion/shop/prod`'),
      '',
      '',
    ]);
  });

  it('has no links in a checkout', () => {
    const text = assemble(statusSections(sample, { ...page, repository: undefined }), 1_000_000);
    expect(text).toContain('| `3f2c1ab` 5m ago from [`3f2c1ab`](https://github.com/acme/shop/commit/');
  });

  it('keeps its form with any value of a manifest', () => {
    const evil = 'v1`|<img src=x>|@octocat';
    const rows = [rowOf([running('dev', evil)])];
    const text = assemble(statusSections({ ...empty, environments: ['dev'], rows }, page), 1_000_000);
    expect(text).not.toMatch(/<img|@octocat/);
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('| shop'))
        .map((line) => line.match(/(?<!\\)\|/g)?.length),
    ).toEqual([4]);
  });

  it('says that nothing is listed', () => {
    expect(assemble(statusSections(empty, page), 1_000)).toContain('| nothing is listed |  |');
  });
});
