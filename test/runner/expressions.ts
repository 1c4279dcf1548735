/** Evaluates `${{ }}` as the runner does, with the expression engine that GitHub publishes. */
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

export type Contexts = Readonly<Record<string, unknown>>;

export function evaluate(template: string, contexts: Contexts): string {
  return template.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => evaluateOne(expression, contexts));
}

const evaluateOne = (expression: string, contexts: Contexts): string => {
  const dictionary = JSON.parse(JSON.stringify(contexts), data.reviver);
  if (!(dictionary instanceof data.Dictionary)) throw new Error('The contexts are not an object.');
  const parser = new Parser(new Lexer(expression.trim()).lex().tokens, Object.keys(contexts), []);
  return new Evaluator(parser.parse(), dictionary).evaluate().coerceString();
};
