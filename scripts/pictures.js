// Takes the pictures of the status page for README and documentation from what the demo leaves behind. Needs chromium.
import { run } from './run.js';

await run('demo/pictures.ts');
