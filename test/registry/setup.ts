import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRegistry } from '../../src/adapters/registry/registry.ts';
import type { Clock, Log, Registry } from '../../src/ports.ts';

/** A docker configuration in a directory of its own, as docker/login-action leaves it; with programs to be found on PATH. */
export type Machine = {
  readonly environment: Record<string, string | undefined>;
  readonly directory: string;
};

/** Writes the configuration (as it is where it is a text) and the helpers, shell scripts by their name; gone after the test. */
export function prepareMachine(config?: unknown, helpers: Readonly<Record<string, string>> = {}): Machine {
  const directory = mkdtempSync(join(tmpdir(), 'docker-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  if (config !== undefined) {
    writeFileSync(join(directory, 'config.json'), typeof config === 'string' ? config : JSON.stringify(config));
  }
  for (const [name, script] of Object.entries(helpers)) {
    writeFileSync(join(directory, `docker-credential-${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const environment = { PATH: `${directory}:${process.env.PATH}`, HOME: '/nonexistent', DOCKER_CONFIG: directory };
  return { environment, directory };
}

export const basicAuth = (username: string, password: string): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

export type Watched = {
  readonly registry: Registry;
  readonly log: Log;
  /** Everything that was logged. */
  readonly lines: string[];
  /** Milliseconds of every wait. */
  readonly waits: number[];
};

/** The registry adapter with a clock that does not really wait, and a log to look into. */
export function watchRegistry({ environment }: Machine = prepareMachine(), timeout = 20_000): Watched {
  const lines: string[] = [];
  const waits: number[] = [];
  let now = Date.parse('2026-11-30T09:00:00Z');
  const clock: Clock = {
    now: () => new Date(now),
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
    random: () => 0,
  };
  const log: Log = {
    info: (line) => lines.push(line),
    debug: (line) => lines.push(line),
    group: (heading, step) => {
      lines.push(heading);
      return step();
    },
  };
  return { registry: createRegistry({ clock, log, environment, timeout }), log, lines, waits };
}
