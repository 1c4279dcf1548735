import { isText, type Node } from '../yaml/nodes.ts';
import { parseTrees, type Tree } from '../yaml/tree.ts';
import { findApplication } from './argocd.ts';
import { renderBlind } from './rendering.ts';
import type { Pin, Site } from './site.ts';

const mentionsVersion = /(?:tag|digest|images?)\b/i;

/** The images whose version the patch of an ApplicationSet's template says: if it is not certain which, all of them. */
export function findTemplatePins(tree: Tree, patch: Node | null, sites: readonly Site[]): Pin[] {
  if (!isText(patch)) return [];
  const source = renderBlind(String(patch.value)).replace(/(?:^|\s)#.*$/gm, '');
  if (!mentionsVersion.test(source)) return [];
  const { trees = [] } = parseTrees(source, () => tree.place(patch.range[0]));
  const found = trees.map((inner) => findApplication(inner, inner.root));
  const stated = found.flatMap((application) => application.sites.map(({ image }) => image.repository));
  const isCertain = stated.length > 0 && found.every(({ unbound }) => unbound.length === 0);
  const all = isCertain ? stated : [...stated, ...sites.map(({ image }) => image.repository)];
  return all.map((repository) => ({ repository, place: tree.place(patch.range[0]) }));
}
