import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A proxy on loopback that leads every name to this machine, and asks for a login when it is given one. */
export async function tunnelProxy(login?: string) {
  const tunnels: string[] = [];
  const ends: { destroy(): unknown }[] = [];
  const server = createServer((_request, response) => void response.writeHead(501).end());
  server.on('connect', ({ url = '', headers }, client) => {
    tunnels.push(url);
    const expected = `Basic ${Buffer.from(login ?? '').toString('base64')}`;
    if (login !== undefined && headers['proxy-authorization'] !== expected) {
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
    }
    const upstream = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    ends.push(client, upstream);
    const end = (): void => void [client, upstream].map((socket) => socket.destroy());
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Names and ports that were asked for, in turn. */
    tunnels,
    [Symbol.asyncDispose]: async () => {
      for (const end of ends) end.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
