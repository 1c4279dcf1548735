import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../../src/domain/config/schema.ts';
import { EVERYTHING, EXAMPLE } from './support.ts';

const root = new URL('../../../', import.meta.url);

describe('promotion.schema.json', () => {
  let schema: { $schema: string; $id: string; title: string; $defs: Record<string, { description?: string }> };
  let accepts: (text: string) => boolean;

  beforeAll(async () => {
    schema = JSON.parse(await readFile(new URL('promotion.schema.json', root), 'utf8'));
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
    accepts = (text) => validate(parse(text));
  });

  it('matches the validator', async () => {
    const script = fileURLToPath(new URL('scripts/schemas.js', root));
    await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject({ stderr: '' });
  });

  it('has a title and an address', () => {
    expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
    expect(schema.$id).toBe('https://raw.githubusercontent.com/OWNER/image-promotion/v1/promotion.schema.json');
    expect(schema.title).toBe('Configuration of image-promotion');
  });

  it('describes every key', () => {
    const undescribed: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (path.endsWith('/properties') && !('$ref' in inner) && !inner.description)
          undescribed.push(`${path}/${key}`);
        look(inner, `${path}/${key}`);
      }
    };
    look(schema, '');
    expect(undescribed).toEqual([]);
    for (const name of Object.keys(settings)) expect(schema.$defs[name]?.description, name).toMatch(/\.$/);
  });

  it.each([
    ['the example', EXAMPLE],
    ['every setting', EVERYTHING],
    ['an environment without settings', 'environments: { dev: }'],
    ['files as a list', 'files: [a, b]'],
  ])('accepts %s', (_, text) => {
    expect(accepts(text)).toBe(true);
  });

  it.each([
    ['an unknown key', 'filez: a'],
    ['an unknown key of an environment', 'environments: { dev: { issuer: https://a.example } }'],
    ['an unknown delivery', 'delivery: push'],
    ['an illegal name', 'products: { a..b: }'],
    ['a list instead of a mapping', 'environments: [dev]'],
    ['an open freeze window', 'freeze: [{ from: 2026-12-24T00:00Z }]'],
    ['a date without a zone', 'freeze: [{ from: 2026-12-24T00:00, until: 2026-12-25T00:00Z }]'],
  ])('refuses %s', (_, text) => {
    expect(accepts(text)).toBe(false);
  });
});
