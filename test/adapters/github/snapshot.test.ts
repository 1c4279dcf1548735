import { describe, expect, it } from 'vitest';
import { transcript } from '../../github/requests.ts';
import { github, hostOf, read } from './github.ts';

const text = 'images:\n  - name: web\n    newTag: v1\n';

describe('the requests of a snapshot', () => {
  it('are one for the head, files, directories, modes and histories', async () => {
    await using fake = await github({
      files: {
        'a/kustomization.yaml': text,
        'a/run.sh': { text: '#!/bin/sh\n', mode: '100755' },
        'a/link.yaml': { text: 'kustomization.yaml', mode: '120000' },
        'a/vendor': { text: '1234567890123456789012345678901234567890', mode: '160000' },
        'a/deep/x.yaml': 'x: 1\n',
      },
    });
    const paths = [
      'a/kustomization.yaml',
      'a/run.sh',
      'a/link.yaml',
      'a/vendor',
      'a',
      'a/none.yaml',
      'a/link.yaml/x',
      '',
    ];
    const snapshot = await read(fake, paths, ['a/kustomization.yaml']);
    const head = await fake.repository('acme/manifests').head();
    expect(snapshot).toMatchObject({ commit: head, branch: 'main' });
    expect(await snapshot.read(paths)).toEqual([
      { kind: 'file', text, executable: false },
      { kind: 'file', text: '#!/bin/sh\n', executable: true },
      { kind: 'symlink' },
      { kind: 'submodule' },
      {
        kind: 'directory',
        entries: expect.arrayContaining([
          { name: 'kustomization.yaml', kind: 'file' },
          { name: 'run.sh', kind: 'file' },
          { name: 'link.yaml', kind: 'symlink' },
          { name: 'vendor', kind: 'submodule' },
          { name: 'deep', kind: 'directory' },
        ]),
      },
      { kind: 'absent' },
      { kind: 'absent' },
      { kind: 'directory', entries: [{ name: 'a', kind: 'directory' }] },
    ]);
    const history = await snapshot.history('a/kustomization.yaml');
    expect(history).toEqual({
      commits: [{ id: head, message: expect.stringContaining('Begin'), committedAt: expect.stringMatching(/^20.*Z$/) }],
      complete: true,
    });
    expect(fake.requests).toHaveLength(1);
  });

  it('have paths and the branch only as variables', async () => {
    const path = 'a"){oid}#/$x.yaml';
    await using fake = await github({ defaultBranch: 'main', files: { [path]: text } });
    await fake.repository('acme/manifests').setRef('refs/heads/x"y', await fake.repository('acme/manifests').head());
    const snapshot = await hostOf(fake, { branch: 'x"y' }).snapshot({ paths: [path], histories: [path] });
    expect(await snapshot.read([path])).toEqual([{ kind: 'file', text, executable: false }]);
    expect((await snapshot.history(path)).commits).toHaveLength(1);
    expect(JSON.stringify(fake.requests[0]?.body)).not.toContain('file(path: \\"a');
    expect(fake.requests[0]?.variables).toMatchObject({ branch: 'refs/heads/x"y', f0: path, h0: path });
  });

  it('read on from the same commit if the branch moves', async () => {
    await using fake = await github({ files: { 'a.yaml': 'old\n', 'b.yaml': 'old\n' } });
    const snapshot = await read(fake, ['a.yaml'], []);
    await fake.repository('acme/manifests').commit('main', { 'a.yaml': 'new\n', 'b.yaml': 'new\n' });
    expect(await snapshot.read(['b.yaml', 'a.yaml', 'b.yaml'])).toEqual([
      { kind: 'file', text: 'old\n', executable: false },
      { kind: 'file', text: 'old\n', executable: false },
      { kind: 'file', text: 'old\n', executable: false },
    ]);
    expect((await snapshot.history('b.yaml')).commits).toHaveLength(1);
    expect(transcript(fake.requests)).toHaveLength(3);
  });

  it('read nothing twice', async () => {
    await using fake = await github({ files: { 'a.yaml': text } });
    const snapshot = await read(fake, ['a.yaml', 'a.yaml'], ['a.yaml']);
    await snapshot.read(['a.yaml']);
    await snapshot.history('a.yaml');
    await snapshot.history('a.yaml');
    expect(fake.requests).toHaveLength(1);
  });

  it.each(['/a.yaml', 'a//b.yaml', './a.yaml', '../a.yaml', 'a/'])(
    'treat %j as a defect of the caller',
    async (path) => {
      await using fake = await github({ files: { 'a.yaml': text } });
      await expect(read(fake, [path])).rejects.toThrow('not a clean path');
    },
  );
});

describe('the bytes of a file', () => {
  const one = async (bytes: Uint8Array) => {
    const fake = await github({ files: { 'a.yaml': { bytes } } });
    try {
      const [entry] = await (await read(fake, ['a.yaml'])).read(['a.yaml']);
      return { entry, requests: fake.requests.length };
    } finally {
      await fake.close();
    }
  };
  const file = (content: string) => ({ kind: 'file', text: content, executable: false });

  it('keep CRLF and a missing final newline', async () => {
    expect(await one(Buffer.from('a: 1\r\nb: 2'))).toEqual({ entry: file('a: 1\r\nb: 2'), requests: 1 });
  });

  it('keep a byte-order mark, which GitHub drops from the text', async () => {
    expect(await one(Buffer.from('\uFEFFa: 1\n'))).toEqual({ entry: file('\uFEFFa: 1\n'), requests: 2 });
  });

  it('are read whole if GitHub cuts the text at 512,000 bytes', async () => {
    const long = `${'# é comment\n'.repeat(50_000)}a: 1\n`;
    expect(Buffer.byteLength(long)).toBeGreaterThan(600_000);
    const { entry, requests } = await one(Buffer.from(long));
    expect(entry).toEqual(file(long));
    expect(requests).toBe(2);
  });

  it.each([
    { what: 'latin-1', bytes: Buffer.from('name: caf\u00e9\n', 'latin1') },
    { what: 'UTF-16', bytes: Buffer.from('\uFEFFa: 1\n', 'utf16le') },
    { what: 'a NUL byte', bytes: Buffer.from('a: 1\0\n') },
    { what: 'an image', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  ])('are binary with $what', async ({ bytes }) => {
    expect((await one(bytes)).entry).toEqual({ kind: 'binary' });
  });

  it('are not read over 4 MiB', async () => {
    const size = 4 * 1024 * 1024 + 1;
    expect(await one(Buffer.alloc(size, 'a'))).toEqual({ entry: { kind: 'too-large', size }, requests: 1 });
  });

  it('may be none', async () => {
    expect((await one(Buffer.alloc(0))).entry).toEqual(file(''));
  });
});
