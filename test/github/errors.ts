/** GitHub's refusals in its own words, with the type that GraphQL gives and the status of the REST API. The evidence for
 * each text stands in the platform notes; those marked "assumed" are not established, so clients must not match them. */
export type Refusal = Error & {
  readonly refusal: true;
  /** Of the GraphQL error. */
  readonly type: string;
  /** Of the REST answer. */
  readonly status: number;
  readonly errors?: readonly unknown[] | undefined;
};

type Terms = { readonly type: string; readonly status: number; readonly errors?: readonly unknown[] };

export const refusal = (message: string, { type, status, errors }: Terms): Refusal =>
  Object.assign(new Error(message), { refusal: true as const, type, status, errors });

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'refusal' in error;

const unprocessable = (message: string): Refusal => refusal(message, { type: 'UNPROCESSABLE', status: 422 });
const notFound = (message: string): Refusal => refusal(message, { type: 'NOT_FOUND', status: 404 });
const methodNotAllowed = (message: string): Refusal => refusal(message, { type: 'UNPROCESSABLE', status: 405 });

export const noSuchRepository = (nameWithOwner: string): Refusal =>
  notFound(`Could not resolve to a Repository with the name '${nameWithOwner}'.`);
export const noSuchNode = (id: string): Refusal =>
  notFound(`Could not resolve to a node with the global id of '${id}'`);
export const noSuchPullRequest = (number: number): Refusal =>
  notFound(`Could not resolve to a PullRequest with the number of ${number}.`);
export const noSuchRoute = (): Refusal => notFound('Not Found');
export const badCredentials = (): Refusal => refusal('Bad credentials', { type: 'UNAUTHORIZED', status: 401 });
export const loginRequired = (): Refusal =>
  refusal('This endpoint requires you to be authenticated.', { type: 'UNAUTHORIZED', status: 401 });
export const noQuery = (): Refusal =>
  refusal('A query attribute must be specified and must be a string.', { type: 'BAD_REQUEST', status: 400 });
/** The complaint is one of the description of the REST API. */
export const invalidRequest = (complaint: string): Refusal => unprocessable(complaint);
export const noUserAgent = (): Refusal =>
  refusal(
    'Request forbidden by administrative rules. Please make sure your request has a User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.',
    { type: 'FORBIDDEN', status: 403 },
  );
const REFUSED_TO = {
  app: 'Resource not accessible by integration',
  actions: 'Resource not accessible by integration',
  user: 'Resource not accessible by personal access token',
  /** Assumed: the refusal for a person without the role. */
  classic: 'Must have push access to repository',
} as const;
export const notAccessible = (kind: keyof typeof REFUSED_TO): Refusal =>
  refusal(REFUSED_TO[kind], { type: 'FORBIDDEN', status: 403 });

type Scopes = { readonly needed: readonly string[]; readonly granted: readonly string[] };
export const tooFewScopes = (field: string, { needed, granted }: Scopes): Refusal => {
  const list = (scopes: readonly string[]): string => `[${scopes.map((scope) => `'${scope}'`).join(', ')}]`;
  return refusal(
    `Your token has not been granted the required scopes to execute this query. The '${field}' field requires one of the following scopes: ${list(needed)}, but your token has only been granted the: ${list(granted)} scopes. Please modify your token's scopes at: https://github.com/settings/tokens.`,
    { type: 'INSUFFICIENT_SCOPES', status: 200 },
  );
};
/** Observed for the pull requests of a hundred commits in a large repository: a page, not JSON. */
export const tookTooLong = (): Refusal => refusal('', { type: 'BAD_GATEWAY', status: 502 });
export const budgetSpent = (resource: 'graphql' | 'core'): Refusal =>
  refusal('API rate limit exceeded for installation ID 1.', {
    type: 'RATE_LIMITED',
    status: resource === 'graphql' ? 200 : 403,
  });
/** Type and status assumed. */
export const workflowsPermission = (path: string): Refusal =>
  refusal(`refusing to allow a GitHub App to create or update workflow \`${path}\` without \`workflows\` permission`, {
    type: 'FORBIDDEN',
    status: 403,
  });
/** Type and status assumed. */
export const archived = (): Refusal =>
  refusal('Repository was archived so is read-only.', { type: 'FORBIDDEN', status: 403 });

// Commits and refs
export const staleData = (oid: string): Refusal =>
  refusal(`Expected branch to point to "${oid}" but it did not.  Pull and try again.`, {
    type: 'STALE_DATA',
    status: 422,
  });
export const noExpectedHead = (oid: string): Refusal =>
  notFound(`No commit exists with specified expectedHeadOid '${oid}'.`);
export const noBranch = (): Refusal => notFound('Branch not found');
/** The type differs between sources; this is one of the two. */
export const noSuchDeletion = (oid: string): Refusal =>
  unprocessable(`A path was requested for deletion which does not exist as of commit oid \`${oid}\``);
/** Assumed. */
export const pathTwice = (path: string): Refusal =>
  unprocessable(`A path was specified more than once in the file changes: \`${path}\``);
