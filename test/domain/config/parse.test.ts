import * as fc from 'fast-check';
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/domain/config/parse.ts';
import { checkProduct } from '../../../src/domain/request/grammar.ts';
import { configOf, EVERYTHING, EXAMPLE, PATH, problemsOf, violationsOf } from './support.ts';

describe('parseConfig', () => {
  it('reads the example and every setting', () => {
    expect(problemsOf(EXAMPLE)).toEqual([]);
    expect(problemsOf(EVERYTHING)).toEqual([]);
  });

  it('reads environments and products without settings of their own', () => {
    const text = 'environments:\n  dev:\n  stg: {}\nproducts:\n  shop:\n  blog:\n    environments: { dev: }\n';
    expect(violationsOf(text)).toEqual([]);
    expect(violationsOf('products:\n')).toEqual([]);
  });

  it('reports every problem of the file with its line, at once and in order', () => {
    const text = `files: [/etc, "apps/{prodct}"]
fils: a
environments:
  dev: { requires: stgg }
  stg:
    delivery: pull-requst
    labels: release
products:
  shop/web: {}
`;
    expect(violationsOf(text).map(({ line, code, message, hint }) => `${line} ${code} ${message} ${hint}`)).toEqual(
      expect.arrayContaining([
        '1 config-invalid files[0] is absolute: "/etc". Write a path from the root of the repository, such as applications/shop.',
        '1 config-invalid files[1] has an unknown placeholder "{prodct}". Did you mean {product}?',
        '2 config-invalid The setting "fils" is unknown. Did you mean files?',
        '4 config-invalid The environment "stgg" is not in the list of environments. Add it to `environments`, or use stg.',
        '6 config-invalid environments.stg.delivery is not one of commit, pull-request, auto-merge and merge: "pull-requst". Did you mean pull-request?',
        '7 config-invalid environments.stg.labels is the text "release", not a list. Write it as a list: [release].',
        '9 config-invalid products."shop/web" is not a name of a product or environment: "shop/web". Use letters, digits, ".", "_" and "-", at most 63, first and last a letter or digit, without ".." and not ending in ".lock".',
      ]),
    );
    const lines = violationsOf(text).map(({ line }) => line);
    expect(lines).toEqual([...lines].sort((a, b) => (a ?? 0) - (b ?? 0)));
  });

  it('refuses settings that are not built yet, at every level', () => {
    const text = 'argocd: {}\nenvironments:\n  dev: { delivery: commit }\n  stg: { delivery: merge }\n';
    const missing = violationsOf(text).filter(({ code }) => code === 'config-unsupported');
    for (const { message, line } of missing) {
      expect([1, 4]).toContain(line);
      expect(message).toMatch(/ is not supported yet\.$/);
    }
    expect(missing.every(({ line }) => line !== 3)).toBe(true);
  });
});

