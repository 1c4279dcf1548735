// Runs a program that is written in TypeScript. Node.js 20 cannot, so that it is bundled first; packages stay where they are.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** Modules that are bundled look for their files where they came from. */
const whereabouts = {
  name: 'whereabouts',
  transform: (code, id) =>
    id.endsWith('.ts') ? code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))) : undefined,
};

/** `program` is a path below the root of the repository, which becomes the working directory. */
export const run = async (program) => {
  const input = join(root, program);
  const folder = join(root, 'node_modules/.image-promotion-run');
  const file = join(folder, `${process.pid}.mjs`);
  process.chdir(root);
  mkdirSync(folder, { recursive: true });
  const bundle = await rolldown({
    input,
    platform: 'node',
    // Packages of the runner import their JSON in a way that Node.js does not take.
    external: (id) => /^[^./@]|^@(?!actions\/)/.test(id) && !id.startsWith(root),
    treeshake: { moduleSideEffects: (id) => id.startsWith(dirname(input)) },
    logLevel: 'warn',
    plugins: [whereabouts],
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  try {
    await import(pathToFileURL(file).href);
  } finally {
    rmSync(file, { force: true });
  }
};
