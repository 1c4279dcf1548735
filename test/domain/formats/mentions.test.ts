/** The name of an image at places where it is no image. */
import { describe, expect, it } from 'vitest';
import { rewriting } from './rewriting.ts';

const web = 'registry.example.com/shop/web';

const told = (text: string, image = `${web}:v2`): string[] =>
  rewriting(text, image).leftAlone.map(({ line, reason, versionLine = '' }) =>
    `${line} ${reason} ${versionLine}`.trim(),
  );

const pod = (container: string): string =>
  `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: web\n${container}`;

describe('a mention', () => {
  it.each([
    ['an environment value', pod(`      env: [{name: WEB, value: "${web}:v1"}]\n`), '6 unmarked'],
    ['an environment value without a version', pod(`      env: [{name: WEB, value: ${web}}]\n`), '6 unmarked'],
    ['an argument', pod(`      args:\n        - --image=${web}:v1\n`), '7 unmarked'],
    ['a command', pod(`      command: [run, "${web}@sha256:${'a'.repeat(64)}"]\n`), '6 unmarked'],
    [
      'text of a ConfigMap',
      `apiVersion: v1\nkind: ConfigMap\ndata:\n  x: |\n    a: b\n    image: ${web}:v1\n`,
      '6 unmarked',
    ],
    ['text in values', `extra: |\n  - image: ${web}:v1\n`, '2 unmarked'],
    ['quoted text', `extra: "- image: x\\n- image:\\n${web}:v1\\n"\n`, '1 unmarked'],
    ['values for an environment', `env:\n  WEB_IMAGE: ${web}:v1\n`, '2 unmarked'],
    ['a name whose version is under another key', `web:\n  repo: ${web}\n  version: v1\n`, '2 named 3'],
    ['a name whose tag is under another key', `web:\n  tag: v1\n  container: ${web}\n`, '3 named 2'],
    ['a name alone', `web:\n  container: ${web}\n`, '2 named'],
    ['a name with a marked version', `web:\n  repo: ${web}\n  version: v1 # image-promotion: ${web}\n`, '3 aside'],
    ['a URL', `chart: "docker://${web}:v1"\n`, '1 unmarked'],
    [
      'a literal of a generator',
      `kind: Kustomization\nconfigMapGenerator:\n  - literals: [WEB=${web}:v1]\n`,
      '3 unmarked',
    ],
    ['CRLF', `a: b\r\nextra: |\r\n  ${web}:v1\r\n`, '3 unmarked'],
    ['JSON', `{"a": 1,\n "env": {"WEB": "${web}:v1"}}\n`, '2 unmarked'],
    ['a second document', `a: b\n---\nextra: |\n  ${web}:v1\n`, '4 unmarked'],
    ['a comment', `a: b # ${web}:v1\n`, '1 aside'],
    ['a comment in text', `extra: |\n  # image: ${web}:v1\n`, '2 aside'],
    ['an annotation', `apiVersion: v1\nkind: Pod\nmetadata: {annotations: {image: "${web}:v1"}}\n`, '3 aside'],
    [
      'an object that watches images',
      `apiVersion: image.toolkit.fluxcd.io/v1\nkind: ImageRepository\nspec:\n  image: ${web}\n`,
      '4 aside',
    ],
  ])('is found in %s', (_, text, expected) => {
    expect(told(text)).toEqual([expected]);
  });

  it.each([
    [
      'a longer name',
      `extra: |\n  ${web}-admin:v1\n  ${web}/admin:v1\n  mirror.${web}:v1\n  mirror/${web}:v1\n  ${web}2\n`,
    ],
    ['an image', `image: ${web}:v1\n`],
    [
      'an image in text of an Application',
      `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      values: |\n        image: ${web}:v1\n`,
    ],
  ])('is not found in %s', (_, text) => {
    expect(told(text)).toEqual([]);
  });

  it('of a name without a path requires a version, since a host may have the same name', () => {
    expect(told('a: web\nb: http://web:8080\nc: web:8080\nextra: "run web:v1"\n', 'web:v2')).toEqual(['4 unmarked']);
  });

  it('next to an image does not prevent its change', () => {
    const text = pod(`      image: ${web}:v1\n      env: [{name: WEB, value: "${web}:v1"}]\n`);
    expect(rewriting(text, `${web}:v2`).text).toBe(
      text.replace('image: registry.example.com/shop/web:v1', `image: ${web}:v2`),
    );
    expect(told(text)).toEqual(['7 unmarked']);
  });

  it('of an image of Docker Hub counts in any spelling', () => {
    const text = pod(`      env: [{name: A, value: "docker.io/library/nginx:1.25"}, {name: B, value: "nginx:1.25"}]\n`);
    expect(told(text, 'nginx:2')).toEqual(['6 unmarked', '6 unmarked']);
    expect(told(text, 'index.docker.io/library/nginx:2')).toEqual(['6 unmarked', '6 unmarked']);
  });

  it('of the running repository counts as well as the requested name', () => {
    const text = `kind: Kustomization\nimages: [{name: web, newName: ${web}, newTag: v1}]\npatches:\n  - patch: |\n      - {op: add, path: /x, value: "${web}:v1"}\n`;
    expect(told(text, 'web:v2')).toEqual(['5 unmarked']);
  });
});
