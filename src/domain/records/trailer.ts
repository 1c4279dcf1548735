/** The trailers of commits: printed, and parsed back. */

import { fail, PromotionError } from '../errors.ts';
import { parseReference, printReference, type Reference } from '../image.ts';
import type { Source } from '../model.ts';
import { quote } from '../text.ts';

/** The part of a source that a trailer carries. */
export type RecordedSource = Pick<Source, 'repository' | 'sha' | 'ref' | 'committedAt' | 'workflow' | 'runNumber'>;

/** The commit that an image was built from, by the word of its builder. */
export type BuildCommit = { readonly repository: string; readonly sha: string };

export type PromotionTrailer = {
  readonly kind: 'promotion';
  readonly environment: string;
  readonly reference: Reference;
  /** Empty where nothing of it is known. */
  readonly source: RecordedSource;
  /** The commit that the build provenance proves; it is in a line of its own, which is no trailer without the promotion. */
  readonly built?: BuildCommit | undefined;
};

export type RollbackTrailer = {
  readonly kind: 'rollback';
  readonly environment: string;
  readonly reference: Reference;
  readonly instead: Reference;
};

/** A trailer that records a reference. */
export type StateTrailer = PromotionTrailer | RollbackTrailer;

export function isStateTrailer(trailer: { readonly kind: string }): trailer is StateTrailer {
  return trailer.kind === 'promotion' || trailer.kind === 'rollback';
}

export type Trailer =
  | StateTrailer
  | { readonly kind: 'run'; readonly address: string }
  /** The actor. */
  | { readonly kind: 'actor'; readonly login: string }
  | { readonly kind: 'id'; readonly id: string };

/** One line, which `parseTrailers` reads back. Parts of a source that do not fit their grammar are left out.
 * @throws PromotionError for an environment, reference, address or id that cannot be in a trailer. */
export function printTrailer(trailer: Trailer): string {
  const line = printed(trailer);
  const [parsed] = parseTrailers(line);
  if (parsed !== undefined && printed(parsed) === line) return line;
  return fail('internal', `A trailer cannot hold ${quote(line)}.`, 'Report this as a defect of image-promotion.');
}

/** All lines of a trailer: of a promotion whose build is proven, a second one says from which commit. Versions that do not know that
 * line read the first as before.
 * @throws PromotionError as `printTrailer` does */
export function printTrailerLines(trailer: Trailer): readonly string[] {
  const line = printTrailer(trailer);
  if (trailer.kind !== 'promotion' || trailer.built === undefined) return [line];
  const { environment, reference, built } = trailer;
  const second = `Built: ${environment} ${printReference(reference)} from ${built.repository}@${built.sha}`;
  return parseBuilt(second) === undefined ? [line] : [line, second];
}

const printed = (trailer: Trailer): string => {
  switch (trailer.kind) {
    case 'promotion': {
      const { environment, reference, source } = trailer;
      return ['Promotion:', environment, printReference(reference), ...sourceParts(source)].join(' ');
    }
    case 'rollback': {
      const { environment, reference, instead } = trailer;
      return `Rollback: ${environment} ${printReference(reference)} instead of ${printReference(instead)}`;
    }
    case 'run':
      return `Promotion-Run: ${trailer.address}`;
    case 'actor':
      return `Promotion-Actor: ${trailer.login}`;
    case 'id':
      return `Promotion-Id: ${trailer.id}`;
  }
};

const sourceParts = (source: RecordedSource): string[] => {
  const { repository, sha, ref, committedAt, workflow, runNumber } = fitting(source);
  const from = `${repository ?? ''}${sha === undefined ? '' : `@${sha}`}`;
  const by = `${workflow ?? ''}${runNumber === undefined ? '' : `#${runNumber}`}`;
  return [
    ...(from === '' ? [] : ['from', from]),
    ...(ref === undefined ? [] : [printRef(ref)]),
    ...(committedAt === undefined ? [] : ['committed', committedAt]),
    ...(by === '' ? [] : ['by', by]),
  ];
};

