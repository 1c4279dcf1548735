/** The facts of the event and the runner: who started the run, at which commit and ref, and for which environments. */

import { fail, type Violation } from '../errors.ts';
import type { Notice, Source, Trigger } from '../model.ts';
import { listed, quote } from '../text.ts';
import { commitId, fullRef, shortName } from './grammar.ts';
import { ownValueAt } from './json.ts';
import { keepLegal } from './payload.ts';

/** The event that started the run: the event's name and its payload as GitHub writes it to a file. The command line has the event
 * `command-line`, whose payload holds a `client_payload` where one is given. */
export type TriggerEvent = { readonly name: string; readonly payload: unknown };

/** The facts of the runner about the run, all undefined on the command line but `sha` and `ref` of a checkout. */
export type RunContext = {
  readonly repository?: string | undefined;
  /** GitHub's number of the repository. */
  readonly repositoryId?: string | undefined;
  /** Full, under `refs/`. */
  readonly ref?: string | undefined;
  readonly sha?: string | undefined;
  /** `owner/name/.github/workflows/file.yml@ref` */
  readonly workflowRef?: string | undefined;
  readonly runId?: number | undefined;
  readonly runNumber?: number | undefined;
  readonly runAttempt?: number | undefined;
  /** The actor of the first attempt. */
  readonly actor?: string | undefined;
  /** The actor of this attempt. */
  readonly triggeringActor?: string | undefined;
  readonly serverUrl?: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly graphqlUrl?: string | undefined;
};

export function triggerOf(event: TriggerEvent): Trigger {
  if (event.name === 'repository_dispatch' || payloadOf(event) !== undefined) return 'automatic';
  return event.name === 'workflow_dispatch' || event.name === 'command-line' ? 'by-hand' : 'direct';
}

/** The payload that the event carries for us. */
export function payloadOf({ name, payload }: TriggerEvent): unknown {
  if (name === 'workflow_dispatch') return ownValueAt(payload, 'inputs', 'payload');
  return name === 'repository_dispatch' || name === 'command-line' ? ownValueAt(payload, 'client_payload') : undefined;
}

/** The commit that an event is about: known, to be asked for by a full reference, or none. */
export type Revision =
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'none'; readonly violation: Violation };

export type Occasion = { readonly event: TriggerEvent; readonly run: RunContext };

/** GITHUB_SHA is the commit of some events only: a tag may point to a tag object, the tag of a release can be moved later,
 * and workflow_run and pull_request bring the commit of another branch in their payload. */
export function revisionOf({ event, run }: Occasion): Revision {
  if (event.name === 'push') return ofPush({ event, run });
  if (event.name === 'release') return ofTag(ownValueAt(event.payload, 'release', 'tag_name'));
  if (event.name === 'workflow_run') return ofWorkflowRun({ event, run });
  if (event.name.startsWith('pull_request')) return ofPullRequest(event);
  return ofRun(run);
}

const ofPush = ({ event, run }: Occasion): Revision => {
  if (ownValueAt(event.payload, 'deleted') === true) {
    return none('The push deletes a branch or tag, and so has no commit.', 'Leave out runs of deletions by an if:.');
  }
  const head = ownValueAt(event.payload, 'head_commit', 'id');
  return head === undefined ? ofRun(run) : ofCommit(head, 'The head commit of the push');
};

const ofTag = (name: unknown): Revision => {
  const ref = `refs/tags/${typeof name === 'string' ? name : ''}`;
  const problem = fullRef.problem(ref);
  if (problem === undefined) return { kind: 'ref', ref };
  return none(`The tag of the release, ${quote(ref)}, ${problem}.`, 'Start the run from a release that has a tag.');
};

const ofWorkflowRun = ({ event, run }: Occasion): Revision => {
  const foreign = foreignRun({ event, run });
  if (foreign !== undefined) return { kind: 'none', violation: foreign };
  return ofCommit(ownValueAt(event.payload, 'workflow_run', 'head_sha'), 'The head commit of the workflow run');
};

