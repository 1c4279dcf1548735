/** The verdict on an image: which answers of a registry prove something about it, and which do not. */

import { visible } from '../text.ts';

/** The most likely cause of an answer that proves nothing. */
export type UnknownCause =
  | 'not-logged-in'
  | 'no-permission'
  | 'rate-limit'
  | 'unavailable'
  | 'unreachable'
  | 'timeout'
  | 'login-expired'
  | 'immutable'
  | 'locked'
  | 'quota'
  | 'refused'
  | 'unexpected';

export type Unknown = {
  readonly verdict: 'unknown';
  readonly registry: string;
  readonly status?: number | undefined;
  readonly cause: UnknownCause;
  /** A clause that follows the name of the registry; free of secrets. */
  readonly detail: string;
  /** Its whole message, if it has one. */
  readonly words?: string | undefined;
  /** A better remedy than that for the cause, if one is known. */
  readonly remedy?: string | undefined;
};

type Absent = { readonly verdict: 'absent' };
export type Verdict = { readonly verdict: 'present'; readonly digest: string } | Absent | Unknown;

export type RegistryManifest = { readonly digest: string; readonly mediaType: string; readonly bytes: Uint8Array };
export type ManifestVerdict = { readonly verdict: 'present'; readonly manifest: RegistryManifest } | Absent | Unknown;

export type Tagging = { readonly repository: string; readonly tag: string; readonly manifest: RegistryManifest };

/** The asked registry, and whether our own credentials were sent. */
export type AskedRegistry = { readonly registry: string; readonly loggedIn: boolean };

/** The answer to a HEAD request for a manifest. */
export type HeadAnswer = {
  readonly status: number;
  /** As sent, of any form. */
  readonly digest?: string | undefined;
  /** Whether the answer bears the marks of a registry, and not of some other web server. */
  readonly marked: boolean;
};

const digestGrammar = /^(?:sha256:[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128})$/;

/** Whether it is a digest whose algorithm can be computed here. */
export function isDigest(text: string | undefined): text is string {
  return text !== undefined && digestGrammar.test(text);
}

/** The verdict, or `read` where only the manifest itself can tell: the digest is missing, the server has no HEAD, or a 404
 * may be that of a proxy. `wanted` is the digest that was asked for, if any. */
export function judgeHead(answer: HeadAnswer, asked: AskedRegistry, wanted?: string): Verdict | 'read' {
  if (answer.status === 200) {
    return isDigest(answer.digest) ? judgeDigest(answer.digest, asked, wanted) : 'read';
  }
  if (answer.status === 404) return answer.marked ? { verdict: 'absent' } : 'read';
  if (answer.status === 405 || answer.status === 501) return 'read';
  // The answer to a HEAD request has no body, and only the body has the reason.
  if (answer.marked && answer.status >= 400 && answer.status < 429) return 'read';
  return judgeStatus(answer.status, asked);
}

const judgeDigest = (digest: string, { registry }: AskedRegistry, wanted: string | undefined): Verdict =>
  wanted === undefined || digest.split(':')[0] !== wanted.split(':')[0] || digest === wanted
    ? { verdict: 'present', digest: wanted ?? digest }
    : unexpected(registry, 'answers with another digest than the one that it was asked for', 200);

/** A 404 to a GET request is the registry's own where it is empty or JSON, as the distribution specification has it. */
export function judgeNotFound(body: string, { registry }: AskedRegistry): Absent | Unknown {
  if (body.trim() === '' || isObject(body)) return { verdict: 'absent' };
  return unexpected(registry, 'answers 404 with a page that is not a registry’s', 404);
}

/** Whether the text is a JSON object, as every manifest and every error of a registry is. */
export function isObject(text: string): boolean {
  return isRecord(parseJson(text));
}

/** For every status that is neither success nor a 404, with the body of the answer. */
export function judgeStatus(status: number, { registry, loggedIn }: AskedRegistry, body = ''): Unknown {
  const words = wordsOf(body);
  const cause = causeOf({ status, loggedIn, words });
  const unknown = { verdict: 'unknown', registry, status, cause, detail: `answers ${status}` } as const;
  return words === undefined ? unknown : { ...unknown, words: words.text };
}

type RegistryRefusal = {
  readonly status: number;
  readonly loggedIn: boolean;
  readonly words: RegistryWords | undefined;
};

const causeOf = (refusal: RegistryRefusal): UnknownCause => {
  const { status, loggedIn, words } = refusal;
  if (status === 429) return 'rate-limit';
  if (status >= 500) return 'unavailable';
  const rule = ruleOf(refusal);
  if (rule !== undefined) return rule;
  if (status === 401 || status === 403) return loggedIn ? 'no-permission' : 'not-logged-in';
  return words === undefined ? 'unexpected' : 'refused';
};

/** Registries agree on the codes of errors and not on their status: an immutable tag is a 400 to ECR and a 412 to Harbor. */
const ruleOf = ({ status, loggedIn, words }: RegistryRefusal): UnknownCause | undefined => {
  if (words === undefined) return undefined;
  if (status === 412 || /\bimmutab/i.test(words.text)) return 'immutable';
  if (/\bquota\b|storage limit/i.test(words.text)) return 'quota';
  if (status === 405) return 'locked';
  return loggedIn && /\bexpired\b/i.test(words.text) ? 'login-expired' : undefined;
};

export function unexpected(registry: string, detail: string, status?: number): Unknown {
  return { verdict: 'unknown', registry, status, cause: 'unexpected', detail };
}

/** The message of a registry or its token server in the body of a refusal. */
type RegistryWords = {
  /** Its codes and messages on one line, at most 1,000 characters. */
  readonly text: string;
  /** The codes of `errors`, in upper case. */
  readonly codes: readonly string[];
};

const LONGEST_WORDS = 1_000;

/** Reads the `errors` of the distribution specification, and the fields in which token servers explain themselves; undefined for
 * a body that is neither, such as a web page. */
function wordsOf(body: string): RegistryWords | undefined {
  const answer = parseJson(body);
  if (!isRecord(answer)) return undefined;
  const errors = Array.isArray(answer.errors) ? answer.errors.filter(isRecord) : [];
  const said = errors.length > 0 ? errors.map(printError) : [firstText(answer) ?? ''];
  const text = [...visible(said.filter((one) => one !== '').join('; '))];
  if (text.length === 0) return undefined;
  const codes = errors.flatMap(({ code }) => (typeof code === 'string' ? [code.toUpperCase()] : []));
  return { text: text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS).join('')}…` : text.join(''), codes };
}

type ErrorFields = Readonly<Record<string, unknown>>;

const printError = ({ code, message, detail }: ErrorFields): string => {
  const told = [code, message].filter(isText).join(': ');
  return isText(detail) && detail !== message ? `${told} (${detail})` : told;
};

const firstText = (answer: ErrorFields): string | undefined =>
  [answer.message, answer.error_description, answer.details, answer.detail, answer.error].find(isText);

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const isRecord = (value: unknown): value is ErrorFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
