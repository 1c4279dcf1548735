/** A bare repository on disk. The `git` binary decides ancestry, merges and locks; only objects are written here, because one
 * process per object would make the tests slow. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { gitEnvironment } from './environment.ts';
import { openRefWriter } from './refs.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';
export type GitObject = { readonly oid: string; readonly type: ObjectType; readonly bytes: Buffer };
export type NewObject = { readonly type: ObjectType; readonly bytes: Uint8Array };
export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };
export type Ref = { readonly name: string; readonly oid: string };

export type Disk = {
  run(args: readonly string[], input?: string): Promise<Ran>;
  /** The object that `git rev-parse` finds for the expression, with its type; undefined if there is none. */
  resolve(expression: string): Promise<{ readonly oid: string; readonly type: ObjectType } | undefined>;
  object(oid: string): Promise<GitObject | undefined>;
  writeLoose(objects: readonly GitObject[]): void;
  /** Thousands of files arrive as one pack, which git itself indexes and checks. */
  writePack(objects: readonly GitObject[]): Promise<void>;
  /** These are all refs from now on. Only before git has changed one. */
  writeRefs(refs: readonly Ref[]): void;
  /** Runs the commands of `git update-ref --stdin` as one transaction. The error of git; undefined on success. */
  updateRefs(commands: readonly string[]): Promise<string | undefined>;
  close(): Promise<void>;
};

/** A new repository: the least that git takes for one. */
export function createDisk(directory: string, defaultBranch: string): Disk {
  for (const folder of ['objects/pack', 'refs/heads']) mkdirSync(join(directory, folder), { recursive: true });
  writeFileSync(join(directory, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`);
  writeFileSync(join(directory, 'config'), '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n');
  const reader = openReader(directory);
  const writer = openRefWriter(directory);
  return {
    run: (args, input) => execute(directory, args, input),
    resolve: async (expression) => {
      const found = await reader.ask('info', expression);
      return found && { oid: found.oid, type: found.type };
    },
    object: (oid) => reader.ask('contents', oid),
    writeLoose: (objects) => {
      for (const object of objects) writeLoose(directory, object);
    },
    writePack: (objects) => writePack(directory, objects),
    writeRefs: (refs) => {
      const lines = refs.map(({ name, oid }) => `${oid} ${name}\n`);
      writeFileSync(join(directory, 'packed-refs.new'), lines.join(''));
      renameSync(join(directory, 'packed-refs.new'), join(directory, 'packed-refs'));
    },
    updateRefs: writer.update,
    close: async () => {
      await writer.close();
      await reader.close();
    },
  };
}

const execute = (directory: string, args: readonly string[], input = ''): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', [...args], { cwd: directory, env: gitEnvironment() });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code: code ?? 1, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });

const writeLoose = (directory: string, { oid, type, bytes }: GitObject): void => {
  const folder = join(directory, 'objects', oid.slice(0, 2));
  const temporary = join(folder, `tmp_obj_${randomUUID()}`);
  const content = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
  const compressed = content.length < 65_536 ? stored(content) : deflateSync(content, { level: 1 });
  try {
    writeFileSync(temporary, compressed);
  } catch {
    // A new repository has no folder, and git removes one when it packs what was in it.
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, compressed);
  }
  renameSync(temporary, join(folder, oid.slice(2)));
};

/** The zlib format of a few bytes without compression: setting zlib up for each of 50,000 would take seconds. */
const stored = (bytes: Buffer): Buffer => {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  const result = Buffer.allocUnsafe(bytes.length + 11);
  result.set([0x78, 0x01, 0x01]);
  result.writeUInt16LE(bytes.length, 3);
  result.writeUInt16LE(bytes.length ^ 0xffff, 5);
  result.set(bytes, 7);
  result.writeUInt16BE(high, bytes.length + 7);
  result.writeUInt16BE(low, bytes.length + 9);
  return result;
};

const packTypes: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3, tag: 4 };

const writePack = async (directory: string, objects: readonly GitObject[]): Promise<void> => {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [header];
  for (const { type, bytes } of objects) {
    const size = [(packTypes[type] << 4) | (bytes.length & 15)];
    for (let rest = Math.floor(bytes.length / 16); rest > 0; rest = Math.floor(rest / 128)) {
      size[size.length - 1] = (size.at(-1) ?? 0) | 128;
      size.push(rest & 127);
    }
    parts.push(Buffer.from(size), bytes.length < 65_536 ? stored(bytes) : deflateSync(bytes, { level: 1 }));
  }
  const body = Buffer.concat(parts);
  const pack = Buffer.concat([body, createHash('sha1').update(body).digest()]);
  const file = join(directory, `incoming-${randomUUID()}.pack`);
  await writeFile(file, pack);
  const ran = await execute(directory, ['index-pack', '--strict', file]);
  if (ran.code !== 0) throw new Error(`git index-pack: ${ran.stderr}`);
  const name = join(directory, 'objects', 'pack', `pack-${ran.stdout.trim().split(/\s/).at(-1)}`);
  await rename(file, `${name}.pack`);
  await rename(file.replace(/\.pack$/, '.idx'), `${name}.idx`);
};

type Question = { readonly command: string; readonly answer: (found: GitObject | undefined) => void };

/** One long-lived `git cat-file --batch-command`: a question costs a tenth of a millisecond instead of a process. */
const openReader = (directory: string) => {
  let child: ChildProcessWithoutNullStreams | undefined;
  let waiting: Question[] = [];
  let buffer: Buffer = Buffer.alloc(0);
  const start = (): ChildProcessWithoutNullStreams => {
    const started = spawn('git', ['cat-file', '--batch-command'], { cwd: directory, env: gitEnvironment() });
    started.stdout.on('data', (chunk: Buffer) => {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
      while (waiting.length > 0 && answerFirst()) {}
    });
    started.stdin.on('error', () => {});
    // An expression that git finds outrageous ends the process: the object counts as missing, and the next question starts a new one.
    started.on('close', () => {
      if (child === started) child = undefined;
      const lost = waiting;
      waiting = [];
      buffer = Buffer.alloc(0);
      for (const question of lost) question.answer(undefined);
    });
    return started;
  };
  const answerFirst = (): boolean => {
    const end = buffer.indexOf(10);
    const question = waiting[0];
    if (end < 0 || !question) return false;
    const parsed = /^([0-9a-f]{40}) (commit|tree|blob|tag) (\d+)$/.exec(buffer.subarray(0, end).toString());
    const length = parsed && question.command === 'contents' ? Number(parsed[3]) : -1;
    if (buffer.length < end + 1 + length + 1) return false;
    const bytes = length < 0 ? Buffer.alloc(0) : Buffer.from(buffer.subarray(end + 1, end + 1 + length));
    buffer = buffer.subarray(end + 1 + length + 1);
    waiting.shift();
    question.answer(parsed ? { oid: parsed[1] ?? '', type: parsed[2] as ObjectType, bytes } : undefined);
    return true;
  };
  return {
    ask: (command: 'info' | 'contents', expression: string): Promise<GitObject | undefined> =>
      new Promise((resolve) => {
        if (expression === '' || /[\n\0]/.test(expression)) return resolve(undefined);
        child ??= start();
        waiting.push({ command, answer: resolve });
        child.stdin.write(`${command} ${expression}\n`);
      }),
    close: (): Promise<void> =>
      new Promise((resolve) => {
        if (!child) return resolve();
        child.on('close', () => resolve());
        child.stdin.end();
      }),
  };
};
