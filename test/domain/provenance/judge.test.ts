import { describe, expect, it } from 'vitest';
import {
  bundleIn,
  type ExaminedBundle,
  nextPage,
  readReferrers,
  readStatement,
  referrersTag,
} from '../../../src/domain/provenance/attestation.ts';
import { type Demand, judgeBundle } from '../../../src/domain/provenance/judge-bundle.ts';

const DIGEST = `sha256:${'1'.repeat(64)}`;
const SHA = 'a'.repeat(40);
const PREDICATE = 'https://slsa.dev/provenance/v1';

type Signed = Extract<ExaminedBundle, { kind: 'signed' }>;

const certificate: Signed['certificate'] = {
  issuer: 'https://token.actions.githubusercontent.com',
  sourceRepository: 'https://github.com/acme/shop',
  sourceRepositoryId: '4711',
  sourceCommit: SHA,
  sourceRef: 'refs/heads/main',
  buildConfig: 'https://github.com/acme/shop/.github/workflows/release.yml@refs/heads/main',
  buildSigner: 'https://github.com/acme/workflows/.github/workflows/build.yml@refs/tags/v1',
};

const signed = (
  changes: Partial<Signed['certificate']> = {},
  statement: Partial<Signed['statement']> = {},
): Signed => ({
  kind: 'signed',
  attestation: `sha256:${'f'.repeat(64)}`,
  certificate: { ...certificate, ...changes },
  statement: { predicateType: PREDICATE, digests: [DIGEST], ...statement },
});

const demand: Demand = {
  digest: DIGEST,
  issuer: 'https://token.actions.githubusercontent.com',
  server: 'https://github.com',
  sources: [{ repository: 'acme/*' }],
  rule: { trustedRoot: '.github/trusted_root.jsonl' },
};

const under = (rule: Partial<Demand['rule']>, changes: Partial<Demand> = {}): Demand => ({
  ...demand,
  ...changes,
  rule: { ...demand.rule, ...rule },
});

