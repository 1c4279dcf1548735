import { describe, expect, it } from 'vitest';
import { tunnelProxy } from '../adapters/http/proxy.ts';
import { runAction } from '../load/action.ts';
import { MANIFESTS, manifestsOnGitHub } from './job.ts';

const payload = { product: 'shop', environment: 'dev', image: 'registry.example.com/shop/web:v2' };

describe('a runner behind a proxy', () => {
  it('promotes through it', async () => {
    await using github = await manifestsOnGitHub();
    await using proxy = await tunnelProxy();
    // A name that leads nowhere from here: only the proxy knows it.
    const elsewhere = Object.entries(github.environment).map(([name, value]) => [
      name,
      value.replace('127.0.0.1', 'github.invalid'),
    ]);
    const environment = { ...Object.fromEntries(elsewhere), HTTP_PROXY: `http://${proxy.address}` };
    const { code, outputs } = await (await runAction({ environment }, MANIFESTS, { payload })).ended;
    expect({ code, outcome: outputs.outcome }).toEqual({ code: 0, outcome: 'promoted' });
    expect(new Set(proxy.tunnels)).toEqual(new Set([new URL(github.url).host.replace('127.0.0.1', 'github.invalid')]));
  });
});
