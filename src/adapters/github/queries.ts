/** The queries that read a repository: their documents, and how they are sent. Paths and branches are always variables. */

import { type GitHubAnswer, type GitHubProblem, lostAnswer } from './answers.ts';
import type { GitHubPlace } from './client.ts';
import type { RawActor, RawEdited, RawSigned } from './people.ts';
import {
  BRANCH_RULES,
  prefixOf,
  proposalFields,
  proposalFragments,
  type RawProposals,
  type RawRules,
} from './pulls/proposal-queries.ts';
import { reactionTo, readingOf, refuse } from './refusals.ts';

export type QueryDocument = { readonly document: string; readonly variables: Readonly<Record<string, unknown>> };

export type RawEntry = {
  readonly mode: number;
  readonly object?: RawBlob | RawTree | null;
};
export type RawBlob = {
  readonly oid: string;
  readonly byteSize: number;
  readonly isTruncated: boolean;
  readonly text: string | null;
};
export type RawTree = { readonly entries: readonly { readonly name: string; readonly mode: number }[] | null };

export type RawHistory = {
  readonly nodes: readonly (RawCommit | null)[] | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};
export type RawLine = {
  readonly nodes:
    | readonly ({
        readonly oid: string;
        readonly parents: { readonly nodes: readonly ({ readonly oid: string } | null)[] | null } | null;
      } | null)[]
    | null;
  readonly pageInfo: RawHistory['pageInfo'];
};
export type RawCommit = {
  readonly oid: string;
  readonly message: string;
  readonly committedDate: string;
  /** Made by GitHub itself: on its site, through its API, or by a merge there. */
  readonly committedViaWeb: boolean;
} & RawSigned;

export type RawOrigin = {
  readonly associatedPullRequests: {
    readonly totalCount?: number;
    readonly nodes: readonly (RawBehind | null)[] | null;
  } | null;
};
export type RawBehind = {
  readonly number: number;
  readonly state: string;
  readonly headRefName: string;
  readonly baseRefName: string;
  readonly isCrossRepository: boolean;
  readonly body: string;
  readonly author: RawActor;
  readonly mergeCommit: { readonly oid: string } | null;
} & RawEdited;

/** The newest commits of a history, with the pull requests that brought them. */
export type RawNewest = { readonly nodes: readonly (({ readonly oid: string } & RawOrigin) | null)[] | null };

/** A commit with an alias for each asked path: `f0`, `f1` … for entries, `h0`, `h1` … for histories, and `n0`, `n1` … for the
 * newest commits of the first histories. */
export type RawParts = Readonly<
  Record<`f${number}`, RawEntry | RawTree | null> &
    Record<`h${number}`, RawHistory | null> &
    Partial<Record<`n${number}`, RawNewest | null>>
> & { readonly line?: RawLine | null };

export type Selection = {
  readonly paths: readonly string[];
  readonly histories: readonly string[];
  /** Products whose proposals are read along with a head. */
  readonly products?: readonly string[] | undefined;
};

export const ENTRY = `fragment Entry on TreeEntry {
  mode
  object { ... on Blob { oid byteSize isTruncated text } ... on Tree { entries { name mode } } }
}`;

/** Without anything that has pages of its own: a history then costs GitHub one look. */
const HISTORY = `fragment History on CommitHistoryConnection {
  nodes {
    oid message committedDate committedViaWeb
    author { name email user { login } } committer { name email user { login } }
    signature { isValid wasSignedByGitHub }
  }
  pageInfo { hasNextPage endCursor }
}`;

const ORIGIN = `fragment Origin on Commit {
  associatedPullRequests(first: 20) {
    totalCount
    nodes {
      number state headRefName baseRefName isCrossRepository body mergeCommit { oid }
      author { __typename login } editor { __typename login } lastEditedAt
    }
  }
}`;

export const PAGE = 100;

/** The newest commit of a manifest mostly decides, and on a team's branch it is mostly a squash: what brought it comes along. So it
 * does for a few only, since GitHub looks for each of them in the whole repository. */
const ORIGINS_ALONG = 5;

/** The head of a branch, by default the default branch, with the wanted parts of that commit. */
export function headQuery(selected: Selection, branch: string | undefined): QueryDocument {
  const rules = selected.products?.length ? BRANCH_RULES : '';
  const head = `name ${rules} target { ... on Commit { oid tree { oid } ${fields(selected)} } }`;
  if (branch === undefined) {
    const selection = `id nameWithOwner url defaultBranchRef { ${head} } ${proposalFields(selected.products)}`;
    return { document: query(declarations(selected), selection, selected), variables: variables(selected) };
  }
  const proposals = proposalFields(selected.products);
  const selection = `id nameWithOwner url defaultBranchRef { name } ref(qualifiedName: $branch) { ${head} } ${proposals}`;
  return {
    document: query(['$branch: String!', ...declarations(selected)], selection, selected),
    variables: { branch: `refs/heads/${branch}`, ...variables(selected) },
  };
}

