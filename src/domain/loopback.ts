/** Whether the host name, as written or as a URL has it, is this machine's own. Only to that is plain http spoken unasked. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.(?:0|[1-9][0-9]{0,2})){3}$/.test(host);
}
