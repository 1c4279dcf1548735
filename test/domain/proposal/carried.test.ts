import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  carriedBy,
  deliveryLines,
  idIn,
  type ProposedItem,
  reasonIn,
  sameCarried,
  sameDeliveries,
} from '../../../src/domain/proposal/carried.ts';
import { printTrailer } from '../../../src/domain/records/trailer.ts';

const WEB = 'registry.example.com/shop/web';
const ID = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';
const message = [
  'Promote shop to prod: web v1 → v2',
  '',
  'Reason: the sale',
  '',
  `Promotion: prod ${WEB}:v2 by ci.yml#2`,
  `Promotion-Id: ${ID}`,
  `Delivery: merge prod ${WEB}`,
].join('\n');
const head = { message };
const ours = ['promoter[bot]'];
const author = 'promoter[bot]';

describe('the changes of a proposal', () => {
  it('come from the trailers of its commit', () => {
    expect(carriedBy({ head }, ours)).toMatchObject([
      { delivery: 'merge', trailer: { environment: 'prod', reference: { tag: 'v2' }, source: { runNumber: 2 } } },
    ]);
    expect(idIn(message)).toBe(ID);
    expect(reasonIn(message)).toBe('the sale');
  });

  it('have the delivery of the description, if that is about this commit', () => {
    const deliveryWith = (description: string) =>
      carriedBy({ head, pullRequest: { description, author } }, ours)[0]?.delivery;
    expect(deliveryWith(`Promotion-Id: ${ID}\r\nDelivery: auto-merge prod ${WEB}`)).toBe('auto-merge');
    expect(deliveryWith(`Promotion-Id: ${ID}`)).toBe('pull-request');
    expect(deliveryWith(`Promotion-Id: ${OTHER}\nDelivery: auto-merge prod ${WEB}`)).toBe('merge');
  });

  it('are merged without a review only if the commit says so, once another login has edited the description', () => {
    const deliveryWith = (line: string, editor: string, opener = author) => {
      const description = `Promotion-Id: ${ID}\n${line}`;
      return carriedBy({ head, pullRequest: { description, author: opener, editor } }, ours)[0]?.delivery;
    };
    expect(deliveryWith(`Delivery: auto-merge prod ${WEB}`, 'mallory')).toBe('pull-request');
    expect(deliveryWith(`Delivery: merge prod ${WEB}`, 'mallory')).toBe('merge');
    expect(deliveryWith('', 'mallory')).toBe('pull-request');
    expect(deliveryWith(`Delivery: auto-merge prod ${WEB}`, 'promoter[bot]')).toBe('auto-merge');
    expect(deliveryWith(`Delivery: auto-merge prod ${WEB}`, 'promoter')).toBe('pull-request');
    expect(deliveryWith(`Delivery: auto-merge prod ${WEB}`, 'promoter[bot]', 'mallory')).toBe('pull-request');
  });

  it('wait for a review unless a whole line sets another delivery', () => {
    const lines = [
      `> Delivery: merge prod ${WEB}`,
      `Delivery: merge stg ${WEB}`,
      `Delivery: commit prod ${WEB}`,
      `Delivery: merge prod ${WEB} please`,
    ];
    const text = message.replace(`Delivery: merge prod ${WEB}`, lines.join('\n'));
    expect(carriedBy({ head: { message: text } }, ours)).toMatchObject([{ delivery: 'pull-request' }]);
  });

  it('are read back as they were printed', () => {
    const carried = fc
      .record({
        environment: fc.constantFrom('dev', 'stg', 'prod'),
        image: fc.constantFrom('web', 'worker', 'api'),
        tag: fc.stringMatching(/^[a-z0-9]{1,8}$/),
        delivery: fc.constantFrom('pull-request' as const, 'auto-merge' as const, 'merge' as const),
      })
      .map(
        ({ environment, image, tag, delivery }): ProposedItem => ({
          delivery,
          trailer: { kind: 'promotion', environment, reference: { repository: `r.io/${image}`, tag }, source: {} },
        }),
      );
    const keyOf = ({ trailer }: ProposedItem) => `${trailer.environment} ${trailer.reference.repository}`;
    fc.assert(
      fc.property(fc.uniqueArray(carried, { selector: keyOf }), (all) => {
        const lines = [...all.map(({ trailer }) => printTrailer(trailer)), ...deliveryLines(all)];
        const read = carriedBy({ head: { message: lines.join('\n') } }, ours);
        expect(sameCarried(read, all) && sameDeliveries(read, all)).toBe(true);
      }),
    );
  });
});
