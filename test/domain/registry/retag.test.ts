import { describe, expect, it } from 'vitest';
import { planRetag } from '../../../src/domain/registry/plan-retag.ts';
import { judgeStatus, type RegistryManifest, type Verdict } from '../../../src/domain/registry/verdict.ts';

const manifestOf = (digest: string): RegistryManifest => ({ digest, mediaType: 'x/y', bytes: new Uint8Array() });
const target = (tag: string, digest: string, verdict: Verdict) => ({
  reference: { repository: 'ghcr.io/acme/web', tag },
  manifest: manifestOf(digest),
  verdict,
});
const absent: Verdict = { verdict: 'absent' };
const present = (digest: string): Verdict => ({ verdict: 'present', digest });

describe('planRetag', () => {
  it('sets free tags and leaves correct ones', () => {
    const { plan, violations } = planRetag([target('v1', 'a', absent), target('v1.0', 'a', present('a'))]);
    expect(plan.map(({ reference, outcome }) => [reference.tag, outcome])).toEqual([
      ['v1', 'tagged'],
      ['v1.0', 'unchanged'],
    ]);
    expect(violations).toEqual([]);
  });

  it('moves no tag, and reports every tag that is taken or unknown', () => {
    const unknown = judgeStatus(500, { registry: 'ghcr.io', loggedIn: false });
    const { plan, violations } = planRetag([
      target('v1', 'a', present('b')),
      target('v2', 'a', unknown),
      target('v3', 'a', absent),
    ]);
    expect(plan).toHaveLength(1);
    expect(violations.map(({ code }) => code)).toEqual(['tag-taken', 'registry-unknown']);
    expect(violations[0]?.message).toBe('The tag "ghcr.io/acme/web:v1" names another image already: b instead of a.');
  });

  it('gives one tag to one image', () => {
    const { violations } = planRetag([target('v1', 'a', absent), target('v1', 'b', absent)]);
    expect(violations).toMatchObject([{ code: 'images-disagree' }]);
    expect(planRetag([target('v1', 'a', absent), target('v1', 'a', absent)])).toMatchObject({
      plan: [{ outcome: 'tagged' }],
      violations: [],
    });
  });
});
