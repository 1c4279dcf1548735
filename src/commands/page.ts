import { figuresOf } from '../domain/history/figures.ts';
import { renderPage } from '../domain/page/page.ts';
import type { Since } from '../domain/request/input-table.ts';
import { history } from './history.ts';
import type { World } from './promotion/run-promotion.ts';
import { type Reported, type StatusRequest, status } from './status.ts';

export type PageRequest = StatusRequest & { readonly since?: Since | undefined };

export type StatusPage = { readonly reported: Reported; readonly html: string };

/** The status, and the page that shows it with its history. Changes nothing.
 * @throws PromotionError as `status` does */
export async function statusPage(
  request: PageRequest,
  world: World & { readonly server: string },
): Promise<StatusPage> {
  const { since, at, ...asked } = request;
  const told = await status({ ...asked, at }, world);
  const { history: past } = await history({ ...asked, since: beforeMoment(since, at) }, world);
  const known = new Set(told.status.problems.map(({ message }) => message));
  const problems = [...told.status.problems, ...past.problems.filter(({ message }) => !known.has(message))];
  const reported = { ...told, status: { ...told.status, problems } };
  // The page of a moment knows nothing that came later.
  const until = at ?? past.until;
  const entries = past.entries.filter((entry) => Date.parse(entry.at) <= Date.parse(until));
  const window = { since: past.since, until };
  const html = renderPage({
    now: at === undefined ? world.clock.now() : new Date(at),
    server: world.server,
    repository: reported.repository,
    branch: reported.branch,
    status: reported.status,
    window,
    entries,
    figures: at === undefined ? past.figures : figuresOf(entries, window),
  });
  return { reported, html };
}

const DAY = 24 * 3_600_000;

/** Days count back from the moment that the page is of. */
const beforeMoment = (since: Since = { days: 90 }, at: string | undefined): Since =>
  at === undefined || 'moment' in since
    ? since
    : { moment: new Date(Date.parse(at) - since.days * DAY).toISOString().replace(/\.\d+Z$/, 'Z') };
