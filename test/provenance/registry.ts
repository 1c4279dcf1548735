import { createHash } from 'node:crypto';
import { type Received, type Respond, respondJson, startServer } from '../registry/server.ts';

export const BUNDLE_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** A registry with attestations beside its images. `referrers`: whether it serves the API or needs the tag. */
export type AttestingRegistry = {
  readonly host: string;
  readonly received: Received[];
  /** Puts an image under a tag and gives its digest. */
  readonly image: (repository: string, tag: string) => string;
  /** Puts a bundle beside an image, as actions/attest does, and gives the digest of its manifest. */
  readonly attach: (repository: string, subject: string, bundle: string, artifactType?: string) => string;
  /** From now on requests for the path below `/v2/` are answered so. */
  readonly spoil: (path: string, respond: Respond) => void;
  readonly close: () => Promise<void>;
};

export async function startAttestingRegistry(referrers: 'api' | 'tag'): Promise<AttestingRegistry> {
  const stored = new Map<string, string>();
  const lists = new Map<string, object[]>();
  const spoilt = new Map<string, Respond>();
  const put = (path: string, text: string): string => {
    const digest = digestOf(text);
    stored.set(`${path}/${digest}`, text);
    return digest;
  };
  const list = (repository: string, subject: string): string | undefined => {
    const manifests = lists.get(`${repository} ${subject}`);
    return manifests && JSON.stringify({ schemaVersion: 2, mediaType: INDEX, manifests });
  };
  const textAt = (path: string): string | undefined => {
    const [, repository = '', kind = '', name = ''] = /^(.+)\/(manifests|blobs|referrers)\/([^/?]+)/.exec(path) ?? [];
    if (kind === 'referrers') {
      return referrers === 'api'
        ? (list(repository, name) ?? JSON.stringify({ schemaVersion: 2, manifests: [] }))
        : undefined;
    }
    if (referrers === 'tag' && name.startsWith('sha256-')) return list(repository, name.replace('-', ':'));
    return stored.get(`${repository}/${kind}/${name}`);
  };
  const server = await startServer((received, response) => {
    const path = received.path.replace('/v2/', '');
    const spoil = spoilt.get(path) ?? spoilt.get(path.replace(/\?.*$/, ''));
    if (spoil !== undefined) return spoil(received, response);
    const text = textAt(path);
    if (text === undefined) return respondJson(response, 404, { errors: [{ code: 'NOT_FOUND' }] });
    const digest = digestOf(text);
    response.writeHead(200, { 'docker-content-digest': digest, 'content-type': 'application/json' });
    response.end(received.method === 'HEAD' ? undefined : text);
  });
  return {
    host: server.host,
    received: server.received,
    image: (repository, tag) => {
      const text = JSON.stringify({ schemaVersion: 2, mediaType: MANIFEST, annotations: { repository, tag } });
      stored.set(`${repository}/manifests/${tag}`, text);
      return put(`${repository}/manifests`, text);
    },
    attach: (repository, subject, bundle, artifactType = BUNDLE_TYPE) => {
      const digest = put(`${repository}/blobs`, bundle);
      const manifest = JSON.stringify({
        schemaVersion: 2,
        mediaType: MANIFEST,
        artifactType,
        layers: [{ mediaType: artifactType, digest, size: bundle.length, urls: ['https://elsewhere.example.com/b'] }],
        subject: { mediaType: MANIFEST, digest: subject, size: 1 },
        annotations: { number: String(stored.size) },
      });
      const attestation = put(`${repository}/manifests`, manifest);
      const key = `${repository} ${subject}`;
      const entry = { mediaType: MANIFEST, digest: attestation, size: manifest.length, artifactType };
      lists.set(key, [...(lists.get(key) ?? []), entry]);
      return attestation;
    },
    spoil: (path, respond) => spoilt.set(path, respond),
    close: server.close,
  };
}

const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
