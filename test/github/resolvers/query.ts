import { visibleRepository } from '../access.ts';
import { noSuchNode, noSuchRepository } from '../errors.ts';
import { isRefName } from '../git.ts';
import { readRef } from '../repository.ts';
import type { Repository } from '../world.ts';
import { actor, nodeId, readNodeId } from './identities.ts';
import { gitObject } from './objects.ts';
import type { Asked, Resolvers, Source } from './types.ts';

export const repositorySource = (repository: Repository): Source => ({ __typename: 'Repository', repository });

export const refSource = async ({ context }: Asked, repository: Repository, name: string): Promise<Source | null> => {
  const oid = isRefName(name) ? await readRef(repository, name, context.viewer) : undefined;
  return oid ? { __typename: 'Ref', repository, ref: name, oid } : null;
};

/** The repository of the id.
 * @throws Refusal where there is none, or none that the viewer may see. */
export const repositoryOf = ({ context }: Asked, id: string): Repository => {
  const node = readNodeId(id);
  if (node?.kind !== 'R') throw noSuchNode(id);
  return visible(context, node.parts[0], id);
};

const visible = (context: Asked['context'], nameWithOwner: string | undefined, id: string): Repository => {
  try {
    return visibleRepository(context.world, context.viewer, nameWithOwner ?? '');
  } catch {
    throw noSuchNode(id);
  }
};

const node = async (asked: Asked, id: string): Promise<Source | null> => {
  const { context } = asked;
  const found = readNodeId(id);
  if (!found) throw noSuchNode(id);
  const [first = '', second = ''] = found.parts;
  if (found.kind === 'U' || found.kind === 'BOT') return actor(first);
  const repository = visible(context, first, id);
  if (found.kind === 'R') return repositorySource(repository);
  if (found.kind === 'REF') return refSource(asked, repository, second);
  if (found.kind === 'LA') return { __typename: 'Label', repository, name: second };
  if (found.kind === 'PR') {
    const pullRequest = repository.pullRequests.find(({ number }) => String(number) === second);
    if (!pullRequest) throw noSuchNode(id);
    return { __typename: 'PullRequest', repository, pullRequest };
  }
  return gitObject(repository, second);
};

export const query: Resolvers = {
  Query: {
    repository: ({ args, context }) => {
      const nameWithOwner = `${args.owner}/${args.name}`;
      if (!/^[\w.-]+\/[\w.-]+$/.test(nameWithOwner)) throw noSuchRepository(nameWithOwner);
      return repositorySource(visibleRepository(context.world, context.viewer, nameWithOwner));
    },
    viewer: ({ context }) => actor(context.viewer.token?.login ?? ''),
    node: (asked) => node(asked, asked.args.id),
    nodes: (asked) => Promise.all(asked.args.ids.map((id: string) => node(asked, id))),
    user: ({ args }) => actor(args.login),
    organization: ({ args }) => ({ ...actor(args.login), __typename: 'Organization' }),
    repositoryOwner: ({ args }) => actor(args.login),
    rateLimit: ({ context: { cost, budget } }) => ({
      cost: cost.points,
      nodeCount: cost.nodes,
      limit: budget.limit,
      remaining: budget.limit - budget.used,
      resetAt: budget.reset,
      used: budget.used,
    }),
  },
  Organization: {
    team: ({ source, args, context }) =>
      context.world.teams.has(`${source.login}/${args.slug}`)
        ? { __typename: 'Team', id: nodeId('TEAM', source.login, args.slug), slug: args.slug, name: args.slug }
        : null,
  },
  User: { isViewer: ({ source, context }) => source.name === context.viewer.token?.login },
};
