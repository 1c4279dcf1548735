import { fail, PromotionError } from '../errors.ts';
import { parseReference, printReference, type Reference } from '../image.ts';
import type { Source } from '../model.ts';
import { quote } from '../text.ts';
import * as grammar from './grammar.ts';

/** The part of a source that a trailer carries. */
export type RecordedSource = Pick<Source, 'repository' | 'sha' | 'ref' | 'committedAt' | 'workflow' | 'runNumber'>;

export type PromotionTrailer = {
  readonly kind: 'promotion';
  readonly environment: string;
  readonly reference: Reference;
  /** Empty where nothing of it is known. */
  readonly source: RecordedSource;
};

export type RollbackTrailer = {
  readonly kind: 'rollback';
  readonly environment: string;
  readonly reference: Reference;
  readonly instead: Reference;
};

/** A trailer that says what was set. */
export type StateTrailer = PromotionTrailer | RollbackTrailer;

export type Trailer =
  | StateTrailer
  | { readonly kind: 'run'; readonly address: string }
  /** Who asked. */
  | { readonly kind: 'actor'; readonly login: string }
  | { readonly kind: 'id'; readonly id: string };

/** One line, which `parseTrailers` reads back. What is known of a source but does not fit its grammar is left out.
 * @throws PromotionError for an environment, reference, address or id that cannot stand in a trailer. */
export function printTrailer(trailer: Trailer): string {
  const line = printed(trailer);
  const [parsed] = parseTrailers(line);
  if (parsed !== undefined && printed(parsed) === line) return line;
  return fail('internal', `A trailer cannot hold ${quote(line)}.`, 'Report this as a defect of image-promotion.');
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
    ...(ref === undefined ? [] : [grammar.printRef(ref)]),
    ...(committedAt === undefined ? [] : ['committed', committedAt]),
    ...(by === '' ? [] : ['by', by]),
  ];
};

/** The run that asked, on its server, such as `https://github.com`; undefined where the source does not tell. */
export function runTrailer(server: string, { repository, runId }: Source): Trailer | undefined {
  const address = `${server.replace(/\/$/, '')}/${repository}/actions/runs/${runId}`;
  return repository !== undefined && grammar.isRun(address) ? { kind: 'run', address } : undefined;
}

/** Who asked; undefined for what is no login. */
export function actorTrailer(login: string | undefined): Trailer | undefined {
  return login !== undefined && grammar.isLogin(login) ? { kind: 'actor', login } : undefined;
}

/** What a trailer can carry of a source. */
const fitting = (source: RecordedSource): RecordedSource => {
  const { repository, sha, ref, committedAt, workflow, runNumber } = source;
  return {
    ...(repository !== undefined && grammar.isOwned(repository) ? { repository } : {}),
    ...(sha !== undefined && grammar.isCommit(sha) ? { sha } : {}),
    ...(ref !== undefined && grammar.isRef(ref) ? { ref } : {}),
    ...(committedAt !== undefined && grammar.isTime(committedAt) ? { committedAt } : {}),
    ...(workflow !== undefined && grammar.isWorkflow(workflow) ? { workflow } : {}),
    ...(runNumber !== undefined && grammar.isCount(runNumber) ? { runNumber } : {}),
  };
};

/** All trailers of a text, from top to bottom. A line counts when it is a trailer from its first to its last character, blanks
 * around it aside: `git merge --squash` indents the messages that it gathers, and web forms send CRLF. Nothing else does,
 * neither a quotation (`> `) nor a mention within a sentence. */
export function parseTrailers(text: string): Trailer[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => parseLine(line.trim()) ?? []);
}

const parseLine = (line: string): Trailer | undefined => {
  const colon = line.indexOf(': ');
  const value = line.slice(colon + 2);
  switch (line.slice(0, Math.max(0, colon))) {
    case 'Promotion':
      return parsePromotion(value);
    case 'Rollback':
      return parseRollback(value);
    case 'Promotion-Run':
      return grammar.isRun(value) ? { kind: 'run', address: value } : undefined;
    case 'Promotion-Actor':
      return grammar.isLogin(value) ? { kind: 'actor', login: value } : undefined;
    case 'Promotion-Id':
      return grammar.isUuid(value) ? { kind: 'id', id: value } : undefined;
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
  if (parts === undefined || reference === undefined || !grammar.isName(environment)) return undefined;
  const { repository, sha, committedAt, workflow } = parts;
  const ref = parts.ref === undefined ? undefined : grammar.parseRef(parts.ref);
  const runNumber = parts.runNumber === undefined ? undefined : Number(parts.runNumber);
  const source = fitting({ repository, sha, ref, committedAt, workflow, runNumber });
  const trailer = { kind: 'promotion', environment, reference, source } as const;
  // A line that says anything that does not fit says nothing at all.
  return printed(trailer) === `Promotion: ${value}` ? trailer : undefined;
};

const parseRollback = (value: string): RollbackTrailer | undefined => {
  const [, environment = '', to, from] = /^(\S+) (\S+) instead of (\S+)$/.exec(value) ?? [];
  const [reference, instead] = [referenceIn(to), legalReference(from)];
  if (reference === undefined || instead === undefined || !grammar.isName(environment)) return undefined;
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