describe('each setting', () => {
  it.each([
    ['files:', 'files is empty, not text'],
    ['sources: [{ repository: acme/shop, id: x }]', 'sources[0].id is the text "x", not a number'],
    ['sources: [{ repository: acme/shop, id: 0 }]', 'sources[0].id is not the number of a repository'],
    [
      'sources: [{ repository: "acme/*", id: 74 }]',
      'sources[0].id stands beside a pattern, and a number is of one repository',
    ],
    [
      'sources: [{ repository: "acme/{product}", id: 74 }]',
      'sources[0].id stands beside a pattern, and a number is of one repository',
    ],
    ['files: ""', 'files is empty: ""'],
    ['files: []', 'files is an empty list'],
    ['files: 1', 'files is the number 1, not text'],
    ['files: { a: b }', 'files is a mapping, not text'],
    ['files: [a, 1]', 'files[1] is the number 1, not text'],
    ['files: /etc/passwd', 'files is absolute: "/etc/passwd"'],
    ['files: a/../../b', 'files has a part that is empty, ".", ".." or ".git"'],
    ['files: ./a', 'files has a part that is empty, ".", ".." or ".git"'],
    ['files: a/', 'files has a part that is empty, ".", ".." or ".git"'],
    ['files: .git/config', 'files has a part that is empty, ".", ".." or ".git"'],
    ['files: a\\b', 'files has a backslash: "a\\\\b"'],
    ['files: "a/{b/c,d}"', 'files has a slash between braces: "a/{b/c,d}"'],
    ['files: [[]]', 'files[0] is an empty list'],
    ['files: [[a.yaml, 1]]', 'files[0][1] is the number 1, not text'],
    ['files: [[a.yaml, "b-*.yaml"]]', 'files[0][1] has a wildcard in a list of layers: "b-*.yaml"'],
    ['files: [[a.yaml, "{env}.yaml"]]', 'files[0][1] has an unknown placeholder "{env}"'],
    ['files: [[a.yaml, ../b.yaml]]', 'files[0][1] has a part that is empty, ".", ".." or ".git"'],
    ['files: [[[a.yaml]]]', 'files[0][0] is a list, not text'],
    ['files: "a/[b"', 'files is not a glob: "a/[b"'],
    ['files: "a/{env}"', 'files has an unknown placeholder "{env}"'],
    ['delivery: push', 'delivery is not one of commit, pull-request, auto-merge and merge: "push"'],
    ['merge-method: fast-forward', 'merge-method is not one of merge, squash and rebase: "fast-forward"'],
    ['merge_method: merge', 'The setting "merge_method" is unknown'],
    ['labels: [""]', 'labels[0] is not one line of at most 50 characters: ""'],
    ['reviewers: ["@octocat"]', 'reviewers[0] is neither a login nor a team: "@octocat"'],
    ['reviewers: [acme/sre]', 'reviewers[0] is neither a login nor a team: "acme/sre"'],
    ['assignees: ["team:sre"]', 'assignees[0] is not a login: "team:sre"'],
    ['draft: yes', 'draft is the text "yes", not true or false'],
    ['add-images: "true"', 'add-images is the text "true", not true or false'],
    ['images: registry.example.com/web', 'images is the text "registry.example.com/web", not a list'],
    [
      'images: ["registry.example.com/web:v1"]',
      'images[0] is not the repository of an image: "registry.example.com/web:v1"',
    ],
    ['images: ["web@sha256:*"]', 'images[0] carries a digest: "web@sha256:*"'],
    ['images: [Web]', 'images[0] is not the repository of an image: "Web"'],
    ['images: ["web(-[a-z]+)?"]', 'images[0] reads like a regular expression: "web(-[a-z]+)?"'],
    ['requires: a..b', 'requires is not a name of a product or environment: "a..b"'],
    ['requires: [dev]', 'requires is a list, not text'],
    ['order: older', 'order is not one of newer and any: "older"'],
    ['sources: [acme/shop]', 'sources[0] is the text "acme/shop", not a mapping'],
    ['sources: [{}]', 'sources[0].repository is missing'],
    ['sources: [{ repository: shop }]', 'sources[0].repository is not a repository: "shop"'],
    ['sources: [{ repository: acme/shop, ref: refs/heads/main }]', 'The setting "ref" in sources[0] is unknown'],
    ['sources: [{ repository: acme/shop, refs: [main] }]', 'sources[0].refs[0] is not a full ref: "main"'],
    ['proof: optional', 'proof is not one of required and none: "optional"'],
    ['actors: octocat', 'actors is the text "octocat", not a list'],
    ['tags: [1.0]', 'tags[0] is the number 1, not text'],
    ['tags: ["!latest"]', 'tags[0] excludes instead of allowing: "!latest"'],
    ['verify: tag', 'verify is the text "tag", not true, false or digest'],
    ['commit-message: "chore: promote"', 'commit-message does not have {summary} exactly once: "chore: promote"'],
    [
      'commit-message: "{summary} {summary}"',
      'commit-message does not have {summary} exactly once: "{summary} {summary}"',
    ],
    ['commit-message: "{summary} {tag}"', 'commit-message has an unknown placeholder "{tag}"'],
    ['commit-message: "{summary}\\nx"', 'commit-message is not one line without blanks around it: "{summary}\\nx"'],
    ['issuer: token.actions.githubusercontent.com', 'issuer is not an address: "token.actions.githubusercontent.com"'],
    ['issuer: http://github.example.com', 'issuer is not an https address: "http://github.example.com"'],
    [
      'argocd: { url: "https://user:word@argocd.example.com" }',
      'argocd.url is more than an address: "https://user:word@argocd.example.com"',
    ],
    ['argocd: { application: a }', 'The setting "application" in argocd is unknown'],
    ['argocd: { applications: ../a }', 'argocd.applications has a part that is empty, ".", ".." or ".git"'],
    ['environments: [dev]', 'environments is a list, not a mapping'],
    ['environments:', 'environments is empty, not a mapping'],
    ['environments: {}', 'environments lists no environment'],
    ['environments: { dev: true }', 'environments.dev is the boolean true, not a mapping'],
    ['environments: { dev.lock: }', 'environments.dev.lock is not a name of a product or environment: "dev.lock"'],
    ['environments: { dev: { issuer: "https://a.example" } }', 'The setting "issuer" in environments.dev is unknown'],
    ['environments: { dev: { environments: } }', 'The setting "environments" in environments.dev is unknown'],
    ['products: [shop]', 'products is a list, not a mapping'],
    ['products: { shop: { products: } }', 'The setting "products" in products.shop is unknown'],
    ['toString: 1', 'The setting "toString" is unknown'],
  ])('%s', (text, problem) => {
    expect(problemsOf(text)).toEqual([`1: ${problem}.`]);
  });

  it.each([
    ['environments: [dev, prod]', 'Write a mapping, each name with a colon: environments: { dev: {}, prod: {} }.'],
    ['products: [shop]', 'Write a mapping, each name with a colon: products: { shop: {} }.'],
    ['files: {environment}', 'Quote a text that begins with a brace: "{environment}".'],
    ['files: {environment}/x.yaml', 'Quote a text that begins with a brace: "{environment}/…".'],
    ['files:\n  - {product}/x.yaml', 'Quote a text that begins with a brace: "{environment}/…".'],
    ['files: [kube/{product}]', 'Quote a path with a placeholder inside [ ]: "helm/{product}/values.yaml".'],
    [
      'files: [a, "{product}", b/{environment}]',
      'Quote a path with a placeholder inside [ ]: "helm/{product}/values.yaml".',
    ],
    ['files: ["kube/{product}", b: c: d]', 'Correct the syntax.'],
  ])('shows the mapping to write instead of %j', (text, hint) => {
    expect(violationsOf(text)[0]?.hint).toBe(hint);
  });

  it('accepts the mapping that it shows', () => {
    expect(problemsOf('environments: { dev: {}, prod: {} }')).toEqual([]);
  });

  it('suggests the nearest name for an unknown one, and all names if none is near', () => {
    expect(violationsOf('enviroments: {}')[0]?.hint).toBe('Did you mean environments?');
    expect(violationsOf('argocd: { server: a }').find(({ code }) => code === 'config-invalid')?.hint).toBe(
      'There are applications and url.',
    );
  });

  it.each(['http://127.0.0.1:8080', 'http://localhost', 'https://github.example.com/_services/token'])(
    'accepts the issuer %s',
    (issuer) => {
      expect(problemsOf(`issuer: ${issuer}`)).toEqual([]);
    },
  );
});

