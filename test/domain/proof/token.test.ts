import { describe, expect, it } from 'vitest';
import { hasTokenShape } from '../../../src/domain/proof/token-claims.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = part({ alg: 'RS256', typ: 'JWT', kid: 'one' });
const token = `${header}.${part({ iss: 'https://token.actions.githubusercontent.com' })}.${'s'.repeat(342)}`;

describe('a text to mask', () => {
  it('is a token as GitHub issues it', () => {
    expect(hasTokenShape(token)).toBe(true);
  });

  it.each([
    'e',
    'error',
    '1.4.0',
    'registry.example.com',
    'a.b.c',
    'e30.e30.e30',
    'eyJ.eyJ.x',
    `${header}.${header}`,
    `${header}.${header}.`,
    `${header}.${header}.${header}.${header}`,
    `${header}..${'s'.repeat(342)}`,
    `x${token}`,
    `${token}\nerror`,
  ])('is no text that a payload chooses, such as %j', (text) => {
    expect(hasTokenShape(text)).toBe(false);
  });
});
