import type { Reply } from './send.ts';

const MOST_REDIRECTS = 5;

/** `code` of the error for a redirect that is not followed. Its message is to be read after the name of the server, and it carries
 * the `status`. */
export const REDIRECTED = 'ERR_REDIRECT';

type Following<M> = {
  readonly ask: (message: M) => Promise<Reply>;
  /** What to ask there, or what the redirect is that nothing is asked, such as "a redirect to another server". */
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