describe('freeze', () => {
  it.each([
    ['{ from: 2026-12-24T00:00+09:00, until: 2027-01-05T00:00+09:00 }', []],
    ['{ from: 2026-12-24T00:00:30.5Z, until: 2027-01-05T00:00Z, reason: year end }', []],
    ['{ days: [sat, sun] }', []],
    ['{ from: "22:00", until: "06:00" }', []],
    ['{ days: [fri], from: 17:00, until: 24:00, timezone: Asia/Tokyo }', []],
    ['{}', ['from is missing', 'until is missing']],
    ['{ from: 2026-12-24, until: 2026-12-25T00:00Z }', ['from is not a date and time with its zone: "2026-12-24"']],
    [
      '{ from: 2026-12-24T00:00, until: 2026-12-25T00:00Z }',
      ['from is not a date and time with its zone: "2026-12-24T00:00"'],
    ],
    ['{ from: 2026-02-30T00:00Z, until: 2026-03-05T00:00Z }', ['from is no date of the calendar: "2026-02-30T00:00Z"']],
    ['{ from: 2026-12-24T25:00Z, until: 2026-12-25T00:00Z }', ['from is no date of the calendar: "2026-12-24T25:00Z"']],
    ['{ from: 2026-12-24T09:00+09:00, until: 2026-12-24T00:00Z }', ['until is not after from']],
    ['{ from: 2026-12-24T00:00Z }', ['until is missing']],
    [
      '{ from: 2026-12-24T00:00Z, until: 2026-12-25T00:00Z, days: [mon] }',
      ['from is not a time of day: "2026-12-24T00:00Z"', 'until is not a time of day: "2026-12-25T00:00Z"'],
    ],
    ['{ days: [] }', ['days is an empty list']],
    ['{ days: [friday] }', ['days[0] is not one of mon, tue, wed, thu, fri, sat and sun: "friday"']],
    ['{ days: [fri], from: "24:00" }', ['from is not a time of day: "24:00"']],
    ['{ days: [fri], until: "24:01" }', ['until is not a time of day: "24:01"']],
    ['{ days: [fri], from: "9:00" }', ['from is not a time of day: "9:00"']],
    ['{ days: [fri], from: "09:00", until: "09:00" }', ['until is the same as from']],
    ['{ days: [fri], timezone: Mars/Olympus }', ['timezone is not a time zone: "Mars/Olympus"']],
    ['{ days: [fri], timezone: "+09:00" }', ['timezone is not a time zone: "+09:00"']],
    ['{ days: [fri], reason: "" }', ['reason is not one line of 1 to 300 characters: ""']],
  ])('%s', (window, problems) => {
    expect(problemsOf(`freeze: [${window}]`)).toEqual(
      problems.map((problem) => `1: freeze[0].${problem.replace(/: "/, ': "')}.`),
    );
  });

  it('fills in the defaults of weekly windows', () => {
    expect(configOf('freeze: [{ days: [sat] }, { from: "22:00" }]').value.freeze).toEqual([
      { days: ['sat'], from: '00:00', until: '24:00', timezone: 'UTC' },
      {
        days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
        from: '22:00',
        until: '24:00',
        timezone: 'UTC',
      },
    ]);
  });
});

