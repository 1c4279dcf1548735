/** The mutations of pull requests. */
import { visibleRepository } from '../access.ts';
import { noSuchNode } from '../errors.ts';
import {
  addLabels,
  assign,
  comment,
  editPullRequest,
  openPullRequest,
  removeComment,
  requestReviews,
} from '../pulls/changes.ts';
import { arm, dequeue, disarm, enqueue, mergePullRequest } from '../pulls/merge.ts';
import { type MergeMethod, nameOf, type PullRequest, type Repository } from '../world.ts';
import type { By } from '../writes.ts';
import { actor, nodeId, readNodeId } from './identities.ts';
import { repositoryOf } from './query.ts';
import type { Asked, Resolver, Resolvers, Source } from './types.ts';

type Target = { readonly by: By; readonly pullRequest: PullRequest };

const target = ({ context }: Asked, id: string): Target => {
  const node = readNodeId(id);
  if (node?.kind !== 'PR') throw noSuchNode(id);
  const repository = visibleRepository(context.world, context.viewer, node.parts[0] ?? '');
  const pullRequest = repository.pullRequests.find(({ number }) => String(number) === node.parts[1]);
  if (!pullRequest) throw noSuchNode(id);
  return { by: byOf(context, repository), pullRequest };
};

const byOf = ({ world, viewer }: Asked['context'], repository: Repository): By => ({ world, viewer, repository });

const answer = ({ args, context }: Asked, { by, pullRequest }: Target, more: Source = {}): Source => ({
  clientMutationId: args.input.clientMutationId ?? null,
  actor: actor(context.viewer.token?.login ?? ''),
  pullRequest: { __typename: 'PullRequest', repository: by.repository, pullRequest },
  ...more,
});

/** A mutation that acts on the pull request of `pullRequestId`. */
const on =
  (act: (found: Target, asked: Asked) => unknown, id = 'pullRequestId'): Resolver =>
  async (asked) => {
    const found = target(asked, asked.args.input[id]);
    await act(found, asked);
    return answer(asked, found);
  };

const mergeOf = ({ args }: Asked) => {
  const { mergeMethod, expectedHeadOid, commitHeadline, commitBody } = args.input;
  return {
    method: String(mergeMethod ?? 'MERGE').toLowerCase() as MergeMethod,
    expectedHeadOid: expectedHeadOid ?? undefined,
    headline: commitHeadline ?? undefined,
    body: commitBody ?? undefined,
  };
};

const names = (ids: readonly string[] | null | undefined, at: number): string[] =>
  (ids ?? []).map((id) => readNodeId(id)?.parts[at] ?? '');

export const pullWrites: Resolvers = {
  Mutation: {
    createPullRequest: async (asked) => {
      const { repositoryId, title, body, headRefName, baseRefName, draft } = asked.args.input;
      const by = byOf(asked.context, repositoryOf(asked, repositoryId));
      const pullRequest = await openPullRequest(by, {
        title,
        body: body ?? '',
        head: headRefName,
        base: baseRefName,
        draft: draft ?? false,
      });
      return answer(asked, { by, pullRequest });
    },
    updatePullRequest: on(async ({ by, pullRequest }, { args }) => {
      const { title, body, baseRefName, state, labelIds, assigneeIds } = args.input;
      const wanted = state ? (state === 'CLOSED' ? 'closed' : 'open') : undefined;
      await editPullRequest(by, pullRequest, {
        title: title ?? undefined,
        body: body ?? undefined,
        base: baseRefName ?? undefined,
        state: wanted,
      });
      if (labelIds) pullRequest.labels = names(labelIds, 1);
      if (assigneeIds) pullRequest.assignees = names(assigneeIds, 0);
    }),
    closePullRequest: on(({ by, pullRequest }) => editPullRequest(by, pullRequest, { state: 'closed' })),
    reopenPullRequest: on(({ by, pullRequest }) => editPullRequest(by, pullRequest, { state: 'open' })),
    convertPullRequestToDraft: on(({ by, pullRequest }) => editPullRequest(by, pullRequest, { draft: true })),
    markPullRequestReadyForReview: on(({ by, pullRequest }) => editPullRequest(by, pullRequest, { draft: false })),
    mergePullRequest: on(({ by, pullRequest }, asked) => mergePullRequest(by, pullRequest, mergeOf(asked))),
    enablePullRequestAutoMerge: on(({ by, pullRequest }, asked) => arm(by, pullRequest, mergeOf(asked))),
    disablePullRequestAutoMerge: on(({ by, pullRequest }) => disarm(by, pullRequest)),
    enqueuePullRequest: async (asked) => {
      const found = target(asked, asked.args.input.pullRequestId);
      enqueue(found.by, found.pullRequest, asked.args.input.expectedHeadOid ?? undefined);
      const { repository } = found.by;
      return answer(asked, found, {
        mergeQueueEntry: { __typename: 'MergeQueueEntry', repository, pullRequest: found.pullRequest, position: 1 },
      });
    },
    dequeuePullRequest: async (asked) => {
      const found = target(asked, asked.args.input.id);
      dequeue(found.by, found.pullRequest);
      return answer(asked, found, { mergeQueueEntry: null });
    },
    requestReviews: on(({ by, pullRequest }, { args }) =>
      requestReviews(by, pullRequest, [
        ...names(args.input.userIds, 0),
        ...names(args.input.teamIds, 1).map((slug) => `team:${slug}`),
      ]),
    ),
    addLabelsToLabelable: async (asked) => {
      const found = target(asked, asked.args.input.labelableId);
      addLabels(found.by, found.pullRequest, names(asked.args.input.labelIds, 1));
      return { clientMutationId: null, labelable: answer(asked, found).pullRequest };
    },
    addAssigneesToAssignable: async (asked) => {
      const found = target(asked, asked.args.input.assignableId);
      assign(found.by, found.pullRequest, names(asked.args.input.assigneeIds, 0));
      return { clientMutationId: null, assignable: answer(asked, found).pullRequest };
    },
    addComment: async (asked) => {
      const found = target(asked, asked.args.input.subjectId);
      const { login, body, at } = comment(found.by, found.pullRequest, asked.args.input.body);
      const index = found.pullRequest.comments.length - 1;
      const id = nodeId('PR', nameOf(found.by.repository), found.pullRequest.number, 'comment', index);
      const url = `${asked.context.world.serverUrl}/${found.by.repository.owner}/${found.by.repository.name}/pull/${found.pullRequest.number}#issuecomment-1`;
      const node = { __typename: 'IssueComment', id, author: actor(login), body, createdAt: at, url };
      return {
        clientMutationId: null,
        subject: answer(asked, found).pullRequest,
        commentEdge: { cursor: 'cursor 0', node },
      };
    },
    deleteIssueComment: async (asked) => {
      const { id } = asked.args.input;
      const { by, pullRequest } = target(asked, id);
      removeComment(by, pullRequest, Number(readNodeId(id)?.parts[3]));
      return { clientMutationId: null };
    },
  },
};
