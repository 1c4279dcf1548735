import { describe, expect, it } from 'vitest';
import { claimOf, explainForeign, isOneOf, toldChanges } from '../../../src/domain/proposal/branch-claim.ts';

const WEB = 'registry.example.com/shop/web';
const ID = '11111111-2222-4333-8444-555555555555';
const message = `Promote\n\n- a/kustomization.yaml: ${WEB}:v1 → ${WEB}:v2\n\nPromotion: prod ${WEB}:v2\nPromotion-Id: ${ID}`;
const ours = ['promoter[bot]', 'alice'];
const head = { message, author: 'promoter[bot]', vouched: 'promoter[bot]', signed: true, parents: ['a'] };
const unsigned = { ...head, vouched: undefined, signed: false };

describe('the branch of a pull request', () => {
  it.each([
    ['claimed', { head, commits: 1 }],
    ['claimed', { head: { ...head, vouched: 'Alice' }, commits: 1 }],
    ['claimed', { head: unsigned, commits: 1 }],
    ['claimed', { head: { ...unsigned, author: 'promoter' }, commits: 1 }],
    ['spent', { head: { ...head, vouched: 'mallory' }, commits: 0 }],
    ['foreign', { head, commits: 2 }],
    ['foreign', { head: { ...head, parents: ['a', 'b'] }, commits: 1 }],
    ['foreign', { head: { ...head, parents: [] }, commits: 1 }],
    ['foreign', { head: { ...head, vouched: 'mallory' }, commits: 1 }],
    ['foreign', { head: { ...head, vouched: 'promoter' }, commits: 1 }],
    ['foreign', { head: { ...head, vouched: undefined }, commits: 1 }],
    ['foreign', { head: { ...unsigned, author: 'mallory' }, commits: 1 }],
    ['foreign', { head: { ...head, message: 'Fix' }, commits: 1 }],
    ['foreign', { head: { ...head, message: `Promotion: prod ${WEB}:v2` }, commits: 1 }],
  ] as const)('is %s', (claim, standing) => {
    expect(claimOf(standing, ours)).toBe(claim);
  });

  it('ignores the case of a login, and an App is different from a person of the same name', () => {
    expect(isOneOf('ALICE', ours)).toBe(true);
    expect(isOneOf('promoter', ours)).toBe(false);
    expect(isOneOf(undefined, ours)).toBe(false);
  });
});

describe('a claimed commit', () => {
  const file = (text: string, executable = false) => ({ kind: 'file', text, executable }) as const;
  const planned = [{ path: 'a.yaml', executable: false, before: 'v1', after: 'v2' }];
  const evidence = {
    paths: ['a.yaml', 'b.yaml', 'c.yaml'],
    before: [file('v1'), file('b'), { kind: 'absent' }],
    after: [file('v2'), file('b'), { kind: 'absent' }],
    others: [],
  } as const;
  const about = { ours, plan: () => planned };

  it('is ours if its author is vouched for, or its pusher known, and its tree is the planned one', () => {
    expect(explainForeign(head, evidence, about)).toBeUndefined();
    expect(explainForeign(unsigned, { ...evidence, pusher: 'alice' }, about)).toBeUndefined();
  });

  it.each([
    ['merged', head, { broughtBy: 7 }, 'it was made by merging pull request 7'],
    ['unseen', head, { broughtBy: 'unknown' }, /not all pull requests .* can be seen/],
    ['of another author', { ...head, vouched: 'mallory' }, {}, 'GitHub names another author'],
    ['pushed by an unknown login', unsigned, {}, /does not tell who has pushed it/],
    ['pushed by another', unsigned, { pusher: 'mallory' }, 'it is not signed, and "mallory" has pushed it'],
    ['with another file', head, { others: ['.github'] }, /does not change "\.github" as/],
    ['with another text', head, { after: [file('v3'), file('b'), { kind: 'absent' }] }, /does not change "a\.yaml"/],
    ['with more', head, { after: [file('v2'), file('c'), { kind: 'absent' }] }, /does not change "b\.yaml"/],
    ['with a new file', head, { after: [file('v2'), file('b'), file('x')] }, /does not change "c\.yaml"/],
    ['with less', head, { after: [file('v1'), file('b'), { kind: 'absent' }] }, /does not change "a\.yaml"/],
    ['with another mode', head, { after: [file('v2', true), file('b'), { kind: 'absent' }] }, /"a\.yaml"/],
    ['with a link', head, { after: [{ kind: 'symlink' }, file('b'), { kind: 'absent' }] }, /"a\.yaml"/],
  ] as const)('is not ours if it is %s', (_, one, more, why) => {
    expect(explainForeign(one, { ...evidence, ...more }, about)).toMatch(why);
  });

  it('is not ours if its items cannot be planned on its base', () => {
    expect(explainForeign(head, evidence, { ours, plan: () => 'no image' })).toMatch(
      /do not belong together \(no image\)/,
    );
  });
});

describe('the changes of a commit', () => {
  it('are read from its body', () => {
    expect(toldChanges(message)).toEqual([
      {
        path: 'a/kustomization.yaml',
        from: { repository: WEB, tag: 'v1' },
        to: { repository: WEB, tag: 'v2' },
      },
    ]);
  });
});
