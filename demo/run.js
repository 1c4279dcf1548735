import { run } from '../scripts/run.js';

await run('demo/main.ts');
