/** Deployments and their statuses, as the deployments view of a repository shows them. */
import { demand } from '../access.ts';
import { invalid, noSuchRoute, refusal } from '../errors.ts';
import { isAncestor, readRef } from '../repository.ts';
import { timestamp } from '../resolvers/scalars.ts';
import { type Deployment, type DeploymentStatus, nameOf } from '../world.ts';
import type { Answer, RepositoryCall, Routes } from './index.ts';
import { paged } from './paging.ts';
import { userBody } from './pulls.ts';

const deploymentBody = ({ world, repository }: RepositoryCall, { statuses: _, at, login, ...one }: Deployment) => {
  const repositoryUrl = `${world.url}/repos/${nameOf(repository)}`;
  const url = `${repositoryUrl}/deployments/${one.id}`;
  const times = { created_at: timestamp(at), updated_at: timestamp(at) };
  return {
    ...one,
    ...times,
    node_id: `DE_${one.id}`,
    original_environment: one.environment,
    creator: userBody(login),
    url,
    statuses_url: `${url}/statuses`,
    repository_url: repositoryUrl,
  };
};

const statusBody = (call: RepositoryCall, deployment: Deployment, status: DeploymentStatus) => {
  const { at, login, environment_url, log_url, ...one } = status;
  const { url, repository_url } = deploymentBody(call, deployment);
  const times = { created_at: timestamp(at), updated_at: timestamp(at) };
  return {
    ...one,
    ...times,
    ...(environment_url && { environment_url }),
    ...(log_url && { log_url, target_url: log_url }),
    node_id: `DES_${one.id}`,
    url: `${url}/statuses/${one.id}`,
    creator: userBody(login),
    environment: deployment.environment,
    deployment_url: url,
    repository_url,
  };
};

const conflict = (message: string) => refusal(message, { type: 'UNPROCESSABLE', status: 409 });

const create = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, viewer, input, world } = call;
  demand(viewer, repository, 'write', 'deployments');
  const { ref, environment = 'production', auto_merge: autoMerge = true, required_contexts: contexts } = input;
  const found = await repository.git.resolve(`${ref}^{commit}`);
  if (!found) throw refusal(`No ref found for: ${ref}`, { type: 'UNPROCESSABLE', status: 422 });
  const head = (await readRef(repository, `refs/heads/${repository.defaultBranch}`)) ?? '';
  if (autoMerge && !(await isAncestor(repository, head, found.oid))) {
    throw conflict(`Conflict merging ${repository.defaultBranch} into ${ref}.`);
  }
  const checks = repository.checks.get(found.oid) ?? new Map();
  const required: readonly string[] = contexts ?? [...checks.keys()];
  if (required.some((name) => checks.get(name) !== 'SUCCESS')) {
    throw conflict(`Conflict: Commit status checks failed for ${ref}.`);
  }
  const deployment: Deployment = {
    id: 500 + repository.deployments.length,
    sha: found.oid,
    ref,
    task: input.task ?? 'deploy',
    environment,
    description: input.description ?? null,
    payload: input.payload ?? {},
    transient_environment: input.transient_environment ?? false,
    production_environment: input.production_environment ?? environment === 'production',
    login: viewer.token?.login ?? '',
    at: world.now(),
    statuses: [],
  };
  repository.deployments.push(deployment);
  return { status: 201, body: deploymentBody(call, deployment) };
};

const find = ({ repository, parameters }: RepositoryCall): Deployment => {
  const found = repository.deployments.find(({ id }) => String(id) === parameters.id);
  if (!found) throw noSuchRoute();
  return found;
};

const MOST_OF_A_DESCRIPTION = 140;

const addStatus = (
  call: RepositoryCall,
  deployment: Deployment,
  given: Partial<DeploymentStatus>,
): DeploymentStatus => {
  const status: DeploymentStatus = {
    id: 9000 + deployment.statuses.length,
    state: 'pending',
    description: '',
    environment_url: '',
    log_url: '',
    ...given,
    login: call.viewer.token?.login ?? '',
    at: call.world.now(),
  };
  deployment.statuses.push(status);
  return status;
};

/** A success makes earlier successes in the same environment inactive, unless that is a production or transient one. */
const retire = (call: RepositoryCall, by: Deployment): void => {
  const before = call.repository.deployments.filter(
    (one) =>
      one.id < by.id &&
      one.environment === by.environment &&
      !one.transient_environment &&
      !one.production_environment &&
      one.statuses.at(-1)?.state === 'success',
  );
  for (const deployment of before) addStatus(call, deployment, { state: 'inactive' });
};

const setStatus = (call: RepositoryCall): Answer => {
  const { repository, viewer, input } = call;
  demand(viewer, repository, 'write', 'deployments');
  const deployment = find(call);
  const { state, description = '', environment_url = '', log_url = '', auto_inactive: autoInactive = true } = input;
  const errors = [
    ...(description.length > MOST_OF_A_DESCRIPTION
      ? [
          {
            resource: 'DeploymentStatus',
            field: 'description',
            code: 'custom',
            message: 'description is too long (maximum is 140 characters)',
          },
        ]
      : []),
    ...[environment_url, log_url].flatMap((url) =>
      url === '' || /^https?:\/\//.test(url)
        ? []
        : [{ resource: 'DeploymentStatus', field: 'url', code: 'custom', message: 'must use http(s) scheme' }],
    ),
  ];
  if (errors.length > 0) throw invalid(errors);
  const added = addStatus(call, deployment, { state, description, environment_url, log_url });
  if (state === 'success' && autoInactive) retire(call, deployment);
  return { status: 201, body: statusBody(call, deployment, added) };
};

/** Newest first. */
const list = (call: RepositoryCall): Promise<Answer> => {
  const { repository, viewer, incoming } = call;
  demand(viewer, repository, 'read', 'deployments');
  const isAsked = (one: Deployment): boolean =>
    (['sha', 'ref', 'task', 'environment'] as const).every((key) => [null, one[key]].includes(incoming.query.get(key)));
  return paged(call, repository.deployments.filter(isAsked).reverse(), async (one) => deploymentBody(call, one));
};

const statuses = (call: RepositoryCall): Promise<Answer> => {
  demand(call.viewer, call.repository, 'read', 'deployments');
  const deployment = find(call);
  return paged(call, deployment.statuses.toReversed(), async (one) => statusBody(call, deployment, one));
};

export const deploymentRoutes: Routes = {
  'GET /deployments': list,
  'POST /deployments': create,
  'GET /deployments/{id}/statuses': statuses,
  'POST /deployments/{id}/statuses': setStatus,
};
