import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drop, type Fault, type Incoming, before as meanwhile, serverError, stale } from '../../github/faults.ts';
import type { FakeGitHub } from '../../github/server.ts';
import { change, github, hostOf, ID, inTurn, isLook, REPOSITORY, requestOf } from './github.ts';

const fates = {
  'drop before': () => drop('before'),
  'drop after': () => drop('after'),
  '502 before': () => serverError(502),
  '502 after': () => serverError(502, 'after'),
  'others first': (fake: FakeGitHub) =>
    meanwhile(() => fake.repository(REPOSITORY).commit('main', { 'b.yaml': `${Math.random()}\n` })),
  fine: () => meanwhile(() => undefined),
} satisfies Record<string, (fake: FakeGitHub) => Fault>;
const sights = {
  stale: () => stale(),
  'no answer': () => serverError(503),
  'others first': fates['others first'],
  fine: fates.fine,
} satisfies Record<string, (fake: FakeGitHub) => Fault>;

const keys = <T extends object>(of: T) => fc.constantFrom(...(Object.keys(of) as (keyof T)[]));

it('any failures of requests lead to at most one commit, and never to an unreported one', async () => {
  await using fake = await github({ files: { 'a.yaml': 'v0\n' } });
  const repository = fake.repository(REPOSITORY);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(keys(fates), { maxLength: 3 }),
      fc.array(keys(sights), { maxLength: 3 }),
      async (writes, looks) => {
        run += 1;
        fake.faults.clear();
        const host = hostOf(fake);
        const snapshot = await host.snapshot({ paths: [], histories: [] });
        const isWrite = ({ operation }: Incoming) => operation?.kind === 'mutation';
        inTurn(
          fake,
          isWrite,
          writes.map((fate) => fates[fate](fake)),
        );
        inTurn(
          fake,
          isLook,
          looks.map((sight) => sights[sight](fake)),
        );
        const request = requestOf(change('a.yaml', `v${run}\n`));
        const outcome = await host.commit(snapshot, request).catch(() => ({ kind: 'failed' as const }));
        const since = await repository.log();
        const ours = since
          .slice(
            0,
            since.findIndex(({ oid }) => oid === snapshot.commit),
          )
          .filter(({ message }) => message.includes(`Promotion-Id: ${ID}`));
        if (outcome.kind === 'committed') expect(ours.map(({ oid }) => oid)).toEqual([outcome.commit]);
        if (outcome.kind === 'branch-moved') expect(ours).toEqual([]);
        if (outcome.kind === 'failed') expect(ours.length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 25 },
  );
});
