import { describe, expect, it } from 'vitest';
import { statusSections } from '../../../src/domain/status/status-summary.ts';
import { statusLines } from '../../../src/domain/status/status-table.ts';
import { empty, now, rowOf, running, sample, set } from './samples.ts';

describe('a status in a terminal', () => {
  it('is a table with a legend, and lists of held, frozen and proposed images', () => {
    expect(statusLines(sample, { width: 120, now })).toEqual([
      'PRODUCT  IMAGE  dev         stg                prod',
      'shop     web    3f2c1ab 5m  v1.4.0 3d 3f2c1ab  v1.3.0 ↓✎!',
      '         redis  7           -                  -',
      '',
      '↓ older than in the environment before',
      '✎ changed by hand, and not by a promotion',
      '! automation leaves something out, see what is held',
      '',
      'held: shop prod: registry.example.com/shop/web:v1.4.0',
      'frozen: prod of shop until 2027-01-05T00:00:00Z (year end)',
      'open: #12 promotion/shop/prod https://github.com/acme/manifests/pull/12',
      'warning: The manifest "x.yaml" is not YAML.',
      '  Repair it.',
    ]);
  });

  it('shows only the reference if the whole table is wider than the terminal', () => {
    const table = (width: number) => statusLines(sample, { width, now }).slice(0, 2);
    expect(table(30)).toEqual(['PRODUCT  IMAGE  dev      stg     prod', 'shop     web    3f2c1ab  v1.4.0  v1.3.0 ↓✎!']);
    expect(table(120)[1]).toContain('v1.4.0 3d');
  });

  it('cuts nothing without a width', () => {
    const rows = [{ ...rowOf([running('dev', 'v'.repeat(200))]), product: 'p'.repeat(100) }];
    const [, line] = statusLines({ ...empty, environments: ['dev'], rows }, { now });
    expect(line).toBe(`${'p'.repeat(100)}  web    ${'v'.repeat(200)}`);
  });

  it('names the product once for people, and on each line in a pipe', () => {
    const rows = ['web', 'worker'].map((image) => ({ ...rowOf([running('dev', 'v1')]), image }));
    const productsAt = (width: number | undefined) =>
      statusLines({ ...empty, environments: ['dev'], rows }, { width, now }).map((line) => line.split(' ')[0]);
    expect(productsAt(80).slice(0, 3)).toEqual(['PRODUCT', 'shop', '']);
    expect(productsAt(undefined).slice(0, 3)).toEqual(['PRODUCT', 'shop', 'shop']);
  });

  it('shortens the name of an image as far as it stays unique', () => {
    const rows = ['a.example.com/web', 'b.example.com/web', 'b.example.com/worker'].map((image) => ({
      ...rowOf([running('dev', 'v1')]),
      image,
    }));
    const lines = statusLines({ ...empty, environments: ['dev'], rows }, { width: 120, now });
    expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([
      'IMAGE',
      'a.example.com/web',
      'b.example.com/web',
      'worker',
    ]);
  });

  it('combines products that are frozen alike', () => {
    const freezes = ['a', 'b', 'c', 'd'].map((product) => ({ product, environment: 'prod', frozen: 'until Monday' }));
    const rows = [rowOf([running('prod', 'v1')])];
    expect(statusLines({ ...empty, environments: ['prod'], rows, freezes }, { width: 80, now }).at(-1)).toBe(
      'frozen: prod of 4 products until Monday',
    );
  });

  it.each([
    [['dev'], 'Since when one reference runs is not known: older commits are not read.'],
    [['dev', 'stg'], 'Since when 2 references run is not known: older commits are not read.'],
  ])('says that the history was not read far enough: %j', (unread, line) => {
    const rows = [rowOf([...unread.map((name) => running(name, 'v1', { record: 'unread' })), running('prod', 'v1')])];
    const status = { ...empty, environments: ['dev', 'stg', 'prod'], rows };
    expect(statusLines(status, { width: 80, now }).slice(2)).toEqual(['', line]);
    const [section] = statusSections(status, { server: 'https://github.com', branch: 'main', now });
    expect(section?.tail).toEqual(['', line]);
  });

  it('says that nothing is listed', () => {
    expect(statusLines(empty, { width: 80, now })).toEqual(['No image is listed by any manifest.']);
  });

  it.each([
    ['2026-11-30T11:59:30Z', '<1m'],
    ['2026-11-30T11:01:00Z', '59m'],
    ['2026-11-29T13:00:00Z', '23h'],
    ['2026-11-01T12:00:00Z', '29d'],
    ['2024-11-01T12:00:00Z', '2y'],
    ['2099-01-01T00:00:00Z', '<1m'],
  ])('gives the age of a change at %s: %s', (at, age) => {
    const rows = [rowOf([running('dev', 'v1', { set: set(at) })])];
    expect(statusLines({ ...empty, environments: ['dev'], rows }, { width: 80, now })[1]).toBe(
      `shop     web    v1 ${age}`,
    );
  });
});
