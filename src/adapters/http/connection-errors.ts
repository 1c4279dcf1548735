/** Why a request got no answer, in words, and the remedy where no waiting helps. */

type Trouble = {
  /** To be read after the name of the server; never repeats what was sent. */
  readonly detail: string;
  /** The remedy, where no waiting helps; undefined for a trouble that may pass. */
  readonly remedy?: string | undefined;
};

/** The facts that `send` adds to the error of a connection. */
export type Circumstances = {
  /** Whether nothing of the request had left this machine but the wish to connect. */
  readonly unsent?: boolean;
  /** Whether it was on its way to the proxy of the environment, and not yet to the server. */
  readonly atProxy?: boolean;
};

/** Of an address of a proxy that is none. */
export const PROXY_ADDRESS = 'PROXY_ADDRESS';

type Known = { readonly code: RegExp; readonly words?: RegExp; readonly detail?: string; readonly remedy: string };

/** Node.js takes the codes from OpenSSL, https://nodejs.org/api/tls.html#x509-certificate-error-codes, and only the words of
 * OpenSSL say what goes wrong in a handshake. */
const lasting: readonly Known[] = [
  {
    code: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/,
    detail: 'has a certificate of an authority that is not known here',
    remedy:
      'Set NODE_EXTRA_CA_CERTS, in the env of the step or of the runner, to a PEM file with the certificate of the authority that signed it: a private one, or that of a proxy which looks into TLS. A server that leaves out certificates in between has to send its whole chain.',
  },
  {
    code: /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    detail: 'has a certificate that is not valid today',
    remedy: 'See whether the clock of the runner is right; if it is, the certificate has to be renewed.',
  },
  {
    code: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    detail: 'has a certificate for another name',
    remedy: 'See whether host and port are right, and whether something else answers in their place.',
  },
  {
    code: /^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/,
    detail: 'has a certificate that does not verify',
    remedy: 'See what is wrong with it, by "openssl s_client -connect HOST:PORT" on the runner, and renew it.',
  },
  {
    code: /^(EPROTO$|ERR_SSL_)/,
    words: /wrong version number|packet length too long|http request|unknown protocol/i,
    detail: 'speaks no TLS',
    remedy:
      'See whether host and port are right and take https. The address of a proxy that speaks plain http begins with http://, in HTTPS_PROXY as well.',
  },
  {
    code: /^(EPROTO$|ERR_SSL_)/,
    words: /handshake failure|unsupported protocol|alert protocol version|unrecognized name/i,
    detail: 'and this runner agree on no TLS',
    remedy: 'See which versions and ciphers of TLS the server takes, and whether it knows this host name.',
  },
  {
    code: /^PROXY_407$/,
    remedy:
      'Write the login that it wants into HTTPS_PROXY, as in http://NAME:PASSWORD@HOST:PORT, percent-encoded. What is reached without a proxy belongs into NO_PROXY.',
  },
  {
    code: /^PROXY_4(?!08|25|29)\d\d$/,
    remedy:
      'Let the proxy through to this host, or name another one in HTTPS_PROXY. What is reached without a proxy belongs into NO_PROXY.',
  },
  {
    code: /^PROXY_ADDRESS$/,
    detail: 'has no proper address',
    remedy: 'Write it into HTTPS_PROXY as http://HOST:PORT, a login percent-encoded.',
  },
];

/** Reads the error of `send`. */
export function troubleOf(error: unknown): Trouble {
  const { code, message, atProxy } = error as Circumstances & { readonly code?: unknown; readonly message?: unknown };
  // Only the code: the message of an error may repeat what was sent.
  const shown = typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : '';
  const known = lasting.find((one) => one.code.test(shown) && (one.words?.test(String(message)) ?? true));
  const [ofProxy, status] = /^PROXY_(\d+)?/.exec(shown) ?? [];
  const proxy = ofProxy || atProxy ? 'cannot be reached, since the proxy of the environment ' : '';
  const what = known?.detail ?? (status === undefined ? 'cannot be reached' : `answers ${status}`);
  return { detail: `${proxy}${what}${shown === '' || ofProxy ? '' : ` (${shown})`}`, remedy: known?.remedy };
}

/** Whether the request provably never left, so that it had no effect. */
export function isUnsent(error: unknown): boolean {
  return (error as Circumstances | undefined)?.unsent === true;
}
