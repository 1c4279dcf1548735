import { isMapping, type Node } from '../yaml/nodes.ts';
import type { Tree } from '../yaml/tree.ts';
import { type Head, headOf } from './head.ts';
import { findValues } from './helm.ts';
import type { Searched } from './searched.ts';
import type { Site } from './site.ts';

/** Kinds that hold text, which containers may read. */
const texts = new Set(['ConfigMap', 'Secret']);

/** Kinds that hold schemas, or that watch images and run none. */
const withoutImages = new Set([
  'CustomResourceDefinition',
  'ImageRepository',
  'ImagePolicy',
  'ClusterImagePolicy',
  'ImageUpdateAutomation',
]);

/** Groups whose objects judge images, scan, remove or follow them, or name where a build goes: a new version there runs nowhere. */
const withoutContainers =
  /^(?:.*\.)?(?:kyverno\.io|gatekeeper\.sh|sigstore\.dev|shipwright\.io|aquasecurity\.github\.io|eraser\.sh|kargo\.akuity\.io|argocd-image-updater\.argoproj\.io)$/;

const skipped = /^(?:metadata|status|data|stringdata|binarydata|openapiv3schema|selector|args|command)$/i;

/** Whether nothing that an object names ever runs because of it. */
export function isWithoutContainers({ kind = '', group = '' }: Head): boolean {
  return withoutImages.has(kind) || withoutContainers.test(group);
}

/** All images of a Kubernetes object: strings under `image` wherever they stand, pod template or not, image volumes, and what custom
 * resources have in parts. Metadata, annotations, labels, environment values and schemas are no images. */
export function findObject(tree: Tree, node: Node | null, searched: Searched): Site[] {
  if (!isMapping(node)) return [];
  const head = headOf(tree, node);
  if (texts.has(head.kind ?? '') || isWithoutContainers(head)) return [];
  return findValues(tree, node, { searched, alsoSkipped: skipped });
}
