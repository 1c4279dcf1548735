import { visible } from '../text.ts';

/** What a registry or its token server says in the body of a refusal. */
export type Words = {
  /** Its codes and messages on one line, at most 1,000 characters. */
  readonly text: string;
  /** The codes of `errors`, in upper case. */
  readonly codes: readonly string[];
};

const MOST = 1_000;

/** Reads the `errors` of the distribution specification, and the fields in which token servers explain themselves; undefined for
 * a body that is neither, such as a web page. */
export function wordsOf(body: string): Words | undefined {
  const answer = parse(body);
  if (!isRecord(answer)) return undefined;
  const errors = Array.isArray(answer.errors) ? answer.errors.filter(isRecord) : [];
  const said = errors.length > 0 ? errors.map(printError) : [firstText(answer) ?? ''];
  const text = [...visible(said.filter((one) => one !== '').join('; '))];
  if (text.length === 0) return undefined;
  const codes = errors.flatMap(({ code }) => (typeof code === 'string' ? [code.toUpperCase()] : []));
  return { text: text.length > MOST ? `${text.slice(0, MOST).join('')}…` : text.join(''), codes };
}

type Fields = Readonly<Record<string, unknown>>;

const printError = ({ code, message, detail }: Fields): string => {
  const told = [code, message].filter(isText).join(': ');
  return isText(detail) && detail !== message ? `${told} (${detail})` : told;
};

const firstText = (answer: Fields): string | undefined =>
  [answer.message, answer.error_description, answer.details, answer.detail, answer.error].find(isText);

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
