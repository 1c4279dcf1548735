/** The history of a branch on GitHub: the commits of its manifests, with the pull requests that were merged into it. */
import {
  type BranchStep,
  type GraphCommit,
  hasRecord,
  landingCommits,
  lineOf,
  type PlainStep,
  promotersOf,
  stepsByMessage,
} from '../../domain/history/steps.ts';
import type { Notice } from '../../domain/model.ts';
import { isOneOf } from '../../domain/proposal/branch-claim.ts';
import { parseTrailers } from '../../domain/records/trailer.ts';
import { counted, listed } from '../../domain/text.ts';
import type { BranchHistory, SnapshotEntry, StateQuestion, StepQuestion } from '../../ports.ts';
import { unavailable } from './answers.ts';
import { type BaseCommit, type GitHubPlace, waitBeforeRetry } from './client.ts';
import { entryOf, loadBlob } from './files.ts';
import { describes, HISTORIES_TOGETHER, isEdited, originsOf } from './histories.ts';
import { actorLogin, ownLogins, type RawActor, type RawEdited, serverName } from './people.ts';
import {
  ask,
  commitQuery,
  ENTRY,
  lineQuery,
  PAGE,
  pageQuery,
  type RawCommit,
  type RawHistory,
  type RawLine,
  type RawParts,
} from './queries.ts';

const ATTEMPTS = 6;
/** Pages of one manifest, of 100 commits each. */
const MOST_PAGES = 50;

export function githubHistory(base: BaseCommit): BranchHistory {
  return {
    steps: (question) => readSteps(base, question),
    states: (questions) => readStates(base.place, questions),
  };
}

const readSteps: (base: BaseCommit, question: StepQuestion) => ReturnType<BranchHistory['steps']> = async (
  base,
  question,
) => {
  const { since, writers } = question;
  const merged = await readMerged(base, since);
  const histories = await readHistories(base, question);
  const ours = [...merged.logins, ...writers];
  const commits = [...new Map(histories.flatMap((one) => one.commits).map((commit) => [commit.oid, commit])).values()];
  const steps =
    merged.pulls === undefined
      ? unjoined(commits)
      : await joined(base, commits, { ...merged, ours, pulls: merged.pulls });
  const start = Date.parse(since);
  return {
    histories: histories.map(({ commits: own, complete }) => ({
      steps: own.flatMap(({ oid }) => steps.get(oid) ?? []).filter(({ at }) => Date.parse(at) >= start),
      complete,
    })),
    problems: [...merged.problems, ...strangersNotice(merged.pulls ?? [], ours)],
  };
};

type PathCommits = { readonly commits: readonly RawCommit[]; readonly complete: boolean };

/** The first page of many paths in one query, and further pages of those that go on within the time. */
const readHistories = async ({ place, commit }: BaseCommit, question: StepQuestion): Promise<PathCommits[]> => {
  const { paths, since, onProgress } = question;
  const start = Date.parse(since);
  const found: PathCommits[] = [];
  for (let size = HISTORIES_TOGETHER; found.length < paths.length; ) {
    const some = paths.slice(found.length, found.length + size);
    const parts = await tryParts(place, commitQuery(commit, { paths: [], histories: some }), some.length > 1);
    if (parts === undefined) {
      size = Math.max(1, Math.floor(some.length / 2));
      continue;
    }
    for (const [at, path] of some.entries()) {
      const page = parts[`h${at}`] ?? unavailable('the history is read', 'no history');
      found.push(await readOn({ place, commit }, { path, page, start }));
    }
    onProgress(found.length, paths.length);
  }
  return found;
};

type Begun = { readonly path: string; readonly page: RawHistory; readonly start: number };

const readOn = async (
  { place, commit }: Pick<BaseCommit, 'place' | 'commit'>,
  { path, page, start }: Begun,
): Promise<PathCommits> => {
  const commits = commitsIn(page);
  let next = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  let size = PAGE;
  for (let pages = 1; next !== null && !isBefore(commits, start); ) {
    if (pages === MOST_PAGES) return { commits, complete: false };
    const parts = await tryParts(place, pageQuery(commit, { path, size, after: next }), size > 1);
    if (parts === undefined) {
      size = Math.ceil(size / 2);
      continue;
    }
    const more = parts.h0 ?? unavailable('the history is read', 'no history');
    commits.push(...commitsIn(more));
    next = more.pageInfo.hasNextPage ? more.pageInfo.endCursor : null;
    pages += 1;
  }
  return { commits, complete: true };
};