/** More parts of a known commit. */
export function commitQuery(commit: string, selected: Selection): QueryDocument {
  return {
    document: query(
      ['$commit: GitObjectID!', ...declarations(selected)],
      `object(oid: $commit) { ... on Commit { ${fields(selected)} } }`,
      selected,
    ),
    variables: { commit, ...variables(selected) },
  };
}

/** Of a commit by another name than its whole id, in git's spelling. */
export function revisionQuery(revision: string, selected: Selection): QueryDocument {
  return {
    document: query(
      ['$revision: String!', ...declarations(selected)],
      `object(expression: $revision) { ... on Commit { oid ${fields(selected)} } }`,
      selected,
    ),
    variables: { revision, ...variables(selected) },
  };
}

/** Of one path in several commits: `s0`, `s1` and so on. */
export function statesQuery(path: string, commits: readonly string[]): QueryDocument {
  const states = commits.map(
    (_, at) => `s${at}: object(oid: $s${at}) { ... on Commit { f0: file(path: $path) { ...Entry } } }`,
  );
  return {
    document: [
      `query States($owner: String!, $name: String!, $path: String!, ${commits.map((_, at) => `$s${at}: GitObjectID!`).join(', ')}) {`,
      `  repository(owner: $owner, name: $name) { id nameWithOwner ${states.join(' ')} }`,
      '}',
      ENTRY,
    ].join('\n'),
    variables: { path, ...Object.fromEntries(commits.map((commit, at) => [`s${at}`, commit])) },
  };
}

type Page = { readonly path: string; readonly size: number; readonly after: string | null };

/** A page of one history; that of the root is the branch's own. */
export function pageQuery(commit: string, { path, size, after }: Page): QueryDocument {
  const [declared, argument] = path === '' ? ['', ''] : ['$path: String!, ', ', path: $path'];
  return {
    document: `query History($owner: String!, $name: String!, $commit: GitObjectID!, ${declared}$size: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    object(oid: $commit) { ... on Commit { h0: history(first: $size, after: $after${argument}) { ...History } } }
  }
}
${HISTORY}`,
    variables: { commit, size, after, ...(path === '' ? {} : { path }) },
  };
}

/** A page of all commits that led to one, with their parents: `line`. */
export function lineQuery(commit: string, { size, after }: Omit<Page, 'path'>): QueryDocument {
  return {
    document: `query Line($owner: String!, $name: String!, $commit: GitObjectID!, $size: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    id
    nameWithOwner
    object(oid: $commit) {
      ... on Commit {
        line: history(first: $size, after: $after) {
          nodes { oid parents(first: 10) { nodes { oid } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }
}`,
    variables: { commit, size, after },
  };
}

const query = (
  declared: readonly string[],
  selection: string,
  { paths, histories, products = [] }: Selection,
): string =>
  [
    `query Snapshot(${['$owner: String!', '$name: String!', ...declared].join(', ')}) {`,
    ...(products.length > 0 || isHead(selection) ? ['  viewer { login }'] : []),
    `  repository(owner: $owner, name: $name) { ${selection} }`,
    '}',
    ...proposalFragments(products),
    ...(paths.some((path) => path !== '') ? [ENTRY] : []),
    ...(histories.length > 0 ? [HISTORY, ORIGIN] : []),
  ].join('\n');

/** The first query tells whose the token is, also where histories and branches are left out of it and read afterwards. */
const isHead = (selection: string): boolean => selection.startsWith('id nameWithOwner url ');

const fields = ({ paths, histories }: Selection): string =>
  [
    '__typename',
    ...paths.map((path, at) =>
      path === '' ? `f${at}: tree { entries { name mode } }` : `f${at}: file(path: $f${at}) { ...Entry }`,
    ),
    ...histories.map(
      (path, at) => `h${at}: history(first: ${PAGE}${path === '' ? '' : `, path: $h${at}`}) { ...History }`,
    ),
    ...histories
      .slice(0, ORIGINS_ALONG)
      .map((path, at) =>
        path === ''
          ? `n${at}: history(first: ${ORIGINS_ALONG}) { nodes { oid ...Origin } }`
          : `n${at}: history(first: 1, path: $h${at}) { nodes { oid ...Origin } }`,
      ),
  ].join('\n    ');

const declarations = ({ paths, histories, products = [] }: Selection): string[] => [
  ...products.map((_, at) => `$p${at}: String!`),
  ...paths.flatMap((path, at) => (path === '' ? [] : [`$f${at}: String!`])),
  ...histories.flatMap((path, at) => (path === '' ? [] : [`$h${at}: String!`])),
];

const variables = ({ paths, histories, products = [] }: Selection): Record<string, string> =>
  Object.fromEntries([
    ...products.map((product, at) => [`p${at}`, prefixOf(product)]),
    ...paths.flatMap((path, at) => (path === '' ? [] : [[`f${at}`, path]])),
    ...histories.flatMap((path, at) => (path === '' ? [] : [[`h${at}`, path]])),
  ]);

