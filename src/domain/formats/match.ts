/** Matches requests with sites, and computes the new text of each value. */
import { fail, PromotionError, type Violation } from '../errors.ts';
import {
  AS_IS,
  canonicalRepository,
  type ImageRequest,
  keepsVersion,
  printImage,
  printReference,
  type Reference,
  registryOf,
  sameReference,
  sameRepository,
} from '../image.ts';
import { quote } from '../text.ts';
import { type Node, textOf } from '../yaml/tree.ts';
import { bareDigest, effective } from './image-parts.ts';
import { type ImagePart, type PartsShape, type ReferenceShape, type Site, type SpotPart, spotEntries } from './site.ts';

/** A requested site, with its new reference. */
export type Hit = { readonly request: ImageRequest; readonly site: Site; readonly wanted: Reference };

/** The requests for the sites that one reader of the manifest sees. */
export type RequestedSites = { readonly sites: readonly Site[]; readonly images: readonly ImageRequest[] };

/** The sites that each request names, literally but for Docker Hub's spellings of a repository that runs, question by question,
 * without those that another tool fills in. A rename that has been done already is a hit, too, with nothing to change.
 * @throws PromotionError `images-disagree`, `image-ambiguous`, `tag-missing`. */
export function match(questions: readonly RequestedSites[]): Hit[][] {
  const found = questions.map(({ sites, images }) => {
    const index = indexOf(sites);
    return images.flatMap((request) => hitsOf(index, request)).filter(({ site }) => site.isFilledIn !== true);
  });
  const [only = []] = found;
  const hits = found.length === 1 ? only : distinctHits(found.flat());
  const sites = questions.length === 1 ? (questions[0]?.sites ?? []) : questions.flatMap((question) => question.sites);
  const violations = [...problemsOf(hits), ...limitsOf(found), ...disagreementsOf(hits), ...strangersOf(sites, hits)];
  if (violations.length > 0) throw new PromotionError(violations);
  return found;
}

/** Each request once for each site, although several readers ask the same. */
export function distinctHits(hits: readonly Hit[]): Hit[] {
  const seen = new Map<Site, Set<string>>();
  return hits.filter(({ site, request }) => {
    const requests = seen.get(site) ?? new Set();
    seen.set(site, requests);
    const key = printImage(request);
    return requests.has(key) ? false : requests.add(key);
  });
}

/** The sites that the requests name and that another tool fills in. */
export function filledInHits(sites: readonly Site[], requests: readonly ImageRequest[]): Hit[] {
  if (!sites.some(({ isFilledIn }) => isFilledIn)) return [];
  const index = indexOf(sites);
  return requests.flatMap((request) => hitsOf(index, request)).filter(({ site }) => site.isFilledIn === true);
}

type SitesByName = ReadonlyMap<string, readonly Site[]>;

/** Sites by names of theirs: byte for byte and, where that is how they are read, in one spelling. */
type NameIndex = { readonly literal: SitesByName; readonly spelt: SitesByName };

type SiteIndex = {
  readonly first: NameIndex;
  readonly second: NameIndex;
  /** By what runs: only a request for another name asks. */
  readonly running: () => SitesByName;
};

const indexOf = (sites: readonly Site[]): SiteIndex => {
  let running: SitesByName | undefined;
  return {
    first: namesOf(sites, 'first'),
    second: namesOf(sites, 'second'),
    running: () => {
      running ??= runningIn(sites);
      return running;
    },
  };
};

const namesOf = (sites: readonly Site[], names: 'first' | 'second'): NameIndex => {
  const literal = new Map<string, Site[]>();
  const spelt = new Map<string, Site[]>();
  for (const site of sites) {
    const isSpelt = names === 'second' || !isLiteral(site);
    for (const name of site[names]) {
      enter(literal, name, site);
      if (isSpelt && sameRepository(name, site.image.repository)) enter(spelt, canonicalRepository(name), site);
    }
  }
  return { literal, spelt };
};

const runningIn = (sites: readonly Site[]): SitesByName => {
  const found = new Map<string, Site[]>();
  for (const site of sites) enter(found, canonicalRepository(site.image.repository), site);
  return found;
};

const enter = (map: Map<string, Site[]>, name: string, site: Site): void => {
  const named = map.get(name);
  if (named === undefined) map.set(name, [site]);
  else if (named.at(-1) !== site) named.push(site);
};

/** A build compares the names of a kustomization's entries byte for byte. */
const isLiteral = ({ shape }: Site): boolean =>
  shape.kind === 'reference' ? shape.renames === 'beside' : shape.kind === 'parts' && shape.keys.name !== undefined;

const named = ({ literal, spelt }: NameIndex, name: string): readonly Site[] => {
  const byLetter = literal.get(name) ?? [];
  const bySpelling = spelt.size === 0 ? undefined : spelt.get(canonicalRepository(name));
  return bySpelling === undefined ? byLetter : [...new Set([...byLetter, ...bySpelling])];
};

