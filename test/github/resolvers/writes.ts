/** createCommitOnBranch and the mutations of refs. */
import { visibleRepository } from '../access.ts';
import { noBranch, noSuchRepository } from '../errors.ts';
import { ZERO } from '../git.ts';
import type { Repository } from '../world.ts';
import { commitOnBranch, updateRefs } from '../writes.ts';
import { commitSource } from './commits.ts';
import { readNodeId } from './identities.ts';
import { refSource, repositoryOf } from './query.ts';
import type { Asked, Resolvers } from './types.ts';

const by = ({ context }: Asked, repository: Repository) => ({
  world: context.world,
  viewer: context.viewer,
  repository,
});

const branchOf = ({ args, context }: Asked): { readonly repository: Repository; readonly branch: string } => {
  const { id, repositoryNameWithOwner, branchName } = args.input.branch;
  if (!id)
    return {
      repository: presentRepository(context, repositoryNameWithOwner ?? ''),
      branch: branchName ?? '',
    };
  return refNamed(context, id);
};

/** Mutations do not know the names that a repository had before. */
const presentRepository = ({ world, viewer }: Asked['context'], nameWithOwner: string): Repository => {
  if (!world.repositories.has(nameWithOwner.toLowerCase())) throw noSuchRepository(nameWithOwner);
  return visibleRepository(world, viewer, nameWithOwner);
};

const refNamed = (
  context: Asked['context'],
  id: string,
): { readonly repository: Repository; readonly branch: string } => {
  const [nameWithOwner, ref] = readNodeId(id)?.parts ?? [];
  if (!nameWithOwner || !ref) throw noBranch();
  return {
    repository: visibleRepository(context.world, context.viewer, nameWithOwner),
    branch: ref.replace(/^refs\/heads\//, ''),
  };
};

const clientMutationId = ({ args }: Asked): { clientMutationId: string | null } => ({
  clientMutationId: args.input.clientMutationId ?? null,
});

export const writes: Resolvers = {
  Mutation: {
    createCommitOnBranch: async (asked) => {
      const { input } = asked.args;
      const { repository, branch } = branchOf(asked);
      const { headline, body } = input.message;
      const oid = await commitOnBranch(by(asked, repository), {
        branch,
        expectedHeadOid: input.expectedHeadOid,
        message: body ? `${headline}\n\n${body}` : headline,
        additions: input.fileChanges?.additions ?? [],
        deletions: (input.fileChanges?.deletions ?? []).map(({ path }: { path: string }) => path),
      });
      return {
        ...clientMutationId(asked),
        commit: commitSource(repository, oid),
        ref: await refSource(asked, repository, `refs/heads/${branch}`),
      };
    },
    updateRefs: async (asked) => {
      const { input } = asked.args;
      type Update = { name: string; beforeOid?: string | null; afterOid: string; force?: boolean };
      const updates = input.refUpdates.map(({ name, beforeOid, afterOid, force }: Update) => ({
        name,
        before: beforeOid ?? undefined,
        after: afterOid,
        force: force ?? false,
      }));
      await updateRefs(by(asked, repositoryOf(asked, input.repositoryId)), updates, 'graphql');
      return clientMutationId(asked);
    },
    createRef: async (asked) => {
      const { input } = asked.args;
      const repository = repositoryOf(asked, input.repositoryId);
      await updateRefs(
        by(asked, repository),
        [{ name: input.name, before: ZERO, after: input.oid, force: false }],
        'graphql',
      );
      return { ...clientMutationId(asked), ref: await refSource(asked, repository, input.name) };
    },
    updateRef: async (asked) => {
      const { input } = asked.args;
      const { repository, branch } = refNamed(asked.context, input.refId);
      const name = `refs/heads/${branch}`;
      await updateRefs(by(asked, repository), [{ name, after: input.oid, force: input.force ?? false }], 'graphql');
      return { ...clientMutationId(asked), ref: await refSource(asked, repository, name) };
    },
    deleteRef: async (asked) => {
      const { repository, branch } = refNamed(asked.context, asked.args.input.refId);
      await updateRefs(by(asked, repository), [{ name: `refs/heads/${branch}`, after: ZERO, force: true }], 'graphql');
      return clientMutationId(asked);
    },
  },
};
