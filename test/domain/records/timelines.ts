import { readFileSync } from 'node:fs';
import type { Source } from '../../../src/domain/model.ts';
import type { world } from './world.ts';

export type Step = {
  readonly action: string;
  readonly outcome: string;
  /** The image of the environment afterwards. */
  readonly runs: string;
};

export type Timeline = { readonly title: string; readonly steps: readonly Step[] };

/** The timelines of a document: its fenced blocks of that name. */
export function readTimelines(document: URL): Timeline[] {
  const blocks = readFileSync(document, 'utf8').matchAll(/^```timeline\n(.+?)\n\n(.+?)\n```$/gms);
  return [...blocks].map(([, title = '', lines = '']) => ({ title, steps: lines.split('\n').map(parseStep) }));
}

const parseStep = (line: string): Step => {
  const [, action, outcome, runs] = /^\d+ {2}(.+?) {2,}(.+?) {2,}(\S+)$/.exec(line) ?? [];
  if (action === undefined || outcome === undefined || runs === undefined) throw new Error(`No step: ${line}`);
  return { action, outcome, runs };
};

/** The tag that a step asks for; undefined where it goes back. */
export function tagOf({ action }: Step): string | undefined {
  return /(?:asks for|promotes|edits to) (\S+)$/.exec(action)?.[1];
}

/** Executes a step, and returns its result. */
export function execute(step: Step, prod: ReturnType<typeof world>): string {
  const tag = tagOf(step);
  if (tag === undefined) return prod.rollBack();
  if (step.action.startsWith('somebody edits')) return prod.edit(tag);
  if (step.action.startsWith('somebody promotes')) return prod.ask({ tag, trigger: 'by-hand' });
  return prod.ask({ tag, source: sourceOf(step.action) });
}

const asking =
  /^(?:(?<workflow>\S+)#(?<number>\d+) of )?(?<name>\S+)(?: committed (?<time>\d\d:\d\d))?(?<manual> started by hand)? asks for /;

const sourceOf = (action: string): Source => {
  const parts = asking.exec(action)?.groups;
  if (parts === undefined) throw new Error(`Nobody knows how to: ${action}`);
  const { workflow, number, name, time, manual } = parts;
  return {
    repository: 'acme/shop',
    ref: /^v\d/.test(name ?? '') ? `refs/tags/${name}` : `refs/heads/${name}`,
    event: manual === undefined ? 'push' : 'workflow_dispatch',
    ...(workflow === undefined ? {} : { workflow, runNumber: Number(number) }),
    ...(time === undefined ? {} : { committedAt: `2026-11-30T${time}:00Z` }),
  };
};
