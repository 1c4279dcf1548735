import { settingsOf } from '../../../src/domain/config/settings.ts';
import { collect, PromotionError } from '../../../src/domain/errors.ts';
import { parseImage, splitReference } from '../../../src/domain/image.ts';
import type { Promotion } from '../../../src/domain/model.ts';
import type { PlannedItem } from '../../../src/domain/plan/plan-promotion.ts';
import { admit, enforce, type PolicyName } from '../../../src/domain/policy/enforce.ts';
import type { Admission, Facts, TargetSettings } from '../../../src/domain/policy/facts.ts';
import { configOf } from '../config/support.ts';

export const WEB = 'registry.example.com/shop/web';

/** A request; by default for web:v2 in dev of the shop. */
export type Asking = Partial<Omit<Promotion, 'images'>> & {
  /** In the syntax of a request. */
  readonly images?: readonly string[];
  /** The earlier content of the manifests, in the order of the images; else the requested name at v1. */
  readonly before?: readonly string[];
};

export type More = Partial<Pick<Admission, 'proof'> & Pick<Facts, 'kind' | 'asker' | 'memberships' | 'testimonies'>>;

/** The facts of all policies. */
export type AllFacts = Facts & Pick<Admission, 'proof'>;

/** The facts of the policies under a configuration. */
export function factsOf(config: string, asking: Asking = {}, more: More = {}): AllFacts {
  const { images = [`${WEB}:v2`], before = [], ...asked } = asking;
  const promotion: Promotion = {
    trigger: 'automatic',
    products: ['shop'],
    environments: ['dev'],
    ...asked,
    images: images.map(parseImage),
  };
  const parsed = configOf(config);
  const spots = promotion.products.flatMap((product) =>
    promotion.environments.map((environment) => ({
      product,
      environment,
      settings: settingsOf(parsed, product, environment),
    })),
  );
  const items = spots.flatMap((spot) => itemsAt(spot, promotion, before));
  const facts = { promotion, spots, items, remaining: items, asker: {}, memberships: [], testimonies: [] };
  return { kind: 'promotion', ...facts, ...more };
}

const itemsAt = (
  { product, environment }: TargetSettings,
  { images }: Promotion,
  before: readonly string[],
): PlannedItem[] =>
  images.map((request, index) => {
    const from = splitReference(before[index] ?? `${request.name}:v1`);
    const to = { repository: request.newName ?? from.repository, tag: request.tag, digest: request.digest };
    const path = `applications/${product}/overlays/${environment}/kustomization.yaml`;
    return {
      product,
      environment,
      request,
      image: to.repository,
      path,
      line: 5 + index,
      place: `${index}`,
      from,
      to,
      state: 'changed',
    };
  });

/** `passes`, with each notice, or `code line: message` for each violation. */
export function judged(facts: AllFacts, reported: readonly PolicyName[] = []): string[] {
  try {
    const [admitted, enforced] = collect([() => admit(facts, reported), () => enforce(facts, reported)]);
    return ['passes', ...[...(enforced ?? []), ...(admitted ?? [])].map(({ message }) => message)];
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.violations.map(({ code, line, message }) => `${code} ${line}: ${message}`);
  }
}

/** The codes of the violations, or `passes`. */
export function verdictOf(facts: AllFacts): string {
  const lines = judged(facts);
  return lines[0] === 'passes' ? 'passes' : lines.map((line) => line.split(' ')[0]).join(', ');
}
