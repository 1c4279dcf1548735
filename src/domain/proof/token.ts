/** Whether a text has the shape of a signed JSON Web Token: three parts in base64url, the first two of which are JSON objects. A
 * sender chooses this text, and a runner that masks it hides it everywhere: a short or common word must never be masked. */
export function hasTokenShape(text: string): boolean {
  return /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}$/.test(text);
}
