/** Trees and commits as git stores them. */
import { type Git, type NewObject, objectId } from './git.ts';

export type Mode = '100644' | '100755' | '120000' | '160000' | '40000';
export type TreeEntry = { readonly mode: Mode; readonly name: string; readonly oid: string };
export type Change = { readonly mode: Mode; readonly oid: string } | 'delete';

export type Person = { readonly name: string; readonly email: string; readonly date: Date };
export type CommitData = {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
};

/** Objects never change: each is taken apart once. */
const remembered = <T>(parse: (git: Git, oid: string) => Promise<T>): ((git: Git, oid: string) => Promise<T>) => {
  const parsed = new WeakMap<Git, Map<string, Promise<T>>>();
  return (git, oid) => {
    const known = parsed.get(git) ?? new Map<string, Promise<T>>();
    parsed.set(git, known);
    const value = known.get(oid) ?? parse(git, oid);
    known.set(oid, value);
    // A missing object may be added later.
    value.catch(() => known.delete(oid));
    return value;
  };
};

export const readTree = remembered(async (git, oid): Promise<readonly TreeEntry[]> => {
  const tree = await git.object(oid);
  if (tree?.type !== 'tree') throw new Error(`${oid} is no tree`);
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.bytes.length; ) {
    const end = tree.bytes.indexOf(0, at);
    const [mode = '', ...name] = tree.bytes.subarray(at, end).toString().split(' ');
    const id = tree.bytes.subarray(end + 1, end + 21).toString('hex');
    entries.push({ mode: mode as Mode, name: name.join(' '), oid: id });
    at = end + 21;
  }
  return entries;
});

export const typeOf = (mode: Mode): 'tree' | 'commit' | 'blob' =>
  mode === '40000' ? 'tree' : mode === '160000' ? 'commit' : 'blob';

/** The entry at the path; a path through a file or a symbolic link is absent. */
export async function findEntry(git: Git, root: string, path: string): Promise<TreeEntry | undefined> {
  let tree = root;
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const entry = (await readTree(git, tree)).find((candidate) => candidate.name === name);
    if (!entry || index === names.length - 1) return entry;
    if (entry.mode !== '40000') return undefined;
    tree = entry.oid;
  }
  return undefined;
}

/** The id of the tree with the changes applied; directories that become empty vanish. */
export async function editTree(
  git: Git,
  base: string | undefined,
  changes: ReadonlyMap<string, Change>,
): Promise<string> {
  const objects: NewObject[] = [];
  const edited = await edit(git, base, { changes, objects });
  const bytes = edited ?? Buffer.alloc(0);
  const ids = await git.write([...objects, { type: 'tree', bytes }]);
  return ids.at(-1) ?? '';
}

type Edit = { readonly changes: ReadonlyMap<string, Change>; readonly objects: NewObject[] };

const edit = async (git: Git, base: string | undefined, { changes, objects }: Edit): Promise<Buffer | undefined> => {
  const entries = new Map((base ? await readTree(git, base) : []).map((entry) => [entry.name, entry]));
  const { here, below } = split(changes);
  for (const [name, change] of here) {
    if (change === 'delete') entries.delete(name);
    else entries.set(name, { name, ...change });
  }
  for (const [name, inner] of below) {
    const existing = entries.get(name);
    const directory = existing?.mode === '40000' ? existing.oid : undefined;
    const bytes = await edit(git, directory, { changes: inner, objects });
    if (bytes) {
      const tree: NewObject = { type: 'tree', bytes };
      objects.push(tree);
      entries.set(name, { mode: '40000', name, oid: objectId(tree) });
    } else if (directory) entries.delete(name);
  }
  return entries.size === 0 ? undefined : printTree([...entries.values()]);
};

/** The changes of this directory, and those of the directories in it. */
const split = (changes: ReadonlyMap<string, Change>) => {
  const here = new Map<string, Change>();
  const below = new Map<string, Map<string, Change>>();
  for (const [path, change] of changes) {
    const slash = path.indexOf('/');
    if (slash < 0) here.set(path, change);
    else {
      const inner = below.get(path.slice(0, slash)) ?? new Map<string, Change>();
      below.set(path.slice(0, slash), inner.set(path.slice(slash + 1), change));
    }
  }
  return { here, below };
};

export const printTree = (entries: readonly TreeEntry[]): Buffer => {
  const key = (entry: TreeEntry): Buffer => Buffer.from(entry.mode === '40000' ? `${entry.name}/` : entry.name);
  const sorted = [...entries].sort((a, b) => Buffer.compare(key(a), key(b)));
  return Buffer.concat(
    sorted.flatMap((entry) => [Buffer.from(`${entry.mode} ${entry.name}\0`), Buffer.from(entry.oid, 'hex')]),
  );
};

export const printCommit = (commit: CommitData): NewObject => ({
  type: 'commit',
  bytes: Buffer.from(
    [
      `tree ${commit.tree}`,
      ...commit.parents.map((parent) => `parent ${parent}`),
      `author ${printPerson(commit.author)}`,
      `committer ${printPerson(commit.committer)}`,
      '',
      commit.message,
    ].join('\n'),
  ),
});

const printPerson = ({ name, email, date }: Person): string =>
  `${name.replace(/[<>\n]/g, '')} <${email.replace(/[<>\n]/g, '')}> ${Math.floor(date.getTime() / 1000)} +0000`;

export const readCommit = remembered(async (git, oid): Promise<CommitData> => {
  const object = await git.object(oid);
  if (object?.type !== 'commit') throw new Error(`${oid} is no commit`);
  const text = object.bytes.toString();
  const split = text.indexOf('\n\n');
  const head = text.slice(0, split).split('\n');
  const values = (key: string): string[] =>
    head.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  return {
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: parsePerson(values('author')[0] ?? ''),
    committer: parsePerson(values('committer')[0] ?? ''),
    message: text.slice(split + 2),
  };
});

const parsePerson = (line: string): Person => {
  const [, name = '', email = '', seconds = '0'] = /^(.*?) ?<(.*)> (\d+) [+-]\d{4}$/.exec(line) ?? [];
  return { name, email, date: new Date(Number(seconds) * 1000) };
};
