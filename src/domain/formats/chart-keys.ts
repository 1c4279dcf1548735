/** The keys of charts and custom resources for the parts of their images, and for whole references. */
import { registryOf, splitReference } from '../image.ts';
import { isText, type Tree, textOf } from '../yaml/tree.ts';
import { bareDigest, type Effective } from './image-parts.ts';
import type { PartsShape } from './site.ts';

/** A key that begins with `x-` exists for its anchor: an alias of it is an image, and becomes a literal if it is requested. */
export const singleImage = /(?:^i|(?<!^x)[-_]i|I)mage$/;

export const listOfImages = /(?:^i|(?<!^x)[-_]i|I)mages$/;

export type PartKeys = PartsShape['keys'];

export type Entries = ReadonlyMap<string, Effective>;

/** The key that a mapping is under, and the one above that; empty in a list. */
type Above = { readonly key: string; readonly around: { readonly key: string } | undefined };

/** The condition under which the value of a key is an image: `whole` even without a version, `versioned` only with one, `located`
 * only with a path as well, since it may be the address of a service. */
export type KeyNaming = 'whole' | 'versioned' | 'located' | 'none';

/** Whether a whole reference under a key of values is an image, although the key does not say so. Environment values have names
 * in capitals or stand under `value`; documentation and keys that exist for their anchor run nothing. */
export function mayHoldReference(key: string, place: NestedKey): boolean {
  if (/^[A-Z0-9_]*$|^(?:value|default|args?|arguments|command|repo)$|epository$/.test(key)) return false;
  if (aside.test(key)) return false;
  for (let above: NestedKey | undefined = place; above !== undefined; above = above.around) {
    if (aside.test(above.key)) return false;
  }
  return true;
}

/** The same for the items of a list: commands and their arguments are none. */
export function mayListReferences({ key, around }: NestedKey): boolean {
  return (
    key !== '' &&
    !/(?:args?|arguments?|commands?|cmd|entrypoint|options?|flags?)$/i.test(key) &&
    around !== undefined &&
    mayHoldReference(key, around)
  );
}

type NestedKey = { readonly key: string; readonly around: NestedKey | undefined };

const aside = /^x-|^(?:docs?|documentation|examples?|notes?|comments?|descriptions?)$/i;

const noNames = /pull[-_]?(?:policy|secrets?)$|^(?:registry|repository|tag|digest)$/i;

/** `imageName: …`, `imageRef: …`. */
const referring = /(?:^i|(?<!^x)[-_]i|I)mage[-_]?(?:name|ref|reference|uri|url)$/i;

/** `imageK8S: …`. */
const further = /^image[A-Z]/;

const withinImage = /^(?:ref|uri|url)$/;

/** Images of machines and pictures, to whose names no tag is added. */
const ofMachines =
  /(?:^|[-_])(?:vms?|(?:virtual[-_]?)?machine|instance|stemcell|kernel|rootfs|runner|os|ami|disk|boot|iso|host|cloud|hero|background|logo|cover|banner|preview)[-_]?[iI]mage$|(?:Vm|VM|Runner|Os|OS|Ami|AMI|Machine|Instance|Kernel|Rootfs|Disk|Boot)Image$/;

export function namingOf(key: string, { key: above, around }: Above): KeyNaming {
  if (ofMachines.test(key)) return 'versioned';
  if (singleImage.test(key) || (key === 'reference' && above === 'image')) return 'whole';
  const isListed = listOfImages.test(above) || (above === 'tags' && listOfImages.test(around?.key ?? ''));
  if (isListed) return noNames.test(key) ? 'none' : 'whole';
  if (referring.test(key) || (withinImage.test(key) && singleImage.test(above))) return 'versioned';
  return further.test(key) ? 'located' : 'none';
}

const repositoryKey = /epository$|[rR]epo$|(?:^i|[-_]i|I)mage(?:[-_]?[nN]ame)?$/;