describe('environments that settings name', () => {
  it.each([
    [
      'requires outside of the list',
      'environments:\n  dev:\n  stg: { requires: qa }',
      ['3: The environment "qa" is not in the list of environments.'],
    ],
    [
      'an environment of a product outside of the list',
      'environments:\n  dev:\nproducts:\n  shop:\n    environments:\n      qa: {}',
      ['6: The environment "qa" is not in the list of environments.'],
    ],
    ['itself', 'environments:\n  dev: { requires: dev }', ['2: An environment requires itself: dev → dev.']],
    [
      'a circle',
      'environments:\n  dev: { requires: prod }\n  stg: { requires: dev }\n  prod: { requires: stg }',
      ['2: An environment requires itself: dev → prod → stg → dev.'],
    ],
    [
      'a circle of one product',
      'environments:\n  dev:\n  stg: { requires: dev }\nproducts:\n  shop:\n    environments:\n      dev: { requires: stg }',
      ['7: An environment requires itself: dev → stg → dev.'],
    ],
    [
      'a circle by the top level',
      'requires: dev\nenvironments:\n  dev:\n  stg:\n',
      ['1: An environment requires itself: dev → dev.'],
    ],
  ])('%s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(expect.arrayContaining(problems));
  });

  it('are not checked if there is no list', () => {
    expect(problemsOf('products: { shop: { environments: { qa: { requires: dev } } } }')).toEqual([]);
  });
});

describe('for every input', () => {
  const yaml = fc.oneof(
    string({ maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'files',
          'environments',
          'products',
          'images',
          'freeze',
          'dev',
          'shop',
          'from',
          '2026-01-01T00:00Z',
          'requires',
          ': ',
          ':\n  ',
          '\n',
          '- ',
          '{',
          '}',
          '[',
          ']',
          ', ',
          '"',
          "'",
          '#',
          '&a ',
          '*a',
          '!x ',
          '|\n',
          '---\n',
          '? ',
          '<<',
          '__proto__',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join('')),
    fc.json(),
  );

  it('either reads it or reports problems', () => {
    assert(
      property(yaml, (text) => {
        for (const { message, hint, line, path } of violationsOf(text)) {
          expect(`${message}${hint}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
          expect(line).toBeGreaterThan(0);
          expect(path).toBe(PATH);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('accepts the same names as a request', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9._/-]{0,5}(?:\.lock)?$/);
    assert(
      property(
        fc.oneof(
          name,
          name.map((text) => text.repeat(20)),
        ),
        (text) => {
          fc.pre(text !== 'constructor' && text !== 'prototype');
          const legal = (() => {
            try {
              return checkProduct(text) === text;
            } catch {
              return false;
            }
          })();
          expect(problemsOf(`products: { ${JSON.stringify(text)}: }`).length === 0).toBe(legal);
        },
      ),
    );
  });

  it('reads back the plain values that it prints', () => {
    expect(parseConfig({ path: PATH, text: 'files: a\nimages: [b]' }).value).toEqual({ files: 'a', images: ['b'] });
  });
});
