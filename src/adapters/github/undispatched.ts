import type { Dispatch } from '../../domain/dispatch/request.ts';
import { type ErrorCode, fail } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';
import type { Problem } from './answer.ts';
import { fullName, type Place } from './place.ts';
import { refuse, sceneOf } from './refusal.ts';

/** What was to be started where. `ref` is the default branch, once it is known. */
export type Attempt = { readonly place: Place; readonly dispatch: Dispatch; readonly ref?: string | undefined };

type Explanation = {
  readonly code: ErrorCode;
  readonly applies: (problem: Problem, attempt: Attempt) => boolean;
  readonly message: (attempt: Attempt, words: string) => string;
  readonly hint: (attempt: Attempt) => string;
};

/** The first that applies explains. The texts are GitHub's own, of 2026. */
const explanations: readonly Explanation[] = [
  {
    code: 'workflow-missing',
    applies: ({ status }, attempt) => status === 404 && attempt.ref !== undefined,
    message: ({ place, dispatch, ref = '' }) =>
      `The repository ${quote(fullName(place))} has no workflow ${quote(workflowOf(dispatch))} on its default branch ${quote(ref)}.`,
    hint: (attempt) =>
      `Check the input \`workflow\`: it is the name of a file in .github/workflows of ${fullName(attempt.place)}, which must be on the default branch. If it is there, the token may not start it. ${grant(attempt)}`,
  },
  {
    code: 'repository-missing',
    applies: ({ status }) => status === 404,
    message: ({ place }) => `GitHub shows this token no repository ${quote(fullName(place))} to send anything to.`,
    hint: (attempt) =>
      `Check the spelling of the input \`repository\`. If the repository exists, the token has no access to it. ${grant(attempt)}`,
  },
  {
    code: 'workflow-unfit',
    applies: ({ message }) => /does not have 'workflow_dispatch' trigger/i.test(message),
    message: ({ place, dispatch }, words) =>
      `The workflow ${quote(workflowOf(dispatch))} of ${quote(fullName(place))} cannot be started: ${words}.`,
    hint: () =>
      'Add "on: workflow_dispatch" with the input payload to the workflow on the default branch; the documentation of the set-up shows it whole.',
  },
  {
    code: 'workflow-unfit',
    applies: ({ message }) => /unexpected inputs? provided/i.test(message),
    message: ({ place, dispatch }, words) =>
      `The workflow ${quote(workflowOf(dispatch))} of ${quote(fullName(place))} has no input payload: ${words}.`,
    hint: () =>
      'Add an input named payload, of type string and not required, below "on: workflow_dispatch: inputs:" on the default branch.',
  },
  {
    code: 'workflow-unfit',
    applies: ({ message }) => /required input .*not provided/i.test(message),
    message: ({ place, dispatch }, words) =>
      `The workflow ${quote(workflowOf(dispatch))} of ${quote(fullName(place))} demands more than the input payload: ${words}.`,
    hint: () => 'Take "required: true" off the other inputs of the workflow: a dispatch fills in payload alone.',
  },
  {
    code: 'workflow-unfit',
    applies: ({ message }) => /disabled workflow|workflow is disabled/i.test(message),
    message: ({ place, dispatch }, words) =>
      `The workflow ${quote(workflowOf(dispatch))} of ${quote(fullName(place))} is switched off: ${words}.`,
    hint: ({ place }) => `Enable it under Actions of ${fullName(place)}.`,
  },
  {
    code: 'payload-too-large',
    applies: ({ status, message }) => status === 413 || /too large|too long|no more than \d+ properties/i.test(message),
    message: (_, words) => `GitHub does not take a payload of this size: ${words}.`,
    hint: () => 'Dispatch fewer images or products in one step.',
  },
  {
    code: 'permission-missing',
    applies: ({ status, message }) => status === 403 && !isOfOrganization(message),
    message: ({ place, dispatch }, words) =>
      dispatch.kind === 'workflow_dispatch'
        ? `The token may not start workflows of ${quote(fullName(place))}: ${words}.`
        : `The token may not send events to ${quote(fullName(place))}: ${words}.`,
    hint: (attempt) => grant(attempt),
  },
];

/** @throws PromotionError, always: why nothing was started, and the setting or permission to change. */
export function refuseDispatch(problem: Problem, attempt: Attempt): never {
  const words = quote(problem.message.trim().replace(/\.$/, ''));
  const explanation = explanations.find(({ applies }) => applies(problem, attempt));
  if (explanation !== undefined) fail(explanation.code, explanation.message(attempt, words), explanation.hint(attempt));
  if (isOfOrganization(problem.message)) return refuse(problem, { ...sceneOf(attempt.place), access: 'write' });
  fail(
    'host-unexpected',
    `GitHub refuses the ${attempt.dispatch.kind} to ${quote(fullName(attempt.place))}: ${words} (${problem.status ?? 'no status'}).`,
    'Nothing was started. If the words do not tell what to change, report this message.',
  );
}

/** @throws PromotionError, always: the run goes on, and this token may not see it. */
export function refuseLook(problem: Problem, place: Place): never {
  fail(
    'permission-missing',
    `The run was started, but the token may not look at runs of ${quote(fullName(place))}: ${quote(problem.message)}.`,
    'Give the token Actions: read, or leave out `wait`.',
  );
}

/** What the rules of an organization or the state of the repository refuse, whatever the token may do. */
const isOfOrganization = (message: string): boolean => /\bSAML\b|single sign-on|IP allow list|archived/i.test(message);

const workflowOf = (dispatch: Dispatch): string => (dispatch.kind === 'workflow_dispatch' ? dispatch.workflow : '');

/** What lets a token of this kind send the dispatch. The workflow's own token can do it nowhere but in its own repository. */
const grant = ({ place, dispatch }: Attempt): string => {
  const permission = dispatch.kind === 'workflow_dispatch' ? 'Actions: write' : 'Contents: write';
  const repository = fullName(place);
  const app = `Set the input \`token\` to that of a GitHub App with ${permission} whose installation includes ${repository}, made by actions/create-github-app-token with owner and repositories; the workflow's own token reaches its own repository alone.`;
  const { tokenKind } = place.client;
  if (tokenKind === 'fine-grained')
    return `Give the fine-grained personal access token ${permission} for ${repository}.`;
  if (tokenKind === 'classic') {
    return `Give the classic personal access token the scope repo, and its owner the role Write in ${repository}.`;
  }
  return app;
};
