import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCredentials } from '../../../src/adapters/registry/credentials.ts';
import { basicAuth, type Machine, prepareMachine } from '../../registry/setup.ts';

const find = ({ environment }: Machine, key: string, timeout = 10_000) =>
  createCredentials({ environment, timeout })({ key, name: 'acme/web' });
const ada = { kind: 'password', username: 'ada', password: 'lace' };
const auths = { 'ghcr.io': { auth: basicAuth('ada', 'lace') } };
const prints = (answer: unknown) => `cat > /dev/null; echo '${JSON.stringify(answer)}'`;

describe('the docker configuration', () => {
  it('is in DOCKER_CONFIG', async () => {
    expect(await find(prepareMachine({ auths }), 'ghcr.io')).toEqual(ada);
  });

  it.each([undefined, ''])('is in the home directory if DOCKER_CONFIG is %j', async (unset) => {
    const { directory } = prepareMachine();
    mkdirSync(join(directory, '.docker'));
    writeFileSync(join(directory, '.docker', 'config.json'), JSON.stringify({ auths }));
    const environment = { HOME: directory, DOCKER_CONFIG: unset };
    expect(await find({ environment, directory }, 'ghcr.io')).toEqual(ada);
  });

  it('may be absent', async () => {
    expect(await find(prepareMachine(), 'ghcr.io')).toBeUndefined();
  });

  it('with an error is named without its content', async () => {
    const machine = prepareMachine('{"auths": hunter2');
    await expect(find(machine, 'ghcr.io')).rejects.toThrow(
      `The docker configuration "${machine.directory}/config.json" is not a JSON object.`,
    );
  });

  it('that cannot be read is named with the reason', async () => {
    const machine = prepareMachine();
    mkdirSync(join(machine.directory, 'config.json'));
    await expect(find(machine, 'ghcr.io')).rejects.toThrow('cannot be read (EISDIR).');
  });
});

describe('the configuration of podman, skopeo and buildah', () => {
  const named = (username: string) => ({ auth: basicAuth(username, 'word') });
  const user = (username: string) => ({ kind: 'password', username, password: 'word' });
  const withFile = (auth: unknown, config?: unknown): Machine => {
    const machine = prepareMachine(config);
    mkdirSync(join(machine.directory, 'containers'));
    writeFileSync(join(machine.directory, 'containers', 'auth.json'), JSON.stringify({ auths: auth }));
    return machine;
  };

  it.each([
    ['XDG_RUNTIME_DIR', ''],
    ['REGISTRY_AUTH_FILE', '/containers/auth.json'],
  ])('is read if %s names it', async (variable, path) => {
    const machine = withFile({ 'ghcr.io': named('podman') });
    expect(await find(machine, 'ghcr.io')).toBeUndefined();
    machine.environment[variable] = `${machine.directory}${path}`;
    expect(await find(machine, 'ghcr.io')).toEqual(user('podman'));
  });

  it("comes after docker's at its default place, and before it if a variable names it", async () => {
    const machine = withFile({ 'ghcr.io': named('podman') }, { auths: { 'ghcr.io': named('docker') } });
    machine.environment.XDG_RUNTIME_DIR = machine.directory;
    expect(await find(machine, 'ghcr.io')).toEqual(user('docker'));
    machine.environment.REGISTRY_AUTH_FILE = join(machine.directory, 'containers', 'auth.json');
    expect(await find(machine, 'ghcr.io')).toEqual(user('podman'));
  });

  it('is preferred with the key of a repository over that of its registry and over a helper', async () => {
    const helpers = { test: prints({ Username: 'helper', Secret: 'word' }) };
    const machine = prepareMachine({ auths: { 'ghcr.io': named('docker') }, credsStore: 'test' }, helpers);
    const path = join(machine.directory, 'auth.json');
    writeFileSync(path, JSON.stringify({ auths: { 'ghcr.io/acme/web': named('podman') } }));
    machine.environment.REGISTRY_AUTH_FILE = path;
    const credentials = createCredentials({ environment: machine.environment, timeout: 10_000 });
    expect(await credentials({ key: 'ghcr.io', name: 'acme/web' })).toEqual(user('podman'));
    expect(await credentials({ key: 'ghcr.io', name: 'acme/api' })).toEqual(user('helper'));
  });

  it('may be absent at a named path', async () => {
    const machine = prepareMachine({ auths });
    machine.environment.REGISTRY_AUTH_FILE = '/nonexistent/auth.json';
    expect(await find(machine, 'ghcr.io')).toEqual(ada);
  });
});

