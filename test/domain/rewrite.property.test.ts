import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ImageRequest } from '../../src/domain/image.ts';
import { inspect, rewrite } from '../../src/domain/rewrite.ts';
import { isLong } from '../sample.ts';
import { choices, chooser, digests, tags, type Value, write } from './manifests.ts';
import { readersOf } from './readers.ts';

const names = ['r.example/web', 'r.example/web2', 'localhost:5000/shop/api', 'worker'];

const reference = fc.record({
  tag: fc.option(tags, { nil: undefined }),
  digest: fc.option(digests, { nil: undefined }),
});
const version = reference.filter(({ tag, digest }) => tag !== undefined || digest !== undefined);
const requests = fc
  .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .chain((chosen) => fc.tuple(...chosen.map((name) => version.map((of): ImageRequest => ({ name, ...of })))));

const print = (name: string, { tag, digest }: { tag?: string | undefined; digest?: string | undefined }): string =>
  `${name}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;

type Model = { [key: string]: unknown };
type Changed = (model: unknown, request: ImageRequest) => unknown;

/** Lines that say nothing about images: they must all be there, in order, to the last blank. */
const others = (text: string): string[] =>
  text.split('\n').filter((line) => !/image|repository|tag|digest|name|value|r\.example|worker|localhost/i.test(line));

const holds = (values: fc.Arbitrary<Value>, path: string, changed: Changed): void => {
  fc.assert(
    fc.property(values, choices, requests, (value, numbers, images) => {
      const text = write(value, chooser(numbers));
      const after = rewrite({ path, text }, { images, additions: 'refused' });
      for (const [reader, read] of Object.entries(readersOf(text, after.text))) {
        const expected = images.reduce<unknown>(changed, read(text));
        expect(read(after.text), reader).toEqual(expected);
      }
      expect(others(after.text)).toEqual(others(text));
      expect(rewrite({ path, text: after.text }, { images, additions: 'refused' }).text).toBe(after.text);
      for (const { image } of inspect({ path, text: after.text })) {
        const request = images.find(({ name }) => name === image.repository);
        if (request !== undefined) expect([image.tag, image.digest]).toEqual([request.tag, request.digest]);
      }
    }),
    { numRuns: isLong ? 100 : 25 },
  );
};

/** Copies a model and lets `change` have each of its mappings. */
const everywhere = (model: unknown, change: (mapping: Model) => Model): unknown => {
  if (Array.isArray(model)) return model.map((item) => everywhere(item, change));
  if (typeof model !== 'object' || model === null || model instanceof Date) return model;
  const copy = Object.fromEntries(Object.entries(model).map(([key, child]) => [key, everywhere(child, change)]));
  return change(copy);
};

const image = fc.constantFrom(...names, 'r.example/web-admin', 'web');
const noise = fc.dictionary(
  fc.constantFrom('port', 'notes', 'mode', 'extra'),
  fc.constantFrom('a b', 'x', 'v1.4.0', 'some text'),
  { maxKeys: 2 },
);

describe('a rewrite changes only the requested values, and other parsers read them', () => {
  test('in kustomizations', () => {
    const entry = fc.record(
      { name: image, newName: fc.constant('mirror/x'), newTag: tags, digest: digests },
      { requiredKeys: ['name'] },
    );
    const values = fc.record(
      {
        kind: fc.constant('Kustomization'),
        labels: fc.array(noise, { minLength: 1 }),
        images: fc.array(entry as fc.Arbitrary<Value>, { minLength: 1 }),
        more: noise,
      },
      { requiredKeys: ['kind', 'images'] },
    );
    holds(values as fc.Arbitrary<Value>, 'kustomization.yaml', (model, request) =>
      everywhere(model, (mapping) => (mapping.name === request.name ? entryOf(mapping, request) : mapping)),
    );
  });

  const part = fc.record(
    { repository: image, tag: tags, digest: digests, pullPolicy: fc.constant('Always') },
    { requiredKeys: ['repository'] },
  );
  const whole = fc.tuple(image, reference).map(([name, of]) => print(name, of));
  const values = fc.letrec<{ node: Value }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.record({ image: fc.oneof(part, whole) as fc.Arbitrary<Value> }),
      fc.record({ image: fc.oneof(part, whole) as fc.Arbitrary<Value>, more: noise }),
      fc.record({ web: tie('node'), api: fc.array(tie('node'), { minLength: 1, maxLength: 3 }), more: noise }),
    ),
  })).node;

  const inValues: Changed = (model, { name, tag, digest }) =>
    everywhere(model, (mapping) => {
      const whole = mapping.image;
      const isWhole =
        typeof whole === 'string' && (whole === name || whole.startsWith(`${name}:`) || whole.startsWith(`${name}@`));
      if (isWhole) return { ...mapping, image: print(name, { tag, digest }) };
      if (mapping.repository !== name) return mapping;
      const had = (key: string): Model => (key in mapping ? { [key]: mapping[key] === null ? null : '' } : {});
      return {
        ...mapping,
        ...(tag === undefined ? had('tag') : { tag }),
        ...(digest === undefined ? had('digest') : { digest }),
      };
    });

  test('in helm values', () => holds(values, 'values.yaml', inValues));

  test('in Kubernetes objects', () => {
    const container = fc.record(
      { name: fc.constant('c'), image: whole, env: fc.constant([{ name: 'IMAGE', value: 'r.example/web:v0' }]) },
      { requiredKeys: ['name', 'image'] },
    );
    const containers = fc.array(container as fc.Arbitrary<Value>, { minLength: 1 });
    const pod = fc.record({ containers, initContainers: containers }, { requiredKeys: ['containers'] });
    const object = fc.record({
      apiVersion: fc.constant('apps/v1'),
      kind: fc.constant('Deployment'),
      metadata: fc.constant({ labels: { image: 'worker' } }),
      spec: fc.record({ template: fc.record({ spec: pod }) }),
    });
    holds(object as fc.Arbitrary<Value>, 'web.yaml', (model, request) => {
      const [only] = model as [{ spec: unknown }];
      return [{ ...only, spec: inValues(only.spec, request) }];
    });
  });

  test('in Argo CD applications', () => {
    const parameters = fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), image, tags), {
        minLength: 1,
        selector: ([prefix]) => prefix,
      })
      .map((all) =>
        all.flatMap(([prefix, name, tag]) => [
          { name: `${prefix}.repository`, value: name },
          { name: `${prefix}.tag`, value: tag },
        ]),
      );
    const source = fc.record(
      {
        targetRevision: tags,
        kustomize: fc.record({ images: fc.array(whole, { minLength: 1 }) }),
        helm: fc.record({ valuesObject: values, parameters: parameters as fc.Arbitrary<Value> }),
      },
      { requiredKeys: ['targetRevision', 'helm'] },
    );
    const application = fc.record({
      apiVersion: fc.constant('argoproj.io/v1alpha1'),
      kind: fc.constant('Application'),
      spec: fc.record({ source }),
    });
    holds(application as fc.Arbitrary<Value>, 'app.yaml', (model, request) => {
      const changed = everywhere(inValues(model, request), (mapping) => {
        const overrides = mapping.images;
        if (!Array.isArray(overrides)) return mapping;
        return {
          ...mapping,
          images: overrides.map((image) => (inValues({ image }, request) as { image: string }).image),
        };
      });
      return everywhere(changed, (mapping) => {
        const list = mapping.parameters;
        return Array.isArray(list) ? { ...mapping, parameters: parametersOf(list, request) } : mapping;
      });
    });
  });
});

const entryOf = (entry: Model, { tag, digest }: ImageRequest): Model => {
  const { newTag, digest: _digest, ...kept } = entry;
  // A null value was removed before.
  const gone = newTag === null ? { newTag } : {};
  return Object.assign(kept, tag === undefined ? gone : { newTag: tag }, digest === undefined ? {} : { digest });
};

const parametersOf = (
  list: readonly { name: string; value: unknown }[],
  { name, tag, digest }: ImageRequest,
): unknown[] =>
  list.flatMap((parameter) => {
    const stem = parameter.name.split('.')[0];
    const isOurs = list.some((other) => other.name === `${stem}.repository` && other.value === name);
    if (!isOurs) return [parameter];
    if (parameter.name === `${stem}.digest`) return [{ ...parameter, value: digest ?? '' }];
    if (parameter.name === `${stem}.tag`)
      return [{ ...parameter, value: tag ?? (parameter.value === null ? null : '') }];
    const hasDigest = list.some((other) => other.name === `${stem}.digest`);
    return digest === undefined || hasDigest ? [parameter] : [parameter, { name: `${stem}.digest`, value: digest }];
  });

test('a rewrite keeps all other bytes', () => {
  fc.assert(
    fc.property(choices, tags, (numbers, tag) => {
      const text = write({ image: { repository: 'r.example/web', tag } }, chooser(numbers));
      expect(
        rewrite({ path: 'values.yaml', text }, { images: [{ name: 'worker', tag: 'v1' }], additions: 'refused' }),
      ).toMatchObject({ text, found: [] });
    }),
  );
});
