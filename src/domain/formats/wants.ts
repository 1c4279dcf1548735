import { fail } from '../errors.ts';
import { printReference, type Reference, registryOf } from '../image.ts';
import { quote } from '../text.ts';
import { textOf } from '../yaml/value.ts';
import type { Hit } from './match.ts';
import { bareDigest, effective } from './parts.ts';
import type { Part, PartsShape, ReferenceShape, Site, SpotPart } from './site.ts';

/** What each part of an image shall say; a part that is undefined shall be gone, one that is missing stays. */
export type Wants = Partial<Readonly<Record<Part, string | undefined>>>;

/** The reference as it shall stand, with the left side that the build matches by. */
export function referenceWanted(shape: ReferenceShape, { site, wanted }: Hit): string {
  const reference = printReference({ ...wanted, repository: withoutRegistry(shape, { site, wanted }) });
  if (shape.matcher !== undefined) return `${shape.matcher}=${reference}`;
  const isRenamed = shape.renames === 'beside' && wanted.repository !== site.image.repository;
  return isRenamed ? `${site.image.repository}=${reference}` : reference;
}

/** What a spot of a marker shall hold. */
export function spotWanted(part: SpotPart, wanted: Reference): string {
  if (part === 'reference') return printReference(wanted);
  if (part === 'version') return printReference({ ...wanted, repository: '' }).replace(/^:/, '');
  return wanted[part] ?? '';
}

/** The repository as it stands beside a registry of its own. */
const withoutRegistry = ({ registry }: ReferenceShape, { site, wanted }: Pick<Hit, 'site' | 'wanted'>): string => {
  if (registry === undefined) return wanted.repository;
  if (wanted.repository.startsWith(`${registry}/`)) return wanted.repository.slice(registry.length + 1);
  return fail(
    'image-ambiguous',
    `The image ${quote(site.image.repository)} has its registry beside it, and the new name ${quote(wanted.repository)} has another.`,
    'Change the registry and the name by hand.',
    site.tree.place(site.offset),
  );
};

/** @throws PromotionError `image-ambiguous` for a new name that cannot be split into registry and repository. */
export function partsWanted(shape: PartsShape, { site, wanted }: Hit): Wants {
  const wants = versionWanted(shape, { site, wanted });
  if (wanted.repository === site.image.repository) return wants;
  return {
    ...(shape.naming === 'kustomize' ? { newName: wanted.repository } : helmName(shape, site, wanted)),
    ...wants,
  };
}

const versionWanted = (shape: PartsShape, { site, wanted }: Pick<Hit, 'site' | 'wanted'>): Wants => {
  const { tag, digest } = wanted;
  refuseUncovered(shape, { site, wanted });
  if (digest === undefined && isDigestUsed(shape, site)) return refuseEmptied(site);
  if (digest === undefined) return { tag, digest };
  const present = textOf(site.tree, shape.cells.tag?.node) ?? '';
  if (present.includes('@') && shape.cells.digest === undefined) return inTag(present, { site, wanted });
  if (shape.keys.digest !== bareDigest) return { tag, digest };
  if (digest.startsWith('sha256:')) return { tag, digest: digest.slice('sha256:'.length) };
  return fail(
    'image-ambiguous',
    `The image ${quote(site.image.repository)} has its digest under "${bareDigest}", which stands for SHA-256, and another is requested.`,
    'Request a digest that begins with "sha256:".',
    site.tree.place(site.offset),
  );
};

/** Whether the chart puts the digest behind the tag even if it is empty. */
const isDigestUsed = ({ cells, place }: PartsShape, { tree }: Site): boolean => {
  if (!('mapping' in place) || (textOf(tree, cells.digest?.node) ?? '') === '') return false;
  return textOf(tree, effective(tree, place.mapping, 'useDigest')?.entry.value) === 'true';
};

/** The value of a layer below would count again. */
const refuseUncovered = ({ elsewhere = {} }: PartsShape, { site, wanted }: Pick<Hit, 'site' | 'wanted'>): void => {
  for (const part of ['tag', 'digest'] as const) {
    const place = elsewhere[part];
    if (place === undefined || wanted[part] !== undefined) continue;
    const other = part === 'tag' ? 'digest' : 'tag';
    fail(
      'image-ambiguous',
      `The image ${quote(site.image.repository)} has its ${part} in another layer (${place}), where a ${other} alone would leave it.`,
      `Request the ${part} along with the ${other}, or take the ${part} out of that layer.`,
      site.tree.place(site.offset),
    );
  }
};

const refuseEmptied = ({ tree, image, offset }: Site): never =>
  fail(
    'image-ambiguous',
    `The image ${quote(image.repository)} has "useDigest" beside its digest, which a tag alone would empty.`,
    'Request the digest along with the tag, or set "useDigest" to false.',
    tree.place(offset),
  );

/** A chart that is given the digest along with the tag knows no key for it. */
const inTag = (present: string, { site, wanted: { tag, digest } }: Pick<Hit, 'site' | 'wanted'>): Wants => {
  if (tag !== undefined || present.startsWith('@')) return { tag: `${tag ?? ''}@${digest}`, digest: undefined };
  return fail(
    'image-ambiguous',
    `The image ${quote(site.image.repository)} has its digest within its tag, and a digest alone is requested.`,
    'Request the tag along with the digest.',
    site.tree.place(site.offset),
  );
};

const helmName = (shape: PartsShape, site: Site, { repository }: Reference): Wants => {
  const cell = shape.cells.registry;
  const written = cell === undefined ? undefined : textOf(site.tree, cell.node);
  const registry = written?.replace(/\/+$/, '');
  const slash = written?.endsWith('/') ? '/' : '';
  if (shape.cells.repository === undefined || shape.elsewhere?.registry !== undefined) {
    const place = shape.elsewhere?.repository ?? shape.elsewhere?.registry;
    return fail(
      'image-ambiguous',
      place === undefined
        ? `The image ${quote(site.image.repository)} has its tag in a parameter and its repository elsewhere, so that it cannot be renamed.`
        : `The image ${quote(site.image.repository)} has its name in another layer than its version (${place}), so that it cannot be renamed.`,
      place === undefined
        ? 'Change the repository by hand, or give it as a parameter, too.'
        : 'Change the name by hand, or write it beside the version, too.',
      site.tree.place(site.offset),
    );
  }
  if (registry === undefined || registry === '') return { repository };
  if (repository.startsWith(`${registry}/`)) return { repository: repository.slice(registry.length + 1) };
  const host = registryOf(repository);
  if (host !== undefined) return { registry: `${host}${slash}`, repository: repository.slice(host.length + 1) };
  return fail(
    'image-ambiguous',
    `The new name ${quote(repository)} has no registry, but the image has one beside its repository.`,
    `Give the new name with its registry, such as ${quote(`${registry}/${repository}`)}.`,
    site.tree.place(site.offset),
  );
};
