/** Argo CD by its API, read-only. */

import { at } from '../../domain/argocd/declared-applications.ts';
import { type LiveApplication, readApplication } from '../../domain/await/live-application.ts';
import { fail } from '../../domain/errors.ts';
import { isLoopback } from '../../domain/request/grammar.ts';
import { isObject } from '../../domain/request/json.ts';
import { quote, visible } from '../../domain/text.ts';
import type { ArgoCD, ArgoCDAnswer } from '../../ports.ts';
import { connectionFailure, type Reply, send, TOO_LARGE } from '../http/http.ts';
export type ArgoCDConnection = {
  /** The input `argocd-server`: an address, or a host that is asked by https. */
  readonly server: string;
  readonly token: string;
};

const TIMEOUT = 30_000;
/** A list of a thousand Applications takes some ten million bytes. */
const LARGEST_ANSWER = 64 * 1024 * 1024;
const LONGEST_WORDS = 1_000;

const RIGHT =
  'Give its account the right to read Applications: "p, ACCOUNT, applications, get, PROJECT/*, allow" in argocd-rbac-cm. Argo CD answers the same for an Application that does not exist, so check its name as well.';
const ADDRESS = 'Set the input `argocd-server` to the address of Argo CD, such as https://argocd.example.com.';

/** Argo CD by its API, read-only: nothing but GET is ever sent, and the token goes to this server alone, since no redirect is
 * followed. https://argo-cd.readthedocs.io/en/stable/developer-guide/api-docs/
 * @throws PromotionError for an address that is none, or that is not https */
export function argocdServer({ server, token }: ArgoCDConnection): ArgoCD {
  const base = baseOf(server);
  if (/[^ -~]/.test(token)) {
    fail('argocd-refused', 'The input `argocd-token` holds characters that no token has.', 'Check the secret.');
  }
  const get = (path: string, query: Query) => ask(urlOf(base, path, query), token);
  return {
    application: async ({ name, namespace, project }, look) => {
      const query = { appNamespace: namespace, project, refresh: look?.refresh && 'normal' };
      return read(await get(`applications/${encodeURIComponent(name)}`, query), readApplication);
    },
    applications: async (projects) => read(await get('applications', { projects }), readList),
    rollingSync: async (applicationSet, namespace) => {
      const path = `applicationsets/${encodeURIComponent(applicationSet)}`;
      const answer = await get(path, { appsetNamespace: namespace }).catch(() => undefined);
      if (answer?.kind !== 'found') return 'unknown';
      return at(answer.value, 'spec', 'strategy', 'type') === 'RollingSync' ? 'yes' : 'no';
    },
  };
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const baseOf = (server: string): URL => {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `https://${server}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    return fail('argocd-unavailable', `Argo CD has no proper address: ${quote(server)}.`, ADDRESS);
  }
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return url;
  return fail('argocd-unavailable', `The address of Argo CD is not https: ${quote(server)}.`, ADDRESS);
};

const urlOf = (base: URL, path: string, query: Query): URL => {
  const url = new URL(`api/v1/${path}`, base.href.replace(/\/?$/, '/'));
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) url.searchParams.append(name, one);
  }
  return url;
};

const ask = async (url: URL, token: string): Promise<ArgoCDAnswer<unknown>> => {
  try {
    const headers = { accept: 'application/json', 'user-agent': 'image-promotion', authorization: `Bearer ${token}` };
    const sending = { signal: AbortSignal.timeout(TIMEOUT), most: LARGEST_ANSWER };
    return answerIn(await send({ method: 'GET', url, headers }, sending), url);
  } catch (error) {
    return troubleIn(error, url);
  }
};

const answerIn = (reply: Reply, { host }: URL): ArgoCDAnswer<unknown> => {
  const { status, body } = reply;
  const value = jsonOf(body);
  if (status === 200 && isObject(value)) return { kind: 'found', value };
  if (status >= 300 && status < 400) {
    const detail = `answers ${status}, a redirect, which is not followed, as the token goes to no other address`;
    return fail('argocd-unavailable', `Argo CD at ${quote(host)} ${detail}.`, ADDRESS);
  }
  const words = wordsOf(value);
  if (status === 401) {
    const hint = 'Check the input `argocd-token`: it is mistyped, expired or revoked, or belongs to another server.';
    return fail('argocd-refused', `Argo CD at ${quote(host)} does not accept the token: ${words}.`, hint);
  }
  if (status === 403) return fail('argocd-refused', `Argo CD at ${quote(host)} refuses to tell: ${words}.`, RIGHT);
  if (status === 404 && isObject(value)) return { kind: 'missing' };
  if (status === 200 || status === 404) {
    const detail = `answers ${status} with something else than JSON`;
    return fail('argocd-unavailable', `The server ${quote(host)} ${detail}, so it is not Argo CD.`, ADDRESS);
  }
  return { kind: 'unavailable', reason: `${host} answers ${status}: ${words}` };
};

const troubleIn = (error: unknown, { host }: URL): ArgoCDAnswer<unknown> => {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'PromotionError') throw error;
  if (name === 'TimeoutError') return { kind: 'unavailable', reason: `${host} does not answer in time` };
  if (code === TOO_LARGE) return { kind: 'unavailable', reason: `${host} answers with more than 64 MiB` };
  const { detail, remedy } = connectionFailure(error);
  if (remedy !== undefined) return fail('argocd-unavailable', `Argo CD at ${quote(host)} ${detail}.`, remedy);
  return { kind: 'unavailable', reason: `${host} ${detail}` };
};

const jsonOf = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
};

const wordsOf = (body: unknown): string => {
  const message = at(body, 'message') ?? at(body, 'error');
  return typeof message === 'string' && message !== ''
    ? visible(message).slice(0, LONGEST_WORDS)
    : 'it gives no reason';
};

const read = <T>(answer: ArgoCDAnswer<unknown>, parse: (body: unknown) => T | undefined): ArgoCDAnswer<T> => {
  if (answer.kind !== 'found') return answer;
  const value = parse(answer.value);
  return value === undefined
    ? { kind: 'unavailable', reason: 'the answer is no Application' }
    : { kind: 'found', value };
};

const readList = (body: unknown): readonly LiveApplication[] => {
  const items = at(body, 'items');
  return (Array.isArray(items) ? items : []).flatMap((item) => readApplication(item) ?? []);
};
