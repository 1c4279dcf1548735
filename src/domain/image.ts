/** References of images and requests for them: how they are parsed, checked, compared and printed. */
import { fail } from './errors.ts';
import { quote } from './text.ts';

/** `registry/repository:tag@digest`; the repository includes the registry, as it is written. */
export type Reference = {
  readonly repository: string;
  readonly tag?: string | undefined;
  readonly digest?: string | undefined;
};

/** The request for one image: an image that matches `name` gets `newName` (else keeps its own) with the tag, the digest or both. */
export type ImageRequest = {
  readonly name: string;
  readonly newName?: string | undefined;
  readonly tag?: string | undefined;
  readonly digest?: string | undefined;
};

const LONGEST_REPOSITORY = 255;
const LONGEST_TAG = 128;

// The grammar of the distribution project (reference/regexp.go) and of the OCI image specification (descriptor.md).
const hostLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const host = new RegExp(`^(?:${hostLabel}(?:\\.${hostLabel})*|\\[[0-9A-Fa-f:]+\\])(?::[0-9]{1,5})?$`);
const component = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const tagGrammar = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
// The intersection of both grammars: the algorithm of OCI, the encoding of the distribution project.
const digestGrammar = /^[a-z][a-z0-9]*(?:[-_+.][a-z][a-z0-9]*)*:[0-9A-Fa-f]{32,}$/;
const digestLengths: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };

/** The host of a repository's first component, as the distribution project tells it from a path: it has a dot or a port,
 * is `localhost` or has an upper-case letter. Undefined where the repository names none. */
export function registryOf(repository: string): string | undefined {
  const [first = '', ...rest] = repository.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase());
  return isHost && host.test(first) ? first : undefined;
}

/** @throws PromotionError `image-invalid`, naming the rule that the repository breaks. */
export function checkRepository(repository: string): string {
  const problem = repositoryProblem(repository);
  if (problem === undefined) return repository;
  return fail('image-invalid', `The image name ${quote(repository)} ${problem}.`, repositoryHint(repository));
}

const repositoryProblem = (repository: string): string | undefined => {
  if (repository === '') return 'is empty';
  if (repository.length > LONGEST_REPOSITORY) return `is longer than ${LONGEST_REPOSITORY} characters`;
  if (/[^\x21-\x7e]/.test(repository)) return 'has a blank, a control character or a character outside ASCII';
  if (repository.includes('@')) return 'carries a digest';
  if (/^[0-9a-f]{64}$/.test(repository)) return 'is 64 hexadecimal digits, which tools read as the id of an image';
  const path = repository.split('/').slice(registryOf(repository) === undefined ? 0 : 1);
  if (path.some((part) => part === '')) return 'has an empty part between slashes';
  if (path.at(-1)?.includes(':')) return 'carries a tag';
  if (carriesBranch(repository)) return 'carries a tag with a slash in it, which no tag may have';
  if (path.some((part) => /[A-Z]/.test(part))) return 'has upper-case letters, which a repository may not have';
  if (path.some((part) => !component.test(part))) {
    return 'has a part that is not lower-case letters and digits, separated by one of ".", "_", "__" or dashes';
  }
  return undefined;
};

/** The name of a branch, taken for a tag, looks like more of the repository behind its slash. */
const carriesBranch = (repository: string): boolean =>
  repository
    .split('/')
    .slice(1, -1)
    .some((part) => part.includes(':'));

const repositoryHint = (repository: string): string => {
  if (carriesBranch(repository)) return 'Give the tag under which the image was pushed.';
  if (/^[A-Z][A-Z0-9_]*$/.test(repository)) {
    return 'It looks like a placeholder of a kustomization: give its entry a name in lower case, or promote by its `newName`.';
  }
  if (/^[\x21-\x7e]+$/.test(repository) && repository !== repository.toLowerCase()) {
    return `Write it in lower case: ${quote(repository.toLowerCase())}.`;
  }
  return 'Name the repository alone, such as registry.example.com/shop/web, and give tag and digest apart from it.';
};

export function isRepository(text: string): boolean {
  return repositoryProblem(text) === undefined;
}

export function isTag(text: string): boolean {
  return tagProblem(text) === undefined;
}

export function isDigest(text: string): boolean {
  return digestProblem(text) === undefined;
}

/** @throws PromotionError `tag-invalid`, naming the rule that the tag breaks. */
export function checkTag(tag: string): string {
  const problem = tagProblem(tag);
  if (problem === undefined) return tag;
  return fail('tag-invalid', `The tag ${quote(tag)} ${problem}.`, 'Use the tag under which the image was pushed.');
}

const tagProblem = (tag: string): string | undefined => {
  if (tag === '') return 'is empty';
  if (tag.length > LONGEST_TAG) return `is longer than ${LONGEST_TAG} characters`;
  if (/^[.-]/.test(tag)) return 'starts with a dot or a dash';
  if (!tagGrammar.test(tag)) return 'has characters other than letters, digits, "_", "." and "-"';
  return undefined;
};

