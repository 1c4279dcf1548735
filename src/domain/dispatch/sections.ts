import { fence, link, prose } from '../report/markdown.ts';
import type { Section } from '../report/sections.ts';

export type Shown = {
  /** As `printDispatch` gives it. */
  readonly request: string;
  readonly run?: { readonly id: number; readonly url: string | undefined } | undefined;
};

/** What a dispatch adds to the summary: the link to its run, and the request. */
export function dispatchSections({ request, run }: Shown): readonly Section[] {
  const started = run === undefined ? [] : [{ lead: ['### Run', '', link(prose(`Run ${run.id}`), run.url)], rows: [] }];
  const block = fence('', request.split('\n'));
  const sent = { lead: ['### Request', '', ...block.slice(0, 1)], rows: block.slice(1, -1), tail: block.slice(-1) };
  return [...started, sent];
}
