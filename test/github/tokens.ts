/** The kinds of token that people use, each with exactly the rights that it is given. */
import type { Permissions, Token } from './world.ts';

const REPOSITORY = 'acme/manifests';

/** `secrets.GITHUB_TOKEN` of the manifest repository, with the `permissions` of its workflow. */
export const githubToken = (permissions: Permissions, repository = REPOSITORY): Token => ({
  login: 'github-actions[bot]',
  kind: 'actions',
  permissions: { [repository]: permissions },
});

/** Of an installation of a GitHub App. */
export const appToken = (permissions: Permissions, repository = REPOSITORY): Token => ({
  login: 'promoter[bot]',
  kind: 'app',
  permissions: { [repository]: permissions },
});

/** A fine-grained personal access token. */
export const fineGrainedToken = (permissions: Permissions, repository = REPOSITORY): Token => ({
  login: 'octocat',
  kind: 'user',
  permissions: { [repository]: permissions },
});

/** A classic personal access token of somebody who may write: its scopes say for which repositories that holds. */
export const classicToken = (...scopes: string[]): Token => ({
  login: 'octocat',
  kind: 'classic',
  scopes,
  permissions: { '*': { contents: 'write', pull_requests: 'write', issues: 'write', actions: 'write' } },
});
