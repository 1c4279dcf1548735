import { describe, expect, it } from 'vitest';
import { entriesFrom, followManifest, type StateImage } from '../../../src/domain/history/follow-manifest.ts';
import type { BranchStep } from '../../../src/domain/history/steps.ts';
import { parseReference, printReference } from '../../../src/domain/image.ts';

const WEB = 'registry.example.com/shop/web';
const place = { product: 'shop', environment: 'prod', path: 'prod.yaml' };

const image = (text: string, name?: string): StateImage => {
  const reference = parseReference(text);
  return { names: [name ?? reference.repository], reference };
};

/** Steps of one manifest from the oldest to the newest, a minute apart: the id and the message. */
const stepsOf = (...said: readonly (readonly [string, string, Partial<BranchStep>?])[]): BranchStep[] =>
  said
    .map(([commit, lines, more], index) => ({
      commit,
      landed: commit,
      at: `2026-11-03T10:0${index}:00+00:00`,
      author: 'octocat',
      lines,
      record: 'readable' as const,
      ...more,
    }))
    .reverse();

const promoted = (tag: string, more = ''): string => `Promotion: prod ${WEB}:${tag}${more}`;

type Case = {
  readonly steps: readonly BranchStep[];
  readonly current: readonly StateImage[];
  readonly states?: Readonly<Record<string, readonly StateImage[] | undefined>>;
};

/** `kind: from → to` of each entry, oldest first, or the revisions that are asked for. */
const followed = ({ steps, current, states = {} }: Case): readonly string[] => {
  const result = followManifest({ ...place, steps, current, states: new Map(Object.entries(states)) });
  if (result.kind === 'more') return result.revisions;
  return entriesFrom(place, result.changes, { server: 'https://github.com' }).map(
    ({ kind, from, to }) => `${kind}: ${from ? printReference(from) : '-'} → ${to ? printReference(to) : '-'}`,
  );
};

