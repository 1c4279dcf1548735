import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MANIFESTS, manifestsOnGitHub } from '../action/job.ts';
import { overlay } from '../commands/test-repository.ts';
import { before, type Fault, hang } from '../github/faults.ts';
import { runAction } from '../load/action.ts';
import { isLong } from '../sample.ts';

const payload = {
  product: 'shop',
  environments: ['dev', 'stg'],
  images: ['registry.example.com/shop/web:v9.0.0'],
  source: {
    repository: 'acme/shop',
    sha: 'a'.repeat(40),
    ref: 'refs/tags/v9.0.0',
    run_number: 9,
    workflow: 'release.yml',
  },
};

/** The point at which a process is killed, and the number of commits it may have made. */
const ends = [
  { point: 'before it has read anything', kind: 'query', after: 'before', commits: 0 },
  { point: 'once it has read', kind: 'query', after: 'after', commits: 0 },
  { point: 'before its commit', kind: 'mutation', after: 'before', commits: 0 },
  { point: 'between its commit and the answer', kind: 'mutation', after: 'after', commits: 1 },
] as const;

describe('a process that is killed', () => {
  it.each(isLong ? ends : ends.slice(-1))(
    '$point: the next run leaves exactly one commit',
    async ({ kind, after, commits }) => {
      await using github = await manifestsOnGitHub();
      const manifests = github.repository(MANIFESTS);
      const start = await manifests.files();
      const arrived = new Promise<void>((arrive) => {
        const faults: readonly Fault[] = [before(arrive), hang(after)];
        for (const fault of faults) github.faults.next({ kind }, fault);
      });
      const killed = await runAction(github, MANIFESTS, { payload });
      await arrived;
      for (let looks = 0; looks < 200 && (await manifests.log()).length <= commits; looks++) await sleep(20);
      killed.child.kill('SIGKILL');
      expect(await killed.ended).toMatchObject({ code: null });
      expect(await manifests.log()).toHaveLength(1 + commits);
      if (commits === 0) expect(await manifests.files()).toEqual(start);

      github.faults.clear();
      const again = await (await runAction(github, MANIFESTS, { payload })).ended;
      expect(again).toMatchObject({ code: 0, outputs: { outcome: commits === 0 ? 'promoted' : 'unchanged' } });
      expect(await manifests.log()).toHaveLength(2);
      const changed = Object.entries(await manifests.files()).filter(([path, text]) => text !== start[path]);
      expect(changed.map(([path]) => path)).toEqual([overlay('dev'), overlay('stg')]);
      expect(await manifests.fsck()).toBe('');
    },
  );
});
