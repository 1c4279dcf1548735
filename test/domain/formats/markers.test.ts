/** Markers: the value that a comment `# image-promotion: NAME` refers to, and its new text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { parseImage } from '../../../src/domain/image.ts';
import { inspect, rewrite } from '../../../src/domain/rewrite.ts';
import { changedLines, refusal, rewriting } from './rewriting.ts';

const WEB = 'r.example/web';
const old = `sha256:${'a'.repeat(64)}`;
const digest = `sha256:${'b'.repeat(64)}`;
const mark = `# image-promotion: ${WEB}`;

type Row = readonly [title: string, text: string, images: string | readonly string[], changed: readonly string[]];

const values: readonly Row[] = [
  ['a tag at the end of its line', `v: v1 ${mark}\n`, `${WEB}:v2`, [`-v: v1 ${mark}`, `+v: v2 ${mark}`]],
  [
    'a comment without blanks',
    `v: v1 #image-promotion:${WEB}\n`,
    `${WEB}:v2`,
    [`-v: v1 #image-promotion:${WEB}`, `+v: v2 #image-promotion:${WEB}`],
  ],
  ['the line below', `a: v1\n${mark}\nv: v1\nb: v1\n`, `${WEB}:v2`, ['-v: v1', '+v: v2']],
  ['the line below other comments', `${mark}\n# Keep this.\nv: v1\n`, `${WEB}:v2`, ['-v: v1', '+v: v2']],
  [
    'a comment behind the marker',
    `v: v1 ${mark} # keep\n`,
    `${WEB}:v2`,
    [`-v: v1 ${mark} # keep`, `+v: v2 ${mark} # keep`],
  ],
  ['single quotes', `v: 'v1' ${mark}\n`, `${WEB}:1.10`, [`-v: 'v1' ${mark}`, `+v: '1.10' ${mark}`]],
  ['double quotes', `v: "v1" ${mark}\n`, `${WEB}:v2`, [`-v: "v1" ${mark}`, `+v: "v2" ${mark}`]],
  ['a tag that needs quotes', `v: v1 ${mark}\n`, `${WEB}:0362525`, [`-v: v1 ${mark}`, `+v: "0362525" ${mark}`]],
  ['a number that becomes text', `v: 1.10 ${mark}\n`, `${WEB}:1.10`, [`-v: 1.10 ${mark}`, `+v: "1.10" ${mark}`]],
  ['an item of a list', `v:\n  - v1 ${mark}\n  - v1\n`, `${WEB}:v2`, [`-  - v1 ${mark}`, `+  - v2 ${mark}`]],
  ['a value on the line below its key', `v: ${mark}\n  v1\n`, `${WEB}:v2`, ['-  v1', '+  v2']],
  [
    'the only value of a flow mapping',
    `v: {tag: v1} ${mark}\n`,
    `${WEB}:v2`,
    [`-v: {tag: v1} ${mark}`, `+v: {tag: v2} ${mark}`],
  ],
  [
    'the tag beside its repository in a flow mapping',
    `v: {repo: ${WEB}, x: v1} ${mark}\n`,
    `${WEB}:v2`,
    [`-v: {repo: ${WEB}, x: v1} ${mark}`, `+v: {repo: ${WEB}, x: v2} ${mark}`],
  ],
  [
    'a line within a flow list',
    `v: [\n  ${mark}\n  "--i=${WEB}:v1",\n  "--x=v1"]\n`,
    `${WEB}:v2`,
    [`-  "--i=${WEB}:v1",`, `+  "--i=${WEB}:v2",`],
  ],
  ['a reference alone', `v: ${WEB}:v1 ${mark}\n`, `${WEB}:v2`, [`-v: ${WEB}:v1 ${mark}`, `+v: ${WEB}:v2 ${mark}`]],
  [
    'a reference without a version',
    `v: ${WEB} ${mark}\n`,
    `${WEB}:v2`,
    [`-v: ${WEB} ${mark}`, `+v: ${WEB}:v2 ${mark}`],
  ],
  [
    'a reference in an argument',
    `v:\n- --i=${WEB}:v1 ${mark}\n`,
    `${WEB}:v2`,
    [`-- --i=${WEB}:v1 ${mark}`, `+- --i=${WEB}:v2 ${mark}`],
  ],
  [
    'a reference with a scheme',
    `v: docker://${WEB}:v1 ${mark}\n`,
    `${WEB}:v2`,
    [`-v: docker://${WEB}:v1 ${mark}`, `+v: docker://${WEB}:v2 ${mark}`],
  ],
  [
    'a reference at the end of a sentence',
    `v: It runs ${WEB}:v1. ${mark}\n`,
    `${WEB}:v2`,
    [`-v: It runs ${WEB}:v1. ${mark}`, `+v: It runs ${WEB}:v2. ${mark}`],
  ],
  [
    'a tag that cuts a digest',
    `v: --i=${WEB}:v1@${old} ${mark}\n`,
    `${WEB}:v2`,
    [`-v: --i=${WEB}:v1@${old} ${mark}`, `+v: --i=${WEB}:v2 ${mark}`],
  ],
  [
    'a digest that cuts a tag',
    `v: --i=${WEB}:v1 ${mark}\n`,
    `${WEB}@${digest}`,
    [`-v: --i=${WEB}:v1 ${mark}`, `+v: --i=${WEB}@${digest} ${mark}`],
  ],
  [
    'every reference to the image, and no other',
    `v: ${WEB}:v1,${WEB}-x:v1,x/${WEB}:v1,${WEB}:v0 ${mark}\n`,
    `${WEB}:v2`,
    [
      `-v: ${WEB}:v1,${WEB}-x:v1,x/${WEB}:v1,${WEB}:v0 ${mark}`,
      `+v: ${WEB}:v2,${WEB}-x:v1,x/${WEB}:v1,${WEB}:v2 ${mark}`,
    ],
  ],
  [
    'two images of one line',
    `${mark}\n# image-promotion: r.example/api\nv: ${WEB}:v1,r.example/api:v1\n`,
    [`${WEB}:v2`, 'r.example/api:v3'],
    [`-v: ${WEB}:v1,r.example/api:v1`, `+v: ${WEB}:v2,r.example/api:v3`],
  ],
  [
    'two markers in one comment',
    `v: ${WEB}:v1,r.example/api:v1 ${mark} # image-promotion: r.example/api\n`,
    'r.example/api:v3',
    [
      `-v: ${WEB}:v1,r.example/api:v1 ${mark} # image-promotion: r.example/api`,
      `+v: ${WEB}:v1,r.example/api:v3 ${mark} # image-promotion: r.example/api`,
    ],
  ],
  [
    'a folded plain value',
    `v: --a\n  --i=${WEB}:v1\n  --b ${mark}\n`,
    `${WEB}:v2`,
    [`-  --i=${WEB}:v1`, `+  --i=${WEB}:v2`],
  ],
  [
    'a folded quoted value',
    `v: "--a\n  \\x41 --i=${WEB}:v1\n  --b" ${mark}\n`,
    `${WEB}:v2`,
    [`-  \\x41 --i=${WEB}:v1`, `+  \\x41 --i=${WEB}:v2`],
  ],
  [
    'a block from its first line',
    `v: |- ${mark}\n  run\n  ${WEB}:v1 now\n`,
    `${WEB}:v2`,
    [`-  ${WEB}:v1 now`, `+  ${WEB}:v2 now`],
  ],
  ['a block of one line', `v: >- ${mark}\n  v1\n`, `${WEB}:v2`, ['-  v1', '+  v2']],
  [
    'a line of a block',
    `v: |\n  a: ${WEB}:v1 ${mark}\n  b: v1\n`,
    `${WEB}:v2`,
    [`-  a: ${WEB}:v1 ${mark}`, `+  a: ${WEB}:v2 ${mark}`],
  ],
  ['a tag in a block', `v: |\n  a=v1 ${mark}\n`, `${WEB}:v2`, [`-  a=v1 ${mark}`, `+  a=v2 ${mark}`]],
  ['an item in a block', `v: |\n  - v1 ${mark}\n`, `${WEB}:v2`, [`-  - v1 ${mark}`, `+  - v2 ${mark}`]],
  ['a quoted tag in a block', `v: |\n  ${mark}\n  a: 'v1'\n`, `${WEB}:v2`, ["-  a: 'v1'", "+  a: 'v2'"]],
  [
    'a line of a folded block',
    `v: >\n  a: v1 ${mark}\n  b: v1\n\n  c\n`,
    `${WEB}:v2`,
    [`-  a: v1 ${mark}`, `+  a: v2 ${mark}`],
  ],
  [
    'a tag and a digest apart',
    `v: v1 ${mark}\nd: ${old} ${mark} digest\n`,
    `${WEB}:v2@${digest}`,
    [`-v: v1 ${mark}`, `-d: ${old} ${mark} digest`, `+v: v2 ${mark}`, `+d: ${digest} ${mark} digest`],
  ],
  [
    'a tag beside a digest, which empties it',
    `v: v1 ${mark}\nd: ${old} ${mark} digest\n`,
    `${WEB}:v2`,
    [`-v: v1 ${mark}`, `-d: ${old} ${mark} digest`, `+v: v2 ${mark}`, `+d: "" ${mark} digest`],
  ],
  [
    'a digest that was emptied',
    `v: v1 ${mark}\nd: "" ${mark} digest\n`,
    `${WEB}:v2@${digest}`,
    [`-v: v1 ${mark}`, `-d: "" ${mark} digest`, `+v: v2 ${mark}`, `+d: "${digest}" ${mark} digest`],
  ],
  [
    'a digest alone',
    `d: ${old} ${mark} digest\n`,
    `${WEB}@${digest}`,
    [`-d: ${old} ${mark} digest`, `+d: ${digest} ${mark} digest`],
  ],
  [
    'a tag with its digest behind it',
    `v: v1@${old} ${mark}\n`,
    `${WEB}:v2@${digest}`,
    [`-v: v1@${old} ${mark}`, `+v: v2@${digest} ${mark}`],
  ],
  [
    'a value with an alias that is marked, too',
    `a: &v v1 ${mark}\nb: *v ${mark}\n`,
    `${WEB}:v2`,
    [`-a: &v v1 ${mark}`, `+a: &v v2 ${mark}`],
  ],
  ['an alias alone', `a: &v v1\nb: *v ${mark}\n`, `${WEB}:v2`, [`-b: *v ${mark}`, `+b: v2 ${mark}`]],
  ['a second document', `a: v1\n---\nb: v1 ${mark}\n`, `${WEB}:v2`, [`-b: v1 ${mark}`, `+b: v2 ${mark}`]],
  [
    'a file that is a list',
    `- op: replace\n  value: v1 ${mark}\n`,
    `${WEB}:v2`,
    [`-  value: v1 ${mark}`, `+  value: v2 ${mark}`],
  ],
  ['line breaks of Windows', `a: b\r\n${mark}\r\nv: v1\r\n`, `${WEB}:v2`, ['-v: v1\r', '+v: v2\r']],
  ['a byte-order mark', `\uFEFF${mark}\nv: v1`, `${WEB}:v2`, ['-v: v1', '+v: v2']],
];

describe('a marker in YAML', () => {
  it.each(values)('changes %s', (_, text, images, changed) => {
    expect(changedLines(text, rewriting(text, images).text)).toEqual(changed);
  });

  it('adds quotes to a tag in the values of an Argo CD application', () => {
    const text = `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      values: |\n        image:\n          repository: r.example/api\n          tag: v1\n        web: v1 ${mark}\n`;
    expect(changedLines(text, rewriting(text, [`${WEB}:1.10`, 'r.example/api:v2']).text)).toEqual([
      '-          tag: v1',
      `-        web: v1 ${mark}`,
      '+          tag: v2',
      `+        web: "1.10" ${mark}`,
    ]);
  });
});

const files: readonly (readonly [path: string, ...Row])[] = [
  ['m/.env', 'a tag', `A=v1\n${mark}\nB=v1\nC=v1\n`, `${WEB}:0362525`, ['-B=v1', '+B=0362525']],
  ['m/prod.env', 'a tag in quotes', `${mark}\nB="v1"\n`, `${WEB}:1.10`, ['-B="v1"', '+B="1.10"']],
  ['.env.prod', 'an exported tag', `${mark}\nexport B='v1'\n`, `${WEB}:v2`, ["-export B='v1'", "+export B='v2'"]],
  ['a.properties', 'a value behind a colon', `${mark}\nweb.tag: v1\n`, `${WEB}:v2`, ['-web.tag: v1', '+web.tag: v2']],
  ['a.properties', 'an empty last line', `${mark}\nweb.tag=v1`, `${WEB}:v2`, ['-web.tag=v1', '+web.tag=v2']],
  [
    'a.tfvars',
    'an entry of an object',
    `images = {\n  ${mark}\n  "web:x" = "v1",\n}\n`,
    `${WEB}:v2`,
    ['-  "web:x" = "v1",', '+  "web:x" = "v2",'],
  ],
  [
    'a.tfvars',
    'an item of a list',
    `images = [\n  ${mark}\n  "${WEB}:v1",\n]\n`,
    `${WEB}:v2`,
    [`-  "${WEB}:v1",`, `+  "${WEB}:v2",`],
  ],
  [
    'a.toml',
    'a value before a comment',
    `${mark}\nweb = "v1" # the web\n`,
    `${WEB}:v2`,
    ['-web = "v1" # the web', '+web = "v2" # the web'],
  ],
  [
    'a.env',
    'a tag and a digest',
    `${mark}\nT=v1\n${mark} digest\nD=${old}\n`,
    `${WEB}:v2@${digest}`,
    ['-T=v1', `-${mark} digest`, `-D=${old}`, '+T=v2', `+${mark} digest`, `+D=${digest}`],
  ],
  [
    'a.env',
    'a digest that a tag empties',
    `${mark}\nT=v1\n${mark} digest\nD=${old}\n`,
    `${WEB}:v2`,
    ['-T=v1', `-${mark} digest`, `-D=${old}`, '+T=v2', `+${mark} digest`, '+D='],
  ],
  ['a.env', 'line breaks of Windows', `\uFEFF${mark}\r\nT=v1\r\nX=v1\r\n`, `${WEB}:v2`, ['-T=v1\r', '+T=v2\r']],
  [
    'a.env',
    'a reference at a port',
    `# image-promotion: r.example:5000/web\nT=r.example:5000/web:v1\n`,
    'r.example:5000/web:v2',
    ['-T=r.example:5000/web:v1', '+T=r.example:5000/web:v2'],
  ],
];

describe('a marker in a file that is no YAML', () => {
  it.each(files)('%s changes %s', (path, _, text, images, changed) => {
    expect(changedLines(text, rewriting(text, images, { path }).text)).toEqual(changed);
  });

  it('is not needed in files without the image', () => {
    expect(rewriting('A=v1\n', `${WEB}:v2`, { path: 'a.env' }).found).toEqual([]);
  });

  it('is refused in a Dockerfile', () => {
    const text = `${mark}\nFROM ${WEB}:v1\n`;
    for (const path of ['Dockerfile', 'm/Dockerfile.prod', 'm/web.dockerfile', 'Containerfile']) {
      expect(refusal(text, `${WEB}:v2`, { path })).toEqual([{ code: 'manifest-format', line: 1 }]);
    }
  });
});

type DeadRow = readonly [title: string, text: string, line: number, path?: string];

const dead: readonly DeadRow[] = [
  ['the end of the file', `a: b\n${mark}\n`, 2],
  ['a blank line', `${mark}\n\na: v1\n`, 1],
  ['a mapping', `${mark}\na:\n  b: v1\n`, 1],
  ['a key with a mapping', `a: ${mark}\n  b: v1\n`, 1],
  ['a value that is empty', `a: ${mark}\n`, 1],
  ['a value in quotes that is empty', `a: "" ${mark}\n`, 1],
  ['a reference to another image', `a: r.example/api:v1 ${mark}\n`, 1],
  ['a placeholder', `a: \${TAG} ${mark}\n`, 1],
  ['a reference with a placeholder', `a: ${WEB}:v1-$(TAG) ${mark}\n`, 1],
  ['text that is no tag', `a: a b ${mark}\n`, 1],
  ['a tag in place of a digest', `a: v1 ${mark} digest\n`, 1],
  ['a digest in place of a tag', `a: ${old} ${mark}\n`, 1],
  ['several values', `a: {b: v1, c: v1} ${mark}\n`, 1],
  ['a name among other keys', `a:\n${mark}\n- name: TAG\n  value: v1\n`, 2],
  ['the end of a block', `a: |\n  b: v1\n  ${mark}\nc: v1\n`, 3],
  ['text in a block', `a: |\n  b: see below ${mark}\n`, 2],
  ['the end of a file of another kind', `A=v1\n${mark}`, 2, 'a.env'],
  ['its own line in a file of another kind', `A=v1 ${mark}\n`, 1, 'a.env'],
  ['a table', `${mark}\n[web]\n`, 1, 'a.toml'],
  ['nothing, with a tag behind the name', `a: v1 ${mark}:v1\n`, 1],
  ['nothing, with another word behind the name', `a: v1 ${mark} tag\n`, 1],
];

describe('a marker without a value', () => {
  it.each(dead.map(([title, ...row]) => [title, row] as const))('is refused if it refers to %s', (_, row) => {
    const [text, line, path = 'a.yaml'] = row;
    expect(refusal(text, `${WEB}:v2`, { path })).toEqual([{ code: 'marker-invalid', line }]);
  });

  it.each(dead.map(([title, ...row]) => [title, row] as const))(
    'of another image causes a warning for %s',
    (_, row) => {
      const [text, line, path = 'a.yaml'] = row;
      const { text: after, deadMarkers } = rewriting(text, 'r.example/other:v2', { path });
      expect(after).toBe(text);
      expect(deadMarkers).toMatchObject([{ place: { line } }]);
    },
  );
});

describe('a marker next to an image that a format finds', () => {
  const image = (tag: string, more = ''): string => `image:\n  repository: ${WEB}\n  ${tag}\n${more}`;

  it('changes together with the field', () => {
    const text = image('tag: v1', `migrations: v1 ${mark}\n`);
    expect(rewriting(text, `${WEB}:v2`).text).toBe(image('tag: v2', `migrations: v2 ${mark}\n`));
  });

  it('with the same value is changed once, and the digest is added', () => {
    const text = image(`tag: v1 ${mark}`);
    expect(rewriting(text, `${WEB}:v2@${digest}`).text).toBe(
      `image:\n  repository: ${WEB}\n  digest: ${digest}\n  tag: v2 ${mark}\n`,
    );
  });

  it('takes the value of the image next to it', () => {
    const text = image('tag: v1 # image-promotion: r.example/api');
    expect(rewriting(text, 'r.example/api:v2').text).toBe(image('tag: v2 # image-promotion: r.example/api'));
    expect(refusal(text, `${WEB}:v2`)).toEqual([{ code: 'image-ambiguous', line: 2 }]);
  });

  it('is the tag of an image without one', () => {
    const text = `image:\n  repository: ${WEB}\nversion: v1 ${mark}\n`;
    expect(rewriting(text, `${WEB}:v2`).text).toBe(`image:\n  repository: ${WEB}\nversion: v2 ${mark}\n`);
  });

  it('does not change how an entry of a kustomization is found', () => {
    const path = 'kustomization.yaml';
    const entry = (name: string, newName: string, tag: string): string =>
      `images:\n- name: web\n  newName: ${newName}\n  newTag: ${tag} # image-promotion: ${name}\n`;
    expect(rewriting(entry(WEB, WEB, 'v1'), 'web:v2', { path }).text).toBe(entry(WEB, WEB, 'v2'));
    expect(rewriting(entry('web', WEB, 'v1'), 'web=r.example/new:v2', { path }).text).toBe(
      entry('web', 'r.example/new', 'v2'),
    );
    expect(refusal(entry(WEB, WEB, 'v1'), 'web=r.example/new:v2', { path })).toMatchObject([
      { code: 'image-ambiguous' },
    ]);
  });

  it('changes an inline patch, which is refused otherwise', () => {
    const patch = (tag: string, comment: string): string =>
      `images:\n- name: ${WEB}\n  newTag: v1\npatches:\n- patch: |-\n    kind: Deployment\n    spec:\n      containers:\n      - image: ${WEB}:${tag}${comment}\n`;
    const text = patch('v1', ` ${mark}`);
    const after = rewriting(text, `${WEB}:v2`, { path: 'kustomization.yaml' }).text;
    expect(after).toBe(patch('v2', ` ${mark}`).replace('newTag: v1', 'newTag: v2'));
  });
});

describe('a marker', () => {
  it.each([
    ['at the end of a line', `tag: v1 ${mark} # image-promotion: r.example/api\n`, 'a.yaml'],
    ['above a line', `${mark}\n# image-promotion: r.example/api\ntag: v1\n`, 'a.yaml'],
    ['in a block', `a: |\n  ${mark}\n  # image-promotion: r.example/api\n  tag=v1\n`, 'a.yaml'],
    ['in a file of text', `${mark}\n# image-promotion: r.example/api\nTAG=v1\n`, 'a.env'],
  ])('%s, next to that of another image, changes their one value only for both', (_, text, path) => {
    const both = [parseImage(`${WEB}:v2`), parseImage('r.example/api:v2')];
    expect(rewrite({ path, text }, { images: both, additions: 'refused' }).text).toBe(text.replace('v1', 'v2'));
    for (const image of both) {
      expect(() => rewrite({ path, text }, { images: [image], additions: 'refused' })).toThrow(
        /The version of .* is also/,
      );
    }
  });

  it('without a place for a digest is refused', () => {
    expect(refusal(`a: v1 ${mark}\n`, `${WEB}:v2@${digest}`)).toEqual([{ code: 'image-ambiguous', line: 1 }]);
    expect(refusal(`a: v1 ${mark}\n`, `${WEB}@${digest}`)).not.toEqual([]);
    expect(refusal(`a: ${old} ${mark} digest\n`, `${WEB}:v2`)).toEqual([{ code: 'image-ambiguous', line: 1 }]);
    expect(refusal(`a: v1@${old} ${mark}\n`, `${WEB}@${digest}`)).toEqual([{ code: 'image-ambiguous', line: 1 }]);
  });

  it('refuses a new name of its image', () => {
    expect(refusal(`a: v1 ${mark}\n`, `${WEB}=r.example/new:v2`)).toEqual([{ code: 'image-ambiguous', line: 1 }]);
  });

  it('is refused on an alias whose anchor has none', () => {
    expect(refusal(`a: &v v1 ${mark}\nb: *v\n`, `${WEB}:v2`)).toEqual([{ code: 'image-shared', line: 1 }]);
    expect(refusal(`a: &v --i=${WEB}:v1 ${mark}\nb: *v\n`, `${WEB}:v2`)).toEqual([{ code: 'image-shared', line: 1 }]);
  });

  it('is plain text within a value', () => {
    const text = `a: "v1 ${mark}"\nb: 'v1 ${mark}'\nc: v1#image-promotion:${WEB}\nd: "\\n${mark}\\nx: v1"\n`;
    expect(rewriting(text, `${WEB}:v2`)).toMatchObject({ text, found: [], deadMarkers: [] });
  });

  it('lists its image with version and line, for status and rollback', () => {
    const text = `x: 1\nv: v1 ${mark}\nd: ${old} ${mark} digest\nw:\n${mark}\n- --i=${WEB}:v0,${WEB}:v3\n`;
    expect(inspect({ path: 'a.yaml', text })).toEqual([
      { image: { repository: WEB, tag: 'v1', digest: old }, names: [WEB], line: 2 },
      { image: { repository: WEB, tag: 'v0' }, names: [WEB], line: 6 },
      { image: { repository: WEB, tag: 'v3' }, names: [WEB], line: 6 },
    ]);
  });

  it('reports the line of the changed value', () => {
    const text = `a: |\n  x\n  y: v1 ${mark}\nb: v1 ${mark}\n`;
    expect(rewriting(text, `${WEB}:v2`).found).toMatchObject([
      { line: 3, from: { tag: 'v1' }, to: { tag: 'v2' }, changed: true },
      { line: 4, from: { tag: 'v1' }, to: { tag: 'v2' }, changed: true },
    ]);
  });
});

describe('an ignored place', () => {
  const ignore = '# image-promotion: ignore';
  const rows: readonly (readonly [title: string, ignored: string, last: string])[] = [
    ['at the end of a line', `a:\n  image: ${WEB}:v1 ${ignore}\n`, `b:\n  image: ${WEB}:v1\n`],
    ['above a line', `a:\n  ${ignore}\n  image: ${WEB}:v1\n`, `b:\n  image: ${WEB}:v1\n`],
    ['above a mapping', `${ignore}\na:\n  image: ${WEB}:v1\n`, `b:\n  image: ${WEB}:v1\n`],
    ['at the key of a mapping', `a: ${ignore}\n  image: ${WEB}:v1\n`, `b:\n  image: ${WEB}:v1\n`],
    ['above an item of a list', `a:\n${ignore}\n- name: x\n  image: ${WEB}:v1\n`, `- image: ${WEB}:v1\n`],
    ['at the tag', `a:\n  image:\n    repository: ${WEB}\n    tag: v1 ${ignore}\n`, `b:\n  image: ${WEB}:v1\n`],
  ];

  it.each(rows)('%s is unchanged', (_, ignored, last) => {
    const { text, found } = rewriting(ignored + last, `${WEB}:v2`);
    expect(text).toBe(ignored + last.replace('v1', 'v2'));
    expect(found).toHaveLength(1);
  });

  it('is not reported', () => {
    const text = `image:\n  tag: v1\n`;
    expect(rewriting(text, `${WEB}:v2`).unbound).not.toEqual([]);
    expect(rewriting(text.replace('v1', `v1 ${ignore}`), `${WEB}:v2`).unbound).toEqual([]);
  });
});

/** Documents as people write them, in which one value has a marker: its line, and its texts before and after. */
const scalar = fc.constantFrom(
  'v1',
  "'v1'",
  '"v1"',
  'v1.4.0',
  '1.10',
  'some text',
  "'#1'",
  '"a # b"',
  'r.example/api:v1',
  '~',
  '[a, b]',
);
const line = fc.tuple(scalar, fc.constantFrom('', ' # a comment'));
const target = fc.record({
  before: fc.constantFrom(
    'v1',
    "'v1'",
    '"v1"',
    '1.10',
    '--i=r.example/web:v1',
    `"x r.example/web:v1@${old} y"`,
    'r.example/web:v1',
  ),
  above: fc.boolean(),
});
const tag = fc.constantFrom('v2', '1.10', '0362525', 'null', '2024-01-01', '1e3', 'latest');

