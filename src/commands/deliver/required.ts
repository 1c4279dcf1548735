import { sameRepository } from '../../domain/image.ts';
import { listedIn } from '../../domain/plan/listed.ts';
import type { PlannedItem } from '../../domain/plan/plan.ts';
import { unmet } from '../../domain/policy/requires.ts';
import type { Testified } from '../../domain/policy/standing.ts';
import type { Scene } from '../deliver.ts';
import type { ConfiguredTarget } from '../gather.ts';
import { readTestimonies } from '../standings.ts';
import type { Kept } from './keep.ts';

/** A carried item that cannot stay, and why. */
export type Unmet = { readonly one: Kept; readonly why: string };

/** What requires an environment that does not run it any more. A rollback goes wherever the image may run. */
export async function unmetAmong(kept: readonly Kept[], { gathered, decided }: Scene): Promise<readonly Unmet[]> {
  const requiring = kept.filter(({ carried }) => carried.trailer.kind === 'promotion');
  const kin = new Map(requiring.map((one) => [one.again.item, one]));
  const testimonies = await readTestimonies([...kin.keys()], gathered, (item) => ({
    source: sourceOf(kin.get(item)),
    names: namesOf(item, gathered.targets),
  }));
  return leaving(requiring, [...decided.items, ...kept.map(({ again }) => again.item)], {
    spots: gathered.targets,
    testimonies,
  });
}

type Grounds = { readonly spots: readonly ConfiguredTarget[]; readonly testimonies: readonly Testified[] };

/** What leaves can be what something else has relied on. */
const leaving = (kept: readonly Kept[], remaining: readonly PlannedItem[], grounds: Grounds): readonly Unmet[] => {
  const out = kept.flatMap((one): Unmet[] => {
    const violation = unmet(one.again.item, { ...grounds, items: remaining, remaining });
    return violation === undefined ? [] : [{ one, why: violation.message.replace(/\.$/, '') }];
  });
  if (out.length === 0) return [];
  const gone = new Set(out.map(({ one }) => one));
  const items = new Set(out.map(({ one }) => one.again.item));
  const staying = kept.filter((one) => !gone.has(one));
  return [
    ...out,
    ...leaving(
      staying,
      remaining.filter((item) => !items.has(item)),
      grounds,
    ),
  ];
};

const sourceOf = (one: Kept | undefined) =>
  one?.carried.trailer.kind === 'promotion' ? one.carried.trailer.source : {};

/** A carried item is known by what runs; another environment may list it by a name that both have. */
const namesOf = ({ product, environment, path, from }: PlannedItem, targets: readonly ConfiguredTarget[]): string[] =>
  targets
    .filter((target) => target.product === product && target.environment === environment)
    .flatMap(({ files }) => listedIn(files.filter((file) => file.path === path)))
    .filter(({ image }) => sameRepository(image.repository, from.repository))
    .flatMap(({ names }) => names);
