import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rawServer } from '../adapters/http/raw.ts';
import { startServer } from '../registry/server.ts';
import { root } from './commandline.ts';

describe('the end of a command', () => {
  // A request to a registry is given up after twenty seconds in any case.
  it('does not wait for a silent proxy once slow readers have all of its output', { timeout: 60_000 }, async () => {
    await using proxy = await rawServer(() => undefined);
    const registry = await startServer((_, response) => response.writeHead(403).end());
    const images = Array.from({ length: 990 }, (_, at) => `${registry.host}/${'web-'.repeat(22)}${at}:v1`);
    const words = ['check', '--json', '--images', ['registry.invalid/acme/web:v1', ...images].join()];
    const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...words], {
      env: { PATH: process.env.PATH ?? '', HOME: root, HTTPS_PROXY: proxy.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    while (child.stdout.readableLength === 0) await sleep(100);
    // Longer than a command that is done waits for its connections.
    await sleep(2_000);
    const printed = await text(child.stdout);
    if (child.exitCode === null) await once(child, 'close');
    // More than pipes and streams hold.
    expect(printed.length).toBeGreaterThan(512 * 1024);
    expect(JSON.parse(printed).violations).toContainEqual(expect.objectContaining({ code: 'registry-unknown' }));
    expect(child.exitCode).toBe(1);
    await registry.close();
  });
});