describe('a bundle', () => {
  it('is valid with the commit of its certificate', () => {
    expect(judgeBundle(signed(), demand)).toEqual({ kind: 'holds', built: { repository: 'acme/shop', sha: SHA } });
  });

  it.each<[string, Demand]>([
    ['the workflow file', under({ workflow: 'release.yml' })],
    ['the reusable workflow that signed', under({ workflow: 'acme/workflows/.github/workflows/build.yml' })],
    ['its ref', under({ workflow: 'Acme/Workflows/.github/workflows/build.yml@refs/tags/v1' })],
    ['a ref', under({ refs: ['refs/tags/v*', 'refs/heads/main'] })],
    ['a repository in other letters', under({}, { sources: [{ repository: 'Acme/Shop' }] })],
    ['the number of the repository', under({}, { sources: [{ repository: 'acme/shop', id: 4711 }] })],
    [
      'refs of senders, which are not those of builds',
      under({}, { sources: [{ repository: 'acme/shop', refs: ['refs/tags/*'] }] }),
    ],
    ['a server with a slash', under({}, { server: 'https://github.com/' })],
  ])('is valid if the configuration wants %s', (_, wanted) => {
    expect(judgeBundle(signed(), wanted)).toMatchObject({ kind: 'holds' });
  });

  it.each<[string, ExaminedBundle, Demand, RegExp]>([
    [
      'states something else',
      signed({}, { predicateType: 'https://spdx.dev/Document' }),
      demand,
      /spdx.*no build provenance/,
    ],
    [
      'states another version of provenance',
      signed({}, { predicateType: 'https://slsa.dev/provenance/v0.2' }),
      demand,
      /v0\.2/,
    ],
    [
      'is about another image',
      signed({}, { digests: [`sha256:${'2'.repeat(64)}`] }),
      demand,
      /is about "sha256:222.*not about this image \(sha256:111/,
    ],
    ['is about nothing', signed({}, { digests: [] }), demand, /about nothing/],
    ['names the digest by another algorithm', signed({}, { digests: [`sha512:${'1'.repeat(64)}`] }), demand, /sha512/],
    [
      'is signed for a project on GitLab of the same name',
      signed({ issuer: 'https://gitlab.com', sourceRepository: 'https://gitlab.com/acme/shop' }),
      demand,
      /signed for "https:\/\/gitlab\.com" and not for a workflow of "https:\/\/token/,
    ],
    [
      'is of another server with the issuer of this one',
      signed({ sourceRepository: 'https://gitlab.com/acme/shop' }),
      demand,
      /gitlab/,
    ],
    ['is signed without an issuer', signed({ issuer: undefined }), demand, /signed for nobody/],
    [
      'is of another repository',
      signed({ sourceRepository: 'https://github.com/evil/shop' }),
      demand,
      /"https:\/\/github\.com\/evil\/shop" has built the image, and `sources` lists "https:\/\/github\.com\/acme\/\*"/,
    ],
    [
      'is of a server whose name begins like this one',
      signed({ sourceRepository: 'https://github.com.evil.example/acme/shop' }),
      demand,
      /evil\.example/,
    ],
    [
      'is of a path below a repository',
      signed({ sourceRepository: 'https://github.com/acme/shop/x' }),
      demand,
      /sources/,
    ],
    ['has no repository', signed({ sourceRepository: undefined }), demand, /nobody has built/],
    ['is of any repository if no source is allowed', signed(), under({}, { sources: [] }), /lists nobody/],
    [
      'is of a repository that has taken a name over',
      signed(),
      under({}, { sources: [{ repository: 'acme/shop', id: 1 }] }),
      /number "4711", and `sources` gives 1/,
    ],
    [
      'was built at another ref',
      signed({ sourceRef: 'refs/heads/dev' }),
      under({ refs: ['refs/heads/main'] }),
      /"refs\/heads\/dev", and `provenance\.refs` lists "refs\/heads\/main"/,
    ],
    ['was built at no ref', signed({ sourceRef: undefined }), under({ refs: ['**'] }), /nobody|no ref/],
    [
      'was built by another workflow',
      signed({ buildConfig: 'https://github.com/acme/shop/.github/workflows/test.yml@refs/heads/main' }),
      under({ workflow: 'release.yml' }),
      /test\.yml.*wants "https:\/\/github\.com\/acme\/shop\/\.github\/workflows\/release\.yml"/,
    ],
    [
      'was built by a file with a longer name',
      signed({ buildConfig: 'https://github.com/acme/shop/.github/workflows/release.yml@evil.yml@refs/heads/main' }),
      under({ workflow: 'release.yml' }),
      /evil/,
    ],
    [
      'was built by a workflow of that name elsewhere',
      signed({ buildConfig: 'https://github.com/evil/shop/.github/workflows/release.yml@refs/heads/main' }),
      under({ workflow: 'release.yml' }),
      /evil/,
    ],
    [
      'was built without a workflow',
      signed({ buildConfig: undefined }),
      under({ workflow: 'release.yml' }),
      /by the workflow nobody/,
    ],
    [
      'is signed by the caller of the reusable workflow',
      signed({ buildSigner: certificate.buildConfig }),
      under({ workflow: 'acme/workflows/.github/workflows/build.yml' }),
      /signed by the workflow/,
    ],
    [
      'is signed by the reusable workflow at another ref',
      signed(),
      under({ workflow: 'acme/workflows/.github/workflows/build.yml@refs/heads/main' }),
      /refs\/tags\/v1/,
    ],
    [
      'is signed by the file in other letters',
      signed({ buildSigner: 'https://github.com/acme/workflows/.github/workflows/BUILD.yml@refs/tags/v1' }),
      under({ workflow: 'acme/workflows/.github/workflows/build.yml' }),
      /BUILD/,
    ],
    ['names no commit', signed({ sourceCommit: 'main' }), demand, /from which commit/],
    ['is not signed', { kind: 'unusable', problem: 'is no bundle', attestation: DIGEST }, demand, /^is no bundle$/],
  ])('is invalid if it %s', (_, examined, wanted, problem) => {
    expect(judgeBundle(examined, wanted)).toEqual({ kind: 'fails', problem: expect.stringMatching(problem) });
  });

  it('shows text of others on one line', () => {
    const odd = signed({ sourceRepository: 'https://github.com/acme/shop\n::error::x' });
    const judged = judgeBundle(odd, demand);
    expect(judged).toEqual({ kind: 'fails', problem: expect.not.stringContaining('\n') });
  });
});

