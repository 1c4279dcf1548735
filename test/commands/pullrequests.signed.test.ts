import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drop } from '../github/faults.ts';
import type { Token } from '../github/world.ts';
import { BRANCH, proposing, type RepositoryOnGitHub, repositoryOnGitHub, web, worker } from './repository-on-github.ts';
import { build } from './test-repository.ts';

const tokens: readonly [string, Token['kind'], string][] = [
  ["the workflow's own", 'actions', 'github-actions[bot]'],
  ['that of an App', 'app', 'promoter[bot]'],
  ['a personal one', 'user', 'alice'],
];

const order = { images: [web('v2')], source: build(2), settings: proposing };
const later = { images: [web('v3')], source: build(3), settings: proposing };

const branches = async ({ repository }: RepositoryOnGitHub): Promise<string[]> =>
  Object.keys(await repository.refs()).map((name) => name.replace('refs/heads/', ''));

describe.each(tokens)('with %s token', (_, kind, login) => {
  it('the commit of a pull request is signed, when it is opened and when it is updated', async () => {
    const token: Token = { login, kind, permissions: { '*': { contents: 'write', pull_requests: 'write' } } };
    await using place = await repositoryOnGitHub({
      tokens: { token },
      settings: { actionsMayCreatePullRequests: true },
    });
    for (const asked of [order, later]) {
      await place.ask(asked);
      const [head] = await place.repository.log(BRANCH);
      expect(head).toMatchObject({ verified: true, author: { name: login }, committer: { name: 'GitHub' } });
      expect(place.requests().length).toBeLessThanOrEqual(5);
    }
    expect(place.open()).toMatchObject([{ number: 1, state: 'OPEN' }]);
    expect(await branches(place)).toEqual(['main', BRANCH]);
  });
});

describe('the temporary branch of an update', () => {
  it.each(['createRef', 'createCommitOnBranch', 'updateRefs'])(
    'is deleted if the answer to %s is lost',
    async (field) => {
      await using place = await repositoryOnGitHub();
      await place.ask(order);
      place.fake.faults.next({ field }, drop('after'));
      await place.ask(later);
      expect(await place.tags('prod', BRANCH)).toEqual(['v3', 'v1']);
      expect(await branches(place)).toEqual(['main', BRANCH]);
      expect(place.open()).toHaveLength(1);
    },
  );

  it('is deleted if GitHub refuses the move', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order);
    place.repository.settings.protections.push({ kind: 'ruleset', pattern: BRANCH, blocksForcePushes: true });
    await expect(place.ask(later)).rejects.toThrow('Cannot force-push to this branch');
    expect(await branches(place)).toEqual(['main', BRANCH]);
  });

  it('is deleted by a later update if it is over an hour old, and not before', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order);
    const leave = async (id: string, date: Date, message = `Promotion-Id: ${id}`): Promise<string> => {
      await place.repository.commit(`promotion/_/${id}`, {}, { message, date });
      return `promotion/_/${id}`;
    };
    const [old, recent] = [new Date('2026-11-30T10:00:00Z'), new Date('2026-11-30T11:30:00Z')];
    // Version 7 of a UUID begins with the time.
    const idAt = (date: Date): string => {
      const time = date.getTime().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
    };
    await leave(randomUUID(), old);
    await leave(idAt(old), old, 'Nothing of ours yet');
    const stay = [
      await leave(randomUUID(), recent),
      await leave(idAt(recent), old, 'Nothing of ours yet'),
      await leave(randomUUID(), old, 'Of somebody else'),
    ];
    await place.repository.commit('promotion/_/notes', {}, { message: 'Promotion-Id: notes', date: old });
    await place.ask(later);
    expect(place.requests()).toHaveLength(5);
    expect((await branches(place)).sort()).toEqual(['main', 'promotion/_/notes', BRANCH, ...stay].sort());
  });

  it('does not count as a branch of a product', async () => {
    await using place = await repositoryOnGitHub();
    await place.repository.commit(`promotion/_/${randomUUID()}`, { 'a.txt': 'x' });
    await place.ask(order);
    await place.ask({ ...later, images: [worker('v2')] });
    expect(place.open()).toMatchObject([{ head: BRANCH }]);
  });
});
