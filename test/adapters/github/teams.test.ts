import { expect, it } from 'vitest';
import { teamsOf } from '../../../src/adapters/github/people.ts';
import { runCreation } from '../../../src/adapters/github/runs.ts';
import { type Fault, serverError } from '../../github/faults.ts';
import { transcript } from '../../github/requests.ts';
import { clientOf, github, REPOSITORY } from './github.ts';

const files = { 'a.yaml': 'a\n' };
const teams = { 'acme/sre': ['hubot'] };
const answer = (status: number, body: object): Fault => ({
  kind: 'answer',
  when: 'before',
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

it('finds a member of a team with one request', async () => {
  await using fake = await github({ files }, { teams });
  const { member } = teamsOf(clientOf(fake), REPOSITORY);
  expect(await Promise.all([member('sre', 'hubot'), member('sre', 'hubot')])).toEqual([
    { state: 'member' },
    { state: 'member' },
  ]);
  expect(transcript(fake.requests)).toEqual(['GET /orgs/acme/teams/sre/memberships/hubot → 200']);
});

it.each([
  ['a stranger', 'sre', 'mallory'],
  ['a team that does not exist', 'none', 'hubot'],
])('does not distinguish %s from a team that the token may not see', async (_, team, login) => {
  await using fake = await github({ files }, { teams });
  expect(await teamsOf(clientOf(fake), REPOSITORY).member(team, login)).toEqual({ state: 'unseen' });
});

it("finds no members with the workflow's own token", async () => {
  const own = {
    login: 'github-actions[bot]',
    kind: 'app',
    permissions: { [REPOSITORY]: { contents: 'write' } },
  } as const;
  await using fake = await github({ files }, { teams, tokens: { token: own } });
  expect(await teamsOf(clientOf(fake), REPOSITORY).member('sre', 'hubot')).toEqual({ state: 'unseen' });
});

it.each<[string, Fault, object]>([
  ['who is only invited', answer(200, { state: 'pending', role: 'member' }), { state: 'unseen' }],
  [
    'whom it may not tell of',
    answer(403, { message: 'No.' }),
    { state: 'unreadable', reason: 'GitHub refuses, "No.".' },
  ],
])('finds no member %s', async (_, fault, expected) => {
  await using fake = await github({ files }, { teams });
  fake.faults.always({ method: 'GET' }, fault);
  expect(await teamsOf(clientOf(fake), REPOSITORY).member('sre', 'hubot')).toEqual(expected);
});

it('finds no member if GitHub fails', async () => {
  await using fake = await github({ files }, { teams });
  fake.faults.always({ method: 'GET' }, serverError(503));
  expect(await teamsOf(clientOf(fake), REPOSITORY).member('sre', 'hubot')).toMatchObject({ state: 'unreadable' });
});

it('finds the creation time of a run', async () => {
  await using fake = await github({ files });
  const createdAt = new Date('2026-11-30T09:00:20Z');
  fake.repository(REPOSITORY).runs.set(7, { id: 7, status: 'queued', conclusion: null, createdAt });
  expect(await runCreation(clientOf(fake), REPOSITORY, 7)).toEqual({ kind: 'known', at: createdAt });
});

it.each<[string, Fault, string]>([
  [
    'the token may not',
    answer(403, { message: 'Resource not accessible by integration' }),
    'GitHub answers with status 403',
  ],
  ['GitHub fails', serverError(503), 'GitHub does not answer'],
  ['the answer says nothing', answer(200, {}), 'the answer holds no date'],
])('gives the reason for an unknown creation time if %s', async (_, fault, reason) => {
  await using fake = await github({ files });
  fake.faults.always({ method: 'GET' }, fault);
  expect(await runCreation(clientOf(fake), REPOSITORY, 7)).toEqual({ kind: 'unknown', reason });
});
