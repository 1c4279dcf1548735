/** Which quotes a value needs so that every reader of YAML, of either version, sees the same text. Pure rules, no positions. */

const words = new Set(['null', '~', '', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n']);
const otherBases = /^0[xob]/i;
const number = /^[0-9][0-9_]*(?:\.[0-9_]*)?(?:e[+-]?[0-9_]+)?$/i;
const date = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}/;
// Readers of YAML 1.1 take 12:30 for a number to the base of sixty; no tag has a colon, but a reference may look so.
const sexagesimal = /^[0-9][0-9_]*(?::[0-5]?[0-9])+$/;
const plainStart = /^[A-Za-z0-9_./]/;

/** Whether some reader takes the plain value for something else than this text. */
export function isUnsafe(text: string): boolean {
  return isMistaken(text) || date.test(text);
}

/** Whether a plain value is no text for the readers that deploy it. A date still is, although readers of YAML 1.1 disagree. */
export function isMistaken(text: string): boolean {
  return words.has(text.toLowerCase()) || otherBases.test(text) || number.test(text) || sexagesimal.test(text);
}

/** How a value stands in the source. `typed` has an explicit tag that makes any plain value text. */
export type Style = 'plain' | 'single' | 'double' | 'typed';

/** The source of a value without line breaks, in the style of the value whose place it takes. */
export function spell(text: string, style: Style): string {
  if (style === 'single') return `'${text.replaceAll("'", "''")}'`;
  if (style === 'double') return JSON.stringify(text);
  const plain = plainStart.test(text) && (style === 'typed' || !isUnsafe(text));
  return plain ? text : JSON.stringify(text);
}
