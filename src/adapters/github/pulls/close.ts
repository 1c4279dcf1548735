import type { Notice } from '../../../domain/model.ts';
import { listed, quote } from '../../../domain/text.ts';
import type { Proposal } from '../../../ports.ts';
import type { Base } from '../place.ts';

const DELETE = `mutation Delete($refs: UpdateRefsInput!) {
  updateRefs(input: $refs) { clientMutationId }
}`;
const CLOSE = `mutation Close($comment: AddCommentInput!, $closed: ClosePullRequestInput!, $refs: UpdateRefsInput!) {
  addComment(input: $comment) { clientMutationId }
  closePullRequest(input: $closed) { clientMutationId }
  updateRefs(input: $refs) { clientMutationId }
}`;

/** Says why, closes and deletes the branch where it was seen, in one request. What is promoted is promoted: a failure is told. */
export async function closeProposal(base: Base, proposal: Proposal, comment: string): Promise<readonly Notice[]> {
  const { branch, head, pullRequest } = proposal;
  const gone = { name: `refs/heads/${branch}`, beforeOid: head.id, afterOid: '0'.repeat(head.id.length) };
  const refs = { repositoryId: base.repository, refUpdates: [gone] };
  const answer = await base.place.client.graphql<object>(
    pullRequest === undefined
      ? { document: DELETE, variables: { refs } }
      : {
          document: CLOSE,
          variables: {
            comment: { subjectId: pullRequest.key, body: comment },
            closed: { pullRequestId: pullRequest.key },
            refs,
          },
        },
  );
  const problems = answer.kind === 'lost' ? [answer.reason] : answer.problems.map(({ message }) => message);
  const serious = problems.filter((message) => !/reference does not exist/i.test(message));
  if (serious.length === 0) return [];
  const what = pullRequest === undefined ? `The branch ${quote(branch)}` : `Pull request ${pullRequest.number}`;
  return [
    {
      message: `${what} has nothing left to propose, but it could not be closed: ${listed(serious.map(quote))}.`,
      hint: 'Close it and delete its branch by hand, or run this again.',
    },
  ];
}
