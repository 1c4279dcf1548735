import { describe, expect, it } from 'vitest';
import { limitedBy, rateLimitOf } from '../../../src/adapters/github/rate-limits.ts';

const now = new Date('2026-11-30T12:00:00Z');
const epoch = now.getTime() / 1000;
const headers = (remaining: number, reset: number) => ({
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(epoch + reset),
  'x-ratelimit-resource': 'graphql',
});

describe('the wait for a rate limit', () => {
  it.each([
    {
      what: 'retry-after goes before the reset',
      status: 429,
      headers: { ...headers(0, 900), 'retry-after': '30' },
      seconds: 30,
    },
    { what: 'the reset counts when nothing remains', status: 403, headers: headers(0, 900), seconds: 901 },
    {
      what: 'a secondary limit with requests left says nothing: a minute',
      status: 403,
      headers: headers(900, 900),
      data: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' },
      seconds: 60,
    },
    { what: 'status 429 alone: a minute', status: 429, headers: {}, seconds: 60 },
    {
      what: 'GraphQL over the primary limit has status 200',
      status: 200,
      headers: headers(0, 120),
      data: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation ID 1.' }] },
      seconds: 121,
    },
    {
      what: 'GraphQL over a secondary limit can have status 200, too',
      status: 200,
      headers: headers(900, 120),
      data: { errors: [{ message: 'You have exceeded a secondary rate limit.' }] },
      seconds: 60,
    },
    {
      what: 'the limit of content creation comes as a mutation that was refused',
      status: 200,
      headers: headers(900, 120),
      data: {
        data: { createPullRequest: null },
        errors: [{ type: 'UNPROCESSABLE', path: ['createPullRequest'], message: 'was submitted too quickly' }],
      },
      seconds: 60,
    },
    {
      what: 'and over REST as a request that is not valid',
      status: 422,
      headers: headers(900, 120),
      data: { message: 'Validation Failed', errors: ['was submitted too quickly'] },
      seconds: 60,
    },
    {
      what: 'the type has two spellings',
      status: 200,
      headers: headers(0, 120),
      data: { errors: [{ type: 'RATE_LIMIT', message: 'API rate limit already exceeded for user ID 1.' }] },
      seconds: 121,
    },
    {
      what: 'a number that is no time is none: a minute',
      status: 429,
      headers: { 'retry-after': '99999999999999999', ...headers(0, 1e15) },
      seconds: 60,
    },
    { what: 'a reset that has just passed: a second', status: 403, headers: headers(0, -30), seconds: 1 },
  ])('$what', ({ status, headers, data, seconds }) => {
    const limited = limitedBy({ status, headers, data }, now, 0);
    expect(limited).toEqual({ seconds, until: new Date(now.getTime() + seconds * 1000) });
  });

  it('doubles the minute each time', () => {
    const seconds = [0, 1, 2, 3].map(
      (attempt) => limitedBy({ status: 429, headers: {}, data: {} }, now, attempt)?.seconds,
    );
    expect(seconds).toEqual([60, 120, 240, 480]);
  });

  it.each([
    { status: 403, headers: headers(900, 900), data: { message: 'Resource not accessible by integration' } },
    { status: 200, headers: headers(0, 900), data: { data: {} } },
    { status: 200, headers: {}, data: { errors: [{ type: 'STALE_DATA', message: 'rate' }] } },
    { status: 404, headers: {}, data: 'Not Found' },
    {
      status: 200,
      headers: {},
      data: {
        data: { updatePullRequest: {}, addComment: null },
        errors: [{ type: 'UNPROCESSABLE', path: ['addComment'], message: 'was submitted too quickly' }],
      },
    },
  ])('no limit: $status $data', (response) => {
    expect(limitedBy(response, now, 0)).toBeUndefined();
  });
});

describe('the last known limit', () => {
  it('is read from the headers', () => {
    expect(rateLimitOf(headers(7, 60))).toEqual({
      resource: 'graphql',
      limit: 1000,
      remaining: 7,
      resetsAt: new Date('2026-11-30T12:01:00Z'),
    });
  });

  it('is unknown where the server has none', () => {
    expect(rateLimitOf({})).toBeUndefined();
  });
});