describe('the entries of a manifest', () => {
  const steps = stepsOf(['a', promoted('v1')], ['b', promoted('v2')]);

  it('need only the state before the first step if all steps have records', () => {
    expect(followed({ steps, current: [image(`${WEB}:v2`)] })).toEqual(expect.arrayContaining(['a^']));
    const states = { 'a^': [image(`${WEB}:v0`)] };
    expect(followed({ steps, current: [image(`${WEB}:v2`)], states })).toEqual([
      `promotion: ${WEB}:v0 → ${WEB}:v1`,
      `promotion: ${WEB}:v1 → ${WEB}:v2`,
    ]);
  });

  it('need the state after a step without a record, which is an edit by hand', () => {
    const edited = stepsOf(['a', promoted('v1')], ['b', 'Fix it'], ['c', promoted('v3')]);
    const before = { 'a^': [image(`${WEB}:v0`)] };
    const current = [image(`${WEB}:v3`)];
    expect(followed({ steps: edited, current, states: before })).toEqual(['b']);
    expect(followed({ steps: edited, current, states: { ...before, b: [image(`${WEB}:v2`)] } })).toEqual([
      `promotion: ${WEB}:v0 → ${WEB}:v1`,
      `by-hand: ${WEB}:v1 → ${WEB}:v2`,
      `promotion: ${WEB}:v2 → ${WEB}:v3`,
    ]);
  });

  it('need every state if the records do not lead to the present content of the manifest', () => {
    const current = [image(`${WEB}:v9`)];
    const before = { 'a^': [image(`${WEB}:v0`)] };
    expect(followed({ steps, current, states: before })).toEqual(['b', 'a']);
    const states = { ...before, a: [image(`${WEB}:v1`)], b: [image(`${WEB}:v9`)] };
    expect(followed({ steps, current, states })).toEqual([
      `promotion: ${WEB}:v0 → ${WEB}:v1`,
      `by-hand: ${WEB}:v1 → ${WEB}:v9`,
    ]);
  });

  it('skip a step that changes something else', () => {
    const states = { 'a^': [image(`${WEB}:v0`)], a: [image(`${WEB}:v0`)] };
    expect(followed({ steps: stepsOf(['a', 'Raise the replicas']), current: [image(`${WEB}:v0`)], states })).toEqual(
      [],
    );
  });

  it('show an image that is added or removed', () => {
    const both = stepsOf(['a', 'Add redis'], ['b', 'Drop redis']);
    const states = {
      'a^': [image(`${WEB}:v0`)],
      a: [image(`${WEB}:v0`), image('redis:7')],
      b: [image(`${WEB}:v0`)],
    };
    expect(followed({ steps: both, current: [image(`${WEB}:v0`)], states })).toEqual([
      'by-hand: - → redis:7',
      'by-hand: redis:7 → -',
    ]);
  });

  it('follow an image that moves to another repository', () => {
    const states = { 'a^': [image(`${WEB}:v0`, 'web')], a: [image('ghcr.io/acme/web:v0', 'web')] };
    expect(followed({ steps: stepsOf(['a', 'Move']), current: [image('ghcr.io/acme/web:v0', 'web')], states })).toEqual(
      [`by-hand: ${WEB}:v0 → ghcr.io/acme/web:v0`],
    );
  });

  it('skip a state that cannot be read as a manifest', () => {
    const states = { 'a^': [image(`${WEB}:v0`)], a: undefined, b: [image(`${WEB}:v1`)] };
    const broken = stepsOf(['a', 'Break it'], ['b', 'Mend it']);
    expect(followed({ steps: broken, current: [image(`${WEB}:v1`)], states })).toEqual([
      `by-hand: ${WEB}:v0 → ${WEB}:v1`,
    ]);
  });

  it('are unknown if the record is hidden, and rolled back if the record says so', () => {
    const hidden = stepsOf(['a', '', { record: 'hidden' }], ['b', `Rollback: prod ${WEB}:v0 instead of ${WEB}:v1`]);
    const states = { 'a^': [image(`${WEB}:v0`)], a: [image(`${WEB}:v1`)] };
    expect(followed({ steps: hidden, current: [image(`${WEB}:v0`)], states })).toEqual([
      `unknown: ${WEB}:v0 → ${WEB}:v1`,
      `rollback: ${WEB}:v1 → ${WEB}:v0`,
    ]);
  });

  it('show only a record in a step that creates or renames the file', () => {
    const current = [image(`${WEB}:v0`)];
    const states = new Map([
      ['a^', []],
      ['a', current],
    ]);
    const made = (lines: string) =>
      followManifest({ ...place, steps: stepsOf(['a', lines]), current, states, begins: true });
    expect(made('Begin')).toEqual({ kind: 'followed', changes: [] });
    expect(made(promoted('v0'))).toMatchObject({ changes: [{ to: { tag: 'v0' } }] });
  });

  it('ignore the records of another environment', () => {
    const other = stepsOf(['a', `Promotion: stg ${WEB}:v1`]);
    expect(followed({ steps: other, current: [image(`${WEB}:v0`)], states: { 'a^': [image(`${WEB}:v0`)] } })).toEqual([
      'a',
    ]);
  });
});

describe('an entry', () => {
  const sha = 'c'.repeat(40);
  const lines = [
    promoted('v1', ` from acme/shop@${sha} refs/heads/main committed 2026-11-03T09:00:00Z by release.yml#42`),
    'Promotion-Run: https://github.com/acme/shop/actions/runs/1',
    'Promotion-Actor: octocat',
  ].join('\n');
  const entryOf = (text: string) => {
    const result = followManifest({
      ...place,
      steps: stepsOf(['a', text, { pullRequest: { number: 12 } }]),
      current: [image(`${WEB}:v1`)],
      states: new Map([['a^', [image(`${WEB}:v0`)]]]),
    });
    const changes = result.kind === 'followed' ? result.changes : [];
    return entriesFrom(place, changes, { server: 'https://github.com', repository: 'acme/manifests' })[0];
  };

  it('shows the build with its link, the run, the person, the pull request and the lead time', () => {
    expect(entryOf(lines)).toMatchObject({
      at: '2026-11-03T10:00:00Z',
      url: 'https://github.com/acme/manifests/commit/a',
      source: { sha, runNumber: 42, url: `https://github.com/acme/shop/commit/${sha}` },
      run: 'https://github.com/acme/shop/actions/runs/1',
      actor: 'octocat',
      pullRequest: { number: 12, url: 'https://github.com/acme/manifests/pull/12' },
      leadTime: 3600,
    });
  });

  it('has no lead time if the commit has no date, or a date after the promotion', () => {
    expect(entryOf(promoted('v1'))?.leadTime).toBeUndefined();
    expect(entryOf(lines.replace('09:00:00', '10:00:01'))?.leadTime).toBeUndefined();
  });
});
