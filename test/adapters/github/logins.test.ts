import { describe, expect, it } from 'vitest';
import { actorLogin, ownLogins, vouchedAuthor } from '../../../src/adapters/github/people.ts';

describe('the logins of a token', () => {
  it.each([
    ['promoter', 'installation', ['promoter[bot]']],
    ['promoter[bot]', 'installation', ['promoter[bot]']],
    ['promoter[bot]', 'other', ['promoter[bot]']],
    ['alice', 'classic', ['alice']],
    ['alice', 'fine-grained', ['alice']],
    ['alice', 'other', ['alice', 'alice[bot]']],
    ['', 'classic', []],
  ] as const)('of %s, %s, are %j', (login, kind, logins) => {
    expect(ownLogins(login, kind)).toEqual(logins);
  });

  it('distinguish an App from a person of the same name', () => {
    expect(actorLogin({ __typename: 'Bot', login: 'promoter' })).toBe('promoter[bot]');
    expect(actorLogin({ __typename: 'User', login: 'promoter' })).toBe('promoter');
    expect(actorLogin(null)).toBeUndefined();
  });
});

describe('the author of a commit', () => {
  const signature = { isValid: true, wasSignedByGitHub: true };
  const committer = { name: 'GitHub', email: 'noreply@github.com', user: null };
  const app = { name: 'promoter[bot]', email: '12+promoter[bot]@users.noreply.github.com', user: null };
  const commit = { author: app, committer, signature };

  it('is vouched for if GitHub made and signed the commit', () => {
    expect(vouchedAuthor(commit, 'github.com')).toBe('promoter[bot]');
    const person = { name: 'promoter[bot]', email: 'm@example.com', user: { login: 'mallory' } };
    expect(vouchedAuthor({ ...commit, author: person }, 'github.com')).toBe('mallory');
  });

  it('has the address of the Enterprise Server on such a server', () => {
    const author = { ...app, email: 'promoter[bot]@users.noreply.git.example.com' };
    const made = { ...commit, author, committer: { ...committer, email: 'noreply@git.example.com' } };
    expect(vouchedAuthor(made, 'git.example.com')).toBe('promoter[bot]');
    expect(vouchedAuthor(made, 'github.com')).toBeUndefined();
  });

  it.each([
    ['is not signed', { signature: null }],
    ['has a signature that is not valid', { signature: { ...signature, isValid: false } }],
    ['was signed by its author', { signature: { ...signature, wasSignedByGitHub: false } }],
    ['was committed elsewhere', { committer: { ...committer, email: 'mallory@example.com' } }],
    ['has the name of an App alone', { author: { ...app, email: 'promoter@example.com' } }],
    ['has an address elsewhere', { author: { ...app, email: '1+promoter[bot]@users.noreply.example.com' } }],
    ['has no author', { author: null }],
  ])('is not vouched for if it %s', (_, more) => {
    expect(vouchedAuthor({ ...commit, ...more }, 'github.com')).toBeUndefined();
  });
});
