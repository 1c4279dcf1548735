/** Where the repository of an image is served. */

import { collect, fail } from '../errors.ts';
import {
  checkDigest,
  checkRepository,
  checkTag,
  dockerHubPath,
  type ImageRequest,
  printImage,
  type Reference,
  registryOf,
} from '../image.ts';
import { isLoopback } from '../request/grammar.ts';
import { quote } from '../text.ts';

/** Where a repository is served, and under which key the docker configuration has its credentials. */
export type Location = {
  /** The registry as people know it. */
  readonly registry: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The repository's name at the registry. */
  readonly name: string;
  readonly credentialKey: string;
};

const hub = {
  registry: 'docker.io',
  origin: 'https://registry-1.docker.io',
  credentialKey: 'https://index.docker.io/v1/',
};

/** @throws PromotionError `image-invalid` for a repository that cannot be served anywhere. */
export function locate(repository: string): Location {
  checkRepository(repository);
  const path = dockerHubPath(repository);
  if (path !== undefined) return { ...hub, name: path };
  const named = registryOf(repository) ?? '';
  const registry = named.toLowerCase();
  const name = repository.slice(named.length + 1);
  // An upper-case letter alone would make a host of a name that is nearly always the owner of an image, copied as it is spelled elsewhere.
  if (!/[.:]/.test(registry) && registry !== 'localhost')
    refuse(repository, 'has upper-case letters in its first part');
  const origin = `${isLoopback(hostOf(registry)) ? 'http' : 'https'}://${registry}`;
  if (!URL.canParse(origin)) refuse(repository, 'names a registry with an impossible address');
  return { registry, origin, name, credentialKey: registry };
}

const refuse = (repository: string, problem: string): never =>
  fail(
    'image-invalid',
    `The image name ${quote(repository)} ${problem}.`,
    repository === repository.toLowerCase()
      ? 'Name the registry as host or host:port, such as registry.example.com/shop/web.'
      : `Write it in lower case: ${quote(repository.toLowerCase())}.`,
  );

const hostOf = (registry: string): string => registry.replace(/:[0-9]+$/, '');

/** Whether anything may be sent to the address on behalf of the origin: by https, or by http from loopback to loopback. */
export function isSafe(address: URL, origin: string): boolean {
  if (address.username !== '' || address.password !== '') return false;
  if (address.protocol === 'https:') return true;
  return address.protocol === 'http:' && isLoopback(address.hostname) && isLoopback(new URL(origin).hostname);
}

/** The references that the requests ask for in their registries, each once.
 * @throws PromotionError with every name, tag and digest that no registry can have, and every image without tag and digest. */
export function referencesOf(images: readonly ImageRequest[]): Reference[] {
  if (images.length === 0) fail('image-missing', 'No image is named.', 'Set the input `images`.');
  const references = collect(images.map((image) => () => referenceOf(image)));
  return [...new Map(references.map((reference) => [JSON.stringify(reference), reference])).values()];
}

const referenceOf = (image: ImageRequest): Reference => {
  const { name, newName, tag, digest } = image;
  const repository = newName ?? name;
  locate(repository);
  if (tag !== undefined) checkTag(tag);
  if (digest !== undefined) checkDigest(digest);
  if (tag === undefined && digest === undefined) {
    fail(
      'tag-missing',
      `The image ${quote(printImage(image))} has no tag.`,
      'Write it as NAME:TAG, or set the input `tag`.',
    );
  }
  return { repository, tag, digest };
};
