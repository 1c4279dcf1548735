import { describe, expect, it } from 'vitest';
import { explainAbsent, explainMisplaced, explainUnknown, explainUnset } from '../../../src/domain/registry/explain.ts';
import { judgeStatus, unexpected } from '../../../src/domain/registry/verdict.ts';

const reference = { repository: 'ghcr.io/acme/web', tag: 'v1' };

describe('the explanation of an image in unknown state', () => {
  it.each([
    [401, false, 'answers 401, and this job is not logged in to it.', 'Log in to ghcr.io with docker/login-action'],
    [
      403,
      true,
      'answers 403, although this job is logged in to it: the account lacks the permission',
      'Give the account access',
    ],
    [429, false, 'answers 429: too many requests, a rate limit.', 'Log in to ghcr.io, so that the limit'],
    [502, false, 'answers 502: it has a problem of its own.', 'Run the job again'],
    [410, false, 'answers 410.', 'See whether ghcr.io is the right name'],
  ])('names the status %i and the likely reason', (status, loggedIn, message, hint) => {
    const violation = explainUnknown(reference, judgeStatus(status, { registry: 'ghcr.io', loggedIn }));
    expect(violation).toMatchObject({
      code: 'registry-unknown',
      message: expect.stringContaining(
        `Whether "ghcr.io/acme/web:v1" exists is unknown: the registry ghcr.io ${message}`,
      ),
      hint: expect.stringContaining(hint),
    });
  });

  it('says that a package of GitHub’s registry may not exist before its first push', () => {
    const hintAt = (registry: string) => explainUnknown(reference, judgeStatus(403, { registry, loggedIn: true })).hint;
    expect(hintAt('ghcr.io')).toContain('A package that was never pushed is refused in the same way');
    expect(hintAt('quay.io')).not.toContain('never pushed');
  });

  it('gives the known remedy, if there is one', () => {
    const unreachable = {
      verdict: 'unknown',
      registry: 'ghcr.io',
      cause: 'unreachable',
      detail: 'speaks no TLS',
    } as const;
    expect(explainUnknown(reference, unreachable).hint).toMatch(/^See whether ghcr.io is the right name/);
    expect(explainUnknown(reference, { ...unreachable, remedy: 'Speak it.' }).hint).toBe('Speak it.');
  });

  it('names the oddity of the answer', () => {
    const violation = explainUnset(reference, unexpected('ghcr.io', 'redirects more than 5 times'));
    expect(violation.message).toBe(
      'The tag "ghcr.io/acme/web:v1" cannot be set: the registry ghcr.io redirects more than 5 times.',
    );
  });
});

it('the refusal of an absent image shows its reference', () => {
  expect(explainAbsent(reference)).toMatchObject({
    code: 'image-absent',
    message: 'The image "ghcr.io/acme/web:v1" is not in its registry.',
  });
});

it('the refusal of a tag that did not stay names its present digest', () => {
  expect(explainMisplaced(reference, 'sha256:a', { verdict: 'present', digest: 'sha256:b' }).message).toBe(
    'The tag "ghcr.io/acme/web:v1" names sha256:b after it was set to sha256:a.',
  );
  expect(explainMisplaced(reference, 'sha256:a', { verdict: 'absent' }).message).toContain('is absent after');
});
