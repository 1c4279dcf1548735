import { awaitLines, awaitSections } from '../domain/await/await-summary.ts';
import {
  type Awaited,
  type AwaitedApplication,
  applicationsOf,
  childrenOf,
  isOpenName,
  namesRepository,
  readAwaited,
} from '../domain/await/awaited.ts';
import { type CommitRelation, type Judgement, judge, sameRepository } from '../domain/await/judge-application.ts';
import type { LiveApplication } from '../domain/await/live-application.ts';
import { nextLook } from '../domain/dispatch/wait-for-run.ts';
import { fail, orStopped, PromotionError, type Violation } from '../domain/errors.ts';
import { printReference } from '../domain/image.ts';
import type { Notice } from '../domain/model.ts';
import { parseTrailers } from '../domain/records/trailer.ts';
import type { ReportAwaited } from '../domain/report/report-schema.ts';
import { counted, listed, quote } from '../domain/text.ts';
import type { Ancestry, ArgoCD, ArgoCDAnswer, Clock, Commits, Host, Log } from '../ports.ts';
import type { Ended, Job, KnownFacts } from './job.ts';
import { completeApplications } from './promotion/applications.ts';

/** More Applications than these are looked at by one list of their projects instead of one by one. */
const ONE_BY_ONE = 10;

export type AwaitRequest = {
  readonly awaited: Awaited;
  /** Seconds. */
  readonly timeout: number;
};

export type AwaitWorld = {
  /** The manifest repository of the report. */
  readonly host: Host;
  readonly argocd: ArgoCD;
  readonly commits: Commits;
  readonly clock: Clock;
  readonly log: Log;
  /** Rejects when the run is ended early: the report then has the last known state of the Applications. */
  readonly stopped?: Promise<never> | undefined;
};

export type AwaitResult = {
  readonly outcome: 'running' | 'unchanged' | 'waiting' | 'overtaken' | 'degraded' | 'timed-out' | 'failed';
  readonly applications: readonly ReportAwaited[];
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
};

/** Of several Applications the first of these counts. */
const precedence = ['failed', 'degraded', 'timed-out', 'waiting', 'overtaken', 'running'] as const;

/** One awaited Application, with its last known state. */
type Watched = {
  readonly awaited: AwaitedApplication;
  live?: LiveApplication | undefined;
  judgement: Judgement;
  /** The last judgement was a temporary failure. */
  isSuspect: boolean;
  seconds?: number | undefined;
};

/** Waits until every Application runs the promoted images, or is known to fail.
 * @throws PromotionError where Argo CD or GitHub refuse to tell, and `application-missing` for an awaited environment that no
 * Application syncs */
export async function awaitPromotion(request: AwaitRequest, world: AwaitWorld): Promise<AwaitResult> {
  const { awaited, timeout } = request;
  const passedOver = awaited.passedOver.map((message): Notice => ({ message }));
  if (awaited.environments.length === 0) {
    const reason = 'Nothing is awaited: the report has no environment whose promotion is on the branch.';
    const notices = [{ message: reason }, ...passedOver];
    for (const { message } of notices) world.log.info(message);
    return { outcome: 'unchanged', applications: [], violations: [], notices };
  }
  for (const { message } of passedOver) world.log.info(message);
  const start = world.clock.now();
  const found = await world.log.group('Find the Applications', async () => {
    const complete = await completeApplications(awaited, world.host);
    requireApplications(complete);
    return findApplications(complete, { awaited, start, timeout }, world);
  });
  const watched = found.map(
    (one): Watched => ({
      awaited: one,
      judgement: { state: 'pending', detail: 'has not been looked at', unobserved: [] },
      isSuspect: false,
    }),
  );
  const heading = `Wait for ${counted(watched.length, 'Application')}, at most ${counted(timeout, 'second')}`;
  const ended = await world.log.group(heading, () =>
    orStopped(watch(watched, { awaited, start, timeout }, world), world.stopped).catch((error: unknown) => {
      if (error instanceof PromotionError) return error;
      throw error;
    }),
  );
  const left = ended instanceof PromotionError ? 'failed' : ended;
  const applications = watched.map((one) => resultOf(one, left));
  const outcome = precedence.find((state) => applications.some((one) => one.state === state)) ?? 'running';
  const violations = ended instanceof PromotionError ? ended.violations : applications.flatMap(violationOf);
  return { outcome, applications, violations, notices: passedOver };
}