/** The reason why nothing of this run may be promoted, with any tag: the `workflow_run` that started it built a commit of another
 * repository, which is a fork. Undefined for every other event. */
export function foreignRun({ event, run }: Occasion): Violation | undefined {
  if (event.name !== 'workflow_run') return undefined;
  const head = ownValueAt(event.payload, 'workflow_run', 'head_repository', 'full_name');
  const here = run.repository ?? ownValueAt(event.payload, 'repository', 'full_name');
  if (typeof head === 'string' && typeof here === 'string' && head.toLowerCase() === here.toLowerCase()) {
    return undefined;
  }
  return {
    code: 'event-unsupported',
    message: `The workflow run is of ${typeof head === 'string' ? quote(head) : 'a repository that is gone'}, not of this repository.`,
    hint: 'Promote only what this repository has built: leave out runs of forks by an if:.',
  };
}

/** The reason why the payload of a `workflow_dispatch` is refused: the sender chose another ref than the default branch, and an
 * old ref has old rules. `branch` is the default branch where the event does not name it; without either, nobody can tell. */
export function strayRef({ event, run }: Occasion, branch?: string): Violation | undefined {
  if (event.name !== 'workflow_dispatch' || payloadOf(event) === undefined) return undefined;
  const named = ownValueAt(event.payload, 'repository', 'default_branch');
  const expected = typeof named === 'string' ? named : branch;
  if (expected === undefined || run.ref === `refs/heads/${expected}`) return undefined;
  return {
    code: 'event-unsupported',
    message: `The payload arrived in a run at ${run.ref === undefined ? 'an unknown ref' : quote(run.ref)}, not at the default branch ${quote(expected)}.`,
    hint: `Start the workflow at ${quote(expected)}: a sender may not choose other rules by choosing another ref.`,
  };
}

const ofPullRequest = ({ name, payload }: TriggerEvent): Revision => {
  const merged = ownValueAt(payload, 'action') === 'closed' && ownValueAt(payload, 'pull_request', 'merged') === true;
  if (!merged) {
    return none(
      `The event ${quote(name)} is not of a pull request that was merged, and so has no commit of its own.`,
      'Run it on push, or on a pull request that is closed and merged, or name the tag.',
    );
  }
  return ofCommit(ownValueAt(payload, 'pull_request', 'merge_commit_sha'), 'The merge commit of the pull request');
};

const ofRun = ({ repository, ref, sha }: RunContext): Revision => {
  if (repository !== undefined && ref?.startsWith('refs/tags/')) return ofTag(ref.slice('refs/tags/'.length));
  return ofCommit(sha, 'The commit of the run');
};

const ofCommit = (sha: unknown, what: string): Revision => {
  if (typeof sha !== 'string') return none(`${what} is not known.`, 'Name the tag instead of using {sha}.');
  const problem = commitId.problem(sha);
  return problem === undefined ? { kind: 'commit', sha } : none(`${what}, ${quote(sha)}, ${problem}.`, commitId.hint);
};

const none = (message: string, hint: string): Revision => ({
  kind: 'none',
  violation: { code: 'event-unsupported', message, hint },
});

/** The commit that a check of the manifest repository reads instead of its branch: that of a pull request or a merge queue;
 * undefined for any other event.
 * @throws PromotionError `event-unsupported` for pull_request_target, whose commit is the base and whose token is not harmless. */
export function proposedCommit({ event, run }: Occasion): string | undefined {
  if (event.name === 'pull_request_target') {
    fail(
      'event-unsupported',
      'The event pull_request_target runs with the rights of the base and on its commit, so it checks nothing of the pull request.',
      'Run the check on pull_request: it needs no right but reading, in pull requests of forks as well.',
    );
  }
  const proposed =
    event.name === 'merge_group' ? (ownValueAt(event.payload, 'merge_group', 'head_sha') ?? run.sha) : run.sha;
  if (event.name !== 'merge_group' && event.name !== 'pull_request') return undefined;
  return typeof proposed === 'string' && commitId.problem(proposed) === undefined ? proposed : undefined;
}

