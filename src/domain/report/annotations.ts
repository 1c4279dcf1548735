/** Problems and notices as annotations of a run. */

import { listed } from '../text.ts';
import { printPlace } from './plain-text.ts';
import type { Report } from './report-schema.ts';

export type Annotation = {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
};

/** GitHub keeps ten of each level per step and drops the others without a word. */
const MOST = 10;
/** The runner cuts a message at 4,096 characters. */
const LONGEST = 4_000;

/** Whether the run's own repository is the manifest repository, so that a place is one of its files. */
type AnnotationPlaces = 'here' | 'elsewhere';

/** Violations as errors and notices as warnings, at most ten of each: the tenth gathers the rest with their number.
 * Places `elsewhere` go into the message, as GitHub would look for the file in the wrong repository. */
export function annotationsOf(
  { violations, notices }: Pick<Report, 'violations' | 'notices'>,
  places: AnnotationPlaces,
): Annotation[] {
  const errors = violations.map(
    ({ code, message, hint, path, line }): Annotation => ({
      level: 'error',
      title: code,
      message: `${message} ${hint}`,
      path,
      line,
    }),
  );
  const warnings = notices.map(
    ({ message, hint, path, line }): Annotation => ({
      level: 'warning',
      title: 'image-promotion',
      message: hint === undefined ? message : `${message} ${hint}`,
      path,
      line,
    }),
  );
  return [errors, warnings].flatMap((annotations) => {
    const placed = places === 'here' ? annotations : annotations.map(unplaced);
    return gathered(placed).map(bounded);
  });
}

const unplaced = ({ path, line, ...rest }: Annotation): Annotation =>
  path === undefined ? rest : { ...rest, message: `${rest.message} (${printPlace({ path, line })})` };

const gathered = (annotations: readonly Annotation[]): readonly Annotation[] => {
  if (annotations.length <= MOST) return annotations;
  const rest = annotations.slice(MOST - 1);
  const level = rest[0]?.level ?? 'error';
  const counts = new Map<string, number>();
  for (const { title } of rest) counts.set(title, (counts.get(title) ?? 0) + 1);
  const kinds = listed([...counts].map(([title, number]) => `${number} × ${title}`));
  const heading = `The summary of this job shows all of them. Here: ${kinds}.`;
  const messages = rest.map((annotation) => unplaced(annotation).message);
  return [
    ...annotations.slice(0, MOST - 1),
    { level, title: `${rest.length} more`, message: [heading, ...messages].join('\n') },
  ];
};

const bounded = (annotation: Annotation): Annotation => {
  const { message } = annotation;
  return message.length <= LONGEST ? annotation : { ...annotation, message: `${message.slice(0, LONGEST)}…` };
};
