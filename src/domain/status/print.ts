import { printReference, type Reference } from '../image.ts';
import type { Relation, Row, Running, Status } from './model.ts';

/** The words in which a status is told, in a terminal as on a page. */

const MINUTE = 60_000;
const steps = [
  { unit: 'y', size: 365 * 24 * 60 * MINUTE },
  { unit: 'd', size: 24 * 60 * MINUTE },
  { unit: 'h', size: 60 * MINUTE },
  { unit: 'm', size: MINUTE },
] as const;

/** `3d`: how long ago it was, in the largest whole unit; empty for what is unknown. */
export function age(at: string | undefined, now: Date): string {
  const passed = now.getTime() - Date.parse(at ?? '');
  if (Number.isNaN(passed)) return '';
  const step = steps.find(({ size }) => passed >= size);
  return step === undefined ? 'now' : `${Math.floor(passed / step.size)}${step.unit}`;
}

/** The tag, else the digest, and git's short form for a tag that is a whole commit id. */
export function version({ tag, digest, repository }: Reference): string {
  if (tag !== undefined) return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag.slice(0, 7) : tag;
  return digest === undefined ? `${repository} without a tag` : digest.slice(0, digest.indexOf(':') + 8);
}

/** The source commit, unless the tag says it already. */
export function sourceCommit({ set, reference }: Running): string | undefined {
  const sha = set?.source.sha;
  if (sha === undefined || (reference.tag !== undefined && sha.startsWith(reference.tag))) return undefined;
  return sha.slice(0, 7);
}

/** Something about a reference that a reader should see at a glance. */
export type Mark = Exclude<Relation, 'same'> | 'edited' | 'held' | 'several';

/** What is to be seen about an image in an environment. */
export function marksOf({ runs, relations }: Row, environment: string): Mark[] {
  const all = runs.get(environment) ?? [];
  const relation = relations.get(environment) ?? 'same';
  return [
    ...(relation === 'same' ? [] : [relation]),
    ...(new Set(all.map(({ reference }) => printReference(reference))).size > 1 ? (['several'] as const) : []),
    ...(all.some(({ record }) => record === 'edited') ? (['edited'] as const) : []),
    ...(all.some(({ held }) => held.length > 0) ? (['held'] as const) : []),
  ];
}

type Meaning = {
  readonly sign: string /** Beside the sign, where there is room. */;
  readonly word: string;
  readonly text: string;
};

export const meanings: Readonly<Record<Mark, Meaning>> = {
  behind: { sign: '↓', word: 'older', text: 'older than in the environment before' },
  ahead: { sign: '↑', word: 'newer', text: 'newer than in the environment before' },
  different: { sign: '≠', word: 'differs', text: 'not the same as in the environment before' },
  several: { sign: '+', word: 'more', text: 'other manifests run another reference' },
  edited: { sign: '✎', word: 'by hand', text: 'changed by hand, and not by a promotion' },
  held: { sign: '!', word: 'held', text: 'automation leaves something out, see what is held' },
};

/** The marks that a reader of the status meets. */
export function usedMarks({ rows, environments }: Pick<Status, 'rows' | 'environments'>): Mark[] {
  const used = new Set(rows.flatMap((row) => environments.flatMap((environment) => marksOf(row, environment))));
  return (Object.keys(meanings) as Mark[]).filter((mark) => used.has(mark));
}

/** What is not known for want of a longer history; a reference of which nothing is recorded is nobody's want. */
export function printUnread({ rows }: Pick<Status, 'rows'>): string[] {
  const count = rows
    .flatMap(({ runs }) => [...runs.values()].flat())
    .filter(({ record }) => record === 'unread').length;
  if (count === 0) return [];
  const which = count === 1 ? 'one reference runs' : `${count.toLocaleString('en')} references run`;
  return [`Since when ${which} is not known: older commits are not read.`];
}

/** The last part of each repository, or the whole one where that is not enough to tell it from the others. */
export function shortImages(images: readonly string[]): (image: string) => string {
  const last = (image: string): string => image.slice(image.lastIndexOf('/') + 1);
  const unique = [...new Set(images)];
  return (image) => (unique.filter((other) => last(other) === last(image)).length === 1 ? last(image) : image);
}