const requireApplications = ({ environments }: Awaited): void => {
  const without = environments.filter(({ applications }) => applications.length === 0);
  if (without.length === 0) return;
  const places = without.map(({ product, environment }) => `${quote(environment)} of ${quote(product)}`);
  fail(
    'application-missing',
    `No Argo CD Application is known that syncs ${listed(places)}.`,
    'Let `argocd.applications` in the configuration of the manifest repository name the files of Applications whose source is the directory or the values file of the manifest; an image in the file of an Application itself cannot be awaited. Or name the other environments in `environments`.',
  );
};

/** The Applications by the names that Argo CD knows: those that an ApplicationSet makes are asked for once, by a list. */
const findApplications = async (
  awaited: Awaited,
  waiting: Waiting,
  { argocd, clock, log }: AwaitWorld,
): Promise<AwaitedApplication[]> => {
  const all = applicationsOf(awaited.environments);
  const open = all.filter(({ name }) => isOpenName(name));
  const listing = open.length === 0 ? [] : await listAll(open, waiting, { argocd, clock });
  return all.flatMap((one) => {
    const found = isOpenName(one.name) ? childrenOf(one, listing) : [one];
    if (found.length === 0) {
      fail(
        'application-missing',
        `Argo CD shows no Application of the ApplicationSet ${quote(one.applicationSet ?? one.name)} that syncs ${quote(one.environment)} of ${quote(one.product)}.`,
        'See whether the ApplicationSet makes one, and whether the account may see it: it needs the right "applications, get" for its project.',
      );
    }
    for (const { name, product, environment } of found) log.info(`${name} syncs ${environment} of ${product}.`);
    return found;
  });
};

const projectsOf = (applications: readonly AwaitedApplication[]): readonly string[] => {
  const projects = applications.map(({ project }) => project);
  return projects.every((project) => project !== undefined) ? [...new Set(projects)] : [];
};

const listAll = async (
  open: readonly AwaitedApplication[],
  { start, timeout }: Waiting,
  { argocd, clock }: Pick<AwaitWorld, 'argocd' | 'clock'>,
): Promise<readonly LiveApplication[]> => {
  for (;;) {
    const answer = await argocd.applications(projectsOf(open));
    if (answer.kind === 'found') return answer.value;
    const reason = answer.kind === 'unavailable' ? answer.reason : 'the list is missing';
    const passed = clock.now().getTime() - start.getTime();
    const left = timeout * 1000 - passed;
    if (left <= 0) {
      fail('argocd-unavailable', `Argo CD does not list its Applications: ${quote(reason)}.`, 'Run the job again.');
    }
    await clock.sleep(Math.min(left, nextLook(passed)));
  }
};

type Waiting = { readonly awaited: Awaited; readonly start: Date; readonly timeout: number };

/** Polls until every Application is decided, and reports the rest at the timeout. */
const watch = async (
  watched: readonly Watched[],
  waiting: Waiting,
  world: AwaitWorld,
): Promise<'pending' | 'timed-out'> => {
  const { clock } = world;
  const { start, timeout } = waiting;
  const facts = factsFor(waiting, world);
  const passed = () => clock.now().getTime() - start.getTime();
  for (;;) {
    const pending = watched.filter(({ judgement }) => judgement.state === 'pending');
    await look(pending, { facts, waiting }, world);
    const isDecided = watched.every(({ judgement }) => judgement.state !== 'pending');
    if (isDecided || watched.some(({ judgement }) => judgement.state === 'degraded')) return 'pending';
    const left = timeout * 1000 - passed();
    if (left <= 0) return 'timed-out';
    await clock.sleep(Math.min(left, nextLook(passed())));
  }
};

type Looking = { readonly facts: Facts; readonly waiting: Waiting };

const look = async (pending: readonly Watched[], looking: Looking, world: AwaitWorld): Promise<void> => {
  const answers = await answersFor(pending, world.argocd);
  await Promise.all(
    pending.map(async (one, index) => {
      const answer = answers[index];
      if (answer === undefined) return;
      const judgement = await judgementOf(one, answer, looking.facts);
      if (judgement.state === 'running') one.seconds = await secondsFor(one.awaited, looking, world);
      if (judgement.detail !== one.judgement.detail) world.log.info(`${one.awaited.name} ${judgement.detail}.`);
      one.judgement = judgement;
    }),
  );
};

