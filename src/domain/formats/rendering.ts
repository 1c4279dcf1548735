/** A template as an element of a generator fills it in, to look for images in what comes of it. */
import {
  cloneOf,
  isMapping,
  isSequence,
  isText,
  type Link,
  type Mapping,
  type Node,
  type Text,
} from '../yaml/nodes.ts';
import { nameOf, resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { cellOf, effective } from './parts.ts';
import { isTemplated } from './references.ts';
import type { Cell } from './site.ts';

/** What stands for an expression whose value is not known: legal in a reference, and in no real one. */
export const UNKNOWN = '0unknown0value0';

/** The value in the template that a rendered one was made of. */
export type Origin = { readonly node: Text | Link; readonly template: string };

export type Rendering = {
  readonly root: Node;
  readonly element: Mapping | undefined;
  readonly origins: ReadonlyMap<Node, Origin>;
};

type Context = { readonly tree: Tree; readonly element: Mapping | undefined; readonly origins: Map<Node, Origin> };

const expressions = /\{\{-?\s*([^{}]*?)\s*-?\}\}/g;
const noImages = /(?:annotations|labels)$/i;

/** Without an element no expression is known. Text of several lines stays as it is. */
export function render(tree: Tree, root: Node, element?: Mapping): Rendering {
  const origins = new Map<Node, Origin>();
  return { root: renderNode({ tree, element, origins }, root), element, origins };
}

const renderNode = (context: Context, node: Node): Node => {
  if (isSequence(node)) {
    const copy = cloneOf(node);
    copy.items = (node.items as Node[]).map((item) => renderNode(context, item)) as typeof node.items;
    return copy;
  }
  if (!isMapping(node)) return renderText(context, node);
  const copy = cloneOf(node);
  copy.items = node.items.map((entry) => {
    const pair = cloneOf(entry);
    const isLeft = entry.value === null || noImages.test(nameOf(context.tree, entry) ?? '');
    pair.value = isLeft ? entry.value : renderNode(context, entry.value as Node);
    return pair;
  }) as typeof node.items;
  return copy;
};

const renderText = ({ tree, element, origins }: Context, node: Text | Link): Node => {
  const text = resolve(tree, node);
  const template = isText(text) ? String(text.value) : '';
  if (!isText(text) || !template.includes('{{')) return node;
  const copy = cloneOf(text);
  origins.set(copy, { node, template });
  if (!template.includes('\n')) {
    copy.value = template.replace(expressions, (_, inside: string) => fieldText(tree, element, inside) ?? UNKNOWN);
  }
  return copy;
};

const fieldText = (tree: Tree, element: Mapping | undefined, inside: string): string | undefined =>
  textOf(tree, fieldOf(tree, element, inside)?.node);

const field = /^\.?((?:[A-Za-z_][\w-]*\.)*[A-Za-z_][\w-]*)$/;

/** The field of an element that an expression names, in either of Argo CD's two languages of templates. Undefined for anything
 * more than a name, and for a field that is filled in itself. */
export function fieldOf(tree: Tree, element: Mapping | undefined, name: string): Cell | undefined {
  const keys = field.exec(name)?.[1]?.split('.') ?? [];
  let at: Node | null = element ?? null;
  for (const key of keys.slice(0, -1)) {
    at = isMapping(at) ? resolve(tree, effective(tree, at, key)?.entry.value ?? null) : null;
  }
  const cell = isMapping(at) ? cellOf(tree, effective(tree, at, keys.at(-1) ?? '')) : undefined;
  return isTemplated(textOf(tree, cell?.node) ?? '') ? undefined : cell;
}

/** The one expression of a text that is nothing else, or ends in it after a colon, as a tag does. */
export function lastExpression(template: string): { readonly name: string; readonly isWhole: boolean } | undefined {
  const match = /^(?:([^:{}]*=)?|(.*):)\{\{-?\s*([^{}]*?)\s*-?\}\}$/.exec(template);
  return match === null ? undefined : { name: plain(match[3] ?? ''), isWhole: match[2] === undefined };
}

/** The names of all fields that a text may take from an element, and whatever else stands between its braces. */
export function expressionsOf(template: string): string[] {
  return [...template.matchAll(expressions)].flatMap(([, inside = '']) => inside.split(/[^\w.-]+/).map(plain));
}

const plain = (inside: string): string => inside.replace(/^\./, '');

/** A text of several lines as nearly as it can be told without an element: lines that only steer the template are left out. */
export function renderBlind(text: string): string {
  return text.replace(/^[ \t]*(?:\{\{[^{}]*\}\}[ \t]*)+$/gm, '').replace(expressions, UNKNOWN);
}
