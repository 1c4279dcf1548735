/** The price of a request before it runs: nodes and points by GitHub's published formula, and the refusals.
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLCompositeType,
  type GraphQLField,
  getNamedType,
  type InlineFragmentNode,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { type Refusal, refusal, tooFewScopes } from './errors.ts';
import { githubSchema } from './schema.ts';

export type Asking = {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string | null | undefined;
};

export type Cost = {
  /** Of all connections, as many as they may bring. */
  readonly nodes: number;
  /** Of the hourly limit. */
  readonly points: number;
  /** How many commits are asked for their pull requests, each of which costs GitHub a walk. */
  readonly walks: number;
};

export const MOST_NODES = 500_000;

/** The cost of a query, before it is executed.
 * @throws Refusal in GitHub's words for a connection without a limit or with one over 100, and for too many nodes. */
export function costOf(asking: Asking): Cost {
  const sum = { nodes: 0, requests: 0, walks: 0 };
  visitFields(asking, ({ field, parent, definition, selected, times }) => {
    if (!isConnection(definition)) return times;
    const count = limitOf(field, asking.variables, selected());
    sum.requests += times;
    sum.nodes += times * count;
    if (parent.name === 'Commit' && field.name.value === 'associatedPullRequests') sum.walks += times;
    return times * count;
  });
  if (sum.nodes > MOST_NODES) throw tooManyNodes(sum.nodes);
  return { nodes: sum.nodes, points: Math.max(1, Math.round(sum.requests / 100)), walks: sum.walks };
}

/** @throws Refusal for a field that a classic token with these scopes may not read, whether or not there is anything to read. */
export function demandScopes(asking: Asking, scopes: readonly string[]): void {
  visitFields(asking, ({ field, parent, times }) => {
    const needed = neededScopes[`${parent.name}.${field.name.value}`] ?? neededScopes[`${parent.name}.*`];
    if (needed && field.name.value !== '__typename' && !needed.some((scope) => scopes.includes(scope)))
      throw tooFewScopes(field.name.value, { needed, granted: scopes });
    return times;
  });
}

/** Of a team any field, as the documentation of scopes has it; `slug` is the one that was seen. Of a mutation it was seen for `addStar`. */
const neededScopes: Readonly<Record<string, readonly string[]>> = {
  'Mutation.*': ['public_repo', 'repo'],
  'Team.*': ['read:org', 'read:discussion'],
  'Organization.team': ['read:org', 'read:discussion'],
  'Organization.teams': ['read:org', 'read:discussion'],
  'Organization.membersWithRole': ['read:org'],
  'User.email': ['user:email', 'read:user'],
};

const tooManyNodes = (nodes: number): Refusal =>
  refusal(
    `This query requests up to ${nodes.toLocaleString('en')} possible nodes which exceeds the maximum limit of 500,000.`,
    { type: 'MAX_NODE_LIMIT_EXCEEDED', status: 200 },
  );

type Definition = GraphQLField<unknown, unknown>;
type Visited = {
  readonly field: FieldNode;
  readonly parent: GraphQLCompositeType;
  readonly definition: Definition;
  /** Names of the fields that are selected below, through fragments. */
  readonly selected: () => readonly string[];
  /** How often its parent can occur. */
  readonly times: number;
};

type Inner = InlineFragmentNode | FragmentDefinitionNode;

/** Visits each selected field with its parent's type. `visit` says how often each thing below can occur. */
const visitFields = ({ document, operationName }: Asking, visit: (visited: Visited) => number): void => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION && (!operationName || definition.name?.value === operationName),
  );
  const schema = githubSchema();
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return;

  const typeNamed = (name: string | undefined): GraphQLCompositeType | undefined => {
    const type = name === undefined ? undefined : schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  };

  const innerOf = (spread: FragmentSpreadNode | InlineFragmentNode): Inner | undefined =>
    spread.kind === Kind.INLINE_FRAGMENT ? spread : fragments.get(spread.name.value);

  const selectedIn = (set: SelectionSetNode | undefined): string[] =>
    (set?.selections ?? []).flatMap((selection) =>
      selection.kind === Kind.FIELD ? [selection.name.value] : selectedIn(innerOf(selection)?.selectionSet),
    );

  const enter = (field: FieldNode, parent: GraphQLCompositeType, times: number): void => {
    const definition = fieldOf(parent, field.name.value);
    if (definition === undefined) return;
    const below = visit({ field, parent, definition, selected: () => selectedIn(field.selectionSet), times });
    const type = getNamedType(definition.type);
    if (isCompositeType(type)) walk(field.selectionSet, type, below);
  };

  const walk = (set: SelectionSetNode | undefined, parent: GraphQLCompositeType, times: number): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) enter(selection, parent, times);
      else {
        const inner = innerOf(selection);
        walk(inner?.selectionSet, typeNamed(inner?.typeCondition?.name.value) ?? parent, times);
      }
    }
  };
  walk(operation?.selectionSet, root, 1);
};

const fieldOf = (type: GraphQLCompositeType, name: string): Definition | undefined =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;

const isConnection = (definition: Definition): boolean =>
  getNamedType(definition.type).name.endsWith('Connection') && definition.args.some(({ name }) => name === 'first');

/** A mere `totalCount` needs no limit. */
const limitOf = (
  field: FieldNode,
  variables: Readonly<Record<string, unknown>>,
  selected: readonly string[],
): number => {
  const value = (name: string): unknown => {
    const argument = field.arguments?.find((each) => each.name.value === name);
    return argument && valueFromASTUntyped(argument.value, variables);
  };
  const [name, count] = value('first') == null ? ['last', value('last')] : ['first', value('first')];
  if (count == null) {
    if (!selected.some((each) => ['nodes', 'edges', 'pageInfo'].includes(each))) return 0;
    throw refusal(
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${field.name.value}\` connection.`,
      { type: 'MISSING_PAGINATION_BOUNDARIES', status: 200 },
    );
  }
  if (Number(count) > 100 || Number(count) < 0) {
    const message = `Requesting ${count} records on the \`${field.name.value}\` connection exceeds the \`${name}\` limit of 100 records.`;
    throw refusal(message, { type: 'EXCESSIVE_PAGINATION', status: 200 });
  }
  return Number(count);
};