const isBefore = (commits: readonly RawCommit[], start: number): boolean =>
  Date.parse(commits.at(-1)?.committedDate ?? '') < start;

const commitsIn = ({ nodes }: RawHistory): RawCommit[] =>
  (nodes ?? []).map((node) => node ?? unavailable('the history is read', 'a commit is missing in its answer'));

/** Undefined if GitHub could not answer, and may answer a smaller request. */
const tryParts = async (
  place: GitHubPlace,
  document: Parameters<typeof ask>[1],
  isDivisible: boolean,
): Promise<RawParts | undefined> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, document);
    if (answer.kind === 'answered' && answer.data?.object) return answer.data.object;
    const reason = answer.kind === 'lost' ? answer.reason : 'the commit is not there';
    if (answer.kind === 'lost' && answer.overloaded && isDivisible) return undefined;
    if (attempt === ATTEMPTS) unavailable('the history is read', reason);
    await waitBeforeRetry(place.clock, attempt);
  }
};

type RawMerged = {
  readonly number: number;
  readonly updatedAt: string;
  readonly headRefName: string;
  readonly headRefOid: string;
  readonly isCrossRepository: boolean;
  readonly body: string;
  readonly author: RawActor;
  readonly mergeCommit: { readonly oid: string; readonly committedDate: string } | null;
  readonly commits: {
    readonly totalCount: number;
    readonly nodes:
      | readonly ({ readonly commit: { readonly oid: string; readonly messageHeadline: string } } | null)[]
      | null;
  };
} & RawEdited;

type RawMergedPage = {
  readonly viewer: { readonly login: string } | null;
  readonly repository: {
    readonly url: string;
    readonly pullRequests: {
      readonly nodes: readonly (RawMerged | null)[] | null;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    } | null;
  } | null;
};

type Merged = {
  readonly logins: readonly string[];
  readonly host: string;
  /** Undefined if the token may not read them. */
  readonly pulls?: readonly RawMerged[] | undefined;
  readonly problems: readonly Notice[];
};