/** Assumed. */
export const badPath = (path: string): Refusal => unprocessable(`The path \`${path}\` is malformed.`);
/** Assumed; only the size is known. */
export const tooMuch = (): Refusal => unprocessable('The request is too large.');
export const branchProtected = (reason: string): Refusal =>
  refusal(reason, { type: 'BRANCH_PROTECTION_RULE_VIOLATION', status: 422 });
/** The type is only known to differ from that of a classic protection. */
export const rulesViolated = (reasons: readonly string[], status = 422): Refusal =>
  refusal(`Repository rule violations found\n\n${reasons.map((reason) => `${reason}\n\n`).join('')}`, {
    type: 'UNPROCESSABLE',
    status,
  });
/** The text is one that was seen of a race; that updateRefs says it, and its type, are assumed. */
export const refMoved = (name: string, at: string, expected: string): Refusal =>
  unprocessable(`${name} is at ${at} but expected ${expected}`);
export const noFastForward = (): Refusal => unprocessable('Update is not a fast forward');
export const noReference = (): Refusal => unprocessable('Reference does not exist');
export const referenceExists = (): Refusal => unprocessable('Reference already exists');
export const referenceConflict = (api: 'rest' | 'graphql'): Refusal =>
  unprocessable(api === 'rest' ? 'Reference update failed' : 'Ref cannot be created.');
/** Assumed. */
export const badReference = (name: string): Refusal => unprocessable(`${name} is not a valid ref name.`);
export const noSuchCommit = (ref: string): Refusal => unprocessable(`No commit found for SHA: ${ref}`);
export const noObject = (): Refusal => unprocessable('Object does not exist');
export const defaultBranchStays = (): Refusal => unprocessable('Cannot delete the default branch');
export const malformedTreePath = (): Refusal => unprocessable('tree.path contains a malformed path component');
export const badObjectState = (): Refusal => unprocessable('GitRPC::BadObjectState');

// Pull requests
export const invalid = (errors: readonly unknown[]): Refusal =>
  refusal('Validation Failed', { type: 'UNPROCESSABLE', status: 422, errors });
const pullRequestInvalid = (message: string): Refusal =>
  Object.assign(unprocessable(message), { errors: [{ resource: 'PullRequest', code: 'custom', message }] });
export const pullRequestExists = (head: string): Refusal =>
  pullRequestInvalid(`A pull request already exists for ${head}.`);
export const noCommitsBetween = (base: string, head: string): Refusal =>
  pullRequestInvalid(`No commits between ${base} and ${head}`);
export const noHead = (): Refusal =>
  pullRequestInvalid(
    "Head sha can't be blank, Base sha can't be blank, No commits between the two, Head ref must be a branch",
  );
export const actionsMayNot = (): Refusal =>
  refusal('GitHub Actions is not permitted to create or approve pull requests.', { type: 'FORBIDDEN', status: 403 });
export const autoMergeNotAllowed = (): Refusal => unprocessable('Auto merge is not allowed for this repository');
export const nothingProtects = (): Refusal => unprocessable('Protected branch rules not configured for this branch');
export const alreadyInStatus = (status: string): Refusal =>
  unprocessable(`["Pull request Pull request is in ${status} status"]`);
/** Assumed. */
export const notArmed = (): Refusal => unprocessable("Can't disable auto-merge for this pull request.");
/** Assumed. */
export const notOpen = (): Refusal => unprocessable('Pull request is not open');
export const notMergeable = (): Refusal => methodNotAllowed('Pull Request is not mergeable');
export const headModified = (): Refusal =>
  refusal('Head branch was modified. Review and try the merge again.', { type: 'UNPROCESSABLE', status: 409 });
export const methodOff = (method: 'merge' | 'squash' | 'rebase'): Refusal =>
  methodNotAllowed(
    { merge: 'Merge commits are', squash: 'Squash merges are', rebase: 'Rebase merges are' }[method] +
      ' not allowed on this repository.',
  );
/** Assumed; the refusal by a classic protection whose conditions are not met. */
export const notMet = (reason: string): Refusal => methodNotAllowed(reason);
export const nothingToUpdate = (): Refusal => unprocessable('There are no new commits on the base branch.');
export const expectedHeadDiffers = (): Refusal => unprocessable('expected head sha didn’t match current head ref.');
export const updateConflicts = (): Refusal => unprocessable('merge conflict between base and head');
export const notCollaborators = (nameWithOwner: string): Refusal =>
  unprocessable(
    `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${nameWithOwner} repository.`,
  );
/** Assumed. */
export const noMergeQueue = (): Refusal => unprocessable('Merge queue is not enabled for this branch.');
/** Assumed. */
export const stillDraft = (): Refusal => methodNotAllowed('Pull Request is still a draft');
/** A ruleset that narrows the repository's settings; the status was observed, the text is assumed. */
export const methodNarrowed = (method: string): Refusal =>
  rulesViolated([`The merge method ${method} is not allowed by the rules of this branch.`], 405);
/** Assumed. */
export const notReopened = (): Refusal =>
  invalid([
    {
      resource: 'PullRequest',
      code: 'custom',
      field: 'state',
      message: 'state cannot be changed. The branch was force-pushed or recreated.',
    },
  ]);
export const reviewByAuthor = (): Refusal => unprocessable('Review cannot be requested from pull request author.');