/** The full reference of the branch or tag that the event is about; of a workflow_run that is the one it built, where
 * GITHUB_REF is the default branch. */
export function refOf({ event, run }: Occasion): string | undefined {
  if (event.name === 'release') return prefixed('refs/tags/', ownValueAt(event.payload, 'release', 'tag_name'));
  if (event.name === 'workflow_run') {
    return prefixed('refs/heads/', ownValueAt(event.payload, 'workflow_run', 'head_branch'));
  }
  return run.ref;
}

const prefixed = (prefix: string, name: unknown): string | undefined =>
  typeof name === 'string' ? `${prefix}${name}` : undefined;

/** The run as the source of its request. `ref` is that of the run, to match its token. The commit is set if it is known without a
 * request; its date is never set here. */
export function sourceOf({ event, run }: Occasion): Source {
  const revision = revisionOf({ event, run });
  return keepLegal({
    repository: run.repository,
    sha: revision.kind === 'commit' ? revision.sha : undefined,
    ref: run.ref,
    event: event.name,
    workflow: run.workflowRef?.split('@')[0]?.split('/').at(-1),
    run_id: run.runId,
    run_number: run.runNumber,
    run_attempt: run.runAttempt,
    actor: run.actor,
  });
}

/** The environments that a dispatch is for when the step names none, by what started it; empty where it must name them. */
export function defaultEnvironments({ event, run }: Occasion): readonly string[] {
  const { name, payload } = event;
  const released = preReleaseOf({ event, run }) === undefined ? ['stg', 'prod'] : ['stg'];
  if (name === 'release' && ownValueAt(payload, 'action') === 'published') return released;
  const pushed = name === 'push' && run.ref !== undefined ? shortName(run.ref) : undefined;
  if (pushed === undefined || ownValueAt(payload, 'deleted') === true) return [];
  if (pushed.kind === 'tag') return released;
  return pushed.name === ownValueAt(payload, 'repository', 'default_branch') ? ['dev'] : [];
}

type PreRelease = { readonly tag: string; readonly by: 'flag' | 'tag' };

/** The tag of the event, if it is one of a pre-release: by the flag of the release, or by the tag itself. */
function preReleaseOf({ event, run }: Occasion): PreRelease | undefined {
  const ref = refOf({ event, run });
  const tag = ref?.startsWith('refs/tags/') ? ref.slice('refs/tags/'.length) : '';
  if (isPreRelease(tag)) return { tag, by: 'tag' };
  const isFlagged = event.name === 'release' && ownValueAt(event.payload, 'release', 'prerelease') === true;
  return isFlagged ? { tag, by: 'flag' } : undefined;
}

/** Warns where a dispatch names the environments itself and so sends a pre-release to several, or to one that looks like production. The
 * sender does not know the order of the environments. */
export function explainPreRelease(occasion: Occasion, environments: readonly string[] = []): readonly Notice[] {
  const found = preReleaseOf(occasion);
  const [first = ''] = environments;
  if (found === undefined || (environments.length < 2 && !/^(?:prod|live)/i.test(first))) return [];
  const condition = found.by === 'tag' ? "contains(github.ref_name, '-')" : 'github.event.release.prerelease';
  return [
    {
      message: `${quote(found.tag)} is a pre-release, and this step sends it to ${listed(environments)}.`,
      hint:
        environments.length < 2
          ? `If ${first} is not meant to get it, give the step an \`if:\` with !${condition}.`
          : `If only ${first} is meant to get it, write environments: \${{ ${condition} && '${first}' || '${environments.join(', ')}' }}.`,
    },
  ];
}

/** Whether a tag, possibly with a prefix such as `web/v`, ends in a version of SemVer with a pre-release part. */
const isPreRelease = (tag: string): boolean =>
  /(?:^|[^0-9.])\d+\.\d+\.\d+-[0-9A-Za-z.-]+(?:\+[0-9A-Za-z.-]+)?$/.test(tag);
