/** Matches the regular expressions that picomatch makes of globs, in time that grows with the length of the text. The engine of
 * JavaScript tries one way after the other, and for `*a*a*a*b` there are more ways than anybody can wait for; here all ways are
 * followed at once, as the set of positions that they have reached. */

/** From positions in the text to those that may come next. */
type Step = (text: string, from: ReadonlySet<number>) => ReadonlySet<number>;

/** Whether the whole text is what the expression describes.
 * @throws SyntaxError for an expression that is none of picomatch's */
export function linearMatcher(source: string): (text: string) => boolean {
  const reader = { source, at: 0 };
  const step = alternatives(reader);
  if (reader.at < source.length) throw new SyntaxError(`unexpected ${source.slice(reader.at)}`);
  return (text) => step(text, new Set([0])).has(text.length);
}

type Reader = { readonly source: string; at: number };

const take = (reader: Reader, token: string): boolean => {
  if (!reader.source.startsWith(token, reader.at)) return false;
  reader.at += token.length;
  return true;
};

const alternatives = (reader: Reader): Step => {
  const steps = [sequence(reader)];
  while (take(reader, '|')) steps.push(sequence(reader));
  return (text, from) => new Set(steps.flatMap((step) => [...step(text, from)]));
};

const sequence = (reader: Reader): Step => {
  const steps: Step[] = [];
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source.charAt(reader.at)))
    steps.push(repeated(reader));
  return (text, from) =>
    steps.reduce((positions, step) => (positions.size === 0 ? positions : step(text, positions)), from);
};

/** A lazy repetition reaches the same positions as a greedy one. */
const repeated = (reader: Reader): Step => {
  const step = atom(reader);
  const sign = ['*', '+', '?', '{0,1}'].find((candidate) => take(reader, candidate));
  if (sign === undefined) return step;
  take(reader, '?');
  if (sign === '?' || sign === '{0,1}') return (text, from) => new Set([...from, ...step(text, from)]);
  return (text, from) => closure(text, { from: sign === '*' ? from : step(text, from), step });
};

/** Each position is passed on once, however often it is reached. */
const closure = (text: string, { from, step }: { from: ReadonlySet<number>; step: Step }): ReadonlySet<number> => {
  const reached = new Set(from);
  for (let fresh: ReadonlySet<number> = from; fresh.size > 0; ) {
    fresh = new Set([...step(text, fresh)].filter((position) => !reached.has(position)));
    for (const position of fresh) reached.add(position);
  }
  return reached;
};

const atom = (reader: Reader): Step => {
  if (take(reader, '(?!')) return ahead(group(reader), 'absent');
  if (take(reader, '(?=')) return ahead(group(reader), 'present');
  if (take(reader, '(?:') || take(reader, '(')) return group(reader);
  if (take(reader, '^')) return where((position) => position === 0);
  if (take(reader, '$')) return where((position, text) => position === text.length);
  const [single] = /^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|[^\\()|[\]*+?{}])/s.exec(reader.source.slice(reader.at)) ?? [];
  if (single === undefined) throw new SyntaxError(`unexpected ${reader.source.slice(reader.at)}`);
  reader.at += single.length;
  const character = new RegExp(`^${single}$`);
  return (text, from) =>
    new Set([...from].filter((at) => at < text.length && character.test(text.charAt(at))).map((at) => at + 1));
};

const group = (reader: Reader): Step => {
  const step = alternatives(reader);
  if (!take(reader, ')')) throw new SyntaxError('a group does not end');
  return step;
};

const ahead = (step: Step, wanted: 'present' | 'absent'): Step =>
  where((position, text) => step(text, new Set([position])).size > 0 === (wanted === 'present'));

const where =
  (holds: (position: number, text: string) => boolean): Step =>
  (text, from) =>
    new Set([...from].filter((position) => holds(position, text)));
