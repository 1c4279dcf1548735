import { describe, expect, it } from 'vitest';
import { splitReference } from '../../../src/domain/image.ts';
import {
  type Facts,
  isAbout,
  type RequiredImage,
  type RequirementFact,
  requirementProof,
} from '../../../src/domain/policy/facts.ts';
import type { HistoryCommit } from '../../../src/domain/records/history.ts';
import { type Asking, factsOf, judged, verdictOf, WEB } from './support.ts';

const config = 'environments:\n  dev:\n  stg: { requires: dev }\n  prod: { requires: stg }\n';
const one = `sha256:${'1'.repeat(64)}`;
const two = `sha256:${'2'.repeat(64)}`;
const sha = 'c'.repeat(40);

/** Trailers of stg, newest first, each in a commit of its own. */
const historyOf = (trailers: readonly string[]): HistoryCommit[] =>
  trailers.map((trailer, index) => ({
    id: `${trailers.length - index}`.padStart(40, 'd'),
    message: `Promote\n\n${trailer}`,
    committedAt: '2026-11-30T09:00:00Z',
  }));

type Stg = { readonly runs: string; readonly names?: readonly string[]; readonly trailers?: readonly string[] };

const standingOf = ({ runs, names = [], trailers }: Stg): RequiredImage => ({
  product: 'shop',
  environment: 'stg',
  path: 'applications/shop/overlays/stg/kustomization.yaml',
  line: 9,
  names,
  current: splitReference(runs),
  history: trailers && { commits: historyOf(trailers), complete: true },
});

/** A promotion to prod, which requires stg. */
const toProd = (stg: readonly Stg[], asking: Asking = {}): Facts => {
  const facts = factsOf(config, { environments: ['prod'], ...asking });
  const testimonies = facts.items.flatMap((item): RequirementFact[] =>
    stg
      .map(standingOf)
      .filter(isAbout(item.image, [item.request.name]))
      .map((standing) => {
        const source = facts.promotion.source;
        return { item, standing, testimony: requirementProof(standing, { to: item.to, image: item.image, source }) };
      }),
  );
  return { ...facts, testimonies };
};

const promoted = (reference: string, from = '') => `Promotion: stg ${WEB}${reference}${from}`;
const from = (commit: string) => ` from acme/shop@${commit} refs/heads/main`;

describe('the image runs in the required environment now', () => {
  it.each<[string, Stg, Asking, string]>([
    ['by its reference', { runs: `${WEB}:v2` }, {}, 'passes'],
    ['another tag', { runs: `${WEB}:v1` }, {}, 'requirement-unmet'],
    ['by its digest, under another tag', { runs: `${WEB}:main@${one}` }, { images: [`${WEB}:v2@${one}`] }, 'passes'],
    ['by its tag, of which one side gives the digest', { runs: `${WEB}:v2@${one}` }, {}, 'passes'],
    [
      'by its tag, which has moved',
      { runs: `${WEB}:v2@${one}` },
      { images: [`${WEB}:v2@${two}`] },
      'requirement-unmet',
    ],
    [
      'by its digest, in a registry of its own',
      { runs: `stg.example.com/web:v2@${one}`, names: [WEB] },
      { images: [`${WEB}:v2@${one}`] },
      'passes',
    ],
    ['by its tag alone in another registry', { runs: 'stg.example.com/web:v2', names: [WEB] }, {}, 'requirement-unmet'],
    ['another image with the same tag', { runs: 'registry.example.com/shop/worker:v2' }, {}, 'requirement-unmet'],
    [
      'by its commit, tagged again for the release',
      { runs: `${WEB}:${sha}`, trailers: [promoted(`:${sha}`, from(sha))] },
      { source: { sha } },
      'passes',
    ],
    [
      'from another commit',
      { runs: `${WEB}:b1`, trailers: [promoted(':b1', from('b'.repeat(40)))] },
      { source: { sha } },
      'requirement-unmet',
    ],
    [
      'by its commit, in a repository in another case, which GitHub does not tell apart',
      { runs: `${WEB}:b1`, trailers: [promoted(':b1', from(sha))] },
      { source: { repository: 'Acme/Shop', sha } },
      'passes',
    ],
    [
      'by a commit id of another repository',
      { runs: `${WEB}:b1`, trailers: [promoted(':b1', from(sha))] },
      { source: { repository: 'acme/blog', sha } },
      'requirement-unmet',
    ],
    ['by a commit without a record', { runs: `${WEB}:b1`, trailers: [promoted(':b1')] }, {}, 'requirement-unmet'],
  ])('%s', (_, stg, asking, expected) => {
    expect(verdictOf(toProd([stg], asking))).toBe(expected);
    expect(verdictOf(toProd([stg], { ...asking, trigger: 'by-hand' }))).toBe(expected);
  });
});

