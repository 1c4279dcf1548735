import type { Violation } from '../errors.ts';
import { listed, nearest, quote } from '../text.ts';
import { scopesOf } from './supported.ts';
import { keysOf, lineAt, type Path, type Tree, treeAt } from './tree.ts';

/** What does not fit together although each value by itself does: environments that are not in the list, and a `requires`
 * that leads back to where it began. Works on the tree, so that it is found beside other problems. */
export function unresolved(path: string, tree: Tree | undefined): Violation[] {
  const closed = treeAt(tree, ['environments']);
  const names = keysOf(closed);
  const report = (place: Path, message: string, hint: string): Violation => ({
    code: 'config-invalid',
    message,
    hint,
    path,
    line: lineAt(tree, place),
  });
  const strangers = closed?.kind === 'map' ? namings(tree).filter(({ name }) => !names.includes(name)) : [];
  return [
    ...strangers.map(({ name, place }) => {
      const meant = nearest(name, names);
      const hint = `Add it to \`environments\`${meant.length > 0 ? `, or use ${listed(meant)}` : ''}.`;
      return report(place, `The environment ${quote(name)} is not in the list of environments.`, hint);
    }),
    ...circles(tree).map(({ names: circle, place }) =>
      report(
        place,
        `An environment requires itself: ${circle.join(' → ')}.`,
        'Let `requires` lead to an earlier environment.',
      ),
    ),
  ];
}

type Naming = { readonly name: string; readonly place: Path };

/** Where the file names an environment outside of the list itself. */
const namings = (tree: Tree | undefined): Naming[] =>
  scopesOf(tree).flatMap((scope) => {
    const required = requiredAt(tree, scope);
    const own = scope.length === 4 ? [{ name: String(scope[3]), place: scope }] : [];
    return required === undefined ? own : [...own, required];
  });

const requiredAt = (tree: Tree | undefined, scope: Path): Naming | undefined => {
  const place = [...scope, 'requires'];
  const value = treeAt(tree, place);
  return value?.kind === 'scalar' && typeof value.value === 'string' ? { name: value.value, place } : undefined;
};

type Circle = { readonly names: readonly string[]; readonly place: Path };

/** Each circle once, from its first member in the order of the file. */
const circles = (tree: Tree | undefined): Circle[] => {
  const scopes = scopesOf(tree);
  const environments = new Set(
    scopes.flatMap((scope) => (scope.at(-2) === 'environments' ? [String(scope.at(-1))] : [])),
  );
  const products = [undefined, ...keysOf(treeAt(tree, ['products']))];
  const found = products.flatMap((product) =>
    [...environments].flatMap((environment) => circleFrom(tree, product, environment) ?? []),
  );
  const seen = new Set<string>();
  return found.filter(({ names }) => {
    const members = [...new Set(names)].sort().join(' ');
    return seen.has(members) ? false : seen.add(members);
  });
};

const circleFrom = (tree: Tree | undefined, product: string | undefined, start: string): Circle | undefined => {
  const names = [start];
  const first = requirementOf(tree, product, start);
  for (let next = first; first !== undefined && next !== undefined; ) {
    if (next.name === start) return { names: [...names, start], place: first.place };
    // A circle that does not come back to the start is found from its own members.
    if (names.includes(next.name)) return undefined;
    names.push(next.name);
    next = requirementOf(tree, product, next.name);
  }
  return undefined;
};

const requirementOf = (
  tree: Tree | undefined,
  product: string | undefined,
  environment: string,
): Naming | undefined => {
  const scopes: Path[] = [
    ...(product === undefined ? [] : [['products', product, 'environments', environment]]),
    ['environments', environment],
    ...(product === undefined ? [] : [['products', product]]),
    [],
  ];
  return scopes.map((scope) => requiredAt(tree, scope)).find((required) => required !== undefined);
};