describe('a statement', () => {
  const text = (changes: object = {}) =>
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ digest: { sha256: 'AB', sha512: 'cd' } }, { name: 'no digest' }, null],
      predicateType: PREDICATE,
      ...changes,
    });

  it('names the digests of all its subjects', () => {
    const statement = { predicateType: PREDICATE, digests: ['sha256:ab', 'sha512:cd'] };
    expect(readStatement('application/vnd.in-toto+json', text())).toEqual(statement);
  });

  it.each([
    ['application/json', text(), 'does not sign an in-toto statement'],
    ['application/vnd.in-toto+json', '[', 'does not sign an in-toto statement'],
    [
      'application/vnd.in-toto+json',
      text({ _type: 'https://in-toto.io/Statement/v2' }),
      'does not sign an in-toto statement',
    ],
    ['application/vnd.in-toto+json', text({ subject: {} }), 'signs a statement about nothing'],
    ['application/vnd.in-toto+json', text({ predicateType: 1 }), 'signs a statement about nothing'],
  ])('is refused as %s: %s', (type, payload, problem) => {
    expect(readStatement(type, payload)).toBe(problem);
  });
});

describe('a list of referrers', () => {
  it('gives the bundles of any version, and entries without a type', () => {
    const manifests = [
      { digest: DIGEST, artifactType: 'application/vnd.dev.sigstore.bundle.v0.3+json' },
      { digest: DIGEST, artifactType: 'application/vnd.dev.sigstore.bundle+json;version=0.2' },
      { digest: DIGEST, artifactType: 'application/vnd.dev.sigstore.bundled+json' },
      { digest: DIGEST, artifactType: 'application/spdx+json' },
      { digest: '../../etc', artifactType: 'application/vnd.dev.sigstore.bundle.v0.3+json' },
      { digest: DIGEST },
      null,
    ];
    expect(readReferrers(JSON.stringify({ manifests }))).toEqual([
      { digest: DIGEST, artifactType: 'application/vnd.dev.sigstore.bundle.v0.3+json' },
      { digest: DIGEST, artifactType: 'application/vnd.dev.sigstore.bundle+json;version=0.2' },
      { digest: DIGEST },
    ]);
  });

  it.each(['', '[]', '{}', '{"manifests": {}}'])('cannot be %j', (text) => {
    expect(readReferrers(text)).toBeUndefined();
  });

  it('gives the address of its next page in the Link header', () => {
    const from = new URL('https://registry.example.com/v2/shop/web/referrers/sha256:1');
    expect(nextPage('<?n=2>; rel="next"', from)?.href).toBe(`${from.href}?n=2`);
    expect(nextPage('</v2/x>; rel="prev"', from)).toBeUndefined();
    expect(nextPage(undefined, from)).toBeUndefined();
  });

  it('has a tag of the digest', () => {
    expect(referrersTag(DIGEST)).toBe(`sha256-${'1'.repeat(64)}`);
  });

  it.each([
    ['{"layers": []}', undefined],
    [JSON.stringify({ layers: [{ mediaType: 'application/spdx+json', digest: DIGEST }] }), undefined],
    [
      JSON.stringify({ layers: [{ mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json', digest: 'x' }] }),
      undefined,
    ],
    [
      JSON.stringify({ layers: [{ mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json', digest: DIGEST }] }),
      DIGEST,
    ],
  ])('gives the bundle of the manifest %s', (manifest, digest) => {
    expect(bundleIn(manifest)).toBe(digest);
  });
});
