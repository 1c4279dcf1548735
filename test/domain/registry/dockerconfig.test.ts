import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PromotionError } from '../../../src/domain/errors.ts';
import {
  findEntry,
  findHelper,
  parseDockerConfig,
  parseHelperAnswer,
  readCredentials,
} from '../../../src/domain/registry/docker-config.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const parse = (config: unknown) => parseDockerConfig(JSON.stringify(config), 'config.json');
const find = (auths: unknown, key: string, name = 'other/web') => {
  const config = parse({ auths });
  const found = findEntry(config, { key, name });
  return found === undefined ? undefined : readCredentials(config, found);
};
const ada = { kind: 'password', username: 'ada', password: 'love:lace' };
const adaEntry = { auth: base64('ada:love:lace') };

describe('the credentials of the docker configuration', () => {
  it.each(['ghcr.io', 'https://ghcr.io', 'https://ghcr.io/', 'https://ghcr.io/v1/', 'https://ghcr.io/v2/', 'GHCR.IO'])(
    'under the key %s are those of ghcr.io',
    (key) => {
      expect(find({ [key]: adaEntry }, 'ghcr.io')).toEqual(ada);
    },
  );

  it.each(['ghcr.io:443', 'ghcr.io.example.com', 'example.com/ghcr.io', 'ghcr.io/acme', 'xghcr.io', '*.io', 'io', ''])(
    'under the key %s are not those of ghcr.io',
    (key) => {
      expect(find({ [key]: adaEntry }, 'ghcr.io')).toBeUndefined();
    },
  );

  it.each(['https://index.docker.io/v1/', 'index.docker.io', 'docker.io', 'registry-1.docker.io'])(
    'under the key %s are those of Docker Hub',
    (key) => {
      expect(find({ [key]: adaEntry }, 'https://index.docker.io/v1/')).toEqual(ada);
    },
  );

  it.each(['ghcr.io/acme', 'ghcr.io/acme/web', 'https://ghcr.io/acme/', 'GHCR.IO/acme'])(
    'under the key %s are those of a repository below it alone',
    (key) => {
      expect(find({ [key]: adaEntry }, 'ghcr.io', 'acme/web')).toEqual(ada);
      expect(find({ [key]: adaEntry }, 'ghcr.io', 'acmes/web')).toBeUndefined();
    },
  );

  it('are those of the longest matching key, in any order', () => {
    const entry = (name: string) => ({ auth: base64(`${name}:word`) });
    const auths = {
      'ghcr.io/acme': entry('owner'),
      'ghcr.io/acme/web': entry('repository'),
      'ghcr.io': entry('host'),
      'ghcr.io/acme/web/v1': entry('below'),
    };
    const userOf = (name: string) => find(auths, 'ghcr.io', name);
    expect(userOf('acme/web')).toMatchObject({ username: 'repository' });
    expect(userOf('acme/webs')).toMatchObject({ username: 'owner' });
    expect(userOf('other')).toMatchObject({ username: 'host' });
  });

  it('of a repository at Docker Hub may be written with any of its names', () => {
    for (const key of ['docker.io/library', 'index.docker.io/library/nginx', 'registry-1.docker.io/library/nginx']) {
      expect(find({ [key]: adaEntry }, 'https://index.docker.io/v1/', 'library/nginx')).toEqual(ada);
    }
  });

  it('are found by the exact key first', () => {
    expect(find({ 'https://ghcr.io': { auth: base64('old:old') }, 'ghcr.io': adaEntry }, 'ghcr.io')).toEqual(ada);
  });

  it('are an identity token if there is one', () => {
    const entry = { auth: base64('00000000-0000-0000-0000-000000000000:'), identitytoken: 'refresh' };
    expect(find({ 'acme.azurecr.io': entry }, 'acme.azurecr.io')).toEqual({ kind: 'identity-token', token: 'refresh' });
  });

  it('may be plain text', () => {
    expect(find({ 'ghcr.io': { username: 'ada', password: 'love:lace' } }, 'ghcr.io')).toEqual(ada);
  });

  it('are absent if the entry only names the place of the login', () => {
    expect(find({ 'ghcr.io': {} }, 'ghcr.io')).toBeUndefined();
    expect(find(undefined, '__proto__')).toBeUndefined();
    expect(find({}, 'constructor')).toBeUndefined();
  });

  it('may have any user name without a colon and any password', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        (username, password) => {
          fc.pre(!password.endsWith('\0') && !username.includes(':'));
          expect(find({ h: { auth: base64(`${username}:${password}`) } }, 'h')).toEqual({
            kind: 'password',
            username,
            password,
          });
        },
      ),
    );
  });
});

describe('the credential helper', () => {
  it('of a registry comes before the store for all', () => {
    const config = parse({ credHelpers: { 'ghcr.io': 'ecr-login' }, credsStore: 'desktop' });
    expect(findHelper(config, 'ghcr.io')).toBe('ecr-login');
    expect(findHelper(config, 'quay.io')).toBe('desktop');
  });

  it('is absent if none is named', () => {
    expect(findHelper(parse({ credHelpers: null, credsStore: '' }), 'ghcr.io')).toBeUndefined();
    expect(findHelper(parse({}), 'ghcr.io')).toBeUndefined();
  });

  it.each(['../evil', '/bin/sh', 'a b', '-x', 7])('cannot be called %s', (credsStore) => {
    expect(() => findHelper(parse({ credsStore }), 'ghcr.io')).toThrow(
      'The docker configuration "config.json" names a credential helper for "ghcr.io" in a way that is not understood.',
    );
  });

  it('answers with a name and a secret, or an identity token', () => {
    expect(parseHelperAnswer('{"ServerURL":"h","Username":"ada","Secret":"s"}\n')).toEqual({
      kind: 'password',
      username: 'ada',
      password: 's',
    });
    expect(parseHelperAnswer('{"Username":"<token>","Secret":"s"}')).toEqual({ kind: 'identity-token', token: 's' });
  });

  it.each(['', 'hunter2', '[]', '{"Username":"ada"}', '{"Username":"ada","Secret":""}', '{"Username":1,"Secret":"s"}'])(
    'has no credentials if it answers %s',
    (text) => {
      expect(parseHelperAnswer(text)).toBeUndefined();
    },
  );
});

describe('a docker configuration that is broken', () => {
  const secret = 'aHVudGVyMjpodW50ZXIy';

  it.each([
    ['not JSON', `{"auths":{"ghcr.io":{"auth":"${secret}"}`],
    ['not an object', JSON.stringify([secret])],
    ['auths of another kind', JSON.stringify({ auths: secret })],
    ['helpers of another kind', JSON.stringify({ credHelpers: [secret] })],
    ['an entry of another kind', JSON.stringify({ auths: { 'ghcr.io': secret } })],
    ['an entry that is not base64', JSON.stringify({ auths: { 'ghcr.io': { auth: `${secret}!` } } })],
    ['an entry without a colon', JSON.stringify({ auths: { 'ghcr.io': { auth: base64(secret) } } })],
    ['an entry without a name', JSON.stringify({ auths: { 'ghcr.io': { auth: base64(`:${secret}`) } } })],
    ['an entry that is not UTF-8', JSON.stringify({ auths: { 'ghcr.io': { auth: '//86//8=' } } })],
  ])('is refused without its content: %s', (_, text) => {
    const act = () => readCredentials(parseDockerConfig(text, 'config.json'), 'ghcr.io');
    expect(act).toThrow(PromotionError);
    expect(act).toThrow(/^The docker configuration "config.json" /);
    expect(act).not.toThrow(secret);
  });
});
