import { describe, expect, it } from 'vitest';
import { PromotionError } from '../../../src/domain/errors.ts';
import { parseTo, refuseRollback, rollbackTarget } from '../../../src/domain/records/rollback-target.ts';
import { build, world } from './world.ts';

/** v1, v2 … by the builds 1, 2 …, after a v0 that nobody promoted. */
const promoted = (count: number) => {
  const prod = world('v0');
  for (let number = 1; number <= count; number++) prod.ask({ tag: `v${number}`, source: build(number) });
  return prod;
};

describe('going back', () => {
  it('goes to the value before the promotion that set the present one', () => {
    const prod = promoted(3);
    expect(prod.rollBack()).toBe('promoted');
    expect(prod.runs()).toBe('v2');
  });

  it('twice goes two steps, thrice three, to the value before the first promotion', () => {
    const prod = promoted(3);
    const seen = [1, 2, 3].map(() => [prod.rollBack(), prod.runs()]);
    expect(seen).toEqual([
      ['promoted', 'v2'],
      ['promoted', 'v1'],
      ['promoted', 'v0'],
    ]);
    expect(prod.rollBack()).toBe('refused');
  });

  it('does not return to a value that was rolled back before', () => {
    const prod = promoted(2);
    prod.rollBack();
    prod.ask({ tag: 'v3', source: build(3) });
    prod.rollBack();
    expect(prod.runs()).toBe('v1');
    prod.rollBack();
    expect(prod.runs()).toBe('v0');
  });

  it('goes to a value that was set by hand before the promotion', () => {
    const prod = promoted(1);
    prod.edit('v1-patched');
    prod.ask({ tag: 'v2', source: build(2) });
    expect(rollbackTarget(prod.place())).toEqual({ kind: 'revision', revision: `${prod.commitOf('v2')}^` });
    prod.rollBack();
    expect(prod.runs()).toBe('v1-patched');
  });

  it('reads no file if the trailers have the value', () => {
    expect(rollbackTarget(promoted(2).place())).toMatchObject({ kind: 'reference', reference: { tag: 'v1' } });
  });

  it('counts a merge and its commit once', () => {
    const prod = promoted(2);
    const { history, ...place } = prod.place();
    const [newest, ...older] = history.commits;
    const merge = { id: 'merge', message: 'Merge pull request #2', committedAt: '', description: newest?.message };
    const commits = [merge, ...(newest === undefined ? [] : [newest]), ...older];
    expect(rollbackTarget({ ...place, history: { commits, complete: true } })).toMatchObject({
      reference: { tag: 'v1' },
    });
  });

  it('reads the commit before the promotion if the dates of commits are out of order', () => {
    const prod = promoted(3);
    const { history, ...place } = prod.place();
    const [third, second, ...older] = history.commits;
    // The clock of the second commit's author ran ahead.
    const commits = [second, third, ...older].filter((commit) => commit !== undefined);
    expect(rollbackTarget({ ...place, history: { commits, complete: true } })).toEqual({
      kind: 'revision',
      revision: `${prod.commitOf('v3')}^`,
    });
  });

  it('to a tag, with the digest and the repository that it had', () => {
    const prod = promoted(1);
    const { history, ...place } = prod.place();
    const reference = `mirror.example.com/web:v7@sha256:${'a'.repeat(64)}`;
    const commits = [
      ...history.commits,
      { id: 'old', message: `Rollback: prod ${reference} instead of ${place.image}:v8`, committedAt: '' },
    ];
    expect(rollbackTarget({ ...place, history: { commits, complete: true } }, parseTo('v7'))).toEqual({
      kind: 'reference',
      reference: { repository: 'mirror.example.com/web', tag: 'v7', digest: `sha256:${'a'.repeat(64)}` },
    });
  });

  it('to a tag without a record goes to an earlier state of the file', () => {
    const place = promoted(2).place();
    const state = { repository: 'mirror.example.com/web', tag: 'v0.9', digest: `sha256:${'b'.repeat(64)}` };
    expect(rollbackTarget({ ...place, states: [state] }, parseTo('v0.9'))).toEqual({
      kind: 'reference',
      reference: state,
    });
  });

  it('to a tag that has not run is refused', () => {
    const prod = promoted(2);
    expect(prod.rollBack('v0.9')).toBe('refused');
    expect(prod.runs()).toBe('v2');
    expect(prod.rollBack('v1')).toBe('promoted');
    expect(prod.rollBack('v2')).toBe('promoted');
  });

  it('to a commit takes the values of the file there', () => {
    const prod = promoted(3);
    const id = prod.commitOf('v1');
    expect(rollbackTarget(prod.place(), parseTo(`commit:${id}`))).toEqual({ kind: 'revision', revision: id });
    prod.rollBack(`commit:${id}`);
    expect(prod.runs()).toBe('v1');
  });

  it.each(['commit:', 'commit:main', 'commit:HEAD~1', 'commit:abc', 'commit:3f2c9a1 ', '-v1', 'v1\n', ''])(
    'to %j is refused',
    (to) => {
      expect(() => parseTo(to)).toThrow(PromotionError);
    },
  );
});

