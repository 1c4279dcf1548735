/** `npm run demo`: the effects of image-promotion on a GitHub on this machine. */
import { acts } from './acts.ts';
import { pageOn } from './page.ts';
import { perform } from './perform.ts';

try {
  await perform(acts, pageOn(process.stdout, process.env));
} catch (error) {
  process.stdout.write('The demo stops here, since this is not what should have happened.\n');
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
