/** Runs of check and retag. */
import { answerWith } from '../../registry/memory.ts';
import type { Scenario } from './scenarios.ts';
import { inApplication, inManifests, withRegistry } from './world.ts';

type Given = Readonly<Record<string, string>>;

const stepOf = (given: Given) => inManifests({}, (github) => inApplication(github, given));

const check = (scenario: Omit<Scenario, 'command'>): Scenario => ({ command: 'check', ...scenario });
const retag = (scenario: Omit<Scenario, 'command'>): Scenario => ({ command: 'retag', ...scenario });

const checked = (host: string, more: Given = {}) =>
  stepOf({ command: 'check', images: `${host}/shop/web:v1, ${host}/shop/worker:v1`, ...more });
const tagged = (host: string, more: Given = {}) =>
  stepOf({ command: 'retag', images: `${host}/shop/web:v1`, tags: 'v1.5.0, latest', ...more });

export const registries: readonly Scenario[] = [
  check({
    outcome: 'built',
    when: 'every image is there',
    run: () =>
      withRegistry(({ host, put }) => {
        put('shop/web', 'v1');
        put('shop/worker', 'v1');
        return checked(host);
      }),
    says: ['Found 2 images in the registry', /shop\/web:v1 present sha256:[0-9a-f]{64}/],
  }),
  check({
    outcome: 'missing',
    when: 'one image is not there',
    run: () =>
      withRegistry(({ host, put }) => {
        put('shop/web', 'v1');
        return checked(host);
      }),
    says: ['Missing: 1 of 2 images', 'shop/worker:v1 absent'],
  }),
  check({
    outcome: 'missing',
    when: 'the registry will not tell, and that counts as missing',
    run: () =>
      withRegistry(({ host, spoil }) => {
        spoil('shop/web', answerWith(403));
        return checked(host, { 'on-unknown': 'missing' });
      }),
    says: ['Missing: 2 of 2 images', 'shop/web:v1 unknown', '403'],
  }),
  check({
    outcome: 'failed',
    when: 'the registry will not tell',
    run: () =>
      withRegistry(({ host, put, spoil }) => {
        put('shop/worker', 'v1');
        spoil('shop/web', answerWith(403));
        return checked(host);
      }),
    says: ['The check failed', '403', 'on-unknown: missing', 'shop/worker:v1 present'],
  }),
  retag({
    outcome: 'tagged',
    when: 'the tags are free',
    run: () =>
      withRegistry(({ host, put }) => {
        put('shop/web', 'v1');
        return tagged(host);
      }),
    says: ['Set 2 tags', 'shop/web:v1.5.0 tagged', 'shop/web:latest tagged'],
  }),
  retag({
    outcome: 'unchanged',
    when: 'the tags are there already',
    run: () =>
      withRegistry(async ({ host, put }) => {
        put('shop/web', 'v1');
        await tagged(host);
        return tagged(host);
      }),
    says: ['Nothing to change: the tags are there', 'shop/web:v1.5.0 unchanged'],
  }),
  retag({
    outcome: 'unchanged',
    when: 'it is a dry run',
    run: () =>
      withRegistry(({ host, put }) => {
        put('shop/web', 'v1');
        return tagged(host, { 'dry-run': 'true' });
      }),
    says: ['Dry run: 2 tags would be set', 'shop/web:v1.5.0 would be set'],
  }),
  retag({
    outcome: 'refused',
    when: 'a tag names another image',
    run: () =>
      withRegistry(({ host, put }) => {
        put('shop/web', 'v1');
        put('shop/web', 'latest');
        return tagged(host);
      }),
    says: ['Refused to set the tags', 'shop/web:latest'],
  }),
  retag({
    outcome: 'failed',
    when: 'the registry does not let it',
    run: () =>
      withRegistry(({ host, put, spoil }) => {
        put('shop/web', 'v1');
        spoil('shop/web', answerWith(401), 'v1.5.0');
        return tagged(host);
      }),
    says: ['Setting the tags failed', '401'],
  }),
];
