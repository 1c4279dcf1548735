import { expect, it } from 'vitest';
import { isLoopback } from '../../src/domain/request/grammar.ts';

it.each(['localhost', '127.0.0.1', '127.255.0.3', '[::1]'])('%s is the loopback interface', (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  '127.example.com',
  '127.0.0.1.example.com',
  'localhost.example.com',
  '10.0.0.1',
  '0.0.0.0',
  '[::2]',
  '128.0.0.1',
  '127.1',
])('%s is not the loopback interface', (host) => {
  expect(isLoopback(host)).toBe(false);
});
