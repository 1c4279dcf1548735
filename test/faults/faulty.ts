/** One promotion after another on one branch, each under its own faults, with the invariants of each. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { openClient } from '../../src/adapters/github/client.ts';
import { githubHost } from '../../src/adapters/github/host.ts';
import { promote } from '../../src/commands/promote.ts';
import { PromotionError } from '../../src/domain/errors.ts';
import { testClock } from '../adapters/github/clock.ts';
import { inTurn, REPOSITORY } from '../adapters/github/github.ts';
import { kustomization, NAME, overlay, promotionOf, silent } from '../commands/test-repository.ts';
import {
  before,
  drop,
  exhausted,
  type Fault,
  hang,
  primaryLimit,
  revoked,
  secondaryLimit,
  serverError,
  stale,
} from '../github/faults.ts';
import type { Handle } from '../github/handles.ts';
import type { FileContent } from '../github/repository.ts';
import { type FakeGitHub, fakeGitHub } from '../github/server.ts';
import { nameOf as fullName, type Token } from '../github/world.ts';

export type Manifests = 'plain' | 'executable';

/** A fault for one request; some depend on their place. */
export type Trouble = (place: Pick<Faulty, 'repository'>) => Fault;

export type Faulty = AsyncDisposable & {
  readonly fake: FakeGitHub;
  /** A new one after some promotions, since a long history makes every one of them slow. */
  repository(): Handle;
  /** Promotes the next tag while the first request meets the first trouble, the second one the second, and so on; then promotes
   * it again without any. Checks every invariant, and returns the result of the first run. */
  promote(troubles: readonly (Trouble | undefined)[]): Promise<string>;
};

const manifest = (tag: string): string =>
  `# image: ${NAME}:${tag} is not an image\r\n${kustomization(`${NAME}:${tag}`)}`;
const manifestAfter = (tag: string): string => manifest('v0').replace('newTag: "v0"', `newTag: "${tag}"`);

const promoter: Token = {
  login: 'promoter[bot]',
  kind: 'app',
  permissions: { '*': { contents: 'write', pull_requests: 'write' } },
};

export async function faulty(manifests: Manifests): Promise<Faulty> {
  const content = (text: string): FileContent => (manifests === 'plain' ? text : { text, mode: '100755' });
  const files = {
    [overlay('dev')]: content(manifest('v0')),
    [overlay('stg')]: content(manifest('v0')),
    'other.yaml': 'newTag: "v0"\n',
  };
  const fake = await fakeGitHub();
  let runs = 0;
  let repository: Handle | undefined;
  const place: Faulty = {
    fake,
    repository: () => repository ?? fake.repository(REPOSITORY),
    promote: async (troubles) => {
      if (runs % 20 === 0) repository = await fake.create(`${REPOSITORY}-${runs}`, { files });
      return run(place, { number: ++runs, troubles });
    },
    [Symbol.asyncDispose]: () => fake.close(),
  };
  return place;
}

type Run = { readonly number: number; readonly troubles: readonly (Trouble | undefined)[] };
type Ending = {
  readonly id: string;
  readonly outcome: string;
  readonly texts: string;
  readonly commit?: string | undefined;
};

const run = async (place: Faulty, { number, troubles }: Run): Promise<string> => {
  const { fake } = place;
  const repository = place.repository();
  const tag = `v${number}`;
  const start = (await repository.head('main')) ?? '';
  const former = await repository.files();
  struck(place, troubles);
  const first = await promotion(place, tag);
  fake.faults.clear();
  if ((await repository.head('main')) === undefined) await repository.setRef('refs/heads/main', start);
  const log = await commitsSince(place, start);
  const landed = log.filter(({ message }) => message.includes(`Promotion-Id: ${first.id}`));
  expect(landed.length).toBeLessThanOrEqual(1);
  await checkTruth(first, landed[0]?.oid);
  checkFiles(await repository.files(), former, landed.length > 0 ? tag : undefined);

  const second = await promotion(place, tag);
  expect(second.outcome).toBe(landed.length > 0 ? 'unchanged' : 'promoted');
  const ours = (await commitsSince(place, start)).filter(({ message }) => message.includes('Promotion-Id: '));
  expect(ours).toHaveLength(1);
  checkFiles(await repository.files(), former, tag);
  expect(await repository.mode(overlay('dev'))).toBe(await repository.mode(overlay('dev'), start));
  return first.outcome;
};

/** Later requests than there are troubles meet none. */
const struck = (place: Faulty, troubles: readonly (Trouble | undefined)[]): void =>
  inTurn(
    place.fake,
    () => true,
    troubles.map((trouble) => trouble?.(place) ?? before(() => undefined)),
  );

