/** What writes to a terminal, such as `process.stderr`. */
export type Output = { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
export type Environment = Readonly<Record<string, string | undefined>>;

const codes = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const;

export type Colour = keyof typeof codes;
/** Colours the text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

/** Colours for a terminal, none for a pipe or a file, none where NO_COLOR is set (no-color.org) or the terminal is dumb. */
export function paintFor(output: Output, environment: Environment): Paint {
  const coloured = output.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
  return coloured ? (colour, text) => `\u001b[${codes[colour]}m${text}\u001b[0m` : (_, text) => text;
}
