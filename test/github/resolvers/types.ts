import { type GraphQLResolveInfo, Kind } from 'graphql';
import { notAccessible, refusal } from '../errors.ts';
import type { Context } from '../graphql.ts';

/** Values that GitHub's schema has checked, or a client's REST body: typing them again would prove nothing. */
// biome-ignore lint/suspicious/noExplicitAny: see above; the only place
export type Untyped = any;
export type Source = Record<string, unknown>;
export type Asked = {
  readonly source: Untyped;
  readonly args: Untyped;
  readonly context: Context;
  readonly info: GraphQLResolveInfo;
};
export type Resolver = (asked: Asked) => unknown;
export type Resolvers = Readonly<Record<string, Readonly<Record<string, Resolver>>>>;

export type Page<T> = {
  readonly nodes: readonly T[];
  readonly totalCount: number;
  readonly pageInfo: Source;
  readonly edges: readonly Source[];
};

export type Window = { readonly offset: number; readonly count: number };

const MISSING = (field: string): string =>
  `You must provide a \`first\` or \`last\` value to properly paginate the \`${field}\` connection.`;

/** Whether one of these fields may be selected; a fragment may select anything. */
export const asksFor = ({ fieldNodes }: GraphQLResolveInfo, ...names: readonly string[]): boolean =>
  fieldNodes.some(({ selectionSet }) =>
    selectionSet?.selections.some((selection) => selection.kind !== Kind.FIELD || names.includes(selection.name.value)),
  );

/** Which part of a connection is asked for.
 * @throws Refusal in GitHub's words for a connection without a limit, or with one over 100. */
export function windowOf({ args, info }: Asked, total: number): Window {
  // A mere `totalCount` needs no limit.
  if (args.first == null && args.last == null && !asksFor(info, 'nodes', 'edges')) return { offset: 0, count: 0 };
  const name = args.first === undefined || args.first === null ? 'last' : 'first';
  const count: number | null | undefined = args[name];
  if (count === undefined || count === null) {
    throw refusal(MISSING(info.fieldName), { type: 'MISSING_PAGINATION_BOUNDARIES', status: 200 });
  }
  if (count > 100 || count < 0) {
    const message = `Requesting ${count} records on the \`${info.fieldName}\` connection exceeds the \`${name}\` limit of 100 records.`;
    throw refusal(message, { type: 'EXCESSIVE_PAGINATION', status: 200 });
  }
  const after = args.after ? Number(String(args.after).split(' ').at(-1)) + 1 : 0;
  if (name === 'first') return { offset: after, count };
  const before = args.before ? Number(String(args.before).split(' ').at(-1)) : total;
  const offset = Math.max(after, before - count);
  return { offset, count: Math.max(0, before - offset) };
}

export const page = <T>(shown: readonly T[], { offset }: Window, total: number): Page<T> => {
  const cursor = (index: number): string => `cursor ${offset + index}`;
  return {
    nodes: shown,
    edges: shown.map((node, index) => ({ node, cursor: cursor(index) })),
    totalCount: total,
    pageInfo: {
      hasNextPage: offset + shown.length < total,
      hasPreviousPage: offset > 0,
      startCursor: shown.length > 0 ? cursor(0) : null,
      endCursor: shown.length > 0 ? cursor(shown.length - 1) : null,
    },
  };
};

/** A connection over a list that is at hand. */
export const connect = <T>(asked: Asked, all: readonly T[]): Page<T> => {
  const window = windowOf(asked, all.length);
  return page(all.slice(window.offset, window.offset + window.count), window, all.length);
};

/** A connection over nodes that the viewer may not read: seen with the parent there and each node null, with an error of its own. */
export const connectForbidden = (asked: Asked, all: readonly unknown[]): Page<Error> =>
  connect(
    asked,
    all.map(() => notAccessible(asked.context.viewer.token?.kind ?? 'user')),
  );
