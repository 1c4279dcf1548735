/** The fake beside an emulator by other people, request by request: their differences are listed, and decided by GitHub's
 * descriptions or recorded answers. */
import { expect, it } from 'vitest';
import { type Client, clientOf, type Reply } from './client.ts';
import { emulator, README } from './emulate.ts';
import { fakeGitHub } from './server.ts';

const at = '/repos/acme/manifests';
const unknown = '1'.repeat(40);

type Told = Pick<Reply, 'status' | 'body'>;

/** The same requests to either, and the answers by name. */
const converse = async (client: Client): Promise<Record<string, Told>> => {
  const told: Record<string, Told> = {};
  const ask = async (name: string, route: string, body?: unknown) => {
    const reply = await client.rest(route.replace(' /', ` ${at}/`).replace(/\/$/, ''), body);
    told[name] = { status: reply.status, body: reply.body };
    return reply.body;
  };

  await ask('the repository', 'GET /');
  const main = (await ask('a ref', 'GET /git/ref/heads/main')).object.sha;
  await ask('a ref that is not there', 'GET /git/ref/heads/nope');
  await ask('refs that begin so', 'GET /git/matching-refs/heads/m');
  const root = (await ask('a commit', `GET /git/commits/${main}`)).tree.sha;
  await ask('a commit that is not there', `GET /git/commits/${unknown}`);
  await ask('a commit by its branch', 'GET /commits/heads/main');
  await ask('a branch', 'GET /branches/main');
  await ask('a file', 'GET /contents/README.md');
  await ask('a file that is not there', 'GET /contents/nope');
  await ask('a tree', `GET /git/trees/${root}`);

  const bytes = { content: Buffer.from('\uFEFFa: 1\n').toString('base64'), encoding: 'base64' };
  const blob = (await ask('a new blob', 'POST /git/blobs', bytes)).sha;
  await ask('a blob', `GET /git/blobs/${blob}`);
  await ask('a blob that is not there', `GET /git/blobs/${unknown}`);
  const entries = [
    { path: 'shop/a.yaml', mode: '100644', type: 'blob', content: 'a: 2\n' },
    { path: 'shop/run.sh', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
    { path: 'shop/b.yaml', mode: '100644', type: 'blob', sha: blob },
  ];
  const tree = (await ask('a new tree', 'POST /git/trees', { base_tree: root, tree: entries })).sha;
  await ask('all of a tree', `GET /git/trees/${tree}?recursive=1`);
  const file = { path: 'a', mode: '100644', type: 'blob' };
  await ask('a tree on an unknown base', 'POST /git/trees', { base_tree: unknown, tree: [{ ...file, content: '' }] });
  await ask('a tree of an unknown blob', 'POST /git/trees', { base_tree: root, tree: [{ ...file, sha: unknown }] });
  await ask('a tree without what it has not', 'POST /git/trees', { base_tree: root, tree: [{ ...file, sha: null }] });
  await ask('a tree with a path upwards', 'POST /git/trees', { tree: [{ ...file, path: '../a', content: '' }] });
  await ask('a tree without entries', 'POST /git/trees', { base_tree: root });
  const commit = { message: 'Promote\n\nBody', tree, parents: [main] };
  const made = (await ask('a new commit', 'POST /git/commits', commit)).sha;
  await ask('a commit of an unknown tree', 'POST /git/commits', { ...commit, tree: unknown });
  await ask('a commit on an unknown parent', 'POST /git/commits', { ...commit, parents: [unknown] });
  await ask('a commit without a message', 'POST /git/commits', { tree, parents: [main] });

  await ask('a new branch', 'POST /git/refs', { ref: 'refs/heads/feature', sha: made });
  await ask('a branch that is there', 'POST /git/refs', { ref: 'refs/heads/feature', sha: made });
  await ask('a branch below another', 'POST /git/refs', { ref: 'refs/heads/feature/a', sha: made });
  await ask('a branch of an unknown commit', 'POST /git/refs', { ref: 'refs/heads/other', sha: unknown });
  await ask('a branch moved back', 'PATCH /git/refs/heads/feature', { sha: main });
  await ask('a branch moved that is not there', 'PATCH /git/refs/heads/nope', { sha: main });
  await ask('a branch deleted that is not there', 'DELETE /git/refs/heads/nope');
  await ask('the default branch deleted', 'DELETE /git/refs/heads/main');
  await ask('a branch moved to where it is, by force', 'PATCH /git/refs/heads/feature', { sha: made, force: true });
  await ask('a comparison', `GET /compare/${main}...${made}`);
  await ask('a comparison with itself', 'GET /compare/main...main');
  await ask('a comparison with nothing', 'GET /compare/main...nope');

  const proposed = { title: 'Promote', body: 'Body', head: 'feature', base: 'main' };
  await ask('a new pull request', 'POST /pulls', proposed);
  await ask('a pull request that is there', 'POST /pulls', proposed);
  await ask('a pull request of what it is merged into', 'POST /pulls', { ...proposed, head: 'main' });
  await ask('a pull request of no branch', 'POST /pulls', { ...proposed, head: 'nope' });
  await ask('a pull request without a head', 'POST /pulls', { title: 'Promote', base: 'main' });
  await ask('the pull request', 'GET /pulls/1');
  await ask('a pull request that is not there', 'GET /pulls/99');
  await ask('pull requests of a branch', 'GET /pulls?head=acme:feature&state=open');
  await ask('another title', 'PATCH /pulls/1', { title: 'Promote shop' });
  await ask('labels', 'POST /issues/1/labels', { labels: ['release'] });
  await ask('a reviewer', 'POST /pulls/1/requested_reviewers', { reviewers: ['hubot'] });
  await ask('a team as reviewer', 'POST /pulls/1/requested_reviewers', { team_reviewers: ['members'] });
  await ask('a stranger as reviewer', 'POST /pulls/1/requested_reviewers', { reviewers: ['stranger'] });
  await ask('the author as reviewer', 'POST /pulls/1/requested_reviewers', { reviewers: ['octocat'] });
  await ask('an assignee', 'POST /issues/1/assignees', { assignees: ['hubot'] });
  await ask('a comment', 'POST /issues/1/comments', { body: 'Hello' });
  await ask('comments', 'GET /issues/1/comments');
  await ask('commits of a pull request', 'GET /pulls/1/commits');
  await ask('a merge of another head', 'PUT /pulls/1/merge', { sha: main });
  await ask('a merge', 'PUT /pulls/1/merge', {
    sha: made,
    merge_method: 'squash',
    commit_title: 'A',
    commit_message: 'B',
  });
  await ask('a merge of what is merged', 'PUT /pulls/1/merge', { merge_method: 'squash' });
  await ask('a member of a team', 'GET /orgs/acme/teams/members/memberships/hubot');
  return told;
};

/** The status of the fake, and the one of the emulator, which GitHub does not give. */
const known: Readonly<Record<string, readonly [number, number]>> = {
  // Git keeps no branch `a` beside a branch `a/b`; GitHub: "Reference update failed".
  'a branch below another': [422, 201],
  // Described as 422 and 409 only; GitHub: "Reference does not exist".
  'a branch moved that is not there': [422, 404],
  'a branch deleted that is not there': [422, 404],
  // GitHub opens one pull request of a branch into another.
  'a pull request that is there': [422, 201],
  // GitHub: "Head sha can't be blank".
  'a pull request of no branch': [422, 201],
  // Described as 201.
  'a reviewer': [201, 200],
  'a team as reviewer': [201, 200],
  // GitHub: "Review cannot be requested from pull request author."
  'the author as reviewer': [422, 200],
  // Described for pull requests, too: "every pull request is an issue".
  'an assignee': [201, 404],
  // Described as 409 where `sha` is not the head, and as 405 where it cannot be merged.
  'a merge of another head': [409, 422],
  'a merge of what is merged': [405, 422],
};

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Where both have something and it is not of the same kind; only the first item of a list is compared. GitHub's description
 * decides where null is allowed. */
const clashes = (here: unknown, there: unknown, place = ''): string[] => {
  if (here === null || there === null) return [];
  if (typeOf(here) !== typeOf(there)) return [`${place}: ${typeOf(here)} here, ${typeOf(there)} there`];
  if (Array.isArray(here) && Array.isArray(there))
    return here.length > 0 && there.length > 0 ? clashes(here[0], there[0], `${place}/*`) : [];
  if (typeof here !== 'object') return [];
  const [mine, others] = [here, there] as Record<string, unknown>[];
  return Object.keys(here).flatMap((key) =>
    key in (others ?? {}) ? clashes(mine?.[key], others?.[key], `${place}/${key}`) : [],
  );
};

type Entry = { readonly path: string; readonly mode: string; readonly type: string; readonly sha: string };

/** Values that must be equal: the ids of git, and sent values. */
const exactly = (told: Record<string, Told>) => {
  const body = (name: string): Reply['body'] => told[name]?.body;
  const entries = body('all of a tree').tree.map(({ path, mode, type, sha }: Entry) => [path, mode, type, sha]);
  const { ahead_by, behind_by, status, total_commits } = body('a comparison');
  return {
    blob: [body('a new blob').sha, body('a blob').size, String(body('a blob').content).replaceAll('\n', '')],
    tree: [body('a new tree').sha, ...entries.toSorted()],
    commit: [body('a new commit').message, body('a new commit').tree.sha],
    comparison: { ahead_by, behind_by, status, total_commits },
    itself: [body('a comparison with itself').status, body('a comparison with itself').ahead_by],
    labels: body('labels').map((label: { name: string }) => label.name),
  };
};

it('the fake answers as another emulator does, except where that differs from GitHub', async () => {
  await using fake = await fakeGitHub({
    repositories: { 'acme/manifests': { files: { 'README.md': README }, collaborators: { hubot: 'write' } } },
    teams: { 'acme/members': ['hubot'] },
    tokens: {
      token: {
        login: 'octocat',
        kind: 'user',
        permissions: { '*': { contents: 'write', pull_requests: 'write', issues: 'write', members: 'read' } },
      },
    },
  });
  await using other = await emulator();
  const here = await converse(clientOf(fake));
  const there = await converse(clientOf({ url: other.url, graphqlUrl: `${other.url}/graphql` }));
  const differing = Object.keys(here)
    .filter((name) => here[name]?.status !== there[name]?.status)
    .map((name) => [name, [here[name]?.status, there[name]?.status]]);
  expect(Object.fromEntries(differing)).toEqual(known);
  const agreed = Object.keys(here).filter((name) => !(name in known) && (here[name]?.status ?? 500) < 300);
  expect(agreed.flatMap((name) => clashes(here[name]?.body, there[name]?.body, name))).toEqual([]);
  expect(exactly(there)).toEqual(exactly(here));
});
