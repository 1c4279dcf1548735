import { expect, it } from 'vitest';
import { issuerOf, isTrustworthy } from '../../../src/domain/proof/token-claims.ts';

it.each([
  ['https://github.com', 'https://token.actions.githubusercontent.com'],
  ['https://acme.ghe.com', 'https://token.actions.acme.ghe.com'],
  ['https://github.example.com', 'https://github.example.com/_services/token'],
  ['https://github.example.com:8443/', 'https://github.example.com:8443/_services/token'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/_services/token'],
  ['https://github.com.example.com', 'https://github.com.example.com/_services/token'],
  ['https://notghe.com', 'https://notghe.com/_services/token'],
])('the issuer for the workflows of %s is %s', (server, issuer) => {
  expect(issuerOf(server)).toBe(issuer);
});

it.each([
  ['https://token.actions.githubusercontent.com', true],
  ['http://127.0.0.1:4000/_services/token', true],
  ['http://localhost:4000', true],
  ['http://github.example.com/_services/token', false],
  ['http://127.0.0.1.example.com', false],
  ['file:///etc/keys', false],
  ['keys', false],
])('keys from %s: %s', (address, trustworthy) => {
  expect(isTrustworthy(address)).toBe(trustworthy);
});