/** @throws PromotionError `digest-invalid`, naming the rule that the digest breaks. */
export function checkDigest(digest: string): string {
  const problem = digestProblem(digest);
  if (problem === undefined) return digest;
  return fail(
    'digest-invalid',
    `The digest ${quote(digest)} ${problem}.`,
    'Use the whole digest: sha256: and 64 hexadecimal digits.',
  );
}

const digestProblem = (digest: string): string | undefined => {
  if (!digestGrammar.test(digest))
    return 'is not an algorithm in lower case, a colon and at least 32 hexadecimal digits';
  const [algorithm = '', encoded = ''] = digest.split(':');
  const length = digestLengths[algorithm];
  if (length === undefined) return undefined;
  if (encoded.length !== length) return `has ${encoded.length} digits where ${algorithm} has ${length}`;
  if (encoded !== encoded.toLowerCase()) return 'has upper-case digits';
  return undefined;
};

/** Splits a reference of a manifest, without checking its parts: the tag starts at a colon after the last slash, the digest at
 * the first `@`. */
export function splitReference(text: string): Reference {
  const at = text.indexOf('@');
  const named = at < 0 ? text : text.slice(0, at);
  const digest = at < 0 ? undefined : text.slice(at + 1);
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  if (colon < 0) return { repository: named, digest };
  return { repository: named.slice(0, colon), tag: named.slice(colon + 1), digest };
}

/** @throws PromotionError for text that the grammar does not allow. */
export function parseReference(text: string): Reference {
  const { repository, tag, digest } = splitReference(text);
  checkRepository(repository);
  if (tag !== undefined) checkTag(tag);
  if (digest !== undefined) checkDigest(digest);
  return { repository, tag, digest };
}

export function printReference({ repository, tag, digest }: Reference): string {
  return `${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** The hosts by which people call Docker Hub. */
const hubHosts: ReadonlySet<string> = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io']);

/** The path of a repository at Docker Hub, the registry of every name without a host; undefined for one of another registry. */
export function dockerHubPath(repository: string): string | undefined {
  const host = registryOf(repository);
  if (host !== undefined && !hubHosts.has(host.toLowerCase())) return undefined;
  const path = host === undefined ? repository : repository.slice(host.length + 1);
  return path.includes('/') ? path : `library/${path}`;
}

/** One spelling for the repository of an image that runs: Docker Hub's have several. */
export function canonicalRepository(repository: string): string {
  const path = dockerHubPath(repository);
  return path === undefined ? repository : `docker.io/${path}`;
}

/** Every spelling of the same repository, the given one first. */
export function spellingsOf(repository: string): readonly string[] {
  const path = dockerHubPath(repository);
  if (path === undefined) return [repository];
  const short = path.replace(/^library\/(?=[^/]+$)/, '');
  const hosts = ['docker.io/', 'index.docker.io/', ''];
  return [...new Set([repository, ...[path, short].flatMap((name) => hosts.map((host) => `${host}${name}`))])];
}

/** Whether two names are of the same repository to everything that runs images. */
export function sameRepository(a: string, b: string): boolean {
  return a === b || canonicalRepository(a) === canonicalRepository(b);
}

/** Whether two references name the same image, in any spelling of its repository. */
export function sameReference(a: Reference, b: Reference): boolean {
  return a.tag === b.tag && a.digest === b.digest && sameRepository(a.repository, b.repository);
}

/** The same text for references that name the same image. */
export function canonicalReference(reference: Reference): string {
  return printReference({ ...reference, repository: canonicalRepository(reference.repository) });
}

/** In place of a new name, a tag or a digest, as `kustomize edit set image` has it: the present value stays. */
export const AS_IS = '*';

/** Whether the request leaves it to the manifest which version an image has. */
export function keepsVersion({ tag, digest }: Pick<ImageRequest, 'tag' | 'digest'>): boolean {
  return tag === AS_IS || digest === AS_IS;
}

/** Parses `NAME`, `NAME:TAG`, `NAME@DIGEST`, `NAME:TAG@DIGEST` and the same with `NAME=NEWNAME` in place of `NAME`; NEWNAME, TAG
 * and DIGEST may be `*`.
 * @throws PromotionError for text that the grammar does not allow. */
export function parseImage(text: string): ImageRequest {
  const equals = text.indexOf('=');
  const { repository, tag, digest } = splitReference(text.slice(equals + 1));
  const isSameName = repository === AS_IS && equals > 0;
  if (!isSameName) checkRepository(repository);
  if (tag !== undefined && tag !== AS_IS) checkTag(tag);
  if (digest !== undefined && digest !== AS_IS) checkDigest(digest);
  if (equals < 0) return { name: repository, tag, digest };
  return { name: checkRepository(text.slice(0, equals)), newName: isSameName ? undefined : repository, tag, digest };
}

export function printImage({ name, newName, tag, digest }: ImageRequest): string {
  const reference = printReference({ repository: newName ?? name, tag, digest });
  return newName === undefined ? reference : `${name}=${reference}`;
}