describe('a rollback without a target', () => {
  const problem = (action: () => unknown) => {
    try {
      return String(action());
    } catch (error) {
      return error instanceof PromotionError ? error.violations : error;
    }
  };

  it('reports the known history if an edit by hand set the present value', () => {
    const prod = promoted(2);
    prod.edit('v9');
    expect(problem(() => rollbackTarget(prod.place()))).toEqual([
      {
        code: 'rollback-impossible',
        message:
          'There is nothing to go back to from "registry.example.com/shop/web:v9" of registry.example.com/shop/web in prod: no promotion is known to have set it.',
        hint: 'Name the target with the input `to`: a tag, or commit:<id> of the manifest repository. Recorded are registry.example.com/shop/web:v2 and registry.example.com/shop/web:v1.',
        path: 'applications/shop/overlays/prod/kustomization.yaml',
      },
    ]);
  });

  it('reports that the promotion created the file', () => {
    const prod = promoted(1);
    const { history, ...place } = prod.place();
    const only = { commits: history.commits.slice(0, 1), complete: true };
    expect(problem(() => rollbackTarget({ ...place, history: only }))).toMatchObject([
      {
        message: expect.stringContaining('the promotion that set it made the file'),
        hint: expect.not.stringContaining('Recorded'),
      },
    ]);
  });

  it('reports how far the history was read', () => {
    const prod = world('v0');
    const { history, ...place } = prod.place();
    expect(problem(() => rollbackTarget({ ...place, history: { ...history, complete: false } }))).toMatchObject([
      { message: expect.stringContaining('within the last 1 commits of the file') },
    ]);
  });

  it('reads the commit before the oldest known one if there are more', () => {
    const prod = promoted(1);
    const { history, ...place } = prod.place();
    const cut = { commits: history.commits.slice(0, 1), complete: false };
    expect(rollbackTarget({ ...place, history: cut })).toEqual({
      kind: 'revision',
      revision: `${prod.commitOf('v1')}^`,
    });
  });

  it('reports a revision that does not list the image', () => {
    expect(problem(() => refuseRollback(promoted(1).place(), 'commit abc does not list it'))).toMatchObject([
      { code: 'rollback-impossible', message: expect.stringContaining('commit abc does not list it') },
    ]);
  });
});

describe('a rolled-back image', () => {
  it('is held, and so is every older one', () => {
    const prod = promoted(5);
    prod.rollBack();
    expect(prod.ask({ tag: 'v5', source: build(5) })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v4-late', source: build(4) })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v5', source: build(5), order: 'any' })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v5', source: build(5), trigger: 'direct' })).toBe('superseded, held');
    expect(prod.runs()).toBe('v4');
  });

  it('is held if a nightly run brings the same reference under a new number', () => {
    const prod = promoted(2);
    prod.rollBack();
    expect(prod.ask({ tag: 'v2', source: build(77) })).toBe('superseded, held');
  });

  it('is replaced by a newer build', () => {
    const prod = promoted(2);
    prod.rollBack();
    expect(prod.ask({ tag: 'v3', source: build(3) })).toBe('promoted');
    expect(prod.ask({ tag: 'v2', source: build(2) })).toBe('superseded, older');
  });

  it('is held against a build that cannot be compared with it, with any order', () => {
    const prod = promoted(2);
    prod.rollBack();
    const release = { ...build(7), workflow: 'release.yml', ref: 'refs/tags/r7' };
    expect(prod.ask({ tag: 'r7', source: release })).toBe('promoted');
    expect(prod.ask({ tag: 'v2', source: build(2) })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v2', source: build(2), order: 'any' })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v3', source: build(3) })).toBe('promoted');
    expect(prod.record().holds).toEqual([]);
  });

  it('is released by a promotion that only a person can have made, although it has a source', () => {
    const prod = promoted(3);
    prod.rollBack();
    expect(prod.ask({ tag: 'v1', source: build(1), trigger: 'by-hand' })).toBe('promoted');
    expect(prod.ask({ tag: 'v3', source: build(3) })).toBe('promoted');
  });

  it('is released by a promotion by hand', () => {
    const prod = promoted(2);
    prod.rollBack();
    expect(prod.ask({ tag: 'v2', trigger: 'by-hand' })).toBe('promoted');
    expect(prod.record().holds).toEqual([]);
  });

  it('is held after each of several rollbacks', () => {
    const prod = promoted(3);
    prod.rollBack();
    prod.rollBack();
    expect(prod.ask({ tag: 'v3', source: build(3) })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v2', source: build(2) })).toBe('superseded, held');
  });

  it('is held by its exact reference alone if it has no record', () => {
    const prod = world('v0');
    prod.edit('v1');
    prod.rollBack('v0');
    expect(prod.ask({ tag: 'v1', source: build(9) })).toBe('superseded, held');
    expect(prod.ask({ tag: 'v0.5', source: build(8) })).toBe('promoted');
  });

  it('is held after an edit by hand, except one that restores the image', () => {
    const prod = promoted(2);
    prod.rollBack();
    prod.edit('v1-patched');
    expect(prod.ask({ tag: 'v2', source: build(2) })).toBe('superseded, held');
    prod.edit('v2');
    expect(prod.record().holds.map(({ because, reference }) => [because, reference.tag])).toEqual([['removal', 'v1']]);
  });

  it('is reported with the reason', () => {
    const prod = promoted(2);
    prod.rollBack();
    const web = 'registry.example.com/shop/web';
    const commit = prod.commitOf('v1').slice(0, 7);
    expect(prod.decision({ tag: 'v2', source: build(2) })).toMatchObject({
      superseded: {
        message: `${web}:v2 is held in prod: it was rolled back in commit ${commit}. A newer build passes, and a person may promote it.`,
      },
    });
    expect(prod.decision({ tag: 'v1.5', source: build(1) })).toMatchObject({
      superseded: {
        message: `${web}:v1.5 is held in prod: it is older than ${web}:v2 (ci.yml#2 of acme/shop), which was rolled back in commit ${commit}. A newer build passes, and a person may promote it.`,
      },
    });
  });
});
