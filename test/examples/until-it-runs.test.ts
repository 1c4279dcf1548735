/** deploy.yml of the application with await.yml of the manifest repository: a merge whose check is green when its image runs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { application, type FakeArgoCD, fakeArgoCD } from '../argocd/server.ts';
import { isLong } from '../sample.ts';
import { type ExampleWorld, exampleWorld, outline } from './world.ts';

const overlay = 'applications/shop/overlays/dev/kustomization.yaml';

/** The server where GitHub keeps the logs of jobs. */
const logStore = async (log: string) => {
  const server = createServer((_, response) => response.end(log));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

/** Runs await.yml for the one dispatch that arrives, as GitHub would, and ends its run. */
const runWhatArrives = async (world: ExampleWorld) => {
  const { manifests } = world;
  while (manifests.workflowDispatches.length === 0) await new Promise((later) => setTimeout(later, 50));
  const [{ inputs, runId } = { inputs: {}, runId: 0 }] = manifests.workflowDispatches;
  const told = await world.manifest('await.yml', {
    name: 'workflow_dispatch',
    payload: { inputs, ref: 'refs/heads/main' },
  });
  const isGreen = told.every(({ result }) => result === undefined || result.code === 0);
  const store = await logStore(told.map(({ result }) => result?.stdout ?? '').join('\n'));
  Object.assign(manifests.runs.get(runId) ?? {}, {
    status: 'completed',
    conclusion: isGreen ? 'success' : 'failure',
    logs: [store.url],
  });
  return { told, store };
};

const merge = async (images: (reference: string) => readonly string[], timeout: number) => {
  let argo: FakeArgoCD | undefined;
  const edit = (text: string): string =>
    text.replaceAll('https://argocd.example.com', argo?.url ?? '').replaceAll('timeout: 1200', `timeout: ${timeout}`);
  await using world = await exampleWorld({}, {}, { edit, shell: { PATH: process.env.PATH ?? '' } });
  await world.manifests.commit('main', {
    '.github/promotion.yml': 'argocd: { applications: "argocd/overlays/*/*/*.yaml" }\n',
    [overlay]: `images:\n  - name: ${world.registry.host}/shop/web\n    newTag: a1\n`,
  });
  const described = async () => ({
    name: 'shop-dev',
    revision: (await world.manifests.head()) ?? '',
    images: images(`${world.registry.host}/shop/web:${world.sha}`),
    reconciledAt: '2099-01-01T00:00:00Z',
  });
  await using server = await fakeArgoCD({ applications: { 'shop-dev': async () => application(await described()) } });
  argo = server;
  const event = {
    name: 'push',
    payload: { head_commit: { id: world.sha }, repository: { default_branch: 'main' } },
  };
  const [deployed, { told, store }] = await Promise.all([
    world.application('deploy.yml', event),
    runWhatArrives(world),
  ]);
  await store[Symbol.asyncDispose]();
  return { deployed, told, read: await world.manifests.read(overlay), sha: world.sha };
};

describe('a merge whose check waits until dev runs the image', () => {
  it('is green when Argo CD runs the image, and its summary says so', async () => {
    const { deployed, told, read, sha } = await merge((reference) => [reference], 1200);
    expect(outline(told)).toEqual([
      'promote / promotion: executed, promoted',
      'await / OWNER/image-promotion: executed, running',
    ]);
    expect(read).toContain(sha);
    expect(outline(deployed).slice(-2)).toEqual(['image / promotion: executed, success', 'image / step 5: not taken']);
    const summary = deployed.at(-2)?.result?.summary;
    expect(summary).toContain('| `promote` | shop | dev | promoted |');
    expect(summary).toContain('| `await` | shop | dev | running |');
  });

  it.runIf(isLong)('is red if Argo CD still runs the image before', async () => {
    const { deployed } = await merge((reference) => [reference.replace(/:[^:]+$/, ':a1')], 1);
    expect(outline(deployed).slice(-2)).toEqual(['image / promotion: executed, failure', 'image / step 5: not taken']);
    expect(deployed.at(-2)?.result?.summary).toContain('| `await` | shop | dev | timed-out |');
  });
});
