import { describe, expect, it } from 'vitest';
import type { FakeGitHub } from '../github/server.ts';
import type { StepResult } from '../runner/action.ts';
import { oneOf } from '../sample.ts';
import { dispatched, MANIFESTS, manifestsOnGitHub } from './job.ts';

const image = 'registry.example.com/shop/web:v1.5.0';
const good = { product: 'shop', environment: 'dev', image };
const overlay = 'applications/shop/overlays/dev/kustomization.yaml';

/** The first problem, as a user sees it. */
const shown = (run: StepResult): string => {
  const report = JSON.parse(run.outputs.report ?? '{}');
  return report.violations
    .map(({ code, message, hint, path = '' }: Record<string, string>) => `${code}: ${message} ${hint} ${path}`)
    .join('\n');
};

const unharmed = async (github: FakeGitHub, run: StepResult): Promise<void> => {
  expect(run.code).toBe(1);
  expect(run.outputs.changed).not.toBe('true');
  expect(run.stdout).toMatch(/^::error /m);
  expect(run.summary).not.toBe('');
  expect(await github.repository(MANIFESTS).log('main')).toHaveLength(1);
};

describe('a refused request reports its problem and writes nothing', () => {
  it.each(
    oneOf<[string, unknown, RegExp]>(6, [
      ['no product', { environment: 'dev', image }, /^product-missing/],
      ['no environment', { product: 'shop', image }, /^environment-missing/],
      ['no image', { product: 'shop', environment: 'dev' }, /^image-missing/],
      ['an image without a tag', { ...good, image: 'registry.example.com/shop/web' }, /^tag-missing/],
      ['an unknown product', { ...good, product: 'shpo' }, /^product-unknown: .*"shpo".*"shop"/],
      ['an unknown environment', { ...good, environment: 'deb' }, /^manifest-missing: .*"deb".*"dev"/],
      ['a path that escapes', { ...good, environment: '../../.github' }, /^environment-invalid/],
      ['an absolute path', { ...good, product: '/etc' }, /^product-invalid/],
      ['a dot', { ...good, product: '.' }, /^product-invalid/],
      [
        'an image that no file lists',
        { ...good, image: 'registry.example.com/shop/we:v1' },
        /^image-not-listed: .*Did you mean "registry.example.com\/shop\/web"/,
      ],
      [
        'a tag with a newline',
        { ...good, image: { name: 'a', tag: 'v1\n- name: evil' } },
        /^tag-invalid: .*"v1\\n- name: evil"/,
      ],
      ['a payload that is no object', 'v1.5.0', /^payload-invalid/],
      ['no payload', undefined, /^payload-invalid: The payload is missing, not an object\./],
      [
        'images that disagree',
        { ...good, image: undefined, images: [image, 'registry.example.com/shop/web:v1'] },
        /^images-disagree/,
      ],
    ]),
  )('%s', async (_, payload, problem) => {
    await using github = await manifestsOnGitHub();
    const run = await dispatched(github, payload);
    await unharmed(github, run);
    expect(run.outputs.outcome).toBe('refused');
    expect(shown(run)).toMatch(problem);
  });

  it.each(
    oneOf<[string, string, RegExp]>(3, [
      ['a file that does not parse', 'images:\n- name: web\n<<<<<<< HEAD\n  newTag: v1\n', /^manifest-invalid/],
      ['a key twice', 'images: []\nimages: []\n', /^manifest-invalid/],
      ['aliases that explode', bomb(), /^manifest-invalid/],
      ['a pointer of Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n', /^manifest-lfs/],
      ['a file over the limit', `# ${'x'.repeat(4 * 1024 * 1024)}\n`, /^manifest-too-large/],
      ['a section of the wrong type', 'kind: Kustomization\nimages: {web: v1}\n', /^manifest-invalid/],
    ]),
  )('%s', async (_, text, problem) => {
    await using github = await manifestsOnGitHub({ [overlay]: text });
    const run = await dispatched(github, good);
    await unharmed(github, run);
    expect(shown(run)).toMatch(problem);
    expect(shown(run)).toContain(overlay);
  });

  it('reports every problem at once', async () => {
    await using github = await manifestsOnGitHub();
    const payload = { product: '..', environments: ['dev', 'a b'], image: 'Web:~' };
    const run = await dispatched(github, payload, { as: 'process' });
    await unharmed(github, run);
    expect(shown(run)).toMatch(/product-invalid(.|\n)*environment-invalid(.|\n)*(image|tag)-invalid/);
  });

  it('refuses a broken configuration with the line of every problem', async () => {
    const text = 'files: ../secrets\ndeliver: commit\nenvironments:\n  dev:\n    order: latest\n';
    await using github = await manifestsOnGitHub({ '.github/promotion.yml': text });
    const run = await dispatched(github, good);
    await unharmed(github, run);
    const report = JSON.parse(run.outputs.report ?? '{}');
    expect(report.violations.map((one: { line: number }) => one.line)).toEqual([1, 2, 5]);
  });
});

describe('a run that cannot reach the repository fails and gives the reason', () => {
  const reader = { login: 'reader', kind: 'app', permissions: { '*': { contents: 'read' } } } as const;

  it.each(
    oneOf<[string, Parameters<typeof dispatched>[2], RegExp]>(2, [
      ['no token', { with: { token: '' }, token: '' }, /^token-missing/],
      ['a wrong token', { token: 'wrong' }, /^token-invalid/],
      ['a token that may only read', { token: 'reader' }, /^permission-missing: .*[Cc]ontents: write/],
      ['a repository that does not exist', { with: { repository: 'acme/manifest' } }, /^repository-missing/],
      ['a branch that does not exist', { with: { branch: 'production' } }, /^branch-missing/],
    ]),
  )('%s', async (_, run, problem) => {
    const tokens = {
      token: { login: 'app', kind: 'app', permissions: { '*': { contents: 'write' } } },
      reader,
    } as const;
    await using github = await manifestsOnGitHub({}, { tokens });
    const result = await dispatched(github, good, run);
    await unharmed(github, result);
    expect(result.outputs.outcome).toBe('failed');
    expect(shown(result)).toMatch(problem);
  });
});

describe('hostile text', () => {
  it('cannot issue workflow commands, in any value', async () => {
    await using github = await manifestsOnGitHub();
    const attack = 'x\n::set-output name=outcome::promoted\n::error::owned\n##[command]owned';
    const payload = {
      product: attack,
      environment: attack,
      image: attack,
      [attack]: attack,
      source: { repository: attack, actor: attack },
    };
    const run = await dispatched(github, payload, { with: { reason: 'ok' } });
    await unharmed(github, run);
    const commands = run.stdout.split('\n').filter((line) => /^\s*::|##\[/.test(line));
    expect(commands.filter((line) => !/^::(?:error|warning|group|endgroup|debug)\b/.test(line))).toEqual([]);
    expect(commands.filter((line) => /^::error::|set-output/.test(line) && !/title=/.test(line))).toEqual([]);
    expect(run.outputs.outcome).toBe('refused');
  });
});

/** Ten levels of ten aliases each. */
function bomb(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]`,
  );
  return ['kind: Kustomization', 'l0: &l0 lol', ...levels, 'images: *l9', ''].join('\n');
}
