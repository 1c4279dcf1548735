/** Random manifests: a value, and the choices of quotes, blanks, comments and flow with which it is written. */
import fc from 'fast-check';

export type Value = string | { readonly [key: string]: Value } | readonly Value[];

const hazards = [
  '1.10',
  '1e5',
  '0123',
  'null',
  'off',
  'y',
  '0x1F',
  '0b3ef',
  '1_000',
  '2024-01-01',
  '0e12345',
  '12e4567',
  'TRUE',
  '1.25.3',
  'v1.4.0',
];

/** None that reads like a placeholder such as `__TAG__`, which stays as it is. */
export const tags = fc
  .oneof(fc.constantFrom(...hazards), fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,20}$/))
  .filter((tag) => !/__[A-Z][A-Z0-9_]*__/.test(tag));
export const digests = fc.constantFrom(...['0', 'a', 'f'].map((digit) => `sha256:${digit.repeat(64)}`));

/** Numbers that are taken one after the other for each choice of the writer. */
export const choices = fc.array(fc.nat(11), { minLength: 40, maxLength: 40 });

export type Chooser = (of: number) => number;

export function chooser(numbers: readonly number[]): Chooser {
  let next = 0;
  return (of) => (numbers[next++ % numbers.length] ?? 0) % of;
}

export function write(value: Value, choose: Chooser): string {
  const lineBreak = choose(4) === 0 ? '\r\n' : '\n';
  const lines = block(value, '', choose);
  const text = `${choose(3) === 0 ? '# head\n\n' : ''}${lines.join('\n')}${choose(3) === 0 ? '' : '\n'}`;
  return `${choose(6) === 0 ? '\uFEFF' : ''}${text.replaceAll('\n', lineBreak)}`;
}

const block = (value: Value, indent: string, choose: Chooser): string[] => {
  if (typeof value === 'string') return [`${indent}${scalar(value, choose)}`];
  if (Array.isArray(value)) {
    return (value as readonly Value[]).flatMap((item) => {
      const [first = '', ...rest] = block(item, `${indent}  `, choose);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  const entries = Object.entries(value).flatMap(([key, child]) => entry(key, child, { indent, choose }));
  return entries.length === 0 ? [`${indent}{}`] : entries;
};

const entry = (key: string, child: Value, { indent, choose }: { indent: string; choose: Chooser }): string[] => {
  const name = choose(8) === 0 ? `"${key}"` : key;
  const comment = choose(4) === 0 ? '   # note: it stays' : '';
  const isInline = typeof child === 'string' || Object.keys(child).length === 0 || choose(6) === 0;
  if (isInline) return [`${indent}${name}:${' '.repeat(1 + choose(2))}${flow(child, choose)}${comment}`];
  const isShallow = Array.isArray(child) && choose(2) === 0;
  return [`${indent}${name}:${comment}`, ...block(child, isShallow ? indent : `${indent}  `, choose)];
};

const flow = (value: Value, choose: Chooser): string => {
  if (typeof value === 'string') return scalar(value, choose);
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map((item) => flow(item, choose)).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, child]) => `${key}: ${flow(child, choose)}`);
  return choose(2) === 0 ? `{${pairs.join(', ')}}` : `{ ${pairs.join(', ')} }`;
};

/** Plain now and then although a reader takes it for a number: such files exist. Not so a date, which stays plain where it is what
 * was asked for. */
const scalar = (text: string, choose: Chooser): string => {
  const style = choose(4);
  if (style === 0) return `"${text}"`;
  return style === 1 || text === '' || /^\d{4}-\d/.test(text) ? `'${text}'` : text;
};
