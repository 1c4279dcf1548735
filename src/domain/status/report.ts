import { printReference } from '../image.ts';
import type { StatusReport } from '../report/status.ts';
import type { Running, Status } from './model.ts';

/** Keys that say nothing are undefined. */
export function statusReportOf({ environments, rows, freezes, proposals }: Status): StatusReport {
  return {
    environments: [...environments],
    images: rows.flatMap(({ product, runs, relations }) =>
      [...runs.values()].flat().map((running) =>
        given({
          product,
          environment: running.environment,
          image: running.reference.repository,
          reference: printReference(running.reference),
          path: running.path,
          line: running.line,
          record: running.record,
          by: running.set?.by,
          commit: running.set?.commit,
          since: running.set && utc(running.set.at),
          source: sourceOf(running),
          relation: relations.get(running.environment),
          held: [...running.held],
        }),
      ),
    ),
    frozen: freezes.map((freeze) => ({ ...freeze })),
    'pull-requests': proposals.map(({ number, url, branch }) => ({ number, url, branch })),
  };
}

/** To the second, as the rest of the report has it; git tells the zone of whoever made the commit. */
const utc = (time: string): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

const sourceOf = ({ set }: Running): StatusReport['images'][number]['source'] => {
  const { repository, sha, ref, committedAt, workflow, runNumber } = set?.source ?? {};
  const source = given({ repository, sha, ref, committed_at: committedAt, workflow, run_number: runNumber });
  return Object.keys(source).length === 0 ? undefined : source;
};

const given = <T extends object>(facts: T): T =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T;
