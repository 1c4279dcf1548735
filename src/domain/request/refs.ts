/** The rules of git-check-ref-format, each with its words. Invisible characters, which git would take, are refused too:
 * references stand in trailers and messages. */
const rules: readonly { readonly broken: RegExp; readonly problem: string }[] = [
  { broken: /[\p{C}\p{Z}]/u, problem: 'has a blank, a control or an invisible character' },
  { broken: /[~^:?*[\\]/, problem: 'has one of the characters ~ ^ : ? * [ \\' },
  { broken: /(?:^|\/)(?:\/|$)/, problem: 'has an empty part between slashes' },
  { broken: /(?:^|\/)\./, problem: 'has a part that starts with a dot' },
  { broken: /\.\./, problem: 'has two dots in a row' },
  { broken: /\.lock(?:\/|$)/, problem: 'has a part that ends in ".lock"' },
  { broken: /\.$/, problem: 'ends in a dot' },
  { broken: /@\{/, problem: 'has "@{"' },
];

const LONGEST = 255;

/** What makes the text no full reference under `refs/`; undefined for a legal one. */
export function refProblem(text: string): string | undefined {
  if (!text.startsWith('refs/')) return 'does not start with refs/';
  if (text.split('/').length < 3) return 'names no branch or tag';
  if (text.length > LONGEST) return `is longer than ${LONGEST} characters`;
  return rules.find(({ broken }) => broken.test(text))?.problem;
}

/** What makes the text no name of a branch; undefined for a legal one. */
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
