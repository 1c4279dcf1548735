import { describe, expect, it } from 'vitest';
import { type PageRequest, statusPage } from '../../src/commands/history.ts';
import { testClock } from '../adapters/github/clock.ts';
import { build, hosts, kustomization, NAME, overlay, type TestRepository } from './test-repository.ts';

const open = (stage: TestRepository, request: PageRequest = {}) =>
  statusPage(request, { ...stage.world, clock: testClock('2026-12-25T12:00:00Z'), server: 'https://github.com' });

type Data = { readonly changes: readonly (readonly unknown[])[]; readonly versions: readonly string[] };

const dataOf = (html: string): Data =>
  JSON.parse(/<script type="application\/json" id="-data">(.*)<\/script>/.exec(html)?.[1] ?? '') as Data;

describe.each(hosts)('the status page, %s', (_, openStage) => {
  it('has the data of the commands status and history', async () => {
    await using stage = await openStage({
      [overlay('dev')]: kustomization(`${NAME}:v0`),
      [overlay('prod')]: kustomization(`${NAME}:v0`),
    });
    await stage.promote({ environments: ['dev'], images: [`${NAME}:v1`], source: build(1) });
    await stage.promote({ environments: ['dev'], images: [`${NAME}:v2`], source: build(2) });
    const { reported, html } = await open(stage, { since: { moment: '2020-01-01T00:00:00Z' } });
    expect(reported.status.environments).toEqual(['dev', 'prod']);
    expect(html).toMatch(stage.world.host.pullRequests === undefined ? /<h1>[^<]+ <small>/ : /<h1><a href/);
    expect(html).not.toContain('<h1>Checkout');
    expect(html).toContain('href="#shop/dev">v2</a>');
    expect(html).toContain('href="#shop/prod">v0</a>');
    const { changes, versions } = dataOf(html);
    const told = changes.map((change) => [change[5], change[6]].map((place) => versions[Number(place) - 1]));
    expect(told.slice(0, 2)).toEqual([
      ['v1', 'v2'],
      ['v0', 'v1'],
    ]);
  });
});
