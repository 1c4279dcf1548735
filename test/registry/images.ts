import { createHash } from 'node:crypto';

export type Pushed = { readonly digest: string; readonly mediaType: string; readonly text: string };

/** Where to push to, and the Authorization header that it takes. */
export type Destination = { readonly host: string; readonly repository: string; readonly authorization?: string };

const ociManifest = 'application/vnd.oci.image.manifest.v1+json';
const dockerManifest = 'application/vnd.docker.distribution.manifest.v2+json';
const ociIndex = 'application/vnd.oci.image.index.v1+json';
const dockerList = 'application/vnd.docker.distribution.manifest.list.v2+json';

export const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** Pushes an image of one small layer; the word makes it another image. */
export async function pushImage(to: Destination, tag: string, word = tag): Promise<Pushed> {
  const config = await pushBlob(to, JSON.stringify({ architecture: 'amd64', os: 'linux', config: {}, word }));
  const layer = await pushBlob(to, `layer of ${word}`);
  return pushManifest(to, tag, {
    schemaVersion: 2,
    mediaType: ociManifest,
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', ...layer }],
  });
}

/** Pushes an image in docker's own format. */
export async function pushDockerImage(to: Destination, tag: string): Promise<Pushed> {
  const config = await pushBlob(to, JSON.stringify({ architecture: 'amd64', os: 'linux', docker: tag }));
  const layer = await pushBlob(to, `layer of ${tag}`);
  return pushManifest(to, tag, {
    schemaVersion: 2,
    mediaType: dockerManifest,
    config: { mediaType: 'application/vnd.docker.container.image.v1+json', ...config },
    layers: [{ mediaType: 'application/vnd.docker.image.rootfs.diff.tar', ...layer }],
  });
}

/** Pushes an artifact that is no image at all, such as a chart. */
export async function pushArtifact(to: Destination, tag: string): Promise<Pushed> {
  const config = await pushBlob(to, '{}');
  const layer = await pushBlob(to, `chart ${tag}`);
  return pushManifest(to, tag, {
    schemaVersion: 2,
    mediaType: ociManifest,
    artifactType: 'application/vnd.example.chart',
    config: { mediaType: 'application/vnd.oci.empty.v1+json', ...config },
    layers: [{ mediaType: 'application/vnd.example.chart.v1', ...layer }],
  });
}

/** Pushes an index over images for two platforms. */
export async function pushIndex(to: Destination, tag: string, format: 'oci' | 'docker' = 'oci'): Promise<Pushed> {
  const push = format === 'oci' ? pushImage : pushDockerImage;
  const images = await Promise.all(['amd64', 'arm64'].map((architecture) => push(to, `${tag}-${architecture}`)));
  return pushManifest(to, tag, {
    schemaVersion: 2,
    mediaType: format === 'oci' ? ociIndex : dockerList,
    manifests: images.map(({ digest, mediaType, text }, index) => ({
      mediaType,
      digest,
      size: text.length,
      platform: { os: 'linux', architecture: ['amd64', 'arm64'][index] },
    })),
  });
}

const pushManifest = async (
  to: Destination,
  tag: string,
  manifest: { mediaType: string; [field: string]: unknown },
): Promise<Pushed> => {
  // Indented, so that a copy that is not byte for byte has another digest.
  const text = JSON.stringify(manifest, undefined, 3);
  await sent(to, `manifests/${tag}`, { method: 'PUT', body: text, headers: { 'content-type': manifest.mediaType } });
  return { digest: digestOf(text), mediaType: manifest.mediaType, text };
};

const pushBlob = async (to: Destination, text: string): Promise<{ digest: string; size: number }> => {
  const digest = digestOf(text);
  const started = await sent(to, 'blobs/uploads/', { method: 'POST' });
  const url = new URL(started.headers.get('location') ?? '', `http://${to.host}`);
  url.searchParams.set('digest', digest);
  await sent(to, url.href, {
    method: 'PUT',
    body: text,
    headers: { 'content-type': 'application/octet-stream' },
  });
  return { digest, size: text.length };
};

const sent = async ({ host, repository, authorization }: Destination, path: string, init: RequestInit) => {
  const headers = new Headers(init.headers);
  if (authorization !== undefined) headers.set('authorization', authorization);
  const url = new URL(path, `http://${host}/v2/${repository}/`);
  const response = await fetch(url, { ...init, headers });
  const body = await response.text();
  if (!response.ok) throw new Error(`${init.method} ${url}: ${response.status} ${body}`);
  return response;
};
