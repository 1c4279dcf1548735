import { createRequire } from 'node:module';
import { loadAll, YAML11_SCHEMA } from 'js-yaml';

const yaml11 = createRequire(import.meta.url)('yaml-js') as { load_all(text: string): unknown[] };

type Reader = (text: string) => unknown[];

/** Two readers that share no code with the one under test. They skip a byte-order mark, as those that deploy do. */
export const readers: Readonly<Record<string, Reader>> = {
  'a reader of YAML 1.2': (text) => loadAll(unmarked(text)),
  'a reader of YAML 1.1': (text) => (isReadByPort(text) ? readByPort(text) : readByRules(text)),
};

/** The readers for texts that are compared: each reads all of them alike. */
export function readersOf(...texts: readonly string[]): Readonly<Record<string, Reader>> {
  return { ...readers, 'a reader of YAML 1.1': texts.every(isReadByPort) ? readByPort : readByRules };
}

const unmarked = (text: string): string => text.replace(/^\uFEFF/, '');
const readByPort: Reader = (text) => yaml11.load_all(unmarked(text).replaceAll('\r\n', '\n'));
const readByRules: Reader = (text) => loadAll(unmarked(text), { schema: YAML11_SCHEMA });

/** The port of PyYAML cannot read `{a: b:c}`, as PyYAML could not for long; then another reader by nearly the same rules does: it
 * takes `y` and `n` for booleans. */
const isReadByPort = (text: string): boolean => {
  try {
    readByPort(text);
    return true;
  } catch (error) {
    if (!String((error as { problem?: unknown }).problem).includes("unexpected ':'")) throw error;
    return false;
  }
};
