/** Manifest repositories of any size on a fake GitHub that serves them as well as git can. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MANIFESTS } from '../test/action/job.ts';
import { kustomization, overlay } from '../test/commands/test-repository.ts';
import { type FakeGitHub, fakeGitHub } from '../test/github/server.ts';

export const NAME = 'registry.example.com/shop/web';
export const ENVIRONMENTS = ['dev', 'stg'];
/** Two overlays each. */
const PRODUCTS = 50;

export type Manifests = AsyncDisposable & {
  readonly github: FakeGitHub;
  /** The configuration with which `gh` uses the socket of this GitHub. */
  readonly ghFolder: string;
  /** A fake without earlier requests. */
  nextProduct(): string;
};

/** At least the overlays of all products, and as many other files as are missing. */
export async function manifestsOf(files: number): Promise<Manifests> {
  const ghFolder = await mkdtemp(join(tmpdir(), 'gh-'));
  const socket = join(ghFolder, 'github.sock');
  await writeFile(join(ghFolder, 'config.yml'), `http_unix_socket: ${socket}\n`);
  const github = await fakeGitHub({ socket, repositories: { [MANIFESTS]: { files: filesOf(files) } } });
  await pack(github);
  const products = Array.from({ length: PRODUCTS }, (_, at) => `product${at}`).values();
  return {
    github,
    ghFolder,
    nextProduct: () => products.next().value ?? raise(`a repository has ${PRODUCTS} products`),
    [Symbol.asyncDispose]: async () => {
      await github.close();
      await rm(ghFolder, { recursive: true, force: true });
    },
  };
}

const raise = (message: string): never => {
  throw new Error(message);
};

const filesOf = (files: number): Record<string, string> => {
  const overlays = Array.from({ length: PRODUCTS }, (_, at) =>
    ENVIRONMENTS.map((environment) => [overlay(environment, `product${at}`), kustomization(`${NAME}:v1`)]),
  ).flat();
  const others = Array.from({ length: Math.max(0, files - overlays.length) }, (_, at) => [
    `others/team${at % 100}/file${at}.yaml`,
    `kind: ConfigMap\ndata:\n  number: "${at}"\n${'  # a line of no interest\n'.repeat(20)}`,
  ]);
  return Object.fromEntries([...overlays, ...others]);
};

/** One pack with good deltas and a bitmap, as a host has it after its housekeeping. */
const pack = async (github: FakeGitHub): Promise<void> => {
  const { git } = github.repository(MANIFESTS).repository;
  await git.output(['repack', '-q', '-a', '-d', '-F', '--write-bitmap-index']);
  await git.output(['pack-refs', '--all']);
};

const MEMORY = '/dev/shm';

/** Does the work with all temporary files in memory, if the system has a place for that: a slow disk slows a clone of many files
 * far more than an action without files. */
export async function inMemory<T>(work: () => Promise<T>): Promise<T> {
  const { TMPDIR } = process.env;
  if (existsSync(MEMORY)) process.env.TMPDIR = MEMORY;
  try {
    return await work();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
