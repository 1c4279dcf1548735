/** Judges whether an Application runs the promoted images, by one reading of it. */
import { type Reference, registryOf, splitReference } from '../image.ts';
import type { AwaitedApplication } from './awaited.ts';
import type { LiveApplication, LiveProblem } from './live-application.ts';

/** How a revision of the manifest repository relates to the awaited commit. `later`: the commit is an ancestor of it. */
export type CommitRelation = 'same' | 'later' | 'earlier' | 'unrelated';

/** The facts besides Argo CD's answer. */
type JudgeFacts = {
  /** By revision of the manifest repository; undefined where no commit is awaited, and the time decides. */
  readonly relations: ReadonlyMap<string, CommitRelation> | undefined;
  /** By revision, the awaited references whose place a newer promotion had taken by then. */
  readonly overtaken: ReadonlyMap<string, ReadonlySet<string>>;
  /** When the awaited commit was made, or when the waiting began where no commit is known. */
  readonly since: Date;
  /** Whether an ApplicationSet with RollingSync owns the Application; `unknown` where nobody may look. */
  readonly rolling: 'yes' | 'no' | 'unknown';
};

type State = 'running' | 'waiting' | 'overtaken' | 'degraded' | 'pending';

export type Judgement = {
  readonly state: State;
  /** A clause that follows the name of the Application. */
  readonly detail: string;
  /** Awaited references that no pod runs, although everything is synced and healthy. */
  readonly unobserved: readonly string[];
  /** The failure may pass: it counts once it is seen in two looks in a row. */
  readonly isProvisional?: true | undefined;
};

/** Judges one reading of an Application. Argo CD's status from before it saw the awaited commit proves nothing, good or bad. */
export function judge(awaited: AwaitedApplication, live: LiveApplication, facts: JudgeFacts): Judgement {
  return (
    failure(live, facts) ??
    notThere(live, facts) ??
    overtaken(awaited, live, facts) ??
    suspended(live) ??
    unsynced(live, facts) ??
    unhealthy(live) ??
    images(remaining(awaited, live, facts), live)
  );
}

const judged = (state: State, detail: string, unobserved: readonly string[] = []): Judgement => ({
  state,
  detail,
  unobserved,
});

const failure = (live: LiveApplication, facts: JudgeFacts): Judgement | undefined => {
  const { operation, errors } = live;
  const hasOperation = operation !== undefined && reaches(operation.revisions, facts, operation.finishedAt);
  if (hasOperation && (operation.phase === 'Failed' || operation.phase === 'Error')) {
    return judged('degraded', `did not sync: ${operation.message || operation.phase}`);
  }
  const error = errors.find(({ since }) => since === undefined || since >= facts.since);
  if (error !== undefined) {
    return { ...judged('degraded', `has a ${error.subject}: ${error.message}`), isProvisional: true };
  }
  if (live.health !== 'Degraded' || !isSynced(live) || !isAt(live, facts) || isOperating(live)) return undefined;
  const begun = hasOperation ? (operation.startedAt ?? facts.since) : facts.since;
  const causes = live.degraded.filter(({ since }) => since === undefined || since >= begun);
  const isOld = live.healthSince !== undefined && live.healthSince < begun;
  if (isOld && causes.every(({ since }) => since === undefined)) return undefined;
  return {
    ...judged('degraded', `is degraded: ${wordsOf(causes, live.healthMessage)}`),
    isProvisional: live.healthSince === undefined ? true : undefined,
  };
};

/** Whether the revisions, as far as they are of the manifest repository, contain the awaited commit. */
const reaches = (revisions: readonly string[], facts: JudgeFacts, at: Date | undefined): boolean => {
  const { relations, since } = facts;
  if (relations === undefined) return at !== undefined && at >= since;
  const own = revisions.flatMap((revision) => relations.get(revision) ?? []);
  return own.length > 0 && own.every((relation) => relation === 'same' || relation === 'later');
};

const isAt = (live: LiveApplication, facts: JudgeFacts): boolean => reaches(live.revisions, facts, live.reconciledAt);

const isSynced = ({ sync }: LiveApplication): boolean => sync === 'Synced';

const isOperating = ({ operation, isRequested }: LiveApplication): boolean =>
  isRequested || operation?.phase === 'Running' || operation?.phase === 'Terminating';

