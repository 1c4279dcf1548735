import * as v from 'valibot';
import { isGlob } from './glob.ts';
import { files, imageGlob, layer, pathGlob, refGlob, repositoryGlob, tagGlob } from './patterns.ts';
import { either, named, oneOf, says, section } from './shapes.ts';
import {
  actor,
  address,
  endTime,
  headlineTemplate,
  instant,
  label,
  line,
  login,
  loginOrTeam,
  name,
  repositoryId,
  time,
  timezone,
} from './values.ts';

/** The configuration file, from which promotion.schema.json is generated: descriptions are its documentation. */

const setting = <const TSchema extends v.GenericSchema>(schema: TSchema, description: string) =>
  v.optional(v.pipe(schema, v.description(description)));

const some = <TItem extends v.GenericSchema>(item: TItem) =>
  v.pipe(
    v.array(item),
    v.minLength(1, says({ what: 'is an empty list', hint: 'List at least one, or remove the setting.' })),
  );

const dates = v.pipe(
  section({
    from: v.pipe(instant, v.description('Start, included: RFC 3339 with its zone; seconds may be left out.')),
    until: v.pipe(instant, v.description('End, excluded: RFC 3339 with its zone; seconds may be left out.')),
    reason: setting(line, 'Why, for people.'),
  }),
  v.forward(
    v.check(
      ({ from, until }) => !(Date.parse(until) <= Date.parse(from)),
      says({ what: 'is not after from', hint: 'Let the window end after it begins.' }),
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
      says({ what: 'is the same as from', hint: 'For whole days leave out both.' }),
    ),
    ['until'],
  ),
);

/** Weekly windows tell days, a time zone or times of day; whatever else it is, moments are meant. */
const isDates = (value: unknown): boolean => {
  const window: Readonly<Record<string, unknown>> = { ...(value as object) };
  const isTime = (key: string): boolean => /^\d{1,2}:/.test(String(window[key]));
  return window.days === undefined && window.timezone === undefined && !isTime('from') && !isTime('until');
};

const source = v.pipe(
  section({
    repository: v.pipe(
      repositoryGlob,
      v.description('The application repository as owner/name, or a glob. Takes {product} and {environment}.'),
    ),
    id: setting(
      repositoryId,
      'Number of the repository, as `gh api repos/OWNER/NAME --jq .id` prints it, beside a literal name. A name that is given up can be taken by somebody else; the number cannot.',
    ),
    refs: setting(
      v.array(refGlob),
      'Globs over full refs such as refs/heads/main or refs/tags/v*; left out, every ref. Takes {product} and {environment}.',
    ),
  }),
  v.forward(
    v.check(
      ({ repository, id }) => id === undefined || !isGlob(repository),
      says({
        what: 'stands beside a pattern, and a number is of one repository',
        hint: 'Write the repository out, without wildcards and placeholders.',
      }),
    ),
    ['id'],
  ),
);

/** What may stand at the top level, in a product, in an environment, and in an environment of a product. */
export const settings = {
  files: setting(
    either(
      [files, some(either([files, some(layer)], (value) => !Array.isArray(value)))],
      (value) => !Array.isArray(value),
    ),
    'Where the manifests are: a file, a directory (its kustomization file), a glob, or a list of these. A list in the list names files of Helm values that are layered, base first, without wildcards. Takes {product} and {environment}. Default: applications/{product}/overlays/{environment}.',
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
  reviewers: setting(v.array(loginOrTeam), 'Who is asked for a review: logins, and teams as team:slug.'),
  assignees: setting(v.array(login), 'Who is assigned to pull requests: logins.'),
  draft: setting(v.boolean(), 'Whether pull requests are opened as drafts. Default: false.'),
  'commit-message': setting(
    headlineTemplate,
    'First line of the commit and title of the pull request: {summary} stands for the usual line and is required, {product} and {environments} may be added. Where the items of one commit differ, the top-level setting counts. Default: "{summary}".',
  ),
  images: setting(
    v.array(imageGlob),
    'Globs over the repositories of the images that may be promoted; an empty list allows none. A request with a tag alone means all entries without wildcards. Takes {product} and {environment}. Default: every image that the manifests list.',
  ),
  'add-images': setting(
    v.boolean(),
    'Whether a request may add an images entry to a kustomization that lists no such image. Default: false.',
  ),
  requires: setting(
    name,
    'An environment that must run the image now, have run it, or get it in the same promotion. Default: none.',
  ),
  order: setting(
    oneOf(['newer', 'any']),
    'newer leaves alone what a newer build has set; any does not look. Default: newer.',
  ),
  sources: setting(
    v.array(source),
    'Application repositories and refs that may ask automatically or directly; an empty list allows none. Default: all.',
  ),
  proof: setting(
    oneOf(['required', 'none']),
    'Whether an automatic request must prove its source with an OpenID Connect token. Default: required wherever sources applies.',
  ),
  actors: setting(
    v.array(actor),
    'Who may ask by hand or roll back: logins, and teams as team:slug; event:schedule lets scheduled runs of the manifest repository promote. An empty list allows nobody. Default: everybody who may start the workflow.',
  ),
  tags: setting(v.array(tagGlob), 'Globs that a tag must match; an empty list allows none. Default: every tag.'),
  verify: setting(
    v.union([v.boolean(), v.literal('digest')]),
    'true: the image must exist in its registry before it is written. digest: its digest is written as well. Default: false.',
  ),
  freeze: setting(
    v.array(either([dates, weekly], isDates)),
    "Windows in which the environment's branch is not changed: between two moments, or weekly.",
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
          says({
            what: 'lists no environment',
            hint: 'List the environments in the order of promotion, or remove the key.',
          }),
        ),
      ),
      'The closed list of environments in the order of promotion, each with settings of its own, or none.',
    ),
    products: setting(
      v.nullable(named(name, product)),
      'Settings of single products. Products that are not listed here can be promoted, too.',
    ),
    issuer: setting(address, 'OpenID Connect issuer of the proof. Default: derived from the server.'),
    writers: setting(
      v.array(login),
      'Further logins whose commits and pull requests under promotion/ are ours, such as that of the token before the present one; an App is written with its [bot]. Default: none.',
    ),
    argocd: setting(
      section({
        applications: setting(
          pathGlob,
          'Glob over the Argo CD Application manifests, such as argocd/overlays/*/*/*.yaml.',
        ),
        url: setting(address, 'Address of the Argo CD user interface, for links.'),
      }),
      'Lets the summary say which Application syncs each overlay.',
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
