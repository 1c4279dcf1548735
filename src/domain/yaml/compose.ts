/** The text as the library reads it, within bounds: its tokens, its comments and its documents. */
import {
  Composer,
  type Document,
  type DocumentOptions,
  Lexer,
  type LineCounter,
  type ParseOptions,
  Parser,
  type SchemaOptions,
} from 'yaml';

/** Far beyond any manifest. What nests deeper is not even tried: the composer and the walks over its trees recurse, and where the
 * stack ends within the compiler of regular expressions the process is aborted; no error can be caught then. */
const DEEPEST = 500;

const MOST_DOCUMENTS = 10_000;

type Composed = {
  readonly documents: readonly Document.Parsed[];
  /** What the lexer made of the text. */
  readonly tokens: readonly string[];
};

type Options = ParseOptions & DocumentOptions & SchemaOptions;

/** As the library's `parseAllDocuments`, within bounds; an empty text has no document.
 * @throws RangeError for a text that nests too deep or has too many documents; its message is a predicate without a subject. */
export function compose(text: string, { lineCounter, ...options }: Options & { lineCounter?: LineCounter }): Composed {
  const tokens = [...new Lexer().lex(text)];
  lineCounter?.addNewLine(0);
  const parser = new Parser(lineCounter?.addNewLine);
  const composer = new Composer(options);
  const documents: Document.Parsed[] = [];
  const take = (composed: Iterable<unknown>): void => {
    documents.push(...(composed as Iterable<Document.Parsed>));
    if (documents.length > MOST_DOCUMENTS) throw new RangeError(`holds more than ${MOST_DOCUMENTS} documents`);
  };
  for (const token of tokens) {
    for (const node of parser.next(token)) take(composer.next(node));
    if (parser.stack.length > DEEPEST) throw new RangeError('nests too deep');
  }
  for (const node of parser.end()) take(composer.next(node));
  take(composer.end());
  return { documents, tokens };
}

/** Announces that the next token is a plain value. */
export const PLAIN = '\x1f';

/** Tokens that stand for no character: the start of a document, of a plain value, the end of a broken flow collection. */
const WITHOUT_LENGTH = new Set(['\x02', PLAIN, '\x18']);

export const lengthOf = (word: string): number =>
  WITHOUT_LENGTH.has(word) ? 0 : word.length - (word.startsWith(PLAIN) ? PLAIN.length : 0);

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
