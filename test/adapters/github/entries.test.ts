import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blobId, entryOf } from '../../../src/adapters/github/files.ts';
import { violationsOf } from './github.ts';

const plain = 0o100644;
const never = () => Promise.reject(new Error('nothing is to be loaded'));
const blob = (bytes: Uint8Array, more: object = {}) => ({
  mode: plain,
  object: {
    oid: blobId(bytes, 40),
    byteSize: bytes.length,
    isTruncated: false,
    text: Buffer.from(bytes).toString(),
    ...more,
  },
});

describe('the entry at a path', () => {
  it('is the text, byte for byte, for any valid UTF-8 without NUL', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((candidate) => !candidate.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (expected, executable) => {
        const bytes = Buffer.from(expected);
        const raw = { ...blob(bytes), mode: executable ? 0o100755 : plain };
        const entry = await entryOf(raw, 'a.yaml', never);
        expect(entry).toEqual({ kind: 'file', text: expected, executable });
      }),
    );
  });

  it('is no text if that does not encode to the bytes of the commit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
        const entry = await entryOf(blob(bytes), 'a.yaml', async () => bytes);
        if (entry.kind === 'file') expect(Buffer.from(entry.text)).toEqual(Buffer.from(bytes));
        else expect(entry).toEqual({ kind: 'binary' });
      }),
    );
  });

  it.each([
    { what: 'cut', more: { text: 'a:', isTruncated: true } },
    { what: 'cut, and not said so', more: { text: 'a:' } },
    { what: 'other text of the same length', more: { text: 'b: 1\n' } },
    { what: 'withheld as binary', more: { text: null } },
  ])('is read whole if it is $what', async ({ more }) => {
    const bytes = Buffer.from('a: 1\n');
    expect(await entryOf(blob(bytes, more), 'a.yaml', async () => bytes)).toEqual({
      kind: 'file',
      text: 'a: 1\n',
      executable: false,
    });
  });

  it.each([
    { what: 'other bytes', loaded: Buffer.from('b: 1\n') },
    { what: 'no bytes', loaded: Buffer.alloc(0) },
  ])('is an error if $what are read', async ({ loaded }) => {
    const raw = blob(Buffer.from('a: 1\n'), { text: null });
    expect(await violationsOf(entryOf(raw, 'a.yaml', async () => loaded))).toMatchObject([
      { code: 'host-unexpected', path: 'a.yaml' },
    ]);
  });

  it('is verified with SHA-256 ids', async () => {
    const bytes = Buffer.from('a: 1\n');
    const raw = blob(bytes, { oid: blobId(bytes, 64) });
    expect(await entryOf(raw, 'a.yaml', never)).toMatchObject({ kind: 'file', text: 'a: 1\n' });
  });

  it('is an error if a file comes without its content', async () => {
    expect(await violationsOf(entryOf({ mode: plain, object: null }, 'a.yaml', never))).toMatchObject([
      { code: 'host-unexpected' },
    ]);
  });
});

it('the id of bytes is that of git', () => {
  const bytes = Buffer.from('a: é\r\n');
  const id = execFileSync('git', ['hash-object', '--stdin'], { input: bytes }).toString().trim();
  expect(blobId(bytes, 40)).toBe(id);
});