const notThere = (live: LiveApplication, facts: JudgeFacts): Judgement | undefined => {
  if (isAt(live, facts)) return undefined;
  const seen = live.revisions.find((revision) => facts.relations?.has(revision)) ?? live.revisions[0];
  return judged('pending', seen === undefined ? 'has not been compared yet' : `is at ${seen.slice(0, 7)}`);
};

const overtaken = (awaited: AwaitedApplication, live: LiveApplication, facts: JudgeFacts): Judgement | undefined => {
  const newer = live.revisions.find((revision) => facts.overtaken.has(revision));
  if (newer === undefined || remaining(awaited, live, facts).length > 0) return undefined;
  return judged('overtaken', `is at ${newer.slice(0, 7)}, where a newer promotion took the place of this one`);
};

/** The references that still have to run. */
const remaining = ({ references }: AwaitedApplication, live: LiveApplication, facts: JudgeFacts): readonly string[] =>
  references.filter((reference) => !live.revisions.some((revision) => facts.overtaken.get(revision)?.has(reference)));

const suspended = (live: LiveApplication): Judgement | undefined => {
  if (live.health !== 'Suspended' || isOperating(live)) return undefined;
  const what = wordsOf(live.suspended, live.healthMessage);
  return judged('waiting', `is suspended: ${what}. Somebody has to resume it, for example a paused rollout`);
};

const unsynced = (live: LiveApplication, facts: JudgeFacts): Judgement | undefined => {
  if (isOperating(live))
    return judged('pending', `syncs${live.operation?.message ? `: ${live.operation.message}` : ''}`);
  if (isSynced(live)) return undefined;
  const isManual = live.sync === 'OutOfSync' && !live.automated;
  if (isManual && facts.rolling === 'no') return judged('waiting', 'is out of sync, and somebody has to sync it');
  if (isManual && facts.rolling === 'yes') return judged('pending', 'is out of sync until its ApplicationSet syncs it');
  if (isManual) return judged('pending', 'is out of sync, and who syncs it cannot be read from its ApplicationSet');
  return judged('pending', live.sync === 'OutOfSync' ? 'is out of sync' : `has the sync status ${live.sync}`);
};

const unhealthy = (live: LiveApplication): Judgement | undefined => {
  const { health, operation, reconciledAt } = live;
  if (health !== 'Healthy') {
    const detail = live.healthMessage === '' ? '' : `: ${live.healthMessage}`;
    return judged('pending', `is ${health.toLowerCase()}${detail}`);
  }
  const finished = operation?.finishedAt;
  // The health that Argo CD names right after a sync may be that of the moment before.
  if (finished !== undefined && (reconciledAt === undefined || reconciledAt < finished)) {
    return judged('pending', 'is synced, and Argo CD has not looked at it since');
  }
  return undefined;
};

const images = (references: readonly string[], { images: run }: LiveApplication): Judgement => {
  const unseen = references.filter((reference) => !run.some((image) => isRunBy(reference, image)));
  const others = unseen.filter((reference) => run.some((image) => sameRepository(reference, image)));
  if (others.length === 0) return judged('running', 'runs what was promoted', unseen);
  const [first = ''] = others;
  const instead = run.filter((image) => sameRepository(first, image));
  return judged('pending', `runs ${instead.join(', ')} and not yet ${first}`);
};

const wordsOf = (problems: readonly LiveProblem[], otherwise: string): string => {
  const words = problems.map(({ subject, message }) => (message === '' ? subject : `${subject}: ${message}`));
  return words.join('; ') || otherwise || 'Argo CD gives no reason';
};

/** Whether a pod that runs `image` runs the promoted reference: a digest that something added is no difference. */
function isRunBy(promoted: string, image: string): boolean {
  const wanted = splitReference(promoted);
  const run = splitReference(image);
  if (canonical(wanted) !== canonical(run)) return false;
  if (wanted.digest !== undefined) return wanted.digest === run.digest;
  return wanted.tag === run.tag;
}

/** Whether both are of one repository, at any version. */
export function sameRepository(one: string, other: string): boolean {
  return canonical(splitReference(one)) === canonical(splitReference(other));
}

/** Docker Hub's spellings of one repository are the same to everything that runs images. */
const canonical = ({ repository }: Reference): string => {
  const registry = registryOf(repository);
  const path = registry === undefined ? repository : repository.slice(registry.length + 1);
  if (registry !== undefined && registry !== 'docker.io' && registry !== 'index.docker.io') return repository;
  return `docker.io/${path.includes('/') ? path : `library/${path}`}`;
};
