import { type ErrorCode, fail } from '../../domain/errors.ts';
import { listed, quote } from '../../domain/text.ts';
import type { Problem } from './answer.ts';
import { fullName, type Place } from './place.ts';
import { grantHint, type TokenKind } from './token.ts';

/** What was tried when GitHub refused. */
export type Scene = {
  readonly repository: string;
  readonly branch?: string | undefined;
  readonly access: 'read' | 'write';
  readonly tokenKind: TokenKind;
  readonly paths?: readonly string[] | undefined;
};

type Explanation = {
  readonly code: ErrorCode;
  readonly applies: (problem: Problem, scene: Scene) => boolean;
  readonly message: (scene: Scene, words: string) => string;
  readonly hint: (scene: Scene) => string;
};

/** A read of the repository. */
export function sceneOf(place: Place): Scene {
  return { repository: fullName(place), access: 'read', tokenKind: place.client.tokenKind };
}

/** The first that applies explains. The texts are GitHub's own; types alone do not tell, since a ruleset's refusal carries
 * another type than that of classic branch protection. */
const explanations: readonly Explanation[] = [
  {
    code: 'repository-missing',
    applies: ({ message }) => /could not resolve to a repository/i.test(message),
    message: ({ repository }) => `GitHub shows this token no repository ${quote(repository)}.`,
    hint: (scene) =>
      `Check the spelling of the input \`repository\`. If the repository exists, the token has no access to it: ${uncapitalized(grantHint(scene.tokenKind, scene))}`,
  },
  {
    code: 'branch-missing',
    applies: ({ message }) => /^branch not found|reference does not exist/i.test(message),
    message: ({ repository, branch = '' }) => `The repository ${quote(repository)} has no branch ${quote(branch)}.`,
    hint: () => 'Check the input `branch`; a promotion never creates the branch that it commits to.',
  },
  {
    code: 'permission-missing',
    applies: (problem, scene) =>
      /without .?workflows?. (permission|scope)/i.test(problem.message) ||
      (isForbidden(problem, scene) && touchesWorkflows(scene)),
    message: ({ repository }, words) => `The token may not change workflow files of ${quote(repository)}: ${words}.`,
    hint: () =>
      "A change below .github/workflows needs a GitHub App with Workflows: write or a personal access token with the workflow scope, never the workflow's own token; better, keep manifests out of that folder.",
  },
  {
    code: 'branch-protected',
    applies: ({ type, message }) =>
      type === 'BRANCH_PROTECTION_RULE_VIOLATION' ||
      /rule violations? found|protected branch|through a pull request|through the merge queue/i.test(message),
    message: ({ repository, branch = '' }, words) =>
      `The rules of branch ${quote(branch)} in ${quote(repository)} refuse the commit: ${words}.`,
    hint: () =>
      'Let a GitHub App commit that is on the bypass list of this rule (Settings, Rules), or set `delivery: pull-request`.',
  },
  {
    code: 'permission-missing',
    applies: ({ message }) => /\bSAML\b|single sign-on/i.test(message),
    message: ({ repository }, words) =>
      `The organization of ${quote(repository)} has not authorized the token: ${words}.`,
    hint: () =>
      'Authorize the personal access token for single sign-on of the organization (its settings, Configure SSO).',
  },
  {
    code: 'permission-missing',
    applies: ({ message }) => /IP allow list/i.test(message),
    message: ({ repository }, words) =>
      `The organization of ${quote(repository)} does not let this runner in: ${words}.`,
    hint: () => "Run the job on a runner whose address is on the organization's IP allow list.",
  },
  {
    code: 'permission-missing',
    applies: ({ message }) => /archived/i.test(message),
    message: ({ repository }, words) => `The repository ${quote(repository)} is read-only: ${words}.`,
    hint: () => 'Unarchive the repository in its settings, or name another one in the input `repository`.',
  },
  {
    code: 'permission-missing',
    applies: (problem, scene) => isForbidden(problem, scene),
    message: ({ repository, access }, words) =>
      `The token may not ${access} the contents of ${quote(repository)}: ${words}.`,
    hint: (scene) => grantHint(scene.tokenKind, scene),
  },
];

/** @throws PromotionError, always: what GitHub refused, in its own words, and what to change. */
export function refuse(problem: Problem, scene: Scene): never {
  const words = ownWords(problem.message);
  const explanation = explanations.find(({ applies }) => applies(problem, scene));
  if (explanation !== undefined) fail(explanation.code, explanation.message(scene, words), explanation.hint(scene));
  const doing = scene.access === 'write' ? 'change' : 'read';
  fail(
    'host-unexpected',
    `GitHub refuses to ${doing} ${quote(scene.repository)}: ${words}${kindOf(problem)}.`,
    'Run it again; if it stays so, report this message.',
  );
}

/** Whether waiting or looking again can change nothing about the problem. */
export function isFinal(problem: Problem, scene: Scene): boolean {
  return explanations.some(({ applies }) => applies(problem, scene));
}

/** To a token that may read but not write, REST denies that the address exists. */
const isForbidden = ({ type, status, message }: Problem, { access }: Scene): boolean =>
  type === 'FORBIDDEN' ||
  status === 403 ||
  (status === 404 && access === 'write') ||
  /resource not accessible/i.test(message);

const touchesWorkflows = ({ paths = [] }: Scene): boolean =>
  paths.some((path) => path.startsWith('.github/workflows/'));

/** A ruleset's refusal is a heading and then one rule a line. */
const ownWords = (message: string): string => {
  const lines = message
    .split(/[\r\n]+/)
    .map((line) => line.trim().replace(/\.$/, ''))
    .filter((line) => line !== '');
  const rules = /rule violations? found/i.test(lines[0] ?? '') ? lines.slice(1) : lines;
  return listed((rules.length > 0 ? rules : lines).slice(0, 5).map(quote));
};

const kindOf = ({ type, status }: Problem): string => {
  const kind = type ?? status;
  return kind === undefined ? '' : ` (${kind})`;
};

const uncapitalized = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
