/** Executes GitHub's published schema with the resolvers of this folder. A field that the fake does not know is an
 * error that says so, never a silent null. */
import {
  type DocumentNode,
  execute,
  type GraphQLError,
  type GraphQLFieldResolver,
  isNullableType,
  Kind,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { Budget } from './budget.ts';
import { type Cost, costOf, demandScopes } from './cost.ts';
import { isRefusal, notAccessible, type Refusal, refusal } from './errors.ts';
import { resolvers } from './resolvers/index.ts';
import { githubSchema } from './schema.ts';
import { inGitHubsWords } from './wording.ts';
import type { Viewer, World } from './world.ts';

export type GraphqlRequest = {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null | undefined;
  readonly operationName?: string | null | undefined;
};

export type Context = {
  readonly world: World;
  readonly viewer: Viewer;
  readonly cost: Cost;
  readonly budget: Budget;
  /** Fields by their response path that are to run out of resources. */
  readonly exhausted?: ((path: readonly (string | number)[]) => boolean) | undefined;
  /** And those that the token may not read. */
  readonly forbidden?: ((path: readonly (string | number)[]) => boolean) | undefined;
  /** And those that are null without a word. */
  readonly blank?: ((path: readonly (string | number)[]) => boolean) | undefined;
};

export type GraphqlAnswer = { readonly data?: unknown; readonly errors?: readonly Record<string, unknown>[] };
export type Operation = {
  readonly kind: 'query' | 'mutation';
  readonly name: string | undefined;
  readonly fields: readonly string[];
};

/** Kind, name and root fields of the operation; undefined if the text does not parse. */
export function operationOf({ query, operationName }: GraphqlRequest): Operation | undefined {
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch {
    return undefined;
  }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === 'subscription') continue;
    if (operationName && definition.name?.value !== operationName) continue;
    const fields = definition.selectionSet.selections.flatMap((selection) =>
      selection.kind === Kind.FIELD ? [selection.name.value] : [],
    );
    return { kind: definition.operation, name: definition.name?.value, fields };
  }
  return undefined;
}

export type Prepared =
  | { readonly kind: 'prepared'; readonly document: DocumentNode; readonly cost: Cost }
  | { readonly kind: 'refused'; readonly answer: GraphqlAnswer };

/** GitHub's answer before the execution: the price, or a refusal. */
export function prepare(request: GraphqlRequest, { token }: Viewer): Prepared {
  const checked = checkDocument(request.query);
  if ('errors' in checked) return { kind: 'refused', answer: checked };
  const { document } = checked;
  const { variables, operationName } = request;
  const asking = { document, variables: variables ?? {}, operationName };
  try {
    const cost = costOf(asking);
    if (token?.scopes) demandScopes(asking, token.scopes);
    return { kind: 'prepared', document, cost };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { kind: 'refused', answer: refusedWhole(error) };
  }
}

/** Of a scope that is missing `data` is null as a whole, seen; the rest is refused before there is any. */
const refusedWhole = ({ type, message }: Refusal): GraphqlAnswer => ({
  ...(type === 'INSUFFICIENT_SCOPES' && { data: null }),
  errors: [{ type, message }],
});

export async function answerGraphql(
  document: DocumentNode,
  request: GraphqlRequest,
  context: Context,
): Promise<GraphqlAnswer> {
  const result = await execute({
    schema: githubSchema(),
    document,
    contextValue: context,
    variableValues: request.variables ?? {},
    operationName: request.operationName ?? null,
    fieldResolver: resolveField,
    typeResolver: (value) => (value as { __typename: string }).__typename,
  });
  const errors = result.errors?.map(describe);
  return { ...('data' in result && { data: result.data }), ...(errors && { errors }) };
}

type Checked = { readonly document: DocumentNode } | { readonly errors: readonly Record<string, unknown>[] };

/** Clients repeat their queries: each text is checked once. */
const documents = new Map<string, Checked>();

const checkDocument = (query: string): Checked => {
  const known = documents.get(query) ?? check(query);
  documents.set(query, known);
  return known;
};

const check = (query: string): Checked => {
  try {
    const document = parse(query);
    const mistakes = validate(githubSchema(), document, specifiedRules, { maxErrors: 20 });
    return mistakes.length > 0 ? { errors: mistakes.map(inGitHubsWords) } : { document };
  } catch (error) {
    return { errors: [inGitHubsWords(error as GraphQLError)] };
  }
};

const resolveField: GraphQLFieldResolver<Record<string, unknown> | undefined, Context> = async (
  source,
  args,
  context,
  info,
) => {
  const value = await resolveWhole(source, args, context, info);
  return isNullableType(info.returnType) && context.blank?.(pathOf(info.path)) ? null : value;
};

const resolveWhole: GraphQLFieldResolver<Record<string, unknown> | undefined, Context> = async (
  source,
  args,
  context,
  info,
) => {
  const path = pathOf(info.path);
  if (context.exhausted?.(path)) {
    throw refusal('Resource limits for this query exceeded.', { type: 'RESOURCE_LIMITS_EXCEEDED', status: 200 });
  }
  if (context.forbidden?.(path)) throw notAccessible(context.viewer.token?.kind ?? 'app');
  const { name } = info.parentType;
  const resolver = resolvers[name]?.[info.fieldName];
  if (resolver) {
    const resolved = () => resolver({ source: source ?? {}, args, context, info });
    return name === 'Mutation' ? context.world.exclusive(async () => resolved()) : resolved();
  }
  if (source && info.fieldName in source) return source[info.fieldName];
  throw new Error(`the fake GitHub does not know ${name}.${info.fieldName} yet`);
};

const pathOf = (path: { prev: unknown; key: string | number } | undefined): (string | number)[] =>
  path ? [...pathOf(path.prev as Parameters<typeof pathOf>[0]), path.key] : [];

const describe = (error: GraphQLError): Record<string, unknown> => {
  const { path, locations, message, originalError } = error;
  return isRefusal(originalError) ? { type: originalError.type, path, locations, message } : inGitHubsWords(error);
};
