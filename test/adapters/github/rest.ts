import { type BaseCommit, type GitHubClient, placeOf } from '../../../src/adapters/github/client.ts';
import { makeCommit } from '../../../src/adapters/github/commit.ts';
import { githubDispatches } from '../../../src/adapters/github/dispatch.ts';
import { loadBlob } from '../../../src/adapters/github/files.ts';
import { teamsOf } from '../../../src/adapters/github/people.ts';
import { decoratePullRequest } from '../../../src/adapters/github/pulls/decorate.ts';
import { readPusher } from '../../../src/adapters/github/pulls/examine.ts';
import { mergePullRequest } from '../../../src/adapters/github/pulls/merge.ts';
import type { RawProposal } from '../../../src/adapters/github/pulls/proposal-queries.ts';
import { readProposals } from '../../../src/adapters/github/pulls/read.ts';
import { countLostAnswers } from '../../../src/adapters/github/pulls/write.ts';
import { readingOf } from '../../../src/adapters/github/refusals.ts';
import { resolveCommit, runCreation } from '../../../src/adapters/github/runs.ts';
import { PromotionError } from '../../../src/domain/errors.ts';
import type { PullRequest } from '../../../src/ports.ts';
import { requestOf, routeCall } from './calls.ts';
import { testClock } from './clock.ts';
import { REPOSITORY } from './github.ts';

const clock = testClock();
const coordinates = { owner: 'acme', repo: 'manifests' };
const none = { nodes: [] };

/** Sends described requests alone; those that the adapter does not send prepare and check. */
const ask = async <T>(client: GitHubClient, route: string, parameters: object = {}): Promise<T> => {
  const answer = await client.rest<T>(routeCall(route, { ...coordinates, ...parameters }));
  if (answer.kind === 'answered' && answer.data !== undefined) return answer.data;
  throw new Error(`${route}: ${JSON.stringify(answer)}`);
};

type GitCommit = {
  readonly sha: string;
  readonly message: string;
  readonly tree: { readonly sha: string };
  readonly parents: readonly { readonly sha: string }[];
};

const commitAt = (client: GitHubClient, id: string): Promise<GitCommit> =>
  ask(client, 'GET /repos/{owner}/{repo}/git/commits/{id}', { id });

/** The walk: `plain` prepares and looks, `client` is the adapter's. The result of each step, without values that differ each
 * time. */
