import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TokenServer } from './tokens.ts';

/** The login of a registry: nothing, a name and a password, or a token of the server. */
export type Door = 'open' | { readonly username: string; readonly password: string } | TokenServer;

export type RunningRegistry = { readonly host: string; readonly close: () => Promise<void> };

/** Starts Debian's docker-registry on loopback with an empty store. */
export async function startRegistry(door: Door): Promise<RunningRegistry> {
  const directory = await mkdtemp(join(tmpdir(), 'registry-'));
  const port = await freePort();
  const auth = door === 'open' ? {} : { auth: 'issuer' in door ? door.registryAuth : await htpasswd(door, directory) };
  const config = {
    version: 0.1,
    log: { level: 'error', accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: join(directory, 'data') } },
    http: { addr: `127.0.0.1:${port}`, secret: 'not one' },
    ...auth,
  };
  const path = join(directory, 'config.yml');
  await writeFile(path, JSON.stringify(config));
  const child = spawn('docker-registry', ['serve', path], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async () => {
    child.kill();
    await ended;
    await rm(directory, { recursive: true });
  };
  const host = `127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 400 && child.exitCode === null; attempt++) {
    if (await answers(`http://${host}/v2/`)) return { host, close };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error(`docker-registry does not start: ${complaints}`);
}

const htpasswd = async (door: { username: string; password: string }, directory: string) => {
  const { stdout } = spawnSync('htpasswd', ['-Bbn', '-C', '4', door.username, door.password]);
  const path = join(directory, 'htpasswd');
  await writeFile(path, stdout);
  return { htpasswd: { realm: 'registry', path } };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()));
    });
  });

const answers = async (url: string): Promise<boolean> => {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
};