describe('a credential helper', () => {
  it('gets the registry on its input, before the entries of the file are used', async () => {
    const machine = prepareMachine(
      { auths, credsStore: 'test' },
      { test: `[ "$1" = get ] && cat > "$DOCKER_CONFIG/asked"; ${prints({ Username: 'bob', Secret: 'by helper' })}` },
    );
    expect(await find(machine, 'https://index.docker.io/v1/')).toEqual({
      kind: 'password',
      username: 'bob',
      password: 'by helper',
    });
    expect(readFileSync(join(machine.directory, 'asked'), 'utf8')).toBe('https://index.docker.io/v1/');
  });

  it('runs once for a registry', async () => {
    const script = `echo >> "$DOCKER_CONFIG/times"; ${prints({ Username: '<token>', Secret: 'refresh' })}`;
    const machine = prepareMachine({ credHelpers: { 'acme.azurecr.io': 'test' } }, { test: script });
    const credentials = createCredentials({ environment: machine.environment, timeout: 10_000 });
    const key = 'acme.azurecr.io';
    const answers = await Promise.all([credentials({ key, name: 'acme/web' }), credentials({ key, name: 'acme/api' })]);
    expect(answers).toEqual(Array(2).fill({ kind: 'identity-token', token: 'refresh' }));
    expect(readFileSync(join(machine.directory, 'times'), 'utf8')).toBe('\n');
  });

  it('without credentials falls back to the file', async () => {
    const helpers = { test: 'echo "credentials not found in native keychain"; exit 1' };
    expect(await find(prepareMachine({ auths, credsStore: 'test' }, helpers), 'ghcr.io')).toEqual(ada);
    expect(await find(prepareMachine({ credsStore: 'test' }, helpers), 'ghcr.io')).toBeUndefined();
  });

  it('gets no inputs and tokens of the step', async () => {
    const script = `cat > /dev/null; echo "{\\"Username\\":\\"u\\",\\"Secret\\":\\"\${INPUTS:-none} \${SOURCE_TOKEN:-none} $OTHER\\"}"`;
    const machine = prepareMachine({ credsStore: 'test' }, { test: script });
    Object.assign(machine.environment, { INPUTS: 'token', SOURCE_TOKEN: 'token', OTHER: 'other' });
    expect(await find(machine, 'ghcr.io')).toMatchObject({ password: 'none none other' });
  });

  it.each([
    ['fails', 'echo hunter2; echo hunter2 >&2; exit 3', 'fails with exit code 3'],
    ['prints rubbish', 'echo hunter2', 'prints something other than a user name and a secret'],
    ['prints nothing', 'exit 0', 'prints something other than a user name and a secret'],
    ['prints no secret', prints({ Username: 'hunter2' }), 'prints something other than a user name and a secret'],
    ['prints without end', 'yes hunter2', 'prints more than 1 MiB'],
    ['is killed', 'kill -9 $$', 'cannot be run'],
  ])('that %s is named, without its output', async (_, script, problem) => {
    const machine = prepareMachine({ credsStore: 'test' }, { test: script });
    await expect(find(machine, 'ghcr.io')).rejects.toThrow(
      `The credential helper "docker-credential-test", which the docker configuration names for "ghcr.io", ${problem}.`,
    );
    await expect(find(machine, 'ghcr.io')).rejects.not.toThrow('hunter2');
  });

  it('that hangs is ended, with the processes that it started', async () => {
    const machine = prepareMachine({ credsStore: 'test' }, { test: 'sleep 20; echo' });
    await expect(find(machine, 'ghcr.io', 300)).rejects.toThrow('does not end within 0.3 seconds');
  });

  it('that is not installed is named', async () => {
    await expect(find(prepareMachine({ credsStore: 'nowhere' }), 'ghcr.io')).rejects.toThrow('is not installed');
  });

  it('that may not be executed is named', async () => {
    const machine = prepareMachine({ credsStore: 'test' }, { test: 'exit 0' });
    chmodSync(join(machine.directory, 'docker-credential-test'), 0o644);
    await expect(find(machine, 'ghcr.io')).rejects.toThrow('cannot be run');
  });
});
