// Imports a module of src/ into a script. Node.js 20 cannot import TypeScript, so that the module is bundled in memory first.
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = new URL('..', import.meta.url);

/** `module` is a path below the root of the repository. */
export const load = async (module) => {
  const bundle = await rolldown({ input: fileURLToPath(new URL(module, root)), platform: 'node', logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
};
