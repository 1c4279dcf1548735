/** The policy `actors`: who may promote by hand or roll back. */

import type { Settings } from '../config/settings.ts';
import type { Violation } from '../errors.ts';
import { listed, quote } from '../text.ts';
import {
  type Actors,
  type Facts,
  grouped,
  type Membership,
  type Policy,
  type RequestKind,
  type TargetSettings,
} from './facts.ts';

const TEAM = 'team:';
/** The entry that lets scheduled runs of the manifest repository promote, for which no login is looked at. */
const SCHEDULE = 'event:schedule';

/** Only people whom the configuration names may promote by hand or roll back. A person who starts the run of another person again acts, too,
 * so both must be listed. */
export const actors: Policy = (facts) => {
  if (!concerns(facts)) return [];
  return grouped(facts.spots, ({ actors: list, origin }) => [list, origin.actors]).flatMap(({ settings, where }) => {
    if (settings.actors === undefined) return [];
    if (facts.promotion.scheduled) return settings.actors.includes(SCHEDULE) ? [] : [unscheduled(settings, where)];
    const logins = loginsOf(facts.asker);
    if (logins.length === 0) return [unknown(settings, where)];
    return logins
      .filter((login) => !isAmong(login, settings.actors ?? [], facts.memberships))
      .map((login) => refused({ login, settings, where }, facts));
  });
};

type AskingActors = {
  readonly kind: RequestKind;
  readonly promotion: Pick<Facts['promotion'], 'trigger' | 'scheduled'>;
  readonly asker: Actors;
};

/** The memberships that decide: those of actors without an entry of their own. */
export function openMemberships(
  asking: AskingActors,
  spots: readonly TargetSettings[],
): Pick<Membership, 'team' | 'login'>[] {
  if (!concerns(asking) || asking.promotion.scheduled) return [];
  const open = spots.flatMap(({ settings: { actors: list = [] } }) =>
    loginsOf(asking.asker)
      .filter((login) => !isAmong(login, list, []))
      .flatMap((login) => teamsOf(list).map((team) => ({ team, login }))),
  );
  return [...new Map(open.map((pair) => [JSON.stringify(pair), pair])).values()];
}

const concerns = ({ kind, promotion }: Pick<AskingActors, 'kind' | 'promotion'>): boolean =>
  kind === 'rollback' || promotion.trigger === 'by-hand' || promotion.scheduled === true;

const loginsOf = ({ actor, triggeringActor }: Actors): string[] => {
  const logins = [actor, triggeringActor].filter((login) => login !== undefined);
  return [...new Map(logins.map((login) => [login.toLowerCase(), login])).values()];
};

const teamsOf = (list: readonly string[]): string[] =>
  list.filter((entry) => entry.startsWith(TEAM)).map((entry) => entry.slice(TEAM.length));

const isAmong = (login: string, list: readonly string[], memberships: readonly Membership[]): boolean =>
  list.some((entry) => entry.toLowerCase() === login.toLowerCase()) ||
  teamsOf(list).some((team) =>
    memberships.some((one) => one.team === team && one.login === login && one.answer.state === 'member'),
  );

const unknown = ({ origin }: Settings, where: string): Violation => ({
  code: 'actor-not-allowed',
  message: `Nobody says who asks, and the configuration limits who may ask for ${where}.`,
  hint: 'Promote by a run of the workflow, which GitHub tells the actor of.',
  ...origin.actors,
});

const unscheduled = ({ actors = [], origin }: Settings, where: string): Violation => ({
  code: 'actor-not-allowed',
  message: `The configuration does not let a schedule ask for ${where}.`,
  hint: `Add ${SCHEDULE} to \`actors\`, which has ${listed(actors.map(quote)) || 'no entry'}, or let somebody of it promote by hand.`,
  ...origin.actors,
});

type RefusedActor = { readonly login: string; readonly settings: Settings; readonly where: string };

const refused = ({ login, settings, where }: RefusedActor, { asker, memberships, kind }: Facts): Violation => {
  const list = settings.actors ?? [];
  const role = asker.actor?.toLowerCase() === login.toLowerCase() ? '' : ', who runs it again,';
  return {
    code: 'actor-not-allowed',
    message: `The configuration does not let ${quote(login)}${role} ${kind === 'rollback' ? 'roll back' : 'ask for'} ${where}.`,
    hint: [
      `Let somebody of \`actors\` do it, which has ${listed(list.map(quote)) || 'no entry'}.`,
      ...doubts(login, memberships),
    ].join(' '),
    ...settings.origin.actors,
  };
};

/** A team that cannot be read refuses; that must not look as if somebody were no member. */
const doubts = (login: string, memberships: readonly Membership[]): string[] => {
  const own = memberships.filter((one) => one.login === login);
  const unseen = own.filter(({ answer }) => answer.state === 'unseen').map(({ team }) => team);
  const reasons = own.flatMap(({ team, answer }) =>
    answer.state === 'unreadable' ? [`The team ${team} cannot be read: ${answer.reason}`] : [],
  );
  if (unseen.length === 0) return reasons;
  const token = "a GitHub App with Members: read can, the workflow's own token cannot";
  return [
    `GitHub shows no membership of ${listed(unseen)}; if there is one, the token may not read it: ${token}.`,
    ...reasons,
  ];
};
