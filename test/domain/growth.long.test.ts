/** Ten times the input takes less than fifteen times the time: what an insider writes into a file must not stop the queue. */
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/domain/config/parse.ts';
import { PromotionError } from '../../src/domain/errors.ts';
import { parseImage } from '../../src/domain/image.ts';
import { parseTrailers } from '../../src/domain/records/trailer.ts';
import { readPayload } from '../../src/domain/request/payload.ts';
import { rewrite } from '../../src/domain/rewrite.ts';

const IMAGE = 'registry.example.com/shop/web';
const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');
const entry = `  - name: ${IMAGE}\n    newTag: v1\n`;
const workload = 'apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n';
const argocd = (kind: string) => `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata: {name: x}\nspec:\n`;

const change = (path: string, text: string) =>
  rewrite({ path, text }, { images: [parseImage(`${IMAGE}:v2`)], additions: 'refused' });
const kustomization = (text: string) => change('kustomization.yaml', text);
const manifest = (text: string) => change('manifest.yaml', text);

const inputs: Readonly<Record<string, (count: number) => unknown>> = {
  'duplicate entries': (count) => kustomization(`images:\n${times(count, () => entry)}`),
  'duplicate entries in one line': (count) =>
    kustomization(`images: [${times(count, () => `{name: ${IMAGE}, newTag: v1}, `)}]\n`),
  'entries of other images': (count) =>
    kustomization(`images:\n${times(count, (at) => entry.replace('web', `web${at}`))}${entry}`),
  'comment lines within an entry': (count) =>
    kustomization(`images:\n  - name: ${IMAGE}\n${times(25 * count, () => '    # a comment\n')}    newTag: v1\n`),
  'comment lines before the entries': (count) =>
    kustomization(`${times(25 * count, () => '# a comment\n')}images:\n${entry}`),
  'comment lines after the entries': (count) =>
    kustomization(`images:\n${entry}${times(25 * count, () => '  # a comment\n')}`),
  'lines without anything': (count) => kustomization(`images:\n${entry}${times(25 * count, () => '\n')}`),
  resources: (count) => kustomization(`resources:\n${times(count, (at) => `  - r${at}\n`)}images:\n${entry}`),
  'keys of other tools': (count) => kustomization(`${times(count, (at) => `k${at}: x\n`)}images:\n${entry}`),
  aliases: (count) =>
    kustomization(`x: &a v1\n${times(Math.min(count, 900), (at) => `k${at}: *a\n`)}images:\n${entry}`),
  'values of charts': (count) =>
    change(
      'values.yaml',
      times(count, (at) => `c${at}:\n  image:\n    repository: ${IMAGE}\n    tag: v1\n`),
    ),
  containers: (count) =>
    manifest(workload + times(count, (at) => `        - name: c${at}\n          image: ${IMAGE}:v1\n`)),
  documents: (count) =>
    manifest(
      times(Math.ceil(count / 4), (at) => `---\n${workload}        - name: c${at}\n          image: ${IMAGE}:v1\n`),
    ),
  'images of an Application': (count) =>
    manifest(
      `${argocd('Application')}  source:\n    kustomize:\n      images:\n${times(count, () => `        - ${IMAGE}:v1\n`)}`,
    ),
  'parameters of an Application': (count) =>
    manifest(
      `${argocd('Application')}  source:\n    helm:\n      parameters:\n${times(count, (at) => `        - name: c${at}.image.repository\n          value: ${IMAGE}\n        - name: c${at}.image.tag\n          value: v1\n`)}`,
    ),
  'settings of a configuration': (count) =>
    parseConfig({
      path: 'promotion.yml',
      text: `products:\n${times(count, (at) => `  p${at}: { images: [a/b${at}] }\n`)}`,
    }),
  'environments of a configuration': (count) =>
    parseConfig({
      path: 'promotion.yml',
      text: `environments:\n${times(Math.ceil(count / 4), (at) => `  e${at}:\n`)}`,
    }),
  'comment lines of a configuration': (count) =>
    parseConfig({ path: 'promotion.yml', text: `${times(25 * count, () => '# a comment\n')}delivery: commit\n` }),
  trailers: (count) =>
    parseTrailers(times(count, (at) => `Promotion: prod ${IMAGE}:v${at} from acme/shop by ci.yml#${at + 1}\n`)),
  'lines that are almost trailers': (count) =>
    parseTrailers(times(count, () => `Promotion: prod ${IMAGE}:v1 from from from ${' x'.repeat(9)}\n`)),
  'duplicate images of a payload': (count) =>
    readPayload({ product: 'shop', environments: ['dev'], images: Array.from({ length: count }, () => `${IMAGE}:v1`) }),
  'images of a payload that disagree': (count) =>
    readPayload({
      product: 'shop',
      environments: ['dev'],
      images: Array.from({ length: count }, (_, at) => `${IMAGE}:v${at}`),
    }),
  'names of a payload': (count) =>
    readPayload({ products: Array.from({ length: count }, (_, at) => `p${at}`), environments: 'dev' }),
};

/** Milliseconds of the processor; a refusal is an answer as well. */
const timeOf = (work: () => unknown): number => {
  const began = process.cpuUsage();
  try {
    work();
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};

const fastest = (rounds: number, work: () => unknown): number =>
  Math.min(...Array.from({ length: rounds }, () => timeOf(work)));

describe('the time that an input takes', () => {
  // Other work on the machine can slow the larger input alone: it counts if it is slow three times.
  it.each(Object.keys(inputs))('grows with its size: %s', { retry: 2 }, (name) => {
    const work = inputs[name];
    const small = fastest(4, () => work?.(400));
    const large = fastest(3, () => work?.(4000));
    // Below ten milliseconds the collector of garbage is measured and not the work.
    expect(large).toBeLessThan(15 * Math.max(small, 10));
  });
});
