import { describe, expect, it } from 'vitest';
import type { KnownFacts } from '../../src/commands/job.ts';
import { promote } from '../../src/commands/promote.ts';
import { concludeFailure } from '../../src/commands/start-command.ts';
import { build, kustomization, NAME, onGitHub, overlay, promotionOf, runOf } from './test-repository.ts';

const promotion = promotionOf({ environments: ['stg', 'prod'], images: [`${NAME}:v2`], source: build(2) });

/** The delivery of each environment in the report of a refused request. */
const deliveries = async (known: Omit<KnownFacts, 'command' | 'notices'>, config: string): Promise<unknown> => {
  const told: KnownFacts = { command: 'promote', notices: [], promotion, ...known };
  await using stage = await onGitHub({
    '.github/promotion.yml': config,
    [overlay('stg')]: kustomization(`${NAME}:v1`),
    [overlay('prod')]: kustomization(`${NAME}:v1`),
  });
  const world = {
    ...stage.world,
    onTargetsKnown: (concerned: KnownFacts['concerned']): void => {
      told.concerned = concerned;
    },
  };
  const { delivery } = known;
  const ended = await promote({ promotion, ...runOf({ ...(delivery && { delivery }) }) }, world).then(
    () => undefined,
    (error: unknown) => concludeFailure(error, told),
  );
  expect(ended?.result.violations).not.toEqual([]);
  return ended?.result.environments?.map(({ name, delivery: how }) => `${name}: ${how}`);
};

const refusing = 'environments:\n  stg: {}\n  prod: {delivery: pull-request}\ntags: ["v1*"]\n';

describe('the report of a refused request', () => {
  it('names the delivery of the configuration', async () => {
    expect(await deliveries({}, refusing)).toEqual(['stg: commit', 'prod: pull-request']);
  });

  it('names the delivery of the step', async () => {
    expect(await deliveries({ delivery: 'merge' }, refusing)).toEqual(['stg: merge', 'prod: merge']);
  });

  it('names the delivery of the step even if the configuration could not be read', async () => {
    expect(await deliveries({ delivery: 'merge' }, 'environments: 7\n')).toEqual(['stg: merge', 'prod: merge']);
  });
});
