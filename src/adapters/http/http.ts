/** HTTP for all adapters: one request, proxies, and redirects. It uses `node:http`, loaded with the first request: `fetch` of Node.js
 * takes longer to load than a whole promotion, and ignores the proxy of the environment. */
import type { Agent, AgentOptions, IncomingMessage } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';
import { isLoopback } from '../../domain/request/grammar.ts';

export type Message = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
};

export type Reply = {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked. */
  readonly body: Uint8Array;
};

export type Sending = {
  /** Ends the request with its reason, in any phase. */
  readonly signal: AbortSignal;
  /** The largest accepted body in bytes, before and after decompression. */
  readonly most?: number | undefined;
};

/** `code` of the error for an answer that is larger than it may be, which carries its `status`. */
export const TOO_LARGE = 'ERR_BODY_TOO_LARGE';

/** Sends once and follows no redirect.
 * @throws the reason of the signal, or the error of the connection, whose `code` says what happened */
export async function send(message: Message, { signal, most = Number.POSITIVE_INFINITY }: Sending): Promise<Reply> {
  try {
    const response = await respond(message, signal);
    const { statusCode: status = 0 } = response;
    const packed = await read(response, most);
    const body = packed && (await unpacked(packed, response.headers['content-encoding'], most));
    if (body === undefined) throw Object.assign(new Error('the answer is too large'), { code: TOO_LARGE, status });
    return { status, headers: headersOf(response), body };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

/** False once the other side has closed a connection that was kept and used again: from then on each request has its own. */
let keepAlive = true;

const respond = async ({ method, url, headers, body }: Message, signal: AbortSignal): Promise<IncomingMessage> => {
  const tunnel = proxyAgentFor(url, { keepAlive });
  const agent = tunnel ?? (keepAlive ? undefined : false);
  const { request: start } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  await arrived();
  return new Promise((resolve, reject) => {
    let unsent = true;
    let atProxy = tunnel !== undefined;
    const request = start(url, { method, headers: { 'accept-encoding': 'gzip', ...headers }, agent, signal });
    const give = (): void => {
      unsent = false;
      request.end(body);
    };
    request.on('response', resolve).on('error', (error) => {
      if (request.reusedSocket) keepAlive = false;
      reject(Object.assign(error, { unsent, atProxy } satisfies ConnectionFacts));
    });
    // After an answer to something that was not asked, such as to speak another protocol, nothing else comes.
    request.on('close', () => reject(unanswered()));
    // A request that waits for a tunnel through a proxy does not end with the signal.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    request.on('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      atProxy = statusCode !== 200;
      if (!atProxy) return;
      reject(refusedBy(statusCode));
      request.destroy();
    });
    // Nothing is sent before the other side has shown who it is, so that earlier failures have no effect.
    request.on('socket', (socket) => {
      if (request.reusedSocket) atProxy = false;
      if (url.protocol === 'https:' && !request.reusedSocket) socket.once('secureConnect', give);
      else if (!request.destroyed) give();
    });
  });
};

/** Lets the end of a kept connection that has already arrived be seen, before a request is sent into it. */
const arrived = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
};

const unanswered = (): Error =>
  Object.assign(new Error('the connection ends without an answer'), { code: 'ECONNRESET' });

/** A proxy that opens no tunnel gives an answer of its own, which is not the server's: only the server may ask for credentials. */
const refusedBy = (status: number): Error =>
  Object.assign(new Error(`the proxy of the environment answers ${status}`), { code: `PROXY_${status}`, unsent: true });

const read = async (response: IncomingMessage, most: number): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const unpacked = async (body: Buffer, encoding: string | undefined, most: number): Promise<Uint8Array | undefined> => {
  if (body.length === 0 || !/^(x-)?gzip$/i.test(encoding ?? '')) return body;
  const { gunzip } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    gunzip(body, Number.isFinite(most) ? { maxOutputLength: most } : {}, (error, result) => {
      if (error === null) resolve(result);
      else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') resolve(undefined);
      else reject(error);
    });
  });
};

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const agents = new Map<string, Agent>();

/** The agent for the proxy that HTTPS_PROXY, HTTP_PROXY or ALL_PROXY names, unless NO_PROXY leaves the address out, as for curl and git;
 * undefined without a proxy. This machine itself is never behind a proxy.
 * @throws Error for an address of a proxy that is not one */
const proxyAgentFor = (url: URL, { keepAlive }: AgentOptions): Agent | undefined => {
  if (!isProxied(process.env) || isLoopback(url.hostname)) return undefined;
  const proxy = getProxyForUrl(url.href);
  if (proxy === '') return undefined;
  const key = `${keepAlive} ${proxy}`;
  const known = agents.get(key);
  if (known !== undefined) return known;
  if (!isAddress(proxy)) {
    const words =
      'the address of the proxy in the environment is not one of http or https, with its login percent-encoded';
    throw Object.assign(new Error(words), { code: PROXY_ADDRESS, unsent: true } satisfies ConnectionFacts & {
      code: string;
    });
  }
  const agent = new HttpsProxyAgent<string>(proxy, { keepAlive });
  agents.set(key, agent);
  return agent;
};

/** Without one of these, package managers' own settings would count. */
const isProxied = (environment: NodeJS.ProcessEnv): boolean =>
  Object.keys(environment).some((name) => /^(https?|all)_proxy$/i.test(name));

