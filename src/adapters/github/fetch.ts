import { isLoopback } from '../../domain/loopback.ts';
import { follow, type Redirect } from '../http/follow.ts';
import { type Message, type Reply, send } from '../http/send.ts';

type Asked = Omit<Message, 'url'> & { readonly signal: AbortSignal };

/** The part of a web Response that Octokit reads. */
type Answered = {
  readonly status: number;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  text(): Promise<string>;
  arrayBuffer(): Promise<Uint8Array>;
};

/** Bytes of the largest answer. A hundred files at 512,000 bytes, where GitHub cuts them, twice as long with what JSON escapes:
 * whatever is larger is asked for in parts, and nothing on the other side can fill the memory of the runner. */
export const LARGEST_ANSWER = 128 * 1024 * 1024;

/** Sends what Octokit asks for. GitHub redirects what belongs to a renamed repository, within itself; a token goes nowhere else.
 * @throws Error as `send` and `follow` do */
export async function fetchGitHub(address: string, { signal, ...asked }: Asked): Promise<Answered> {
  const { message, reply } = await follow<Message>(
    { ...asked, url: new URL(address) },
    { ask: (asked) => send(asked, { signal, most: LARGEST_ANSWER }), next: redirected },
  );
  return answeredBy(message.url, reply);
}

/** The API asks for the same method and body again at 307 and 308, and may not be asked for an effect at the others. */
const redirected = (message: Message, { status, to }: Redirect): Message | string => {
  if (isLog(message) && to.origin !== message.url.origin) return withoutToken(message, to);
  if (to.origin !== message.url.origin) return 'a redirect to another server';
  const repeats = status >= 307 || message.method === 'GET' || message.method === 'HEAD';
  return repeats ? { ...message, url: to } : 'a redirect that drops what was sent';
};

/** GitHub keeps the logs of jobs elsewhere, at an address that is its own credential.
 * https://docs.github.com/en/rest/actions/workflow-jobs#download-job-logs-for-a-workflow-run */
const isLog = ({ method, url }: Message): boolean =>
  method === 'GET' && /\/actions\/jobs\/\d+\/logs$/.test(url.pathname);

const withoutToken = ({ method, headers }: Message, to: URL): Message | string => {
  if (to.protocol !== 'https:' && !isLoopback(to.hostname)) return 'a redirect to an address without https';
  const kept = Object.entries(headers).filter(([name]) => !/^(authorization|cookie)$/i.test(name));
  return { method, url: to, headers: Object.fromEntries(kept) };
};

const answeredBy = ({ href }: URL, { status, headers, body }: Reply): Answered => ({
  status,
  url: href,
  headers: new Map(Object.entries(headers)),
  body,
  text: async () => new TextDecoder().decode(body),
  arrayBuffer: async () => body,
});
