import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../src/domain/history/entry.ts';
import { csvField, historyCsv } from '../../../src/domain/history/print.ts';

const entry: HistoryEntry = {
  at: '2026-11-03T10:00:00Z',
  product: 'shop',
  environment: 'prod',
  image: 'registry.example.com/shop/web',
  path: 'applications/shop/overlays/prod/kustomization.yaml',
  from: { repository: 'registry.example.com/shop/web', tag: 'v1' },
  to: { repository: 'registry.example.com/shop/web', tag: 'v2', digest: `sha256:${'a'.repeat(64)}` },
  kind: 'promotion',
  commit: 'b'.repeat(40),
  reason: 'He said "go", twice',
  pullRequest: { number: 12 },
  leadTime: 3600,
};

describe('the CSV of a history', () => {
  it('has a header and one line for each entry, each ending in CR LF', () => {
    const [header, line, ...rest] = historyCsv([entry]).split('\r\n');
    expect(rest).toEqual(['']);
    expect(header).toMatch(/^at,product,environment,image,from,to,kind,commit,/);
    expect(line).toContain(',registry.example.com/shop/web:v1,registry.example.com/shop/web:v2@sha256:aaa');
    expect(line).toContain(',"He said ""go"", twice",12,,3600,applications/shop');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('prefixes %j, which a spreadsheet would compute', (text) => {
    expect(csvField(text).replace(/^"|"$/g, '')).toBe(`'${text}`);
  });

  it('quotes a field with a quote, a comma or a line break, after the prefix was added', () => {
    expect(csvField('=HYPERLINK("x","y")')).toBe(`"'=HYPERLINK(""x"",""y"")"`);
    expect(csvField('two\nlines')).toBe('"two\nlines"');
    expect(csvField('plain - text = safe')).toBe('plain - text = safe');
  });

  it('leaves numbers unchanged and an unknown value empty', () => {
    expect([csvField(0), csvField(undefined)]).toEqual(['0', '']);
  });
});
