/** References in one value, and versions that another tool fills in. */
import { type Reference, splitReference } from '../image.ts';
import { isMistaken } from '../yaml/scalar.ts';
import { type Link, type Text, type Tree, textOf } from '../yaml/tree.ts';
import type { Site } from './site.ts';

const reference = /^[A-Za-z0-9[][A-Za-z0-9._:/@+[\]-]*$/;

/** Where a placeholder begins: `{{ .x }}`, `{TAG}`, `<path:secret#key>`, `<< inputs.tag >>`, `${TAG}`, `$(TAG)`, `$TAG`, `[[ tag ]]`,
 * `%TAG%`, `@TAG@`. No reference has any of these characters. */
const placeholder = /#?[{}<>$%]|\[\[|@\w+@/;

/** Whether another tool fills in the text before it is deployed: templates, secrets of a vault, variables. */
export function isTemplated(text: string): boolean {
  return placeholder.test(text);
}

/** Whether a text could be a reference; whether it is one, a literal match decides. */
export function looksLikeReference(text: string): boolean {
  return reference.test(text) && !isMistaken(text) && !/\/\/|^[0-9a-f]{64}(?:[:@]|$)/.test(text);
}

/** A value that holds a whole reference; undefined where it holds something else. */
export function referenceSite(tree: Tree, node: Text | Link, group: object): Site | undefined {
  const text = textOf(tree, node) ?? '';
  const isWhole = looksLikeReference(text) && !isTemplated(text);
  const image = isWhole ? splitReference(text) : filledInImage(text);
  if (image === undefined) return undefined;
  return {
    tree,
    group,
    first: [image.repository],
    second: [],
    image,
    isFilledIn: !isWhole,
    offset: node.range[0],
    shape: { kind: 'reference', node, renames: 'whole' },
  };
}

/** Of a version that is filled in it is known only whose it is. */
export function filledInImage(text: string): Reference | undefined {
  const start = text.search(placeholder);
  const known = `${text.slice(0, start)}x`;
  const { repository, tag, digest } = splitReference(known);
  if (start < 0 || !looksLikeReference(known) || (tag ?? digest) === undefined) return undefined;
  return { repository, tag: text.slice(repository.length + 1) };
}

/** A value in the syntax of `kustomize edit set image`: a reference, or one to the right of the name that the build matches by. */
export function overrideSite(tree: Tree, node: Text | Link, group: object): Site | undefined {
  const text = textOf(tree, node) ?? '';
  const equals = text.split(placeholder, 1)[0]?.indexOf('=') ?? -1;
  const right = text.slice(equals + 1);
  const isWhole = looksLikeReference(right) && !isTemplated(right);
  const image = isWhole ? splitReference(right) : filledInImage(right);
  if (image === undefined) return undefined;
  const matcher = equals < 0 ? undefined : text.slice(0, equals);
  return {
    tree,
    group,
    first: [matcher ?? image.repository],
    second: matcher === undefined ? [] : [image.repository],
    image,
    isFilledIn: !isWhole,
    offset: node.range[0],
    shape: { kind: 'reference', node, matcher, renames: 'beside' },
  };
}
