import { createHash } from 'node:crypto';
import type { Reference } from '../../domain/image.ts';
import {
  type AttestationAnswer,
  bundleIn,
  type ExaminedBundle,
  nextPage,
  type Referrer,
  readReferrers,
  referrersTag,
} from '../../domain/provenance/attestation.ts';
import { type Location, locate } from '../../domain/registry/location.ts';
import { type AskedRegistry, isObject, judgeStatus, type Unknown, unexpected } from '../../domain/registry/verdict.ts';
import type { AttestationQuestion, Attestations, Clock, Log } from '../../ports.ts';
import { createAuthorizer, type SendAuthorized } from '../registry/authorization.ts';
import { createCredentials } from '../registry/credentials.ts';
import { createExchange, type RegistryAnswer } from '../registry/exchange.ts';
import { verifyBundle } from './bundle.ts';
import { readTrustedRoots, type TrustedRoots } from './trusted-root.ts';

export type AttestationOptions = {
  readonly clock: Clock;
  readonly log: Log;
  /** Of this process: where the docker configuration is, and what a credential helper is run with. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds for one request, or for a credential helper (20 seconds). */
  readonly timeout?: number | undefined;
};

const TIMEOUT = 20_000;
/** The most attestations of one image: anybody who may push can add any number, and each costs two requests. */
const MOST_BUNDLES = 2_000;
const MOST_PAGES = 100;
/** Bundles that are fetched together. */
const TOGETHER = 8;

const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

/** Reads the referrers of an image as in the distribution specification (OCI 1.1), or by their tag where the registry lacks the
 * API. All requests go to the registry of the image and to the storage that it redirects to: an address in a manifest is not
 * followed. */
export function createAttestations({ clock, log, environment, timeout = TIMEOUT }: AttestationOptions): Attestations {
  const exchange = createExchange({ clock, log, timeout });
  const { send, conceal } = createAuthorizer(exchange, createCredentials({ environment, timeout }));
  const roots = new Map<string, TrustedRoots>();
  const rootsOf = (file: AttestationQuestion['trustedRoot']): TrustedRoots => {
    const read = roots.get(file.text) ?? readTrustedRoots(file);
    roots.set(file.text, read);
    return read;
  };
  return {
    examine: async ({ reference, trustedRoot, enough }) => {
      const place = placeOf(reference, send);
      const found = await examineAll(place, (bytes) => verifyBundle(bytes, rootsOf(trustedRoot)), enough);
      return 'words' in found && found.words !== undefined ? { ...found, words: conceal(found.words) } : found;
    },
  };
}

/** A repository of a registry, and the examined image in it. */
type ImagePlace = { readonly location: Location; readonly digest: string; readonly send: SendAuthorized };

const placeOf = ({ repository, digest }: Reference, send: SendAuthorized): ImagePlace => {
  if (digest === undefined) throw new Error('attestations are looked up by digest');
  return { location: locate(repository), digest, send };
};

type Verify = (bundle: Uint8Array) => ReturnType<typeof verifyBundle>;

const examineAll = async (
  place: ImagePlace,
  verify: Verify,
  enough: AttestationQuestion['enough'],
): Promise<AttestationAnswer | Unknown> => {
  const found = await referrersOf(place);
  if ('verdict' in found) return found;
  const { referrers, listing } = found;
  const read = referrers.slice(0, MOST_BUNDLES);
  const examined: ExaminedBundle[] = [];
  for (let at = 0; at < read.length; at += TOGETHER) {
    const bundles = await Promise.all(read.slice(at, at + TOGETHER).map((referrer) => fetchBundle(referrer, place)));
    const unanswered = bundles.find((bundle) => bundle !== undefined && 'verdict' in bundle);
    for (const bundle of bundles.filter(isAnswered)) {
      const { attestation } = bundle;
      const one = { attestation, ...('problem' in bundle ? unusable(bundle.problem) : verify(bundle.bytes)) };
      examined.push(one);
      if (enough(one)) return { verdict: 'examined', examined, listing, unread: 0 };
    }
    if (unanswered !== undefined) return unanswered;
  }
  return { verdict: 'examined', examined, listing, unread: referrers.length - read.length };
};

type Fetched = Awaited<ReturnType<typeof fetchBundle>>;

const isAnswered = (bundle: Fetched): bundle is FetchedBundle => bundle !== undefined && !('verdict' in bundle);

const unusable = (problem: string) => ({ kind: 'unusable', problem }) as const;

type ListedReferrers = { readonly referrers: readonly Referrer[]; readonly listing: AttestationAnswer['listing'] };

/** Registries that got the API later may still keep earlier attestations under the tag. */
const referrersOf = async (place: ImagePlace): Promise<ListedReferrers | Unknown> => {
  const listed = await listReferrers(place);
  if (listed !== undefined && 'verdict' in listed) return listed;
  const listing = listed === undefined ? 'tag' : 'api';
  if (listed !== undefined && listed.length > 0) return { referrers: listed, listing };
  const received = await get(place, `manifests/${referrersTag(place.digest)}`, INDEX);
  if ('verdict' in received) return received;
  if (received.answer.status === 404) return { referrers: [], listing };
  const tagged = referrersIn(received);
  return 'verdict' in tagged ? tagged : { referrers: tagged, listing };
};

