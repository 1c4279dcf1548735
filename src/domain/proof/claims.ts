import type { Source } from '../model.ts';
import { quote } from '../text.ts';
import { AUDIENCE } from './audience.ts';
import type { Rejection } from './verdict.ts';

/** What a signed token says; nothing of it is believed to be of any type. */
export type Claims = Readonly<Record<string, unknown>>;

export type Expected = {
  readonly issuer: string;
  readonly audience: string;
  /** As the payload has it. */
  readonly source: Source;
};

/** Everything in which the claims are not what the request needs; the times are for `judgeTimes`. */
export function judgeClaims(claims: Claims, expected: Expected): Rejection[] {
  const source = judgeSource(claims, expected.source);
  return [
    judgeIssuer(claims, expected),
    judgeAudience(claims, expected),
    ...source,
    source.length === 0 ? judgeWorkflow(claims) : undefined,
    judgeEvent(claims),
    judgeRef(claims),
  ].flatMap((rejection) => rejection ?? []);
}

/** GitHub's number of the repository: names are given up and taken by others, numbers are not. */
export function repositoryIdOf({ repository_id: id }: Claims): string | undefined {
  return textOf(id) ?? (Number.isSafeInteger(id) ? String(id) : undefined);
}

export function rejection(what: string, hint: string): Rejection {
  return { code: 'proof-rejected', message: `The proof of the request ${what}.`, hint };
}

const judgeIssuer = ({ iss }: Claims, { issuer }: Expected): Rejection | undefined => {
  if (iss === issuer) return undefined;
  return rejection(
    `has the issuer ${shown(iss)} instead of ${quote(issuer)}`,
    'Send a token of the GitHub server on which the manifest repository is, or set `issuer` where the enterprise has its own.',
  );
};

const judgeAudience = ({ aud }: Claims, { audience }: Expected): Rejection | undefined => {
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (audiences.length > 1) {
    return rejection('has several audiences', 'Ask for a token with the one audience that the request needs.');
  }
  const [only] = audiences;
  if (only === audience) return undefined;
  if (typeof only === 'string' && only.startsWith(AUDIENCE)) {
    return rejection(
      'belongs to another request or to another manifest repository',
      'Send each request with the token that was made for it; change nothing in the payload afterwards.',
    );
  }
  return rejection(
    `has the audience ${shown(only)}`,
    `Ask for a token with the audience ${AUDIENCE} and the hash of repository and payload, as the command \`dispatch\` does.`,
  );
};

type Comparison = {
  readonly claim: string;
  readonly key: string;
  readonly sent: (source: Source) => string | undefined;
  readonly proven: (claims: Claims) => string | undefined;
};

/** GitHub does not tell upper from lower case in names of repositories. `workflow_ref` is `owner/name/.github/workflows/file.yml@ref`. */
const comparisons: readonly Comparison[] = [
  {
    claim: 'repository',
    key: 'repository',
    sent: ({ repository }) => repository?.toLowerCase(),
    proven: ({ repository }) => textOf(repository)?.toLowerCase(),
  },
  { claim: 'ref', key: 'ref', sent: ({ ref }) => ref, proven: ({ ref }) => textOf(ref) },
  {
    claim: 'run_number',
    key: 'run_number',
    sent: ({ runNumber }) => runNumber?.toString(),
    proven: ({ run_number: number }) => textOf(number) ?? (typeof number === 'number' ? String(number) : undefined),
  },
  {
    claim: 'workflow_ref',
    key: 'workflow',
    sent: ({ workflow }) => workflow,
    proven: ({ workflow_ref: ref }) => textOf(ref)?.split('@')[0]?.split('/').at(-1),
  },
];

const judgeSource = (claims: Claims, source: Source): Rejection[] =>
  comparisons.flatMap(({ claim, key, sent, proven }) => {
    const [theirs, ours] = [proven(claims), sent(source)];
    if (ours === undefined) {
      return [rejection(`cannot be compared: the source of the request has no ${key}`, `Send ${key} with the source.`)];
    }
    if (ours === theirs) return [];
    const what =
      theirs === undefined ? `has no ${claim}` : `is of the ${key} ${quote(theirs)}, the request says ${quote(ours)}`;
    return [rejection(what, 'Send the source of the run that asks for the token.')];
  });

/** The file of a workflow is worth nothing without its repository: anybody has a `release.yml`. */
const judgeWorkflow = ({ workflow_ref: ref, repository }: Claims): Rejection | undefined => {
  const [, owner] = /^([^/]+\/[^/]+)\/\.github\/workflows\/[^/@]+@/.exec(textOf(ref) ?? '') ?? [];
  if (owner === undefined) {
    return rejection(`has the workflow_ref ${shown(ref)}, which is no file in .github/workflows`, issued);
  }
  if (owner.toLowerCase() === textOf(repository)?.toLowerCase()) return undefined;
  return rejection(`comes from the repository ${shown(repository)} with a workflow of ${quote(owner)}`, issued);
};

const issued = 'Send the token as GitHub issued it to a workflow of the repository that asks.';

/** A pull request from a fork runs with what its author wrote, and so does every event about one: GitHub names them alike. */
const judgeEvent = ({ event_name: event }: Claims): Rejection | undefined =>
  typeof event === 'string' && event !== '' && !event.toLowerCase().startsWith('pull_request')
    ? undefined
    : rejection(`comes from a run whose event is ${shown(event)}`, merged);

const judgeRef = ({ ref }: Claims): Rejection | undefined =>
  textOf(ref)?.startsWith('refs/pull/') ? rejection(`comes from a pull request, at ${shown(ref)}`, merged) : undefined;

const merged = 'Promote from a run on push, release or the like, after the pull request has been merged.';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const shown = (value: unknown): string => (typeof value === 'string' ? quote(value) : 'none that can be read');
