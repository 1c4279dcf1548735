/** What a moved ref does to pull requests. */
import type { RefChange } from '../repository.ts';
import type { Repository, World } from '../world.ts';

export async function afterMove(
  _world: World,
  _repository: Repository,
  _changes: readonly RefChange[],
): Promise<void> {}
