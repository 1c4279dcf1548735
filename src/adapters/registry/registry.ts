/** Container registries by the distribution specification of OCI. */

import { createHash } from 'node:crypto';
import { printReference, type Reference } from '../../domain/image.ts';
import { type Location, locate } from '../../domain/registry/location.ts';
import {
  type AskedRegistry,
  isDigest,
  isObject,
  judgeHead,
  judgeNotFound,
  judgeStatus,
  type ManifestVerdict,
  type RegistryManifest,
  type Unknown,
  unexpected,
  type Verdict,
} from '../../domain/registry/verdict.ts';
import type { Clock, Log, Registry } from '../../ports.ts';
import { createAuthorizer, type SendAuthorized } from './authorization.ts';
import { createCredentials } from './credentials.ts';
import { createExchange, type RegistryAnswer } from './exchange.ts';

export type RegistryOptions = {
  readonly clock: Clock;
  readonly log: Log;
  /** Of this process: where the docker configuration is, and what a credential helper is run with. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds for one request, or for a credential helper (20 seconds). */
  readonly timeout?: number | undefined;
};

const TIMEOUT = 20_000;

/** Milliseconds between two looks at an absent image. */
const LOOK_AGAIN = 1_000;

// All four: a registry answers 404 for an image that exists where its type is not asked for.
const accept = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** Speaks the distribution specification (OCI) with the registry that each reference names; the results of logins are kept as
 * long as the object. */
export function createRegistry({ clock, log, environment, timeout = TIMEOUT }: RegistryOptions): Registry {
  const exchange = createExchange({ clock, log, timeout });
  const { send, conceal } = createAuthorizer(exchange, createCredentials({ environment, timeout }));
  const discreet = <T extends object>(verdict: T): T =>
    'words' in verdict && typeof verdict.words === 'string' ? { ...verdict, words: conceal(verdict.words) } : verdict;
  return {
    inspect: async (reference, patience = 0) => {
      const end = clock.now().getTime() + patience;
      for (;;) {
        const verdict = discreet(await inspect(reference, send));
        if (verdict.verdict !== 'absent' || clock.now().getTime() + LOOK_AGAIN > end) return verdict;
        log.debug(`${printReference(reference)} is not there yet`);
        await clock.sleep(LOOK_AGAIN);
      }
    },
    read: async (reference) => discreet(await read(reference, send)),
    tag: async ({ repository, tag, manifest }) => {
      const location = locate(repository);
      const headers = { 'content-type': manifest.mediaType };
      const request = { method: 'PUT', url: manifestUrl(location, tag), headers, body: manifest.bytes } as const;
      const received = receivedFrom(await send(request, location, 'pull,push'), location);
      if ('verdict' in received) return discreet(received);
      const { status, body } = received.answer;
      if (status >= 200 && status < 300) return { verdict: 'tagged' };
      return discreet(judgeStatus(status, received.asked, new TextDecoder().decode(body)));
    },
  };
}

// A reference without tag and digest means `latest` to everything that runs images.
const manifestUrl = ({ origin, name }: Location, at: string | undefined): URL =>
  new URL(`${origin}/v2/${name}/manifests/${at ?? 'latest'}`);

type Received = { readonly answer: RegistryAnswer; readonly asked: AskedRegistry };

const receivedFrom = (sent: Awaited<ReturnType<SendAuthorized>>, { registry }: Location): Received | Unknown => {
  if ('verdict' in sent) return sent;
  const { answer, loggedIn } = sent;
  if (answer.kind === 'answer') return { answer, asked: { registry, loggedIn } };
  const { status, cause, detail, remedy } = answer;
  return { verdict: 'unknown', registry, status, cause, detail, remedy };
};

const request = async (
  method: 'HEAD' | 'GET',
  reference: Reference,
  send: SendAuthorized,
): Promise<Received | Unknown> => {
  const location = locate(reference.repository);
  const url = manifestUrl(location, reference.digest ?? reference.tag);
  return receivedFrom(await send({ method, url, headers: { accept } }, location, 'pull'), location);
};

const inspect = async (reference: Reference, send: SendAuthorized): Promise<Verdict> => {
  const received = await request('HEAD', reference, send);
  if ('verdict' in received) return received;
  const { status, headers } = received.answer;
  const digest = headers['docker-content-digest'];
  const marked = isRegistry(headers);
  const verdict = judgeHead({ status, digest, marked }, received.asked, reference.digest);
  if (verdict !== 'read') return verdict;
  const found = await read(reference, send);
  return found.verdict === 'present' ? { verdict: 'present', digest: found.manifest.digest } : found;
};

// A registry that does not know an address at all answers 404 with plain text.
const isRegistry = (headers: RegistryAnswer['headers']): boolean => {
  const type = headers['content-type'] ?? '';
  return /\bjson\b/.test(type) || (type === '' && 'docker-distribution-api-version' in headers);
};

const read = async (reference: Reference, send: SendAuthorized): Promise<ManifestVerdict> => {
  const received = await request('GET', reference, send);
  if ('verdict' in received) return received;
  const { answer, asked } = received;
  const text = new TextDecoder().decode(answer.body);
  if (answer.status === 404) return judgeNotFound(text, asked);
  if (answer.status !== 200) return judgeStatus(answer.status, asked, text);
  if (!isObject(text)) return unexpected(asked.registry, 'answers with something that is not a manifest', 200);
  const manifest = manifestOf(answer, text, reference.digest);
  if (manifest !== undefined) return { verdict: 'present', manifest };
  return unexpected(asked.registry, 'answers with a manifest that does not have its digest', 200);
};

/** Undefined where the bytes contradict the digest that was asked for or answered. */
const manifestOf = (
  { headers, body }: RegistryAnswer,
  text: string,
  wanted: string | undefined,
): RegistryManifest | undefined => {
  const named = headers['docker-content-digest'];
  const claims = [wanted, named].filter(isDigest);
  if (claims.some((claim) => digestOf(body, claim.split(':')[0]) !== claim)) return undefined;
  const digest = claims[0] ?? digestOf(body, 'sha256');
  return { digest, mediaType: mediaTypeOf(headers, text), bytes: body };
};

const digestOf = (bytes: Uint8Array, algorithm = 'sha256'): string =>
  `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;

// Registries check the type in the manifest; the header may be a proxy's.
const mediaTypeOf = (headers: RegistryAnswer['headers'], text: string): string => {
  const { mediaType }: { mediaType?: unknown } = JSON.parse(text);
  if (typeof mediaType === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) return mediaType;
  return headers['content-type'] ?? 'application/vnd.oci.image.manifest.v1+json';
};