/** The run that asked, on its server, such as `https://github.com`; undefined where the source has none. */
export function runTrailer(server: string, { repository, runId }: Source): Trailer | undefined {
  const address = `${server.replace(/\/$/, '')}/${repository}/actions/runs/${runId}`;
  return repository !== undefined && isRun(address) ? { kind: 'run', address } : undefined;
}

/** The actor of the request; undefined for a text that is no login. */
export function actorTrailer(login: string | undefined): Trailer | undefined {
  return login !== undefined && isLogin(login) ? { kind: 'actor', login } : undefined;
}

/** The part of a source that fits the grammar of trailers. */
const fitting = (source: RecordedSource): RecordedSource => {
  const { repository, sha, ref, committedAt, workflow, runNumber } = source;
  return {
    ...(repository !== undefined && isOwned(repository) ? { repository } : {}),
    ...(sha !== undefined && isCommit(sha) ? { sha } : {}),
    ...(ref !== undefined && isRef(ref) ? { ref } : {}),
    ...(committedAt !== undefined && isTime(committedAt) ? { committedAt } : {}),
    ...(workflow !== undefined && isWorkflow(workflow) ? { workflow } : {}),
    ...(runNumber !== undefined && isCount(runNumber) ? { runNumber } : {}),
  };
};

/** All trailers of a text, from top to bottom. A line counts when it is a trailer from its first to its last character, blanks
 * around it aside: `git merge --squash` indents the messages that it gathers, and web forms send CRLF. Nothing else does,
 * neither a quotation (`> `) nor a mention within a sentence. */
export function parseTrailers(text: string): Trailer[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const builds = new Map(lines.flatMap((line) => parseBuilt(line) ?? []));
  return lines.flatMap((line) => {
    const trailer = parseLine(line);
    if (trailer === undefined) return [];
    const built = trailer.kind === 'promotion' ? builds.get(buildKey(trailer)) : undefined;
    return [built === undefined ? trailer : { ...trailer, built }];
  });
}

const buildKey = ({ environment, reference }: Pick<PromotionTrailer, 'environment' | 'reference'>): string =>
  `${environment} ${printReference(reference)}`;

/** The promotion that the line is about, by its key, and the commit. */
const parseBuilt = (line: string): readonly (readonly [string, BuildCommit])[] | undefined => {
  const [, environment = '', image, repository = '', sha = ''] =
    /^Built: (\S+) (\S+) from ([^\s@]+)@(\S+)$/.exec(line) ?? [];
  const reference = referenceIn(image);
  if (reference === undefined || !isName(environment)) return undefined;
  if (!isOwned(repository) || !isCommit(sha)) return undefined;
  return [[buildKey({ environment, reference }), { repository, sha }]];
};

const parseLine = (line: string): Trailer | undefined => {
  const colon = line.indexOf(': ');
  const value = line.slice(colon + 2);
  switch (line.slice(0, Math.max(0, colon))) {
    case 'Promotion':
      return parsePromotion(value);
    case 'Rollback':
      return parseRollback(value);
    case 'Promotion-Run':
      return isRun(value) ? { kind: 'run', address: value } : undefined;
    case 'Promotion-Actor':
      return isLogin(value) ? { kind: 'actor', login: value } : undefined;
    case 'Promotion-Id':
      return isUuid(value) ? { kind: 'id', id: value } : undefined;
    default:
      return undefined;
  }
};

