/** A new name that nothing else has. What makes it is loaded only here: many runs end without one. */
export async function newId(): Promise<string> {
  const { randomUUID } = await import('node:crypto');
  return randomUUID();
}
