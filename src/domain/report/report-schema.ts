/** The report of a run, as users read it. `report.schema.json` is generated from here, and the types are derived. */

import * as v from 'valibot';
import { conclusions } from '../dispatch/wait-for-run.ts';
import { HistoryReport } from '../history/report-schema.ts';

const described = (text: string) => v.pipe(v.string(), v.description(text));

const positive = (text: string) => v.pipe(v.number(), v.integer(), v.minValue(1), v.description(text));

const RecordedBuild = v.pipe(
  v.strictObject({
    repository: v.optional(described('owner/name of the application repository.')),
    sha: v.optional(described('The commit that was built.')),
    ref: v.optional(described('The branch or tag that was built, under refs/.')),
    committed_at: v.optional(described('RFC 3339, UTC.')),
    workflow: v.optional(described('File name of the workflow that built.')),
    run_number: v.optional(positive('Number of the run that built, within its workflow.')),
  }),
  v.description('Where the build comes from, as far as its record says.'),
);

const VerifiedCommit = v.pipe(
  v.strictObject({
    repository: described('owner/name of the application repository.'),
    sha: described('The commit.'),
  }),
  v.description('The commit that the image was built from, where its build provenance was verified.'),
);

const StatusImage = v.pipe(
  v.strictObject({
    product: described('The product.'),
    environment: described('The environment.'),
    image: described('The repository that runs.'),
    reference: described('An image reference: repository:tag@digest.'),
    path: described('Path of the manifest.'),
    line: positive('Counted from 1.'),
    record: v.pipe(
      v.picklist(['recorded', 'edited', 'unrecorded', 'unread']),
      v.description(
        'recorded: a promotion or a rollback set it. edited: somebody changed it by hand since. unrecorded: nothing is known of it. unread: the history was not read far enough.',
      ),
    ),
    by: v.optional(v.picklist(['promotion', 'rollback'])),
    commit: v.optional(described('The commit of the manifest repository that set it.')),
    since: v.optional(described('The time of that commit, RFC 3339, UTC.')),
    source: v.optional(RecordedBuild),
    built: v.optional(VerifiedCommit),
    relation: v.optional(
      v.pipe(
        v.picklist(['same', 'ahead', 'behind', 'different']),
        v.description('How it stands to what the nearest earlier environment runs of it.'),
      ),
    ),
    held: v.pipe(v.array(described('An image reference.')), v.description('What automation leaves alone here.')),
  }),
  v.description('One image in one manifest of one environment.'),
);

export const StatusReport = v.pipe(
  v.strictObject({
    environments: v.pipe(v.array(described('A name.')), v.description('In the order of promotion.')),
    images: v.array(StatusImage),
    frozen: v.array(
      v.strictObject({
        product: described('The product.'),
        environment: described('The environment.'),
        frozen: described('Until when and why, as a phrase.'),
      }),
    ),
    'pull-requests': v.array(
      v.strictObject({
        number: positive('The number.'),
        url: described('The URL.'),
        branch: described('The branch under promotion/.'),
      }),
    ),
  }),
  v.description('What runs where. Only of the command status.'),
);

export type StatusReport = v.InferOutput<typeof StatusReport>;

const count = (text: string) => v.pipe(v.number(), v.integer(), v.minValue(0), v.description(text));

const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Counted from 1.'));

const reference = (text: string) => described(`${text} An image reference: repository:tag@digest.`);

const path = described('Path of a file in the manifest repository.');

const Change = v.pipe(
  v.strictObject({
    path,
    line: v.pipe(lineNumber, v.description('Line of the changed value in the changed file, counted from 1.')),
    image: described('The repository that runs after the change.'),
    from: reference('What stood there.'),
    to: reference('What stands there now.'),
  }),
  v.description('One changed value of a manifest.'),
);

const Superseded = v.pipe(
  v.strictObject({
    image: described('The repository that was asked for.'),
    requested: reference('What was asked for.'),
    current: reference('What stays.'),
    reason: v.picklist(['older', 'held', 'repeated', 'frozen']),
    message: described('The reason as a sentence.'),
  }),
  v.description('An image that was left out although it was asked for.'),
);

const outcomes = [
  'promoted',
  'proposed',
  'armed',
  'unchanged',
  'superseded',
  'refused',
  'built',
  'missing',
  'tagged',
  'dispatched',
  'reported',
  'valid',
  'running',
  'waiting',
  'overtaken',
  'degraded',
  'timed-out',
  'failed',
] as const;

const Application = v.pipe(
  v.strictObject({
    name: described('The Argo CD Application.'),
    file: path,
    sync: v.pipe(
      v.picklist(['automatic', 'manual']),
      v.description('Whether it syncs by itself, or when a person syncs it.'),
    ),
    url: v.optional(described('Of the Application in the user interface of Argo CD.')),
    namespace: v.optional(described('The namespace of the Application, where its manifest names one.')),
    project: v.optional(described('The project of Argo CD that it belongs to.')),
    'application-set': v.optional(described('The ApplicationSet that makes it.')),
    'rolling-sync': v.optional(
      v.pipe(v.boolean(), v.description('True where its ApplicationSet syncs it step by step.')),
    ),
  }),
  v.description('What syncs the changed manifests.'),
);

const Environment = v.pipe(
  v.strictObject({
    name: described('The environment.'),
    product: described('The product.'),
    delivery: v.picklist(['commit', 'pull-request', 'auto-merge', 'merge']),
    outcome: v.picklist(outcomes),
    'pull-request-number': v.optional(count('The pull request that carries the changes.')),
    changes: v.array(Change),
    images: v.optional(v.array(reference('Was asked for and runs there already.'))),
    commit: v.optional(
      described('The commit of the manifest repository that holds what was asked for, where it is on the branch.'),
    ),
    superseded: v.array(Superseded),
    applications: v.optional(v.array(Application)),
  }),
  v.description('What happened in one environment of one product.'),
);

