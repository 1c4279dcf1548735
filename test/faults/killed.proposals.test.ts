import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MANIFESTS, manifestsOnGitHub } from '../action/job.ts';
import { overlay } from '../commands/test-repository.ts';
import { hang } from '../github/faults.ts';
import type { FakeGitHub } from '../github/server.ts';
import { type Ended, finishAction, runAction } from '../load/action.ts';
import { sample } from '../sample.ts';

const payloadOf = (number: number) => ({
  product: 'shop',
  environments: ['dev'],
  images: [`registry.example.com/shop/web:v9.0.${number}`],
  source: {
    repository: 'acme/shop',
    sha: String(number).padStart(40, 'a'),
    ref: `refs/tags/v9.0.${number}`,
    run_number: number,
    workflow: 'release.yml',
  },
});

const path = overlay('dev');

const stories = [
  { story: 'an update of a pull request', delivery: 'pull-request', reached: 'proposed' },
  { story: 'a merge of what is open', delivery: 'merge', reached: 'promoted' },
] as const;

type Run = { readonly number: number; readonly delivery: string };

const jobOf = ({ number, delivery }: Run) => ({ payload: payloadOf(number), inputs: { delivery } });

const finish = (github: FakeGitHub, run: Run): Promise<Ended> => finishAction(github, MANIFESTS, jobOf(run));

/** A pull request of an older build is open. */
const opened = async (): Promise<FakeGitHub> => {
  const github = await manifestsOnGitHub();
  expect(await finish(github, { number: 1, delivery: 'pull-request' })).toMatchObject({ code: 0 });
  github.resetRequests();
  return github;
};

/** The final state: the tags, and the number of commits. */
const pictureOf = async (github: FakeGitHub) => {
  const repository = github.repository(MANIFESTS);
  const tagOf = (files: Readonly<Record<string, string>>) => /v9\.0\.\d/.exec(files[path] ?? '')?.[0];
  // A run that is killed leaves its commit on a branch of its own, which an update deletes an hour later.
  const refs = Object.keys(await repository.refs())
    .map((ref) => ref.replace('refs/heads/', ''))
    .filter((branch) => !branch.startsWith('promotion/_/'));
  expect(await repository.fsck()).toBe('');
  return {
    branches: await Promise.all(
      refs.toSorted().map(async (ref) => {
        const [tag, log] = [tagOf(await repository.files(ref)), await repository.log(ref)];
        return { ref, tag, subjects: log.map(({ message }) => message.split('\n', 1).join()) };
      }),
    ),
    pullRequests: repository.pullRequests.map(({ number, state, title, draft }) => ({ number, state, title, draft })),
  };
};

/** Kills the run around its request of this number: before GitHub has done it, or once it has. */
const kill = async (github: FakeGitHub, run: Run, { turn, when }: Point): Promise<void> => {
  let seen = 0;
  github.faults.always(() => seen++ === turn, hang(when));
  const killed = await runAction(github, MANIFESTS, jobOf(run));
  while (seen <= turn && killed.child.exitCode === null) await sleep(10);
  // The request takes effect soon after its arrival.
  await sleep(when === 'after' ? 300 : 0);
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toMatchObject({ code: null });
  github.faults.clear();
};

type Point = { readonly turn: number; readonly when: 'before' | 'after' };

describe.each(stories.map((one, at) => ({ ...one, at })))('$story, killed', ({ delivery, reached, at }) => {
  it('ends in the same state after one more run', { timeout: 600_000 }, async () => {
    const run = { number: 2, delivery };
    await using clean = await opened();
    expect(await finish(clean, run)).toMatchObject({ code: 0, outputs: { outcome: reached } });
    const requests = clean.requests.length;
    const expected = await pictureOf(clean);
    const points = Array.from({ length: requests }, (_, turn) => turn).flatMap((turn): Point[] => [
      { turn, when: 'before' },
      { turn, when: 'after' },
    ]);
    for (const point of sample(points, at + 1)) {
      await using github = await opened();
      await kill(github, run, point);
      const again = await finish(github, run);
      const where = `${point.when} request ${point.turn + 1} of ${requests}`;
      expect(again, where).toMatchObject({ code: 0 });
      expect([reached, 'unchanged'], where).toContain(again.outputs.outcome);
      expect(await pictureOf(github), where).toEqual(expected);
    }
  });
});
