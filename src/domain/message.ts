/** The text of commits and pull requests: headline, lines of the changes, reason and trailers. */
import { printReference, type Reference } from './image.ts';
import type { Change } from './model.ts';
import { parseTrailers, printTrailerLines, type Trailer } from './records/trailer.ts';
import { counted } from './text.ts';

/** The contents of a commit message or pull request. Without changes there is no commit. */
export type MessageParts = {
  readonly kind: 'promotion' | 'rollback';
  readonly changes: readonly Change[];
  readonly reason?: string | undefined;
  /** The policies that a person has overridden, such as a freeze. */
  readonly overrides?: readonly string[] | undefined;
  readonly trailers: readonly Trailer[];
  /** Of the first line, with `{summary}`, `{product}` and `{environments}`; undefined for the summary alone. */
  readonly headline?: string | undefined;
};

/** GitHub and git show that much of a headline on one line. */
const LONGEST_HEADLINE = 72;
/** So many changes a message lists. */
export const MOST_LINES = 500;

export function commitMessage(parts: MessageParts): { readonly headline: string; readonly body: string } {
  const { changes, reason, overrides = [], trailers } = parts;
  const passed = overrides.map((override) => `Override: ${inert(override)}`);
  const paragraphs = [changeLines(changes), [...reasonLines(reason), ...passed], trailerLines(trailers)];
  return {
    headline: filledIn(parts),
    body: paragraphs
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
  };
}

/** The organization's form of a first line, which rules of its branches may demand. */
const filledIn = ({ headline = '{summary}', ...parts }: MessageParts): string => {
  const values: Readonly<Record<string, string>> = {
    summary: headlineOf(parts),
    product: distinct(parts.changes.map(({ product }) => product)).join(', '),
    environments: distinct(parts.changes.map(({ environment }) => environment)).join(', '),
  };
  return headline.replace(/\{(summary|product|environments)\}/g, (_, name: string) => values[name] ?? '');
};

/** `Promote shop to stg, prod: web v1.3.0 → v1.4.0`, at most 72 characters: the rest is counted. */
export function headlineOf({ kind, changes }: Pick<MessageParts, 'kind' | 'changes'>): string {
  const products = distinct(changes.map(({ product }) => product));
  const environments = distinct(changes.map(({ environment }) => environment));
  const images = distinct(changes.map(({ image }) => image));
  const [verb, to] = kind === 'promotion' ? ['Promote', 'to'] : ['Roll back', 'in'];
  const where = `${verb} ${products.join(', ')} ${to} ${environments.join(', ')}`;
  const countedImages = counted(images.length, 'image');
  const last = `${verb} ${counted(products.length, 'product')} ${to} ${counted(environments.length, 'environment')}: ${countedImages}`;
  const candidates = [
    // So many names, with a comma and a blank after each, could not fit.
    ...(where.length + 3 * images.length <= LONGEST_HEADLINE
      ? [
          () => `${where}: ${steps(changes, 'whole')}`,
          () => `${where}: ${steps(changes, 'target')}`,
          () => `${where}: ${images.map(shortNameAmong(images)).join(', ')}`,
        ]
      : []),
    () => `${where}: ${countedImages}`,
    () => `${verb} ${counted(products.length, 'product')} ${to} ${environments.join(', ')}: ${countedImages}`,
  ];
  for (const candidate of candidates) {
    const headline = candidate();
    if ([...headline].length <= LONGEST_HEADLINE) return headline;
  }
  return last;
}

/** One line per changed image and file, at most 500. */
export function changeLines(changes: readonly Change[]): string[] {
  const lines = distinct(
    changes.map(({ path, from, to }) => `- ${inert(path)}: ${inertReference(from)} → ${inertReference(to)}`),
  );
  const rest = lines.length - MOST_LINES;
  return rest > 0 ? [...lines.slice(0, MOST_LINES), `- and ${rest} more`] : lines;
}

/** One line, which never starts with the text of the reason, so that it cannot be a trailer. */
export function reasonLines(reason: string | undefined): string[] {
  const text = inert(reason ?? '');
  return text === '' ? [] : [`Reason: ${text}`];
}

/** @throws PromotionError for a trailer that cannot be printed. */
export function trailerLines(trailers: readonly Trailer[]): string[] {
  return distinct(trailers.flatMap(printTrailerLines));
}

