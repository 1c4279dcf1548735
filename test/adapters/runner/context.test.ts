import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRunner } from '../../../src/adapters/runner/inputs.ts';
import { problemsOf } from '../../domain/errors/problems.ts';

const sha = 'b'.repeat(40);
const folder = mkdtempSync(join(tmpdir(), 'event-'));

afterAll(() => rmSync(folder, { recursive: true }));

const eventFile = (text: string): string => {
  const file = join(folder, 'event.json');
  writeFileSync(file, text);
  return file;
};

const given = (variables: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
};

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('GITHUB_')) vi.stubEnv(name, undefined);
});

const release = {
  GITHUB_EVENT_NAME: 'push',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_REPOSITORY_ID: '7',
  GITHUB_REF: 'refs/tags/v1.4.0',
  GITHUB_SHA: sha,
  GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/release.yml@refs/tags/v1.4.0',
  GITHUB_RUN_ID: '12',
  GITHUB_RUN_NUMBER: '3',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_ACTOR: 'shop-builds[bot]',
  GITHUB_TRIGGERING_ACTOR: 'octocat',
  GITHUB_SERVER_URL: 'https://github.acme.example',
  GITHUB_API_URL: 'https://github.acme.example/api/v3',
  GITHUB_GRAPHQL_URL: 'https://github.acme.example/api/graphql',
};

describe('the context of the runner', () => {
  it('has every fact of the run, and the event', () => {
    given({ ...release, GITHUB_EVENT_PATH: eventFile('{"deleted":false}') });
    const { run, event } = readRunner();
    expect(run).toEqual({
      repository: 'acme/shop',
      repositoryId: '7',
      ref: 'refs/tags/v1.4.0',
      sha,
      workflowRef: 'acme/shop/.github/workflows/release.yml@refs/tags/v1.4.0',
      runId: 12,
      runNumber: 3,
      runAttempt: 1,
      actor: 'shop-builds[bot]',
      triggeringActor: 'octocat',
      serverUrl: 'https://github.acme.example',
      apiUrl: 'https://github.acme.example/api/v3',
      graphqlUrl: 'https://github.acme.example/api/graphql',
    });
    expect(event()).toEqual({ name: 'push', payload: { deleted: false } });
  });

  it('reads empty values as unset, and an invalid number as unknown', () => {
    const empty = Object.fromEntries(Object.keys(release).map((name) => [name, '']));
    given({ ...empty, GITHUB_EVENT_PATH: '', GITHUB_RUN_NUMBER: 'seven' });
    const { run, event } = readRunner();
    expect(Object.values(run).filter((fact) => fact !== undefined)).toEqual([]);
    expect(event()).toEqual({ name: '', payload: {} });
  });

  it('never sends GraphQL of another server to github.com', () => {
    given({ GITHUB_API_URL: release.GITHUB_API_URL });
    expect(readRunner().run).toMatchObject({ apiUrl: release.GITHUB_API_URL, graphqlUrl: undefined });
  });

  it.each([
    ['is missing', () => join(folder, 'none.json')],
    ['is not JSON', () => eventFile('{')],
    ['is empty', () => eventFile('')],
    ['is a folder', () => folder],
  ])('keeps the variables of the run if the file with the event %s, and refuses the event', (_, path) => {
    const file = path();
    given({ ...release, GITHUB_EVENT_PATH: file });
    const { run, event } = readRunner();
    expect(run).toMatchObject({ repository: 'acme/shop', runNumber: 3 });
    expect(problemsOf(event)).toMatchObject([{ code: 'payload-invalid', message: expect.stringContaining(file) }]);
    expect(process.env.GITHUB_EVENT_PATH).toBe(file);
  });
});
