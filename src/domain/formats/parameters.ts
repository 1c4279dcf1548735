import { splitReference } from '../image.ts';
import { isMapping, type Node, type Sequence } from '../yaml/nodes.ts';
import { resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { cellOf, effective, helmSite } from './parts.ts';
import { referenceSite } from './references.ts';
import type { Cell, Part, PartsShape, Site } from './site.ts';

/** A tag or digest without a repository among the parameters; `path` is what their names have before that part. */
export type Loose = Pick<PartsShape, 'keys' | 'cells' | 'place'> & { readonly path: string };

/** The parameters of one image, whose names differ only in the part that they name. */
type Group = { readonly stem: string; readonly keys: PartsShape['keys']; readonly cells: PartsShape['cells'] };

type Names = ReadonlyMap<string, Cell>;

/** The images of a list of helm parameters `{name, value}`: in parts whose names begin alike, or as whole references. */
export function findParameters(tree: Tree, list: Sequence): { readonly sites: Site[]; readonly loose: Loose[] } {
  const names = namesOf(tree, list);
  const stems = new Set([...names.keys()].flatMap(stemOf));
  const groups = [...stems].map((stem) => groupOf(tree, names, stem));
  const place = { parameters: list };
  const inParts = groups.flatMap(({ keys, cells }) => helmSite(tree, list, { cells, keys, place }) ?? []);
  const used = new Set(groups.map(({ cells }) => cells.repository));
  const whole = [...names].flatMap(([name, cell]) =>
    wholeImage.test(name) && !used.has(cell) ? (referenceSite(tree, cell.node, list) ?? []) : [],
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

/** Of a name that is given twice the last one counts, as it does for helm. */
const namesOf = (tree: Tree, list: Sequence): Names => {
  const names = new Map<string, Cell>();
  for (const item of list.items) {
    const parameter = resolve(tree, item as Node);
    if (!isMapping(parameter)) continue;
    const name = textOf(tree, effective(tree, parameter, 'name')?.entry.value);
    const cell = cellOf(tree, effective(tree, parameter, 'value'));
    if (name !== undefined && cell !== undefined) names.set(name, cell);
  }
  return names;
};

const groupOf = (tree: Tree, names: Names, stem: string): Group => {
  const isCapital = stem !== '' && !stem.endsWith('.');
  const nameOf = (part: Part): string => `${stem}${isCapital ? part.charAt(0).toUpperCase() + part.slice(1) : part}`;
  const repository = [nameOf('repository'), ...namesWithoutTag(tree, names, stem)].find((name) => names.has(name));
  const keys = {
    registry: nameOf('registry'),
    repository: repository ?? nameOf('repository'),
    tag: nameOf('tag'),
    digest: nameOf('digest'),
  };
  const cells = Object.entries(keys).flatMap(([part, name]) => {
    const cell = names.get(name);
    return cell === undefined ? [] : [[part, cell]];
  });
  return { stem, keys, cells: Object.fromEntries(cells) };
};

/** `image.name` or `image` may name the repository for `image.tag`, if there is no tag in it. */
const namesWithoutTag = (tree: Tree, names: Names, stem: string): string[] => {
  const candidates = [`${stem}name`, stem.replace(/\.$/, ''), `${stem}image`];
  return candidates.filter((name) => {
    const { tag, digest } = splitReference(textOf(tree, names.get(name)?.node) ?? '');
    return tag === undefined && digest === undefined;
  });
};
