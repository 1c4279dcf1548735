/** The plainest client there is, for tests that ask the fake themselves. */
import type { FakeGitHub } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Json = any;
export type Reply = { readonly status: number; readonly headers: Headers; readonly body: Json; readonly text: string };

export type Client = {
  rest(route: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  graphql(query: string, variables?: Record<string, unknown>): Promise<Reply>;
  /** The errors of a GraphQL answer, each as `TYPE: message`; empty without any; the status of an answer that is no JSON. */
  refusal(query: string, variables?: Record<string, unknown>): Promise<string>;
};

export function clientOf(github: Pick<FakeGitHub, 'url' | 'graphqlUrl'>, token: string | undefined = 'token'): Client {
  const send = async (url: string, init: RequestInit): Promise<Reply> => {
    const headers = { 'user-agent': 'test', ...(token && { authorization: `token ${token}` }), ...init.headers };
    const response = await fetch(url, { ...init, headers });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined };
  };
  const graphql: Client['graphql'] = (query, variables = {}) =>
    send(github.graphqlUrl, { method: 'POST', body: JSON.stringify({ query, variables }) });
  return {
    graphql,
    rest: (route, body, headers = {}) => {
      const [method = '', path = ''] = route.split(' ');
      return send(github.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    },
    refusal: async (query, variables) => {
      const { body, status } = await graphql(query, variables);
      if (!body) return String(status);
      const errors: { type?: string; message: string }[] = body.errors ?? [];
      return errors.map(({ type, message }) => (type ? `${type}: ${message}` : message)).join('\n');
    },
  };
}
