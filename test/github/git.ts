/** A bare repository on disk: everything that judges (names, ancestry, merges, locks) is the `git` binary's work; only
 * the writing of objects happens here, because one process per object would make the tests slow. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { gitEnvironment } from './environment.ts';
import { openRefWriter } from './refs.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';
export type GitObject = { readonly oid: string; readonly type: ObjectType; readonly bytes: Buffer };
export type NewObject = { readonly type: ObjectType; readonly bytes: Uint8Array };
export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

export interface Git {
  readonly directory: string;
  run(args: readonly string[], input?: string): Promise<Ran>;
  /** As `run`, for commands that must work. Standard output without the final newline. */
  output(args: readonly string[], input?: string): Promise<string>;
  /** What `git rev-parse` makes of the expression, with its type; undefined where nothing stands. */
  resolve(expression: string): Promise<{ readonly oid: string; readonly type: ObjectType } | undefined>;
  object(oid: string): Promise<GitObject | undefined>;
  /** Writes the objects; their ids in the same order. */
  write(objects: readonly NewObject[]): Promise<string[]>;
  /** Runs the commands of `git update-ref --stdin` as one transaction. What git says against it; undefined when done. */
  updateRefs(commands: readonly string[]): Promise<string | undefined>;
  close(): Promise<void>;
}

export const ZERO = '0'.repeat(40);
const BULK = 400;

export async function createGit(directory: string, defaultBranch: string): Promise<Git> {
  const run = (args: readonly string[], input?: string): Promise<Ran> => execute(directory, args, input);
  const output = async (args: readonly string[], input?: string): Promise<string> => {
    const ran = await run(args, input);
    if (ran.code !== 0) throw new Error(`git ${args.join(' ')} ended with ${ran.code}: ${ran.stderr}`);
    return ran.stdout.replace(/\n$/, '');
  };
  await mkdir(directory, { recursive: true });
  await output(['init', '-q', '--bare', `--initial-branch=${defaultBranch}`]);
  const known = new Map<string, GitObject>();
  const reader = openReader(directory);
  const writer = openRefWriter(directory);
  return {
    directory,
    run,
    output,
    async resolve(expression) {
      const found = await reader.ask('info', expression);
      return found && { oid: found.oid, type: found.type };
    },
    async object(oid) {
      const cached = known.get(oid);
      if (cached) return cached;
      const found = await reader.ask('contents', oid);
      if (found) known.set(oid, found);
      return found;
    },
    async write(objects) {
      const hashed = objects.map((object) => ({
        oid: objectId(object),
        type: object.type,
        bytes: Buffer.from(object.bytes),
      }));
      const fresh = [...new Map(hashed.map((object) => [object.oid, object])).values()].filter(
        ({ oid }) => !known.has(oid),
      );
      if (fresh.length > BULK) await writePack(directory, fresh);
      else await Promise.all(fresh.map((object) => writeLoose(directory, object)));
      // The contents of a large repository are git's to keep.
      for (const object of fresh) if (fresh.length <= BULK || object.type !== 'blob') known.set(object.oid, object);
      return hashed.map(({ oid }) => oid);
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

/** The id that git gives to the object. */
export const objectId = ({ type, bytes }: NewObject): string =>
  createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');

const writeLoose = async (directory: string, { oid, type, bytes }: GitObject): Promise<void> => {
  const folder = join(directory, 'objects', oid.slice(0, 2));
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `tmp_obj_${randomUUID()}`);
  await writeFile(
    temporary,
    deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]), { level: 1 }),
  );
  await rename(temporary, join(folder, oid.slice(2)));
};

/** What zlib makes of few bytes without compressing them: setting zlib up for each of 50,000 would take seconds. */
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

/** Thousands of files arrive as one pack, which git itself indexes and checks. */
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
    // An expression that git finds outrageous ends the process: nothing stands there, and the next question starts anew.
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
