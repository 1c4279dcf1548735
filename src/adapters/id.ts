/** A new name that nothing else has, a UUID that begins with the time (RFC 9562, version 7): of a branch that bears it, the name tells
 * the age. What makes it is loaded only here: many runs end without one. */
export async function newId(): Promise<string> {
  const { randomUUID } = await import('node:crypto');
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
