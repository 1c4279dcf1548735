/** Node 20 cannot run TypeScript: bundles the benchmark, leaves the packages where they are, and runs it. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
// As deep below the root as the folders of the tests are.
const folder = join(root, 'node_modules/.image-promotion-bench');
const file = join(folder, `${process.pid}.mjs`);
process.chdir(root);
mkdirSync(folder, { recursive: true });
const bundle = await rolldown({
  input: join(root, 'bench/main.ts'),
  platform: 'node',
  // Packages of the runner import their JSON in a way that Node.js does not take.
  external: (id) => /^[^./@]|^@(?!actions\/)/.test(id) && !id.startsWith(root),
  treeshake: { moduleSideEffects: (id) => id.startsWith(join(root, 'bench')) },
  logLevel: 'warn',
});
await bundle.write({ file, format: 'esm', codeSplitting: false });
await bundle.close();
try {
  await import(pathToFileURL(file).href);
} finally {
  rmSync(file, { force: true });
}
