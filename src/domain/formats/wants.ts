import { fail } from '../errors.ts';
import { printReference, type Reference, registryOf } from '../image.ts';
import { quote } from '../text.ts';
import { textOf } from '../yaml/value.ts';
import type { Hit } from './match.ts';
import type { Part, PartsShape, ReferenceShape, Site } from './site.ts';

/** What each part of an image shall say; a part that is undefined shall be gone, one that is missing stays. */
export type Wants = Partial<Readonly<Record<Part, string | undefined>>>;

/** The reference as it shall stand, with the left side that the build matches by. */
export function referenceWanted(shape: ReferenceShape, { site, wanted }: Hit): string {
  const reference = printReference(wanted);
  if (shape.matcher !== undefined) return `${shape.matcher}=${reference}`;
  const isRenamed = shape.renames === 'beside' && wanted.repository !== site.image.repository;
  return isRenamed ? `${site.image.repository}=${reference}` : reference;
}

/** @throws PromotionError `image-ambiguous` for a new name that cannot be split into registry and repository. */
export function partsWanted(shape: PartsShape, { site, wanted }: Hit): Wants {
  const wants = { tag: wanted.tag, digest: wanted.digest };
  if (wanted.repository === site.image.repository) return wants;
  return {
    ...(shape.naming === 'kustomize' ? { newName: wanted.repository } : helmName(shape, site, wanted)),
    ...wants,
  };
}

const helmName = (shape: PartsShape, site: Site, { repository }: Reference): Wants => {
  const cell = shape.cells.registry;
  const registry = cell === undefined ? undefined : textOf(site.tree, cell.node);
  if (shape.cells.repository === undefined) {
    return fail(
      'image-ambiguous',
      `The image ${quote(site.image.repository)} has its tag in a parameter and its repository elsewhere, so that it cannot be renamed.`,
      'Change the repository by hand, or give it as a parameter, too.',
      site.tree.place(site.offset),
    );
  }
  if (registry === undefined || registry === '') return { repository };
  if (repository.startsWith(`${registry}/`)) return { repository: repository.slice(registry.length + 1) };
  const host = registryOf(repository);
  if (host !== undefined) return { registry: host, repository: repository.slice(host.length + 1) };
  return fail(
    'image-ambiguous',
    `The new name ${quote(repository)} has no registry, but the image has one beside its repository.`,
    `Give the new name with its registry, such as ${quote(`${registry}/${repository}`)}.`,
    site.tree.place(site.offset),
  );
};
