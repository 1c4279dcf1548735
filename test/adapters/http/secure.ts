import { createPrivateKey } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';

/** For 127.0.0.1 and github.invalid, until 2120, signed by itself. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAgMR4wHAYDVQQDDBVhIHNlcnZl
ciBvZiB0aGUgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBa
MCAxHjAcBgNVBAMMFWEgc2VydmVyIG9mIHRoZSB0ZXN0czBZMBMGByqGSM49AgEG
CCqGSM49AwEHA0IABCnWNGN+eippLo5VxjWg3VDjH4UwyZlTzOMnjF12Wo0p/rig
DCSwekWu2cEhmgexEWwGuzkysw7wWLVXxKl971mjNDAyMB8GA1UdEQQYMBaHBH8A
AAGCDmdpdGh1Yi5pbnZhbGlkMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
SAAwRQIhANE0InlGjkWr9xmOYLW4+zq2SXjR33GYstKD68przGBwAiA6cUgR4dXJ
OZq07qasTDjlY31OV2M7QkLmJexrl2UTiA==
-----END CERTIFICATE-----
`;
const jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'KdY0Y356KmkujlXGNaDdUOMfhTDJmVPM4yeMXXZajSk',
  y: '_rigDCSwekWu2cEhmgexEWwGuzkysw7wWLVXxKl971k',
  d: '_QmYMJZcO7XOwl1wZ_VIydfIvN-3TF383rH2LANxvF8',
};

/** Stands before a plain server of this machine and speaks TLS for it. */
export async function secured(url: string) {
  const received: Buffer[] = [];
  const ends = new Set<{ destroy(): unknown }>();
  const key = createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' });
  let connections = 0;
  const server = createServer({ key, cert: CERTIFICATE }, (client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    const end = (): void => void [client, upstream].map((socket) => socket.destroy());
    for (const socket of [client, upstream]) ends.add(socket.on('error', end).on('close', end));
    client.on('data', (bytes) => received.push(bytes));
    client.pipe(upstream).pipe(client);
  });
  server.on('connection', () => connections++).on('tlsClientError', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: `https://127.0.0.1:${port}`,
    /** The texts that clients sent. */
    received: (): string => Buffer.concat(received).toString('latin1'),
    /** How often somebody came. */
    connections: (): number => connections,
    [Symbol.asyncDispose]: () => {
      for (const end of ends) end.destroy();
      return new Promise<void>((closed) => void server.close(() => closed()));
    },
  };
}
