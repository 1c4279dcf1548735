/** Where the step finds a Node.js: the order of the search, each candidate asked for its version. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAction, runAction } from '../runner/action.ts';

const action = await readAction(join(import.meta.dirname, '../../action.yml'));

/** A folder with programs that print their name; the old ones have a version before 20. */
const machine = async (programs: Readonly<Record<string, 'new' | 'old'>>) => {
  const directory = await mkdtemp(join(tmpdir(), 'node-'));
  for (const [path, age] of Object.entries(programs)) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      `#!/bin/sh\n[ "$1" = --version ] && echo ${age === 'new' ? 'v20.0.0' : 'v18.20.4'} && exit\necho "ran ${path}"\n`,
    );
    await chmod(file, 0o755);
  }
  await mkdir(join(directory, 'path'), { recursive: true });
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
};

const run = (directory: string, environment: Readonly<Record<string, string>>) =>
  runAction(action, {
    event: { name: 'push', payload: {} },
    github: { token: 'token' },
    environment: { PATH: `${join(directory, 'path')}:${join(directory, 'system')}:/usr/bin:/bin`, ...environment },
  });

describe('the step finds Node.js', () => {
  it('first at IMAGE_PROMOTION_NODE', async () => {
    await using place = await machine({ 'mine/node': 'new', 'path/node': 'new' });
    const result = await run(place.directory, { IMAGE_PROMOTION_NODE: join(place.directory, 'mine/node') });
    expect(result).toMatchObject({ code: 0, stdout: 'ran mine/node\n' });
  });

  it('then on the PATH', async () => {
    await using place = await machine({
      'mine/node': 'old',
      'path/node': 'new',
      'cache/node/22.1.0/x64/bin/node': 'new',
    });
    const result = await run(place.directory, {
      IMAGE_PROMOTION_NODE: join(place.directory, 'mine/node'),
      RUNNER_TOOL_CACHE: join(place.directory, 'cache'),
    });
    expect(result.stdout).toBe('ran path/node\n');
  });

  it('then the newest of the tool cache, by version and not by name', async () => {
    await using place = await machine({
      'path/node': 'old',
      'cache/node/9.9.0/x64/bin/node': 'new',
      'cache/node/22.2.0/x64/bin/node': 'new',
      'cache/node/22.10.0/x64/bin/node': 'new',
    });
    const result = await run(place.directory, { RUNNER_TOOL_CACHE: join(place.directory, 'cache') });
    expect(result.stdout).toBe('ran cache/node/22.10.0/x64/bin/node\n');
  });

  it('ignores versions in the tool cache that are too old', async () => {
    await using place = await machine({
      'path/node': 'old',
      'cache/node/22.10.0/x64/bin/node': 'old',
      'cache/node/20.1.0/x64/bin/node': 'new',
    });
    const result = await run(place.directory, { AGENT_TOOLSDIRECTORY: join(place.directory, 'cache') });
    expect(result.stdout).toBe('ran cache/node/20.1.0/x64/bin/node\n');
  });

  it('fails if there is none, and names the step to add', async () => {
    await using place = await machine({ 'path/node': 'old' });
    const result = await run(place.directory, {});
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/^::error .*actions\/setup-node/);
  });
});
