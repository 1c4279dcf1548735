/** The configuration file, from which promotion.schema.json is generated: descriptions are its documentation. */

import * as v from 'valibot';
import { listed, nearest } from '../text.ts';
import { isGlob } from './glob.ts';
import {
  actor,
  address,
  builder,
  encodeProblem,
  endTime,
  files,
  headlineTemplate,
  imageGlob,
  instant,
  label,
  layer,
  line,
  literalPath,
  login,
  loginOrTeam,
  name,
  pathGlob,
  refGlob,
  repositoryGlob,
  repositoryId,
  tagGlob,
  time,
  timezone,
} from './values.ts';

/** One of the words. */
function oneOf<const TWords extends readonly string[]>(words: TWords) {
  return v.picklist(words, ({ input }) => {
    const meant = typeof input === 'string' ? nearest(input, words)[0] : undefined;
    return encodeProblem({
      what: `is not ${words.length > 1 ? 'one of ' : ''}${listed(words)}`,
      hint: meant === undefined ? `Write ${words[0]}, for example.` : `Did you mean ${meant}?`,
    });
  });
}

/** A map with exactly these keys. Unlike valibot's own it refuses lists, and reports every unknown key: the issue of one has
 * the expectation `never` and the known keys as its message. */
function section<const TEntries extends v.ObjectEntries>(entries: TEntries): v.StrictObjectSchema<TEntries, undefined> {
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
function named<TValue extends v.GenericSchema>(
  key: v.GenericSchema<string, string>,
  value: TValue,
): v.RecordSchema<v.GenericSchema<string, string>, TValue, undefined> {
  const schema = v.record(key, value);
  const run: (typeof schema)['~run'] = (dataset, config) =>
    isMap(dataset.value) ? schema['~run'](dataset, config) : refused(schema, dataset.value);
  return { ...schema, '~run': run };
}

/** One of two shapes, told apart by a look at the value, so that problems are reported for the shape that was meant. */
function either<TFirst extends v.GenericSchema, TSecond extends v.GenericSchema>(
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

const setting = <const TSchema extends v.GenericSchema>(schema: TSchema, description: string) =>
  v.optional(v.pipe(schema, v.description(description)));

const some = <TItem extends v.GenericSchema>(item: TItem) =>
  v.pipe(
    v.array(item),
    v.minLength(1, encodeProblem({ what: 'is an empty list', hint: 'List at least one, or remove the setting.' })),
  );

const dates = v.pipe(
  section({
    from: v.pipe(instant, v.description('Start, included: RFC 3339 with its zone; seconds are optional.')),
    until: v.pipe(instant, v.description('End, excluded: RFC 3339 with its zone; seconds are optional.')),
    reason: setting(line, 'Why, for people.'),
  }),
  v.forward(
    v.check(
      ({ from, until }) => !(Date.parse(until) <= Date.parse(from)),
      encodeProblem({ what: 'is not after from', hint: 'Let the window end after it begins.' }),
    ),
    ['until'],
  ),
);

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const weekly = v.pipe(
  section({
    days: v.optional(v.pipe(some(oneOf(DAYS)), v.description('Days of the week on which the window begins.')), [
      ...DAYS,
    ]),
    from: v.optional(v.pipe(time, v.description('Start, included, as HH:MM.')), '00:00'),
    until: v.optional(
      v.pipe(
        endTime,
        v.description('End, excluded, as HH:MM up to 24:00; earlier than from, it lies on the next day.'),
      ),
      '24:00',
    ),
    timezone: v.optional(v.pipe(timezone, v.description('Time zone of days and times, by its IANA name.')), 'UTC'),
    reason: setting(line, 'Why, for people.'),
  }),
  v.forward(
    v.check(
      ({ from, until }) => from !== until || from === '24:00',
      encodeProblem({ what: 'is the same as from', hint: 'For whole days leave out both.' }),
    ),
    ['until'],
  ),
);

/** A window is weekly if it has days, a time zone or times of day; any other is between two moments. */
const isDates = (value: unknown): boolean => {
  const window: Readonly<Record<string, unknown>> = { ...(value as object) };
  const isTime = (key: string): boolean => /^\d{1,2}:/.test(String(window[key]));
  return window.days === undefined && window.timezone === undefined && !isTime('from') && !isTime('until');
};

const source = v.pipe(
  section({
    repository: v.pipe(
      repositoryGlob,
      v.description('Application repository, owner/name or a glob. Takes {product} and {environment}.'),
    ),
    id: setting(
      repositoryId,
      'Its number (`gh api repos/OWNER/NAME --jq .id`), beside a literal name: others may take a name that is given up.',
    ),
    refs: setting(
      v.array(refGlob),
      'Globs over full refs such as refs/heads/main or refs/tags/v*. Takes {product} and {environment}. Default: every ref.',
    ),
  }),
  v.forward(
    v.check(
      ({ repository, id }) => id === undefined || !isGlob(repository),
      encodeProblem({
        what: 'stands beside a pattern, and a number is of one repository',
        hint: 'Write the repository out, without wildcards and placeholders.',
      }),
    ),
    ['id'],
  ),
);

const provenance = section({
  'trusted-root': v.pipe(
    literalPath,
    v.description(
      'File of the manifest repository that names whose signatures count, as `gh attestation trusted-root` prints it.',
    ),
  ),
  workflow: setting(
    builder,
    'The workflow that must have built the image: a file name such as release.yml in the repository of the source, or owner/name/.github/workflows/file.yml of a reusable workflow, optionally with @refs/heads/main. Default: any.',
  ),
  refs: setting(
    v.array(refGlob),
    'Globs over full refs such as refs/heads/main at which the image must have been built. Default: any.',
  ),
});

/** The settings of the top level, a product, an environment, and an environment of a product. */
export const settings = {
  files: setting(
    either(
      [files, some(either([files, some(layer)], (value) => !Array.isArray(value)))],
      (value) => !Array.isArray(value),
    ),
    'A file, a directory (its kustomization file), a glob, or a list of these. A list within it: layers of Helm values, base first, without wildcards. Takes {product} and {environment}. Default: applications/{product}/overlays/{environment}.',
  ),
  delivery: setting(
    oneOf(['commit', 'pull-request', 'auto-merge', 'merge']),
    'How changes reach the branch. Default: commit.',
  ),
  'merge-method': setting(
    oneOf(['merge', 'squash', 'rebase']),
    'How pull requests are merged. Default: what the repository allows.',
  ),
  labels: setting(v.array(label), 'Labels of pull requests.'),
  reviewers: setting(v.array(loginOrTeam), 'Logins, and teams as team:slug.'),
  assignees: setting(v.array(login), 'Logins.'),
  draft: setting(v.boolean(), 'Opens drafts. Default: false.'),
  'commit-message': setting(
    headlineTemplate,
    'First line of the commit and title of the pull request. {summary}, the usual line, is required; {product} and {environments} are optional. If the items of one commit differ, the top-level setting counts. Default: "{summary}".',
  ),
  images: setting(
    v.array(imageGlob),
    'Globs over repositories of images; an empty list allows none. A request with a tag alone means all entries without wildcards. Takes {product} and {environment}. Default: every image that the manifests list.',
  ),
  'add-images': setting(
    v.boolean(),
    'Lets a request add an image that the kustomization does not list. Default: false.',
  ),
  requires: setting(
    name,
    'An environment that runs the image, has run it, or gets it in the same promotion. Default: none.',
  ),
  order: setting(oneOf(['newer', 'any']), 'any lets an older build replace a newer one. Default: newer.'),
  sources: setting(
    v.array(source),
    'Repositories and refs that may ask automatically or directly; an empty list allows none. Default: all.',
  ),
  proof: setting(
    oneOf(['required', 'none']),
    'Whether automatic requests prove their source by an OpenID Connect token. Default: required wherever sources applies.',
  ),
  actors: setting(
    v.array(actor),
    'Who may ask by hand or roll back: logins, team:slug, and event:schedule for scheduled runs; an empty list allows nobody. Default: everybody who may start the workflow.',
  ),
  tags: setting(v.array(tagGlob), 'Globs for tags; an empty list allows none. Default: every tag.'),
  verify: setting(
    v.union([v.boolean(), v.literal('digest')]),
    'true: the image must exist in its registry. digest: its digest is written, too. Default: false.',
  ),
  provenance: setting(
    provenance,
    'Requires a signed build provenance from `sources`, and writes the digest, too. Default: none.',
  ),
  freeze: setting(
    v.array(either([dates, weekly], isDates)),
    'Windows without changes: between two moments, or weekly. Default: none.',
  ),
} as const;

const environment = v.nullable(section(settings));

const product = v.nullable(
  section({
    ...settings,
    environments: setting(
      named(name, environment),
      'Settings of single environments of this product; they win over all others.',
    ),
  }),
);

export const configuration = v.pipe(
  section({
    ...settings,
    environments: setting(
      v.pipe(
        named(name, environment),
        v.minEntries(
          1,
          encodeProblem({
            what: 'lists no environment',
            hint: 'List the environments in the order of promotion, or remove the key.',
          }),
        ),
      ),
      'The closed list of environments in the order of promotion, each with its settings, if any.',
    ),
    products: setting(v.nullable(named(name, product)), 'Settings of single products; others can be promoted, too.'),
    issuer: setting(address, 'OpenID Connect issuer of the proof. Default: derived from the server.'),
    writers: setting(
      v.array(login),
      'Further logins whose commits and promotion/ pull requests are ours, such as of an earlier token; an App ends in [bot]. Default: none.',
    ),
    argocd: setting(
      section({
        applications: setting(
          pathGlob,
          'Glob over the Argo CD Application manifests, such as argocd/overlays/*/*/*.yaml.',
        ),
        url: setting(address, 'Address of the Argo CD user interface, for links.'),
      }),
      'Lets the summary say which Application syncs each overlay; await needs it.',
    ),
  }),
  v.title('Configuration of image-promotion'),
  v.description(
    'What may be promoted, by whom, where and how. A setting is looked up in this order: product and environment, environment, product, top level; the first found is taken whole.',
  ),
);

/** Named parts of the published schema. */
export const definitions = {
  ...Object.fromEntries(Object.entries(settings).map(([key, { wrapped }]) => [key, wrapped])),
  environment,
};

export type Configuration = v.InferOutput<typeof configuration>;

export type SettingName = keyof typeof settings;

export type ConfiguredSettings = NonNullable<NonNullable<Configuration['environments']>[string]>;

/** A path or glob, or the layers of values, base first. */
export type FilesEntry = string | readonly string[];

export type FreezeWindow = NonNullable<ConfiguredSettings['freeze']>[number];

export type SourceRule = NonNullable<ConfiguredSettings['sources']>[number];