const Violation = v.pipe(
  v.strictObject({
    code: described('A stable name for this kind of problem.'),
    message: described('What is wrong, and where.'),
    hint: described('What to do about it.'),
    path: v.optional(path),
    line: v.optional(lineNumber),
  }),
  v.description('Something that stopped the run or a part of it.'),
);

const Notice = v.pipe(
  v.strictObject({
    message: described('What to know.'),
    hint: v.optional(described('What to do about it.')),
    path: v.optional(path),
    line: v.optional(lineNumber),
  }),
  v.description('Something that did not stop the run but that somebody should read.'),
);

const Image = v.pipe(
  v.strictObject({
    image: reference('What was looked up or tagged.'),
    verdict: v.picklist(['present', 'absent', 'unknown', 'tagged', 'unchanged']),
    digest: v.optional(described('The digest that the registry named.')),
  }),
  v.description('What the registry said of one image.'),
);

const Awaited = v.pipe(
  v.strictObject({
    product: described('The product.'),
    environment: described('The environment.'),
    name: described('The Argo CD Application.'),
    cluster: v.optional(described('Name or address of the cluster that it deploys to.')),
    url: v.optional(described('Of the Application in the user interface of Argo CD.')),
    state: v.picklist(['running', 'waiting', 'overtaken', 'degraded', 'timed-out', 'pending', 'failed']),
    detail: described('The state as a clause that follows the name.'),
    commit: v.optional(described('The commit of the manifest repository that has to run.')),
    references: v.array(reference('Has to run.')),
    unobserved: v.array(reference('No pod runs it, although everything is synced and healthy.')),
    seconds: v.optional(count('From the commit to the moment when it was seen running.')),
  }),
  v.description('An Application that await looked at.'),
);

const Source = v.pipe(
  v.strictObject({
    repository: v.optional(described('owner/name of the application repository.')),
    sha: v.optional(described('The commit that was built.')),
    ref: v.optional(described('The branch or tag that was built, under refs/.')),
    committed_at: v.optional(described('RFC 3339, UTC.')),
    event: v.optional(described('The event that started the build.')),
    workflow: v.optional(described('File name of the workflow that built.')),
    run_id: v.optional(count('The run that built.')),
    run_number: v.optional(count('Number of that run within its workflow.')),
    run_attempt: v.optional(count('Attempt of that run.')),
    actor: v.optional(described('Who started the build.')),
  }),
  v.description('Where the build comes from, as far as its sender said.'),
);

const Cut = v.pipe(
  v.strictObject({
    environments: count('Environments, of all products.'),
    changes: count('Changed values.'),
    superseded: count('Images left out.'),
    violations: count('Violations.'),
    notices: count('Notices.'),
    images: count('Images looked up or tagged.'),
    missing: count('References not found.'),
    status: v.optional(count('Images in manifests.')),
    history: v.optional(count('Entries of the history.')),
    file: v.optional(described('Where the whole report stands, on the machine of the run.')),
  }),
  v.description(
    'Present when the report was too large for an output: how many there were of the lists that are now empty.',
  ),
);

const FoundImage = v.pipe(
  v.strictObject({
    product: described('The product.'),
    environment: described('The environment.'),
    path,
    line: lineNumber,
    image: reference('What the manifest has.'),
  }),
  v.description('An image that a promotion would find.'),
);

export const reportSchema = v.pipe(
  v.strictObject({
    command: v.picklist([
      'promote',
      'check',
      'retag',
      'dispatch',
      'rollback',
      'status',
      'history',
      'validate',
      'await',
    ]),
    outcome: v.pipe(v.picklist([...outcomes, ...conclusions]), v.description('As the output `outcome`.')),
    changed: v.pipe(v.boolean(), v.description('As the output `changed`.')),
    'dry-run': v.pipe(v.boolean(), v.description('True when nothing was to be changed.')),
    repository: v.optional(described('owner/name of the manifest repository; absent for a checkout.')),
    branch: v.optional(described('The branch that Argo CD follows.')),
    reason: v.optional(described('The reason that the request gave.')),
    source: v.optional(Source),
    commit: v.optional(described('As the output `commit`.')),
    'pull-request-number': v.pipe(v.array(count('A number.')), v.description('The pull requests of the run.')),
    'pull-request-url': v.pipe(v.array(described('A URL.')), v.description('Their URLs, in the same order.')),
    built: v.optional(v.pipe(v.boolean(), v.description('As the output `built`.'))),
    missing: v.pipe(v.array(reference('Not found.')), v.description('As the output `missing`.')),
    digest: v.optional(described('As the output `digest`.')),
    images: v.array(Image),
    environments: v.array(Environment),
    awaited: v.optional(v.array(Awaited)),
    found: v.optional(v.array(FoundImage)),
    status: v.optional(StatusReport),
    history: v.optional(HistoryReport),
    violations: v.array(Violation),
    notices: v.array(Notice),
    requests: count('Requests that were made to the host and to registries.'),
    cut: v.optional(Cut),
  }),
  v.title('Report of image-promotion'),
  v.description('What one run did: the output `report` of the action and what --json prints.'),
);

export type Report = v.InferOutput<typeof reportSchema>;

export type ReportEnvironment = v.InferOutput<typeof Environment>;

export type ReportAwaited = v.InferOutput<typeof Awaited>;

export type ReportImage = v.InferOutput<typeof Image>;

export type ReportSource = v.InferOutput<typeof Source>;

export type ReportOutcome = Report['outcome'];

export type ReportCommand = Report['command'];
