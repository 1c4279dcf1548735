import { describe, expect, it } from 'vitest';
import { problemsOf } from './support.ts';

const rule = 'provenance: { trusted-root: .github/trusted_root.jsonl }';
const sources = 'sources: [{ repository: acme/shop }]';

describe('a build provenance in the configuration', () => {
  it.each([
    ['beside sources', `${sources}\n${rule}\n`],
    ['in an environment below sources', `${sources}\nenvironments: { dev: , prod: { ${rule} } }\n`],
    ['with sources of each product', `environments: { prod: { ${rule} } }\nproducts: { shop: { ${sources} } }\n`],
    [
      'in a product with sources in each environment',
      `environments: { prod: { ${sources} } }\nproducts: { shop: { ${rule} } }\n`,
    ],
    [
      'of a workflow',
      `${sources}\nprovenance: { trusted-root: a.jsonl, workflow: release.yml, refs: ["refs/tags/v*"] }\n`,
    ],
    [
      'of a reusable workflow',
      `${sources}\nprovenance: { trusted-root: a, workflow: acme/ci/.github/workflows/b.yml@refs/heads/main }\n`,
    ],
  ])('is valid %s', (_, text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it.each([
    ['without sources', `${rule}\n`, 'no `sources`'],
    [
      'without sources in its environment',
      `environments: { dev: { ${sources} }, prod: { ${rule} } }\n`,
      'no `sources`',
    ],
    [
      'without sources of one product',
      `environments: { prod: { ${rule} } }\nproducts: { shop: { ${sources} }, billing: }\n`,
      'no `sources`',
    ],
    ['without a trusted root', `${sources}\nprovenance: { workflow: release.yml }\n`, 'trusted-root'],
    ['with a glob of trusted roots', `${sources}\nprovenance: { trusted-root: "*.jsonl" }\n`, 'wildcard'],
    ['with a trusted root elsewhere', `${sources}\nprovenance: { trusted-root: ../a.jsonl }\n`, 'trusted-root'],
    [
      'with a path as workflow',
      `${sources}\nprovenance: { trusted-root: a, workflow: .github/workflows/release.yml }\n`,
      'is not a workflow',
    ],
    ['with the name of a branch', `${sources}\nprovenance: { trusted-root: a, refs: [main] }\n`, 'is not a full ref'],
  ])('is an error %s', (_, text, words) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(words)]);
  });
});
