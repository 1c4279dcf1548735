import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutHost } from '../../../src/adapters/checkout/checkout.ts';
import { checkout } from './checkout.ts';

const snapshotOf = (directory: string) =>
  checkoutHost({ directory, writes: 'files' }).snapshot({ paths: [], histories: [] });
const file = (text: string, executable = false) => ({ kind: 'file', text, executable });

describe('another commit of a checkout', () => {
  it('is read by its id, a short id, or as the commit after another', async () => {
    await using repository = await checkout({ 'a/k.yaml': 'one\n' });
    const first = repository.git('rev-parse', 'HEAD').trim();
    const second = await repository.commit({ 'a/k.yaml': 'two\n' });
    await repository.commit({ 'a/k.yaml': null });
    const snapshot = await snapshotOf(repository.directory);
    expect(await snapshot.readAt(second, ['a/k.yaml', 'a', 'none', 'a/none'])).toEqual([
      file('two\n'),
      { kind: 'directory', entries: [{ name: 'k.yaml', kind: 'file' }] },
      { kind: 'absent' },
      { kind: 'absent' },
    ]);
    expect(await snapshot.readAt(`${second}^`, ['a/k.yaml'])).toEqual([file('one\n')]);
    expect(await snapshot.readAt(first.slice(0, 7), ['a/k.yaml', ''])).toEqual([
      file('one\n'),
      { kind: 'directory', entries: [{ name: 'a', kind: 'directory' }] },
    ]);
  });

  it('is read relative to the directory, anywhere in the repository', async () => {
    await using repository = await checkout({ 'deploy/a/k.yaml': 'one\n', 'other.yaml': '' });
    const snapshot = await snapshotOf(join(repository.directory, 'deploy'));
    expect(await snapshot.readAt(snapshot.commit, ['a/k.yaml', '', 'a'])).toEqual([
      file('one\n'),
      { kind: 'directory', entries: [{ name: 'a', kind: 'directory' }] },
      { kind: 'directory', entries: [{ name: 'k.yaml', kind: 'file' }] },
    ]);
  });

  it('distinguishes files from other entries', async () => {
    await using repository = await checkout({
      'latin.yaml': Uint8Array.of(0x66, 0xfc, 0x0a),
      'nul.yaml': 'a\0b',
      'bom.yaml': '\uFEFFa: ü\r\n',
      'large.yaml': ' '.repeat(4 * 1024 * 1024 + 1),
      'run.sh': '#!/bin/sh\n',
    });
    await symlink('bom.yaml', join(repository.directory, 'link.yaml'));
    await repository.commit({});
    repository.git('update-index', '--chmod=+x', 'run.sh');
    repository.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${repository.git('rev-parse', 'HEAD').trim()},vendor`,
    );
    repository.git('commit', '--quiet', '--message=Add a submodule');
    const snapshot = await snapshotOf(repository.directory);
    const paths = ['latin.yaml', 'nul.yaml', 'bom.yaml', 'large.yaml', 'run.sh', 'link.yaml', 'vendor'];
    expect(await snapshot.readAt(snapshot.commit, paths)).toEqual([
      { kind: 'binary' },
      { kind: 'binary' },
      file('\uFEFFa: ü\r\n'),
      { kind: 'too-large', size: 4 * 1024 * 1024 + 1 },
      file('#!/bin/sh\n', true),
      { kind: 'symlink' },
      { kind: 'submodule' },
    ]);
  });

  it('is absent before the first commit, for an unknown id, and for a branch of that name', async () => {
    await using repository = await checkout({ 'k.yaml': '' });
    repository.git('branch', 'deadbeef');
    const snapshot = await snapshotOf(repository.directory);
    expect(await snapshot.readAt(`${snapshot.commit}^`, ['k.yaml'])).toBeUndefined();
    expect(await snapshot.readAt('0123456789', ['k.yaml'])).toBeUndefined();
    expect(await snapshot.readAt('deadbeef', ['k.yaml'])).toBeUndefined();
  });

  it('is absent in a shallow clone, whose history says so', async () => {
    await using repository = await checkout({ 'k.yaml': '1' });
    await repository.commit({ 'k.yaml': '2' });
    await using shallow = await checkout({});
    const clone = join(shallow.directory, 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${repository.directory}`, clone]);
    const snapshot = await snapshotOf(clone);
    expect(await snapshot.readAt(`${snapshot.commit}^`, ['k.yaml'])).toBeUndefined();
    expect(await snapshot.history('k.yaml')).toMatchObject({ commits: [{}], complete: false });
    expect(await (await snapshotOf(repository.directory)).history('k.yaml')).toMatchObject({ complete: true });
  });
});
