import { describe, expect, it } from 'vitest';
import { portions } from '../../../src/adapters/github/files.ts';

const quick = { milliseconds: 200 };
const small = { characters: 20_000 };

describe('the size of the next query', () => {
  it.each([
    { what: 'no more than 500 of small files', answer: { ...small, ...quick }, size: 500 },
    { what: 'no more than 500 for missing paths', answer: { characters: 0, milliseconds: 0 }, size: 500 },
    { what: 'two million characters of larger ones', answer: { characters: 1_000_000, ...quick }, size: 200 },
    { what: 'fewer than before of large ones', answer: { characters: 10_000_000, ...quick }, size: 20 },
    { what: 'one of the largest', answer: { characters: 400_000_000, ...quick }, size: 1 },
    { what: 'as many as a slow server answers in four seconds', answer: { ...small, milliseconds: 8_000 }, size: 50 },
  ])('is $what', ({ answer, size }) => {
    const { sizeAfter, most } = portions();
    expect(Math.min(most(), sizeAfter({ paths: 100, ...answer }))).toBe(size);
  });

  it('stays below a size that was too large', () => {
    const { overloaded, most } = portions();
    overloaded(500);
    expect(most()).toBe(250);
    overloaded(100);
    overloaded(400);
    expect(most()).toBe(50);
    overloaded(1);
    expect(most()).toBe(1);
  });
});