describe('the image has run in the required environment', () => {
  it.each<[string, readonly string[], Asking, string]>([
    ['last week, and it has moved on', [promoted(':v3'), promoted(':v2'), promoted(':v1')], {}, 'passes'],
    ['never', [promoted(':v3'), promoted(':v1')], {}, 'requirement-unmet'],
    ['by its commit', [promoted(':v3'), promoted(`:${sha}`, from(sha))], { source: { sha } }, 'passes'],
    ['by its digest', [promoted(':v3'), promoted(`:x@${one}`)], { images: [`${WEB}:v2@${one}`] }, 'passes'],
    ['in another environment', [promoted(':v3'), `Promotion: dev ${WEB}:v2`], {}, 'requirement-unmet'],
    ['and was rolled back', [`Rollback: stg ${WEB}:v3 instead of ${WEB}:v2`, promoted(':v2')], {}, 'requirement-unmet'],
    [
      'and was rolled back by another name of its build',
      [`Rollback: stg ${WEB}:v3 instead of ${WEB}:${sha}`, promoted(`:${sha}`, from(sha))],
      { source: { sha } },
      'requirement-unmet',
    ],
    [
      'was rolled back and promoted again',
      [promoted(':v3'), promoted(':v2'), `Rollback: stg ${WEB}:v1 instead of ${WEB}:v2`, promoted(':v2')],
      {},
      'passes',
    ],
    ['as the target of a rollback', [promoted(':v3'), `Rollback: stg ${WEB}:v2 instead of ${WEB}:v2.1`], {}, 'passes'],
  ])('%s', (_, trailers, asking, expected) => {
    expect(verdictOf(toProd([{ runs: `${WEB}:v3`, trailers }], asking))).toBe(expected);
  });
});

describe('the image reaches the required environment in the same promotion', () => {
  const both = { environments: ['stg', 'prod'] };

  it('which satisfies the requirement', () => {
    const facts = factsOf(config.replace('requires: dev', ''), both);
    expect(verdictOf(facts)).toBe('passes');
  });

  it('although each has a registry of its own', () => {
    const facts = factsOf(config.replace('requires: dev', ''), { ...both, images: ['web:v2'] });
    const items = facts.items.map((item) => {
      const image = `${item.environment}.example.com/web`;
      const [before, after] = [item.from, item.to].map((reference) => ({ ...reference, repository: image }));
      return { ...item, image, from: before ?? item.from, to: after ?? item.to };
    });
    expect(verdictOf({ ...facts, items, remaining: items })).toBe('passes');
  });

  it('unless it is left out there', () => {
    const facts = factsOf(config.replace('requires: dev', ''), both);
    const remaining = facts.items.filter(({ environment }) => environment === 'prod');
    expect(judged({ ...facts, remaining })).toEqual([
      'requirement-unmet 4: prod requires stg to run "registry.example.com/shop/web:v2" first; the same request asks for it in stg, where it is left out.',
    ]);
  });

  it('for the same product', () => {
    const facts = factsOf(config.replace('requires: dev', ''), { ...both, products: ['shop', 'blog'] });
    const remaining = facts.items.filter(({ product, environment }) => product !== 'blog' || environment === 'prod');
    expect(verdictOf({ ...facts, remaining })).toBe('requirement-unmet');
  });
});

describe('an item without a requirement', () => {
  it('stays unchanged', () => {
    const facts = toProd([{ runs: `${WEB}:v1` }]);
    const remaining = facts.items.map((item) => ({ ...item, state: 'unchanged' as const }));
    expect(verdictOf({ ...facts, remaining })).toBe('passes');
  });

  it('is left out', () => {
    expect(verdictOf({ ...toProd([]), remaining: [] })).toBe('passes');
  });

  it('is rolled back', () => {
    expect(verdictOf({ ...toProd([]), kind: 'rollback' })).toBe('passes');
  });
});

describe('the violation of a requirement', () => {
  it.each<[string, readonly Stg[], string]>([
    [
      'names the present image',
      [{ runs: `${WEB}:v1`, trailers: [] }],
      'stg runs "registry.example.com/shop/web:v1" (applications/shop/overlays/stg/kustomization.yaml, line 9)',
    ],
    ['where nothing does', [], 'the manifests of shop in stg list no such image'],
    [
      'with the rollback',
      [{ runs: `${WEB}:v1`, trailers: [`Rollback: stg ${WEB}:v1 instead of ${WEB}:v2`] }],
      'it was rolled back there in commit ddddddd',
    ],
  ])('%s', (_, stg, reason) => {
    expect(judged(toProd(stg))).toEqual([
      `requirement-unmet 4: prod requires stg to run "registry.example.com/shop/web:v2" first; ${reason}.`,
    ]);
  });

  it('names manifests that could not be read', () => {
    const facts = toProd([{ runs: `${WEB}:v1`, trailers: [] }]);
    const testimonies = facts.testimonies.map((one) => ({
      ...one,
      standing: { ...one.standing, history: { commits: [], complete: false } },
    }));
    expect(judged({ ...facts, testimonies })[0]).toMatch(/, and older records are not read\.$/);
  });
});
