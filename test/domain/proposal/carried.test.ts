import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Carried,
  carriedBy,
  deliveryLines,
  idIn,
  ownershipOf,
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
const head = { message, author: 'promoter[bot]', committer: 'GitHub' };

describe('the branch of a pull request', () => {
  it.each([
    ['ours', { head, commits: 1 }, 'promoter'],
    ['ours', { head: { ...head, committer: 'promoter[bot]' }, commits: 1 }, 'Promoter[bot]'],
    ['spent', { head: { ...head, author: 'mallory' }, commits: 0 }, 'promoter'],
    ['foreign', { head, commits: 2 }, 'promoter'],
    ['foreign', { head: { ...head, author: 'mallory' }, commits: 1 }, 'promoter'],
    ['foreign', { head: { ...head, committer: 'mallory' }, commits: 1 }, 'promoter'],
    ['foreign', { head: { ...head, message: 'Fix' }, commits: 1 }, 'promoter'],
    ['foreign', { head: { ...head, message: `Promotion: prod ${WEB}:v2` }, commits: 1 }, 'promoter'],
  ] as const)('is %s', (ownership, standing, self) => {
    expect(ownershipOf(standing, self)).toBe(ownership);
  });
});

describe('what a proposal carries', () => {
  it('comes from the trailers of its commit', () => {
    expect(carriedBy({ head })).toMatchObject([
      { delivery: 'merge', trailer: { environment: 'prod', reference: { tag: 'v2' }, source: { runNumber: 2 } } },
    ]);
    expect(idIn(message)).toBe(ID);
    expect(reasonIn(message)).toBe('the sale');
  });

  it('is delivered as a description says that is about this commit, and no other', () => {
    const deliveryWith = (description: string) => carriedBy({ head, pullRequest: { description } })[0]?.delivery;
    expect(deliveryWith(`Promotion-Id: ${ID}\r\nDelivery: auto-merge prod ${WEB}`)).toBe('auto-merge');
    expect(deliveryWith(`Promotion-Id: ${ID}`)).toBe('pull-request');
    expect(deliveryWith(`Promotion-Id: ${OTHER}\nDelivery: auto-merge prod ${WEB}`)).toBe('merge');
  });

  it('is delivered without a review only as the commit says where somebody else has edited the description', () => {
    const deliveryWith = (line: string, editor: string) =>
      carriedBy({ head, pullRequest: { description: `Promotion-Id: ${ID}\n${line}`, editor } }, 'promoter')[0]
        ?.delivery;
    expect(deliveryWith(`Delivery: auto-merge prod ${WEB}`, 'mallory')).toBe('pull-request');
    expect(deliveryWith(`Delivery: merge prod ${WEB}`, 'mallory')).toBe('merge');
    expect(deliveryWith('', 'mallory')).toBe('pull-request');
    expect(deliveryWith(`Delivery: auto-merge prod ${WEB}`, 'promoter[bot]')).toBe('auto-merge');
  });

  it('waits for a review unless a whole line says otherwise', () => {
    const lines = [
      `> Delivery: merge prod ${WEB}`,
      `Delivery: merge stg ${WEB}`,
      `Delivery: commit prod ${WEB}`,
      `Delivery: merge prod ${WEB} please`,
    ];
    const text = message.replace(`Delivery: merge prod ${WEB}`, lines.join('\n'));
    expect(carriedBy({ head: { message: text } })).toMatchObject([{ delivery: 'pull-request' }]);
  });

  it('is read back as it was written', () => {
    const carried = fc
      .record({
        environment: fc.constantFrom('dev', 'stg', 'prod'),
        image: fc.constantFrom('web', 'worker', 'api'),
        tag: fc.stringMatching(/^[a-z0-9]{1,8}$/),
        delivery: fc.constantFrom('pull-request' as const, 'auto-merge' as const, 'merge' as const),
      })
      .map(
        ({ environment, image, tag, delivery }): Carried => ({
          delivery,
          trailer: { kind: 'promotion', environment, reference: { repository: `r.io/${image}`, tag }, source: {} },
        }),
      );
    const keyOf = ({ trailer }: Carried) => `${trailer.environment} ${trailer.reference.repository}`;
    fc.assert(
      fc.property(fc.uniqueArray(carried, { selector: keyOf }), (all) => {
        const lines = [...all.map(({ trailer }) => printTrailer(trailer)), ...deliveryLines(all)];
        const read = carriedBy({ head: { message: lines.join('\n') } });
        expect(sameCarried(read, all) && sameDeliveries(read, all)).toBe(true);
      }),
    );
  });
});
