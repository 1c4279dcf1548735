import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Received = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly accept: string | undefined;
  readonly body: string;
};

export type Respond = (received: Received, response: ServerResponse) => void;

export type RunningServer = {
  readonly host: string;
  /** Everything that was asked so far. */
  readonly received: Received[];
  readonly close: () => Promise<void>;
};

/** An HTTP server on loopback that gives the scripted answers and keeps its requests. */
export async function startServer(respond: Respond): Promise<RunningServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const one = await receive(request);
    received.push(one);
    respond(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    host: `127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const receive = async (request: IncomingMessage): Promise<Received> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization,
    accept: request.headers.accept,
    body: Buffer.concat(chunks).toString(),
  };
};

export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
