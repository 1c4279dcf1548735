/** What the generators of an ApplicationSet make of its template for a directory. */
import { matches } from '../config/glob.ts';
import { at, listAt } from './declared-applications.ts';

/** The values of the placeholders of a template, by their names. */
export type Parameters = ReadonlyMap<string, string>;

const MOST = 10_000;

/** The parameters with which the generators of an ApplicationSet may make an Application for the directory. What only the cluster
 * or an interface knows stays open: its placeholders may stand for anything. */
export function parametersFor(generators: readonly unknown[], directory: string): Parameters[] {
  return generators.flatMap((generator) => oneGenerator(generator, directory)).slice(0, MOST);
}

const oneGenerator = (generator: unknown, directory: string): Parameters[] => {
  if (at(generator, 'list') !== undefined) return listAt(generator, 'list', 'elements').map((element) => flat(element));
  const directories = listAt(generator, 'git', 'directories');
  if (directories.length > 0) return fits(directories, directory) ? [pathParameters(directory)] : [];
  const matrix = listAt(generator, 'matrix', 'generators');
  if (matrix.length > 0)
    return matrix.reduce<Parameters[]>((all, inner) => crossed(all, inner, directory), [new Map()]);
  const merged = listAt(generator, 'merge', 'generators');
  if (merged.length > 0) return parametersFor(merged, directory);
  return [new Map()];
};

const crossed = (all: readonly Parameters[], generator: unknown, directory: string): Parameters[] => {
  const more = oneGenerator(generator, directory);
  return all.flatMap((one) => more.map((other) => new Map([...one, ...other]))).slice(0, MOST);
};

const fits = (directories: readonly unknown[], directory: string): boolean => {
  const which = (excluded: boolean) => directories.filter((entry) => (at(entry, 'exclude') === true) === excluded);
  const isOne = (entry: unknown): boolean => {
    const path = at(entry, 'path');
    return typeof path === 'string' && isMatch(path, directory);
  };
  return which(false).some(isOne) && !which(true).some(isOne);
};

const isMatch = (pattern: string, directory: string): boolean => {
  try {
    return matches(pattern.replace(/\/$/, ''), directory);
  } catch {
    return false;
  }
};

/** As the git generator names them, with and without Go templates. */
const pathParameters = (directory: string): Parameters => {
  const segments = directory.split('/');
  const last = segments.at(-1) ?? '';
  return new Map([
    ['path', directory],
    ['path.path', directory],
    ['path.basename', last],
    ['path.basenameNormalized', last.toLowerCase().replace(/[^a-z0-9.-]/g, '-')],
    ...segments.flatMap((segment, index): [string, string][] => [
      [`path[${index}]`, segment],
      [`index .path.segments ${index}`, segment],
    ]),
  ]);
};

const flat = (element: unknown, prefix = ''): Parameters => {
  const entries = typeof element === 'object' && element !== null ? Object.entries(element) : [];
  return new Map(
    entries.flatMap(([key, value]): [string, string][] =>
      typeof value === 'object' && value !== null
        ? [...flat(value, `${prefix}${key}.`)]
        : [[`${prefix}${key}`, String(value)]],
    ),
  );
};

const placeholder = /\{\{-?\s*(.*?)\s*-?\}\}/g;

/** Fills in the known parameters; the others keep their placeholders. */
export function renderTemplate(template: string, parameters: Parameters): string {
  return template.replace(placeholder, (whole, expression: string) => {
    return parameters.get(expression) ?? parameters.get(expression.replace(/^\./, '')) ?? whole;
  });
}

export function isOpen(text: string): boolean {
  return text.includes('{{');
}

/** Whether the text is what the template describes, where each placeholder stands for a part of a name. */
export function describes(template: string, text: string): boolean {
  if (!isOpen(template)) return template === text;
  const source = template
    .split(/(\{\{.*?\}\})/)
    .map((part, index) => (index % 2 === 1 ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`).test(text);
}
