import { describe, expect, it } from 'vitest';
import { locate } from '../../../src/domain/registry/location.ts';
import { chooseLogin, readToken, tokenParameters } from '../../../src/domain/registry/login.ts';

const location = locate('registry.example.com/acme/web');
const choose = (header: string | undefined) => chooseLogin(header, location, 'pull');

describe('chooseLogin', () => {
  it('takes realm, service and scope of a Bearer challenge', () => {
    const login = choose(
      'Bearer realm="https://auth.example.com/token",service="registry",scope="repository:acme/web:pull repository:acme/base:pull"',
    );
    expect(login).toMatchObject({
      kind: 'bearer',
      service: 'registry',
      scopes: ['repository:acme/web:pull', 'repository:acme/base:pull'],
    });
  });

  it.each([
    ['repository:acme/web:pull', ['repository:acme/web:pull,push']],
    ['repository:user/image:pull', ['repository:user/image:pull', 'repository:acme/web:pull,push']],
    ['repository:acme/web:push,pull', ['repository:acme/web:push,pull']],
    ['registry:catalog:* aws', ['registry:catalog:*', 'aws', 'repository:acme/web:pull,push']],
    ['repository:localhost:5000/web:delete', ['repository:localhost:5000/web:delete', 'repository:acme/web:pull,push']],
  ])('requests the scope of the challenge %s and that of the action', (scope, scopes) => {
    const header = `Bearer realm="https://auth.example.com/token",scope="${scope}"`;
    expect(chooseLogin(header, location, 'pull,push')).toMatchObject({ scopes });
  });

  it('requests the scope of the repository if the challenge names none', () => {
    const login = choose('Bearer realm="https://auth.example.com/token"');
    expect(login.kind === 'bearer' && tokenParameters(login)).toEqual([['scope', 'repository:acme/web:pull']]);
  });

  it('prefers Bearer to Basic, and supports no other scheme', () => {
    expect(choose('Basic realm="r", Bearer realm="https://auth.example.com/token"').kind).toBe('bearer');
    expect(choose('Negotiate, Basic realm="r"').kind).toBe('basic');
  });

  it.each([
    [undefined, 'asks for a login without saying how'],
    ['  ', 'asks for a login without saying how'],
    ['Negotiate', 'in a way that is not understood'],
    ['Bearer realm="https://', 'in a way that is not understood'],
    ['Bearer service="registry"', 'without a proper address'],
    ['Bearer realm="/token"', 'without a proper address'],
    ['Bearer realm="http://auth.example.com/token"', 'not https'],
    ['Bearer realm="http://127.0.0.1:1/token"', 'not https'],
    ['Bearer realm="https://name:word@auth.example.com/token"', 'not https'],
  ])('rejects %s', (header, problem) => {
    expect(choose(header)).toMatchObject({ kind: 'unusable', detail: expect.stringContaining(problem) });
  });
});

describe('readToken', () => {
  it.each([
    ['{"token":"a.b.c"}', 'a.b.c'],
    ['{"access_token":"a.b.c"}', 'a.b.c'],
    ['{"token":"","access_token":"b"}', 'b'],
  ])('%s', (body, token) => {
    expect(readToken(body)).toBe(token);
  });

  it.each(['', '<html>', 'null', '[]', '{}', '{"token":1}', '{"token":"two words"}', '{"token":"line\\nbreak"}'])(
    'finds no token in %s',
    (body) => {
      expect(readToken(body)).toBeUndefined();
    },
  );
});
