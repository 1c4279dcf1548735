/** Whether the claims of an OpenID Connect token prove the source of a request, and the audience that binds it to one request. */
import type { Violation } from '../errors.ts';
import type { Source } from '../model.ts';
import { isLoopback } from '../request/grammar.ts';
import { open, ownValue } from '../request/json.ts';
import { quote } from '../text.ts';

/** The reason why a proof is rejected, which never shows the proof. */
export type Rejection = Pick<Violation, 'code' | 'message' | 'hint'>;

export type ProofVerdict =
  | {
      readonly kind: 'accepted';
      /** GitHub's number of the repository that asks, which no other repository ever gets. */
      readonly repositoryId?: string | undefined;
    }
  /** All problems, at least one. */
  | { readonly kind: 'rejected'; readonly rejections: readonly Rejection[] };
/** Whether a text has the shape of a signed JSON Web Token: three parts in base64url, the first two of which are JSON objects. A
 * sender chooses this text, and a runner that masks it hides it everywhere: a short or common word must never be masked. */
export function hasTokenShape(text: string): boolean {
  return /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}$/.test(text);
}

/** Between the making of a token and the run that it starts, in milliseconds: a dispatch may take a while, and clocks differ. */
const GRACE = 10 * 60 * 1000;

/** The first and the last moment at which a token is valid, in milliseconds since 1970. */
export type Validity = { readonly from: number; readonly until: number };

/** Undefined for a token that does not say. Dates are in seconds, RFC 7519. */
export function validityOf({ nbf, iat, exp }: Claims): Validity | undefined {
  const from = typeof nbf === 'number' ? nbf : iat;
  return typeof from === 'number' && typeof exp === 'number' ? { from: from * 1000, until: exp * 1000 } : undefined;
}

/** Whether it has to be asked when the receiving run was created: a run cannot be younger than now. */
export function isExpired({ until }: Validity, now: Date): boolean {
  return now.getTime() > until + GRACE;
}

/** The creation time of the run counts, not the present time: it may have waited for hours, and a re-run keeps the token of its
 * first attempt. */
export function judgeTimes({ from, until }: Validity, created: Date): Rejection | undefined {
  const moment = created.getTime();
  if (moment > until + GRACE) {
    return rejection(
      `had expired at ${printed(until)}, before this run was created at ${printed(moment)}`,
      'Dispatch again: a token lasts five minutes, and each request needs one of its own.',
    );
  }
  if (moment < from - GRACE) {
    return rejection(
      `is valid from ${printed(from)}, after this run was created at ${printed(moment)}`,
      'Dispatch again; if it stays so, correct the clock of the runner.',
    );
  }
  return undefined;
}

const printed = (moment: number): string => {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? 'a date out of range' : date.toISOString().replace(/\.\d+Z$/, 'Z');
};

/** The claims of a signed token; no value is assumed to have a certain type. */
export type Claims = Readonly<Record<string, unknown>>;

type Expected = {
  readonly issuer: string;
  readonly audience: string;
  /** As the payload has it. */
  readonly source: Source;
};

/** Every claim that does not fit the request; `judgeTimes` checks the times. */
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

/** A pull request from a fork runs the code of its author, and so does every event about one: GitHub names them alike. */
const judgeEvent = ({ event_name: event }: Claims): Rejection | undefined =>
  typeof event === 'string' && event !== '' && !event.toLowerCase().startsWith('pull_request')
    ? undefined
    : rejection(`comes from a run whose event is ${shown(event)}`, merged);

const judgeRef = ({ ref }: Claims): Rejection | undefined =>
  textOf(ref)?.startsWith('refs/pull/') ? rejection(`comes from a pull request, at ${shown(ref)}`, merged) : undefined;

const merged = 'Promote from a run on push, release or the like, after the pull request has been merged.';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const shown = (value: unknown): string => (typeof value === 'string' ? quote(value) : 'none that can be read');

/** The JSON Canonicalization Scheme, RFC 8785, of a value that came out of a JSON parser. Numbers and texts are what JSON.stringify
 * makes of them, by which the RFC defines them; keys are sorted by UTF-16 code units. A lone surrogate, at which the RFC gives up,
 * stays an escape: no two values share a text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The prefix of the audience of a proof; the hash of `boundText` in hexadecimal digits follows. */
export const AUDIENCE = 'image-promotion:';

/** The text that a proof is bound to, before it is hashed with SHA-256: the manifest repository and the request. The request is the object
 * that holds `proof`, without `proof`: the payload, or what is nested in it under `promotion`.
 * @throws PromotionError `payload-invalid` for a payload that is no object. */
export function boundText(repository: string, payload: unknown): string {
  const outer = open(payload, 'The payload');
  const inner = ownValue(outer, 'promotion');
  const holder = inner === undefined ? outer : open(inner, 'The key "promotion" of the payload');
  const request = Object.fromEntries(Object.entries(holder).filter(([key]) => key !== 'proof'));
  return `${repository.toLowerCase()}\n${canonicalJson(request)}`;
}

/** Who signs for the workflows of a GitHub server: github.com, a subdomain of ghe.com, or a GitHub Enterprise Server.
 * https://docs.github.com/en/actions/reference/security/oidc */
export function issuerOf(server: string): string {
  const { hostname, origin } = new URL(server);
  if (hostname === 'github.com') return 'https://token.actions.githubusercontent.com';
  if (hostname.endsWith('.ghe.com')) return `https://token.actions.${hostname}`;
  return `${origin}/_services/token`;
}

/** Keys are fetched over https alone; over http from this machine, for tests and tunnels. */
export function isTrustworthy(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