/** Undefined where the registry does not serve the API. */
const listReferrers = async (place: ImagePlace): Promise<readonly Referrer[] | Unknown | undefined> => {
  const referrers: Referrer[] = [];
  let page: URL | undefined = new URL(addressOf(place, `referrers/${place.digest}`));
  for (let pages = 0; page !== undefined && pages < MOST_PAGES; pages++) {
    const received: Received | Unknown = await getAt(place, page, INDEX);
    if ('verdict' in received) return received;
    const { answer } = received;
    if (pages === 0 && isUnserved(answer)) return undefined;
    const listed = referrersIn(received);
    if ('verdict' in listed) return listed;
    referrers.push(...listed);
    const next: URL | undefined = nextPage(answer.headers.link, page);
    if (next !== undefined && next.origin !== page.origin) {
      return unexpected(place.location.registry, 'continues its list of referrers on another host', answer.status);
    }
    page = referrers.length > MOST_BUNDLES ? undefined : next;
  }
  return [...new Map(referrers.map((referrer) => [referrer.digest, referrer])).values()];
};

/** Of an address that they do not know registries say all of these, and some answer with a page. */
const isUnserved = ({ status, body }: RegistryAnswer): boolean =>
  [400, 404, 405, 406, 501].includes(status) || (status === 200 && !isObject(textOf(body)));

const referrersIn = ({ answer, asked }: Received): readonly Referrer[] | Unknown => {
  const text = textOf(answer.body);
  if (answer.status !== 200) return judgeStatus(answer.status, asked, text);
  return (
    readReferrers(text) ?? unexpected(asked.registry, 'answers with something that is not a list of referrers', 200)
  );
};

type FetchedBundle = { readonly attestation: string } & ({ readonly bytes: Uint8Array } | { readonly problem: string });

/** Undefined for a manifest without a bundle. A registry that does not answer is no answer; one that has lost something, or holds
 * something else than it says, has one attestation less. */
const fetchBundle = async (referrer: Referrer, place: ImagePlace): Promise<FetchedBundle | Unknown | undefined> => {
  const attestation = referrer.digest;
  const manifest = await getVerified(place, { kind: 'manifests', digest: attestation });
  if ('verdict' in manifest) return manifest;
  if ('problem' in manifest) return { attestation, problem: `has a manifest that ${manifest.problem}` };
  const digest = bundleIn(textOf(manifest.bytes));
  if (digest === undefined) {
    return referrer.artifactType === undefined ? undefined : { attestation, problem: 'brings no bundle' };
  }
  const blob = await getVerified(place, { kind: 'blobs', digest });
  if ('verdict' in blob) return blob;
  return 'problem' in blob ? { attestation, problem: `has a bundle that ${blob.problem}` } : { attestation, ...blob };
};

type Content = { readonly kind: 'manifests' | 'blobs'; readonly digest: string };

const getVerified = async (
  place: ImagePlace,
  { kind, digest }: Content,
): Promise<{ readonly bytes: Uint8Array } | { readonly problem: string } | Unknown> => {
  const received = await get(place, `${kind}/${digest}`, kind === 'manifests' ? MANIFEST : '*/*');
  // An answer that is too large is that of one attestation, which somebody may have pushed to hide the others.
  if ('verdict' in received) return received.status === 200 ? { problem: received.detail } : received;
  const { answer, asked } = received;
  if (answer.status === 404) return { problem: 'is not in the registry' };
  if (answer.status !== 200) return judgeStatus(answer.status, asked, textOf(answer.body));
  const [algorithm = ''] = digest.split(':');
  const found = `${algorithm}:${createHash(algorithm).update(answer.body).digest('hex')}`;
  return found === digest ? { bytes: answer.body } : { problem: 'does not have its digest' };
};

const addressOf = ({ location: { origin, name } }: ImagePlace, path: string): string => `${origin}/v2/${name}/${path}`;

type Received = { readonly answer: RegistryAnswer; readonly asked: AskedRegistry };

const get = (place: ImagePlace, path: string, accept: string): Promise<Received | Unknown> =>
  getAt(place, new URL(addressOf(place, path)), accept);

const getAt = async ({ location, send }: ImagePlace, url: URL, accept: string): Promise<Received | Unknown> => {
  const sent = await send({ method: 'GET', url, headers: { accept } }, location, 'pull');
  if ('verdict' in sent) return sent;
  const { answer, loggedIn } = sent;
  const { registry } = location;
  if (answer.kind === 'answer') return { answer, asked: { registry, loggedIn } };
  const { status, cause, detail, remedy } = answer;
  return { verdict: 'unknown', registry, status, cause, detail, remedy };
};

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);
