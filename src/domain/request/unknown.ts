import type { Notice } from '../model.ts';
import { nearest, quote } from '../text.ts';
import type { JsonObject } from './json.ts';

const MOST_NAMED = 10;

/** What a payload cannot decide, with the spellings that senders use. */
const decidedHere = new Set([
  ...[
    'delivery',
    'config',
    'branch',
    'command',
    'token',
    'repository',
    'labels',
    'reviewers',
    'assignees',
    'draft',
    'override',
  ],
  ...['merge-method', 'merge_method', 'mergeMethod', 'dry-run', 'dry_run', 'dryRun', 'reason', 'from', 'to'],
]);

type Known = {
  readonly keys: readonly string[];
  readonly where: string;
  /** Names that others have for the keys. */
  readonly synonyms?: Readonly<Record<string, string>> | undefined;
};

/** A warning for each key that means nothing here. */
export function findUnknown(object: JsonObject, known: Known): Notice[] {
  const { keys, where } = known;
  const unknown = Object.keys(object).filter((key) => !keys.includes(key));
  const named = unknown.slice(0, MOST_NAMED).map((key) => describe(key, known));
  const rest = unknown.length - named.length;
  return rest === 0 ? named : [...named, { message: `${rest} more keys of ${where} are not known and are ignored.` }];
}

const describe = (key: string, { keys, where, synonyms = {} }: Known): Notice => {
  const synonym = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined;
  if (synonym === undefined && decidedHere.has(key)) {
    return {
      message: `The key ${quote(key)} of ${where} is ignored.`,
      hint: 'A payload says what is promoted and where; how it is done stands in the configuration or on the step.',
    };
  }
  const near = synonym ?? nearest(key, keys)[0];
  return {
    message: `The key ${quote(key)} of ${where} is not known and is ignored.`,
    hint: near === undefined ? 'Leave it out.' : `Did you mean ${near}? Otherwise leave it out.`,
  };
};
