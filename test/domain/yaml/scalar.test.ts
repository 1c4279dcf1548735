import { describe, expect, test } from 'vitest';
import { isMistaken, isUnsafe, printScalar } from '../../../src/domain/yaml/scalar.ts';

describe('a scalar that needs quotes', () => {
  test.each([
    ...['null', 'Null', 'NULL', '~', '', 'true', 'True', 'FALSE', 'yes', 'No', 'on', 'OFF', 'y', 'N'],
    ...['0', '7', '0123', '09334553', '20240101', '4200077', '1_000', '1__0'],
    ...['0x1F', '0X1f', '0xyz', '0o17', '0b11', '0B2'],
    ...['1.10', '1.', '1._', '1e5', '1E5', '706798e8', '0e12345', '12e4567', '1.5e3', '1.5e+3', '1e-5', '1_0.0_1'],
    ...['2024-01-01', '2024-1-1', '2024-01-01-abcdef', '2024-01-01T00', '2024-13-99'],
    '12:30',
  ])('%s', (text) => expect(isUnsafe(text)).toBe(true));

  test.each([
    ...[
      'v1.4.0',
      '1.25.3',
      '1.25.2-rc.1',
      '1.2.3.4',
      'nullable',
      'yes-1',
      'truely',
      'a1b2c3d',
      '_1',
      '1a',
      '12e',
      'e12',
      '1e5a',
    ],
    ...['2024-01', '2024-123-1', '24-01-01', 'x2024-01-01', '00x1', 'main-f8b813b', 'latest', '1-2', '1.x'],
    ...['web:1.10', 'registry.example.com/web:1.10', '12:99'],
  ])('except %s', (text) => expect(isUnsafe(text)).toBe(false));

  test('a date is text for deploying tools, though not for all parsers', () => {
    expect(isMistaken('2024-01-01')).toBe(false);
    expect(isMistaken('1.10')).toBe(true);
  });
});

test.each([
  ['v1', 'plain', 'v1'],
  ['1.10', 'plain', '"1.10"'],
  ['', 'plain', '""'],
  ['[::1]:5000/web:v1', 'plain', '"[::1]:5000/web:v1"'],
  ['1.10', 'typed', '1.10'],
  ['', 'typed', '""'],
  ['1.10', 'single', "'1.10'"],
  ["it's", 'single', "'it''s'"],
  ['v1', 'double', '"v1"'],
] as const)('%s in the style %s is %s', (text, style, source) => {
  expect(printScalar(text, style)).toBe(source);
});