const MERGED = `query Merged($owner: String!, $name: String!, $base: String!, $size: Int!, $after: String) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    url
    pullRequests(states: MERGED, baseRefName: $base, first: $size, after: $after, orderBy: {field: UPDATED_AT, direction: DESC}) {
      nodes {
        number updatedAt headRefName headRefOid isCrossRepository body
        author { __typename login }
        editor { __typename login }
        lastEditedAt
        mergeCommit { oid committedDate }
        commits(first: 50) { totalCount nodes { commit { oid messageHeadline } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** The pull requests that were merged into the branch since the moment, and perhaps some more: one that was merged later was also
 * updated later. */
const readMerged = async (base: BaseCommit, since: string): Promise<Merged> => {
  const { client } = base.place;
  const pulls: RawMerged[] = [];
  let after: string | null = null;
  for (;;) {
    const body: RawMergedPage = await mergedPage(base, after);
    const page = body.repository?.pullRequests;
    if (!page?.nodes) return unseen(body, client.tokenKind);
    const nodes = page.nodes.flatMap((node) => node ?? []);
    pulls.push(...nodes);
    const isDone = nodes.length === 0 || Date.parse(nodes.at(-1)?.updatedAt ?? '') < Date.parse(since);
    after = page.pageInfo.endCursor;
    if (!isDone && page.pageInfo.hasNextPage) continue;
    return {
      logins: ownLogins(body.viewer?.login ?? '', client.tokenKind),
      host: serverName(body.repository?.url),
      pulls,
      problems: [],
    };
  }
};

/** Without pull requests if the token may not read them. */
const mergedPage = async ({ place, branch }: BaseCommit, after: string | null): Promise<RawMergedPage> => {
  const { client, owner, name, clock } = place;
  for (let attempt = 1, size = PAGE; ; attempt++, size = Math.max(1, Math.floor(size / 2))) {
    const variables = { owner, name, base: branch, size, after };
    const answer = await client.graphql<RawMergedPage>({ document: MERGED, variables, repeat: true });
    if (answer.kind === 'answered') {
      const type = answer.problems[0]?.type;
      const isForbidden = type === 'FORBIDDEN' || type === 'INSUFFICIENT_SCOPES';
      if (answer.data?.repository?.pullRequests?.nodes || isForbidden) return answer.data ?? NOBODY;
    }
    const reason = answer.kind === 'lost' ? answer.reason : (answer.problems[0]?.message ?? 'an empty answer');
    if (attempt === ATTEMPTS) unavailable('the merged pull requests are read', reason);
    await waitBeforeRetry(clock, attempt);
  }
};

const NOBODY: RawMergedPage = { viewer: null, repository: null };

const unseen = ({ viewer, repository }: RawMergedPage, kind: Parameters<typeof ownLogins>[1]): Merged => ({
  logins: ownLogins(viewer?.login ?? '', kind),
  host: serverName(repository?.url),
  problems: [
    {
      message:
        'The token may not read pull requests: records in their descriptions are unknown, and numbers come from the messages of commits.',
      hint: 'Give the job the permission pull-requests: read, or the App Pull requests: read.',
    },
  ],
});

const plainOf = ({ oid, message, committedDate, author }: RawCommit): PlainStep => ({
  id: oid,
  message,
  committedAt: committedDate,
  author: author?.name ?? '',
});

const unjoined = (commits: readonly RawCommit[]): Map<string, BranchStep> => {
  const plain = commits.map(plainOf);
  return new Map(stepsByMessage(plain, promotersOf(plain)).map((step) => [step.commit, step]));
};

type Joining = Pick<Merged, 'host'> & { readonly pulls: readonly RawMerged[]; readonly ours: readonly string[] };

/** A rebase makes its commits within moments; only the last of them is named by the pull request. */
const REBASE_TIME = 60_000;

const isRebaseOf = ({ committedDate }: RawCommit, { mergeCommit, commits }: RawMerged): boolean =>
  commits.totalCount > 1 &&
  Math.abs(Date.parse(mergeCommit?.committedDate ?? '') - Date.parse(committedDate)) <= REBASE_TIME;

/** Only a merge leaves the commits of the pull request as they are. */
const isIn = ({ oid }: RawCommit, { commits }: RawMerged): boolean =>
  (commits.nodes ?? []).some((node) => node?.commit.oid === oid);

/** A rebase keeps the messages. GitHub cuts a long first line and ends it with dots. */
const hasMessageIn = ({ message }: RawCommit, { commits }: RawMerged): boolean =>
  (commits.nodes ?? []).some((node) => {
    const headline = node?.commit.messageHeadline.replace(/(?:…|\.\.\.)$/, '');
    return headline !== undefined && headline !== '' && message.startsWith(headline);
  });

/** The pull request that brought each commit. */
const bringersOf = (commits: readonly RawCommit[], pulls: readonly RawMerged[]): Map<string, RawMerged> => {
  const behind = new Map<string, RawMerged>();
  for (const pull of pulls) {
    const brought = (pull.commits.nodes ?? []).flatMap((node) => node?.commit.oid ?? []);
    for (const oid of [...brought, pull.headRefOid]) if (!behind.has(oid)) behind.set(oid, pull);
  }
  for (const pull of pulls) if (pull.mergeCommit) behind.set(pull.mergeCommit.oid, pull);
  for (const commit of commits) {
    if (behind.has(commit.oid)) continue;
    const pull = pulls.find((one) => isRebaseOf(commit, one) && hasMessageIn(commit, one));
    if (pull !== undefined) behind.set(commit.oid, pull);
  }
  return behind;
};

const joined = async (
  { place, branch }: BaseCommit,
  commits: readonly RawCommit[],
  { pulls, ours, host }: Joining,
): Promise<Map<string, BranchStep>> => {
  const behind = bringersOf(commits, pulls);
  const isCut = ({ commits: { totalCount, nodes } }: RawMerged): boolean => totalCount > (nodes?.length ?? 0);
  const cut = pulls.filter(isCut);
  const isAmbiguous = (commit: RawCommit): boolean =>
    !behind.has(commit.oid) && cut.some((pull) => isRebaseOf(commit, pull));
  const origins = originsOf(place, { branch, host, ours: () => ours });
  for (const ambiguous = commits.filter(isAmbiguous); ambiguous.some((commit) => origins.of(commit) === undefined); ) {
    await origins.read(ambiguous);
  }
  const versions = await versionsOf(
    place,
    [...new Set(behind.values())].filter((pull) => needsVersions(pull, ours)),
    ours,
  );
  return new Map(
    commits.map((commit) => {
      const pull = behind.get(commit.oid);
      const plain = plainOf(commit);
      const own = { commit: plain.id, landed: plain.id, at: plain.committedAt, author: plain.author };
      if (pull === undefined) {
        const origin = isAmbiguous(commit) ? origins.of(commit) : undefined;
        const lines = origin?.lines ?? plain.message;
        return [plain.id, { ...own, lines, record: origin?.unreadable ? 'hidden' : 'readable' }] as const;
      }
      const { mergeCommit, number } = pull;
      const isMerged = pull.headRefOid === commit.oid || isIn(commit, pull);
      const landing = mergeCommit && isMerged ? { landed: mergeCommit.oid, at: mergeCommit.committedDate } : {};
      const said = saidBy(commit, pull, { ours, versions });
      return [plain.id, { ...own, ...landing, ...said, pullRequest: { number } }] as const;
    }),
  );
};

type Saying = { readonly ours: readonly string[]; readonly versions: ReadonlyMap<number, string> };

const NOTHING = { lines: '', record: 'readable' } as const;
const HIDDEN = { lines: '', record: 'hidden' } as const;

/** The trailers of our pull requests count. If another login has edited a description, our last version of it counts. */
const saidBy = (
  { oid, message }: RawCommit,
  pull: RawMerged,
  { ours, versions }: Saying,
): Pick<BranchStep, 'lines' | 'record'> => {
  if (!isPromotion(pull)) return NOTHING;
  if (!isOneOf(actorLogin(pull.author), ours)) return HIDDEN;
  if (hasRecord(message) && !describes(pull, oid, ours)) return { lines: message, record: 'readable' };
  const lines = isEdited(pull, ours) ? versions.get(pull.number) : pull.body;
  return lines === undefined ? HIDDEN : { lines, record: 'readable' };
};

const isPromotion = ({ headRefName, isCrossRepository }: RawMerged): boolean =>
  headRefName.startsWith('promotion/') && !isCrossRepository;

const needsVersions = (pull: RawMerged, ours: readonly string[]): boolean =>
  isPromotion(pull) && isOneOf(actorLogin(pull.author), ours) && isEdited(pull, ours);

type RawEdits = {
  readonly userContentEdits: {
    readonly nodes: readonly ({ readonly editor: RawActor; readonly diff: string | null } | null)[] | null;
  } | null;
} | null;

const EDITS_TOGETHER = 20;

/** Our last version of each description, as far as it can be read. */
const versionsOf = async (
  { client, owner, name }: GitHubPlace,
  pulls: readonly RawMerged[],
  ours: readonly string[],
): Promise<Map<number, string>> => {
  const versions = new Map<number, string>();
  for (let first = 0; first < pulls.length; first += EDITS_TOGETHER) {
    const some = pulls.slice(first, first + EDITS_TOGETHER);
    const document = [
      `query Versions($owner: String!, $name: String!${some.map((_, at) => `, $p${at}: Int!`).join('')}) {`,
      `  repository(owner: $owner, name: $name) { ${some.map((_, at) => `p${at}: pullRequest(number: $p${at}) { ...Versions }`).join(' ')} }`,
      '}',
      'fragment Versions on PullRequest { userContentEdits(first: 50) { nodes { editor { __typename login } diff } } }',
    ].join('\n');
    const numbers = Object.fromEntries(some.map(({ number }, at) => [`p${at}`, number]));
    const answer = await client.graphql<{ readonly repository: Record<string, RawEdits> | null }>({
      document,
      variables: { owner, name, ...numbers },
      repeat: true,
    });
    const data = answer.kind === 'answered' ? answer.data?.repository : undefined;
    for (const [at, { number }] of some.entries()) {
      const edits = data?.[`p${at}`]?.userContentEdits?.nodes ?? [];
      const version = edits.find((edit) => isOneOf(actorLogin(edit?.editor), ours) && isWhole(edit?.diff ?? ''));
      if (version?.diff) versions.set(number, version.diff);
    }
  }
  return versions;
};

const isWhole = (text: string): boolean => parseTrailers(text).some(({ kind }) => kind === 'id');

/** A branch of ours whose pull request somebody else has opened: most often, an App that `writers` should list. */
const strangersNotice = (pulls: readonly RawMerged[], ours: readonly string[]): Notice[] => {
  const strange = pulls.filter((pull) => isPromotion(pull) && !isOneOf(actorLogin(pull.author), ours));
  if (strange.length === 0) return [];
  const logins = [...new Set(strange.map(({ author }) => actorLogin(author) ?? 'ghost'))];
  return [
    {
      message: `${counted(strange.length, 'pull request')} from promotion/ ${strange.length === 1 ? 'was' : 'were'} opened by ${listed(logins)}, and not by the owner of the token: the records are unknown.`,
      hint: 'List the login under `writers` in the configuration if its promotions are yours.',
    },
  ];
};

/** States in one query. */
const STATES = 100;

const readStates = async (
  place: GitHubPlace,
  questions: readonly StateQuestion[],
): Promise<readonly SnapshotEntry[]> => {
  const entries: SnapshotEntry[] = [];
  for (let size = STATES; entries.length < questions.length; ) {
    const some = questions.slice(entries.length, entries.length + size);
    const found = await readSome(place, some);
    if (found === undefined) size = Math.max(1, Math.floor(some.length / 2));
    else entries.push(...found);
  }
  return entries;
};

const readSome = async (
  place: GitHubPlace,
  questions: readonly StateQuestion[],
): Promise<SnapshotEntry[] | undefined> => {
  const declared = questions.map((_, at) => `$r${at}: String!, $p${at}: String!`).join(', ');
  const fields = questions.map(
    (_, at) => `s${at}: object(expression: $r${at}) { ... on Commit { f0: file(path: $p${at}) { ...Entry } } }`,
  );
  const document = [
    `query PastStates($owner: String!, $name: String!, ${declared}) {`,
    `  repository(owner: $owner, name: $name) { id nameWithOwner ${fields.join('\n    ')} }`,
    '}',
    ENTRY,
  ].join('\n');
  const variables = Object.fromEntries(
    questions.flatMap(({ revision, path }, at) => [
      [`r${at}`, revision],
      [`p${at}`, path],
    ]),
  );
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(place, { document, variables });
    if (answer.kind === 'answered') {
      const states = (answer.data ?? {}) as Readonly<Record<string, RawParts | null | undefined>>;
      return Promise.all(
        questions.map(({ path }, at) => entryOf(states[`s${at}`]?.f0, path, (id) => loadBlob(place, id))),
      );
    }
    if (answer.overloaded && questions.length > 1) return undefined;
    if (attempt === ATTEMPTS) unavailable('earlier states of manifests are read', answer.reason);
    await waitBeforeRetry(place.clock, attempt);
  }
};

/** Pages of a branch, of 100 commits each. */
const MOST_LINE_PAGES = 50;

/** Finds the commit, along the first parents, with which each commit reached the branch; undefined if it is too far back. */
export function landingsOn({ place, commit }: Pick<BaseCommit, 'place' | 'commit'>) {
  const graph = new Map<string, GraphCommit>();
  let page: Omit<Parameters<typeof lineQuery>[1], 'size'> | undefined = { after: null };
  let pages = 0;
  const readUntil = async (ids: readonly string[]): Promise<void> => {
    while (page !== undefined && pages < MOST_LINE_PAGES && ids.some((id) => !graph.has(id))) {
      const { nodes, pageInfo } = await linePage(place, commit, page.after);
      for (const node of nodes ?? []) {
        if (node === null) unavailable('the branch is read', 'a commit is missing in its answer');
        const parents = (node.parents?.nodes ?? []).flatMap((parent) => parent?.oid ?? []);
        graph.set(node.oid, { id: node.oid, parents });
      }
      page = pageInfo.hasNextPage ? { after: pageInfo.endCursor } : undefined;
      pages++;
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  return async (ids: readonly string[]): Promise<readonly (string | undefined)[]> => {
    const reading = last.then(() => readUntil(ids));
    last = reading.catch(() => undefined);
    await reading;
    const landings = landingCommits(graph, lineOf(graph));
    return ids.map((id) => (graph.has(id) ? landings.get(id)?.id : undefined));
  };
}

const linePage = async (place: GitHubPlace, commit: string, after: string | null): Promise<RawLine> => {
  for (let attempt = 1, size = PAGE; ; attempt++, size = Math.ceil(size / 2)) {
    const answer = await ask(place, lineQuery(commit, { size, after }));
    const line = answer.kind === 'answered' ? answer.data?.object?.line : undefined;
    if (line) return line;
    if (attempt === ATTEMPTS)
      unavailable('the branch is read', answer.kind === 'lost' ? answer.reason : 'an empty answer');
    await waitBeforeRetry(place.clock, attempt);
  }
};

type Candidate = {
  readonly oid: string;
  readonly committedDate: string;
  readonly associatedPullRequests: {
    readonly nodes:
      | readonly ({
          readonly mergedAt: string | null;
          readonly baseRefName: string;
          readonly mergeCommit: { readonly oid: string } | null;
        } | null)[]
      | null;
  } | null;
};

const CANDIDATES = 10;

const STANDING = `query Standing($owner: String!, $name: String!, $branch: String!, $until: GitTimestamp!, $after: String) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $branch) {
      target {
        ... on Commit {
          history(first: ${CANDIDATES}, until: $until, after: $after) {
            nodes {
              oid
              committedDate
              associatedPullRequests(first: 5) { nodes { mergedAt baseRefName mergeCommit { oid } } }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
}`;

type StandingBody = {
  readonly repository: {
    readonly ref: {
      readonly target: {
        readonly history?: {
          readonly nodes: readonly (Candidate | null)[] | null;
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
        };
      } | null;
    } | null;
  } | null;
};

/** The head of the branch at that time: the newest commit of the time that no pull request brought later. Undefined before the
 * first one. */
export async function headAt(place: GitHubPlace, branch: string, moment: string): Promise<string | undefined> {
  let after: string | null = null;
  for (;;) {
    const history: StandingHistory | undefined = await standingPage(place, { branch, moment, after });
    const found = (history?.nodes ?? []).find((node) => node !== null && wasThere(node, { branch, moment }));
    if (found || !history?.pageInfo.hasNextPage) return found?.oid;
    after = history.pageInfo.endCursor;
  }
}

type StandingHistory = NonNullable<
  NonNullable<NonNullable<NonNullable<StandingBody['repository']>['ref']>['target']>['history']
>;

const standingPage = async (
  { client, owner, name, clock }: GitHubPlace,
  { branch, moment, after }: { readonly branch: string; readonly moment: string; readonly after: string | null },
): Promise<StandingHistory | undefined> => {
  for (let attempt = 1; ; attempt++) {
    const variables = { owner, name, branch: `refs/heads/${branch}`, until: moment, after };
    const answer = await client.graphql<StandingBody>({ document: STANDING, variables, repeat: true });
    const history = answer.kind === 'answered' ? answer.data?.repository?.ref?.target?.history : undefined;
    if (history !== undefined) return history;
    if (answer.kind === 'answered' && answer.problems.length === 0) return undefined;
    const reason = answer.kind === 'lost' ? answer.reason : (answer.problems[0]?.message ?? 'an empty answer');
    if (attempt === ATTEMPTS) unavailable('the past of the branch is read', reason);
    await waitBeforeRetry(clock, attempt);
  }
};

/** A commit whose pull request the token may not read counts as pushed. */
const wasThere = (
  { oid, associatedPullRequests }: Candidate,
  { branch, moment }: { readonly branch: string; readonly moment: string },
): boolean => {
  const pulls = (associatedPullRequests?.nodes ?? []).flatMap((node) => node ?? []);
  const own = pulls.filter(({ baseRefName, mergedAt }) => baseRefName === branch && mergedAt !== null);
  return own.every(({ mergedAt, mergeCommit }) => {
    return mergeCommit?.oid === oid || Date.parse(mergedAt ?? '') <= Date.parse(moment);
  });
};