/** The agent decodes the login only when it already connects, where its error would end the process. */
const isAddress = (proxy: string): boolean => {
  try {
    const { protocol, username, password } = new URL(proxy);
    decodeURIComponent(`${username}:${password}`);
    return protocol === 'http:' || protocol === 'https:';
  } catch {
    return false;
  }
};

const MOST_REDIRECTS = 5;

/** `code` of the error for a redirect that is not followed. Its message is to be read after the name of the server, and it carries
 * the `status`. */
export const REDIRECTED = 'ERR_REDIRECT';

type Following<M> = {
  readonly ask: (message: M) => Promise<Reply>;
  /** The message to send to the new address, or the reason to stop, such as "a redirect to another server". */
  readonly next: (message: M, redirect: Redirect) => M | string;
};

export type Redirect = { readonly status: number; readonly to: URL };

/** Asks, and asks on where a redirect leads, five times at most.
 * @returns the answer, and what it answers in the end
 * @throws what `ask` throws, and Error `ERR_REDIRECT` */
export async function follow<M extends { readonly url: URL }>(
  first: M,
  { ask, next }: Following<M>,
): Promise<{ readonly message: M; readonly reply: Reply }> {
  let message = first;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const reply = await ask(message);
    const { status } = reply;
    if (![301, 302, 303, 307, 308].includes(status)) return { message, reply };
    const to = target(message.url, reply.headers.location);
    const following = to === undefined ? 'a redirect without a proper address' : next(message, { status, to });
    if (typeof following === 'string') return refuse(`answers ${status}, ${following}`, status);
    message = following;
  }
  return refuse(`redirects more than ${MOST_REDIRECTS} times`);
}

const target = (from: URL, location = ''): URL | undefined =>
  location !== '' && URL.canParse(location, from.href) ? new URL(location, from) : undefined;

const refuse = (words: string, status?: number): never => {
  throw Object.assign(new Error(words), { code: REDIRECTED, status });
};

/** The reason for a missing answer, and the remedy if the failure is permanent. */

type Trouble = {
  /** Follows the name of the server; never repeats sent text. */
  readonly detail: string;
  /** The remedy for a permanent failure; undefined for a temporary one. */
  readonly remedy?: string | undefined;
};

/** The facts that `send` adds to the error of a connection. */
export type ConnectionFacts = {
  /** Whether the connection failed before anything of the request was sent. */
  readonly unsent?: boolean;
  /** Whether it failed on the way to the proxy, before the server was reached. */
  readonly atProxy?: boolean;
};

/** The proxy has an invalid address. */
export const PROXY_ADDRESS = 'PROXY_ADDRESS';

type Known = { readonly code: RegExp; readonly words?: RegExp; readonly detail?: string; readonly remedy: string };

/** Node.js takes the codes from OpenSSL, https://nodejs.org/api/tls.html#x509-certificate-error-codes, and only the messages of
 * OpenSSL tell the reason of a failed handshake. */
const lasting: readonly Known[] = [
  {
    code: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/,
    detail: 'has a certificate of an authority that is not known here',
    remedy:
      'Set NODE_EXTRA_CA_CERTS, in the env of the step or of the runner, to a PEM file with the certificate of the authority that signed it: a private one, or that of a proxy which looks into TLS. A server that leaves out certificates in between has to send its whole chain.',
  },
  {
    code: /^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|ERR_TLS_CERT_ALTNAME_INVALID$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/,
    detail: 'has a certificate that does not verify',
    remedy: 'Look at it with "openssl s_client -connect HOST:PORT" on the runner, and renew it or correct the host.',
  },
  {
    code: /^(EPROTO$|ERR_SSL_)/,
    words:
      /wrong version number|packet length too long|http request|unknown protocol|handshake failure|unsupported protocol|alert protocol version|unrecognized name/i,
    detail: 'speaks no TLS that this runner speaks',
    remedy:
      'See whether host and port are right and take https, and which versions of TLS the server takes. The address of a proxy that speaks plain http begins with http://, in HTTPS_PROXY as well.',
  },
  {
    code: /^PROXY_(ADDRESS|4(?!08|25|29)\d\d)$/,
    remedy:
      'Write the proxy into HTTPS_PROXY as http://NAME:PASSWORD@HOST:PORT, percent-encoded, and let it through to this host. Hosts that need no proxy belong into NO_PROXY.',
  },
];

/** Reads the error of `send`. */
export function connectionFailure(error: unknown): Trouble {
  const { code, message, atProxy } = error as ConnectionFacts & { readonly code?: unknown; readonly message?: unknown };
  // Only the code: the message of an error may repeat sent text.
  const shown = typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : '';
  const known = lasting.find((one) => one.code.test(shown) && (one.words?.test(String(message)) ?? true));
  const [ofProxy, status] = /^PROXY_(\d+)?/.exec(shown) ?? [];
  const proxy = ofProxy || atProxy ? 'cannot be reached, since the proxy of the environment ' : '';
  const what = known?.detail ?? describe(shown, status);
  return { detail: `${proxy}${what}${shown === '' || ofProxy ? '' : ` (${shown})`}`, remedy: known?.remedy };
}

const describe = (code: string, status: string | undefined): string => {
  if (code === PROXY_ADDRESS) return 'has no proper address';
  return status === undefined ? 'cannot be reached' : `answers ${status}`;
};

/** Whether the request provably never left, so that it had no effect. */
export function isUnsent(error: unknown): boolean {
  return (error as ConnectionFacts | undefined)?.unsent === true;
}
