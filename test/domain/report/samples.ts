import fc from 'fast-check';
import type { EnvironmentOutcome } from '../../../src/domain/model.ts';
import { buildReport, type CommandResult } from '../../../src/domain/report/report.ts';
import type { Report, ReportAwaited } from '../../../src/domain/report/report-schema.ts';

export const web = 'registry.example.com/shop/web';
export const COMMIT = '3f2c1ab9d04e5f60718293a4b5c6d7e8f9a0b1c2';

export function environment(over: Partial<EnvironmentOutcome> = {}): EnvironmentOutcome {
  const name = over.name ?? 'stg';
  return {
    name,
    product: 'shop',
    delivery: 'commit',
    outcome: 'promoted',
    changes: [
      {
        product: 'shop',
        environment: name,
        path: `applications/shop/overlays/${name}/kustomization.yaml`,
        line: 12,
        image: web,
        from: { repository: web, tag: 'v1.3.0' },
        to: { repository: web, tag: 'v1.4.0' },
      },
    ],
    superseded: [],
    ...over,
  };
}

export const promoted: CommandResult = {
  command: 'promote',
  environments: [environment()],
  commit: COMMIT,
  requests: 2,
  repository: 'acme/manifests',
  branch: 'main',
  source: {
    repository: 'acme/shop',
    sha: COMMIT,
    ref: 'refs/tags/v1.4.0',
    workflow: 'release.yml',
    runId: 7,
    runNumber: 42,
  },
};

export function awaited(over: Partial<ReportAwaited> = {}): ReportAwaited {
  return {
    product: 'shop',
    environment: 'prod',
    name: 'shop-blue',
    cluster: 'blue',
    url: 'https://argocd.example.com/applications/argocd/shop-blue',
    state: 'running',
    detail: 'runs what was promoted',
    commit: COMMIT,
    references: [`${web}:v1.4.0`],
    unobserved: [],
    seconds: 185,
    ...over,
  };
}

export const refused: CommandResult = {
  command: 'promote',
  violations: [
    {
      code: 'image-not-listed',
      message: 'No file of "stg" lists the image "registry.example.com/shop/wep".',
      hint: 'The nearest name there is "registry.example.com/shop/web".',
      path: 'applications/shop/overlays/stg/kustomization.yaml',
      line: 3,
    },
  ],
  notices: [{ message: 'The key "colour" of the payload is not known.' }],
  requests: 1,
};

export const checked: CommandResult = {
  command: 'check',
  outcome: 'missing',
  built: false,
  missing: [`${web}:v1.5.0`],
  images: [
    { image: `${web}:v1.4.0`, verdict: 'present', digest: `sha256:${'0'.repeat(64)}` },
    { image: `${web}:v1.5.0`, verdict: 'absent' },
  ],
};

/** Text that tries everything: Markdown, HTML, links, mentions, control characters, workflow commands. */
export const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '|',
          '\\|',
          '\\',
          '`',
          '``',
          '```',
          '\n',
          '\r\n',
          '\r',
          '\n\n# x',
          '\n::error::x',
          '::set-output name=x::y',
          '##[error]',
        ],
        ...[
          '<b>',
          '</code>',
          '</td>',
          '<script>',
          '<!--',
          '-->',
          '&lt;',
          '&#124;',
          '&amp;',
          '[x](https://evil.example)',
        ],
        ...[
          '![x](https://evil.example/x.png)',
          'https://evil.example',
          'www.evil.example',
          'a@evil.example',
          '@octocat',
        ],
        ...[
          'closes #1',
          '#1',
          'acme/shop#1',
          '*',
          '_',
          '**',
          '~~',
          '$x$',
          '"',
          '""',
          '\\"',
          "'",
          ' ',
          '\t',
          '\u001b[31m',
          '\u202e',
        ],
        ...[
          '\u2028',
          '\u200b',
          '\ufeff',
          '\ud800',
          '- ',
          '1. ',
          '> ',
          '---',
          '[x]: https://evil.example',
          '%0A',
          '{{',
          'é',
          '界',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** A report whose every name and value is the same text. */
export function reportOf(text: string): Report {
  return buildReport({
    command: 'promote',
    environments: [
      environment({
        name: text,
        product: text,
        changes: [
          {
            product: text,
            environment: text,
            path: text,
            line: 1,
            image: text,
            from: { repository: text },
            to: { repository: text },
          },
        ],
        superseded: [
          {
            image: text,
            requested: { repository: text },
            current: { repository: text },
            reason: 'older',
            message: `Left out: ${text}`,
          },
        ],
      }),
    ],
    commit: COMMIT,
    violations: [{ code: 'internal', message: text, hint: text, path: text, line: 1 }],
    notices: [{ message: text, hint: text, path: text, line: 1 }],
    repository: text,
    branch: text,
    reason: text,
    source: { repository: text, sha: text, ref: text, workflow: text, runId: 1, runNumber: 1 },
  });
}
