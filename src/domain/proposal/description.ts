/** The description of a pull request: the table for the reviewer and the trailers for the record. */

import { fail } from '../errors.ts';
import { printReference } from '../image.ts';
import type { Change, Delivery } from '../model.ts';
import {
  type PromotionTrailer,
  printTrailerLines,
  type RecordedSource,
  type StateTrailer,
  type Trailer,
} from '../records/trailer.ts';
import { address, code, fence, link, prose, rangeOf, row } from '../report/markdown.ts';
import { printPlace, shortReference } from '../report/plain-text.ts';
import { listed, quote } from '../text.ts';

/** A changed value, with the known facts of its two builds. */
export type DescribedItem = {
  readonly change: Change;
  readonly trailer: StateTrailer;
  /** Where the build comes from that runs now. */
  readonly before?: RecordedSource | undefined;
};

export type DescriptionParts = {
  readonly kind: 'promotion' | 'rollback';
  readonly delivery: Exclude<Delivery, 'commit'>;
  readonly product: string;
  /** The branch that it is merged into. */
  readonly base: string;
  readonly items: readonly DescribedItem[];
  readonly reason?: string | undefined;
  /** Login of who asked. */
  readonly asker?: string | undefined;
  /** Of the run that asked. */
  readonly run?: string | undefined;
  readonly trailers: readonly Trailer[];
  /** How its items are to be delivered, as `deliveryLines` has it. */
  readonly deliveries: readonly string[];
  /** Address of the server, `owner/name` of the manifest repository and the commit whose files are linked to. */
  readonly server: string;
  readonly repository: string;
  readonly commit: string;
};

/** GitHub takes 65,536 characters. */
const LONGEST = 62_000;
/** The share of the records; the table gets the rest. */
const MOST_RECORDED = 56_000;

/** Everything that is merged needs its record, even if the message of a squash is edited.
 * @throws PromotionError `too-many-changes` where the description cannot hold the records of all items. */
export function refuseUnrecorded(branch: string, trailers: readonly Trailer[], deliveries: readonly string[]): void {
  const lines = recordLines(trailers, deliveries);
  const length = lines.join('\n').length;
  if (length <= MOST_RECORDED) return;
  const items = trailers.filter(({ kind }) => kind === 'promotion' || kind === 'rollback').length;
  fail(
    'too-many-changes',
    `The pull request of ${quote(branch)} would carry ${items} items, whose records take ${length} characters; its description can hold ${MOST_RECORDED} of them.`,
    'Promote fewer images or environments at once, or merge the pull request first; a commit (`delivery: commit`) has no such limit.',
  );
}

const recordLines = (trailers: readonly Trailer[], deliveries: readonly string[]): string[] => [
  ...new Set([...trailers.flatMap(printTrailerLines), ...deliveries]),
];

/** The description for a reviewer, in GitHub-flavoured Markdown: nothing of a request can break out of its cell, mention anybody
 * or close an issue. The trailers are in it as well, since people squash and queues ignore messages; rows beyond GitHub's limit
 * are left out and counted. */
export function describe(parts: DescriptionParts): string {
  const trailers = fence('text', recordLines(parts.trailers, parts.deliveries));
  const frame = [...introduction(parts), '', ...header, ...facts(parts), '', ...trailers].join('\n');
  const rows: string[] = [];
  let length = frame.length + 200;
  for (const item of parts.items) {
    const next = rowOf(item, parts);
    length += next.length + 1;
    if (length > LONGEST) break;
    rows.push(next);
  }
  const rest = parts.items.length - rows.length;
  return [
    ...introduction(parts),
    '',
    ...header,
    ...rows,
    ...(rest > 0 ? ['', `And ${rest} more, see the commit.`] : []),
    '',
    ...facts(parts),
    '',
    ...trailers,
  ].join('\n');
}

const introduction = ({ kind, product, items }: DescriptionParts): string[] => {
  const environments = listed([...new Set(items.map(({ change }) => prose(change.environment)))]);
  const verb = kind === 'promotion' ? 'Promotes' : 'Rolls back';
  return [`${verb} **${prose(product)}** ${kind === 'promotion' ? 'to' : 'in'} **${environments}**.`];
};

const header = [
  row(['Environment', 'Image', 'From', 'To', 'Source', 'Where']),
  row(['---', '---', '---', '---', '---', '---']),
];

const rowOf = (item: DescribedItem, parts: DescriptionParts): string => {
  const { change, trailer } = item;
  const { path, line } = change;
  const file = address(parts.server, [parts.repository, 'blob', parts.commit, path]);
  const comparison = compare(item, parts.server);
  const to = code(shortReference(printReference(change.to), change.image));
  return row([
    prose(change.environment),
    code(change.image),
    printReference(change.from) === change.image ? '' : code(shortReference(printReference(change.from), change.image)),
    comparison === undefined ? to : `${to} (${link('compare', comparison)})`,
    trailer.kind === 'rollback' ? 'rollback' : sourceOf(trailer, parts.server),
    link(code(printPlace({ path, line })), file === undefined ? undefined : `${file}#L${line}`),
  ]);
};

const sourceOf = ({ source, built }: Pick<PromotionTrailer, 'source' | 'built'>, server: string): string => {
  const { repository, sha, ref, workflow, runNumber } = source;
  const commit = repository === undefined || sha === undefined ? undefined : [repository, 'commit', sha];
  const place = [repository, sha?.slice(0, 7)].filter((part) => part !== undefined).join('@');
  const run = [workflow, runNumber && `#${runNumber}`].filter(Boolean).join(' ');
  return [
    place === '' ? '' : link(code(place), commit && address(server, commit)),
    ref === undefined ? '' : code(ref.replace(/^refs\/(heads|tags)\//, '')),
    run === '' ? '' : prose(run),
    built === undefined
      ? ''
      : `built from ${link(code(`${built.repository}@${built.sha.slice(0, 7)}`), address(server, [built.repository, 'commit', built.sha]))}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
};

/** The link to the changes of the application: between the two commits where both are known, else where the tags tell. */
const compare = ({ change, trailer, before }: DescribedItem, server: string): string | undefined => {
  if (trailer.kind !== 'promotion' || trailer.source.repository === undefined) return undefined;
  const { repository, sha } = trailer.source;
  const isSame = before?.repository?.toLowerCase() === repository.toLowerCase();
  const commits = isSame && before?.sha !== undefined && sha !== undefined ? `${before.sha}...${sha}` : undefined;
  const range =
    commits ?? rangeOf({ from: printReference(change.from), to: printReference(change.to) }, trailer.source);
  return range === undefined ? undefined : address(server, [repository, 'compare', range]);
};

const facts = ({ reason, asker, run, delivery, base, items }: DescriptionParts): string[] => {
  const files = new Set(items.map(({ change }) => change.path)).size;
  const who = asker === undefined ? undefined : code(asker);
  const asked = [who, run === undefined ? undefined : link('this run', run)].filter((part) => part !== undefined);
  const branch = code(base);
  const after = `it changes ${files === 1 ? 'one file' : `${files} files`} on ${branch}, which is what Argo CD follows.`;
  const ways = {
    'pull-request': `Somebody has to merge it; then ${after}`,
    'auto-merge': `GitHub merges it when its requirements are met; then ${after}`,
    merge: `It is to be merged at once; then ${after}`,
  };
  return [
    ...(asked.length > 0 ? [`- **Asked for by:** ${asked.join(' in ')}`] : []),
    ...(reason === undefined ? [] : [`- **Reason:** ${prose(reason)}`]),
    `- **What happens next:** ${ways[delivery]}`,
  ];
};
