import { describe, expect, it } from 'vitest';
import { type HeadAnswer, judgeHead, judgeNotFound, judgeStatus } from '../../../src/domain/registry/verdict.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const other = `sha256:${'b'.repeat(64)}`;
const asked = { registry: 'ghcr.io', loggedIn: false };
const judge = (answer: Partial<HeadAnswer>, wanted?: string) =>
  judgeHead({ status: 200, marked: true, ...answer }, asked, wanted);

describe('an image', () => {
  it('is present if the registry names its digest', () => {
    expect(judge({ digest })).toEqual({ verdict: 'present', digest });
    expect(judge({ digest }, digest)).toEqual({ verdict: 'present', digest });
  });

  it('is read if the digest is missing or invalid', () => {
    expect(judge({})).toBe('read');
    expect(judge({ digest: 'latest' })).toBe('read');
    expect(judge({ digest: 'sha256:short' })).toBe('read');
  });

  it('is unknown if the answer has another digest than the request', () => {
    expect(judge({ digest: other }, digest)).toMatchObject({ verdict: 'unknown', cause: 'unexpected', status: 200 });
  });

  it('is absent after a 404 of a registry', () => {
    expect(judge({ status: 404 })).toEqual({ verdict: 'absent' });
  });

  it('is read after a 404 that any web server can give, and if HEAD is not supported', () => {
    expect(judge({ status: 404, marked: false })).toBe('read');
    expect(judge({ status: 405 })).toBe('read');
    expect(judge({ status: 501 })).toBe('read');
  });

  it.each(['', '\n', '{"errors":[{"code":"MANIFEST_UNKNOWN"}]}', '{"errors":[{"code":"NAME_UNKNOWN"}]}'])(
    'is absent after a 404 with the body %s',
    (body) => {
      expect(judgeNotFound(body, asked)).toEqual({ verdict: 'absent' });
    },
  );

  it.each(['<html>Not found</html>', '404 page not found', 'default backend - 404'])(
    'is unknown after a 404 with the body %s',
    (body) => {
      expect(judgeNotFound(body, asked)).toMatchObject({ verdict: 'unknown', cause: 'unexpected', status: 404 });
    },
  );
});

describe('an inconclusive answer', () => {
  it.each([
    [401, false, 'not-logged-in'],
    [401, true, 'no-permission'],
    [403, false, 'not-logged-in'],
    [403, true, 'no-permission'],
    [410, false, 'unexpected'],
    [429, true, 'rate-limit'],
    [500, false, 'unavailable'],
    [503, false, 'unavailable'],
    [204, false, 'unexpected'],
    [400, false, 'unexpected'],
  ])('is a %i, logged in: %s, with the likely reason %s', (status, loggedIn, cause) => {
    expect(judgeStatus(status, { registry: 'ghcr.io', loggedIn })).toEqual({
      verdict: 'unknown',
      registry: 'ghcr.io',
      status,
      cause,
      detail: `answers ${status}`,
    });
  });
});
