import { describe, expect, it } from 'vitest';
import type { Promoted } from '../../src/commands/promote.ts';
import { PromotionError } from '../../src/domain/errors.ts';
import type { Delivery } from '../../src/domain/model.ts';
import { inTurn } from '../adapters/github/github.ts';
import {
  BRANCH,
  type Order,
  type RepositoryOnGitHub,
  repositoryOnGitHub,
  web,
  worker,
} from '../commands/repository-on-github.ts';
import { build, kustomization, overlay } from '../commands/test-repository.ts';
import { before } from '../github/faults.ts';
import { sample } from '../sample.ts';
import { troubles } from './proposing.ts';

const run = 'https://github.com/acme/manifests/actions/runs/9001';
const path = overlay('prod');

/** Where a promotion goes, and where a rollback has to leave it, however often the run is executed again. */
const [former, last, oneBack] = ['v1', 'v3', 'v2'] as const;

const ways = [
  { delivery: 'commit', reached: 'promoted' },
  { delivery: 'pull-request', reached: 'proposed' },
  { delivery: 'merge', reached: 'promoted' },
] as const satisfies readonly { delivery: Delivery; reached: string }[];

/** The first promotion of two changes two images, the second one of them. */
const promoted = async (): Promise<RepositoryOnGitHub> => {
  const place = await repositoryOnGitHub({ collaborators: { octocat: 'write' } });
  await place.ask({ images: [web(oneBack), worker('v2')], source: build(1) });
  await place.ask({ images: [web(last)], source: build(2) });
  // A stale read must miss the commit of another login, not the promotion that is rolled back.
  await place.repository.commit('main', { 'note.md': 'x' });
  const { tokens } = place.fake;
  const token = tokens.get('token');
  if (token !== undefined) tokens.set('later', { ...token });
  return place;
};

type Ended = Pick<Promoted, 'commit' | 'pullRequests'> & { readonly outcome: string; readonly texts: string };

const goBack = (place: RepositoryOnGitHub, order: Order): Promise<Ended> =>
  place.back({ run, ...order }).then(
    ({ environments, commit, pullRequests }) => ({
      outcome: environments.map(({ outcome }) => outcome).join(),
      ...{ commit, pullRequests, texts: '' },
    }),
    (error: unknown) => {
      if (!(error instanceof PromotionError)) throw error;
      const { violations } = error;
      expect(violations).not.toEqual([]);
      const texts = violations.map(({ message, hint }) => `${message} ${hint}`).join('\n');
      return { outcome: violations.map(({ code }) => code).join(), commit: undefined, pullRequests: [], texts };
    },
  );

type Files = Readonly<Record<string, string>>;

/** The tag of the image that goes back; nothing else may have changed. */
const tagIn = (files: Files, began: Files): string => {
  const { 'note.md': _, [path]: text = '', ...others } = files;
  const { 'note.md': __, [path]: ___, ...untouched } = began;
  expect(others).toEqual(untouched);
  const tag = /web\n {4}newTag: "(.*)"/.exec(text)?.[1] ?? '';
  expect([last, oneBack], `never two steps back, to ${former}`).toContain(tag);
  expect(text).toBe(kustomization(web(tag), worker('v2')));
  return tag;
};

type Start = { readonly oid: string; readonly files: Files };

const startOf = async ({ repository }: RepositoryOnGitHub): Promise<Start> => ({
  oid: (await repository.head('main')) ?? '',
  files: await repository.files(),
});

/** The present images, and the open pull requests. */
const pictureOf = async (place: RepositoryOnGitHub, start: Start) => {
  const { repository } = place;
  const log = await repository.log();
  const landed = log.slice(
    0,
    log.findIndex(({ oid }) => oid === start.oid),
  );
  const tip = await repository.head(BRANCH);
  const branch = tip === undefined ? [] : await repository.log(BRANCH);
  const own = branch.filter(({ oid }) => log.every((one) => one.oid !== oid));
  const back = (commits: typeof log) =>
    commits.filter(({ message, parents }) => parents.length === 1 && /^Rollback: /m.test(message));
  expect(back(landed).length).toBeLessThanOrEqual(1);
  expect(back(own).length).toBeLessThanOrEqual(1);
  const open = place.open();
  expect(open.length).toBeLessThanOrEqual(1);
  return {
    main: tagIn(await repository.files(), start.files),
    ...{ open: open[0], landed: landed.map(({ oid }) => oid), written: back([...landed, ...own]).length > 0 },
    waiting: open.length === 0 ? undefined : tagIn(await repository.files(BRANCH), start.files),
    foreign: own.some(({ message }) => !/^Promotion-Id: /m.test(message)),
  };
};

type Picture = Awaited<ReturnType<typeof pictureOf>>;

/** The report of a run is true: its statements hold, and it denies nothing that it does not know. */
const checkTruth = ({ outcome, commit, pullRequests, texts }: Ended, picture: Picture): void => {
  if (outcome === 'promoted' || outcome === 'unchanged') expect(picture.main).toBe(oneBack);
  if (outcome === 'promoted') expect(picture.landed).toContain(commit);
  if (outcome === 'proposed') {
    expect(picture.waiting).toBe(oneBack);
    expect(picture.open?.headOid).toBe(commit);
    expect(pullRequests).toMatchObject([{ number: picture.open?.number }]);
  }
  if (picture.written) expect(texts).not.toMatch(/nothing (?:was|has been) written/i);
};

type Struck = { readonly name: string; readonly turn: number; readonly way: (typeof ways)[number] };

const tell = async ({ name, turn, way }: Struck): Promise<void> => {
  const { delivery, reached } = way;
  await using place = await promoted();
  const { fake, repository } = place;
  const start = await startOf(place);
  const fault = troubles[name]?.({ repository: () => repository, branch: BRANCH });
  const faults = [
    ...Array.from({ length: turn }, () => before(() => undefined)),
    ...(fault === undefined ? [] : [fault]),
  ];
  inTurn(fake, () => true, faults);
  // A machine that is busy with other things must not look like a GitHub that does not answer.
  const timeout = fault?.kind === 'hang' ? 1500 : 60_000;
  const first = await goBack(place, { settings: { delivery }, timeout });
  fake.faults.clear();
  if ((await repository.head('main')) === undefined) await repository.setRef('refs/heads/main', start.oid);
  const after = await pictureOf(place, start);
  checkTruth(first, after);

  const second = await goBack(place, { settings: { delivery }, repeats: run, token: 'later' });
  const end = await pictureOf(place, start);
  checkTruth(second, end);
  const expected = after.main === oneBack ? 'unchanged' : reached;
  expect(second.outcome).toBe(after.foreign && after.main === last ? 'foreign-commit' : expected);
  expect(await repository.fsck()).toBe('');
};

describe.each(ways.map((way, at) => ({ ...way, way, at })))('a rollback by $delivery', ({ delivery, way, at }) => {
  it('goes back exactly one step with any fault at any request', { timeout: 1_800_000 }, async () => {
    await using clean = await promoted();
    expect(await goBack(clean, { settings: { delivery } })).toMatchObject({ outcome: way.reached });
    const requests = clean.requests().length;
    const cases = Object.keys(troubles).flatMap((name) =>
      Array.from({ length: requests }, (_, turn) => ({ name, turn, way })),
    );
    for (const one of sample(cases, at)) {
      await tell(one).catch((error: unknown) => {
        throw new Error(`${one.name} at request ${one.turn + 1} of ${requests}: ${error}`, { cause: error });
      });
    }
  });
});
