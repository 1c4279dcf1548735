import * as v from 'valibot';
import { checkRepository } from '../image.ts';
import { relativePath } from '../request/grammar.ts';
import { listed, nearest, quote } from '../text.ts';
import { globProblem, isGlob, type Problem } from './glob.ts';
import { rule } from './shapes.ts';

/** Globs of the configuration, each with the grammar of what it describes. */

const PLACEHOLDERS = ['product', 'environment'];

/** A path or glob of manifests, with placeholders. */
export const files = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? filesProblem(filledIn(text))),
);

/** A file of values that is layered with others, with placeholders. */
export const layer = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? layerProblem(filledIn(text))),
);

/** A path or glob below the root, without placeholders. */
export const pathGlob = v.pipe(
  v.string(),
  rule((text) => filesProblem(text)),
);

export const tagGlob = v.pipe(v.string(), rule(globProblem));

/** A glob over repositories of images, with placeholders; a literal one is a whole repository without tag or digest. */
export const imageGlob = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? globProblem(filledIn(text)) ?? imageProblem(filledIn(text))),
);

export const repositoryGlob = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? globProblem(filledIn(text)) ?? repositoryProblem(filledIn(text))),
);

export const refGlob = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? globProblem(filledIn(text)) ?? refProblem(filledIn(text))),
);

const filledIn = (text: string): string => text.replace(/\{(?:product|environment)\}/g, 'x');

/** `{word}` alone is a placeholder; with a comma or two dots inside it is a glob's own brace. */
const placeholderProblem = (text: string): Problem | undefined => {
  const unknown = [...text.matchAll(/\{([^{},]*)\}/g)]
    .map(([, inner = '']) => inner)
    .filter((inner) => !inner.includes('..'));
  const wrong = unknown.find((inner) => !PLACEHOLDERS.includes(inner));
  if (wrong === undefined) return undefined;
  const meant = nearest(wrong, PLACEHOLDERS)[0];
  return {
    what: `has an unknown placeholder ${quote(`{${wrong}}`)}`,
    hint: meant === undefined ? 'There are {product} and {environment}.' : `Did you mean {${meant}}?`,
  };
};

const filesProblem = (text: string): Problem | undefined => {
  const problem = relativePath.problem(text);
  if (problem !== undefined)
    return { what: problem, hint: 'Write a path from the root of the repository, such as applications/shop.' };
  if (!isGlob(text)) return undefined;
  if (/\{[^}]*\/[^{]*\}/.test(text)) return { what: 'has a slash between braces', hint: 'List the paths one by one.' };
  return globProblem(text);
};

const layerProblem = (text: string): Problem | undefined =>
  isGlob(text)
    ? {
        what: 'has a wildcard in a list of layers',
        hint: 'Name each layer, the base first: [charts/shop/values.yaml, "charts/shop/values-{environment}.yaml"].',
      }
    : filesProblem(text);

const imageProblem = (text: string): Problem | undefined => {
  if (text.includes('@')) return { what: 'carries a digest', hint: 'Name repositories only.' };
  if (isGlob(text)) return undefined;
  try {
    checkRepository(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      what: 'is not the repository of an image',
      hint: `${error.message} Name the repository without tag and digest.`,
    };
  }
};

const repositoryProblem = (text: string): Problem | undefined =>
  text === '**' || /^[^/]+\/[^/]+$/.test(text)
    ? undefined
    : { what: 'is not a repository', hint: 'Write owner/name; globs such as acme/* are fine.' };

const refProblem = (text: string): Problem | undefined =>
  /^(?:refs\/.|\*)/.test(text)
    ? undefined
    : {
        what: 'is not a full ref',
        hint: `Write ${listed([`refs/heads/${text}`, `refs/tags/${text}`].map(quote))} or one of them.`,
      };
