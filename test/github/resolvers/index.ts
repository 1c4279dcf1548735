import { commits } from './commits.ts';
import { objects } from './objects.ts';
import { pullWrites } from './pull-writes.ts';
import { pulls } from './pulls.ts';
import { query } from './query.ts';
import { repositories } from './repositories.ts';
import type { Resolvers } from './types.ts';
import { writes } from './writes.ts';

const all: readonly Resolvers[] = [query, repositories, commits, objects, pulls, writes, pullWrites];

const types = new Set(all.flatMap((part) => Object.keys(part)));

export const resolvers: Resolvers = Object.fromEntries(
  [...types].map((type) => [type, Object.assign({}, ...all.map((part) => part[type]))]),
);