/** The commits are the variables `c0`, `c1` … */
export const originQuery = (commits: readonly RawCommit[]): QueryDocument => ({
  document: [
    `query Origins($owner: String!, $name: String!, ${commits.map((_, at) => `$c${at}: GitObjectID!`).join(', ')}) {`,
    '  repository(owner: $owner, name: $name) {',
    '    id nameWithOwner',
    ...commits.map((_, at) => `    c${at}: object(oid: $c${at}) { ...Origin }`),
    '  }',
    '}',
    ORIGIN,
  ].join('\n'),
  variables: Object.fromEntries(commits.map(({ oid }, at) => [`c${at}`, oid])),
});

export type RawRepository = RawProposals &
  Readonly<Record<`c${number}`, RawOrigin | null>> & {
    /** Login of the token, where it was asked for. */
    readonly viewer?: string | undefined;
    readonly id: string;
    readonly nameWithOwner: string;
    readonly defaultBranchRef?: RawRef | null;
    readonly ref?: RawRef | null;
    /** Places that are null since the token may not read them. */
    readonly forbidden?: readonly AnswerPath[] | undefined;
    readonly object?: (RawParts & { readonly __typename?: string; readonly oid?: string }) | null;
  };

type AnswerPath = readonly (string | number)[];

export type RawRef = RawRules & {
  readonly name: string;
  readonly target?: (RawParts & { readonly oid: string; readonly tree: { readonly oid: string } }) | null;
};

type RepositoryBody = {
  readonly viewer?: { readonly login: string } | null;
  readonly repository: RawRepository | null;
};

/** Asks about the repository. GitHub answers in part: a path that the commit lacks is an error beside the data, and so is a
 * pull request that the token may not read. Both are answers; anything else throws or, where it may pass, is lost.
 * @throws PromotionError for a repository that the token cannot see, and for every other refusal of GitHub. */
export async function ask(
  place: GitHubPlace,
  { document, variables }: QueryDocument,
): Promise<GitHubAnswer<RawRepository>> {
  const { client, owner, name } = place;
  const answer = await client.graphql<RepositoryBody>({ document, variables: { owner, name, ...variables } });
  if (answer.kind === 'lost') return answer;
  const problems = answer.problems.filter((problem) => !isAbsence(problem) && !isUnreadable(problem));
  const [problem] = problems;
  if (problem !== undefined) {
    return answer.data !== undefined && reactionTo(problem, 'read') === 'ask-again'
      ? lostAnswer(problem.message, { overloaded: false })
      : refuse(problem, readingOf(place));
  }
  const repository = answer.data?.repository;
  const forbidden = answer.problems.filter(isUnreadable).map(({ path = [] }) => path);
  if (repository) {
    const whole = forbidden.filter((path) => path[0] === 'repository').reduce(withoutPart, repository);
    return { ...answer, data: { ...whole, viewer: answer.data?.viewer?.login, forbidden } };
  }
  return refuse(forbidden.length > 0 ? FORBIDDEN : NOT_FOUND, readingOf(place));
}

const NOT_FOUND: GitHubProblem = { type: 'NOT_FOUND', message: 'Could not resolve to a Repository' };

const FORBIDDEN: GitHubProblem = { type: 'FORBIDDEN', message: 'Resource not accessible' };

/** Nobody may take the rest for all that is known of the pull requests behind a commit. */
const withoutPart = (repository: RawRepository, [, ...path]: AnswerPath): RawRepository => {
  const at = path.indexOf('associatedPullRequests');
  return at < 0 ? repository : withNull(repository, path.slice(0, at + 1));
};

const withNull = <T>(value: T, [step, ...rest]: AnswerPath): T => {
  if (typeof value !== 'object' || value === null || step === undefined) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
  copy[step] = rest.length === 0 ? null : withNull(copy[step], rest);
  return copy as T;
};

/** Whether something below these fields of the answer may not be read. A requested reviewer does not count: `GITHUB_TOKEN` never
 * sees a team. */
export function isForbidden({ forbidden = [] }: RawRepository, field: RegExp): boolean {
  return forbidden.some((path) => path.at(-1) !== 'requestedReviewer' && path.some((step) => field.test(String(step))));
}

/** A path that the commit does not have. */
const isAbsence = (problem: GitHubProblem): boolean => problem.type === 'NOT_FOUND' && isAbout(problem, /^f\d+$/);

/** Pull requests and rules are asked for along with the rest, and many tokens may not read them. Of anything else a null that
 * comes with a refusal would be read as an absence. */
const isUnreadable = (problem: GitHubProblem): boolean =>
  problem.type === 'FORBIDDEN' && isAbout(problem, /^(?:[prc]\d+|rules|associatedPullRequests)$/);

const isAbout = ({ path = [] }: GitHubProblem, part: RegExp): boolean => path.some((step) => part.test(String(step)));
