import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server on loopback that does this whenever something comes. */
export async function rawServer(come: (socket: Socket) => unknown) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('data', () => come(socket)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((closed) => void server.close(() => closed()));
    },
  };
}
