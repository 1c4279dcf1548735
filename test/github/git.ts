/** A bare repository whose objects and refs are held in memory. Git executes everything that is not simple, on the written-out
 * objects; once the directory is requested, git alone moves refs. */
import { createHash } from 'node:crypto';
import { createDisk, type Disk, type GitObject, type NewObject, type ObjectType, type Ran, type Ref } from './disk.ts';
import { submit } from './judge.ts';

export type { NewObject };

type Found = { readonly oid: string; readonly type: ObjectType };

export interface Git {
  /** From the first time that somebody asks for it, git on disk moves the refs. */
  readonly directory: string;
  /** Runs git, for commands that move no ref. */
  run(args: readonly string[], input?: string): Promise<Ran>;
  /** As `run`, for commands that must work. Standard output without the final newline. */
  output(args: readonly string[], input?: string): Promise<string>;
  /** The object that `git rev-parse` finds for the expression, with its type; undefined if there is none. */
  resolve(expression: string): Promise<Found | undefined>;
  object(oid: string): Promise<GitObject | undefined>;
  /** Writes the objects; their ids in the same order. */
  write(objects: readonly NewObject[]): Promise<string[]>;
  /** All refs in the order of git. */
  refs(): Promise<readonly Ref[]>;
  /** Runs the commands of `git update-ref --stdin` as one transaction. The error of git; undefined on success. */
  updateRefs(commands: readonly string[]): Promise<string | undefined>;
  close(): Promise<void>;
}

export const ZERO = '0'.repeat(40);
const OID = /^[0-9a-f]{40}$/;
const BULK = 400;

type Held = {
  readonly objects: Map<string, GitObject>;
  readonly refs: Map<string, string>;
  readonly defaultBranch: string;
};

export function createGit(directory: string, defaultBranch: string): Git {
  const held: Held = { objects: new Map(), refs: new Map(), defaultBranch };
  let unwritten: GitObject[] = [];
  let opened: Disk | undefined;
  let isShared = false;
  let isLarge = false;
  /** The repository on disk, with all that is held. */
  const disk = (): Disk => {
    opened ??= createDisk(directory, defaultBranch);
    opened.writeLoose(unwritten);
    unwritten = [];
    if (!isShared) opened.writeRefs(sorted(held.refs));
    return opened;
  };
  const share = (): Disk => {
    const shared = disk();
    isShared = true;
    return shared;
  };
  const run: Git['run'] = (args, input) => disk().run(args, input);
  const output: Git['output'] = async (args, input) => {
    const ran = await run(args, input);
    if (ran.code !== 0) throw new Error(`git ${args.join(' ')} ended with ${ran.code}: ${ran.stderr}`);
    return ran.stdout.replace(/\n$/, '');
  };
  const object: Git['object'] = async (oid) => {
    const known = held.objects.get(oid);
    if (known || !opened) return known;
    const found = await opened.object(oid);
    if (found && (!isLarge || found.type !== 'blob')) held.objects.set(oid, found);
    return found;
  };
  return {
    get directory() {
      share();
      return directory;
    },
    run,
    output,
    object,
    resolve: async (expression) => {
      if (OID.test(expression)) {
        const known = held.objects.get(expression);
        return known ? { oid: known.oid, type: known.type } : opened?.resolve(expression);
      }
      const found = isShared ? 'unknown' : resolveHeld(held, expression);
      return found === 'unknown' ? disk().resolve(expression) : found;
    },
    write: async (objects) => {
      const hashed = objects.map((one) => ({ oid: objectId(one), type: one.type, bytes: Buffer.from(one.bytes) }));
      const fresh = [...new Map(hashed.map((one) => [one.oid, one])).values()].filter(
        ({ oid }) => !held.objects.has(oid),
      );
      if (fresh.length > BULK) {
        isLarge = true;
        await disk().writePack(fresh);
      } else {
        unwritten.push(...fresh);
        if (isShared) disk();
      }
      // The contents of a large repository are git's to keep.
      for (const one of fresh) if (fresh.length <= BULK || one.type !== 'blob') held.objects.set(one.oid, one);
      return hashed.map(({ oid }) => oid);
    },
    refs: async () => {
      if (!isShared) return sorted(held.refs);
      const listed = await output(['for-each-ref', '--format=%(objectname) %(refname)']);
      return (listed === '' ? [] : listed.split('\n')).map((line) => ({
        oid: line.slice(0, 40),
        name: line.slice(41),
      }));
    },
    updateRefs: async (commands) => {
      const moved = isShared ? undefined : movedRefs(held, commands);
      // Refusals come from git, with its own messages.
      if (!moved) return share().updateRefs(commands);
      for (const [name, oid] of moved) {
        if (oid === ZERO) held.refs.delete(name);
        else held.refs.set(name, oid);
      }
      return undefined;
    },
    close: async () => {
      if (!isShared && !isLarge) submit({ objects: [...held.objects.values()], refs: sorted(held.refs) });
      await opened?.close();
    },
  };
}