export async function walk(client: GitHubClient, plain = client): Promise<Record<string, unknown>> {
  const place = placeOf(client, clock, REPOSITORY);
  const { object } = await ask<{ object: { sha: string } }>(plain, 'GET /repos/{owner}/{repo}/git/ref/heads/main');
  const head = await commitAt(plain, object.sha);
  const base: BaseCommit = {
    place,
    repository: '',
    nameWithOwner: REPOSITORY,
    branch: 'main',
    commit: head.sha,
    tree: head.tree.sha,
  };
  const told: Record<string, unknown> = {};
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    told[name] = await work().catch((error: unknown) => {
      if (!(error instanceof PromotionError)) throw error;
      return error.violations.map(({ code }) => code);
    });
  };

  const files = [
    { path: 'shop/plain.yaml', executable: false, before: '', after: 'a: ü\r\n' },
    { path: 'shop/run.sh', executable: true, before: '', after: '#!/bin/sh\n' },
    { path: 'shop/bom.yaml', executable: false, before: '', after: '\uFEFFa: 1\n' },
  ];
  const message = { headline: 'Promote shop to dev', body: 'Promotion: dev web:v1' };
  const made = await makeCommit(base, { id: '', message, files }, readingOf(place));
  if (made.kind === 'branch-moved') throw new Error('a limit is in the way');
  await step('who has pushed a branch', () => readPusher(place, 'main', head.sha));
  await step('a commit of three files', async () => {
    const { tree, parents, ...commit } = await commitAt(plain, made.commit);
    return {
      message: commit.message,
      tree: tree.sha,
      onHead: parents.map(({ sha }) => sha === head.sha),
      url: made.url?.endsWith(`/acme/manifests/commit/${made.commit}`),
    };
  });
  await step('a blob', async () => {
    // The id that git gives to the file with the byte-order mark.
    const id = '4a62fb7beb7820b6f1ff61bb99ea35d72f4e96af';
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await loadBlob(place, id));
  });
  await step('a ref', async () => {
    const { sha, committedAt } = await resolveCommit(client, REPOSITORY, 'refs/heads/main');
    return { head: sha === head.sha, date: !Number.isNaN(Date.parse(committedAt)) };
  });
  await step('a ref that is not there', () => resolveCommit(client, REPOSITORY, 'refs/heads/nope'));
  await step('commits since the base', async () => {
    const target = {
      oid: made.commit,
      message: '',
      committedDate: '',
      author: null,
      committer: null,
      signature: null,
      parents: none,
    };
    const raw: RawProposal = {
      name: 'dev',
      prefix: 'refs/heads/promotion/shop/',
      target,
      open: none,
      latest: none,
    };
    const repository = { id: '', nameWithOwner: REPOSITORY, p0: { nodes: [raw] } };
    return (await readProposals(base, repository, ['shop']))?.list.map(({ commits }) => commits);
  });

  await ask(plain, 'POST /repos/{owner}/{repo}/git/refs', { ref: 'refs/heads/feature', sha: made.commit });
  const { number } = await ask<{ number: number }>(plain, 'POST /repos/{owner}/{repo}/pulls', {
    ...{ title: 'Promote', body: 'Body', head: 'feature', base: 'main' },
  });
  // Nothing else of it is compared.
  const pullRequest = { number, key: '' } as PullRequest;
  const decorate = (attributes: object) => async () => {
    const notices = await decoratePullRequest(place, pullRequest, {
      ...{ labels: [], reviewers: [], assignees: [] },
      ...attributes,
    });
    return notices.length;
  };
  await step('labels', decorate({ labels: ['release', 'bug'] }));
  await step('reviewers', decorate({ reviewers: ['hubot', 'team:members'] }));
  await step('a stranger as reviewer', decorate({ reviewers: ['stranger'] }));
  await step('an assignee', decorate({ assignees: ['hubot'] }));
  await step('a stranger as assignee', decorate({ assignees: ['stranger'] }));

  const land = (landed: string) => () =>
    mergePullRequest({
      base,
      pullRequest,
      landing: { how: 'merge', head: landed, method: 'squash', message: { headline: 'Subject', body: 'Body' } },
      attempted: { ...readingOf(place), doing: 'merge', branch: 'feature', base: 'main', number },
      losses: countLostAnswers(),
    });
  await step('a merge of what is no longer the head', land(head.sha));
  await step('a merge', async () => {
    const landed = await land(made.commit)();
    if (landed.kind !== 'merged') return landed;
    const { tree, parents, ...commit } = await commitAt(plain, landed.commit);
    return { message: commit.message, tree: tree.sha, parents: parents.length };
  });

  const dispatches = githubDispatches(client, clock, REPOSITORY);
  const payload = { product: 'shop', environments: ['dev'], images: ['web:v1'] };
  await step('a repository_dispatch', () =>
    dispatches.send({ kind: 'repository_dispatch', eventType: 'promote', payload }),
  );
  await step('a workflow_dispatch', () =>
    dispatches.send({ kind: 'workflow_dispatch', workflow: 'promote.yml', payload, run: 'welcome' }),
  );
  await step('a run', () => dispatches.look(7000));
  await step('results of a run', () => dispatches.results(7000));
  await step('when a run was created', async () => (await runCreation(client, REPOSITORY, 7000)).kind);
  await step('a member', () => teamsOf(client, REPOSITORY).member('members', 'hubot'));
  await step('a stranger as member', () => teamsOf(client, REPOSITORY).member('members', 'stranger'));
  return told;
}

/** The place of a value in an answer, with list items as `*`. */
export type Read = { readonly method: string; readonly path: string; readonly place: readonly string[] };

/** The same client, and the places of its answers that were read. */
export function watched(client: GitHubClient): { readonly client: GitHubClient; readonly reads: () => Read[] } {
  const reads = new Map<string, Read>();
  const rest: GitHubClient['rest'] = async (call) => {
    const answer = await client.rest<never>(call);
    if (answer.kind === 'lost') return answer;
    const { method, path } = await requestOf(call);
    const notice = (place: readonly string[]): void => {
      reads.set(JSON.stringify([method, path, place]), { method, path, place });
    };
    return { ...answer, data: watch(answer.data, notice) };
  };
  return { client: { ...client, rest }, reads: () => [...reads.values()] };
}

/** The same client, whose answers have nothing at the places, or null. */
export function blinded(client: GitHubClient, places: readonly Read[], left: 'nothing' | 'null'): GitHubClient {
  return {
    ...client,
    rest: async (call) => {
      const answer = await client.rest<never>(call);
      if (answer.kind === 'lost') return answer;
      const data = structuredClone(answer.data);
      const asked = await requestOf(call);
      for (const { method, path, place } of places)
        if (asked.method === method && asked.path === path) blind(data, place, left);
      return { ...answer, data };
    },
  };
}

const blind = (value: unknown, [key = '', ...rest]: readonly string[], left: 'nothing' | 'null'): void => {
  if (typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  const keys = key === '*' ? Object.keys(object) : [key];
  for (const one of keys) {
    if (rest.length > 0) blind(object[one], rest, left);
    else if (left === 'null') object[one] = null;
    else delete object[one];
  }
};

type Notice = (place: readonly string[]) => void;

const watch = <T>(value: T, notice: Notice, place: readonly string[] = []): T => {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy<object>(value, {
    get: (target, key) => {
      const found = Reflect.get(target, key);
      if (typeof key === 'symbol' || key === 'length' || typeof found === 'function') return found;
      const below = [...place, Array.isArray(target) ? '*' : key];
      if (!Array.isArray(target)) notice(below);
      return watch(found, notice, below);
    },
  }) as T;
};
