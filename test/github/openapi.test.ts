import { describe, expect, it } from 'vitest';
import { clientOf } from './client.ts';
import { complaintAbout, operationAt, standingOf, strayings } from './openapi.ts';
import { fakeGitHub } from './server.ts';

const here = '/repos/{owner}/{repo}';

describe('a path', () => {
  it.each([
    ['GET', '/repos/acme/manifests', `GET ${here}`],
    ['GET', '/repos/acme/manifests/commits/heads/feature/x', `GET ${here}/commits/{ref}`],
    ['GET', '/repos/acme/manifests/commits/main/pulls', `GET ${here}/commits/{commit_sha}/pulls`],
    ['PUT', '/repos/acme/manifests/pulls/1/merge', `PUT ${here}/pulls/{pull_number}/merge`],
    ['POST', '/repos/acme/manifests/pulls/1/merge', undefined],
    ['GET', '/repos/acme', undefined],
  ])('%s %s is %s', (method, path, operation) => {
    expect(operationAt(method, path)).toBe(operation);
  });
});

describe('the body of a request', () => {
  it.each([
    [`POST ${here}/dispatches`, { event_type: 'promote', client_payload: { promotion: {} } }, undefined],
    [`POST ${here}/dispatches`, {}, '"event_type" wasn\'t supplied.'],
    [`POST ${here}/dispatches`, { event_type: 1 }, "For 'properties/event_type', 1 is not a string."],
    [`POST ${here}/dispatches`, { event_type: 'a', payload: {} }, '"payload" is not a permitted key.'],
    [`POST ${here}/git/trees`, { tree: [{ path: 'a', mode: '100644', sha: null }] }, undefined],
    [`POST ${here}/git/trees`, { tree: [{ mode: 644 }] }, "For 'properties/tree/items/mode', 644 is not a string."],
    [`PATCH ${here}/pulls/{pull_number}`, { title: null }, "For 'properties/title', nil is not a string."],
    [`PATCH ${here}/issues/{issue_number}`, { milestone: null }, undefined],
  ])('of %s: %j', (operation, body, complaint) => {
    expect(complaintAbout(operation, body)).toBe(complaint && `Invalid request.\n\n${complaint}`);
  });

  it('is refused by the fake as well', async () => {
    await using github = await fakeGitHub({ repositories: { 'acme/manifests': { files: {} } } });
    const { status, body } = await clientOf(github).rest('POST /repos/acme/manifests/git/blobs', { text: 'a' });
    expect([status, body.message]).toEqual([422, 'Invalid request.\n\n"content" wasn\'t supplied.']);
  });
});

describe('an answer', () => {
  const operation = `POST ${here}/git/trees`;

  it('may leave out keys that no client reads', () => {
    expect(strayings(operation, { status: 201, body: { sha: 'a' } })).toEqual([]);
  });

  it('must not have an undocumented status, key or type', () => {
    expect(strayings(operation, { status: 200, body: {} })).toEqual([`${operation} is not answered with 200`]);
    expect(strayings(operation, { status: 201, body: { id: 'a' } })).toEqual([expect.stringContaining('"id"')]);
    expect(strayings(operation, { status: 201, body: { sha: 1 } })).toEqual([expect.stringContaining('/sha')]);
    expect(strayings(`POST ${here}/dispatches`, { status: 204, body: {} })).toHaveLength(1);
  });

  it('always has the required places, and may have others', () => {
    const run = `GET ${here}/actions/runs/{run_id}`;
    expect(standingOf(run, 200, ['created_at'])).toBe('always');
    expect(standingOf(run, 200, ['conclusion'])).toBe('perhaps');
    expect(standingOf(run, 200, ['finished_at'])).toBe('never');
    expect(standingOf(operation, 201, ['tree', '*', 'size'])).toBe('perhaps');
  });
});
