import { describe, expect, test } from 'vitest';
import { imageAllowed } from '../../../src/domain/config/settings.ts';
import { canonicalRepository, sameReference, sameRepository, spellingsOf } from '../../../src/domain/image.ts';
import { itemKey } from '../../../src/domain/proposal/carried.ts';
import { recordOf } from '../../../src/domain/records/record.ts';
import { changedLines, refusal, rewriting } from '../formats/rewriting.ts';

const nginx = ['nginx', 'library/nginx', 'docker.io/nginx', 'docker.io/library/nginx', 'index.docker.io/library/nginx'];
const pairs = nginx.flatMap((one) => nginx.map((other) => [one, other] as const));
const web = ['acme/web', 'docker.io/acme/web', 'index.docker.io/acme/web'];

const pod = (image: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n    - name: web\n      image: ${image}\n`;
const kustomization = (entry: string) => `kind: Kustomization\nimages:\n  - ${entry}\n`;

describe('Docker Hub’s spellings of a repository', () => {
  test.each(pairs)('%s and %s are the same repository', (one, other) => {
    expect(sameRepository(one, other)).toBe(true);
    expect(canonicalRepository(one)).toBe('docker.io/library/nginx');
    expect(spellingsOf(one)).toContain(other);
    expect(sameReference({ repository: one, tag: 'v1' }, { repository: other, tag: 'v1' })).toBe(true);
    expect(itemKey('dev', one)).toBe(itemKey('dev', other));
  });

  test.each([
    ['nginx', 'acme/nginx'],
    ['nginx', 'docker.io/library/nginx2'],
    ['acme/web', 'ghcr.io/acme/web'],
    ['library/nginx', 'ghcr.io/library/nginx'],
    ['localhost/web', 'web'],
    ['docker.io/a/library/nginx', 'docker.io/a/nginx'],
  ])('%s and %s are different repositories', (one, other) => {
    expect(sameRepository(one, other)).toBe(false);
    expect(spellingsOf(one)).not.toContain(other);
  });
});

describe('a request in another spelling', () => {
  test.each(pairs)('for %s changes the image that is written %s, and leaves its spelling', (asked, written) => {
    const text = pod(`${written}:1.27.0`);
    expect(changedLines(text, rewriting(text, `${asked}:1.27.1`).text)).toEqual([
      `-      image: ${written}:1.27.0`,
      `+      image: ${written}:1.27.1`,
    ]);
  });

  test.each([
    [
      'values with a registry of their own',
      'image:\n  registry: docker.io\n  repository: library/nginx\n  tag: "1"\n',
      'nginx',
    ],
    ['values with one key', 'image:\n  repository: docker.io/library/nginx\n  tag: "1"\n', 'nginx'],
    ['a newName', kustomization('{name: web, newName: docker.io/library/nginx, newTag: "1"}'), 'index.docker.io/nginx'],
  ])('reaches %s', (_, text, asked) => {
    expect(rewriting(text, `${asked}:2`).text).toBe(text.replace('"1"', '"2"'));
  });

  test.each([
    ['the name of a kustomization’s entry', kustomization('{name: docker.io/library/nginx, newTag: "1"}'), 'nginx'],
    [
      'the same name at another registry',
      'image:\n  registry: ghcr.io\n  repository: acme/web\n  tag: "1"\n',
      'docker.io/acme/web',
    ],
  ])('does not reach %s', (_, text, asked) => {
    expect(rewriting(text, `${asked}:2`).found).toEqual([]);
  });

  test('conflicts with another request for the same image', () => {
    expect(refusal(pod('nginx:1'), ['nginx:2', 'docker.io/nginx:3'])).toMatchObject([{ code: 'images-disagree' }]);
    expect(refusal(pod('nginx:1'), ['nginx:2', 'docker.io/nginx:2'])).toEqual([]);
  });
});

describe('a policy with another spelling', () => {
  test.each(pairs)('that lists %s allows %s', (listed, image) => {
    expect(imageAllowed({ images: [listed] }, image)).toBe(true);
  });

  test('works with patterns', () => {
    expect(web.map((image) => imageAllowed({ images: ['docker.io/acme/*'] }, image))).toEqual([true, true, true]);
    expect(web.map((image) => imageAllowed({ images: ['acme/*'] }, image))).toEqual([true, true, true]);
    expect(imageAllowed({ images: ['acme/*'] }, 'ghcr.io/acme/web')).toBe(false);
  });
});

test.each(pairs)('a record of %s applies to %s', (recorded, runs) => {
  const commit = {
    id: 'c'.repeat(40),
    committedAt: '2026-11-30T09:00:00Z',
    message: `Promote\n\nPromotion: prod ${recorded}:1 from acme/shop@${'a'.repeat(40)} by merge.yml#7`,
  };
  const place = { environment: 'prod', image: runs, path: 'a.yaml', current: { repository: runs, tag: '1' } };
  expect(recordOf({ ...place, history: { commits: [commit], complete: true } }).set).toMatchObject({
    build: { source: { runNumber: 7 } },
  });
});