const hitsOf = (index: SiteIndex, request: ImageRequest): Hit[] => {
  if (request.tag === undefined && request.digest === undefined) {
    fail(
      'tag-missing',
      `The image ${quote(request.name)} is requested without a tag or a digest.`,
      'Add a tag or a digest to the image.',
    );
  }
  const first = named(index.first, request.name);
  const second = named(index.second, request.name);
  const hidden = second.length === 0 ? undefined : new Set(first.map((site) => site.group));
  const sites = hidden === undefined ? first : [...first, ...second.filter((site) => !hidden.has(site.group))];
  return (sites.length > 0 ? sites : renamed(index, request)).map((site) => {
    const { tag, digest } = heldOf(site, request);
    return { request, site, wanted: { repository: request.newName ?? site.image.repository, tag, digest } };
  });
};

/** The parts of the version that the site has a place for: a marker may refer to the tag alone. */
const heldOf = ({ shape, image }: Site, request: ImageRequest): Pick<Reference, 'tag' | 'digest'> => {
  const tag = request.tag === AS_IS ? image.tag : request.tag;
  const digest = request.digest === AS_IS ? image.digest : request.digest;
  if (shape.kind !== 'marked' || shape.spots.reference !== undefined || shape.spots.version !== undefined) {
    return { tag, digest };
  }
  return { tag: shape.spots.tag && tag, digest: shape.spots.digest && digest };
};

const renamed = (index: SiteIndex, { newName, tag, digest }: ImageRequest): readonly Site[] => {
  if (newName === undefined) return [];
  const wanted = { repository: newName, tag, digest };
  return (index.running().get(canonicalRepository(newName)) ?? []).filter((site) =>
    sameReference(site.image, {
      ...wanted,
      ...(keepsVersion(wanted) ? heldOf(site, { name: newName, tag, digest }) : {}),
    }),
  );
};

const problemsOf = (hits: readonly Hit[]): Violation[] =>
  hits.flatMap(({ request, site }) => {
    const lacking = keepsVersion(request) ? lackingOf(site, request) : undefined;
    const problem = lacking === undefined ? site.problem : `has no ${lacking} here that could stay as it is`;
    if (problem === undefined) return [];
    const way = lacking === undefined ? site.way?.(request) : `Request a ${lacking} in place of the asterisk.`;
    return [
      {
        code: 'image-ambiguous' as const,
        message: `The image ${quote(request.name)} ${problem}.`,
        hint: way ?? 'Write its tag and digest as plain values beside its repository, or promote it by hand.',
        ...site.tree.place(site.offset),
      },
    ];
  });

const lackingOf = ({ image }: Site, { tag, digest }: ImageRequest): 'tag' | 'digest' | undefined => {
  if (tag === AS_IS && image.tag === undefined) return 'tag';
  return digest === AS_IS && image.digest === undefined ? 'digest' : undefined;
};

/** The requests that marked places cannot take: another name, or a tag or digest without a place in the manifest. */
const limitsOf = (found: readonly (readonly Hit[])[]): Violation[] => {
  const all = found.flatMap(limitsFor);
  return [...new Map(all.map((violation) => [violation.message, violation])).values()];
};

const limitsFor = (hits: readonly Hit[]): Violation[] => {
  if (!hits.some(({ site }) => site.shape.kind === 'marked' || site.markedAs !== undefined)) return [];
  const held = new Map<ImageRequest, { tag: boolean; digest: boolean }>();
  for (const { request, wanted } of hits) {
    const before = held.get(request);
    const now = {
      tag: wanted.tag === request.tag || request.tag === AS_IS,
      digest: wanted.digest === request.digest || request.digest === AS_IS,
    };
    held.set(request, { tag: now.tag || before?.tag === true, digest: now.digest || before?.digest === true });
  }
  return hits.flatMap((hit) => {
    const reason = limitOf(hit, held.get(hit.request) ?? { tag: true, digest: true });
    if (reason === undefined) return [];
    const place = hit.site.tree.place(hit.site.offset);
    const [problem, hint] = reason;
    const message = `The marker for ${quote(hit.request.name)} on the value of line ${place.line} ${problem}.`;
    return [{ code: 'image-ambiguous' as const, message, hint, ...place }];
  });
};

const limitOf = (
  { request: { name }, site, wanted }: Hit,
  held: { readonly tag: boolean; readonly digest: boolean },
): readonly [problem: string, hint: string] | undefined => {
  const { shape, image } = site;
  if (wanted.repository !== image.repository && outlives(site)) {
    return [
      'says which image it is, so that it cannot be renamed',
      'Change the name by hand, there and in the marker.',
    ];
  }
  if (shape.kind !== 'marked') return undefined;
  if (!held.digest) {
    const hint = `Mark the value of the digest with "# image-promotion: ${name} digest", too, or request the tag alone.`;
    return ['has a place for the tag alone, and a digest is requested', hint];
  }
  if (!held.tag) {
    const hint = `Mark the value of the tag with "# image-promotion: ${name}", too, or request the digest alone.`;
    return ['has a place for the digest alone, and a tag is requested', hint];
  }
  const isDigestAlone = shape.spots.version !== undefined && wanted.tag === undefined;
  return isDigestAlone
    ? ['has its digest behind a tag, and a digest alone is requested', 'Request the tag along with the digest.']
    : undefined;
};

