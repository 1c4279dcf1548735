import { quote } from '../../domain/text.ts';

/** Kinds of token as their prefixes tell them; `ghs_` is the workflow's own token as well as a GitHub App's.
 * https://github.blog/engineering/behind-githubs-new-authentication-token-formats */
export type TokenKind = 'installation' | 'fine-grained' | 'classic' | 'other';

export function tokenKind(token: string): TokenKind {
  if (token.startsWith('ghs_')) return 'installation';
  if (token.startsWith('github_pat_')) return 'fine-grained';
  if (token.startsWith('ghp_')) return 'classic';
  return 'other';
}

/** What to change so that a token of this kind may read or write the contents of the repository. */
export function grantHint(
  kind: TokenKind,
  { access, repository }: { access: 'read' | 'write'; repository: string },
): string {
  const workflow = `the workflow's own token needs "permissions: contents: ${access}" in the workflow and reaches its own repository only`;
  const app = `a GitHub App needs Contents: ${access}, accepted by the installation, which must include ${quote(repository)}`;
  const fineGrained = `a fine-grained personal access token needs Contents: ${access} for ${quote(repository)}`;
  const classic = 'a classic personal access token needs the scope repo, and its owner the role';
  const hints: Record<TokenKind, readonly string[]> = {
    installation: [workflow, app],
    'fine-grained': [fineGrained],
    classic: [classic],
    other: [workflow, app, fineGrained],
  };
  return sentence(hints[kind].join('; '));
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
