import { expect, it } from 'vitest';
import { entriesFrom } from '../../../src/domain/history/follow-manifest.ts';
import { historyCsv } from '../../../src/domain/history/print.ts';
import { parseTrailers } from '../../../src/domain/records/trailer.ts';

it('the history shows the commit that an image was built from, next to the one that its sender named', () => {
  const [sender, built, commit] = ['b', 'a', 'c'].map((digit) => digit.repeat(40));
  const image = 'registry.example.com/shop/web';
  const lines = [
    `Promotion: prod ${image}:v2 from acme/shop@${sender}`,
    `Built: prod ${image}:v2 from acme/shop@${built}`,
  ].join('\n');
  const [trailer] = parseTrailers(lines);
  if (trailer?.kind !== 'promotion' || commit === undefined) throw new Error('The lines are no promotion.');
  const step = { commit, landed: commit, at: '2026-11-30T09:00:00Z', author: '', lines, record: 'readable' } as const;
  const place = { product: 'shop', environment: 'prod', path: 'k.yaml' };
  const site = { server: 'https://github.com', repository: 'acme/manifests' };
  const entries = entriesFrom(place, [{ step, image, to: trailer.reference, trailer }], site);
  const url = `https://github.com/acme/shop/commit/${built}`;
  expect(entries).toMatchObject([{ source: { sha: sender }, built: { repository: 'acme/shop', sha: built, url } }]);
  expect(historyCsv(entries)).toContain(`acme/shop,${built}`);
});
