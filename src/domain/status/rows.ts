import type { ListedAt } from '../plan/listed.ts';
import { relationOf } from './compare.ts';
import type { Relation, Row, Running } from './model.ts';

/** What one product lists in one environment. */
export type Listing = {
  readonly product: string;
  readonly environment: string;
  readonly images: readonly { readonly listed: ListedAt; readonly running: Running }[];
};

type Draft = { readonly product: string; readonly names: Set<string>; readonly listings: Listing['images'][number][] };

/** One row for each image of each product: environments may know it by different names, as long as one leads to the other. */
export function rowsOf(listings: readonly Listing[], environments: readonly string[]): Row[] {
  const drafts = new Map<string, Draft[]>();
  for (const { product, images } of listings) {
    const known = drafts.get(product) ?? [];
    drafts.set(product, known);
    for (const image of images) {
      const names = [...image.listed.names, image.listed.image.repository];
      const draft = known.find((candidate) => names.some((name) => candidate.names.has(name)));
      if (draft === undefined) known.push({ product, names: new Set(names), listings: [image] });
      else {
        draft.listings.push(image);
        for (const name of names) draft.names.add(name);
      }
    }
  }
  return [...drafts.values()].flat().map((draft) => rowOf(draft, environments));
}

const rowOf = ({ product, listings }: Draft, environments: readonly string[]): Row => {
  const all = listings.map(({ running }) => running);
  const there = environments.filter((environment) => all.some((running) => running.environment === environment));
  const runs = new Map(there.map((name) => [name, all.filter((running) => running.environment === name)]));
  const repositories = new Set(listings.map(({ listed }) => listed.image.repository));
  const [first] = listings;
  const image = repositories.size === 1 ? first?.listed.image.repository : first?.listed.names[0];
  return { product, image: image ?? '', runs, relations: relationsOf(runs, environments) };
};

/** Each environment against the nearest one before it that runs the image at all. */
const relationsOf = (
  runs: ReadonlyMap<string, readonly Running[]>,
  environments: readonly string[],
): Map<string, Relation> => {
  const relations = new Map<string, Relation>();
  let before: Running | undefined;
  for (const environment of environments) {
    const [here] = runs.get(environment) ?? [];
    if (here === undefined) continue;
    if (before !== undefined) relations.set(environment, relationOf(here, before));
    before = here;
  }
  return relations;
};
