import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { dressScalars } from './resolvers/scalars.ts';

/** Read from its file, since the package parses more than is asked for when it is imported. */
const file = new URL('../../node_modules/@octokit/graphql-schema/schema.graphql', import.meta.url);
let built: GraphQLSchema | undefined;

/** GitHub's schema, built once in a process (0.3 s). */
export function githubSchema(): GraphQLSchema {
  built ??= dressScalars(buildSchema(readFileSync(file, 'utf8'), { assumeValid: true }));
  return built;
}