export function mayNameRepository(key: string): boolean {
  return key === '<<' || key === 'name' || repositoryKey.test(key);
}

export function namesRepository([key, { entry }]: readonly [string, Effective]): boolean {
  return /[rR]epo(?:sitory)?$/.test(key) || (singleImage.test(key) && isText(entry.value));
}

const sources = /^(?:git(?:hub|lab)?[-_]?(?:repo(?:sitory)?)?|scm|vcs)$/i;

const originsOfCharts = /^(?:sources?|charts?|helm)$/i;

/** Whether a repository is one of sources or charts, whose name may be that of an image: under such a key, or with a revision beside it,
 * an image has a registry or a version. */
export function isSources(key: string, entries: Entries): boolean {
  const isVersioned = ['digest', ...versionKeys].some((name) => entries.has(name));
  if (originsOfCharts.test(key)) return !(entries.has('tag') || entries.has('digest')) || entries.has('ref');
  const isRevised = ['branch', 'revision', 'targetRevision'].some((name) => entries.has(name));
  if (sources.test(key) || isRevised || (entries.has('ref') && !singleImage.test(key)))
    return !(entries.has('registry') || (isVersioned && !/repo(?:sitory)?$/i.test(key)));
  return false;
}

/** How a mapping calls the parts of each of its images: `repository`, `webRepository`, or `image` and `name` with a tag beside. */
export function keysOf(tree: Tree, { key: above, around }: Above, entries: Entries): PartKeys[] {
  const all = [...entries.keys()].flatMap((key) => keysBy(tree, key, entries));
  if (all.length > 0) return all;
  const isImage = singleImage.test(above) || listOfImages.test(around?.key ?? '');
  const tag = tagIn(entries);
  const isVersioned = (): boolean => entries.has('digest') || otherVersion(tree, entries, '') !== undefined;
  const named = isImage && (tag !== undefined || isVersioned()) ? ['repo', 'name'] : [];
  const repository = named.find((key) => entries.has(key));
  return repository === undefined ? [] : [plainly(repository, tag ?? 'tag')];
}

const keysBy = (tree: Tree, key: string, entries: Entries): PartKeys[] => {
  if (key === 'repository') {
    const plain = plainly(key, tagIn(entries) ?? 'tag');
    const own = isPathOfImage(tree, entries) ? { ...plain, registry: 'repository', repository: 'image' } : plain;
    return [{ ...own, digest: isBareDigest(tree, entries) ? bareDigest : 'digest' }];
  }
  if (key.endsWith('epository')) return ofBeginning(key, entries);
  if (singleImage.test(key)) return besideTag(tree, entries, key);
  const short = /(?:^i|[-_]i|I)mage[-_]?([rR]epo|[nN]ame)$/.exec(key)?.[1];
  const keys = short === undefined ? undefined : beginning(key, short.length, entries);
  return keys !== undefined && entries.has(keys.tag ?? '') ? [keys] : [];
};

/** Some charts call the path before the last part of the name a repository: `repository: registry/team` beside `image: web`. */
const isPathOfImage = (tree: Tree, entries: Entries): boolean => {
  const path = textOf(tree, entries.get('repository')?.entry.value) ?? '';
  const name = textOf(tree, entries.get('image')?.entry.value) ?? '';
  const isPath = registryOf(path) !== undefined || registryOf(`${path}/x`) !== undefined;
  return isPath && !entries.has('registry') && /^[a-z0-9][a-z0-9._-]*$/.test(name) && !path.endsWith(`/${name}`);
};

/** A repository without a version beside it may be one of anything, if its name does not say so. */
const ofBeginning = (key: string, entries: Entries): PartKeys[] => {
  const owner = key.replace(/[-_]?[rR]epository$/, '');
  const keys = beginning(key, 'repository'.length, entries);
  const isOfSources = sources.test(owner) || originsOfCharts.test(owner);
  if (isOfSources && !entries.has(keys.registry ?? '')) return [];
  return singleImage.test(owner) || entries.has(keys.tag ?? '') || entries.has(keys.digest ?? '') ? [keys] : [];
};

