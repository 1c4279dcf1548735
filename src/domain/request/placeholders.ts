/** Tags with placeholders such as `{sha}` and `{version}`, and the values that a run gives them. */

import { fail, PromotionError } from '../errors.ts';
import { checkTag } from '../image.ts';
import { quote } from '../text.ts';
import { shortName } from './grammar.ts';

type TemplatePart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'sha'; readonly length?: number | undefined }
  | { readonly kind: 'ref' }
  | { readonly kind: 'version' };

/** A tag with placeholders, taken apart. */
export type TagTemplate = { readonly text: string; readonly parts: readonly TemplatePart[] };

/** The values of placeholders: the commit's full id and the full reference of the run's branch or tag. */
export type Placeholders = { readonly sha?: string | undefined; readonly ref?: string | undefined };

const known = 'The placeholders are {sha}, {sha:N} with N from 4 to 64, {ref} and {version}.';

/** @throws PromotionError `placeholder-unknown`, or `tag-invalid` where no value of the placeholders could mend the rest */
export function parseTemplate(text: string): TagTemplate {
  const parts = text
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => parsePart(part));
  checkTag(parts.map((part) => (part.kind === 'literal' ? part.text : 'x')).join(''));
  return { text, parts };
}

const parsePart = (text: string): TemplatePart => {
  if (!text.startsWith('{') || !text.endsWith('}')) return { kind: 'literal', text };
  if (text === '{sha}' || text === '{ref}' || text === '{version}') {
    return { kind: text.slice(1, -1) as 'sha' | 'ref' | 'version' };
  }
  const length = Number(/^\{sha:([1-9][0-9]?)\}$/.exec(text)?.[1]);
  if (length >= 4 && length <= 64) return { kind: 'sha', length };
  return fail('placeholder-unknown', `The placeholder ${quote(text)} is not known.`, known);
};

/** Exactly this tag, which has been checked. */
export function literalTemplate(text: string): TagTemplate {
  return { text, parts: [{ kind: 'literal', text }] };
}

/** Whether it is the same in every run. */
export function isLiteral(template: TagTemplate): boolean {
  return template.parts.every((part) => part.kind === 'literal');
}

export function needsCommit(template: TagTemplate): boolean {
  return template.parts.some((part) => part.kind === 'sha');
}

/** @throws PromotionError `placeholder-unset` for a placeholder that this run has no value for, `tag-invalid` for a value
 * that no tag may have: characters are never replaced, since nobody would find the image under such a tag. */
export function expandTemplate(template: TagTemplate, placeholders: Placeholders): string {
  const tag = template.parts.map((part) => resolve(part, placeholders)).join('');
  try {
    return checkTag(tag);
  } catch (error) {
    if (!(error instanceof PromotionError) || placeholders.ref === undefined) throw error;
    const [violation] = error.violations;
    return fail(
      'tag-invalid',
      `${violation?.message.replace(/\.$/, '')}: ${quote(template.text)} stands for it at ${quote(placeholders.ref)}.`,
      'Use {sha}, or write the tag out under which the image was pushed.',
    );
  }
}

const resolve = (part: TemplatePart, { sha, ref }: Placeholders): string => {
  if (part.kind === 'literal') return part.text;
  if (part.kind === 'sha') {
    return sha?.slice(0, part.length) ?? unset('{sha}', 'the commit of this run is not known');
  }
  const found = ref === undefined ? undefined : shortName(ref);
  const where = ref === undefined ? 'this run has no branch or tag' : `the run is at ${quote(ref)}`;
  if (part.kind === 'ref') return found?.name ?? unset('{ref}', where);
  return found?.kind === 'tag' ? found.name.replace(/^v(?=[0-9])/, '') : unset('{version}', where);
};

const unset = (placeholder: string, why: string): never =>
  fail(
    'placeholder-unset',
    `The placeholder ${placeholder} has no value: ${why}.`,
    placeholder === '{version}'
      ? 'Use {version} in runs of a tag or a release only, or name another tag.'
      : 'Name another tag, or start the run from a push, a tag or a release.',
  );
