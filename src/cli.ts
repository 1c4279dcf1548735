#!/usr/bin/env node
import { exit } from './adapters/process.ts';
import { runCommandLine } from './command-line.ts';

// The reader of the output may have enough of it, as head has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
await exit(await runCommandLine(process.argv.slice(2), process));
