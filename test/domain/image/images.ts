import fc from 'fast-check';
import type { ImageRequest, Reference } from '../../../src/domain/image.ts';

/** Legal references and requests at random, by the words of the specification rather than by our expressions. */

const lower = 'abcdefghijklmnopqrstuvwxyz0123456789';
const alphanumeric = `${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const text = (characters: string, lengths: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...characters), ...lengths });

const word = text(lower, { minLength: 1, maxLength: 6 });
const component = fc
  .tuple(word, fc.array(fc.tuple(fc.constantFrom('.', '_', '__', '-', '---'), word), { maxLength: 2 }))
  .map(([first, rest]) => first + rest.flat().join(''));
const registry = fc.oneof(
  fc.constantFrom(
    'localhost',
    'registry.example.com',
    'registry.example.com:5000',
    '[2001:db8::1]:5000',
    'Registry.EXAMPLE',
  ),
  fc.tuple(word, fc.integer({ min: 1, max: 65535 })).map(([host, port]) => `${host}:${port}`),
);
const path = fc.array(component, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

export const repository = fc
  .tuple(fc.option(registry, { nil: undefined }), path)
  .map(([host, rest]) => (host === undefined ? rest : `${host}/${rest}`));

export const tag = fc
  .tuple(
    text(`${alphanumeric}_`, { minLength: 1, maxLength: 1 }),
    text(`${alphanumeric}_.-`, { minLength: 0, maxLength: 127 }),
  )
  .map(([first, rest]) => first + rest);

export const digest = fc.oneof(
  text('0123456789abcdef', { minLength: 64, maxLength: 64 }).map((encoded) => `sha256:${encoded}`),
  text('0123456789abcdef', { minLength: 128, maxLength: 128 }).map((encoded) => `sha512:${encoded}`),
);

const pin = { tag: fc.option(tag, { nil: undefined }), digest: fc.option(digest, { nil: undefined }) };

export const reference: fc.Arbitrary<Reference> = fc.record({ repository, ...pin });

export const image: fc.Arbitrary<ImageRequest> = fc.oneof(
  fc.record({ name: repository, ...pin }),
  fc.record({ name: repository, newName: repository, ...pin }),
);
