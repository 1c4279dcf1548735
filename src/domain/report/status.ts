import * as v from 'valibot';

const described = (text: string) => v.pipe(v.string(), v.description(text));
const count = (text: string) => v.pipe(v.number(), v.integer(), v.minValue(1), v.description(text));

const Source = v.pipe(
  v.strictObject({
    repository: v.optional(described('owner/name of the application repository.')),
    sha: v.optional(described('The commit that was built.')),
    ref: v.optional(described('The branch or tag that was built, under refs/.')),
    committed_at: v.optional(described('RFC 3339, UTC.')),
    workflow: v.optional(described('File name of the workflow that built.')),
    run_number: v.optional(count('Number of the run that built, within its workflow.')),
  }),
  v.description('Where the build comes from, as far as its record says.'),
);

const Image = v.pipe(
  v.strictObject({
    product: described('The product.'),
    environment: described('The environment.'),
    image: described('The repository that runs.'),
    reference: described('An image reference: repository:tag@digest.'),
    path: described('Path of the manifest.'),
    line: count('Counted from 1.'),
    record: v.pipe(
      v.picklist(['recorded', 'edited', 'unrecorded', 'unread']),
      v.description(
        'recorded: a promotion or a rollback set it. edited: somebody changed it by hand since. unrecorded: nothing is known of it. unread: the history was not read far enough.',
      ),
    ),
    by: v.optional(v.picklist(['promotion', 'rollback'])),
    commit: v.optional(described('The commit of the manifest repository that set it.')),
    since: v.optional(described('The time of that commit, RFC 3339, UTC.')),
    source: v.optional(Source),
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
    images: v.array(Image),
    frozen: v.array(
      v.strictObject({
        product: described('The product.'),
        environment: described('The environment.'),
        frozen: described('Until when and why, as a phrase.'),
      }),
    ),
    'pull-requests': v.array(
      v.strictObject({
        number: count('The number.'),
        url: described('The URL.'),
        branch: described('The branch under promotion/.'),
      }),
    ),
  }),
  v.description('What runs where. Only of the command status.'),
);

export type StatusReport = v.InferOutput<typeof StatusReport>;