/** One request for each Application, or a list of their projects where they are many. */
const answersFor = async (
  pending: readonly Watched[],
  argocd: ArgoCD,
): Promise<readonly ArgoCDAnswer<LiveApplication>[]> => {
  if (pending.length <= ONE_BY_ONE) {
    return Promise.all(
      pending.map(({ awaited }) => {
        const { name, namespace, project } = awaited;
        return argocd.application({ name, namespace, project }, { refresh: true });
      }),
    );
  }
  const list = await argocd.applications(projectsOf(pending.map(({ awaited }) => awaited)));
  if (list.kind !== 'found') return pending.map(() => list);
  const isSame =
    ({ awaited }: Watched) =>
    (live: LiveApplication) =>
      live.name === awaited.name && (awaited.namespace === undefined || live.namespace === awaited.namespace);
  return pending.map((one) => {
    const live = list.value.find(isSame(one));
    return live === undefined ? { kind: 'missing' } : { kind: 'found', value: live };
  });
};

const judgementOf = async (one: Watched, answer: ArgoCDAnswer<LiveApplication>, facts: Facts): Promise<Judgement> => {
  const pending = (detail: string): Judgement => ({ state: 'pending', detail, unobserved: [] });
  if (answer.kind === 'missing') return pending('is not there yet');
  if (answer.kind === 'unavailable') return pending(`cannot be looked at: ${answer.reason}`);
  one.live = answer.value;
  const judgement = judge(one.awaited, answer.value, await facts(one.awaited, answer.value));
  const wasSuspect = one.isSuspect;
  one.isSuspect = judgement.isProvisional === true;
  return judgement.isProvisional && !wasSuspect ? pending(judgement.detail) : judgement;
};

type Facts = (awaited: AwaitedApplication, live: LiveApplication) => Promise<Parameters<typeof judge>[2]>;

/** Gathers the facts besides Argo CD's answer; each is read once, unless the read failed. */
const factsFor = ({ awaited: { repository }, start }: Waiting, { commits, argocd }: AwaitWorld): Facts => {
  const compare = memoized((commit, revision) => commits.compare(commit, revision));
  const date = memoized((commit) => commits.date(commit));
  const rolling = memoized((applicationSet, namespace) => argocd.rollingSync(applicationSet, namespace || undefined));
  return async (awaited, live) => {
    const { commit } = awaited;
    const isInDoubt = live.sync === 'OutOfSync' && !live.automated;
    const known = commit === undefined ? [] : ownRevisions(live, repository);
    const compared = await Promise.all(
      known.map(async (revision) => ({ revision, ancestry: await ancestryOf(commit ?? '', revision, compare) })),
    );
    return {
      relations: commit === undefined ? undefined : new Map(compared.flatMap(relationIn)),
      overtaken: new Map(compared.map((one) => [one.revision, overtakenBy(one.ancestry, awaited)])),
      since: (commit === undefined ? undefined : await date(commit, '')) ?? start,
      rolling: isInDoubt ? await rollingOf(awaited, live, rolling) : 'no',
    };
  };
};

type Compared = { readonly revision: string; readonly ancestry: Ancestry };

const SAME: Ancestry = { kind: 'known', relation: 'same', messages: [] };

const ancestryOf = async (commit: string, revision: string, compare: Ask<Ancestry>): Promise<Ancestry> =>
  revision === commit ? SAME : compare(commit, revision);

const relationIn = ({ revision, ancestry }: Compared): [string, CommitRelation][] =>
  ancestry.kind === 'known' ? [[revision, ancestry.relation]] : [];

const rollingOf = async (
  awaited: AwaitedApplication,
  live: LiveApplication,
  ask: Ask<'yes' | 'no' | 'unknown'>,
): Promise<'yes' | 'no' | 'unknown'> => {
  if (awaited.rollingSync) return 'yes';
  if (live.applicationSet === undefined) return 'no';
  return ask(live.applicationSet, live.namespace ?? '');
};

