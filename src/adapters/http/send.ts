/** HTTP over the client that Node.js has always had, which even so is loaded only by what sends: its `fetch` takes longer to load
 * than a whole promotion, and passes by the proxy of the environment. */
import type { IncomingMessage } from 'node:http';
import { agentFor } from './proxy.ts';
import type { Circumstances } from './trouble.ts';

export type Message = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
};

export type Reply = {
  readonly status: number;
  /** Names in lower case; what comes several times is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it was before it was packed for the way. */
  readonly body: Uint8Array;
};

export type Sending = {
  /** Ends the request with its reason, be it sent, waited for or read. */
  readonly signal: AbortSignal;
  /** Bytes of the largest body that is taken, packed or not. */
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
  const tunnel = await agentFor(url, { keepAlive }).catch((error: Error) => throwAs(error, { unsent: true }));
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
      reject(Object.assign(error, { unsent, atProxy } satisfies Circumstances));
    });
    // After an answer to something that was not asked, such as to speak another protocol, nothing else comes.
    request.on('close', () => reject(unanswered()));
    // A request that waits for its way through a proxy does not end with the signal.
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    request.on('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      atProxy = statusCode !== 200;
      if (!atProxy) return;
      reject(refusedBy(statusCode));
      request.destroy();
    });
    // Nothing is sent before the other side has shown who it is, so that what fails until then has no effect.
    request.on('socket', (socket) => {
      if (request.reusedSocket) atProxy = false;
      if (url.protocol === 'https:' && !request.reusedSocket) socket.once('secureConnect', give);
      else if (!request.destroyed) give();
    });
  });
};

const throwAs = (error: Error, circumstances: Circumstances): never => {
  throw Object.assign(error, circumstances);
};

/** Lets the end of a kept connection that has already arrived be seen, before a request is sent into it. */
const arrived = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
};

const unanswered = (): Error =>
  Object.assign(new Error('the connection ends without an answer'), { code: 'ECONNRESET' });

/** Whatever a proxy answers in place of a way is no answer of the other side, which alone may ask for credentials. */
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
