import type { RawActor, RawSigned } from './logins.ts';
import { BRANCH_RULES, prefixOf, proposalFields, proposalFragments } from './pulls/fields.ts';

/** The documents that read a snapshot. Paths and branches only ever travel as variables. */

export type Document = { readonly document: string; readonly variables: Readonly<Record<string, unknown>> };

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
export type RawCommit = {
  readonly oid: string;
  readonly message: string;
  readonly committedDate: string;
  /** Made by GitHub itself: on its site, through its API, or by a merge there. */
  readonly committedViaWeb: boolean;
} & RawSigned;

export type RawOrigin = {
  readonly associatedPullRequests: { readonly nodes: readonly (RawBehind | null)[] | null } | null;
};
export type RawBehind = {
  readonly number: number;
  readonly state: string;
  readonly headRefName: string;
  readonly isCrossRepository: boolean;
  readonly body: string;
  readonly author: RawActor;
  readonly editor: RawActor;
  readonly mergeCommit: { readonly oid: string } | null;
};

/** A commit with an alias for each asked path: `f0`, `f1` … for entries and `h0`, `h1` … for histories. */
export type RawParts = Readonly<
  Record<`f${number}`, RawEntry | RawTree | null> & Record<`h${number}`, RawHistory | null>
>;

export type Wish = {
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

export const PAGE = 100;

/** The head of a branch, the default one if none is named, with all that is wished from that one commit. */
export function headQuery(wish: Wish, branch: string | undefined): Document {
  const rules = wish.products?.length ? BRANCH_RULES : '';
  const head = `name ${rules} target { ... on Commit { oid tree { oid } ${fields(wish)} } }`;
  if (branch === undefined) {
    const selection = `id nameWithOwner url defaultBranchRef { ${head} } ${proposalFields(wish.products)}`;
    return { document: query(declarations(wish), selection, wish), variables: variables(wish) };
  }
  const proposals = proposalFields(wish.products);
  const selection = `id nameWithOwner url defaultBranchRef { name } ref(qualifiedName: $branch) { ${head} } ${proposals}`;
  return {
    document: query(['$branch: String!', ...declarations(wish)], selection, wish),
    variables: { branch: `refs/heads/${branch}`, ...variables(wish) },
  };
}

/** More of a commit that is known already. */
export function commitQuery(commit: string, wish: Wish): Document {
  return {
    document: query(
      ['$commit: GitObjectID!', ...declarations(wish)],
      `object(oid: $commit) { ... on Commit { ${fields(wish)} } }`,
      wish,
    ),
    variables: { commit, ...variables(wish) },
  };
}

/** Of a commit by another name than its whole id, in git's spelling. */
export function revisionQuery(revision: string, wish: Wish): Document {
  return {
    document: query(
      ['$revision: String!', ...declarations(wish)],
      `object(expression: $revision) { ... on Commit { oid ${fields(wish)} } }`,
      wish,
    ),
    variables: { revision, ...variables(wish) },
  };
}

/** Of one path in several commits: `s0`, `s1` and so on. */
export function statesQuery(path: string, commits: readonly string[]): Document {
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
export function pageQuery(commit: string, { path, size, after }: Page): Document {
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

const query = (declared: readonly string[], selection: string, { paths, histories, products = [] }: Wish): string =>
  [
    `query Snapshot(${['$owner: String!', '$name: String!', ...declared].join(', ')}) {`,
    ...(products.length > 0 || (histories.length > 0 && isHead(selection)) ? ['  viewer { login }'] : []),
    `  repository(owner: $owner, name: $name) { ${selection} }`,
    '}',
    ...proposalFragments(products),
    ...(paths.some((path) => path !== '') ? [ENTRY] : []),
    ...(histories.length > 0 ? [HISTORY] : []),
  ].join('\n');

/** Only the first query has to tell whose the token is. */
const isHead = (selection: string): boolean => selection.startsWith('id nameWithOwner url ');

const fields = ({ paths, histories }: Wish): string =>
  [
    '__typename',
    ...paths.map((path, at) =>
      path === '' ? `f${at}: tree { entries { name mode } }` : `f${at}: file(path: $f${at}) { ...Entry }`,
    ),
    ...histories.map(
      (path, at) => `h${at}: history(first: ${PAGE}${path === '' ? '' : `, path: $h${at}`}) { ...History }`,
    ),
  ].join('\n    ');

const declarations = ({ paths, histories, products = [] }: Wish): string[] => [
  ...products.map((_, at) => `$p${at}: String!`),
  ...paths.flatMap((path, at) => (path === '' ? [] : [`$f${at}: String!`])),
  ...histories.flatMap((path, at) => (path === '' ? [] : [`$h${at}: String!`])),
];

const variables = ({ paths, histories, products = [] }: Wish): Record<string, string> =>
  Object.fromEntries([
    ...products.map((product, at) => [`p${at}`, prefixOf(product)]),
    ...paths.flatMap((path, at) => (path === '' ? [] : [[`f${at}`, path]])),
    ...histories.flatMap((path, at) => (path === '' ? [] : [[`h${at}`, path]])),
  ]);

/** The commits are the variables `c0`, `c1` … */
export const originQuery = (commits: readonly RawCommit[]): Document => ({
  document: [
    `query Origins($owner: String!, $name: String!, ${commits.map((_, at) => `$c${at}: GitObjectID!`).join(', ')}) {`,
    '  repository(owner: $owner, name: $name) {',
    '    id nameWithOwner',
    ...commits.map((_, at) => `    c${at}: object(oid: $c${at}) { ...Origin }`),
    '  }',
    '}',
    'fragment Origin on Commit { associatedPullRequests(first: 5) { nodes {',
    '  number state headRefName isCrossRepository body mergeCommit { oid }',
    '  author { __typename login } editor { __typename login }',
    '} } }',
  ].join('\n'),
  variables: Object.fromEntries(commits.map(({ oid }, at) => [`c${at}`, oid])),
});
