import { describe, expect, it } from 'vitest';
import { openMemberships } from '../../../src/domain/policy/actors.ts';
import type { Actors, Member, Membership } from '../../../src/domain/policy/facts.ts';
import { factsOf, judged, verdictOf } from './support.ts';

const config = 'actors: [octocat, "team:sre", "promoter[bot]"]';
const byHand = { trigger: 'by-hand' } as const;
const is = (team: string, login: string, answer: Member): Membership => ({ team, login, answer });
const asks = (actor: string, triggeringActor = actor): Actors => ({ actor, triggeringActor });

describe('a person', () => {
  it.each<[string, Actors, Membership[], string]>([
    ['who is named', asks('octocat'), [], 'passes'],
    ['in another case, which GitHub does not tell apart', asks('OctoCat'), [], 'passes'],
    ['a machine', asks('promoter[bot]'), [], 'passes'],
    ['who is not', asks('mallory'), [is('sre', 'mallory', { state: 'unseen' })], 'actor-not-allowed'],
    ['of the team', asks('hubot'), [is('sre', 'hubot', { state: 'member' })], 'passes'],
    ['of another team', asks('hubot'), [is('dev', 'hubot', { state: 'member' })], 'actor-not-allowed'],
    [
      'of a team that cannot be read',
      asks('hubot'),
      [is('sre', 'hubot', { state: 'unreadable', reason: 'No.' })],
      'actor-not-allowed',
    ],
    ['who starts the run of an allowed person again', asks('octocat', 'mallory'), [], 'actor-not-allowed'],
    ['who is allowed and starts the run of another person again', asks('mallory', 'octocat'), [], 'actor-not-allowed'],
    ['with another allowed one', asks('octocat', 'hubot'), [is('sre', 'hubot', { state: 'member' })], 'passes'],
    ['without a known login', {}, [], 'actor-not-allowed'],
  ])('%s', (_, asker, memberships, expected) => {
    expect(verdictOf(factsOf(config, byHand, { asker, memberships }))).toBe(expected);
    expect(verdictOf(factsOf(config, byHand, { asker, memberships, kind: 'rollback' }))).toBe(expected);
    // A rollback that an App dispatches has an actor as well.
    expect(verdictOf(factsOf(config, {}, { asker, memberships, kind: 'rollback' }))).toBe(expected);
    expect(verdictOf(factsOf(config, {}, { asker, memberships }))).toBe('passes');
  });

  it.each([
    ['actors: [octocat]', 'actor-not-allowed'],
    ['actors: [octocat, "event:schedule"]', 'passes'],
    ['actors: []', 'actor-not-allowed'],
    ['', 'passes'],
    ['sources: [{ repository: acme/shop }]', 'passes'],
  ])('is not checked on a schedule, for which %j decides', (text, expected) => {
    const scheduled = { trigger: 'direct', scheduled: true } as const;
    expect(verdictOf(factsOf(text, scheduled, { asker: asks('octocat') }))).toBe(expected);
    expect(verdictOf(factsOf(text, scheduled, { asker: asks('mallory') }))).toBe(expected);
  });

  it.each([
    ['actors: []', 'actor-not-allowed'],
    ['', 'passes'],
  ])('under %j', (text, expected) => {
    expect(verdictOf(factsOf(text, byHand, { asker: asks('octocat') }))).toBe(expected);
  });

  it('is different from the login that they act for', () => {
    expect(judged(factsOf(config, byHand, { asker: asks('octocat', 'mallory') }))).toEqual([
      'actor-not-allowed 1: The configuration does not let "mallory", who runs it again, ask for dev of shop.',
    ]);
    const both = factsOf('actors: []', byHand, { asker: asks('octocat', 'mallory'), kind: 'rollback' });
    expect(judged(both)).toEqual([
      'actor-not-allowed 1: The configuration does not let "octocat" roll back dev of shop.',
      'actor-not-allowed 1: The configuration does not let "mallory", who runs it again, roll back dev of shop.',
    ]);
  });
});

describe('teams', () => {
  const spots = (text: string) => factsOf(text, { ...byHand, environments: ['dev', 'prod'] });
  const open = (text: string, asker: Actors) => {
    const facts = spots(text);
    return openMemberships({ ...facts, asker }, facts.spots).map(({ team, login }) => `${login} in ${team}`);
  };

  it('are queried once for each login that no list names', () => {
    expect(open(config, asks('octocat'))).toEqual([]);
    expect(open(config, asks('mallory'))).toEqual(['mallory in sre']);
    expect(open(config, asks('mallory', 'Mallory'))).toEqual(['Mallory in sre']);
    expect(open(config, asks('octocat', 'mallory'))).toEqual(['mallory in sre']);
    expect(open('actors: [team:a, team:b]', asks('x', 'y'))).toEqual(['x in a', 'x in b', 'y in a', 'y in b']);
    expect(open('', asks('x'))).toEqual([]);
  });

  it('do not restrict automatic requests', () => {
    const facts = factsOf(config, {}, { asker: asks('mallory') });
    expect(openMemberships(facts, facts.spots)).toEqual([]);
  });
});
