import { createRequire } from 'node:module';
import { loadAll, YAML11_SCHEMA } from 'js-yaml';

const yaml11 = createRequire(import.meta.url)('yaml-js') as { load_all(text: string): unknown[] };

/** Two readers that share no code with the one under test. They skip a byte-order mark, as those that deploy do. */
export const readers: Readonly<Record<string, (text: string) => unknown[]>> = {
  'a reader of YAML 1.2': (text) => loadAll(text.replace(/^\uFEFF/, '')),
  'a reader of YAML 1.1': (text) => readOld(text.replace(/^\uFEFF/, '')),
};

/** The port of PyYAML cannot read `{a: b:c}`, as PyYAML could not for long; then another reader by the same rules does. */
const readOld = (text: string): unknown[] => {
  try {
    return yaml11.load_all(text.replaceAll('\r\n', '\n'));
  } catch (error) {
    if (!String((error as { problem?: unknown }).problem).includes("unexpected ':'")) throw error;
    return loadAll(text, { schema: YAML11_SCHEMA });
  }
};