const plainly = (repository: string, tag: string): PartKeys => ({
  registry: 'registry',
  repository,
  tag,
  digest: 'digest',
});

const spellingsOf = (first: string, last: string): string[] => [
  `${first}${last.charAt(0).toUpperCase()}${last.slice(1)}`,
  `${first}_${last}`,
  `${first}-${last}`,
];

/** The keys under which charts are known to read a tag. */
const versionKeys = [
  'tag',
  ...spellingsOf('image', 'tag'),
  ...spellingsOf('image', 'version'),
  ...spellingsOf('default', 'tag'),
  ...spellingsOf('docker', 'tag'),
  ...spellingsOf('container', 'tag'),
];

/** The key under which charts are known to read the tag of a plain repository. */
export function tagIn(entries: Entries): string | undefined {
  return versionKeys.find((name) => entries.has(name) && !isTaken(name, entries, ''));
}

/** Whether the version belongs to an image that is named by another key, of its own beginning. */
const isTaken = (version: string, entries: Entries, owner: string): boolean => {
  const [, stem = ''] = /^(.+?)[-_]?(?:tag|version)$/i.exec(version) ?? [];
  if (stem === '') return false;
  const own = [...spellingsOf(stem, 'repository'), ...spellingsOf(stem, 'repo'), ...spellingsOf(stem, 'image')];
  return [...own, ...(stem === 'image' ? [stem] : [])].some((name) => name !== owner && entries.has(name));
};

const versionWord =
  /(?:^|[-_])(?:tags?|version|ver)(?:$|[-_])|(?:Tags?|Version|Ver)(?:$|[A-Z])|^(?:tag|version)[A-Z]|^(?:image|docker|container|default|app|build|release)(?:tag|version)$/;

const upperVersionWord = /(?:^|_)(?:TAG|VERSION)(?:$|_)/;

/** What of a build may be the tag of its image, if there is a number in it. */
const buildWord =
  /(?:^|[-_])(?:build|release|rel|revision|rev|commit|sha|hash)(?:$|[-_A-Z])|(?:Build|Release|Revision|Commit|Sha|SHA|Hash)(?:$|[-_A-Z])/;

const ofOthers = /^(?:api|kube|k8s|chart|schema|helm|min|max)|(?:policy|pattern|prefix|strategy|checksum)$/i;

/** `1.4.2`, `v1`, the id of a commit; an address of four numbers is none. */
const version = /^(?:v?\d+\.\d+\.\d+(?!\.\d+$)(?:[-+.][\w.+-]*)?|v\d[\w.-]*|(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7,40})$/;

/** The version of the application, whatever the key says besides. */
const appVersion = /^(?:(?:chart|helm)[-_]?)?app(?:lication)?[-_]?version$/i;

const isVersion = (key: string, text: string): boolean => {
  if (ofOthers.test(key) && !appVersion.test(key)) return false;
  if (versionWord.test(key) || upperVersionWord.test(key)) return true;
  return buildWord.test(key) ? /\d/.test(text) : version.test(text);
};

/** The key beside a repository that tells a version in a way that no chart is known to read, so that a tag beside it might be dead.
 * @param owner the key of the repository. */
export function otherVersion(
  tree: Tree,
  entries: Entries,
  owner: string,
): { readonly key: string; readonly found: Effective } | undefined {
  for (const [key, found] of entries) {
    const text = textOf(tree, found.entry.value);
    if (text === undefined || key === owner || !isVersion(key, text)) continue;
    if (!isTaken(key, entries, owner)) return { key, found };
  }
  return undefined;
}

const sharedTag = /^(?:(?:image|default|docker|container|app|release|build)[-_]?)?tag$|^image[-_]?version$/i;

