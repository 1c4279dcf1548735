import { splitReference } from '../image.ts';
import type { Link, Text } from '../yaml/nodes.ts';
import { isMistaken } from '../yaml/scalar.ts';
import type { Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import type { Site } from './site.ts';

const reference = /^[A-Za-z0-9[][A-Za-z0-9._:/@+[\]-]*$/;
const template = /\{\{|<path:|\$\{/;

/** Whether another tool fills in the text before it is deployed: templates, secrets of a vault, variables. */
export function isTemplated(text: string): boolean {
  return template.test(text);
}

/** Whether a text could be a reference; whether it is one, a literal match decides. */
export function looksLikeReference(text: string): boolean {
  return reference.test(text) && !isMistaken(text);
}

/** A value that holds a whole reference; undefined where it holds something else. */
export function referenceSite(tree: Tree, node: Text | Link, group: object): Site | undefined {
  const text = textOf(tree, node) ?? '';
  if (!looksLikeReference(text)) return undefined;
  const image = splitReference(text);
  return {
    tree,
    group,
    first: [image.repository],
    second: [],
    image,
    offset: node.range[0],
    shape: { kind: 'reference', node, renames: 'whole' },
  };
}

/** A value in the syntax of `kustomize edit set image`: a reference, or one to the right of the name that the build matches by. */
export function overrideSite(tree: Tree, node: Text | Link, group: object): Site | undefined {
  const text = textOf(tree, node) ?? '';
  const equals = text.indexOf('=');
  if (!looksLikeReference(text.slice(equals + 1))) return undefined;
  const image = splitReference(text.slice(equals + 1));
  const matcher = equals < 0 ? undefined : text.slice(0, equals);
  return {
    tree,
    group,
    first: [matcher ?? image.repository],
    second: matcher === undefined ? [] : [image.repository],
    image,
    offset: node.range[0],
    shape: { kind: 'reference', node, matcher, renames: 'beside' },
  };
}