/** Whether a message has a form that `commitMessage` gives, with the lines of a delivery: other words are a person's. */
export function hasOwnForm(message: string): boolean {
  const [headline = '', ...lines] = message.split('\n');
  return /\b(?:Promote .+ to|Roll back .+ in) .+: /.test(headline) && lines.every(isOwnLine);
}

const isOwnLine = (line: string): boolean =>
  /^(?:- .*→.*|- and \d+ more|(?:Reason|Override|Built|Delivery): .*|[A-Z][a-z]+(?:-[a-z]+)*-by: .+|)$/.test(line) ||
  parseTrailers(line).length > 0;

/** Text of unknown origin for a commit message: on one line, legible, and nothing that GitHub or a CI system acts on: no mention,
 * no reference to an issue (so closing words close nothing), no link, no `[skip ci]` in any spelling, no `***NO_CI***`, no
 * `skip-checks`. Removed text leaves a visible trace; nothing invisible is added. */
export function inert(text: string): string {
  if (PLAIN.test(text)) return text;
  // Removing text may join other parts, so it is repeated until nothing is left to remove.
  const calmed = calm(text);
  return calmed === text ? text : inert(calmed);
}

/** Most paths: nothing in them that `calm` could change. */
const PLAIN = /^(?!.*(?:www\.|gh-|skip-checks))[a-z\d_/.-]*$/;

const calm = (text: string): string =>
  text
    .replace(/\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}/gu, '')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .replace(/\*{2,}/g, '*')
    .replace(/skip-checks/gi, (words) => words.replace('-', ' '))
    // An address stays legible and can be copied; without its scheme it is no link.
    .replace(/[a-z][a-z0-9+.-]*:\/\//gi, '')
    .replace(/:\/\//g, ': //')
    .replace(/www\.(?=\S)/gi, '$& ')
    .replace(/(?:mailto|xmpp):(?=\S)/gi, '$& ')
    .replace(/[@#](?=\S)/g, '$& ')
    .replace(/(?<![A-Z0-9])GH-(?=\d)/gi, '$& ')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();

/** A reference in its own spelling, unless its `@` would make a mention. */
const inertReference = (reference: Reference): string => {
  const text = printReference(reference);
  return /^[\w./:-]+(?<=\w)(?:@[\w.:+-]+)?$/.test(text) && !text.includes('://') ? text : inert(text);
};

type Step = { readonly name: string; readonly step: string };

const steps = (changes: readonly Change[], detail: 'whole' | 'target'): string => {
  const images = distinct(changes.map(({ image }) => image));
  const nameOf = shortNameAmong(images);
  const each = images.map((image): Step => {
    const own = changes.filter((change) => change.image === image);
    return { name: nameOf(image), step: stepOf(own, detail) };
  });
  return distinct(each.map(({ step }) => step))
    .map((step) => {
      const names = each.filter((candidate) => candidate.step === step).map(({ name }) => name);
      return `${names.join(', ')} ${step}`.trimEnd();
    })
    .join(', ');
};

/** `v1.3.0 → v1.4.0`; from values that differ, the target alone. */
const stepOf = (changes: readonly Change[], detail: 'whole' | 'target'): string => {
  const spelling = changes.some(({ from, to }) => from.tag === to.tag) ? 'digest' : 'tag';
  const before = distinct(changes.map(({ from }) => shortVersion(from, spelling)));
  const after = distinct(changes.map(({ to }) => shortVersion(to, spelling))).join(', ');
  const [only = ''] = before;
  return detail === 'target' || before.length > 1 || only === '' ? after : `${only} → ${after}`;
};

const shortVersion = ({ tag, digest }: Reference, spelling: 'digest' | 'tag'): string => {
  if (digest !== undefined && (tag === undefined || spelling === 'digest')) return inert(shortDigest(digest));
  return tag === undefined ? '' : inert(shortTag(tag));
};

/** Git's own short form for a whole commit id. */
const shortTag = (tag: string): string => (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag.slice(0, 7) : tag);

const shortDigest = (digest: string): string => digest.slice(0, digest.indexOf(':') + 8);

/** The last part of a repository, or as many as tell it from the others. */
const shortNameAmong = (images: readonly string[]) => (image: string) => {
  const parts = image.split('/');
  const lengths = parts.map((_, index) => index + 1);
  const unique = lengths.find((length) => {
    const suffix = parts.slice(-length).join('/');
    return images.every((other) => other === image || !`/${other}`.endsWith(`/${suffix}`));
  });
  return inert(parts.slice(-(unique ?? parts.length)).join('/'));
};

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
