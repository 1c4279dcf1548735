/** The grammars of names, logins, refs, commits and paths in a request, each with a sentence for a violation. */
import { fail } from '../errors.ts';
import { quote } from '../text.ts';

/** The form of a text. `problem` finishes the sentence "The value …" and is undefined for a legal one. */
export type Grammar = { readonly problem: (text: string) => string | undefined; readonly hint: string };

const matching = (pattern: RegExp, problem: string, hint: string): Grammar => ({
  problem: (text) => (pattern.test(text) ? undefined : problem),
  hint,
});

export const fullName = matching(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\/(?!\.{1,2}$)(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/,
  'is not owner/name',
  'Name the repository as acme/manifests, without a server and without ".git".',
);

/** Wider than what GitHub lets people register today: old logins end in dashes, managed users carry `_company`. */
export const login = matching(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?$/,
  'is not a login',
  'Write the login alone, such as octocat or shop-builds[bot].',
);

export const reviewer = matching(
  /^(?:team:[A-Za-z0-9][A-Za-z0-9_.-]{0,99}|[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?)$/,
  'is neither a login nor a team',
  'Write a login, or a team as team:slug, without its organization.',
);

/** Somebody who may request a promotion: a login, a team, or a schedule of the manifest repository. */
export const actor = matching(
  /^(?:event:schedule|team:[A-Za-z0-9][A-Za-z0-9_.-]{0,99}|[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?)$/,
  'is neither a login nor a team nor event:schedule',
  'Write a login, a team as team:slug without its organization, or event:schedule.',
);

export const label = matching(
  /^[^\p{C}\p{Zl}\p{Zp}]{1,50}$/u,
  'is not one line of at most 50 characters',
  'Use the label as it is named in the manifest repository.',
);

export const eventName = matching(/^[a-z][a-z_]{0,49}$/, 'is not the name of an event', 'Use a name such as push.');

export const eventType = matching(
  /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u,
  'is not one line of at most 100 characters',
  'Use a type that the manifest repository listens to, such as promote.',
);

/** Without blanks, `#` and the like, so that it can be in a trailer. */
export const workflowFile = matching(
  /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,249}\.ya?ml$/,
  "is not a workflow's file name",
  'Use the name of the file alone, such as release.yml, without .github/workflows/.',
);

export const commitId: Grammar = {
  problem: (text) => {
    if (/^0+$/.test(text)) return 'stands for no commit';
    if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)) return undefined;
    if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text)) return 'has upper-case digits';
    return 'is not 40 or 64 hexadecimal digits';
  },
  hint: 'Use the whole commit id in lower case, as git rev-parse prints it.',
};

export const fullRef: Grammar = {
  problem: refProblem,
  hint: 'Use the full name, such as refs/heads/main or refs/tags/v1.4.0.',
};

export const branch: Grammar = { problem: branchProblem, hint: 'Use the name of the branch alone, such as main.' };

export const relativePath: Grammar = {
  problem: (text) => {
    if (text === '') return 'is empty';
    if (text.length > 1024) return 'is longer than 1024 characters';
    if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return 'has a control or invisible character';
    if (text.includes('\\')) return 'has a backslash';
    if (text.startsWith('/')) return 'is absolute';
    if (text.split('/').some((part) => /^(?:|\.|\.\.|\.git)$/i.test(part))) {
      return 'has a part that is empty, ".", ".." or ".git"';
    }
    return undefined;
  },
  hint: 'Use a path from the root of the manifest repository, such as .github/promotion.yml.',
};

/** Of products and environments: they become directories and parts of branch names. */
const name: Grammar = {
  problem: (text) => {
    if (text === '') return 'is empty';
    if (text.length > 63) return 'is longer than 63 characters';
    if (!/^[A-Za-z0-9._-]+$/.test(text)) return 'has characters other than letters, digits, ".", "_" and "-"';
    if (!/^[A-Za-z0-9](?:.*[A-Za-z0-9])?$/.test(text)) return 'does not start and end with a letter or digit';
    if (text.includes('..')) return 'has two dots in a row';
    if (text.endsWith('.lock')) return 'ends in ".lock", which no git reference may';
    return undefined;
  },
  hint: 'Use at most 63 letters, digits, ".", "_" and "-".',
};

/** @throws PromotionError `product-invalid` */
export function checkProduct(text: string): string {
  const problem = name.problem(text);
  return problem === undefined ? text : fail('product-invalid', `The product ${quote(text)} ${problem}.`, name.hint);
}

/** @throws PromotionError `environment-invalid` */
export function checkEnvironment(text: string): string {
  const problem = name.problem(text);
  if (problem === undefined) return text;
  return fail('environment-invalid', `The environment ${quote(text)} ${problem}.`, name.hint);
}

/** The rules of git-check-ref-format, each with its words. Invisible characters, which git would take, are refused too:
 * references are in trailers and messages. */
const refRules: readonly { readonly broken: RegExp; readonly problem: string }[] = [
  { broken: /[\p{C}\p{Z}]/u, problem: 'has a blank, a control or an invisible character' },
  { broken: /[~^:?*[\\]/, problem: 'has one of the characters ~ ^ : ? * [ \\' },
  { broken: /(?:^|\/)(?:\/|$)/, problem: 'has an empty part between slashes' },
  { broken: /(?:^|\/)\./, problem: 'has a part that starts with a dot' },
  { broken: /\.\./, problem: 'has two dots in a row' },
  { broken: /\.lock(?:\/|$)/, problem: 'has a part that ends in ".lock"' },
  { broken: /\.$/, problem: 'ends in a dot' },
  { broken: /@\{/, problem: 'has "@{"' },
];

const LONGEST_REF = 255;

/** The reason why the text is no full reference under `refs/`; undefined for a legal one. */
export function refProblem(text: string): string | undefined {
  if (!text.startsWith('refs/')) return 'does not start with refs/';
  if (text.split('/').length < 3) return 'names no branch or tag';
  if (text.length > LONGEST_REF) return `is longer than ${LONGEST_REF} characters`;
  return refRules.find(({ broken }) => broken.test(text))?.problem;
}

/** The reason why the text is no name of a branch; undefined for a legal one. */
export function branchProblem(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.startsWith('refs/')) return 'is a full reference';
  if (text.startsWith('-')) return 'starts with a dash';
  if (text === 'HEAD' || text === '@') return 'is a name that git keeps for itself';
  return refProblem(`refs/heads/${text}`);
}

/** The name of the branch or tag behind a full reference; undefined for any other reference. */
export function shortName(ref: string): { readonly kind: 'branch' | 'tag'; readonly name: string } | undefined {
  if (ref.startsWith('refs/heads/')) return { kind: 'branch', name: ref.slice('refs/heads/'.length) };
  if (ref.startsWith('refs/tags/')) return { kind: 'tag', name: ref.slice('refs/tags/'.length) };
  return undefined;
}

/** Whether the host name, as written or as a URL has it, is this machine's own. Only to that is plain http spoken unasked. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.(?:0|[1-9][0-9]{0,2})){3}$/.test(host);
}
