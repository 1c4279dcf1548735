import { run } from '../scripts/run.js';

await run('bench/main.ts');
