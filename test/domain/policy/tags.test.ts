import { expect, it } from 'vitest';
import { factsOf, judged, verdictOf, WEB } from './support.ts';

const digest = `sha256:${'d'.repeat(64)}`;
const versions = 'tags: ["v*", "{main,release}-[0-9a-f]*"]';

it.each([
  ['a version', versions, `${WEB}:v1.4.0`, 'passes'],
  ['a build of main', versions, `${WEB}:main-3f2c`, 'passes'],
  ['a version with its digest', versions, `${WEB}:v1.4.0@${digest}`, 'passes'],
  ['a build of a branch', versions, `${WEB}:feature-3f2c`, 'tag-not-allowed'],
  ['a tag that only ends as one', versions, `${WEB}:dev-v1`, 'tag-not-allowed'],
  ['latest', versions, `${WEB}:latest`, 'tag-not-allowed'],
  ['a digest alone, which would get around them', versions, `${WEB}@${digest}`, 'tag-not-allowed'],
  ['a digest alone where tags are free', '', `${WEB}@${digest}`, 'passes'],
  ['any tag where none is allowed', 'tags: []', `${WEB}:v1`, 'tag-not-allowed'],
])('%s', (_, config, image, expected) => {
  expect(verdictOf(factsOf(config, { images: [image] }))).toBe(expected);
  expect(verdictOf(factsOf(config, { images: [image], trigger: 'by-hand' }))).toBe(expected);
});

it('a rollback may go to any tag', () => {
  expect(verdictOf(factsOf('tags: [v*]', { images: [`${WEB}:old`] }, { kind: 'rollback' }))).toBe('passes');
});

it('a broken rule is reported once, and each environment has its own rule', () => {
  const config = 'tags: [v*]\nenvironments:\n  dev: { tags: ["*"] }\n  stg:\n  prod: { tags: [] }\n';
  const images = [`${WEB}:latest`, 'registry.example.com/shop/worker:latest'];
  const facts = factsOf(config, { images, environments: ['dev', 'stg', 'prod'], products: ['shop', 'blog'] });
  expect(judged(facts)).toEqual([
    'tag-not-allowed 1: The configuration does not let the tag "latest" of "registry.example.com/shop/web" be promoted to stg of shop and stg of blog.',
    'tag-not-allowed 1: The configuration does not let the tag "latest" of "registry.example.com/shop/worker" be promoted to stg of shop and stg of blog.',
    'tag-not-allowed 5: The configuration does not let the tag "latest" of "registry.example.com/shop/web" be promoted to prod of shop and prod of blog.',
    'tag-not-allowed 5: The configuration does not let the tag "latest" of "registry.example.com/shop/worker" be promoted to prod of shop and prod of blog.',
  ]);
});
