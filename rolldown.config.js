import { defineConfig } from 'rolldown';
import license from 'rollup-plugin-license';

const PERMISSIVE = '(MIT OR ISC OR Apache-2.0 OR BSD-2-Clause OR BSD-3-Clause OR 0BSD OR BlueOak-1.0.0)';

export default defineConfig({
  input: { index: 'src/action.ts', cli: 'src/cli.ts' },
  platform: 'node',
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    sourcemap: false,
    minify: false,
  },
  treeshake: {
    moduleSideEffects: [
      // What the runner's toolkit drags in for its HTTP client, which is never called here.
      { test: /node_modules\/(undici|tunnel|@actions)\//, sideEffects: false },
    ],
  },
  plugins: [
    license({
      thirdParty: {
        allow: { test: PERMISSIVE, failOnUnlicensed: true, failOnViolation: true },
        output: { file: 'dist/licenses.txt', encoding: 'utf8' },
      },
    }),
  ],
});
