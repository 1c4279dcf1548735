import { type Reference, splitReference } from '../image.ts';
import { address } from './markdown.ts';
import type { Report } from './schema.ts';

/** Addresses of what a report speaks of, on a server such as `https://github.com`; undefined where a part is not known. */
export type Links = {
  readonly repository: string | undefined;
  readonly commit: string | undefined;
  pullRequest(number: number): string | undefined;
  file(path: string, line?: number): string | undefined;
  readonly sourceCommit: string | undefined;
  readonly sourceRun: string | undefined;
  /** What changed in the application between the two references of a change. */
  compare(change: { readonly from: string; readonly to: string }): string | undefined;
};

export function linksOf({ repository, branch, commit, source }: Report, server: string): Links {
  const to = (owned: string | undefined, ...parts: readonly (string | undefined)[]): string | undefined => {
    const known = [owned, ...parts].filter((part) => part !== undefined);
    return known.length < parts.length + 1 ? undefined : address(server, known);
  };
  return {
    repository: to(repository),
    commit: to(repository, 'commit', commit),
    pullRequest: (number) => to(repository, 'pull', String(number)),
    file: (path, line) => {
      // HEAD stands for the default branch, which is the one that counts where none is given.
      const found = to(repository, 'blob', commit ?? branch ?? 'HEAD', path);
      return found === undefined || line === undefined ? found : `${found}#L${line}`;
    },
    sourceCommit: to(source?.repository, 'commit', source?.sha),
    sourceRun: to(source?.repository, 'actions/runs', source?.run_id?.toString()),
    compare: (change) => to(source?.repository, 'compare', rangeOf(change, source)),
  };
}

/** `old...new` of the application, where the image tags tell: they are commit ids, or named after the git tag that was built. */
export const rangeOf = (
  change: { readonly from: string; readonly to: string },
  source: Pick<NonNullable<Report['source']>, 'sha' | 'ref'> | undefined,
): string | undefined => {
  const { tag: before }: Reference = splitReference(change.from);
  const { tag: after }: Reference = splitReference(change.to);
  if (before === undefined || after === undefined || before === after) return undefined;
  const commit = /^[0-9a-f]{7,64}$/;
  if (commit.test(before) && commit.test(after)) {
    return source?.sha?.startsWith(after) ? `${before}...${after}` : undefined;
  }
  const tag = source?.ref?.startsWith('refs/tags/') ? source.ref.slice('refs/tags/'.length) : undefined;
  if (tag === undefined || commit.test(before)) return undefined;
  if (tag === after) return `${before}...${tag}`;
  return tag === `v${after}` ? `v${before}...${tag}` : undefined;
};
