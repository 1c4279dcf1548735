/** Evaluates `${{ }}` as the runner does, with the expression engine that GitHub publishes. */
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { truthy } from '@actions/expressions/result';

export type Contexts = Readonly<Record<string, unknown>>;

/** The results of the status functions of a job; without it an expression has none of them. */
export type Status = 'success' | 'failure';

export function evaluate(template: string, contexts: Contexts, status?: Status): string {
  return template.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluateOne(expression, contexts, status).coerceString(),
  );
}

/** Whether a job or step runs: its condition, to which `success()` belongs unless it asks for the status itself. */
export function holds(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  if (condition === undefined) return status === 'success';
  const expression = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition)?.[1] ?? condition;
  const asks = /\b(success|failure|always|cancelled)\s*\(/.test(expression);
  return truthy(evaluateOne(asks ? expression : `success() && (${expression})`, contexts, status));
}

const evaluateOne = (expression: string, contexts: Contexts, status?: Status): data.ExpressionData => {
  const dictionary = JSON.parse(JSON.stringify(contexts), data.reviver);
  if (!(dictionary instanceof data.Dictionary)) throw new Error('The contexts are not an object.');
  const functions = status === undefined ? [] : statusFunctions(status);
  const parser = new Parser(new Lexer(expression.trim()).lex().tokens, Object.keys(contexts), functions);
  return new Evaluator(parser.parse(), dictionary, new Map(functions.map((each) => [each.name, each]))).evaluate();
};

const statusFunctions = (status: Status) =>
  [
    { name: 'success', value: status === 'success' },
    { name: 'failure', value: status === 'failure' },
    { name: 'always', value: true },
    { name: 'cancelled', value: false },
  ].map(({ name, value }) => ({ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) }));
