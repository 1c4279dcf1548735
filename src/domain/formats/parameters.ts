import { splitReference } from '../image.ts';
import { isMapping, type Node, type Sequence } from '../yaml/nodes.ts';
import { resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { cellOf, effective, helmSite } from './parts.ts';
import { referenceSite } from './references.ts';
import { singleImage } from './searched.ts';
import type { Cell, Part, PartsShape, Site } from './site.ts';

/** A tag or digest without a repository among the parameters; `path` is what their names have before that part. */
export type Loose = Pick<PartsShape, 'keys' | 'cells' | 'place'> & { readonly path: string };

/** The parameters of one image, whose names differ only in the part that they name. */
type Group = { readonly stem: string; readonly keys: PartsShape['keys']; readonly cells: PartsShape['cells'] };

/** The values of each name, in order: of a name that is given twice the last one counts for helm, and all change. */
type Names = ReadonlyMap<string, readonly Cell[]>;

/** The images of a list of helm parameters `{name, value}`: in parts whose names begin alike, or as whole references. */
export function findParameters(tree: Tree, list: Sequence): { readonly sites: Site[]; readonly loose: Loose[] } {
  const names = namesOf(tree, list);
  const stems = new Set([...names.keys()].flatMap(stemOf));
  const groups = [...stems].flatMap((stem) => groupsOf(tree, names, stem));
  const place = { parameters: list };
  const inParts = groups.flatMap(({ keys, cells }) => helmSite(tree, list, { cells, keys, place }) ?? []);
  const used = new Set(groups.map(({ keys, cells }) => cells.repository && keys.repository));
  const whole = [...names].flatMap(([name, cells]) =>
    wholeImage.test(name) && !used.has(name) ? cells.flatMap(({ node }) => referenceSite(tree, node, list) ?? []) : [],
  );
  const loose = groups.filter(
    ({ cells }) => cells.repository === undefined && (cells.tag ?? cells.digest) !== undefined,
  );
  return {
    sites: [...inParts, ...whole],
    loose: loose.map(({ stem, keys, cells }) => ({ path: stem.replace(/\.$/, ''), keys, cells, place })),
  };
}

const wholeImage = /(?:^|\.)image$|Image$/;
const partName = /^(|.*\.)(?:registry|repository|tag|digest)$|^(.*[^.])(?:Registry|Repository|Tag|Digest)$/;

const stemOf = (name: string): string[] => {
  const match = partName.exec(name);
  return match === null ? [] : [match[1] ?? match[2] ?? ''];
};

const namesOf = (tree: Tree, list: Sequence): Names => {
  const names = new Map<string, Cell[]>();
  for (const item of list.items) {
    const parameter = resolve(tree, item as Node);
    if (!isMapping(parameter)) continue;
    const name = textOf(tree, effective(tree, parameter, 'name')?.entry.value);
    const cell = cellOf(tree, effective(tree, parameter, 'value'));
    if (name === undefined || cell === undefined) continue;
    const others = names.get(name);
    if (others === undefined) names.set(name, [cell]);
    else others.push(cell);
  }
  return names;
};

/** As many groups as the most frequent of the names has values, the one that counts last. */
const groupsOf = (tree: Tree, names: Names, stem: string): Group[] => {
  const isCapital = stem !== '' && !stem.endsWith('.');
  const nameOf = (part: Part): string => `${stem}${isCapital ? part.charAt(0).toUpperCase() + part.slice(1) : part}`;
  const repository = [nameOf('repository'), ...namesWithoutTag(tree, names, stem)].find((name) => names.has(name));
  const keys = {
    registry: nameOf('registry'),
    repository: repository ?? nameOf('repository'),
    tag: nameOf('tag'),
    digest: nameOf('digest'),
  };
  const all = Object.entries(keys).map(([part, name]) => [part, names.get(name) ?? []] as const);
  const most = Math.max(...all.map(([, cells]) => cells.length));
  return Array.from({ length: most }, (_, index) => {
    const chosen = all.flatMap(([part, cells]) => {
      const cell = cells[cells.length - most + index];
      const last = cells.at(-1);
      const isVersion = part === 'tag' || part === 'digest';
      const isOwn = isVersion || textOf(tree, cell?.node) === textOf(tree, last?.node);
      const found = isOwn ? (cell ?? last) : last;
      return found === undefined ? [] : [[part, found]];
    });
    return { stem, keys, cells: Object.fromEntries(chosen) };
  });
};

/** `image.name`, `image.repo` or `image` may name the repository for `image.tag`, if there is no tag in it. */
const namesWithoutTag = (tree: Tree, names: Names, stem: string): string[] => {
  const path = stem.replace(/\.$/, '');
  const isImage = singleImage.test(path.slice(path.lastIndexOf('.') + 1));
  const short = isImage ? [`${stem}repo`, `${stem}Repo`, `${stem}Name`] : [];
  const candidates = [`${stem}name`, ...short, path, `${stem}image`];
  return candidates.filter((name) => {
    const { tag, digest } = splitReference(textOf(tree, names.get(name)?.at(-1)?.node) ?? '');
    return tag === undefined && digest === undefined;
  });
};
