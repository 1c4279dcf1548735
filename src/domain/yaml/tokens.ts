/** Reading back without building the trees again: where each planned value is one token and stays one, the parser takes the
 * same steps over the same kinds of tokens, and so gives the same trees with other values. */
import { Lexer } from 'yaml';
import type { Edit } from './edit.ts';
import { isText, type Text } from './nodes.ts';
import { isUnsafe } from './scalar.ts';
import type { Tree } from './tree.ts';

/** Announces that the next token is a plain value. */
const PLAIN = '\x1f';
/** Tokens that stand for no character: the start of a document, of a plain value, the end of a broken flow collection. */
const WITHOUT_LENGTH = new Set(['\x02', PLAIN, '\x18']);

type Value = { readonly end: number; readonly spellings: readonly string[] };

/** Whether the new text has the tokens of the old one but for the values that the edits set. Undefined where tokens cannot
 * tell: for other edits than of values that are one token, and for texts that need escapes. */
export function holdsTokens(
  tokens: readonly string[],
  after: string,
  edits: ReadonlyMap<Tree, readonly Edit[]>,
): boolean | undefined {
  const values = valuesOf(edits);
  if (values === undefined) return undefined;
  return isPlanned(tokens, [...new Lexer().lex(after)], values);
}

const isPlanned = (old: readonly string[], now: readonly string[], values: ReadonlyMap<number, Value>): boolean => {
  let offset = 0;
  let at = 0;
  let found = 0;
  for (let index = 0; index < old.length; ) {
    const token = old[index] ?? '';
    const value = values.get(offset);
    const word = value === undefined ? '' : wordAt(old, index);
    if (value === undefined || lengthOf(word) === 0) {
      if (now[at++] !== token) return false;
      offset += lengthOf(token);
      index++;
      continue;
    }
    const other = wordAt(now, at);
    offset += lengthOf(word);
    if (offset !== value.end || !value.spellings.includes(other)) return false;
    index += tokensIn(word);
    at += tokensIn(other);
    found++;
  }
  return at === now.length && found === values.size;
};

/** A token, or a plain value with its announcement. */
const wordAt = (tokens: readonly string[], index: number): string => {
  const token = tokens[index] ?? '';
  return token === PLAIN ? `${PLAIN}${tokens[index + 1] ?? ''}` : token;
};

const tokensIn = (word: string): number => (word.startsWith(PLAIN) ? 2 : 1);

const lengthOf = (word: string): number =>
  WITHOUT_LENGTH.has(word) ? 0 : word.length - (word.startsWith(PLAIN) ? PLAIN.length : 0);

const valuesOf = (edits: ReadonlyMap<Tree, readonly Edit[]>): Map<number, Value> | undefined => {
  const values = new Map<number, Value>();
  for (const edit of [...edits.values()].flat()) {
    if (edit.kind !== 'set' || !isText(edit.node) || !/^[\w.:@/+=-]+$/.test(edit.text)) return undefined;
    const spellings = spellingsOf(edit.node, edit.text);
    const [start, end] = edit.node.range;
    if (spellings.length === 0 || start === end || edit.node.tag !== undefined) return undefined;
    values.set(start, { end, spellings });
  }
  return values;
};

/** What may stand for the text where the node stood. */
const spellingsOf = (node: Text, text: string): string[] => {
  if (node.type === 'QUOTE_SINGLE') return [`'${text}'`];
  if (node.type === 'QUOTE_DOUBLE') return [`"${text}"`];
  if (node.type !== 'PLAIN') return [];
  return isUnsafe(text) ? [`"${text}"`] : [`"${text}"`, `${PLAIN}${text}`];
};

/** Where each comment begins. */
export function* commentsIn(text: string): Iterable<number> {
  let offset = 0;
  let previous = '';
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith('#') && previous !== PLAIN) yield offset;
    offset += lengthOf(token);
    previous = token;
  }
}
