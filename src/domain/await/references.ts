import { type Reference, registryOf, splitReference } from '../image.ts';

/** Whether a pod that runs `image` runs the promoted reference: a digest that something added is no difference. */
export function isRunBy(promoted: string, image: string): boolean {
  const wanted = splitReference(promoted);
  const run = splitReference(image);
  if (canonical(wanted) !== canonical(run)) return false;
  if (wanted.digest !== undefined) return wanted.digest === run.digest;
  return wanted.tag === run.tag;
}

/** Whether both are of one repository, at any version. */
export function sameRepository(one: string, other: string): boolean {
  return canonical(splitReference(one)) === canonical(splitReference(other));
}

/** Docker Hub's spellings of one repository are the same to everything that runs images. */
const canonical = ({ repository }: Reference): string => {
  const registry = registryOf(repository);
  const path = registry === undefined ? repository : repository.slice(registry.length + 1);
  if (registry !== undefined && registry !== 'docker.io' && registry !== 'index.docker.io') return repository;
  return `docker.io/${path.includes('/') ? path : `library/${path}`}`;
};