/** Whether a tag stands apart from the repository that it may be for. */
export function mayBeSharedTag(key: string): boolean {
  return sharedTag.test(key);
}

const sharedVersion = /^(?:release|build|default)[-_]?version$/i;

const plainVersion = /^(?:version|release|build|revision|commit(?:[-_]?(?:sha|id))?)$/i;

/** Whether a version in a mapping around a repository may be that of its image: right `around` it or in `global`, a version with any
 * text. Further `above` it may be that of anything, so that a plain key needs a text that can only be a version. */
export function mayBeSharedVersion(key: string, text: string, distance: 'around' | 'above'): boolean {
  if (appVersion.test(key) || sharedVersion.test(key)) return true;
  if (distance === 'around' && /^version$/i.test(key)) return true;
  return plainVersion.test(key) && version.test(text);
}

/** The parts that a mapping calls by a common beginning: `webRepository` and `webTag`, `web_repository` and `web_tag`. The only image
 * of a mapping may have a plain `tag`. */
const beginning = (key: string, length: number, entries: Entries): PartKeys => {
  const stem = key.slice(0, -length);
  const isLower = /^[a-z]/.test(key.slice(stem.length));
  const part = (name: string): string => `${stem}${isLower ? name : `${name.charAt(0).toUpperCase()}${name.slice(1)}`}`;
  const isVersion = /[iI]mage[-_]?$/.test(stem) && !entries.has(part('tag')) && entries.has(part('version'));
  const tag = part(isVersion ? 'version' : 'tag');
  const own = { registry: part('registry'), repository: key, tag, digest: part('digest') };
  const isPlain =
    /^image[-_]?$/.test(stem) && !entries.has(own.tag) && entries.has('tag') && !entries.has('repository');
  return isPlain ? { ...own, tag: 'tag', digest: 'digest' } : own;
};

/** Some charts have a digest without its algorithm. Of another length it is something else, such as a commit. */
const isBareDigest = (tree: Tree, entries: Entries): boolean => {
  const found = entries.get(bareDigest);
  const text = textOf(tree, found?.entry.value) ?? '';
  return found !== undefined && !entries.has('digest') && (text === '' || hexadecimal.test(text));
};

const hexadecimal = /^[0-9a-f]{64}$/;

/** `image: registry/web` with its tag in a key beside it. */
const besideTag = (tree: Tree, entries: Entries, key: string): PartKeys[] => {
  const text = textOf(tree, entries.get(key)?.entry.value);
  if (text === undefined) return [];
  const { tag, digest } = splitReference(text);
  if (tag !== undefined || digest !== undefined) return [];
  const isAlone = key === 'image' && !entries.has('repository');
  const stem = key.replace(/[iI]mage$/, '');
  const names = [
    `${key}Tag`,
    `${key}_tag`,
    `${key}-tag`,
    ...spellingsOf(key, 'version'),
    ...(stem === '' ? [] : [`${stem}Tag`, `${stem}tag`]),
  ];
  const own = names.find((candidate) => entries.has(candidate));
  const beside = own ?? (isAlone ? tagIn(entries) : undefined);
  if (beside === undefined) return [];
  const registry = registriesOf(key).find((name) => entries.has(name)) ?? 'registry';
  return [{ registry, repository: key, tag: beside, digest: own === undefined ? 'digest' : digestBeside(own) }];
};

const digestBeside = (tag: string): string =>
  tag.replace(/(?:Tag|Version)$/, 'Digest').replace(/(?:tag|version)$/, 'digest');

/** The keys that may hold the registry of the image under a key. */
export function registriesOf(key: string): string[] {
  if (!singleImage.test(key)) return [];
  const stem = key.replace(/[-_]?[iI]mage$/, '');
  const own = stem === '' ? [] : spellingsOf(stem, 'registry');
  return [...own, ...spellingsOf(key, 'registry'), 'registry'];
}