/** Whether a marker would go on with the old name after a change of it: only an entry of a kustomization is still found by it. */
const outlives = ({ shape, markedAs, first }: Site): boolean => {
  const isEntry = shape.kind === 'parts' && shape.naming === 'kustomize';
  return shape.kind === 'marked' || (markedAs !== undefined && !(isEntry && first.includes(markedAs)));
};

const disagreementsOf = (hits: readonly Hit[]): Violation[] => {
  const chosen = new Map<Site, Hit>();
  return hits.flatMap((hit) => {
    const other = chosen.get(hit.site);
    chosen.set(hit.site, other ?? hit);
    return other === undefined || sameReference(other.wanted, hit.wanted) ? [] : [disagreement(other, hit)];
  });
};

const disagreement = (one: Hit, other: Hit): Violation => ({
  code: 'images-disagree',
  message: `${quote(printImage(one.request))} and ${quote(printImage(other.request))} are both requested for ${quote(printReference(one.site.image))}.`,
  hint: 'Request one tag or digest for each image.',
  ...one.site.tree.place(one.site.offset),
});

/** Of images that take their version from one field of an element, or that markers tie to one value, all must be asked for. */
const strangersOf = (sites: readonly Site[], hits: readonly Hit[]): Violation[] => {
  const asked = new Set(hits.map(({ site }) => site));
  const fields = new Map(hits.flatMap(({ site }) => sharedPlaces(site).map((place) => [place, site] as const)));
  if (fields.size === 0) return [];
  return sites.flatMap((other) => {
    const site = sharedPlaces(other)
      .map((place) => fields.get(place))
      .find((found) => found !== undefined);
    return site === undefined || asked.has(other) ? [] : [stranger(site, other)];
  });
};

const sharedPlaces = ({ shape, tree }: Site): (Node | string)[] => {
  if (shape.kind === 'marked') {
    const versions = spotEntries(shape).filter(([part]) => part !== 'reference');
    return versions.map(([, { offset }]) => [tree.outer?.node.range[0] ?? '', offset].join(' '));
  }
  if (shape.kind !== 'parts' || !('element' in shape.place)) return [];
  return [shape.cells.tag, shape.cells.digest].flatMap((cell) => (cell === undefined ? [] : [cell.node]));
};

const stranger = (site: Site, other: Site): Violation => ({
  code: 'image-shared',
  message: `The version of ${quote(site.image.repository)} is also that of ${quote(other.image.repository)}, which the request does not name.`,
  hint: 'Request both images, or give each of them a field of its own.',
  ...site.tree.place(site.offset),
});

/** The new text of each part of an image; an undefined part is removed, a missing one is unchanged. */
export type Wants = Partial<Readonly<Record<ImagePart, string | undefined>>>;

/** The new reference, with the left side that the build matches by. */
export function referenceWanted(shape: ReferenceShape, { site, wanted }: Hit): string {
  const reference = printReference({ ...wanted, repository: withoutRegistry(shape, { site, wanted }) });
  if (shape.matcher !== undefined) return `${shape.matcher}=${reference}`;
  const isRenamed = shape.renames === 'beside' && wanted.repository !== site.image.repository;
  return isRenamed ? `${site.image.repository}=${reference}` : reference;
}

/** The new text of a marked place. */
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

/** The parts of a name whose path is under another key. */
const pathAndName = (site: Site, repository: string): Wants => {
  const at = repository.lastIndexOf('/');
  const [path, name] = [repository.slice(0, Math.max(at, 0)), repository.slice(at + 1)];
  if (registryOf(repository) !== undefined && !path.endsWith(`/${name}`)) return { registry: path, repository: name };
  return fail(
    'image-ambiguous',
    `The new name ${quote(repository)} cannot be told apart as the path under "repository" and the name under "image".`,
    'Change both by hand.',
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
  if (shape.keys.registry === 'repository') return pathAndName(site, repository);
  const lead = textOf(site.tree, shape.cells.repository.node)?.startsWith('/') ? '/' : '';
  if (repository.startsWith(`${registry}/`)) return { repository: `${lead}${repository.slice(registry.length + 1)}` };
  const host = registryOf(repository);
  if (host !== undefined)
    return { registry: `${host}${slash}`, repository: `${lead}${repository.slice(host.length + 1)}` };
  return fail(
    'image-ambiguous',
    `The new name ${quote(repository)} has no registry, but the image has one beside its repository.`,
    `Give the new name with its registry, such as ${quote(`${registry}/${repository}`)}.`,
    site.tree.place(site.offset),
  );
};
