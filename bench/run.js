/** Node 20 cannot run TypeScript: bundles the benchmark, leaves the packages where they are, and runs it. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.image-promotion-bench');
const file = join(folder, `${process.pid}.mjs`);
process.chdir(root);
mkdirSync(folder, { recursive: true });

/** Modules that are bundled look for their files where they came from. */
const whereabouts = {
  name: 'whereabouts',
  transform: (code, id) =>
    id.endsWith('.ts') ? code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))) : undefined,
};

const bundle = await rolldown({
  input: join(root, 'bench/main.ts'),
  platform: 'node',
  // Packages of the runner import their JSON in a way that Node.js does not take.
  external: (id) => /^[^./@]|^@(?!actions\/)/.test(id) && !id.startsWith(root),
  treeshake: { moduleSideEffects: (id) => id.startsWith(join(root, 'bench')) },
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