const promotion = async ({ fake, repository }: Faulty, tag: string): Promise<Ending> => {
  const id = randomUUID();
  const token = `token-${id}`;
  fake.tokens.set(token, { ...promoter });
  const { url: apiUrl, graphqlUrl } = fake;
  const clock = testClock();
  const client = openClient({ token, apiUrl, graphqlUrl, clock, timeout: 1000 });
  const host = githubHost({ client, clock, repository: fullName(repository().repository), branch: 'main' });
  const asked = promotionOf({ environments: ['dev', 'stg'], images: [`${NAME}:${tag}`] });
  const request = { promotion: asked, settings: {}, mode: 'deliver', id, start: clock.now().toISOString() } as const;
  try {
    const { environments, commit } = await promote(request, { host, log: silent, clock });
    const outcomes = new Set(environments.map(({ outcome }) => outcome));
    return { id, commit, outcome: [...outcomes].join(), texts: '' };
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    const { violations } = error;
    return {
      id,
      outcome: violations.map(({ code }) => code).join(),
      texts: violations.map(({ message, hint }) => `${message} ${hint}`).join('\n'),
    };
  }
};

const commitsSince = async ({ repository }: Faulty, start: string) => {
  const log = await repository().log();
  return log.slice(
    0,
    log.findIndex(({ oid }) => oid === start),
  );
};

/** A run says that it promoted exactly if it did, and says that nothing was written only if nothing was. */
const checkTruth = async ({ outcome, texts, commit }: Ending, landed: string | undefined): Promise<void> => {
  if (outcome === 'promoted') expect(commit).toBe(landed ?? 'a commit on the branch');
  else if (landed !== undefined) {
    expect(['host-unavailable', 'token-invalid']).toContain(outcome);
    expect(texts).not.toMatch(/nothing (?:was|has been) written/i);
  }
};

const checkFiles = (
  files: Readonly<Record<string, string>>,
  former: Readonly<Record<string, string>>,
  tag: string | undefined,
): void => {
  const { 'note.md': _, ...known } = files;
  const { 'note.md': __, ...others } = former;
  const expected = tag === undefined ? former[overlay('dev')] : manifestAfter(tag);
  expect(known).toEqual({ ...others, [overlay('dev')]: expected, [overlay('stg')]: expected });
};

const json = (status: number, body: unknown, when: 'before' | 'after' = 'before'): Fault => ({
  kind: 'answer',
  when,
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const wrong = {
  errors: [{ message: 'Something went wrong while executing your query. This may be the result of a timeout.' }],
};

/** All failures, by name. */
export const troubles: Readonly<Record<string, Trouble>> = {
  ...Object.fromEntries(
    ([500, 502, 503, 504] as const).flatMap((status) => [
      [`${status} before the effect`, () => serverError(status)],
      [`${status} after the effect`, () => serverError(status, 'after')],
    ]),
  ),
  'connection dropped before the effect': () => drop('before'),
  'connection dropped after the effect': () => drop('after'),
  'no answer, no effect': () => hang(),
  'no answer after the effect': () => hang('after'),
  'a stale read': () => stale(),
  'the files left out for lack of resources': () => exhausted((path) => path.some((step) => step === 'f0')),
  'everything left out for lack of resources': () => exhausted(() => true),
  'RESOURCE_LIMITS_EXCEEDED without data': () =>
    json(200, {
      data: null,
      errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Resource limits for this query exceeded.' }],
    }),
  'something went wrong before the effect': () => json(200, wrong),
  'something went wrong after the effect': () => json(200, wrong, 'after'),
  'an empty answer after the effect': () => json(200, {}, 'after'),
  'cut JSON after the effect': () => json(200, '{"data":{"createCommi', 'after'),
  'a page instead of JSON': () => ({
    ...json(200, '<html>Please log in</html>'),
    headers: { 'content-type': 'text/html' },
  }),
  'the primary limit by GraphQL': () => primaryLimit({ status: 200, reset: inSeconds(90) }),
  'the primary limit with Retry-After': () => primaryLimit({ status: 403, retryAfter: 20 }),
  'the primary limit for an hour': () => primaryLimit({ status: 403, reset: inSeconds(3600) }),
  'a secondary limit with Retry-After': () => secondaryLimit({ status: 429, retryAfter: 30 }),
  'a secondary limit without Retry-After': () => secondaryLimit({ status: 403 }),
  'a secondary limit by GraphQL': () => secondaryLimit({ status: 200 }),
  'a revoked token': () => revoked(),
  'a deleted branch': ({ repository }) => before(() => repository().setRef('refs/heads/main', undefined)),
  'a commit by somebody else': ({ repository }) =>
    before(async () => {
      if ((await repository().head('main')) !== undefined)
        await repository().commit('main', { 'note.md': randomUUID() });
    }),
};

/** By the clock of the tests. */
const inSeconds = (seconds: number): number => testClock().now().getTime() / 1000 + seconds;
