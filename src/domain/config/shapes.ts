import * as v from 'valibot';
import { listed, nearest } from '../text.ts';
import type { Problem } from './glob.ts';

/** A message that carries its way out through valibot, which knows only one text; `heard` takes it apart. */
export function says({ what, hint }: Problem): string {
  return `${what}\n${hint}`;
}

export function heard(message: string): Problem {
  const [what = '', hint = ''] = message.split('\n', 2);
  return { what, hint };
}

/** A check of text by a function that tells what is wrong with it. */
export function rule(find: (text: string) => Problem | undefined) {
  return v.check<string, (issue: v.CheckIssue<string>) => string>(
    (text) => find(text) === undefined,
    (issue) => says(find(issue.input) ?? { what: 'is invalid', hint: 'Correct it.' }),
  );
}

/** One of the words. */
export function oneOf<const TWords extends readonly string[]>(words: TWords) {
  return v.picklist(words, ({ input }) => {
    const meant = typeof input === 'string' ? nearest(input, words)[0] : undefined;
    return says({
      what: `is not ${words.length > 1 ? 'one of ' : ''}${listed(words)}`,
      hint: meant === undefined ? `Write ${words[0]}, for example.` : `Did you mean ${meant}?`,
    });
  });
}

/** A map with exactly these keys. Unlike valibot's own it refuses lists, and tells of every unknown key: the issue of one has
 * the expectation `never` and the known keys as its message. */
export function section<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
): v.StrictObjectSchema<TEntries, undefined> {
  const schema = v.strictObject(entries);
  const known = Object.keys(entries);
  const run: (typeof schema)['~run'] = (dataset, config) => {
    const input = dataset.value;
    if (!isMap(input)) return refused(schema, input);
    const kept = Object.fromEntries(Object.entries(input).filter(([key]) => known.includes(key)));
    const result = schema['~run']({ value: kept }, config);
    const unknown = Object.keys(input).filter((key) => !known.includes(key));
    if (unknown.length === 0) return result;
    const issues = unknown.map((key) => unknownKey(input, key, known));
    return { ...result, issues: [...(result.issues ?? []), ...issues] } as typeof result;
  };
  return { ...schema, '~run': run };
}

/** A map from names to values. Unlike valibot's own record it refuses lists. */
export function named<TValue extends v.GenericSchema>(
  key: v.GenericSchema<string, string>,
  value: TValue,
): v.RecordSchema<v.GenericSchema<string, string>, TValue, undefined> {
  const schema = v.record(key, value);
  const run: (typeof schema)['~run'] = (dataset, config) =>
    isMap(dataset.value) ? schema['~run'](dataset, config) : refused(schema, dataset.value);
  return { ...schema, '~run': run };
}

/** One of two shapes, told apart by a look at the value, so that what is wrong is said about the one that was meant. */
export function either<TFirst extends v.GenericSchema, TSecond extends v.GenericSchema>(
  [first, second]: readonly [TFirst, TSecond],
  isFirst: (value: unknown) => boolean,
): v.UnionSchema<[TFirst, TSecond], undefined> {
  const schema = v.union([first, second]);
  const run = (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) =>
    (isFirst(dataset.value) ? first : second)['~run'](dataset, config);
  return { ...schema, '~run': run as (typeof schema)['~run'] };
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const issueOf = (type: string, input: unknown): v.BaseIssue<unknown> => ({
  kind: 'schema',
  type,
  input,
  expected: null,
  received: '',
  message: '',
});

const refused = (schema: { readonly type: string }, input: unknown): v.FailureDataset<never> =>
  ({ typed: false, value: input, issues: [issueOf(schema.type, input)] }) as unknown as v.FailureDataset<never>;

const unknownKey = (input: Record<string, unknown>, key: string, known: readonly string[]): v.BaseIssue<unknown> => ({
  ...issueOf('strict_object', input[key]),
  expected: 'never',
  message: known.join(' '),
  path: [{ type: 'object', origin: 'key', input, key, value: input[key] }],
});
