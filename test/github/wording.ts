/** The errors of graphql-js, in GitHub's words (graphql-ruby's), as far as they are known. */
import type { GraphQLError } from 'graphql';

type Rewording = { readonly pattern: RegExp; readonly message: string; readonly code: string };

const rewordings: readonly Rewording[] = [
  {
    pattern: /^Cannot query field "(\w+)" on type "(\w+)"/,
    message: "Field '$1' doesn't exist on type '$2'",
    code: 'undefinedField',
  },
  {
    pattern: /^Unknown argument "(\w+)" on field "\w+\.(\w+)"/,
    message: "Field '$2' doesn't accept argument '$1'",
    code: 'argumentNotAccepted',
  },
  {
    pattern: /^Field "(\w+)" is not defined by type "(\w+)"/,
    message: "InputObject '$2' doesn't accept argument '$1'",
    code: 'argumentNotAccepted',
  },
  {
    pattern: /^Field "(\w+)" argument "(\w+)" of type ".*" is required/,
    message: "Field '$1' is missing required arguments: $2",
    code: 'missingRequiredArguments',
  },
  {
    pattern: /^Unknown type "(\w+)"/,
    message: "No such type $1, so it can't be a fragment condition",
    code: 'undefinedType',
  },
  {
    pattern: /^Variable "\$(\w+)" is never used in operation "(\w+)"/,
    message: 'Variable $$$1 is declared by $2 but not used',
    code: 'variableNotUsed',
  },
  {
    pattern: /^Variable "\$(\w+)" of type "(.*)" used in position expecting type "(.*)"/,
    message: 'Type mismatch on variable $$$1 ($2 / $3)',
    code: 'variableMismatch',
  },
  {
    pattern: /^Fragment "(\w+)" is never used/,
    message: 'Fragment $1 was defined, but not used',
    code: 'useAndDefineFragment',
  },
];

const badVariable = /^Variable "\$(\w+)" got invalid value (.*?)(?: at "\w+\.?([^"]*)")?; (.*)$/s;
const absentVariable = /^Variable "\$(\w+)" of required type "(.*)" was not provided/;

export function inGitHubsWords(error: GraphQLError): Record<string, unknown> {
  const { message, locations } = error;
  const place = { ...(error.path && { path: error.path }), ...(locations && { locations }) };
  for (const { pattern, message: reworded, code } of rewordings) {
    const found = pattern.exec(message);
    if (found) return { ...place, extensions: { code }, message: found[0].replace(pattern, reworded) };
  }
  const absent = absentVariable.exec(message);
  if (absent) {
    const problems = [{ path: [], explanation: 'Expected value to not be null' }];
    return {
      locations,
      extensions: { value: null, problems },
      message: `Variable $${absent[1]} of type ${absent[2]} was provided invalid value`,
    };
  }
  const bad = badVariable.exec(message);
  if (!bad) return { ...place, message };
  const explanation = explain(bad[4] ?? '');
  const path = pathOf(bad);
  return {
    locations,
    extensions: { problems: [{ path: path.split('.'), explanation }] },
    message: `Variable $${bad[1]} of type ${declaredType(error, bad[1])} was provided invalid value for ${path} (${explanation})`,
  };
}

const declaredType = (error: GraphQLError, variable: string | undefined): string =>
  new RegExp(`\\$${variable}\\s*:\\s*([\\w![\\]]+)`).exec(error.source?.body ?? '')?.[1] ?? 'unknown';

const pathOf = (bad: RegExpExecArray): string => {
  const at = (bad[3] ?? '').replace(/\[(\d+)\]/g, '.$1');
  const unknown = /^Field "(\w+)"/.exec(bad[4] ?? '')?.[1];
  return [at, unknown].filter(Boolean).join('.');
};

const explain = (problem: string): string => {
  const unknown = /^Field "\w+" is not defined by type "(\w+)"/.exec(problem);
  if (unknown) return `Field is not defined on ${unknown[1]}`;
  if (/is required|not to be null|was not provided/.test(problem)) return 'Expected value to not be null';
  return problem.replace(/^Expected type "[^"]*"\. /, '');
};
