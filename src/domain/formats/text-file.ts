/** Files that are no YAML: markers alone say where images stand in them. */
import { Scalar } from 'yaml';
import { fail, type Place } from '../errors.ts';
import { quote } from '../text.ts';
import { isText, type Text } from '../yaml/nodes.ts';
import type { Tree } from '../yaml/tree.ts';

const texts = /(?:^|\/)\.env(?:\.[^/]*)?$|\.(?:env|properties|tfvars|toml|ini|conf|cfg|hcl|tf|txt|sh)$/i;
const dockerfiles = /(?:^|\/)(?:(?:Docker|Container)file(?:[.-][^/]*)?|[^/]*\.(?:docker|container)file)$/i;

export function isTextName(path: string): boolean {
  return texts.test(path);
}

/** @throws PromotionError `manifest-format` for a Dockerfile. */
export function isTextFile(path: string): boolean {
  if (!dockerfiles.test(path)) return isTextName(path);
  return fail(
    'manifest-format',
    `The manifest ${quote(path)} is a Dockerfile, in which nothing is promoted.`,
    'Name the manifest or the values that say which image runs.',
    { path, line: 1 },
  );
}

/** The whole text as one value without a type. */
export function textTree(text: string, place: (offset: number) => Place): Tree {
  const root = new Scalar(text) as Text;
  root.range = [0, text.length, text.length];
  const nothing = { targets: new Map(), links: new Map(), heirs: new Map() };
  return { text, index: 0, place, root, end: text.length, isJson: false, ...nothing };
}

export function isWholeText({ root }: Tree): boolean {
  return isText(root) && root.type === undefined;
}
