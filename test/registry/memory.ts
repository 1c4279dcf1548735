import { createHash } from 'node:crypto';
import { type Received, type Respond, respondJson, startServer } from './server.ts';

/** A registry of manifests alone, for answers that a real one does not give on demand. */
export type MemoryRegistry = {
  readonly host: string;
  readonly received: Received[];
  /** Puts a manifest under a tag and gives its digest. */
  readonly put: (repository: string, tag: string) => string;
  /** From now on requests for the repository, and this tag only if it is named, are answered so. */
  readonly spoil: (repository: string, respond: Respond, tag?: string) => void;
  readonly close: () => Promise<void>;
};

export async function startMemoryRegistry(): Promise<MemoryRegistry> {
  const manifests = new Map<string, string>();
  const spoilt = new Map<string, Respond>();
  const store = (path: string, text: string): string => {
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    manifests.set(path, text);
    manifests.set(path.replace(/[^/]*$/, digest), text);
    return digest;
  };
  const server = await startServer((received, response) => {
    const spoil = spoilt.get(received.path) ?? spoilt.get(received.path.replace(/\/manifests\/.*$/, ''));
    if (spoil !== undefined) return spoil(received, response);
    if (received.method === 'PUT') {
      store(received.path, received.body);
      return response.writeHead(201).end();
    }
    const text = manifests.get(received.path);
    if (text === undefined) return respondJson(response, 404, { errors: [{ code: 'MANIFEST_UNKNOWN' }] });
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    response.writeHead(200, { 'docker-content-digest': digest, 'content-type': 'application/json' }).end(text);
  });
  return {
    host: server.host,
    received: server.received,
    put: (repository, tag) =>
      store(
        `/v2/${repository}/manifests/${tag}`,
        JSON.stringify({ schemaVersion: 2, mediaType: 'x/y', repository, tag }),
      ),
    spoil: (repository, respond, tag) =>
      spoilt.set(`/v2/${repository}${tag === undefined ? '' : `/manifests/${tag}`}`, respond),
    close: server.close,
  };
}

export const answerWith =
  (status: number): Respond =>
  (_, response) =>
    response.writeHead(status).end();
