import { debug, endGroup, isDebug, startGroup } from '@actions/core';
import type { Log } from '../../ports.ts';
import { inertLines } from './lines.ts';

/** The log of a job. Debug lines appear where debug logging of the runner is on (RUNNER_DEBUG is 1). */
export function runnerLog(): Log {
  return {
    info: (message) => {
      for (const line of inertLines(message)) process.stdout.write(`${line}\n`);
    },
    debug: (message) => {
      if (isDebug()) for (const line of inertLines(message)) debug(line);
    },
    group: async (heading, step) => {
      startGroup(inertLines(heading).join(' '));
      try {
        return await step();
      } finally {
        endGroup();
      }
    },
  };
}
