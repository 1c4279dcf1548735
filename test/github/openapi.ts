/** GitHub's published description of its REST API holds the fake and its clients together: requests outside of it are refused in
 * GitHub's words, and an answer outside of it is a defect of the fake. `scripts/openapi.js` makes the extract. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

type Schema = { readonly [key: string]: unknown };
type Described = { readonly body?: Schema; readonly answers: Readonly<Record<string, Schema | null>> };
type Description = {
  readonly source: string;
  readonly operations: Readonly<Record<string, Described>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const description: Description = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/openapi.json'), 'utf8'));

/** Method and path as GitHub describes them. */
export type Operation = string;

/** These may hold slashes. */
const wide = new Set(['ref', 'path', 'branch', 'basehead', 'tree_sha']);

const routes = Object.keys(description.operations)
  .map((operation) => {
    const [method = '', template = ''] = operation.split(' ');
    const source = template.replace(/\{(\w+)\}/g, (_, name) => (wide.has(name) ? '.+' : '[^/]+'));
    const fixed = template.replace(/\{\w+\}/g, '').length;
    return { operation, method, pattern: new RegExp(`^${source}$`), fixed };
  })
  // More specific paths come first.
  .toSorted((a, b) => b.fixed - a.fixed);

export const operationAt = (method: string, path: string): Operation | undefined =>
  routes.find((route) => route.method === method && route.pattern.test(path))?.operation;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Change = (schema: Schema) => Schema;

/** Applies the change to a schema and to all schemas in it. */
const everywhere = (schema: Schema, change: Change): Schema => {
  const inside = (value: unknown): unknown => (isObject(value) ? everywhere(value, change) : value);
  const parts = Object.entries(schema).map(([key, value]) => {
    if (key === 'properties' && isObject(value))
      return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]))];
    return [key, Array.isArray(value) ? value.map(inside) : inside(value)];
  });
  return change(Object.fromEntries(parts));
};

/** A key that is not described is a mistake, on whichever side. */
const closed: Change = (schema) =>
  'properties' in schema && !('additionalProperties' in schema) ? { ...schema, additionalProperties: false } : schema;

const request: Change = ({ nullable, ...schema }) => {
  if (!nullable || 'type' in schema) return closed({ ...schema, ...(nullable !== undefined && { nullable }) });
  return { anyOf: [schema, { type: 'null' }] };
};

/** The fake answers with a part of what GitHub answers with, so that several alternatives may match. */
const partial: Change = ({ required, oneOf, anyOf = oneOf, allOf = [], nullable, ...schema }) => {
  const alternatives = [anyOf, allOf].flat().filter((one) => one !== undefined);
  const typed = closed({ ...schema, ...('type' in schema && nullable !== undefined && { nullable }) });
  if (alternatives.length === 0) return typed;
  return { ...typed, anyOf: [...alternatives, ...(nullable ? [{ type: 'null' }] : [])] };
};

const validators = (change: Change): ((schema: Schema) => ValidateFunction) => {
  const ajv = new Ajv({ strict: false, verbose: true });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/);
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addFormat('email', /^\S+@\S+$/);
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addFormat('repo.nwo', /^[^/\s]+\/[^/\s]+$/);
  const schemas = Object.entries(description.components.schemas);
  const components = {
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, everywhere(schema, change)])),
  };
  const known = new Map<Schema, ValidateFunction>();
  return (schema) => {
    const validate = known.get(schema) ?? ajv.compile({ ...everywhere(schema, change), components });
    known.set(schema, validate);
    return validate;
  };
};

const requests = validators(request);
const answers = validators(partial);

/** GitHub's refusal of a body; undefined for a valid body, or an undescribed one. */
export function complaintAbout(operation: Operation, body: unknown): string | undefined {
  const schema = description.operations[operation]?.body;
  if (schema === undefined || body === undefined) return undefined;
  const validate = requests(schema);
  if (validate(body)) return undefined;
  const [error] = validate.errors ?? [];
  return `Invalid request.\n\n${error && inWords(error)}`;
}

const inWords = ({ keyword, params, instancePath, data, message }: ErrorObject): string => {
  if (keyword === 'required') return `"${params.missingProperty}" wasn't supplied.`;
  if (keyword === 'additionalProperties') return `"${params.additionalProperty}" is not a permitted key.`;
  const place = instancePath.replace(/\/(\d+)(?=\/|$)/g, '/items').replace(/^\//, 'properties/');
  const shown = data === null ? 'nil' : JSON.stringify(data);
  if (keyword !== 'type') return `For '${place}', ${shown} ${message}.`;
  return `For '${place}', ${shown} is not ${/^[aeiou]/.test(params.type) ? 'an' : 'a'} ${params.type}.`;
};

export type Given = { readonly status: number; readonly body?: unknown };

/** The differences of the answer from GitHub's description; missing keys are ignored. */
export function strayings(operation: Operation, { status, body }: Given): string[] {
  const schema = description.operations[operation]?.answers[status];
  if (schema === undefined) return [`${operation} is not answered with ${status}`];
  if (schema === null) return body === undefined ? [] : [`${operation} is answered ${status} without a body`];
  const validate = answers(schema);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params, data }) =>
      `${operation} ${status}${instancePath} ${message}: ${JSON.stringify(params)}, not ${JSON.stringify(data)?.slice(0, 200)}`,
  );
}

export type Standing = 'always' | 'perhaps' | 'never';

/** Whether GitHub promises that place in a good answer, if its parent exists; items of lists are `*`. */
export function standingOf(operation: Operation, status: number, place: readonly string[]): Standing {
  const schema = description.operations[operation]?.answers[status];
  return schema ? standingIn(schema, place) : 'never';
}

const standingIn = (schema: Schema, [key, ...rest]: readonly string[]): Standing => {
  if (key === undefined) return 'always';
  const { $ref, anyOf, oneOf, allOf, items, properties, required } = schema as Record<string, Schema> & {
    $ref?: string;
    anyOf?: Schema[];
    oneOf?: Schema[];
    allOf?: Schema[];
    required?: string[];
  };
  if ($ref !== undefined) return standingIn(described($ref), [key, ...rest]);
  const several = anyOf ?? oneOf ?? allOf;
  if (several !== undefined) return together(several.map((one) => standingIn(one, [key, ...rest])));
  if (key === '*') return items === undefined ? 'never' : standingIn(items, rest);
  const below = properties?.[key];
  if (!isObject(below)) return 'never';
  if (rest.length > 0) return standingIn(below, rest);
  return required?.includes(key) && !mayBeNull(below) ? 'always' : 'perhaps';
};

const mayBeNull = ({ $ref, nullable }: Schema): boolean =>
  typeof $ref === 'string' ? mayBeNull(described($ref)) : nullable === true;

const described = (reference: string): Schema =>
  description.components.schemas[reference.split('/').at(-1) ?? ''] ?? {};

const together = (standings: readonly Standing[]): Standing =>
  standings.every((one) => one === standings[0]) ? (standings[0] ?? 'never') : 'perhaps';
