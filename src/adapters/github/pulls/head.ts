import type { Place } from '../place.ts';

type Body = {
  readonly repository: { readonly ref: { readonly target: { readonly oid: string } | null } | null } | null;
};

const DOCUMENT = `query Look($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }
}`;

/** Where the branch is now: how a lost race is worded is not documented. Undefined where it is gone or cannot be read. */
export async function readBranch({ client, owner, name }: Place, branch: string): Promise<string | undefined> {
  const variables = { owner, name, ref: `refs/heads/${branch}` };
  const answer = await client.graphql<Body>({ document: DOCUMENT, variables, repeat: true });
  return answer.kind === 'answered' ? answer.data?.repository?.ref?.target?.oid : undefined;
}