describe('of a random document', () => {
  it('changes only its own value, is read back correctly, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(line), target, fc.array(line), tag, fc.constantFrom('\n', '\r\n'), (...all) => {
        const [before, { before: value, above }, after, version, lineBreak] = all;
        const rows = (lines: typeof before, key: string): string[] =>
          lines.map(([text, comment], index) => `${key}${index}: ${text}${comment}`);
        const own = above ? [mark, `own: ${value}`] : [`own: ${value} ${mark}`];
        const text = ['top:', ...[...rows(before, 'a'), ...own, ...rows(after, 'b')].map((row) => `  ${row}`)].join(
          lineBreak,
        );
        const written = rewriting(text, `${WEB}:${version}`).text;
        const read = (source: string) => (parseDocument(source).toJS() as { top: Record<string, unknown> }).top;
        const whole = String(parseDocument(value, { schema: 'failsafe' }).toJS());
        const expected = whole.includes(WEB) ? whole.replace(/r\.example\/web\S*/, `${WEB}:${version}`) : version;
        expect(read(written)).toEqual({ ...read(text), own: expected });
        const others = (source: string): string[] => source.split(lineBreak).filter((row) => !row.startsWith('  own:'));
        expect(others(written)).toEqual(others(text));
      }),
      { numRuns: 200 },
    );
  });
});
