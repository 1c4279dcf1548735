import { nameOf } from '../world.ts';
import type { Answer, RepositoryCall } from './index.ts';

/** A page of a list, with the links to the others. */
export async function paged<T>(
  call: RepositoryCall,
  all: readonly T[],
  body: (item: T) => Promise<unknown>,
): Promise<Answer> {
  const { incoming, world, repository } = call;
  const size = Math.min(100, Number(incoming.query.get('per_page') ?? 30));
  const page = Number(incoming.query.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const shown = await Promise.all(all.slice((page - 1) * size, page * size).map(body));
  const link = (to: number, relation: string): string => {
    const query = new URLSearchParams(incoming.query);
    query.set('page', String(to));
    return `<${world.url}${incoming.path.replace(/^\/repos\/[^/]+\/[^/]+/, `/repos/${nameOf(repository)}`)}?${query}>; rel="${relation}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
  ];
  return { status: 200, body: shown, ...(links.length > 0 && { headers: { link: links.join(', ') } }) };
}