const sorted = (refs: ReadonlyMap<string, string>): Ref[] =>
  [...refs]
    .map(([name, oid]) => ({ name, oid }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));

/** The id that git gives to the object. */
export const objectId = ({ type, bytes }: NewObject): string =>
  createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');

/** The plain expressions: an id, a ref by its full or its short name, each with `^{commit}` or `^{tree}`. */
const resolveHeld = (held: Held, expression: string): Found | undefined | 'unknown' => {
  const [, name = '', type] = /^(.*?)(?:\^\{(commit|tree)\})?$/.exec(expression) ?? [];
  const oid = OID.test(name) ? name : refHeld(held, name);
  if (oid === 'unknown' || oid === undefined) return oid;
  const object = held.objects.get(oid);
  if (!object || object.type === 'tag') return 'unknown';
  if (type === undefined || type === object.type) return { oid, type: object.type };
  if (type === 'commit' || object.type === 'blob') return undefined;
  return { oid: object.bytes.toString('latin1', 5, 45), type: 'tree' };
};

/** Where a short name may stand, in the order in which git looks. */
const places = ['', 'tags/', 'heads/', 'remotes/'];

const refHeld = ({ refs }: Held, name: string): string | undefined | 'unknown' => {
  if (isRefName(name)) return refs.get(name);
  if (!isRefName(`refs/heads/${name}`) || /^[0-9a-f]{4,40}$|^[A-Z_]+$|@|-g[0-9a-f]+$/.test(name)) return 'unknown';
  const place = places.find((folder) => refs.has(`refs/${folder}${name}`));
  return place === undefined ? 'unknown' : refs.get(`refs/${place}${name}`);
};

/** The rules of `git check-ref-format`, for a name under `refs/`. */
export const isRefName = (name: string): boolean =>
  /^refs\/[^/]+\/./.test(name) &&
  !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$|\/\./.test(name) &&
  !name.split('/').some((part) => part.endsWith('.lock'));

/** The changes of the transaction; undefined if git might refuse it. */
const movedRefs = (held: Held, commands: readonly string[]): Map<string, string> | undefined => {
  const moved = new Map<string, string>();
  for (const command of commands) {
    const [verb, name = '', ...ids] = command.split(' ');
    const [after = '', before] = verb === 'delete' ? [ZERO, ...ids] : ids;
    const isThere = before === (held.refs.get(name) ?? ZERO);
    const isPlain = verb === 'delete' ? before !== ZERO : verb === 'update' && isFit(held, name, after);
    if (!isThere || !isPlain || !isRefName(name) || moved.has(name)) return undefined;
    moved.set(name, after);
  }
  const names = [...held.refs.keys(), ...moved.keys()];
  const isInTheWay = (name: string): boolean =>
    !held.refs.has(name) && names.some((other) => other.startsWith(`${name}/`) || name.startsWith(`${other}/`));
  return [...moved.keys()].some(isInTheWay) ? undefined : moved;
};

const isFit = ({ objects }: Held, name: string, oid: string): boolean => {
  const type = objects.get(oid)?.type;
  return name.startsWith('refs/heads/') ? type === 'commit' : type !== undefined;
};
