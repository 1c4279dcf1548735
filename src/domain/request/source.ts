/** The source of a request, field by field: the commit and the run that built the images. */

import { fail, gather } from '../errors.ts';
import type { Notice, Source } from '../model.ts';
import { quote } from '../text.ts';
import { commitId, eventName, fullName, fullRef, type Grammar, login, workflowFile } from './grammar.ts';
import { findUnknown, isObject, type JsonObject, kindOf, own } from './json.ts';

const grammar = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Normalises a moment of RFC 3339 to UTC and whole seconds, `2026-11-30T09:00:00Z`; undefined for anything else. A leap
 * second counts as the one before it. */
export function moment(text: string): string | undefined {
  const found = grammar.exec(text);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const [offsetHour = 0, offsetMinute = 0] = found.slice(8, 10).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, Math.min(second, 59), 0);
  const offset = (found[7] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000;
  const printed = new Date(local.getTime() - offset).toISOString();
  return /^\d{4}-/.test(printed) ? printed.replace('.000Z', 'Z') : undefined;
}

const daysOf = (year: number, month: number): number => {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
};

const instant = (hint: string): Grammar => ({
  problem: (text) => (moment(text) === undefined ? 'is no moment of RFC 3339' : undefined),
  hint,
});

const texts = {
  repository: fullName,
  sha: commitId,
  ref: fullRef,
  committed_at: instant('Write it as git prints %cI, such as 2026-11-30T09:00:00Z.'),
  created_at: instant('Write it as GitHub prints created_at of the run, such as 2026-11-30T09:05:00Z.'),
  event: eventName,
  workflow: workflowFile,
  actor: login,
} as const satisfies Record<string, Grammar>;

const keys = [...Object.keys(texts), 'run_id', 'run_number', 'run_attempt'];

/** Reads `source` of a payload, field by field.
 * @throws PromotionError `source-invalid` for each illegal field */
export function readSource(value: unknown): { readonly source: Source; readonly warnings: readonly Notice[] } {
  if (!isObject(value)) {
    return fail('source-invalid', `The payload's source is ${kindOf(value)}.`, 'Send an object, or leave it out.');
  }
  const { attempt, finish } = gather();
  const text = (key: keyof typeof texts) => attempt(() => checkText(value, key));
  const count = (key: string) => attempt(() => checkCount(value, key));
  const date = (key: 'committed_at' | 'created_at'): string | undefined => {
    const value = text(key);
    return value === undefined ? undefined : moment(value);
  };
  const source: Source = {
    repository: text('repository'),
    sha: text('sha'),
    ref: text('ref'),
    committedAt: date('committed_at'),
    createdAt: date('created_at'),
    event: text('event'),
    workflow: text('workflow'),
    runId: count('run_id'),
    runNumber: count('run_number'),
    runAttempt: count('run_attempt'),
    actor: text('actor'),
  };
  finish();
  return { source, warnings: findUnknown(value, { keys, where: "the payload's source" }) };
}

/** The same for the facts of the runner about its own run: an illegal field is left out, since no sender can correct it. */
export function keepLegal(value: JsonObject): Source {
  const legal = keys.filter((key) => isLegal(value, key));
  return readSource(Object.fromEntries(legal.map((key) => [key, own(value, key)]))).source;
}

const isLegal = (value: JsonObject, key: string): boolean => {
  try {
    readSource({ [key]: own(value, key) });
    return true;
  } catch {
    return false;
  }
};

const checkText = (source: JsonObject, key: keyof typeof texts): string | undefined => {
  const value = own(source, key);
  if (value === undefined) return undefined;
  const grammar: Grammar = texts[key];
  const { hint } = grammar;
  if (typeof value !== 'string') {
    return fail('source-invalid', `${key} of the payload's source is ${kindOf(value)}.`, `Send a text. ${hint}`);
  }
  const problem = grammar.problem(value);
  if (problem === undefined) return value;
  return fail('source-invalid', `${key} of the payload's source, ${quote(value)}, ${problem}.`, hint);
};

const checkCount = (source: JsonObject, key: string): number | undefined => {
  const value = own(source, key);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  const shown = typeof value === 'number' ? quote(String(value)) : kindOf(value);
  return fail(
    'source-invalid',
    `${key} of the payload's source is ${shown}, not a whole number.`,
    'Send the number that github has, without quotes.',
  );
};
