import { describe, expect, it } from 'vitest';
import { configPaths, locateConfig } from '../../../src/domain/config/settings.ts';
import { PromotionError } from '../../../src/domain/errors.ts';
import type { SnapshotEntry } from '../../../src/domain/manifests/find-manifests.ts';

const absent: SnapshotEntry = { kind: 'absent' };
const file: SnapshotEntry = { kind: 'file', text: 'files: a', executable: false };

const codeOf = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.violations.map(({ code, message }) => `${code}: ${message}`).join();
  }
};

describe('the configuration file', () => {
  it('is .github/promotion.yml, and may be absent', () => {
    expect(configPaths(undefined)[0]).toBe('.github/promotion.yml');
    expect(locateConfig(undefined, [file, absent, absent, absent])).toEqual({
      path: '.github/promotion.yml',
      text: 'files: a',
    });
    expect(locateConfig(undefined, [absent, absent, absent, absent])).toBeUndefined();
  });

  it('is the given one, which must exist', () => {
    expect(configPaths('ops/promotion.yml')).toEqual(['ops/promotion.yml']);
    expect(locateConfig('ops/promotion.yml', [file])).toEqual({ path: 'ops/promotion.yml', text: 'files: a' });
    expect(codeOf(() => locateConfig('ops/promotion.yml', [absent]))).toBe(
      'config-missing: There is no configuration at "ops/promotion.yml".',
    );
  });

  it.each(['/etc/promotion.yml', '../promotion.yml', 'a/../../b.yml', '.', ''])('is never at %j', (given) => {
    expect(codeOf(() => configPaths(given))).toMatch(/^path-escapes: The path of the configuration /);
  });

  it.each([1, 2, 3])('is refused at a place where it would be ignored (%i)', (place) => {
    const paths = configPaths(undefined);
    const entries = paths.map((_, index) => (index === place ? file : absent));
    expect(codeOf(() => locateConfig(undefined, entries))).toBe(
      `config-misplaced: There is a configuration at ${paths[place]}, where it is not looked for.`,
    );
    expect(locateConfig(undefined, [file, ...entries.slice(1)])?.path).toBe('.github/promotion.yml');
  });

  it.each([
    [{ kind: 'directory', entries: [] } satisfies SnapshotEntry, 'a directory'],
    [{ kind: 'symlink' } satisfies SnapshotEntry, 'a symbolic link'],
    [{ kind: 'submodule' } satisfies SnapshotEntry, 'a submodule'],
    [{ kind: 'binary' } satisfies SnapshotEntry, 'not UTF-8 text'],
    [{ kind: 'too-large', size: 5e6 } satisfies SnapshotEntry, 'too large'],
  ])('is a file of text, not $kind', (entry, what) => {
    const message = `config-invalid: The configuration ".github/promotion.yml" is ${what}.`;
    expect(codeOf(() => locateConfig(undefined, [entry, absent, absent, absent]))).toBe(message);
  });
});
