/** The scalars that GitHub checks before it looks at a request. */
import { GraphQLError, type GraphQLScalarType, type GraphQLSchema, Kind, type ValueNode } from 'graphql';

const checks: Readonly<Record<string, RegExp>> = {
  GitObjectID: /^[0-9a-f]{40}([0-9a-f]{24})?$/,
  GitRefname: /^refs\/./,
  Base64String: /^[A-Za-z0-9+/]*={0,2}$/,
};

export function dressScalars(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, pattern] of Object.entries(checks)) {
    const scalar = schema.getType(name) as GraphQLScalarType;
    scalar.parseValue = (value: unknown) => {
      // Line breaks are common in base64 text and harmless.
      const text = name === 'Base64String' && typeof value === 'string' ? value.replace(/[\r\n]/g, '') : value;
      if (typeof text === 'string' && pattern.test(text) && (name !== 'Base64String' || text.length % 4 === 0))
        return text;
      throw new GraphQLError(`Could not coerce value ${JSON.stringify(shortened(value))} to ${name}`);
    };
    scalar.parseLiteral = (node: ValueNode) => scalar.parseValue(node.kind === Kind.STRING ? node.value : undefined);
  }
  for (const name of ['DateTime', 'GitTimestamp', 'PreciseDateTime']) {
    const scalar = schema.getType(name) as GraphQLScalarType;
    scalar.serialize = (value: unknown) => (value instanceof Date ? timestamp(value) : value);
  }
  return schema;
}

/** As GitHub prints dates: in seconds, UTC. */
export const timestamp = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');

const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 60 ? `${value.slice(0, 60)}…` : value;
