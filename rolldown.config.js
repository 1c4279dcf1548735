import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import license from 'rollup-plugin-license';

const PERMISSIVE = '(MIT OR ISC OR Apache-2.0 OR BSD-2-Clause OR BSD-3-Clause OR 0BSD OR BlueOak-1.0.0)';

const roomOf = (id) => /\/src\/(.+)\.ts$/.exec(id ?? '')?.[1];

/** The starts that a module is loaded with. */
const startsOf = (id, graph) => {
  const isLoaded = (start) => isLoadedWith(id, graph, (module) => roomOf(module.id) === start);
  return ['action', 'cli', 'commands/promote'].filter(isLoaded);
};

/** Modules that several need are together: what more than one of the starts needs, what the action alone starts with (the command line
 * loads it for a repository on GitHub), and what every promotion loads. */
const groups = [
  { name: 'common', holds: (starts) => starts.length > 1 },
  { name: 'action', holds: (starts) => starts.includes('action') },
  { name: 'promotion', holds: (starts) => starts.includes('commands/promote') },
].map(({ name, holds }, index, { length }) => ({
  name: (id, graph) => (holds(startsOf(id, graph)) ? name : null),
  debugName: name,
  priority: length - index,
  minShareCount: 2,
}));

const isLoadedWith = (id, graph, isRoot, seen = new Set()) => {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = graph.getModuleInfo(id);
  return isRoot(module) || module.importers.some((importer) => isLoadedWith(importer, graph, isRoot, seen));
};

/** `bin` of package.json starts it. If npm had to make it executable, git would see a change in the checkout. */
const executable = {
  name: 'executable',
  writeBundle: ({ dir }) => chmodSync(join(dir, 'cli.js'), 0o755),
};

export default defineConfig({
  input: { index: 'src/action.ts', cli: 'src/cli.ts' },
  platform: 'node',
  resolve: {
    // The names of modules stand in what is built: they must not depend on where a folder really is.
    symlinks: false,
    // The same code as modules, of which the unused half is left out.
    alias: { yaml: new URL('node_modules/yaml/browser/dist/index.js', import.meta.url).pathname },
  },
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: ({ facadeModuleId, name }) => `chunks/${roomOf(facadeModuleId) ?? name}.js`,
    codeSplitting: { groups },
    sourcemap: false,
    minify: false,
    // Readable without the comments of the sources, which are an eighth of it.
    comments: { jsdoc: false, annotation: false, legal: true },
  },
  treeshake: {
    moduleSideEffects: [
      // What the toolkit of the runner drags in for its HTTP client, and the printing of YAML: never called here.
      { test: /node_modules\/(undici|tunnel|@actions|yaml)\//, sideEffects: false },
    ],
  },
  plugins: [
    executable,
    esmExternalRequirePlugin({ external: ['os', 'tty', 'util'] }),
    license({
      thirdParty: {
        allow: { test: PERMISSIVE, failOnUnlicensed: true, failOnViolation: true },
        output: { file: 'dist/licenses.txt', encoding: 'utf8' },
      },
    }),
  ],
});
