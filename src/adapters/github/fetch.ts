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

const MOST_REDIRECTS = 5;

/** Sends what Octokit asks for. GitHub redirects what belongs to a renamed repository, within itself; a token goes nowhere else.
 * @throws Error as `send` does, and for a redirect that cannot be followed */
export async function fetchGitHub(address: string, { signal, ...asked }: Asked): Promise<Answered> {
  let message: Message = { ...asked, url: new URL(address) };
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const reply = await send(message, { signal });
    if (![301, 302, 303, 307, 308].includes(reply.status)) return answeredBy(message.url, reply);
    message = redirected(message, reply);
  }
  throw new Error(`GitHub redirects more than ${MOST_REDIRECTS} times`);
}

/** The API asks for the same method and body again at 307 and 308, and may not be asked for an effect at the others. */
const redirected = (message: Message, { status, headers }: Reply): Message => {
  const location = headers.location ?? '';
  const url = URL.canParse(location, message.url.href) ? new URL(location, message.url) : undefined;
  const repeats = status >= 307 || message.method === 'GET' || message.method === 'HEAD';
  if (url?.origin !== message.url.origin || !repeats) throw new Error(`GitHub answers ${status}, a redirect elsewhere`);
  return { ...message, url };
};

const answeredBy = ({ href }: URL, { status, headers, body }: Reply): Answered => ({
  status,
  url: href,
  headers: new Map(Object.entries(headers)),
  body,
  text: async () => new TextDecoder().decode(body),
  arrayBuffer: async () => body,
});