/** Revisions of the manifest repository: by the source that names it, else every commit id. */
const ownRevisions = ({ sources, revisions, operation }: LiveApplication, repository: string): readonly string[] => {
  const isOwn = sources.map((source) => namesRepository(source.repository, repository));
  const pick = (list: readonly string[]): readonly string[] =>
    isOwn.includes(true) && list.length === sources.length ? list.filter((_, index) => isOwn[index]) : list;
  const all = [...pick(revisions), ...pick(operation?.revisions ?? [])];
  return [...new Set(all)].filter((revision) => /^[0-9a-f]{40,64}$/.test(revision));
};

/** The awaited references whose place a trailer of a later commit took. */
const overtakenBy = (ancestry: Ancestry, { environment, references }: AwaitedApplication): ReadonlySet<string> => {
  if (ancestry.kind === 'unknown' || ancestry.relation !== 'later') return new Set();
  const set = ancestry.messages.flatMap(parseTrailers).flatMap((trailer) => {
    const isState = trailer.kind === 'promotion' || trailer.kind === 'rollback';
    return isState && trailer.environment === environment ? [printReference(trailer.reference)] : [];
  });
  return new Set(
    references.filter((reference) => {
      const last = set.findLast((other) => sameRepository(other, reference));
      return last !== undefined && last !== reference;
    }),
  );
};

const secondsFor = async (
  { commit }: AwaitedApplication,
  { waiting }: Looking,
  { commits, clock }: AwaitWorld,
): Promise<number | undefined> => {
  const made = commit === undefined ? waiting.start : await commits.date(commit);
  return made === undefined ? undefined : Math.max(0, Math.round((clock.now().getTime() - made.getTime()) / 1000));
};

type Ask<T> = (one: string, other: string) => Promise<T>;

const memoized = <T>(ask: Ask<T>): Ask<T> => {
  const asked = new Map<string, Promise<T>>();
  return async (one, other) => {
    const key = JSON.stringify([one, other]);
    const pending = asked.get(key) ?? ask(one, other);
    asked.set(key, pending);
    const answer = await pending;
    if (isUnknown(answer)) asked.delete(key);
    return answer;
  };
};

const isUnknown = (answer: unknown): boolean =>
  answer === undefined || (answer as { readonly kind?: unknown }).kind === 'unknown';

const resultOf = ({ awaited, live, judgement, seconds }: Watched, left: ReportAwaited['state']): ReportAwaited => {
  const { product, environment, name, url, commit, references } = awaited;
  const { state, detail, unobserved } = judgement;
  return {
    product,
    environment,
    name,
    cluster: live?.cluster,
    url,
    state: state === 'pending' ? left : state,
    detail,
    commit,
    references: [...references],
    unobserved: [...unobserved],
    seconds,
  };
};

const violationOf = ({ name, product, environment, state, detail }: ReportAwaited): Violation[] => {
  const place = `${quote(name)} (${environment} of ${product})`;
  if (state === 'degraded') {
    return [
      {
        code: 'application-degraded',
        message: `The Application ${place} ${detail}.`,
        hint: 'Promote a build that works, or go back with the command rollback.',
      },
    ];
  }
  if (state !== 'timed-out') return [];
  return [
    {
      code: 'application-timed-out',
      message: `The time is up and the Application ${place} ${detail}.`,
      hint: 'Look at it in Argo CD; where rollouts take longer, raise the input `timeout`.',
    },
  ];
};

/** Seconds. */
const DEFAULT_TIMEOUT = 600;

/** Runs the command for a job. */
export async function startAwait({ inputs, dependencies, known }: Job): Promise<Ended> {
  const awaited = readAwaited(await dependencies.report(), inputs.environments);
  const { repository, branch } = awaited;
  known.repository = repository;
  known.branch = branch;
  const { clock, log, stopped } = dependencies;
  const argocd = await dependencies.argocd();
  const world = {
    host: dependencies.host(repository),
    argocd,
    commits: await dependencies.commits(repository),
    clock,
    log,
    stopped,
  };
  const { timeout = DEFAULT_TIMEOUT } = inputs;
  return concludeAwait(await awaitPromotion({ awaited, timeout }, world), known);
}

const concludeAwait = (waited: AwaitResult, known: KnownFacts): Ended => {
  const { outcome, applications, violations, notices } = waited;
  const { repository, branch } = known;
  return {
    result: {
      command: 'await',
      outcome,
      repository,
      branch,
      awaited: applications,
      violations,
      notices: [...known.notices, ...notices],
    },
    sections: awaitSections(applications),
    lines: awaitLines(applications),
  };
};