const promotion =
  /^(?<environment>\S+) (?<image>\S+)(?: from (?<repository>[^\s@]*)(?:@(?<sha>\S+))?)?(?: (?<ref>refs\/\S+))?(?: committed (?<committedAt>\S+))?(?: by (?<workflow>[^\s#]*)(?:#(?<runNumber>[1-9]\d*))?)?$/;

const parsePromotion = (value: string): PromotionTrailer | undefined => {
  const parts = promotion.exec(value)?.groups;
  const reference = referenceIn(parts?.image);
  const environment = parts?.environment ?? '';
  if (parts === undefined || reference === undefined || !isName(environment)) return undefined;
  const { repository, sha, committedAt, workflow } = parts;
  const ref = parts.ref === undefined ? undefined : parseRef(parts.ref);
  const runNumber = parts.runNumber === undefined ? undefined : Number(parts.runNumber);
  const source = fitting({ repository, sha, ref, committedAt, workflow, runNumber });
  const trailer = { kind: 'promotion', environment, reference, source } as const;
  // A line that says anything that does not fit says nothing at all.
  return printed(trailer) === `Promotion: ${value}` ? trailer : undefined;
};

const parseRollback = (value: string): RollbackTrailer | undefined => {
  const [, environment = '', to, from] = /^(\S+) (\S+) instead of (\S+)$/.exec(value) ?? [];
  const [reference, instead] = [referenceIn(to), legalReference(from)];
  if (reference === undefined || instead === undefined || !isName(environment)) return undefined;
  return { kind: 'rollback', environment, reference, instead };
};

const referenceIn = (text: string | undefined): Reference | undefined => {
  const reference = legalReference(text);
  return reference?.tag === undefined && reference?.digest === undefined ? undefined : reference;
};

const legalReference = (text: string | undefined): Reference | undefined => {
  if (text === undefined) return undefined;
  try {
    return parseReference(text);
  } catch (error) {
    if (error instanceof PromotionError) return undefined;
    throw error;
  }
};

/** The grammar of the values that a trailer carries. None of them has a blank, so that a line splits in one way only. */

const name = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

const owned = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?\/[A-Za-z0-9._-]{1,100}$/;

const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

const workflow = /^[A-Za-z0-9_][A-Za-z0-9_.+-]*\.ya?ml$/;

const run = /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/([^/\s]+\/[^/\s]+)\/actions\/runs\/[1-9]\d{0,15}$/;

const login = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?(?:\[bot\])?$/;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A product or an environment. */
export function isName(text: string): boolean {
  return text.length <= 63 && name.test(text) && !text.includes('..') && !text.endsWith('.lock');
}

/** `owner/name` of a repository on the server. */
export function isOwned(text: string): boolean {
  return owned.test(text) && !/\/\.{1,2}$/.test(text);
}

export function isCommit(text: string): boolean {
  return commit.test(text);
}

/** A moment in UTC, to the second, that the calendar has. */
function isTime(text: string): boolean {
  const milliseconds = time.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().replace('.000Z', 'Z') === text;
}

function isWorkflow(text: string): boolean {
  return workflow.test(text);
}

function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0;
}

/** The address of a workflow run. */
function isRun(text: string): boolean {
  return isOwned(run.exec(text)?.[1] ?? '');
}

/** Of a person, or of an App with its `[bot]`. */
function isLogin(text: string): boolean {
  return login.test(text);
}

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** A full ref as git allows it (git-check-ref-format), the well-formed and visible ones only. */
function isRef(text: string): boolean {
  if (text.length > 255 || /[\p{C}\p{Z}~^:?*[\\]|\.\.|@\{/u.test(text)) return false;
  const [first, ...parts] = text.split('/');
  return (
    first === 'refs' &&
    parts.length > 1 &&
    parts.every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock')) &&
    !text.endsWith('.')
  );
}

/** `@` and `#` would make a mention or a reference to an issue of a branch's name in a message. */
function printRef(ref: string): string {
  return ref.replace(/[@#%]/g, encodeURIComponent);
}

/** Undefined for text that `printRef` does not print. */
function parseRef(text: string): string | undefined {
  if (/[@#]|%(?!40|23|25)/.test(text)) return undefined;
  const ref = text.replace(/%(?:40|23|25)/g, decodeURIComponent);
  return isRef(ref) ? ref : undefined;
}
